//! Any bytes as documents.
#![no_main]

use isotask_fuzz::attacks::documents;
use isotask_fuzz::mutate::change;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|bytes: &[u8]| {
    documents(bytes);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if !seed.is_multiple_of(4)
        && let Some(changed) = change(&data[..size], max_size, seed / 4)
    {
        data[..changed.len()].copy_from_slice(&changed);
        return changed.len();
    }
    fuzzer_mutate(data, size, max_size)
});
