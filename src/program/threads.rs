//! Whether there can be threads, asked before they are started: one whose stack is granted and whose
//! beginning is not aborts the process.

use std::sync::{Arc, Mutex, mpsc};
use std::thread;

/// Bytes of a thread: its stack, as the standard library has it, and what it takes to begin.
const BYTES: usize = (2 << 20) + (1 << 16);

/// Whether the system grants so many threads at the same time and so many bytes beside them. The memory comes
/// first and in one piece, and all threads have ended when this returns, so that nothing depends on how fast
/// they are.
#[must_use]
pub fn are_granted(threads: usize, memory: usize) -> bool {
    let bytes = threads.saturating_mul(BYTES).saturating_add(memory);
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        return false;
    }
    let (go, wait) = mpsc::channel::<()>();
    let wait = Arc::new(Mutex::new(wait));
    // All of them at the same time: each waits for the end of the channel.
    let waiting = |_| {
        let wait = Arc::clone(&wait);
        thread::Builder::new().spawn(move || drop(wait.lock().map(|wait| wait.recv())))
    };
    let mut begun = Vec::new();
    let mut all = (0..threads).map(waiting);
    let is_refused = all.any(|thread| thread.map(|thread| begun.push(thread)).is_err());
    drop(go);
    let ended = begun.into_iter().all(|thread| thread.join().is_ok());
    ended && !is_refused
}
