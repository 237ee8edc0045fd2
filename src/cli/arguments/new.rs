//! What may stand on the command line of `isotask new`.

use crate::cli::arguments::offered::word_of_task;
use crate::cli::arguments::task::{TaskOptions, ports_parser};
use crate::grammar::Unit;
use crate::wire::Ports;
use clap::Args;
use std::path::PathBuf;

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
    /// Packets of a task of demands, beside those among the words: lines from,to,count, of which a first line may
    /// name the columns, or a square table of numbers from row to column; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// What a packet carries, by which the numbers of --csv are divided and rounded up: a number, or bytes such as
    /// 64KiB
    #[arg(long, requires = "csv", value_name = "AMOUNT")]
    pub(crate) unit: Option<Unit>,
    /// Links of the network graph: lines of two nodes, and a capacity if a link carries more packets in a slot than
    /// one; or JSON of nodes and edges as networkx makes it (`node_link_data`), GraphML, GML, graph6, Matrix Market,
    /// DIMACS, the table of `nvidia-smi topo -m`, Slurm's topology.conf; - is standard input
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
