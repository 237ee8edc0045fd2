//! §1: broadcasts in a pipeline along trees, and those that double the holders in every step.

use super::along::{broadcast, certified};
use crate::claims::code::Code;
use crate::claims::exact::whole;
use crate::claims::judge::prove::{Least, accepted, solved};
use crate::claims::{Broken, ClaimError, Proved, Value};
use crate::model::{Node, Schedule};
use crate::solve::{SBT, TCBT};
use crate::tree::{CubeTree, Rule, TreeKind, tree_broadcast};
use num_rational::BigRational;

fn pipeline(n: u64, packets: u64) -> BigRational {
    whole(packets) + whole(n) - whole(1)
}
/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P5.broadcast.tree",
        parts: &[|docket| {
            for n in 2..=5 {
                for c in 1..=6 {
                    for (name, method) in [("SBT", SBT), ("TCBT", TCBT)] {
                        let made = solved(&broadcast(n, c, Rule::All), Some(method))?;
                        let found = along(n, c, accepted(&made, Least::TIME)?, "graph");
                        docket.equal(format!("hypercube {n} packets {c} {name}"), pipeline(n, c), found);
                    }
                    let found = along(n, c, balanced(n, c)?, "tree");
                    docket.equal(format!("hypercube {n} packets {c} Bst"), pipeline(n, c), found);
                }
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P5.broadcast.binomial",
        parts: &[|docket| {
            for n in 1..=3 {
                let mut trees = (0_u64, true);
                every_doubling(n, &mut vec![None; 1 << n], &[0], &mut trees);
                let how =
                    format!("exhaustive: {} schedules in which the holders double at each step", trees.0);
                docket.is(format!("hypercube {n}"), trees.1, how);
            }
            Ok(())
        }],
    },
];

/// Whether a node with its children, the last served first, is an n-level binomial tree.
fn is_binomial(children: &[Vec<usize>], node: usize, levels: usize) -> bool {
    let own = &children[node];
    own.len() == levels
        && own.iter().rev().enumerate().all(|(level, &child)| is_binomial(children, child, level))
}

/// Counts all schedules in which every holder informs a different neighbour in every step, and notes in
/// `found` whether all their trees are binomial.
fn every_doubling(
    n: u64,
    parents: &mut Vec<Option<(usize, usize)>>,
    holders: &[usize],
    found: &mut (u64, bool),
) {
    if holders.len() == parents.len() {
        let mut children = vec![Vec::new(); parents.len()];
        let mut edges: Vec<_> =
            parents.iter().enumerate().filter_map(|(to, up)| up.map(|up| (up.1, up.0, to))).collect();
        edges.sort_unstable();
        for (_, from, to) in edges {
            children[from].push(to);
        }
        let levels = usize::try_from(n).unwrap_or(usize::MAX);
        *found = (found.0 + 1, found.1 && is_binomial(&children, 0, levels));
        return;
    }
    let mut informed = holders.to_vec();
    inform(n, parents, holders, 0, &mut informed, found);
}

fn inform(
    n: u64,
    parents: &mut Vec<Option<(usize, usize)>>,
    holders: &[usize],
    turn: usize,
    informed: &mut Vec<usize>,
    found: &mut (u64, bool),
) {
    let Some(&from) = holders.get(turn) else {
        return every_doubling(n, parents, &informed.clone(), found);
    };
    for to in (0..n).map(|j| from ^ 1 << j) {
        if to != 0 && parents[to].is_none() {
            parents[to] = Some((from, holders.len()));
            informed.push(to);
            inform(n, parents, holders, turn + 1, informed, found);
            informed.pop();
            parents[to] = None;
        }
    }
}

/// Broadcasts c packets along the balanced tree with all ports.
fn balanced(n: u64, c: u64) -> Result<Proved, ClaimError> {
    let dimension = u32::try_from(n).map_err(Broken::from)?;
    let count = u32::try_from(c).map_err(Broken::from)?;
    let tree = CubeTree::new(TreeKind::Bst, dimension, Node(0)).map_err(Broken::from)?;
    let made = tree_broadcast(&tree, count, Rule::All.ports(dimension)).map_err(Broken::from)?;
    certified(&broadcast(n, c, Rule::All), &Schedule::from(made))
}

/// Adds the lower bound for schedules along a tree of height n, with its proof.
fn along(n: u64, c: u64, found: Proved, graph: &str) -> Proved {
    let how = format!(
        "certificate: a schedule along the {graph}; no shorter one along it: the last packet enters the highest subtree in slot c at the \
         earliest and then has n − 1 links to go"
    );
    Proved { lower: Some(Value::from(c + n - 1)), how, ..found }
}
