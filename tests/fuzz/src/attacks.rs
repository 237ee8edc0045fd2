//! The attacks: properties that must hold for all bytes. Each returns whether the bytes reached the attacked
//! code.

use crate::ledger::Ledger;
use crate::small::small_task;
use crate::truth::Truth;
use arbitrary::Unstructured;
use isotask::model::Problem;
use isotask::solve::{Outcome, SolveOptions, solve};
use isotask_check::{Answer, Options, check_document, check_streamed};
use isotask_wire::{
    CertificateDocument, ChannelsDocument, ClaimsDocument, Document, Horizon, MatrixCertificateDocument,
    MatrixDocument, PartDocument, Per, Quantity, ScheduleDocument, Scope, Status, TaskDocument, faults,
    is_of_matrix, parse, peek_format, to_bytes,
};
use std::fmt::Debug;
use std::io::Read;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

/// How often a search may ask whether to stop before it must stop.
const MAX_STOP_CALLS: u32 = 300;

static LEDGER: LazyLock<Mutex<Ledger>> = LazyLock::new(Mutex::default);

fn read<T: Document + PartialEq + Debug>(bytes: &[u8]) -> bool {
    match parse::<T>(bytes) {
        Ok(document) => {
            let text = to_bytes(&document);
            assert_eq!(parse::<T>(&text).as_ref(), Ok(&document), "what was written reads otherwise");
            assert!(faults::<T>(bytes).faults.is_empty(), "a fault in what was read");
            true
        }
        Err(fault) => {
            assert!(fault.line >= 1 && fault.column >= 1, "a fault without a place");
            assert!(!faults::<T>(bytes).faults.is_empty(), "no fault in what was not read");
            false
        }
    }
}

/// Any bytes as a document of every format: they are refused with a place, or what was read is written and read again.
pub fn documents(bytes: &[u8]) -> bool {
    match peek_format(bytes).as_deref() {
        Ok(TaskDocument::FORMAT) => read::<TaskDocument>(bytes),
        Ok(ScheduleDocument::FORMAT) => read::<ScheduleDocument>(bytes),
        Ok(ChannelsDocument::FORMAT) => read::<ChannelsDocument>(bytes),
        Ok(ClaimsDocument::FORMAT) => read::<ClaimsDocument>(bytes),
        Ok(PartDocument::FORMAT) => read::<PartDocument>(bytes),
        Ok(MatrixDocument::FORMAT) => read::<MatrixDocument>(bytes),
        Ok(MatrixCertificateDocument::FORMAT) if is_of_matrix(bytes) == Ok(true) => {
            read::<MatrixCertificateDocument>(bytes)
        }
        _ => read::<CertificateDocument>(bytes),
    }
}

/// The checker never panics, its verdict does not depend on how a document is written, and no two documents that it accepts
/// contradict each other.
pub fn checker(bytes: &[u8]) -> bool {
    let options = Options { every_node_limit: 1 << 16, ..Options::default() };
    let Ok(answer) = check_document(bytes, &options) else { return false };
    if matches!(answer, Answer::Refused { .. }) {
        return false;
    }
    LEDGER.lock().unwrap_or_else(PoisonError::into_inner).note(&answer);
    let again = match peek_format(bytes).as_deref() {
        Ok("isotask.certificate/1") if is_of_matrix(bytes) == Ok(true) => {
            to_bytes(&parse::<MatrixCertificateDocument>(bytes).expect("it was read"))
        }
        Ok("isotask.certificate/1") => to_bytes(&parse::<CertificateDocument>(bytes).expect("it was read")),
        Ok("isotask.schedule/1") => to_bytes(&parse::<ScheduleDocument>(bytes).expect("it was read")),
        _ => return true,
    };
    assert_eq!(check_document(&again, &options), Ok(answer), "written again it is another");
    true
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

/// Documents read as a stream, in pieces of any size, against reading them at once: a document that the
/// stream accepts is accepted with an equal answer.
pub fn streams(bytes: &[u8]) -> bool {
    let options = Options { every_node_limit: 1 << 12, ..Options::default() };
    let piece = 1 + bytes.len() % 61;
    let Some(answer) = check_streamed(Pieces(bytes, piece), &options) else { return false };
    assert_eq!(check_document(bytes, &options), Ok(answer), "the stream says something else");
    true
}

/// Small random tasks, solved and compared with the optimum of an exhaustive search.
pub fn solver(bytes: &[u8]) -> bool {
    let Ok(Some(task)) = small_task(&mut Unstructured::new(bytes)) else { return false };
    let Ok(problem) = Problem::new(&task) else { return false };
    let Some(truth) = Truth::of(&task) else { return false };
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) > MAX_STOP_CALLS;
    let options = SolveOptions { stop: &stop, ..SolveOptions::default() };
    let text = String::from_utf8(to_bytes(&task)).expect("JSON");
    let solution = match solve(&problem, &options) {
        Ok(Outcome::Optimal(solution) | Outcome::Feasible(solution)) => solution,
        Ok(_) => return false,
        Err(fault) => panic!("{fault}: {text}"),
    };
    for claim in &solution.certificate.claims {
        let lower = if claim.scope == Scope::All { claim.lower.value() } else { 0 };
        let (least, times) = match claim.quantity {
            Quantity::CompletionTime => (truth.slots, 1),
            Quantity::TotalDelay => (truth.delay, if claim.per == Some(Per::Node) { truth.nodes } else { 1 }),
            Quantity::Transmissions => continue,
        };
        assert!(claim.value * times >= least, "{} below the truth {least}: {text}", claim.value);
        let binds = claim.quantity == Quantity::CompletionTime || claim.horizon == Some(Horizon::Any);
        if binds {
            assert!(lower * times <= least, "a bound of {lower} above the truth {least}: {text}");
        }
        let is_least = claim.status == Status::Optimal && claim.scope == Scope::All && binds;
        assert!(!is_least || claim.value * times == least, "no optimum, {least} is: {text}");
    }
    true
}
