//! Any bytes as a document of every format: they are refused with a place, or what was read is written and read again.
#![no_main]

use isotask_fuzz::mutate::change;
use isotask_wire::{
    CertificateDocument, ChannelsDocument, ClaimsDocument, Document, PartDocument, ScheduleDocument,
    TaskDocument, faults, parse, peek_format, to_bytes,
};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::fmt::Debug;

fn read<T: Document + PartialEq + Debug>(bytes: &[u8]) {
    match parse::<T>(bytes) {
        Ok(document) => {
            let text = to_bytes(&document);
            assert_eq!(parse::<T>(&text).as_ref(), Ok(&document), "what was written reads otherwise");
            assert!(faults::<T>(bytes).faults.is_empty(), "a fault in what was read");
        }
        Err(fault) => {
            assert!(fault.line >= 1 && fault.column >= 1, "a fault without a place");
            assert!(!faults::<T>(bytes).faults.is_empty(), "no fault in what was not read");
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    match peek_format(bytes).as_deref() {
        Ok(TaskDocument::FORMAT) => read::<TaskDocument>(bytes),
        Ok(ScheduleDocument::FORMAT) => read::<ScheduleDocument>(bytes),
        Ok(ChannelsDocument::FORMAT) => read::<ChannelsDocument>(bytes),
        Ok(ClaimsDocument::FORMAT) => read::<ClaimsDocument>(bytes),
        Ok(PartDocument::FORMAT) => read::<PartDocument>(bytes),
        _ => read::<CertificateDocument>(bytes),
    }
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
