//! The arguments of `isotask tree`.

use crate::cli::arguments::values::number::between;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct TreeArguments {
    /// Which tree
    #[arg(value_enum)]
    pub(crate) kind: TreeWord,
    /// Dimension n of the hypercube, 1 to 62
    #[arg(allow_negative_numbers = true, value_parser = between(0, u32::MAX))]
    pub(crate) dimension: u32,
    /// The root, an index or as it is printed; the tree is translated to it
    #[arg(long, value_name = "NODE", default_value = "0")]
    pub(crate) root: String,
    /// Which of the n trees of msbt, from 0; default 0
    #[arg(long, value_name = "J", allow_negative_numbers = true, value_parser = between(0, u32::MAX))]
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
    /// Most elements in a packet; more than M: messages of several destinations in one packet. Default: the
    /// best B up to M for every algorithm
    #[arg(long, value_name = "B", requires = "cost", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) packet: Option<u64>,
    /// With B > M: print the packets of every step along this tree, with these ports
    #[arg(long, value_name = "PORTS", requires = "packet", value_enum)]
    pub(crate) steps: Option<PortsWord>,
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

/// The rules of ports of P5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PortsWord {
    /// One send or one receive
    OneHalfDuplex,
    /// One send and one receive
    One,
    /// All ports
    All,
}
