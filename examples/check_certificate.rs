//! Checks a certificate without the solver; a forged claim is refused with its place.
//!
//! `cargo run --example check_certificate`

use isotask::check::{Options, check_certificate};
use isotask::wire::{CertificateDocument, parse};
use std::error::Error;
use std::io::{Write, stdout};

const CERTIFICATE: &str = r#"{ "format": "isotask.certificate/1",
  "task": { "format": "isotask.task/1", "network": { "kind": "hypercube", "dimension": 2 },
    "task": { "kind": "total-exchange" }, "ports": "all", "objective": "completion-time" },
  "schedule": { "kind": "symmetric", "packets": [1, 2, 3],
    "slots": [[[0, 0], [2, 1]], [[1, 1], [2, 0]]] },
  "claims": [{ "quantity": "completion-time", "value": 2, "scope": "all",
    "lower": { "kind": "weights", "value": 2, "weights": [1, 0] }, "status": "optimal" }] }"#;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = stdout().lock();
    let certificate: CertificateDocument = parse(CERTIFICATE.as_bytes())?;
    let verdict = check_certificate(&certificate, &Options::default())?;
    writeln!(out, "verified: {} slots", verdict.replayed.completion_time)?;

    let forged = CERTIFICATE.replace("[[1, 1], [2, 0]]", "[[1, 1], [2, 1]]");
    let forged: CertificateDocument = parse(forged.as_bytes())?;
    match check_certificate(&forged, &Options::default()) {
        Ok(_) => Err("a link cannot carry two packets in one slot".into()),
        Err(rejection) => Ok(writeln!(out, "refused at {}: {rejection}", rejection.place())?),
    }
}
