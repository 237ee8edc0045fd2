//! Certificates that took a search of minutes or hours, such as broadcasts with one port in so few slots as no
//! schedule undercuts, found by a search for a satisfying assignment.

use super::ClaimError;
use crate::wire::{self, CertificateDocument, TaskDocument};

macro_rules! kept {
    ($($name:literal)*) => {
        [$((include_bytes!(concat!("../../models/claims/stored/", $name, ".json")) as &[u8])),*]
    };
}

/// The documents.
const STORED: [&[u8]; 28] = kept![
    "broadcast-half-3-5"
    "broadcast-half-3-6"
    "broadcast-half-3-7"
    "broadcast-half-3-8"
    "broadcast-half-4-3"
    "broadcast-half-4-4"
    "broadcast-half-4-5"
    "broadcast-half-4-6"
    "broadcast-half-4-7"
    "broadcast-half-4-8"
    "broadcast-one-2-5"
    "broadcast-one-2-6"
    "broadcast-one-2-7"
    "broadcast-one-2-8"
    "broadcast-one-3-3"
    "broadcast-one-3-4"
    "broadcast-one-3-5"
    "broadcast-one-3-6"
    "broadcast-one-3-7"
    "broadcast-one-3-8"
    "broadcast-one-4-2"
    "broadcast-one-4-3"
    "broadcast-one-4-4"
    "broadcast-one-4-5"
    "broadcast-one-4-6"
    "broadcast-one-4-7"
    "broadcast-one-4-8"
    "broadcast-one-5-5"
];

/// The certificate of a task, if one is stored. Few tasks are asked for, so each reads the documents again.
pub(super) fn stored(task: &TaskDocument) -> Result<Option<CertificateDocument>, ClaimError> {
    for bytes in STORED {
        let certificate = wire::parse::<CertificateDocument>(bytes)?;
        if certificate.task == *task {
            return Ok(Some(certificate));
        }
    }
    Ok(None)
}
