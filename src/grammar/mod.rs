//! Reads networks, tasks and nodes in words, such as `hypercube 5 scatter 3`, as on the command line.

mod blocks;
mod error;
mod graph;
mod machines;
mod matrix;
mod nearest;
mod networks;
mod nodes;
mod number;
mod offsets;
mod options;
mod packet;
mod read;
mod schedule;
mod stencil;
mod table;
mod time;
mod traffic;
mod vocabulary;
mod without;
mod words;

pub use error::GrammarError;
pub(crate) use error::shown;
pub use networks::networks;
pub use nodes::node_ref;
pub use options::{objective, ports};
pub use read::{network, network_and_task};
pub use vocabulary::tasks;

// Foreign formats, lists of words, and words that are read with a given network.
#[doc(hidden)]
pub use self::{
    blocks::blocks,
    graph::{Cables, GraphFault, ReadGraph, formats, graph, only_on, with_switches},
    machines::machines,
    matrix::{MatrixTextFault, ReadMatrix, is_dist_graph, matrix_in, matrix_in_units, without_mark},
    networks::{NetworkHelp, network_help},
    nodes::{NodeWords, node_on},
    number::number,
    offsets::offset_readings,
    options::{OBJECTIVES, PORTS},
    packet::{Bytes, Rate, SlotTime, Unit},
    read::{network_and_rest, network_and_traffic, network_name, task_on, traffic_on},
    schedule::{MovePlace, ReadSchedule, ScheduleFault, is_schedule, schedule, schedule_formats},
    stencil::{Halo, stencil},
    table::TableFault,
    time::{MessageTime, ShortTime},
    traffic::{PacketLines, ReadTraffic, TableShape, TrafficFault, end_columns, traffic, traffic_of},
    without::{Rest, without},
};
