//! Threads for what is worked on side by side.

use crate::program::threads::are_granted;
use rayon::ThreadPoolBuilder;
use std::thread::available_parallelism;

/// Bytes that threads must leave for the work itself.
const LEFT: usize = 1 << 22;

/// Starts so many, or as many as there are cores; where the system grants none, or no memory beside them,
/// everything runs on the thread of the caller.
pub(crate) fn begin(wanted: Option<u32>) {
    let wanted = wanted.and_then(|wanted| usize::try_from(wanted).ok()).filter(|wanted| *wanted > 0);
    let threads = wanted.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let pool = ThreadPoolBuilder::new();
    // A pool that cannot be built must not be the one of the process, which is built once.
    let pool = if are_granted(threads, LEFT) {
        pool.num_threads(threads)
    } else {
        pool.num_threads(1).use_current_thread()
    };
    // Somebody else may have built it already.
    let _known = pool.build_global();
}
