//! Asks for memory before the work begins, and ends the process in order when memory runs out later.

use crate::cli::terminal::failure::{Exit, Failure};
use signal_hook::consts::SIGABRT;
use signal_hook::flag::register_conditional_shutdown;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The most bytes that a move of an explicit schedule takes, with the document that is written, read back and
/// checked. Scatters with 10⁶ moves took 65 to 115 bytes per move.
const BYTES_PER_MOVE: u64 = 120;

/// The bytes that the command line takes before any work.
const STARTUP_BYTES: usize = 1 << 21;

/// Makes the process exit with the code of bad input where memory runs out. Rust then names the number of
/// bytes and aborts, C++ aborts without words; neither is to look like a crash.
pub(crate) fn exit_cleanly_without_memory() {
    let code = i32::from(Exit::BadInput.code());
    // If the system refuses a handler, its own ends the process.
    let _unset = register_conditional_shutdown(SIGABRT, code, Arc::new(AtomicBool::new(true)));
}

/// Returns whether there is enough memory for the program to print errors.
pub(crate) fn has_startup_memory() -> bool {
    Vec::<u8>::new().try_reserve_exact(STARTUP_BYTES).is_ok()
}

/// Fails if the system does not grant `bytes` of memory for `what`.
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

/// Fails if the system does not grant the memory for a schedule of `moves` moves.
pub(crate) fn require_moves(moves: u64) -> Result<(), Failure> {
    require(moves.saturating_mul(BYTES_PER_MOVE), &format!("a schedule of {moves} moves or more"))
}
