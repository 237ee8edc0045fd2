//! Threads for what is worked on side by side.

use rayon::ThreadPoolBuilder;

/// Bytes that threads must leave for the work itself.
const LEFT: usize = 1 << 22;

/// Starts so many, or as many as there are cores; where the system grants none, or no memory beside them,
/// everything runs on the thread of the caller.
pub(crate) fn begin(wanted: Option<u32>) {
    // 0 is one for each core.
    let wanted = wanted.map_or(0, |wanted| usize::try_from(wanted).unwrap_or(usize::MAX));
    let pool = || ThreadPoolBuilder::new().num_threads(wanted);
    // A pool that cannot be built must not be the one of the process, which is built once.
    let mut left = Vec::<u8>::new();
    let is_granted = left.try_reserve_exact(LEFT).is_ok() && pool().build().is_ok();
    drop(left);
    let pool = pool();
    let pool = if is_granted { pool } else { pool.num_threads(1).use_current_thread() };
    // Somebody else may have built it already.
    let _known = pool.build_global();
}
