//! Memory: what is asked for before the work begins, and what happens when there is none in the midst of it.

use crate::cli::terminal::failure::{Exit, Failure};
use signal_hook::consts::SIGABRT;
use signal_hook::flag::register_conditional_shutdown;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a move of a schedule that lists them all takes at most, with the document that is written, read back
/// and checked; measured of scatters with 10⁶ moves, which took 65 to 115.
const BYTES_OF_MOVE: u64 = 120;

/// What the command line takes, before anything is worked on.
const BYTES_OF_START: usize = 1 << 21;

/// Where memory cannot be had, Rust says of how many bytes and aborts, as C++ does without words; that ends
/// as other problems of the system do, and not as a crash.
pub(crate) fn end_orderly_without() {
    let code = i32::from(Exit::BadInput.code());
    // Where the system refuses to set a handler, its own ends the process.
    let _unset = register_conditional_shutdown(SIGABRT, code, Arc::new(AtomicBool::new(true)));
}

/// Whether there is enough for the program to say what it lacks.
pub(crate) fn can_begin() -> bool {
    Vec::<u8>::new().try_reserve_exact(BYTES_OF_START).is_ok()
}

/// Refuses what needs so many bytes where the system does not grant them.
pub(crate) fn require(bytes: u64, what: &str) -> Result<(), Failure> {
    let is_granted =
        usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    if is_granted {
        return Ok(());
    }
    let message = format!(
        "{what} needs about {} MB of memory, which the system does not grant; expected more of it, or a higher ulimit -v",
        bytes.div_ceil(1 << 20)
    );
    Err(Failure { reason: "memory", ..Failure::usage(message) })
}

/// The same for a schedule of so many moves.
pub(crate) fn require_moves(moves: u64) -> Result<(), Failure> {
    require(moves.saturating_mul(BYTES_OF_MOVE), &format!("a schedule of {moves} moves or more"))
}
