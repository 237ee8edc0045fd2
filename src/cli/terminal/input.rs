//! Reading documents.

use crate::check::{Options, check_certificate};
use crate::cli::terminal::document::{format_of, parsed};
use crate::cli::terminal::failure::{Failure, name_of};
use crate::model::{Network, Subgroup};
use crate::wire::{CertificateDocument, Document, ScheduleDocument, parse_generators};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// Reads a whole file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let result = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    result.map_err(|fault| Failure::io("cannot read", &name_of(path), &fault))
}

/// Reads a group of automorphisms of a network by its generators.
pub(crate) fn read_symmetry(path: &Path, network: &Network) -> Result<Subgroup, Failure> {
    let (bytes, file) = (read(path)?, name_of(path));
    let generators = parse_generators(&bytes).map_err(|fault| Failure::wire(&file, &fault))?;
    Subgroup::read(network, &generators).map_err(|fault| Failure::symmetry(&file, &bytes, &fault))
}

/// Reads a schedule, alone or in a certificate that the checker accepts.
pub(crate) fn read_schedule(path: &Path) -> Result<ScheduleDocument, Failure> {
    let (bytes, file) = (read(path)?, name_of(path));
    match format_of(&file, &bytes)?.as_str() {
        ScheduleDocument::FORMAT => parsed(&file, &bytes),
        CertificateDocument::FORMAT => {
            let document: CertificateDocument = parsed(&file, &bytes)?;
            check_certificate(&document, &Options::default())
                .map_err(|rejection| Failure::refused(&file, &rejection))?;
            Ok(ScheduleDocument::new(document.task, document.schedule))
        }
        other => Err(Failure::unknown_format(
            &file,
            other,
            &[ScheduleDocument::FORMAT, CertificateDocument::FORMAT],
        )),
    }
}
