//! Documents read while they come, in pieces of any size, against the same read at once: what the stream accepts is accepted, with
//! the same answer.
#![no_main]

use isotask_check::{Options, check_coming, check_document};
use isotask_fuzz::mutate::change;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::io::Read;

/// Bytes that come a few at a time.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(self.1).min(self.0.len());
        let (now, later) = self.0.split_at(length);
        buffer[..length].copy_from_slice(now);
        self.0 = later;
        Ok(length)
    }
}

fuzz_target!(|bytes: &[u8]| {
    let options = Options { every_node_limit: 1 << 12, ..Options::default() };
    let piece = 1 + bytes.len() % 61;
    if let Some(answer) = check_coming(Pieces(bytes, piece), &options) {
        assert_eq!(check_document(bytes, &options), Ok(answer), "the stream says something else");
    }
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
