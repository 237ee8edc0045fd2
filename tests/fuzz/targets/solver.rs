//! Small random tasks.
#![no_main]

use isotask_fuzz::attacks::solver;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    solver(bytes);
});
