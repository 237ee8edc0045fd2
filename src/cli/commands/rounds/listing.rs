//! The rounds of a certificate: each is as many of its slots, in a row, as a node has ports.

use crate::cli::commands::decompose::named::LineNames;
use crate::cli::report::draw;
use crate::cli::terminal::plain::plain_text;
use crate::wire::{MatrixCertificateDocument, MatrixEntry};
use std::collections::BTreeMap;

/// Most rounds that are listed.
const MAX_LISTED_ROUNDS: usize = 64;
/// Most messages of a round that are listed.
const MAX_LISTED_MESSAGES: usize = 16;

/// Rounds one after the other that hold the same messages.
struct Run {
    rounds: u64,
    /// Each message, and how often it is sent in a round.
    messages: BTreeMap<MatrixEntry, u64>,
}

/// Returns the rounds of a certificate, from the first on.
fn runs(document: &MatrixCertificateDocument, ports: u64) -> impl Iterator<Item = Run> {
    let mut terms = document.terms.iter().filter(|term| term.times > 0);
    let (mut term, mut left) = (None, 0);
    std::iter::from_fn(move || {
        let mut run = Run { rounds: 1, messages: BTreeMap::new() };
        let mut room = ports;
        while room > 0 {
            if left == 0 {
                let Some(next) = terms.next() else { break };
                (term, left) = (Some(next), next.times);
            }
            let entries = term.map_or(&[][..], |term| &term.entries);
            if room == ports && left > ports {
                // All rounds that this term alone fills.
                run.rounds = left / ports;
                left -= run.rounds * ports;
                run.messages = entries.iter().map(|&entry| (entry, ports)).collect();
                return Some(run);
            }
            let slots = left.min(room);
            (left, room) = (left - slots, room - slots);
            for &entry in entries {
                *run.messages.entry(entry).or_default() += slots;
            }
        }
        (room < ports).then_some(run)
    })
}

/// Returns the table of the first rounds; `sign` stands between the ends of a message.
pub(super) fn table(document: &MatrixCertificateDocument, ports: u64, sign: &str) -> String {
    let named = LineNames::new(&document.matrix);
    let name = |names: &[String], at: u64| {
        let name = usize::try_from(at).ok().and_then(|at| names.get(at));
        name.map(|name| plain_text(name)).unwrap_or_default()
    };
    let message = |(entry, times): (&MatrixEntry, &u64)| {
        let (from, to) = (name(&named.rows, entry.row), name(&named.columns, entry.column));
        let often = if *times == 1 { String::new() } else { format!(" ({times} times)") };
        format!("{from}{sign}{to}{often}")
    };
    let mut runs = runs(document, ports);
    let mut first = 0;
    let rows: Vec<Vec<String>> = runs
        .by_ref()
        .take(MAX_LISTED_ROUNDS)
        .map(|run| {
            let mut messages: Vec<String> =
                run.messages.iter().take(MAX_LISTED_MESSAGES).map(message).collect();
            if run.messages.len() > MAX_LISTED_MESSAGES {
                messages.push(format!("and {} more", run.messages.len() - MAX_LISTED_MESSAGES));
            }
            let last = first + run.rounds - 1;
            let which = if run.rounds == 1 { first.to_string() } else { format!("{first}–{last}") };
            first += run.rounds;
            vec![which, messages.join(", ")]
        })
        .collect();
    let more = if runs.next().is_some() { "and more, which -o and --json have\n" } else { "" };
    if rows.is_empty() { String::new() } else { draw::words(&["round", "messages"], rows) + more }
}
