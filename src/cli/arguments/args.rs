//! The arguments of the command line.

use crate::check::Options;
use crate::cli::arguments::claims::{ClaimsArguments, CrosscheckArguments};
use crate::cli::arguments::draw::{DrawArguments, ShowArguments};
use crate::cli::arguments::export::ExportArguments;
use crate::cli::arguments::groups::GroupsArguments;
use crate::cli::arguments::input::Input;
use crate::cli::arguments::matrices::decompose::DecomposeArguments;
use crate::cli::arguments::matrices::messages::MessagesArguments;
use crate::cli::arguments::matrices::rate::RateArguments;
use crate::cli::arguments::matrices::rounds::RoundsArguments;
use crate::cli::arguments::new::NewArguments;
use crate::cli::arguments::packet::PacketOptions;
use crate::cli::arguments::proof::ProofArguments;
use crate::cli::arguments::routing::{ChannelsArguments, DeadlockArguments, RouteArguments};
use crate::cli::arguments::solve::SolveArguments;
use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::tree::TreeArguments;
use crate::cli::arguments::values::number::whole;
use crate::cli::arguments::values::offered::{INPUT, input_word};
use crate::cli::arguments::values::time::time;
use crate::cli::terminal::output::is_stdout;
use clap::{Args, ColorChoice, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Exact schedules for communication tasks on symmetric networks, with certificates.
#[derive(Debug, Parser)]
#[command(name = "isotask", version, about, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) manner: MannerArguments,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The heading of the options that every command takes.
const GLOBAL_HEADING: &str = "Of every command";

/// How the command speaks.
#[derive(Debug, Args)]
pub(crate) struct MannerArguments {
    /// No progress, no advice and no notes; with a file for the result no report. Errors are still printed,
    /// and how an ambiguous file was read
    #[arg(short, long, global = true, help_heading = GLOBAL_HEADING)]
    pub(crate) quiet: bool,
    #[arg(
        long,
        global = true,
        help_heading = GLOBAL_HEADING,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        help = "Colours of verdicts, errors and help; auto: on a terminal, unless NO_COLOR is set"
    )]
    pub(crate) color: ColorChoice,
}

pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0    optimal within the printed scope, or verified
  1    a negative answer: certificate refused, deadlock, named claim refuted
  2    bad input, usage, or input/output
  3    a schedule that is not proved optimal, its gap printed
  4    self-check failed, a bug
  130  interrupted before an optimum was proved; the best so far written";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve a task: a schedule, the reason why nothing shorter exists, a certificate
    Solve(SolveArguments),
    /// Print lower bounds on the completion time of a task, and on its delay if it asks for that, without a
    /// schedule
    Bound(BoundArguments),
    /// Check certificates without trusting the solver
    Check(CheckArguments),
    /// Write a certificate as an entry for BibTeX, with its digest and what is proved, once the checker has
    /// accepted it
    Cite(CiteArguments),
    /// Hold what the papers print against proofs: a verdict for every theorem, formula, table and example
    Claims(ClaimsArguments),
    /// Hold closed forms, constructions, the integer program and bounds of a task against each other
    Crosscheck(CrosscheckArguments),
    /// Write a schedule as a table, graph or program, a network as a graph, or the model of a task's delay
    /// or its proof, for programs of others
    Export(ExportArguments),
    /// Prove a bound in parts, on as many machines as there are: split, run, join
    Proof(ProofArguments),
    /// Decompose a matrix into permutation matrices, each a slot, as few as possible: a file of numbers, or
    /// the matrix of a task
    Decompose(DecomposeArguments),
    /// Find the least isotropic task that contains the packets of a task, solve it, and say what it costs
    /// against the bound of the packets alone
    Hull(HullArguments),
    /// Find how many steps a task takes if a message carries several packets, and which messages are fastest
    Messages(MessagesArguments),
    /// Find how many slots a task takes if it is done very often, by a plan that repeats
    Rate(RateArguments),
    /// Solve the tasks of several groups of nodes that share the links of one network, all at once
    Groups(GroupsArguments),
    /// Find the fewest rounds in which messages are sent, a node sending one and receiving one in a round
    Rounds(RoundsArguments),
    /// Draw a picture of a task, schedule, certificate, Pareto front or tree, or a page that plays a
    /// schedule
    Draw(DrawArguments),
    /// Show a task, schedule, certificate or result for people
    Show(ShowArguments),
    /// Write a task file
    New(NewArguments),
    /// Gather results (solve --json) in one table, a line for each, as CSV
    Table(TableArguments),
    /// List the methods, or for a task those that suit it, and why the others do not
    Methods(MethodsArguments),
    /// List the words for networks: their parameters, what they are, and an example of each
    Networks {
        /// Print one isotask.result/1 document instead of text
        #[arg(long)]
        json: bool,
    },
    /// List machines of practice with the least slots known of their collectives; isotask solve machine NAME
    /// makes the schedules
    Machines {
        /// One machine, with its source, and the certificates' digests
        name: Option<String>,
        /// Print one isotask.result/1 document instead of text
        #[arg(long)]
        json: bool,
    },
    /// Show a spanning tree of the hypercube, a node of it, or what communication along such trees costs
    Tree(TreeArguments),
    /// Find the automorphisms of a network, the orbits of its nodes and links, and whether it is a Cayley
    /// graph
    Symmetry(SymmetryArguments),
    /// Show the way of a packet by a routing rule, hop by hop with the reason of each, or the table of all
    /// pairs
    Route(RouteArguments),
    /// Number the channels of a routing rule, so that no packets can deadlock, or show a cycle of them, in
    /// which packets do
    Channels(ChannelsArguments),
    /// Replay packets in channels with one buffer each (P4 Algorithm 3), in several orders: delivered, or in
    /// deadlock
    Deadlock(DeadlockArguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page in roff
    Man,
}

/// Gives the arguments of a command the method `input`.
macro_rules! with_input {
    ($($arguments:ident),*) => {
        $(impl $arguments {
            pub(crate) fn input(&self) -> Input<'_> {
                Input::new(&self.words, &self.options)
            }
        })*
    };
}

with_input!(
    SolveArguments,
    BoundArguments,
    ExportArguments,
    HullArguments,
    ShowArguments,
    DrawArguments,
    NewArguments
);

impl Command {
    /// Returns whether standard output carries a document that the command writes.
    pub(crate) fn takes_stdout(&self) -> bool {
        match self {
            Self::Solve(arguments) => [&arguments.output, &arguments.schedule]
                .into_iter()
                .any(|place| place.as_deref().is_some_and(is_stdout)),
            Self::Route(arguments) => arguments.output.as_deref().is_some_and(is_stdout),
            Self::Channels(arguments) => arguments.output.as_deref().is_some_and(is_stdout),
            Self::Decompose(arguments) => arguments.output.as_deref().is_some_and(is_stdout),
            Self::Hull(arguments) => arguments.output.as_deref().is_some_and(is_stdout),
            Self::Rounds(arguments) => arguments.output.as_deref().is_some_and(is_stdout),
            Self::Messages(arguments) => arguments.schedule.as_deref().is_some_and(is_stdout),
            Self::Rate(arguments) => arguments.output.as_deref().is_some_and(is_stdout),
            Self::Groups(arguments) => arguments.output.as_deref().is_some_and(is_stdout),
            Self::Export(arguments) => is_stdout(&arguments.output),
            Self::New(arguments) => is_stdout(&arguments.output),
            Self::Draw(arguments) => is_stdout(&arguments.output),
            Self::Table(arguments) => is_stdout(&arguments.output),
            _ => false,
        }
    }

    /// Returns whether threads share some of its work.
    pub(crate) fn is_work(&self) -> bool {
        use Command as C;
        matches!(
            self,
            C::Solve(_)
                | C::Bound(_)
                | C::Decompose(_)
                | C::Hull(_)
                | C::Rounds(_)
                | C::Messages(_)
                | C::Rate(_)
                | C::Groups(_)
                | C::Claims(_)
                | C::Crosscheck(_)
                | C::Methods(_)
                | C::Export(_)
                | C::Proof(_)
                | C::Show(_)
                | C::Draw(_)
        )
    }

    /// Returns the number of threads that was asked for.
    pub(crate) fn threads(&self) -> Option<u32> {
        match self {
            Self::Solve(arguments) => arguments.threads,
            Self::Proof(arguments) => arguments.threads(),
            Self::Claims(arguments) => arguments.threads,
            Self::Crosscheck(arguments) => arguments.threads,
            _ => None,
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Solve(_) => "solve",
            Self::Bound(_) => "bound",
            Self::Check(_) => "check",
            Self::Cite(_) => "cite",
            Self::Claims(_) => "claims",
            Self::Crosscheck(_) => "crosscheck",
            Self::Decompose(_) => "decompose",
            Self::Hull(_) => "hull",
            Self::Rounds(_) => "rounds",
            Self::Messages(_) => "messages",
            Self::Rate(_) => "rate",
            Self::Groups(_) => "groups",
            Self::Draw(_) => "draw",
            Self::Export(_) => "export",
            Self::Proof(_) => "proof",
            Self::Show(_) => "show",
            Self::New(_) => "new",
            Self::Table(_) => "table",
            Self::Methods(_) => "methods",
            Self::Networks { .. } => "networks",
            Self::Machines { .. } => "machines",
            Self::Tree(_) => "tree",
            Self::Symmetry(_) => "symmetry",
            Self::Route(_) => "route",
            Self::Channels(_) => "channels",
            Self::Deadlock(_) => "deadlock",
            Self::Completions { .. } => "completions",
            Self::Man => "man",
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct BoundArguments {
    /// Task file, - for standard input; or a network and a task in words, such as hypercube 4 total-exchange
    /// (isotask help new)
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = HULL_HELP)]
pub(crate) struct HullArguments {
    /// Task file, - for standard input; or a network and a task in words, such as torus 4x4 demands 0:5 5:10
    /// (isotask help new), on a network whose nodes are alike
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Write the hull as a task file; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const HULL_HELP: &str = "\
In the hull every node sends to every offset as many packets as the busiest node does. Its schedules carry the packets of the task too.

Exit codes:
  0    the hull is solved optimally
  2    bad input
  3    a schedule of the hull that is not proved optimal
  4    self-check failed, a bug";

#[derive(Debug, Args)]
#[command(after_help = SYMMETRY_HELP)]
pub(crate) struct SymmetryArguments {
    /// The network in words (isotask networks), or in a file, of a task, of links, or of routes, - for
    /// standard input; of at most 2048 nodes
    #[arg(
        required_unless_present = "edges",
        conflicts_with = "edges",
        value_name = "FILE | NETWORK…",
        value_parser = input_word(),
        hide_possible_values = true
    )]
    pub(crate) words: Vec<OsString>,
    /// Links of a graph in a file, as isotask new --edges reads it
    #[arg(long, value_name = "FILE")]
    pub(crate) edges: Option<PathBuf>,
    /// Lines of the file of links lead from the first node to the second
    #[arg(long, requires = "edges")]
    pub(crate) directed: bool,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const SYMMETRY_HELP: &str = "\
An automorphism is a permutation of the nodes that keeps links with their capacities and directions, and switches. A network is a \
Cayley graph exactly if some of its automorphisms form a group with one element from every node to every other (Sabidussi 1958).

Exit codes:
  0    all is decided
  2    bad input
  3    the steps of a search were spent before all was decided
  4    self-check failed, a bug";

#[derive(Debug, Args)]
pub(crate) struct MethodsArguments {
    /// Task file, - for standard input; or a network and a task in words (isotask help new); default: none,
    /// all methods are listed with their sources
    #[arg(value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Let every method that suits make a schedule, one after the other: slots, delay and seconds side by
    /// side
    #[arg(long, requires = "words")]
    pub(crate) run: bool,
    /// With --run: time for each method, 10s, 2m or 1h; a method that ends with it shows what it has
    #[arg(long, value_name = "TIME", requires = "run", allow_hyphen_values = true, value_parser = time)]
    pub(crate) time_limit: Option<Duration>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

impl MethodsArguments {
    pub(crate) fn input(&self) -> Option<Input<'_>> {
        (!self.words.is_empty()).then(|| Input::new(&self.words, &self.options))
    }
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Certificate or schedule files, or rounds; with --task schedules of other programs; - is standard input
    #[arg(required = true)]
    pub(crate) certificates: Vec<PathBuf>,
    /// The task that schedules of other programs carry out: a file, or words such as "ring 8 allgather". Read
    /// are isotask.rounds/1, a JSON list of slots [[source, target, block], …], the CSV of isotask export,
    /// and MSCCL's algorithms (JSON) and programs (XML)
    #[arg(long, value_name = "TASK")]
    pub(crate) task: Option<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Refuse a file after so much work beside what is linear in its length; 2^34 steps take half a minute of
    /// a fast core
    #[arg(
        long,
        value_name = "STEPS",
        allow_negative_numbers = true,
        value_parser = whole,
        default_value_t = Options::default().limit
    )]
    pub(crate) limit: u64,
    /// Print one isotask.result/1 document instead of text; of several files it holds their results
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    /// Results of solve --json; - is standard input
    #[arg(required = true, value_name = "RESULT")]
    pub(crate) results: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) packet: PacketOptions,
    /// File to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct CiteArguments {
    /// Certificate; - is standard input
    pub(crate) certificate: PathBuf,
}
