//! Formats a result document as lines for people.

use crate::cli::report::lines::{Report, horizon_words, per_words, scope_words};
use crate::cli::terminal::width::prose;
use crate::wire::{DelayReport, PointReport, ResultDocument, Scope, SlotTimeReport};

/// Returns a result as text; it reports a run, which the command does not check again.
pub(crate) fn text(document: &ResultDocument) -> String {
    let mut text = one(document);
    for inner in &document.results {
        text.push('\n');
        text.push_str(&one(inner));
    }
    text + "\n"
        + &prose(
            "A report of a run, not checked here: what proves it is the certificate (isotask check CERTIFICATE).",
        )
}

fn one(document: &ResultDocument) -> String {
    let mut report = Report::default();
    report.verdict("result", format!("{}, exit code {}", outcome(document), document.exit));
    for read in &document.read {
        report.line("read as", read);
    }
    for (label, value) in [
        ("input", &document.input),
        ("network", &document.network),
        ("task", &document.task),
        ("method", &document.method),
    ] {
        if let Some(value) = value {
            report.line(label, value);
        }
    }
    if let Some(slots) = document.completion_time {
        report.line(
            "completion time",
            with_bound(slots.into(), document.bound.map(u128::from), document.scope, ""),
        );
    }
    if let Some(time) = &document.slot_time {
        let SlotTimeReport { bytes, bits_per_second, slot_seconds, seconds } = time;
        report.line(
            "in seconds",
            format!(
                "{seconds} s: a slot is {slot_seconds} s, a packet of {bytes} bytes at {bits_per_second} b/s"
            ),
        );
    }
    if let Some(delay) = &document.delay {
        report.line("delay", delay_words(delay));
    }
    for point in &document.points {
        report.line(&format!("horizon {}", point.horizon_slots), point_words(point));
    }
    for note in &document.notes {
        report.line("note", note);
    }
    if let Some(error) = &document.error {
        report.line("error", &error.message);
    }
    if let Some(run) = &document.run {
        report.line("seconds", &run.seconds);
    }
    report.render()
}

/// Returns the command and its status, in the words of the document.
fn outcome(document: &ResultDocument) -> String {
    let status = serde_json::to_value(document.status).ok();
    let status = status.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default();
    format!("{}: {status}", document.command)
}

fn with_bound(value: u128, bound: Option<u128>, scope: Option<Scope>, within: &str) -> String {
    let bound = bound.zip(scope).map(|(bound, scope)| {
        let gap = value.saturating_sub(bound);
        format!(", bound {bound} for {}{within}, gap {gap}", scope_words(scope))
    });
    format!("{value}{}", bound.unwrap_or_default())
}

fn delay_words(delay: &DelayReport) -> String {
    let within = horizon_words(delay.horizon);
    let total = with_bound(delay.total, Some(delay.bound), Some(delay.scope), &within);
    let whose = per_words(delay.per);
    format!("average {} slots; total{whose} {total}", delay.average)
}

fn point_words(point: &PointReport) -> String {
    let proved = match point.pareto_optimal {
        Some(true) => "on the front",
        Some(false) => "not on the front",
        None => "open",
    };
    format!("{} slots, total delay {}, {proved}", point.completion_time, point.total_delay)
}
