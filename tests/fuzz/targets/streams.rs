//! Documents that come in pieces.
#![no_main]

use isotask_fuzz::attacks::streams;
use isotask_fuzz::mutate::change;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|bytes: &[u8]| {
    streams(bytes);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if !seed.is_multiple_of(3)
        && let Some(changed) = change(&data[..size], max_size, seed / 3)
    {
        data[..changed.len()].copy_from_slice(&changed);
        return changed.len();
    }
    fuzzer_mutate(data, size, max_size)
});
