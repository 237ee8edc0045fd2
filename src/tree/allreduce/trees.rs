//! A tree for each block: its parts are combined towards a node, or towards two neighbours that exchange
//! their sums, and the sum spreads from there. Trees are grown in time, along links and ports that are free.

use super::schedule;
use crate::model::{AllreduceTask, ExplicitSchedule, Graph, wide};
use crate::tree::ConstructionError;
use crate::tree::timetable::Timetable;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// Steps along arcs that the growth of all trees may take, as estimated before.
const MAX_STEPS: u64 = 1 << 26;
/// Steps along arcs, times slots, that all rounds in which blocks are put in anew may take.
const MAX_ROUND_STEPS: u64 = 1 << 28;
/// Most steps of the search for the distances between all nodes.
const MAX_DISTANCE_STEPS: u64 = 1 << 28;

/// The limits of the search.
#[derive(Clone, Copy)]
pub struct TreeLimits<'a> {
    /// The slots that no schedule can do without; the search ends there.
    pub lower: u64,
    /// How often every block is taken out and put in anew.
    pub rounds: u32,
    /// Ends the search with the best schedule so far.
    pub stop: &'a dyn Fn() -> bool,
}

impl fmt::Debug for TreeLimits<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lower, rounds, .. } = self;
        formatter.debug_tuple("TreeLimits").field(&(lower, rounds)).finish()
    }
}

/// Where the sum of a block is first complete.
#[derive(Debug, Clone, Copy)]
enum Core {
    /// At a node.
    Node(u32),
    /// At two neighbours, which exchange their sums over these arcs in one slot.
    Pair(u32, u32),
}

/// The moves of a block: slot and arc of each.
type Moves = Vec<(usize, u32)>;

/// Returns a schedule in which every block has a tree of its own; none if the search is ended before.
///
/// Block after block takes the core from which its sum is everywhere soonest. Then blocks are taken out and
/// put in anew while the schedule becomes shorter.
///
/// # Complexity
/// O(L · A log A) for L blocks, A arcs and each core tried, within a fixed limit.
///
/// # Errors
/// [`ConstructionError::TooLarge`] if the growth of all trees once would take too long.
pub fn reduce_broadcast(
    task: &AllreduceTask,
    limits: TreeLimits<'_>,
) -> Result<Option<ExplicitSchedule>, ConstructionError> {
    let step = u64::from(task.graph().arcs()).saturating_mul(task.count()).max(1);
    if step > MAX_STEPS {
        return Err(ConstructionError::TooLarge {
            what: "directed links times blocks",
            found: step,
            most: MAX_STEPS,
        });
    }
    let mut table = Timetable::new(task.frame());
    let mut cores = cores(&table);
    cores.truncate(usize::try_from(MAX_STEPS / step).unwrap_or(usize::MAX).max(1));
    let mut first_deadlines = vec![0; cores.len()];
    let mut placed: Vec<Moves> = Vec::new();
    for block in 0..u32::try_from(task.count()).unwrap_or(u32::MAX) {
        if (limits.stop)() {
            return Ok(None);
        }
        placed.push(insert(&mut table, block, &cores, &mut first_deadlines));
    }
    // A deadline is sought anew from the first slot on.
    let round = step.saturating_mul(u64::try_from(table.length()).unwrap_or(u64::MAX)).max(1);
    let rounds = limits.rounds.min(u32::try_from(MAX_ROUND_STEPS / round).unwrap_or(u32::MAX));
    for _ in 0..rounds {
        if !improve(&mut table, &mut placed, &cores, limits) {
            break;
        }
    }
    Ok(Some(schedule(task.count(), false, table.into_slots())))
}

/// Takes every block out once and puts it in anew, unless the schedule is worse then; returns whether it has
/// become better.
fn improve(table: &mut Timetable<'_>, placed: &mut [Moves], cores: &[Core], limits: TreeLimits<'_>) -> bool {
    let score = |table: &Timetable<'_>| {
        let length = table.length();
        (length, table.moves_in(length.saturating_sub(1)))
    };
    let before = score(table);
    for (block, moves) in (0..).zip(placed.iter_mut()) {
        let known = score(table);
        if (limits.stop)() || u64::try_from(known.0).is_ok_and(|length| length <= limits.lower) {
            return false;
        }
        table.release_all(block, moves);
        let new = insert(table, block, cores, &mut vec![0; cores.len()]);
        if score(table) <= known {
            *moves = new;
        } else {
            table.release_all(block, &new);
            table.take_all(block, moves);
        }
    }
    score(table) < before
}

/// Returns the cores, those with the shortest ways in and out first. Of a network with too many nodes for
/// the distances of all, only node 0 is one.
fn cores(table: &Timetable<'_>) -> Vec<Core> {
    let graph = table.graph();
    let nodes = graph.nodes();
    let hosts: Vec<u32> = table.hosts().collect();
    if u64::from(nodes) * (u64::from(nodes) + u64::from(graph.arcs())) > MAX_DISTANCE_STEPS {
        return hosts.into_iter().take(1).map(Core::Node).collect();
    }
    let of_hosts = |hops: &[u32]| hosts.iter().map(|&host| hops[wide(host)]).collect::<Vec<u32>>();
    let hops = |node| (of_hosts(&graph.distances_to(node)), of_hosts(&graph.distances_from(node)));
    let all: Vec<(Vec<u32>, Vec<u32>)> = (0..nodes).map(hops).collect();
    let most = |hops: &[u32]| hops.iter().copied().max().unwrap_or(0);
    let nearest = |a: &[u32], b: &[u32]| a.iter().zip(b).map(|(a, b)| *a.min(b)).max().unwrap_or(0);
    let alone = |node: u32| {
        let (into, out) = &all[wide(node)];
        (most(into).saturating_add(most(out)), Core::Node(node))
    };
    let mut found: Vec<(u32, Core)> = (0..nodes).map(alone).collect();
    for arc in (0..graph.arcs()).filter(|&arc| table.is_first(arc)) {
        let (from, to) = (graph.from(arc), graph.to(arc));
        let can_exchange = from < to && ![from, to].iter().any(|&node| table.is_half_duplex(node));
        let Some(back) = graph.arc_between(to, from).filter(|_| can_exchange) else { continue };
        let [(into, out), (other_into, other_out)] = [from, to].map(|node| &all[wide(node)]);
        let hops = nearest(into, other_into).saturating_add(nearest(out, other_out)).saturating_add(1);
        found.push((hops, Core::Pair(arc, back)));
    }
    // Some hosts are not joined with a switch.
    found.retain(|&(hops, _)| hops < u32::MAX);
    // The sort is stable.
    found.sort_by_key(|&(hops, _)| hops);
    found.into_iter().map(|(_, core)| core).collect()
}

/// Adds a block by the core from which its sum is everywhere soonest, of equal ones that with the earliest
/// moves. `deadlines` holds for each core the slot from which on one is sought up to which parts come in.
fn insert(table: &mut Timetable<'_>, block: u32, cores: &[Core], deadlines: &mut [usize]) -> Moves {
    let mut best: Option<((usize, usize), Moves)> = None;
    for (&core, deadline) in cores.iter().zip(deadlines) {
        let moves = grow(table, block, core, deadline);
        table.release_all(block, &moves);
        let last = moves.iter().map(|step| step.0).max().unwrap_or(0);
        let score = (last, moves.iter().map(|step| step.0).sum());
        if best.as_ref().is_none_or(|(known, _)| score < *known) {
            best = Some((score, moves));
        }
    }
    let (_, moves) = best.unwrap_or_default();
    table.take_all(block, &moves);
    moves
}

/// Adds the moves of a block with a core: all parts come in up to the earliest deadline for which there is
/// room, then the sum goes out.
fn grow(table: &mut Timetable<'_>, block: u32, core: Core, deadline: &mut usize) -> Moves {
    let graph = table.graph();
    let roots = match core {
        Core::Node(node) => vec![node],
        Core::Pair(arc, _) => vec![graph.from(arc), graph.to(arc)],
    };
    let mut moves = loop {
        match gather(table, block, &roots, *deadline) {
            Some(moves) => break moves,
            None => *deadline += 1,
        }
    };
    // The slot after the deadline, or the first if no part has to come in.
    let mut start = moves.iter().map(|step| step.0 + 1).max().unwrap_or(0);
    if let Core::Pair(arc, back) = core {
        while !(table.fits(start, arc) && table.fits(start, back)) {
            start += 1;
        }
        for arc in [arc, back] {
            table.take(block, (start, arc));
            moves.push((start, arc));
        }
        start += 1;
    }
    spread(table, block, &roots, start, &mut moves);
    without_idle_moves(table, block, moves)
}

/// Takes away the moves of switches that have nothing to send, and those to switches from which nothing comes
/// to a host later; returns the others.
fn without_idle_moves(table: &mut Timetable<'_>, block: u32, mut moves: Moves) -> Moves {
    let graph = table.graph();
    let mut has = vec![false; wide(graph.nodes())];
    table.hosts().for_each(|host| has[wide(host)] = true);
    if has.iter().all(|&is_host| is_host) {
        return moves;
    }
    let mut is_needed = has.clone();
    moves.sort_unstable();
    let (mut carrying, mut idle) = (Moves::new(), Moves::new());
    for slot in moves.chunk_by(|a, b| a.0 == b.0) {
        let (sent, empty): (Moves, Moves) = slot.iter().partition(|step| has[wide(graph.from(step.1))]);
        for step in &sent {
            has[wide(graph.to(step.1))] = true;
        }
        carrying.extend(sent);
        idle.extend(empty);
    }
    let mut kept = Moves::new();
    for slot in carrying.chunk_by(|a, b| a.0 == b.0).rev() {
        let (sent, wasted): (Moves, Moves) = slot.iter().partition(|step| is_needed[wide(graph.to(step.1))]);
        for step in &sent {
            is_needed[wide(graph.from(step.1))] = true;
        }
        kept.extend(sent);
        idle.extend(wasted);
    }
    table.release_all(block, &idle);
    kept
}

/// Adds the moves by which the parts of all other hosts come to the nearest of some roots in the slots up to
/// `deadline`, each as late as there is room; none if they find no room.
fn gather(table: &mut Timetable<'_>, block: u32, roots: &[u32], deadline: usize) -> Option<Moves> {
    let graph = table.graph();
    let mut reached = reached(graph, roots);
    let (mut moves, mut waiting) = (Moves::new(), BinaryHeap::new());
    let ask = |table: &Timetable<'_>, waiting: &mut BinaryHeap<_>, node: u32, slot: usize| {
        for &arc in graph.entering(node).iter().filter(|&&arc| table.is_first(arc)) {
            waiting.extend(table.latest(slot, arc).map(|slot| (slot, Reverse(arc))));
        }
    };
    for &root in roots {
        ask(table, &mut waiting, root, deadline);
    }
    while let Some((slot, Reverse(arc))) = waiting.pop() {
        let node = graph.from(arc);
        if reached[wide(node)] {
            continue;
        }
        if !table.fits(slot, arc) {
            waiting.extend(table.latest(slot, arc).map(|slot| (slot, Reverse(arc))));
            continue;
        }
        reached[wide(node)] = true;
        table.take(block, (slot, arc));
        moves.push((slot, arc));
        if let Some(before) = slot.checked_sub(1) {
            ask(table, &mut waiting, node, before);
        }
    }
    if table.hosts().all(|host| reached[wide(host)]) {
        return Some(moves);
    }
    table.release_all(block, &moves);
    None
}

/// Adds the moves by which the sum goes from the roots to all other hosts from slot `start` on, each as early
/// as there is room.
fn spread(table: &mut Timetable<'_>, block: u32, roots: &[u32], start: usize, moves: &mut Moves) {
    let graph = table.graph();
    let mut reached = reached(graph, roots);
    let mut waiting = BinaryHeap::new();
    let ask = |table: &Timetable<'_>, waiting: &mut BinaryHeap<_>, node: u32, slot: usize| {
        for arc in graph.leaving(node).filter(|&arc| table.is_first(arc)) {
            waiting.push(Reverse((table.earliest(slot, arc), arc)));
        }
    };
    for &root in roots {
        ask(table, &mut waiting, root, start);
    }
    while let Some(Reverse((slot, arc))) = waiting.pop() {
        let node = graph.to(arc);
        if reached[wide(node)] {
            continue;
        }
        if !table.fits(slot, arc) {
            waiting.push(Reverse((table.earliest(slot, arc), arc)));
            continue;
        }
        reached[wide(node)] = true;
        table.take(block, (slot, arc));
        moves.push((slot, arc));
        ask(table, &mut waiting, node, slot + 1);
    }
}

/// Returns which nodes have the sum: the roots.
fn reached(graph: &Graph, roots: &[u32]) -> Vec<bool> {
    let mut reached = vec![false; wide(graph.nodes())];
    for &root in roots {
        reached[wide(root)] = true;
    }
    reached
}
