//! Certificates, schedules and channels, changed in ways that keep them JSON: the checker never panics, its verdict does not
//! depend on how a document is written, and no two documents that it accepts contradict each other.
#![no_main]

use isotask_check::{Answer, Options, check_document};
use isotask_fuzz::ledger::Ledger;
use isotask_fuzz::mutate::change;
use isotask_wire::{CertificateDocument, ScheduleDocument, parse, peek_format, to_bytes};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::sync::{LazyLock, Mutex};

static LEDGER: LazyLock<Mutex<Ledger>> = LazyLock::new(Mutex::default);

fuzz_target!(|bytes: &[u8]| {
    let options = Options { every_node_limit: 1 << 16, ..Options::default() };
    let Ok(answer) = check_document(bytes, &options) else { return };
    if matches!(answer, Answer::Refused { .. }) {
        return;
    }
    LEDGER.lock().expect("one thread").note(&answer);
    let again = match peek_format(bytes).as_deref() {
        Ok("isotask.certificate/1") => to_bytes(&parse::<CertificateDocument>(bytes).expect("it was read")),
        Ok("isotask.schedule/1") => to_bytes(&parse::<ScheduleDocument>(bytes).expect("it was read")),
        _ => return,
    };
    assert_eq!(check_document(&again, &options), Ok(answer), "written again it is another");
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
