//! Reports cross-checks, for people and for programs.

use crate::cli::report::draw;
use crate::cli::report::lines::describe;
use crate::cli::terminal::width::{columns, folded};
use crate::crosscheck::{Answer, Asked, Crosscheck, Least, Row, Run, Source, Verdict};
use crate::model::count_of;
use crate::wire::{
    CrosscheckReport, CrosscheckRow, CrosscheckRun, CrosscheckVerdict, LeastReport, PartSeconds, Ports,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::time::Duration;

/// Returns the table of one task with its conclusion.
pub(crate) fn text(table: &Crosscheck) -> String {
    let delay = if is_per_node(table) { "delay of a node" } else { "delay" };
    let row = |row: &Row| {
        let cells = [row.source.as_str(), &row.name].map(str::to_owned);
        let numbers = [slots_of(row), delay_of(row, table)];
        cells.into_iter().chain(numbers).chain([row.how.clone()]).collect()
    };
    let mut text = describe(table.problem.document(), &table.problem).render();
    text.push('\n');
    let header = ["source", "what", "slots", delay, "how"];
    text.push_str(&draw::words(&header, table.rows.iter().map(row).collect()));
    text + &folded(&conclusion(table), columns(), 0) + "\n"
}

/// Returns whether delays are given per node.
fn is_per_node(table: &Crosscheck) -> bool {
    table.problem.is_isotropic()
}

/// Returns a delay of all packets of the network as it is shown.
fn delay_words(delay: &BigRational, table: &Crosscheck) -> String {
    if !is_per_node(table) {
        return delay.to_string();
    }
    (delay / BigRational::from_integer(BigInt::from(table.problem.network().nodes()))).to_string()
}

/// Returns a number as it is shown: a lower bound behind ≥.
fn cell(row: &Row, value: Option<String>, of_slots: bool, told: &dyn Fn(&BigRational) -> String) -> String {
    let from = || {
        let says =
            row.says.iter().find(|says| says.least.is_of_slots() == of_slots && says.from.is_some())?;
        Some(format!("≥ {}", told(says.from.as_ref()?)))
    };
    match value {
        Some(value) if row.source == Source::Bound => format!("≥ {value}"),
        Some(value) => value,
        None => from().unwrap_or_default(),
    }
}

fn slots_of(row: &Row) -> String {
    cell(row, row.slots.as_ref().map(ToString::to_string), true, &ToString::to_string)
}

fn delay_of(row: &Row, table: &Crosscheck) -> String {
    let told = |delay: &BigRational| delay_words(delay, table);
    cell(row, row.delay.as_ref().map(told), false, &told)
}

/// Returns whether all rows agree, and on what, or which rows disagree.
fn conclusion(table: &Crosscheck) -> String {
    match table.verdict() {
        Verdict::Agree => format!("agree: {}", agreed(table)),
        Verdict::Open if table.is_delay_known() => {
            format!("open: the program ended with a gap; {}", agreed(table))
        }
        Verdict::Open => format!("open: no row proves the least delay; {}", agreed(table)),
        Verdict::Disagree(rows) => format!("disagree: {}", names(table, &rows)),
    }
}

/// Returns the names of rows, by source.
fn names(table: &Crosscheck, rows: &[usize]) -> String {
    let name = |&row: &usize| {
        let row = &table.rows[row];
        let value = [slots_of(row), delay_of(row, table)].into_iter().find(|value| !value.is_empty());
        format!("{} {} ({})", row.source.as_str(), row.name, value.unwrap_or_default())
    };
    rows.iter().map(name).collect::<Vec<_>>().join(" against ")
}

/// Returns the values that all rows together leave possible.
fn agreed(table: &Crosscheck) -> String {
    let number = |value: &BigRational| value.to_string();
    let slots = |least| range(table.range(least), &number);
    if !is_per_node(table) {
        let of_delay = table.range(Least::Delay);
        let has_delay = of_delay != (None, None);
        let delay = format!(", delay {} of all packets", range(of_delay, &number));
        return format!("{} slots{}", slots(Least::Slots), if has_delay { &delay } else { "" });
    }
    let (symmetric, all) = (slots(Least::SymmetricSlots), slots(Least::Slots));
    let told = |delay: &BigRational| delay_words(delay, table);
    let delay = |least| range(table.range(least), &told);
    let (within, any) = (delay(Least::DelayWithin), delay(Least::Delay));
    let of_any = |one: &str, of_all: &str| {
        if one == of_all { String::new() } else { format!(" (where nodes may differ {of_all})") }
    };
    let any_length =
        if within == any { String::new() } else { format!(" (any schedule of any length {any})") };
    format!("{symmetric} slots{}, delay {within} of a node{any_length}", of_any(&symmetric, &all))
}

/// Returns a value, or the range between two.
fn range(
    (from, to): (Option<BigRational>, Option<BigRational>),
    told: &dyn Fn(&BigRational) -> String,
) -> String {
    match (from, to) {
        (Some(from), Some(to)) if from == to => told(&from),
        (Some(from), Some(to)) => format!("{} to {}", told(&from), told(&to)),
        (Some(from), None) => format!("at least {}", told(&from)),
        (None, Some(to)) => format!("at most {}", told(&to)),
        (None, None) => "unknown".to_owned(),
    }
}

/// Returns the word of the last column.
pub(crate) fn verdict_word(table: &Crosscheck) -> &'static str {
    match table.verdict() {
        Verdict::Agree => "agree",
        Verdict::Disagree(_) => "disagree",
        Verdict::Open => "open",
    }
}

/// Returns the ports in the words of the command line.
pub(crate) fn ports_word(ports: Ports) -> String {
    match ports {
        Ports::All => "all".to_owned(),
        Ports::One => "one".to_owned(),
        Ports::AtMost(most) => most.to_string(),
        Ports::OneHalfDuplex => "one-half-duplex".to_owned(),
    }
}

/// The columns of the table of many tasks, for other programs.
pub(crate) const CSV_COLUMNS: [&str; 12] = [
    "task",
    "ports",
    "slots_form",
    "slots_made",
    "slots_program",
    "slots_bound",
    "delay_form",
    "delay_made",
    "delay_program",
    "delay_bound",
    "search_nodes",
    "verdict",
];

/// The columns of the table of many tasks, for people: slots T and delay D by closed forms, each followed by
/// the values that were made, solved and bounded.
pub(crate) const TABLE_COLUMNS: [&str; 11] =
    ["task", "k", "T", "made", "ilp", "≥", "D", "made", "ilp", "≥", "verdict"];

/// Returns a line for people: neighbourhood exchanges by K and L, without the search nodes.
pub(crate) fn short_line(words: &str, table: &Crosscheck) -> Vec<String> {
    let mut cells = line(words, table);
    let verdict = cells.pop();
    cells.pop();
    cells.extend(verdict);
    if let Some((network, distances)) = words.split_once(" neighbourhood-exchange ") {
        cells[0] = format!("{network} ({})-exchange", distances.replace(' ', ","));
    }
    cells
}

/// Returns a line of the table of many tasks: the least slots T and the least delay D by each source.
pub(crate) fn line(words: &str, table: &Crosscheck) -> Vec<String> {
    let ports = ports_word(table.problem.ports());
    let values = [true, false].into_iter().flat_map(|of_slots| {
        [Source::ClosedForm, Source::Construction, Source::Program, Source::Bound]
            .map(|source| of_source(table, source, of_slots))
    });
    let nodes: u64 = table.runs.iter().map(|run| run.nodes).sum();
    let ends = [nodes.to_string(), verdict_word(table).to_owned()];
    [words.to_owned(), ports].into_iter().chain(values).chain(ends).collect()
}

/// Returns what one source says of the slots or the delay: of formulas those not refuted, of schedules the
/// least, of the program what it has proved, of bounds the greatest.
fn of_source(table: &Crosscheck, source: Source, of_slots: bool) -> String {
    let isotropic = is_per_node(table);
    let least = match (of_slots, isotropic) {
        (true, true) => Least::SymmetricSlots,
        (true, false) => Least::Slots,
        (false, _) => Least::DelayWithin,
    };
    let mut only = table.clone();
    only.rows.retain(|row| row.source == source);
    let (from, to) = only.range(least);
    let told = |value: &BigRational| if of_slots { value.to_string() } else { delay_words(value, table) };
    match (source, from, to) {
        (Source::Construction, _, Some(to)) => told(&to),
        (Source::ClosedForm, Some(from), Some(to)) if from == to => told(&from),
        // A formula for all schedules bounds the symmetric ones too.
        (Source::Bound, Some(from), _) | (Source::ClosedForm, Some(from), None) => told(&from),
        (Source::Program, from @ Some(_), to @ Some(_)) => range((from, to), &told),
        _ => "·".to_owned(),
    }
}

/// Returns the report of one task.
pub(crate) fn report(table: &Crosscheck) -> CrosscheckReport {
    let (verdict, disagree) = match table.verdict() {
        Verdict::Agree => (CrosscheckVerdict::Agree, Vec::new()),
        Verdict::Disagree(rows) => (CrosscheckVerdict::Disagree, rows),
        Verdict::Open => (CrosscheckVerdict::Open, Vec::new()),
    };
    let least = Least::ALL.into_iter().map(|least| {
        let (from, to) = table.range(least);
        reported(least, from.as_ref(), to.as_ref())
    });
    CrosscheckReport {
        verdict,
        disagree: disagree.into_iter().map(count_of).collect(),
        slots: table.slots,
        rows: table.rows.iter().map(reported_row).collect(),
        runs: table.runs.iter().map(reported_run).collect(),
        least: least.filter(|least| least.from.is_some() || least.to.is_some()).collect(),
    }
}

fn reported(least: Least, from: Option<&BigRational>, to: Option<&BigRational>) -> LeastReport {
    let word = match least {
        Least::Slots => "slots",
        Least::SymmetricSlots => "symmetric-slots",
        Least::Delay => "delay",
        Least::SymmetricDelay => "symmetric-delay",
        Least::DelayWithin => "delay-within",
    };
    let fraction = |value: Option<&BigRational>| value.map(ToString::to_string);
    LeastReport { least: word.to_owned(), from: fraction(from), to: fraction(to) }
}

fn reported_row(row: &Row) -> CrosscheckRow {
    CrosscheckRow {
        source: row.source.as_str().replace(' ', "-"),
        name: row.name.clone(),
        how: row.how.clone(),
        slots: row.slots.as_ref().map(ToString::to_string),
        delay: row.delay.as_ref().map(ToString::to_string),
        says: row
            .says
            .iter()
            .map(|says| reported(says.least, says.from.as_ref(), says.to.as_ref()))
            .collect(),
    }
}

fn reported_run(run: &Run) -> CrosscheckRun {
    let (asked, slots) = asked(run);
    let (answer, delay) = match run.answer {
        Answer::Schedule(delay) => ("schedule", delay),
        Answer::TooFar(_) => ("too-far", None),
        Answer::Refuted => ("refuted", None),
        Answer::Least(delay) => ("least", Some(delay)),
        Answer::Open(_, delay) => ("open", delay),
    };
    CrosscheckRun {
        asked: asked.to_owned(),
        slots,
        symmetric: run.symmetric,
        model: run.model.to_owned(),
        columns: run.columns,
        rows: run.rows,
        nodes: run.nodes,
        answer: answer.to_owned(),
        delay,
    }
}

fn asked(run: &Run) -> (&'static str, u64) {
    match run.asked {
        Asked::Slots(slots) => ("slots", slots),
        Asked::LeastDelay(slots) => ("least-delay", slots),
    }
}

/// Returns the seconds of each run of the program.
pub(crate) fn took(table: &Crosscheck) -> Vec<PartSeconds> {
    let part = |run: &Run| {
        let (asked, slots) = asked(run);
        PartSeconds { name: format!("{asked} {slots}"), seconds: seconds(run.time) }
    };
    table.runs.iter().map(part).collect()
}

/// Returns a time in seconds with three decimals.
pub(crate) fn seconds(time: Duration) -> String {
    let millis = time.as_millis().to_u64().unwrap_or(u64::MAX);
    format!("{}.{:03}", millis / 1000, millis % 1000)
}
