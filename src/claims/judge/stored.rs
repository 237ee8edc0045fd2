//! Certificates that took a search of minutes or hours, such as optimal broadcasts with one port that a SAT
//! solver found.

use crate::claims::ClaimError;
use crate::wire::{self, CertificateDocument, TaskDocument};
use std::sync::LazyLock;

macro_rules! kept {
    ($($name:literal)*) => {
        [$(include_bytes!(concat!("../../../models/claims/stored/", $name, ".json")).as_slice()),*]
    };
}

/// The documents.
const STORED: [&[u8]; 43] = kept![
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
    "bubble-sort-4-delay"
    "bubble-sort-6"
    "cube-connected-cycles-3-delay"
    "cyclic-cube-3-4"
    "macro-star-2-2"
    "ring-4-both"
    "ring-6-both"
    "ring-8-both"
    "ring-10-both"
    "star-6"
    "torus-4x4-both"
    "torus-6x6-both"
    "torus-8x8-both"
    "torus-10x10-both"
    "torus-12x12-both"
];

/// The tasks of the stored certificates, read once.
static TASKS: LazyLock<Vec<Option<TaskDocument>>> = LazyLock::new(|| {
    let task = |bytes: &&[u8]| wire::parse::<CertificateDocument>(bytes).ok().map(|document| document.task);
    STORED.iter().map(task).collect()
});

/// Returns the certificate of a task, if one is stored.
pub(in crate::claims) fn stored(task: &TaskDocument) -> Result<Option<CertificateDocument>, ClaimError> {
    let place = TASKS.iter().position(|known| known.as_ref() == Some(task));
    Ok(place.map(|place| wire::parse::<CertificateDocument>(STORED[place])).transpose()?)
}
