//! The cube-connected cycles: a ring of n nodes for every corner of the n-cube.

use super::family::FamilyOf;
use super::table::{MAX_BITS, node_name, node_named, table};
use crate::model::cayley::CayleyGraph;
use crate::model::wide;
use crate::wire::Family;

pub(super) const CUBE_CONNECTED_CYCLES: FamilyOf = FamilyOf {
    family: Family::CubeConnectedCycles,
    word: "cube-connected-cycles",
    sizes: (3, MAX_BITS),
    graph: cube_connected_cycles,
    link_name: |link| ["ring+", "ring-", "cube"][wide(link)].to_owned(),
    node_name,
    node_named,
    title: |n| format!("cube-connected cycles of dimension {n}"),
};

/// Builds the graph of the nodes (x, p) at index x · n + p, a corner x of the cube and a place p of its ring;
/// links lead to p + 1, to p − 1 and across bit p.
fn cube_connected_cycles(n: u64) -> Option<CayleyGraph> {
    let links: [Box<dyn Fn(u64) -> u64>; 3] = [
        Box::new(move |v| v / n * n + (v % n + 1) % n),
        Box::new(move |v| v / n * n + (v % n + n - 1) % n),
        Box::new(move |v| ((v / n) ^ (1 << (v % n))) * n + v % n),
    ];
    table(n << n, links.into_iter())
}
