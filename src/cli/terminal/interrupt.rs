//! Ctrl-C: the first asks the search to end with what it has, the second ends the process.

use crate::cli::terminal::failure::{Exit, remark};
use crate::program::threads::are_granted;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What a search says that ends with a schedule when it is interrupted.
pub(crate) const WITH_THE_BEST: &str =
    "interrupted: ending with the best so far, if there is any; interrupt again to end at once";

/// Starts to listen; the first interrupt says what follows. Where no handler can be set, the system's own
/// ends the process.
pub(crate) fn listen(words: &'static str) {
    handle(move || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            end();
        }
        remark(words);
    });
}

/// Does this at every interrupt, on a thread of its own if there can be one.
fn handle(work: impl Fn() + Send + 'static) {
    if are_granted(1, 0) {
        let _without = ctrlc::set_handler(work);
    }
}

/// As long as what is returned lives, the first interrupt ends the process, once it has been told: for work
/// of which nothing is left when it is interrupted.
pub(crate) fn end_at_once(tell: impl Fn() -> Exit + Send + 'static) -> Ending {
    ENDING.store(true, Ordering::SeqCst);
    handle(move || {
        let again = INTERRUPTED.swap(true, Ordering::SeqCst);
        if again || ENDING.load(Ordering::SeqCst) {
            if !again {
                tell();
            }
            end();
        }
    });
    Ending
}

static ENDING: AtomicBool = AtomicBool::new(false);

/// Work that an interrupt ends at once.
pub(crate) struct Ending;

impl Drop for Ending {
    fn drop(&mut self) {
        ENDING.store(false, Ordering::SeqCst);
    }
}

/// Whether the user has asked to stop.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// A temporary file, or a folder if it is still empty, that must not stay behind if the process ends at once.
pub(crate) fn forget_at_exit(path: &Path) {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
}

#[expect(clippy::exit, reason = "the handler runs beside the work and cannot return its exit code")]
fn end() {
    for path in TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).iter().rev() {
        // Already renamed or removed is as good.
        let _gone = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
    }
    std::process::exit(Exit::Interrupted.code().into());
}
