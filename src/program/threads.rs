//! Checks whether the system grants threads before a solver starts them: a thread that gets its stack but
//! fails to start aborts the process.

use std::sync::{Arc, Mutex, mpsc};
use std::thread;

/// Bytes of a thread: its stack, of the standard library's size, and the memory to start it.
const BYTES_PER_THREAD: usize = (2 << 20) + (1 << 16);

/// Whether the system grants `threads` simultaneous threads and `memory` bytes beside them. The memory is
/// reserved first and in one piece, and all threads have ended when this returns, so the answer does not
/// depend on their speed.
#[must_use]
pub fn are_granted(threads: usize, memory: usize) -> bool {
    let bytes = threads.saturating_mul(BYTES_PER_THREAD).saturating_add(memory);
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        return false;
    }
    let (go, wait) = mpsc::channel::<()>();
    let wait = Arc::new(Mutex::new(wait));
    // All threads exist at one time, since each waits until the channel is closed.
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
