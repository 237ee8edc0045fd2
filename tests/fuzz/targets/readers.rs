//! Any bytes as graphs, traffic and matrices.
#![no_main]

use isotask_fuzz::mutate;
use isotask_fuzz::readers::readers;
use isotask_fuzz::text;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|bytes: &[u8]| {
    readers(bytes);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let changed = match seed % 4 {
        0 => None,
        1 => mutate::change(&data[..size], max_size, seed / 4)
            .or_else(|| text::change(&data[..size], max_size, seed / 4)),
        _ => text::change(&data[..size], max_size, seed / 4),
    };
    if let Some(changed) = changed {
        data[..changed.len()].copy_from_slice(&changed);
        return changed.len();
    }
    fuzzer_mutate(data, size, max_size)
});
