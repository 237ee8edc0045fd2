//! Ho and Johnsson's spanning trees of the hypercube (P5): broadcasts and personalised communication made
//! slot by slot, the subtrees of the balanced tree in a cube too large to list, and the best packet size
//! found exactly.
//!
//! `cargo run --example trees`

use isotask::model::{Node, PortRule};
use isotask::tree::{
    BroadcastGraph, CostModel, CubeTree, Rule, TreeKind, msbt_broadcast, personalized, tree_broadcast,
};
use num_rational::BigRational;
use std::error::Error;
use std::io::{Write, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = stdout().lock();
    let (n, packets) = (5, 20);
    writeln!(out, "{packets} packets from node 0 to all nodes of the {n}-cube, in slots:")?;
    let kinds = [TreeKind::Path, TreeKind::Sbt, TreeKind::Tcbt];
    let rules = [PortRule::HalfDuplex, PortRule::FullDuplex(1), PortRule::FullDuplex(n)];
    for kind in kinds {
        let tree = CubeTree::new(kind, n, Node(0))?;
        let slots = rules.map(|ports| tree_broadcast(&tree, packets, ports).map(|made| made.slots.len()));
        let [either, both, all] = slots;
        writeln!(out, "  {:5} {:3} {:3} {:3}", kind.word(), either?, both?, all?)?;
    }
    let slots = rules.map(|ports| msbt_broadcast(n, Node(0), packets, ports).map(|made| made.slots.len()));
    let [either, both, all] = slots;
    writeln!(out, "  {:5} {:3} {:3} {:3}", "msbt", either?, both?, all?)?;

    writeln!(out, "a packet of its own to every node, all ports:")?;
    for kind in [TreeKind::Sbt, TreeKind::Tcbt, TreeKind::Bst] {
        let tree = CubeTree::new(kind, n, Node(0))?;
        let made = personalized(&tree, 1, PortRule::FullDuplex(n))?;
        writeln!(out, "  {:5} {:3} slots, subtrees {:?}", kind.word(), made.slots.len(), tree.subtrees())?;
    }

    let large = CubeTree::new(TreeKind::Bst, 60, Node(0))?;
    let node = Node(123_456_789_012_345);
    writeln!(out, "in the balanced tree of the 60-cube, {} has parent {:?}", node.0, large.parent(node))?;

    let fraction = |top: i64, bottom: i64| BigRational::new(top.into(), bottom.into());
    let model = CostModel::new(1024, fraction(64, 15), fraction(1, 10))?;
    let steps = BroadcastGraph::Msbt.attained(Rule::All, 6);
    let (least, best) = (model.least(&steps), model.best_packet(&steps));
    writeln!(
        out,
        "1024 elements over the msbt of the 6-cube: B_opt = {}, T_min = {}",
        least.packet, least.time
    )?;
    writeln!(out, "  in whole elements B = {}, {} steps, time {}", best.packet, best.steps, best.time)?;
    Ok(())
}
