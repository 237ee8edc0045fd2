//! List scheduling of packets along their trees: in every slot, those with the most hops to go come first.

use super::lines::Lines;
use crate::model::wide;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The index that stands for no hop.
const NO_HOP: u32 = u32::MAX;

/// A hop of a packet over a line of its tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hop {
    pub(super) packet: u32,
    pub(super) line: usize,
    /// The greatest number of hops that follow it one after the other.
    height: u32,
    /// The first of the hops that begin where it ends.
    first_below: u32,
    /// The next hop that begins where it begins.
    next_beside: u32,
}

/// The hops of all trees, each after its predecessor.
#[derive(Debug, Default)]
struct Hops {
    hops: Vec<Hop>,
    /// The hops that begin at the roots.
    first: Vec<u32>,
}

impl Hops {
    /// Lists the hops of one tree for each packet, whose lines are in the order of growth.
    fn new(lines: &Lines, trees: &[Vec<usize>], nodes: usize) -> Self {
        let mut made = Self::default();
        let mut reached_by = vec![NO_HOP; nodes];
        for (packet, tree) in (0..).zip(trees) {
            reached_by.fill(NO_HOP);
            let begin = made.hops.len();
            let mut above = Vec::with_capacity(tree.len());
            for &line in tree {
                let number = u32::try_from(made.hops.len()).expect("at most 2^22 hops");
                let by = reached_by[wide(lines.all[line].from)];
                reached_by[wide(lines.all[line].to)] = number;
                made.hops.push(Hop { packet, line, height: 0, first_below: NO_HOP, next_beside: NO_HOP });
                above.push(by);
            }
            for (hop, &by) in (begin..made.hops.len()).zip(&above).rev() {
                let number = u32::try_from(hop).expect("at most 2^22 hops");
                if by == NO_HOP {
                    made.first.push(number);
                    continue;
                }
                let height = made.hops[hop].height + 1;
                let parent = &mut made.hops[wide(by)];
                parent.height = parent.height.max(height);
                let beside = std::mem::replace(&mut parent.first_below, number);
                made.hops[hop].next_beside = beside;
            }
        }
        made
    }
}

/// Schedules every packet along its tree: in every slot, the hops with the most hops after them come first,
/// as far as lines and ports allow. Returns none unless it takes fewer than `limit` slots.
///
/// # Complexity
/// O(M log M + T · A log A) for M moves, T slots and A lines.
pub(super) fn dispatch(
    lines: &Lines,
    trees: &[Vec<usize>],
    nodes: usize,
    limit: u64,
) -> Option<Vec<Vec<Hop>>> {
    let hops = Hops::new(lines, trees, nodes);
    let key = |hop: u32| (hops.hops[wide(hop)].height, Reverse(hop));
    let mut queues: Vec<BinaryHeap<(u32, Reverse<u32>)>> = vec![BinaryHeap::new(); lines.all.len()];
    let mut ready = hops.first.clone();
    let mut missing = hops.hops.len();
    let mut slots: Vec<Vec<Hop>> = Vec::new();
    while missing > 0 {
        if slots.len() + 1 >= usize::try_from(limit).unwrap_or(usize::MAX) {
            return None;
        }
        for hop in ready.drain(..) {
            queues[hops.hops[wide(hop)].line].push(key(hop));
        }
        let mut left = lines.capacities.clone();
        let first = |(line, queue): (usize, &BinaryHeap<_>)| Some((*queue.peek()?, line));
        let mut heads: BinaryHeap<_> = queues.iter().enumerate().filter_map(first).collect();
        let mut moves = Vec::new();
        while let Some((_, line)) = heads.pop() {
            let resources = &lines.all[line].resources;
            if resources.iter().any(|&resource| left[resource] == 0) {
                continue;
            }
            for &resource in resources {
                left[resource] -= 1;
            }
            let (_, Reverse(number)) = queues[line].pop().expect("its head was there");
            let hop = hops.hops[wide(number)];
            moves.push(hop);
            let mut below = hop.first_below;
            while below != NO_HOP {
                ready.push(below);
                below = hops.hops[wide(below)].next_beside;
            }
            heads.extend(queues[line].peek().map(|&head| (head, line)));
        }
        missing -= moves.len();
        slots.push(moves);
    }
    Some(slots)
}
