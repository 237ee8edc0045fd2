//! Threads for what is worked on side by side.

use rayon::ThreadPoolBuilder;

/// Starts them; where the system grants none, everything runs on the thread of the caller.
pub(crate) fn begin() {
    // A pool that cannot be built must not be the one of the process, which is built once.
    let is_granted = ThreadPoolBuilder::new().build().is_ok();
    let pool = ThreadPoolBuilder::new();
    let pool = if is_granted { pool } else { pool.num_threads(1).use_current_thread() };
    // Somebody else may have built it already.
    let _known = pool.build_global();
}
