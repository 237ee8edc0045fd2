//! The options of `isotask new` that complete a task in words; all commands take them.

use crate::cli::arguments::values::number::whole;
use crate::cli::arguments::values::offered::Offered;
use crate::grammar::{OBJECTIVES, PORTS, PacketLines, Unit, objective, ports};
use crate::wire::{Objective, Ports};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The heading of options that complete a task in words.
const WORDS_HEADING: &str = "Of NETWORK TASK";

/// What the words of a network and a task leave open.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct TaskOptions {
    /// Links that a node may use in a slot: all (default), one, a number, or one-half-duplex (one send or one
    /// receive)
    #[arg(
        help_heading = WORDS_HEADING,
        long,
        allow_negative_numbers = true,
        value_parser = ports_parser(),
        hide_possible_values = true
    )]
    pub(crate) ports: Option<Ports>,
    /// What is to be minimised: completion-time (default), average-delay, or the second among schedules that
    /// minimise the first
    #[arg(help_heading = WORDS_HEADING, long, value_parser = objectives())]
    pub(crate) objective: Option<Objective>,
    /// Packets for each item of the task; default: 1
    #[arg(help_heading = WORDS_HEADING, long, allow_negative_numbers = true, value_parser = whole)]
    pub(crate) count: Option<u64>,
    /// Links of the network graph: lines of two nodes, and a capacity if a link carries more packets in a
    /// slot than one; or JSON of nodes and edges as networkx makes it (`node_link_data`), GraphML, GML,
    /// graph6, sparse6, Matrix Market, DIMACS, the table of `nvidia-smi topo -m`, a topology that NCCL dumps,
    /// Slurm's topology.conf, the output of ibnetdiscover, a platform of SimGrid, BookSim's anynet; - is
    /// standard input. Such a file may stand in place of the network too: FILE TASK
    #[arg(help_heading = WORDS_HEADING, long, value_name = "FILE")]
    pub(crate) edges: Option<PathBuf>,
    /// Lines of the file of links lead from the first node to the second only
    #[arg(help_heading = WORDS_HEADING, long)]
    pub(crate) directed: bool,
    /// Nodes that forward and have no packets of their own, by name or index, such as 8,9 or 'edge*,core*',
    /// beside those that a file of links marks
    #[arg(help_heading = WORDS_HEADING, long, value_name = "NODES")]
    pub(crate) switches: Vec<String>,
    /// Links that a switch may use in a slot, in the words of --ports, which are those of the other nodes;
    /// default: all
    #[arg(
        help_heading = WORDS_HEADING,
        long,
        allow_negative_numbers = true,
        value_parser = ports_parser(),
        hide_possible_values = true
    )]
    pub(crate) switch_ports: Option<Ports>,
    /// A node or a link of the network that has failed, such as 5 or 3-7, both directions, or '3>7', one of
    /// them; repeated for each. The others keep their names
    #[arg(help_heading = WORDS_HEADING, long, value_name = "NODE|A-B|A>B")]
    pub(crate) without: Vec<String>,
    /// Nodes that take part in the task, such as 0,1,2,3 or 'gpu*': the others have no
    /// packets of their own: they forward, copy and add
    #[arg(help_heading = WORDS_HEADING, long, value_name = "NODES")]
    pub(crate) on: Option<String>,
    /// Slots that links take: 3 for all, A-B=3 for those between two nodes, 'A>B=3' for one direction;
    /// repeated for each, and a later one goes before those before it. A packet may enter a link in every
    /// slot. Only with --ports all
    #[arg(help_heading = WORDS_HEADING, long, value_name = "[LINK=]SLOTS")]
    pub(crate) cable: Vec<String>,
    /// Packets of a task of demands, beside those among the words: lines from,to,count, of which a first line
    /// may name the columns, or a square table of numbers from row to column; - is standard input
    #[arg(help_heading = WORDS_HEADING, long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// What a packet carries, by which the numbers of --csv, or of a matrix, are divided and rounded up: a
    /// number, or bytes such as 64KiB
    #[arg(help_heading = WORDS_HEADING, long, value_name = "AMOUNT")]
    pub(crate) unit: Option<Unit>,
    /// The lines of the packets of --csv, once they are read
    #[arg(skip)]
    pub(crate) csv_lines: OnceLock<PacketLines>,
}

impl TaskOptions {
    pub(crate) fn ports(&self) -> Ports {
        self.ports.unwrap_or(Ports::All)
    }

    pub(crate) fn objective(&self) -> Objective {
        self.objective.unwrap_or(Objective::CompletionTime)
    }

    pub(crate) fn count(&self) -> u64 {
        self.count.unwrap_or(1)
    }

    /// Returns the first of these options that is given.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("--ports", self.ports.is_some()),
            ("--objective", self.objective.is_some()),
            ("--count", self.count.is_some()),
            ("--edges", self.edges.is_some()),
            ("--directed", self.directed),
            ("--switches", !self.switches.is_empty()),
            ("--switch-ports", self.switch_ports.is_some()),
            ("--without", !self.without.is_empty()),
            ("--on", self.on.is_some()),
            ("--cable", !self.cable.is_empty()),
            ("--csv", self.csv.is_some()),
            ("--unit", self.unit.is_some()),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(option, _)| option)
    }
}

/// Writes the options that are given, each after a blank, as on the command line.
impl Display for TaskOptions {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if let Some(edges) = &self.edges {
            write!(formatter, " --edges {}", edges.display())?;
        }
        if self.directed {
            formatter.write_str(" --directed")?;
        }
        for switches in &self.switches {
            write!(formatter, " --switches {switches}")?;
        }
        for failed in &self.without {
            write!(formatter, " --without {failed}")?;
        }
        if let Some(nodes) = &self.on {
            write!(formatter, " --on {nodes}")?;
        }
        for cable in &self.cable {
            write!(formatter, " --cable {cable}")?;
        }
        if let Some(ports) = self.switch_ports {
            write!(formatter, " --switch-ports {}", ports_word(ports))?;
        }
        if let Some(csv) = &self.csv {
            write!(formatter, " --csv {}", csv.display())?;
        }
        if let Some(unit) = self.unit {
            write!(formatter, " --unit {unit}")?;
        }
        if let Some(ports) = self.ports {
            write!(formatter, " --ports {}", ports_word(ports))?;
        }
        let objective = OBJECTIVES.iter().find(|(_, known)| Some(*known) == self.objective);
        if let Some((word, _)) = objective {
            write!(formatter, " --objective {word}")?;
        }
        self.count.map_or(Ok(()), |count| write!(formatter, " --count {count}"))
    }
}

/// Returns ports as they are written on the command line.
fn ports_word(ports: Ports) -> String {
    let named = PORTS.iter().find(|(_, known)| *known == ports).map(|(word, _)| (*word).to_owned());
    let number = || if let Ports::AtMost(links) = ports { links.to_string() } else { String::new() };
    named.unwrap_or_else(number)
}

/// Parses ports; completion offers the words, but any number is possible too.
pub(crate) fn ports_parser() -> impl TypedValueParser<Value = Ports> {
    Offered::new(ports, || PORTS.map(|(word, _)| word).to_vec())
}

fn objectives() -> impl TypedValueParser<Value = Objective> {
    PossibleValuesParser::new(OBJECTIVES.map(|(word, _)| word))
        .map(|word| objective(&word).expect("clap lets no other word through"))
}
