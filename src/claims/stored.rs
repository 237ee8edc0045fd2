//! Certificates that take long to find and stand in `models/claims/stored`.

use super::ClaimError;
use crate::wire::{CertificateDocument, TaskDocument, parse};

macro_rules! stored {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../models/claims/stored/", $name, ".json")))),*]
    };
}

/// By their names.
const STORED: &[(&str, &[u8])] = stored![
    "bubble-sort-6",
    "cyclic-cube-3-4",
    "macro-star-2-2",
    "ring-4-both",
    "ring-6-both",
    "ring-8-both",
    "ring-10-both",
    "star-6",
    "torus-4x4-both",
    "torus-6x6-both",
    "torus-8x8-both",
    "torus-10x10-both",
    "torus-12x12-both",
];

/// The stored certificate of this name, which has to be one of the task; the checker has not seen it yet.
pub(super) fn stored(name: &str, task: &TaskDocument) -> Result<CertificateDocument, ClaimError> {
    let known = STORED.iter().find(|known| known.0 == name);
    let bytes = known.ok_or_else(|| ClaimError::Method(format!("stored {name}")))?.1;
    let document: CertificateDocument = parse(bytes)?;
    let of = &document.task;
    if (&of.network, &of.task, of.ports) != (&task.network, &task.task, task.ports) {
        return Err(ClaimError::Task(format!("the stored certificate {name} is of another task")));
    }
    Ok(document)
}
