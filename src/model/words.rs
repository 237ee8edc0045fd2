//! Short descriptions of problems for people.

use super::{
    AllreduceTask, CayleyTask, Collective, CollectiveTask, DemandsTask, IsotropicTask, Packets, ParcelsTask,
    count_of,
};
use crate::wire;
use std::fmt;

/// Returns a count with its noun: `1 slot`, `2 slots`.
pub(crate) fn counted(count: impl Into<u128>, noun: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns a number as text; none stands for numbers that exceed 64 bits.
pub(crate) fn large(number: Option<u64>) -> String {
    number.map_or_else(|| "2^64 or more".to_owned(), |number| number.to_string())
}

// The term of the literature, and that of message passing where it differs.
const TOTAL_EXCHANGE: &str = "total exchange (all-to-all)";
const MULTINODE_BROADCAST: &str = "multinode broadcast (allgather)";
const MULTINODE_ACCUMULATION: &str = "multinode accumulation (reduce-scatter)";

/// Describes an isotropic task of `rows` packets of a node; listed ones stand in `classes` offset classes.
fn isotropic(task: &wire::Task, rows: u64, classes: usize) -> String {
    let rows = counted(rows, "packet");
    match task {
        wire::Task::TotalExchange { .. } => format!("{TOTAL_EXCHANGE}, {rows} of each node"),
        wire::Task::NeighbourhoodExchange { min, max, .. } => {
            format!("({min}, {max}) neighbourhood exchange, {rows} of each node")
        }
        _ if classes == 1 => format!("isotropic, {rows} of each node in 1 offset class"),
        _ => format!("isotropic, {rows} of each node in {classes} offset classes"),
    }
}

impl fmt::Display for IsotropicTask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let classes = match self.packets() {
            Packets::Listed(classes) => classes.len(),
            Packets::ByDistance { .. } => 0,
        };
        formatter.write_str(&isotropic(&self.document().task, self.rows(), classes))
    }
}

impl fmt::Display for CayleyTask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&isotropic(&self.document().task, self.rows(), self.classes().len()))
    }
}

impl fmt::Display for CollectiveTask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |node| self.network().node_words(node);
        let (what, item) = match self.collective() {
            Collective::SingleNodeBroadcast { root } => {
                (format!("single node broadcast from node {}", name(root)), "in all")
            }
            Collective::SingleNodeAccumulation { root } => {
                (format!("single node accumulation (reduce) at node {}", name(root)), "in all")
            }
            Collective::Scatter { root } => {
                (format!("scatter from node {}", name(root)), "to each other node")
            }
            Collective::Gather { root } => (format!("gather at node {}", name(root)), "from each other node"),
            Collective::MultinodeBroadcast => (MULTINODE_BROADCAST.to_owned(), "from each node"),
            Collective::MultinodeAccumulation => (MULTINODE_ACCUMULATION.to_owned(), "at each node"),
        };
        match self.count() {
            1 => formatter.write_str(&what),
            count => write!(formatter, "{what}, {} {item}", counted(count, "packet")),
        }
    }
}

impl fmt::Display for AllreduceTask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at_switches = if self.network().switches().is_some() { ", switches add and copy" } else { "" };
        write!(formatter, "allreduce, {} in all{at_switches}", counted(self.count(), "block"))
    }
}

impl fmt::Display for ParcelsTask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let packets = counted(count_of(self.listed().len()), "packet");
        let longest = self.parcels().iter().map(|parcel| parcel.length).max().unwrap_or(1);
        write!(formatter, "parcels, {packets} of up to {}", counted(longest, "slot"))
    }
}

impl fmt::Display for DemandsTask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use wire::Task as T;
        let packets = counted(self.packets(), "packet");
        let root = self.root().map_or_else(String::new, |node| self.network().node_words(node));
        let what = match &self.document().task {
            T::Demands { .. } => {
                let pairs = counted(count_of(self.loads().len()), "pair");
                return write!(formatter, "demands, {packets} between {pairs} of nodes");
            }
            T::TotalExchange { .. } => TOTAL_EXCHANGE.to_owned(),
            T::NeighbourhoodExchange { min, max, .. } => format!("({min}, {max}) neighbourhood exchange"),
            T::Isotropic { .. } => "isotropic".to_owned(),
            T::SingleNodeBroadcast { .. } => format!("single node broadcast from node {root}"),
            T::SingleNodeAccumulation { .. } => format!("single node accumulation (reduce) at node {root}"),
            T::Scatter { .. } => format!("scatter from node {root}"),
            T::Gather { .. } => format!("gather at node {root}"),
            T::MultinodeBroadcast { .. } => MULTINODE_BROADCAST.to_owned(),
            T::MultinodeAccumulation { .. } => MULTINODE_ACCUMULATION.to_owned(),
            T::Allreduce { .. } | T::Parcels { .. } => unreachable!("no view as demands is of these"),
        };
        write!(formatter, "{what}, {packets} in all")
    }
}
