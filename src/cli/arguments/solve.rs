//! The arguments of `isotask solve`, the options that they give to a solve, and its end.

use crate::cli::arguments::packet::PacketOptions;
use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::values::number::between;
use crate::cli::arguments::values::offered::{INPUT, input_word};
use crate::cli::arguments::values::time::time;
use crate::cli::terminal::failure::{Exit, Failure, name_of};
use crate::cli::terminal::interrupt;
use crate::delay::Bias;
use crate::grammar::SlotTime;
use crate::job_shop::Effort;
use crate::model::Subgroup;
use crate::solve::{
    ConversionFault, Form, METHODS, Method, MethodError, Outcome, Phase, RefusedOption, Solution, SolveError,
    SolveOptions, Unsuited, method,
};
use crate::tree::GivenTree;
use crate::wire::ScheduleDocument;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The heading of options that choose among schedules.
const SOLVE_HEADING: &str = "How the schedule is made";

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct SolveArguments {
    /// Task file, - for standard input; or a network and a task in words, such as hypercube 4 total-exchange
    /// (isotask help new)
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    #[command(flatten)]
    pub(crate) packet: PacketOptions,
    /// How the schedule is made; default: what suits the objective. Methods of broadcasts and scatter make
    /// accumulations and gather too, with time reversed
    #[arg(help_heading = SOLVE_HEADING, long, value_parser = methods())]
    pub(crate) method: Option<&'static dyn Method>,
    /// Keep to schedules in which every node does the translate of what node 0 does, even where others take
    /// fewer slots
    #[arg(help_heading = SOLVE_HEADING, long, conflicts_with = "from")]
    pub(crate) symmetric: bool,
    /// Look for schedules under this group of automorphisms, by the method orbits: a JSON list of its
    /// generators, as `subgroup` in a schedule (on a graph lists of where every node goes); - is standard
    /// input
    #[arg(help_heading = SOLVE_HEADING, long, value_name = "FILE", conflicts_with_all = ["symmetric", "from"])]
    pub(crate) symmetry: Option<PathBuf>,
    /// Which rule goes first in the method octr; default: the objective's
    #[arg(help_heading = SOLVE_HEADING, long, value_enum)]
    pub(crate) bias: Option<BiasWord>,
    /// List completion time against total delay of symmetric schedules, for every horizon from their least
    /// completion time on, each point proved by an integer program (small instances); the objective of the
    /// task is set aside, and --output names a folder, new or empty, for a certificate of each point
    #[arg(
        help_heading = SOLVE_HEADING,
        long,
        hide = cfg!(not(feature = "ilp")),
        conflicts_with_all = ["schedule", "method", "symmetry", "bias", "form", "from", "effort"]
    )]
    pub(crate) pareto: bool,
    /// Turn this schedule or certificate of a harder problem into one of the task (P2's hierarchy: total
    /// exchange, multinode broadcast or accumulation, scatter or gather, single node broadcast or
    /// accumulation)
    #[arg(help_heading = SOLVE_HEADING, long, value_name = "FILE", conflicts_with_all = ["method", "bias", "form"])]
    pub(crate) from: Option<PathBuf>,
    /// Broadcast, reduce, scatter or gather along this spanning tree, on a network without switches: a JSON
    /// list of its edges, each [FROM, TO] with the node nearer the root first, nodes by index or by name in
    /// quotes; - is standard input
    #[arg(
        help_heading = SOLVE_HEADING,
        long,
        value_name = "FILE",
        conflicts_with_all = ["method", "symmetric", "symmetry", "bias", "form", "pareto", "from"]
    )]
    pub(crate) tree: Option<PathBuf>,
    /// Write the certificate (task, schedule, claims); - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the schedule alone; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) schedule: Option<PathBuf>,
    /// Form of the schedule: slot by slot, or intervals, whose size does not grow with the packets
    #[arg(help_heading = SOLVE_HEADING, long, value_enum, default_value_t = FormWord::Auto)]
    pub(crate) form: FormWord,
    /// How much work the searches of a run may do, in counted steps, so that the result does not depend
    /// on the clock; default: default, or exhaustive where there is a time limit
    #[arg(help_heading = SOLVE_HEADING, long, value_enum)]
    pub(crate) effort: Option<EffortWord>,
    /// Time that the searches of a run may take, in seconds, or as 500ms, 10s, 2m or 1h, constructions and
    /// the check coming on top
    #[arg(
        help_heading = SOLVE_HEADING,
        long,
        value_name = "TIME",
        allow_hyphen_values = true,
        value_parser = time
    )]
    pub(crate) time_limit: Option<Duration>,
    /// Threads; default: one for each core, of which an integer program takes one
    #[arg(
        help_heading = SOLVE_HEADING,
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = between(1, 1024)
    )]
    pub(crate) threads: Option<u32>,
    /// Say how the result came about
    #[arg(long)]
    pub(crate) explain: bool,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// The message of a command without the feature `ilp` that is asked for an integer program.
pub(crate) const NO_HIGHS_MESSAGE: &str =
    "this isotask was built without HiGHS, which integer programs need; build it with the feature ilp";

/// Parses a method of the register; each is offered with its sentence. Without the feature `ilp` the word
/// `ilp` is known, and refused.
fn methods() -> impl TypedValueParser<Value = &'static dyn Method> {
    let word = |method: &&'static dyn Method| PossibleValue::new(method.word()).help(method.sentence());
    let missing = cfg!(not(feature = "ilp")).then(|| PossibleValue::new("ilp").hide(true));
    PossibleValuesParser::new(METHODS.iter().map(word).chain(missing))
        .try_map(|word| method(&word).ok_or(NO_HIGHS_MESSAGE))
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum BiasWord {
    /// Every critical line in every slot, then the nearest packets
    CompletionTime,
    /// The nearest packets, then critical lines
    AverageDelay,
}

impl From<BiasWord> for Bias {
    fn from(word: BiasWord) -> Self {
        match word {
            BiasWord::CompletionTime => Self::CompletionTime,
            BiasWord::AverageDelay => Self::AverageDelay,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum EffortWord {
    /// First schedules, and shorter ones as long as each costs little: a second or two
    Quick,
    /// Mostly seconds; on tasks of many packets about a minute of one core
    Default,
    /// Every stage once: minutes
    Thorough,
    /// Every stage again and again, until a time limit or an interrupt
    Exhaustive,
}

impl From<EffortWord> for Effort {
    fn from(word: EffortWord) -> Self {
        match word {
            EffortWord::Quick => Self::Quick,
            EffortWord::Default => Self::Standard,
            EffortWord::Thorough => Self::Thorough,
            EffortWord::Exhaustive => Self::Exhaustive,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum FormWord {
    /// Slot by slot up to a million moves of a node, then intervals or windows
    Auto,
    /// Slot by slot
    Slots,
    /// Intervals
    Intervals,
    /// A plan of windows
    Windows,
}

impl From<FormWord> for Form {
    fn from(word: FormWord) -> Self {
        match word {
            FormWord::Auto => Self::Automatic,
            FormWord::Slots => Self::Slots,
            FormWord::Intervals => Self::Intervals,
            FormWord::Windows => Self::Windows,
        }
    }
}

impl SolveArguments {
    /// Returns the length of a slot, if it is known.
    pub(crate) fn slot_time(&self) -> Result<Option<SlotTime>, Failure> {
        self.packet.slot_time(self.options.unit)
    }
}

/// Returns a function that says whether the time limit, counted from now, has passed, or an interrupt has
/// come.
pub(crate) fn stop_at_limit(limit: Option<Duration>) -> impl Fn() -> bool + Sync + use<> {
    let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    move || interrupt::is_interrupted() || deadline.is_some_and(|end| Instant::now() >= end)
}

/// The method that takes a group of automorphisms.
pub(crate) const ORBITS: &str = "orbits";

/// Returns the options of a solve that the arguments ask for.
pub(crate) fn options_of<'a>(
    arguments: &SolveArguments,
    source: Option<&'a ScheduleDocument>,
    symmetry: Option<&'a Subgroup>,
    tree: Option<&'a GivenTree>,
    stop: &'a (dyn Fn() -> bool + Sync),
    progress: &'a (dyn Fn(Phase) + Sync),
) -> SolveOptions<'a> {
    SolveOptions {
        method: arguments.method.or_else(|| symmetry.and_then(|_| method(ORBITS))),
        symmetry,
        bias: arguments.bias.map(Bias::from),
        symmetric: arguments.symmetric,
        source,
        tree,
        form: arguments.form.into(),
        threads: arguments.threads.unwrap_or(1),
        effort: arguments.effort.map(Effort::from),
        time_limit: arguments.time_limit,
        stop,
        cancel: &interrupt::is_interrupted,
        progress,
        ..SolveOptions::default()
    }
}

/// Returns the failure of a refused solve, with the options in the words of the command line.
pub(crate) fn failure(arguments: &SolveArguments, fault: &SolveError) -> Failure {
    let name = arguments.from.as_deref().map_or_else(|| arguments.input().name(), name_of);
    match fault {
        SolveError::OptionRefused(RefusedOption::Bias) => {
            Failure::usage("--bias goes with --method octr".to_owned())
        }
        SolveError::OptionRefused(refused) => Failure::usage(format!("--{refused}")),
        SolveError::Method { fault: MethodError::Unsuited(Unsuited::OtherTask { .. }), .. } => {
            Failure::usage(fault.to_string())
        }
        SolveError::TooManyEntries { .. } => {
            let remedy = "--method windows needs none for total and neighbourhood exchanges";
            Failure::fault(&name, fault.reason(), format!("{fault}; {remedy}"))
        }
        SolveError::Model(fault) => Failure::model(&name, fault),
        SolveError::Method { fault: MethodError::Conversion(ConversionFault::NotBySlots), .. } => {
            Failure::fault(
                &name,
                fault.reason(),
                format!("{fault} (solve --symmetric --form slots writes one)"),
            )
        }
        _ => Failure::solve(&name, fault),
    }
}

/// Returns the solution of an outcome with its exit code. An interrupt makes no difference if nothing was
/// left open.
pub(crate) fn ended(outcome: Outcome) -> Result<(Box<Solution>, Exit), Failure> {
    let interrupted = interrupt::is_interrupted();
    match outcome {
        Outcome::Optimal(solution) => Ok((solution, Exit::Success)),
        Outcome::Feasible(solution) if interrupted => Ok((solution, Exit::Interrupted)),
        Outcome::Feasible(solution) => Ok((solution, Exit::NotProved)),
        Outcome::Unknown { reason } if interrupted => Err(Failure::interrupted(&reason.to_string())),
        Outcome::Unknown { reason } => Err(Failure::without_schedule(reason.to_string())),
    }
}
