//! Handles Ctrl-C: the first asks the search to end with its incumbent, the second ends the process.

use crate::cli::terminal::failure::{Exit, remark};
use crate::program::threads::are_granted;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The remark after an interrupt of a search that then ends with a schedule.
pub(crate) const ENDING_WITH_INCUMBENT: &str =
    "interrupted: ending with the best so far, if there is any; interrupt again to end at once";

/// Starts to listen for interrupts; the first prints `words`. If no handler can be set, the system's own ends
/// the process.
pub(crate) fn listen(words: &'static str) {
    set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            end();
        }
        remark(words);
    });
}

/// Runs `work` at every interrupt, on a thread of its own if the system grants one.
fn set_handler(work: impl Fn() + Send + 'static) {
    if are_granted(1, 0) {
        let _without = ctrlc::set_handler(work);
    }
}

/// Makes the first interrupt end the process, after a call of `tell`, as long as the returned guard lives. It
/// is for work of which nothing remains when it is interrupted.
pub(crate) fn end_at_once(tell: impl Fn() -> Exit + Send + 'static) -> EndsAtOnce {
    ENDS_AT_ONCE.store(true, Ordering::SeqCst);
    set_handler(move || {
        let again = INTERRUPTED.swap(true, Ordering::SeqCst);
        if again || ENDS_AT_ONCE.load(Ordering::SeqCst) {
            if !again {
                tell();
            }
            end();
        }
    });
    EndsAtOnce
}

static ENDS_AT_ONCE: AtomicBool = AtomicBool::new(false);

/// Keeps interrupts ending the process at once until it is dropped.
pub(crate) struct EndsAtOnce;

impl Drop for EndsAtOnce {
    fn drop(&mut self) {
        ENDS_AT_ONCE.store(false, Ordering::SeqCst);
    }
}

/// Returns whether the user has asked to stop.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Registers a temporary file, or a folder if it is still empty, that is removed if the process ends at once.
pub(crate) fn remove_at_exit(path: &Path) {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
}

#[expect(clippy::exit, reason = "the handler runs beside the work and cannot return its exit code")]
fn end() {
    for path in TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).iter().rev() {
        // A file that was already renamed or removed needs nothing.
        let _gone = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
    }
    std::process::exit(Exit::Interrupted.code().into());
}
