//! What is attacked: what may not happen, whatever the bytes are.

use crate::ledger::Ledger;
use isotask_check::{Answer, Options, check_coming, check_document};
use isotask_wire::{
    CertificateDocument, ChannelsDocument, ClaimsDocument, Document, PartDocument, ScheduleDocument,
    TaskDocument, faults, parse, peek_format, to_bytes,
};
use std::fmt::Debug;
use std::io::Read;
use std::sync::{LazyLock, Mutex, PoisonError};

static LEDGER: LazyLock<Mutex<Ledger>> = LazyLock::new(Mutex::default);

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

/// Any bytes as a document of every format: they are refused with a place, or what was read is written and read again.
pub fn documents(bytes: &[u8]) {
    match peek_format(bytes).as_deref() {
        Ok(TaskDocument::FORMAT) => read::<TaskDocument>(bytes),
        Ok(ScheduleDocument::FORMAT) => read::<ScheduleDocument>(bytes),
        Ok(ChannelsDocument::FORMAT) => read::<ChannelsDocument>(bytes),
        Ok(ClaimsDocument::FORMAT) => read::<ClaimsDocument>(bytes),
        Ok(PartDocument::FORMAT) => read::<PartDocument>(bytes),
        _ => read::<CertificateDocument>(bytes),
    }
}

/// The checker never panics, its verdict does not depend on how a document is written, and no two documents that it accepts
/// contradict each other.
pub fn checker(bytes: &[u8]) {
    let options = Options { every_node_limit: 1 << 16, ..Options::default() };
    let Ok(answer) = check_document(bytes, &options) else { return };
    if matches!(answer, Answer::Refused { .. }) {
        return;
    }
    LEDGER.lock().unwrap_or_else(PoisonError::into_inner).note(&answer);
    let again = match peek_format(bytes).as_deref() {
        Ok("isotask.certificate/1") => to_bytes(&parse::<CertificateDocument>(bytes).expect("it was read")),
        Ok("isotask.schedule/1") => to_bytes(&parse::<ScheduleDocument>(bytes).expect("it was read")),
        _ => return,
    };
    assert_eq!(check_document(&again, &options), Ok(answer), "written again it is another");
}

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

/// Documents read while they come, in pieces of any size, against the same read at once: what the stream accepts is accepted,
/// with the same answer.
pub fn streams(bytes: &[u8]) {
    let options = Options { every_node_limit: 1 << 12, ..Options::default() };
    let piece = 1 + bytes.len() % 61;
    if let Some(answer) = check_coming(Pieces(bytes, piece), &options) {
        assert_eq!(check_document(bytes, &options), Ok(answer), "the stream says something else");
    }
}
