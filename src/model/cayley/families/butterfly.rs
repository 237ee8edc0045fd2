//! The wrapped butterfly of n levels.

use super::family::FamilyOf;
use super::table::{MAX_BITS, node_name, node_named, table};
use crate::model::cayley::CayleyGraph;
use crate::model::wide;
use crate::wire::Family;

pub(super) const BUTTERFLY: FamilyOf = FamilyOf {
    family: Family::Butterfly,
    word: "butterfly",
    sizes: (3, MAX_BITS),
    graph: butterfly,
    link_name: |link| ["straight+", "straight-", "cross+", "cross-"][wide(link)].to_owned(),
    node_name,
    node_named,
    title: |n| format!("wrapped butterfly of {n} levels"),
};

/// Builds the graph of the nodes (x, p) at index x · n + p, a row x and a level p; links lead to level p + 1
/// straight and across bit p, and back.
fn butterfly(n: u64) -> Option<CayleyGraph> {
    let up = move |p: u64| (p + 1) % n;
    let down = move |p: u64| (p + n - 1) % n;
    let links: [Box<dyn Fn(u64) -> u64>; 4] = [
        Box::new(move |v| v / n * n + up(v % n)),
        Box::new(move |v| v / n * n + down(v % n)),
        Box::new(move |v| ((v / n) ^ (1 << (v % n))) * n + up(v % n)),
        Box::new(move |v| ((v / n) ^ (1 << down(v % n))) * n + down(v % n)),
    ];
    table(n << n, links.into_iter())
}
