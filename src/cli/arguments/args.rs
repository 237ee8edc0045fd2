//! What may stand on the command line.

use crate::check::Options;
use crate::cli::arguments::offered::{INPUT, input_word, word_of_task};
use crate::cli::arguments::proof::ProofArguments;
use crate::cli::arguments::routing::{ChannelsArguments, DeadlockArguments};
use crate::cli::arguments::task::{Input, TaskOptions, ports_parser};
use crate::cli::terminal::output::is_stdout;
use crate::delay::Bias;
use crate::draw::{PICTURES, Picture, WRITINGS, Writing, picture, writing};
use crate::export::{FORMATS, Format, format};
use crate::solve::{Form, METHODS, Method, method};
#[cfg(feature = "claims")]
use crate::wire::ClaimVerdict;
use crate::wire::Ports;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Exact schedules for communication tasks on symmetric networks, with certificates.
#[derive(Debug, Parser)]
#[command(name = "isotask", version, about, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) manner: MannerArguments,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The heading of what every command takes.
const OF_ALL: &str = "Of every command";

/// How the command speaks.
#[derive(Debug, Args)]
pub(crate) struct MannerArguments {
    /// Neither progress nor remarks on standard error, only errors
    #[arg(short, long, global = true, help_heading = OF_ALL)]
    pub(crate) quiet: bool,
    #[arg(
        long,
        global = true,
        help_heading = OF_ALL,
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
    /// Write a schedule as a table, graph or program, a network as a graph, or the model of a task's delay or
    /// its proof, for programs of others
    Export(ExportArguments),
    /// Prove a bound in parts, on as many machines as there are: split, run, join
    Proof(ProofArguments),
    /// Draw a picture of a task, schedule, certificate, Pareto front or tree, or a page that plays a schedule
    Draw(DrawArguments),
    /// Show a task, schedule, certificate or result for people
    Show(ShowArguments),
    /// Write a task file
    New(NewArguments),
    /// Gather results (solve --json) in one table, a line for each, as CSV
    Table(TableArguments),
    /// List the methods, or for a task those that suit it, and why the others do not
    Methods(MethodsArguments),
    /// Show a spanning tree of the hypercube, a node of it, or what communication along such trees costs
    Tree(TreeArguments),
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

/// Gives the arguments of a command what their words name.
macro_rules! with_input {
    ($($arguments:ident),*) => {
        $(impl $arguments {
            pub(crate) fn input(&self) -> Input<'_> {
                Input::new(&self.words, &self.options)
            }
        })*
    };
}

with_input!(SolveArguments, BoundArguments, ExportArguments, ShowArguments, DrawArguments);

impl Command {
    /// Whether standard output carries a document that the command writes.
    pub(crate) fn takes_stdout(&self) -> bool {
        match self {
            Self::Solve(arguments) => [&arguments.output, &arguments.schedule]
                .into_iter()
                .any(|place| place.as_deref().is_some_and(is_stdout)),
            Self::Channels(arguments) => arguments.output.as_deref().is_some_and(is_stdout),
            Self::Export(arguments) => is_stdout(&arguments.output),
            Self::New(arguments) => is_stdout(&arguments.output),
            Self::Draw(arguments) => is_stdout(&arguments.output),
            Self::Table(arguments) => is_stdout(&arguments.output),
            _ => false,
        }
    }

    /// Whether some of its work is shared by threads.
    pub(crate) fn is_work(&self) -> bool {
        use Command as C;
        matches!(
            self,
            C::Solve(_) | C::Bound(_) | C::Claims(_) | C::Export(_) | C::Proof(_) | C::Show(_) | C::Draw(_)
        )
    }

    /// How many threads were asked for.
    pub(crate) fn threads(&self) -> Option<u32> {
        match self {
            Self::Solve(arguments) => arguments.threads,
            Self::Proof(arguments) => arguments.threads(),
            Self::Claims(arguments) => arguments.threads,
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
            Self::Draw(_) => "draw",
            Self::Export(_) => "export",
            Self::Proof(_) => "proof",
            Self::Show(_) => "show",
            Self::New(_) => "new",
            Self::Table(_) => "table",
            Self::Methods(_) => "methods",
            Self::Tree(_) => "tree",
            Self::Channels(_) => "channels",
            Self::Deadlock(_) => "deadlock",
            Self::Completions { .. } => "completions",
            Self::Man => "man",
        }
    }
}

/// The heading of what chooses among schedules.
const MAKING: &str = "How the schedule is made";

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct SolveArguments {
    /// Task file, - for standard input; or a network and a task in words, such as hypercube 4 total-exchange
    /// (isotask help new)
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// How the schedule is made; default: what suits the objective. Methods of broadcasts and scatter make
    /// accumulations and gather too, with time reversed
    #[arg(help_heading = MAKING, long, value_parser = methods())]
    pub(crate) method: Option<&'static dyn Method>,
    /// Keep to schedules in which every node does the translate of what node 0 does, even where others take
    /// fewer slots
    #[arg(help_heading = MAKING, long, conflicts_with_all = ["from", "allreduce"])]
    pub(crate) symmetric: bool,
    /// Look for schedules under this group of automorphisms, by the method orbits: a JSON list of its
    /// generators, as `subgroup` in a schedule (on a graph lists of where every node goes); - is standard
    /// input
    #[arg(help_heading = MAKING, long, value_name = "FILE", conflicts_with_all = ["symmetric", "from", "allreduce"])]
    pub(crate) symmetry: Option<PathBuf>,
    /// Which rule goes first in the method octr; default: the objective's
    #[arg(help_heading = MAKING, long, value_enum)]
    pub(crate) bias: Option<BiasWord>,
    /// List completion time against total delay of symmetric schedules, for every horizon from their least
    /// completion time on, each point proved by an integer program (small instances); the objective of the
    /// task is set aside, and --output names a folder, new or empty, for a certificate of each point
    #[cfg(feature = "ilp")]
    #[arg(help_heading = MAKING, long, conflicts_with_all = ["schedule", "method", "symmetry", "bias", "form", "from", "allreduce"])]
    pub(crate) pareto: bool,
    /// Turn this schedule or certificate of a harder problem into one of the task (P2's hierarchy: total
    /// exchange, multinode broadcast or accumulation, scatter or gather, single node broadcast or
    /// accumulation)
    #[arg(help_heading = MAKING, long, value_name = "FILE", conflicts_with_all = ["method", "bias", "form"])]
    pub(crate) from: Option<PathBuf>,
    /// After a multinode accumulation (reduce-scatter) the multinode broadcast (allgather) of the
    /// sums: --output names a folder, new or empty, for the certificates of both
    #[arg(help_heading = MAKING, long, conflicts_with_all = ["schedule", "from", "bias", "form", "explain"])]
    pub(crate) allreduce: bool,
    /// Write the certificate (task, schedule, claims); - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the schedule alone; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) schedule: Option<PathBuf>,
    /// Form of the schedule: slot by slot, or intervals, whose size does not grow with the packets
    #[arg(help_heading = MAKING, long, value_enum, default_value_t = FormWord::Auto)]
    pub(crate) form: FormWord,
    /// Seconds that the searches of a run may take, constructions and the check coming on top; default: a
    /// number of steps instead, so that the result does not depend on the clock: mostly a few seconds, on
    /// tasks of many packets up to about half a minute. Trees of integer programs grow on as long as there is
    /// time
    #[arg(
        help_heading = MAKING,
        long,
        value_name = "SECONDS",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=31_536_000)
    )]
    pub(crate) time_limit: Option<u64>,
    /// Threads; default: one for each core, of which an integer program takes one
    #[arg(
        help_heading = MAKING,
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=1024)
    )]
    pub(crate) threads: Option<u32>,
    /// Say how the result came about
    #[arg(long)]
    pub(crate) explain: bool,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
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
pub(crate) struct MethodsArguments {
    /// Task file, - for standard input; or a network and a task in words (isotask help new); default: none,
    /// all methods are listed with their sources
    #[arg(value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
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
    /// Certificate or schedule files; - is standard input
    #[arg(required = true)]
    pub(crate) certificates: Vec<PathBuf>,
    /// Refuse a file after so much work beside what is linear in its length; 2^34 steps take half a minute of
    /// a fast core
    #[arg(long, value_name = "STEPS", default_value_t = Options::default().limit)]
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
    /// File to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct CiteArguments {
    /// Certificate; - is standard input
    pub(crate) certificate: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = CLAIMS_HELP)]
pub(crate) struct ClaimsArguments {
    /// Identifier of a claim, or what stands before its points (P1, P1.ring), with a point at the end if that
    /// is a claim itself (P4.path.); default: all
    #[arg(value_name = "CLAIM")]
    pub(crate) claims: Vec<String>,
    /// Judge the claims of this file (isotask.claims/1) instead of the papers'; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Only claims with this verdict; may be repeated
    #[arg(long, value_name = "VERDICT")]
    pub(crate) verdict: Vec<VerdictWord>,
    /// Write all certificates behind the verdicts into this folder, new or empty
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Threads: claims that are judged at a time; default: one for each core
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
    /// Print tables in Markdown
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// A verdict on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerdictWord {
    /// It holds on every instance
    Confirmed,
    /// It holds under a restriction
    Narrower,
    /// It fails
    Refuted,
    /// Neither is proved
    Open,
}

#[cfg(feature = "claims")]
impl VerdictWord {
    pub(crate) fn is(self, verdict: ClaimVerdict) -> bool {
        match self {
            Self::Confirmed => verdict == ClaimVerdict::Confirmed,
            Self::Narrower => verdict == ClaimVerdict::Narrower,
            Self::Refuted => verdict == ClaimVerdict::Refuted,
            Self::Open => verdict == ClaimVerdict::Open,
        }
    }
}

const CLAIMS_HELP: &str = "\
confirmed: it holds on every instance of the range; narrower: it fails on one, and holds under a restriction \
that is named; refuted: it fails on one; open: on some instance it is neither proved nor refuted. Where a text \
allows several readings, the best verdict of any counts, and the list says how many of them have it. One claim \
alone is shown in full.

Exit codes: 1 if a claim is refuted that CLAIM names, by its identifier or by what stands before it, be it listed \
or not, or one of --file; without CLAIM the papers' claims are all listed, as the record of what is known, and the \
exit code is 0.";

#[derive(Debug, Args)]
#[command(after_help = EXPORT_HELP)]
pub(crate) struct ExportArguments {
    /// Any certificate or schedule; for graphs also a task, or a network in words, which is written alone
    /// (isotask help new); for coq any certificate, for opb, lp and mps any certificate or task, also one in
    /// words, for veripb a certificate whose delay or completion time a tree proves; - is standard input
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// What is written
    #[arg(long, value_parser = formats(), value_name = "FORMAT")]
    pub(crate) to: &'static Format,
    /// Slots of the model; default: those of the proof, else what the objective asks for
    #[arg(long, value_name = "SLOTS")]
    pub(crate) horizon: Option<u64>,
    /// For tables only what this node sends and receives: an index, or as it is printed, such as 1,2 or 0b101
    #[arg(long)]
    pub(crate) node: Option<String>,
    /// For tables only these slots: one, or A..B from A up to but not including B
    #[arg(long, value_name = "A..B")]
    pub(crate) slots: Option<String>,
    /// File to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const EXPORT_HELP: &str = "\
By purpose:
  table               csv
  graph               graphml, node-link, dot
  program of MPI      c
  simulator           simgrid, goal
  collective library  msccl-json, msccl-xml
  model of the delay  opb, lp, mps
  proof               veripb, coq

Every file is its user's: no licence attaches to what is written.

The columns of csv are explained in models/formats/schedule.md, the names of variables and rows in \
models/formats/programs.md.";

#[derive(Debug, Args)]
#[command(after_help = DRAW_HELP)]
pub(crate) struct DrawArguments {
    /// A certificate, a schedule, a task, a result of solve --pareto or of tree, or channels, of which the
    /// network is drawn; - is standard input; or a network and a task in words (isotask help new)
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Which picture; default: of certificates and schedules heat-map, or use where that has no room, of
    /// tasks matrix where they have one, else network
    #[arg(long, value_parser = pictures(), value_name = "PICTURE")]
    pub(crate) picture: Option<&'static Picture>,
    /// Of a schedule or certificate only these slots: one, or A..B from A up to but not including B
    #[arg(long, value_name = "A..B")]
    pub(crate) slots: Option<String>,
    /// Of a schedule or certificate only the packets of this node; default: of a symmetric one those of node
    /// 0, else all
    #[arg(long)]
    pub(crate) node: Option<String>,
    /// What is written; default: what the name of the output ends with, else svg
    #[arg(long, value_parser = writings(), value_name = "FORMAT")]
    pub(crate) to: Option<&'static Writing>,
    /// File to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const DRAW_HELP: &str = "\
Colours say how many hops a packet has in all. \"Optimal\" stands in a picture only if the certificate says so \
and the checker has accepted it.";

#[derive(Debug, Args)]
#[command(after_help = SHOW_HELP)]
pub(crate) struct ShowArguments {
    /// A document of Isotask, - for standard input; or a network and a task in words (isotask help new)
    #[arg(required = true, value_name = INPUT, value_parser = input_word(), hide_possible_values = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Of a schedule or certificate show what this node sends and receives: an index, or as it is printed,
    /// such as 1,2 or 000101 or 0321; 0b101 is binary, 0d101 decimal
    #[arg(long)]
    pub(crate) node: Option<String>,
    /// In which slots: one, or A..B from A up to but not including B; default: all, if they are at most 1024.
    /// Without --node what node 0 does where all nodes do the same, else what all do
    #[arg(long, value_name = "A..B")]
    pub(crate) slots: Option<String>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const SHOW_HELP: &str = "\
Every link that is used in a slot stands in a line: what the node sends over it, and what it \
receives from the neighbour behind it.";

#[derive(Debug, Args)]
#[command(after_help = super::grammar::GRAMMAR)]
pub(crate) struct NewArguments {
    /// The network, then the task
    #[arg(
        required = true,
        value_name = "NETWORK… TASK…",
        value_parser = word_of_task(),
        hide_possible_values = true
    )]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// A title
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Lines from,to,count for a task of demands, beside those among the words; a first line with these names
    /// and lines that begin with # are skipped, the count may be missing, on torus and ring an end may be
    /// coordinates such as "1,2" in quotation marks; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Links of the network graph: JSON of nodes and edges as networkx makes it (`node_link_data`), GraphML
    /// (`write_graphml`), or lines of two nodes, and a capacity if a link carries more packets in a slot than
    /// one; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) edges: Option<PathBuf>,
    /// Lines of --edges lead from the first node to the second only
    #[arg(long, requires = "edges")]
    pub(crate) directed: bool,
    /// Nodes of --edges that forward and have no packets of their own, by name or index, such as 8,9 or
    /// 'edge*,core*', beside those that the file marks
    #[arg(long, requires = "edges", value_name = "NODES")]
    pub(crate) switches: Vec<String>,
    /// Links that a switch may use in a slot, in the words of --ports, which are those of the other nodes;
    /// default: all
    #[arg(
        long,
        allow_negative_numbers = true,
        value_parser = ports_parser(),
        hide_possible_values = true
    )]
    pub(crate) switch_ports: Option<Ports>,
    /// File to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Print one isotask.result/1 document beside it
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TreeArguments {
    /// Which tree
    #[arg(value_enum)]
    pub(crate) kind: TreeWord,
    /// Dimension n of the hypercube, 1 to 62
    pub(crate) dimension: u32,
    /// The root, an index or as it is printed; the tree is translated to it
    #[arg(long, value_name = "NODE", default_value = "0")]
    pub(crate) root: String,
    /// Which of the n trees of msbt, from 0; default 0
    #[arg(long, value_name = "J")]
    pub(crate) index: Option<u32>,
    /// Print parent, children and level of this node alone
    #[arg(long)]
    pub(crate) node: Option<String>,
    /// Print the size of every subtree of the root
    #[arg(long)]
    pub(crate) subtrees: bool,
    /// Compare the times of all trees for M elements, TAU to start a packet, TC for each element (fractions
    /// such as 64/15)
    #[arg(long, value_name = "M,TAU,TC", num_args = 1..)]
    pub(crate) cost: Vec<String>,
    /// Elements in a packet, at most M; default: the best for every algorithm
    #[arg(long, value_name = "B", requires = "cost", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) packet: Option<u64>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeWord {
    /// Spanning binomial tree
    Sbt,
    /// Multiple spanning binomial trees, n without a common edge; one of them is shown
    Msbt,
    /// Balanced spanning tree
    Bst,
    /// Two-rooted complete binary tree
    Tcbt,
    /// Hamiltonian path
    Path,
}

/// The methods of the register, each with its sentence.
fn methods() -> impl TypedValueParser<Value = &'static dyn Method> {
    let word = |method: &&'static dyn Method| PossibleValue::new(method.word()).help(method.sentence());
    PossibleValuesParser::new(METHODS.iter().map(word))
        .map(|word| method(&word).expect("the words are those of the register"))
}

/// The pictures of the register, each with its sentence.
fn pictures() -> impl TypedValueParser<Value = &'static Picture> {
    let word = |picture: &&'static Picture| PossibleValue::new(picture.word).help(picture.sentence);
    PossibleValuesParser::new(PICTURES.iter().map(word))
        .map(|word| picture(&word).expect("the words are those of the register"))
}

/// What pictures are written as, each with its sentence.
fn writings() -> impl TypedValueParser<Value = &'static Writing> {
    let word = |writing: &&'static Writing| PossibleValue::new(writing.word).help(writing.sentence);
    PossibleValuesParser::new(WRITINGS.iter().map(word))
        .map(|word| writing(&word).expect("the words are those of the register"))
}

/// The formats of the register, each with its sentence.
fn formats() -> impl TypedValueParser<Value = &'static Format> {
    let word = |format: &&'static Format| PossibleValue::new(format.word).help(format.sentence);
    PossibleValuesParser::new(FORMATS.iter().map(word))
        .map(|word| format(&word).expect("the words are those of the register"))
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
