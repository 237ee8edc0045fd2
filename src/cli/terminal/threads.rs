//! Starts the threads for parallel work.

use crate::program::threads::are_granted;
use rayon::ThreadPoolBuilder;
use std::thread::available_parallelism;

/// The bytes of memory that threads must leave for the work itself.
const MIN_FREE_BYTES: usize = 1 << 22;

/// Starts `wanted` threads, or one for each core. If the system does not grant them with [`MIN_FREE_BYTES`]
/// beside, everything runs on the thread of the caller.
pub(crate) fn begin(wanted: Option<u32>) {
    let wanted = wanted.and_then(|wanted| usize::try_from(wanted).ok()).filter(|wanted| *wanted > 0);
    let threads = wanted.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let pool = ThreadPoolBuilder::new();
    // A pool that cannot be built must not be the one of the process, which is built once.
    let pool = if are_granted(threads, MIN_FREE_BYTES) {
        pool.num_threads(threads)
    } else {
        pool.num_threads(1).use_current_thread()
    };
    // The pool may have been built already.
    let _known = pool.build_global();
}
