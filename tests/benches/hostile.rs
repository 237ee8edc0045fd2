//! Certificates of a kilobyte or two that ask for as much work as is known, and how long it is until they are verified or
//! refused: seconds of one thread, with the limit of the work as it is unless one is named.
//!
//! `cargo bench --manifest-path tests/benches/Cargo.toml --no-default-features --bench hostile`.

#![expect(clippy::print_stdout, reason = "the table is what a benchmark is for")]

#[path = "../../src/check/tests/hostile/mod.rs"]
mod documents;

use documents::{Hostile, all};
use isotask::check::{Answer, Options, check_document};
use std::time::Instant;

fn main() {
    println!("{:<28}{:>7}{:>10}  answer", "certificate", "bytes", "seconds");
    for Hostile { name, document } in all() {
        let text = document.to_string();
        let begun = Instant::now();
        let answer = check_document(text.as_bytes(), &Options::default());
        let seconds = begun.elapsed();
        let answer = match answer {
            Ok(Answer::Refused { rejection, place }) => format!("{} at {place}", rejection.reason()),
            Ok(_) => "verified".to_owned(),
            Err(fault) => fault.to_string(),
        };
        println!(
            "{name:<28}{:>7}{:>6}.{:03}  {answer}",
            text.len(),
            seconds.as_secs(),
            seconds.subsec_millis()
        );
    }
}
