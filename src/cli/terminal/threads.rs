//! Threads for what is worked on side by side.

use rayon::ThreadPoolBuilder;

/// Starts so many, or as many as there are cores; where the system grants none, everything runs on the thread of
/// the caller.
pub(crate) fn begin(wanted: Option<u32>) {
    // 0 is one for each core.
    let wanted = wanted.map_or(0, |wanted| usize::try_from(wanted).unwrap_or(usize::MAX));
    let pool = || ThreadPoolBuilder::new().num_threads(wanted);
    // A pool that cannot be built must not be the one of the process, which is built once.
    let is_granted = pool().build().is_ok();
    let pool = pool();
    let pool = if is_granted { pool } else { pool.num_threads(1).use_current_thread() };
    // Somebody else may have built it already.
    let _known = pool.build_global();
}
