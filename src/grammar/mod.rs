//! Networks, tasks and nodes as people write them in words: `hypercube 5 scatter 3`, as on the command line.

mod error;
mod graph;
mod lifts;
mod nodes;
mod normal_form;
mod number;
mod options;
mod read;
mod vocabulary;

pub use error::GrammarError;
pub use graph::{GraphFault, ReadGraph, graph, with_switches};
pub use nodes::{NodeWords, node_on, node_ref};
pub use number::number;
pub use options::{OBJECTIVES, PORTS, objective, ports};
pub use read::{network, network_and_task, network_and_traffic, task_on};
pub use vocabulary::{networks, tasks};
