//! Certificates, schedules and channels, changed in ways that keep them JSON.
#![no_main]

use isotask_fuzz::attacks::checker;
use isotask_fuzz::mutate::change;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|bytes: &[u8]| {
    checker(bytes);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if !seed.is_multiple_of(8)
        && let Some(changed) = change(&data[..size], max_size, seed / 8)
    {
        data[..changed.len()].copy_from_slice(&changed);
        return changed.len();
    }
    fuzzer_mutate(data, size, max_size)
});
