//! Runs `isotask rate`: the slots of a task in the limit of many, by a plan that repeats.

use crate::check::{Options, VerifiedRate, check_rate};
use crate::cli::arguments::matrices::rate::RateArguments;
use crate::cli::report::draw;
use crate::cli::report::lines::{counted, describe};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{CommandReport, Output, finish_report, written, wrote};
use crate::model::{Problem, count_of};
use crate::rate::rate;
use crate::solve::{SolveOptions, solve};
use crate::wire::{
    Lower, Objective, RateDocument, RateReport, RateRow, ResultDocument, ResultStatus, to_bytes,
};
use num_rational::Ratio;
use std::collections::BTreeSet;

/// The numbers of tasks of which the table says how long they take together.
const COUNTS: [u64; 7] = [1, 2, 4, 16, 64, 256, 1024];

/// The slots of a schedule of some tasks at once, and a bound on them.
#[derive(Debug, Clone, Copy)]
struct Scheduled {
    count: u64,
    slots: u64,
    least: u64,
}

pub(crate) fn run(arguments: &RateArguments) -> Result<Exit, Failure> {
    let output = arguments.output.as_deref().map(Output::open).transpose()?;
    let (problem, name) = (arguments.input().problem()?, arguments.input().name());
    if problem.objective() != Objective::CompletionTime {
        let message = "a task that minimises delay, expected the objective completion-time";
        return Err(Failure::fault(&name, "objective", message));
    }
    let document = rate(&problem).map_err(|fault| Failure::fault(&name, fault.reason(), fault))?;
    let verified = check_rate(&document, &Options::default())
        .map_err(|rejection| Failure::self_check(format!("our own rate is refused: {rejection}")))?;
    let series = scheduled(&problem, arguments.up_to.unwrap_or(0));
    let found = report(&document, verified, &series);
    let exit = if verified.is_optimal() { Exit::Success } else { Exit::NotProved };
    let printed = if arguments.json {
        let status = if verified.is_optimal() { ResultStatus::Optimal } else { ResultStatus::UpperBound };
        let mut result = ResultDocument::new("rate", status, exit.code());
        result.input = Some(name);
        result.network = Some(document.task.network_words());
        result.task = Some(document.task.task_words());
        result.ports = Some(document.task.ports);
        result.rate = Some(found);
        result.written = arguments.output.iter().filter_map(|place| written("the rate", place)).collect();
        CommandReport::Document(Box::new(result))
    } else {
        let wrote = arguments.output.as_deref().map(|place| wrote("the rate", place));
        CommandReport::Words(text(&problem, &found, &series) + &wrote.unwrap_or_default())
    };
    let stdout_taken = output.as_ref().is_some_and(Output::is_stdout);
    if let Some(output) = output {
        output.finish(&to_bytes(&document))?;
    }
    finish_report(&printed, stdout_taken)?;
    Ok(exit)
}

/// Schedules of several tasks at once, up to a number at which the search ended early.
#[derive(Debug, Default)]
struct Series {
    found: Vec<Scheduled>,
    /// The first number without a schedule, and why there is none.
    ended: Option<(u64, String)>,
}

/// Seeks a schedule of 1, 2, 4, … tasks at once, up to `most`, as long as they are not too large.
fn scheduled(problem: &Problem, most: u64) -> Series {
    let of_count = |count: u64| {
        let too_many = || "too many packets".to_owned();
        let tasks = problem.document().task.times(count).ok_or_else(too_many)?;
        let all = Problem::new(&problem.document().with_task(tasks)).map_err(|fault| fault.to_string())?;
        let outcome = solve(&all, &SolveOptions::default()).map_err(|fault| fault.to_string())?;
        let solution = outcome.solution().map_err(|_| "the search ended without a schedule".to_owned())?;
        let least = solution.bounds.completion.first().map_or(0, Lower::slots);
        Ok(Scheduled { count, slots: solution.completion_time(), least })
    };
    let doubled = |&count: &u64| count.checked_mul(2);
    let mut series = Series::default();
    for count in std::iter::successors(Some(1), doubled).take_while(|&count| count <= most) {
        match of_count(count) {
            Ok(found) => series.found.push(found),
            Err(why) => {
                series.ended = Some((count, why));
                break;
            }
        }
    }
    series
}

fn report(document: &RateDocument, verified: VerifiedRate, series: &Series) -> RateReport {
    let scheduled = &series.found;
    let fraction = |over: u64, under: u64| Ratio::new(over, under).to_string();
    let (over, under) = verified.bound;
    let row = |&count: &u64| {
        let periods = u128::from(count.div_ceil(verified.times) + verified.hops - 1);
        let least = (u128::from(count) * u128::from(over)).div_ceil(under.into());
        let narrow = |slots: u128| u64::try_from(slots).ok();
        let own = scheduled.iter().find(|found| found.count == count);
        let least = narrow(least)?.max(own.map_or(0, |found| found.least));
        let slots = narrow(periods * u128::from(verified.slots))?;
        let divisors = scheduled.iter().filter(|found| count.is_multiple_of(found.count));
        let repeated = divisors.filter_map(|found| found.slots.checked_mul(count / found.count)).min();
        Some(RateRow { count, slots, scheduled: repeated, least })
    };
    let counts: BTreeSet<u64> = COUNTS.into_iter().chain(scheduled.iter().map(|found| found.count)).collect();
    RateReport {
        slots: verified.slots,
        times: verified.times,
        slots_of_a_task: fraction(verified.slots, verified.times),
        bound: fraction(over, under),
        ways: count_of(document.ways.len()),
        hops: verified.hops,
        counts: counts.iter().filter_map(row).collect(),
        unscheduled: series.ended.as_ref().map(|&(count, _)| count),
    }
}

fn text(problem: &Problem, found: &RateReport, series: &Series) -> String {
    let mut report = describe(problem.document(), problem);
    let plural = if found.slots_of_a_task == "1" { "" } else { "s" };
    let rate = format!("{} slot{plural} a task, in the limit of many", found.slots_of_a_task);
    report.verdict(
        "rate",
        if found.slots_of_a_task == found.bound {
            format!("{rate}: optimal")
        } else {
            format!("{rate}; not proved optimal: the bound is {}", found.bound)
        },
    );
    report.line(
        "plan",
        format!(
            "repeats after {} and carries {}; {}, up to {} one after the other",
            counted(found.slots, "slot"),
            counted(found.times, "task"),
            counted(found.ways, "way"),
            counted(found.hops, "move"),
        ),
    );
    report
        .line("checked", "read back and accepted: the loads of links and ports, all packets, and the bound");
    if let Some((count, why)) = &series.ended {
        report.line("schedules", format!("none of {} and more at once: {why}", counted(*count, "task")));
    }
    // A schedule of one task can be repeated for any number.
    let has_schedules = found.counts.first().is_some_and(|row| row.scheduled.is_some());
    let row = |row: &RateRow| {
        let each = Ratio::new(row.scheduled.map_or(row.slots, |slots| slots.min(row.slots)), row.count);
        let mut words = vec![row.count.to_string(), row.slots.to_string()];
        words.extend(row.scheduled.map(|slots| slots.to_string()));
        words.extend([row.least.to_string(), decimal(each)]);
        words
    };
    let mut header = vec!["tasks", "slots by the plan"];
    header.extend(has_schedules.then_some("by schedules"));
    header.extend(["at least", "slots / task"]);
    let table = draw::words(&header, found.counts.iter().map(row).collect());
    format!("{}\n{}\n", report.render(), table.trim_end_matches('\n'))
}

/// Writes a ratio with two decimals, cut off.
fn decimal(ratio: Ratio<u64>) -> String {
    let hundredths = u128::from(*ratio.numer()) * 100 / u128::from(*ratio.denom());
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
