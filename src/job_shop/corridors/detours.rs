//! Other ways of a packet that is stuck in its corridor: more shortest ones, and some that are little longer.

use super::find::{Corridors, Step};
use crate::graph::Random;
use crate::model::{Graph, wide};

/// Most nodes that are the same number of hops from the start.
const MOST_ABREAST: usize = 64;
/// How many hops a detour may be longer than a shortest way.
pub(super) const MOST_MORE: usize = 2;

/// Ways of a fixed number of hops, of which every place leads to the end.
#[derive(Debug)]
pub(super) struct Detour {
    /// By increasing beginning, as those of a corridor.
    pub(super) steps: Vec<Step>,
    pub(super) hops: usize,
}

/// A step between places that are counted hop by hop.
#[derive(Debug, Clone, Copy)]
struct Between {
    arc: u32,
    from: usize,
    to: usize,
}

impl Detour {
    /// Finds ways of `hops` hops from a node to another over arcs that packets may take, in each layer some
    /// at random; none if none is found. `left` is how far all nodes are from the end.
    ///
    /// # Complexity
    /// O(h · w · m · log A) for h hops, w = 64 nodes abreast, m links of a node and A arcs.
    pub(super) fn new(
        corridors: &Corridors,
        graph: &Graph,
        [from, to]: [u32; 2],
        left: &[u32],
        hops: usize,
        random: &mut Random,
    ) -> Option<Self> {
        let (mut layers, mut between) = (vec![vec![from]], Vec::new());
        for left_there in (0..hops).rev() {
            let mut next: Vec<u32> = Vec::new();
            let mut steps = Vec::new();
            for (at, &here) in layers[layers.len() - 1].iter().enumerate() {
                let mut arcs: Vec<u32> = graph
                    .leaving(here)
                    .filter(|&arc| {
                        usize::try_from(left[wide(graph.to(arc))]).is_ok_and(|left| left <= left_there)
                    })
                    .collect();
                random.shuffle(&mut arcs);
                for arc in arcs {
                    let Some(number) = corridors.place(arc) else { continue };
                    let there = graph.to(arc);
                    let known = next.iter().position(|&node| node == there);
                    if known.is_none() && next.len() == MOST_ABREAST {
                        continue;
                    }
                    let to = known.unwrap_or(next.len());
                    if to == next.len() {
                        next.push(there);
                    }
                    steps.push(Between { arc: number, from: at, to });
                }
            }
            layers.push(next);
            between.push(steps);
        }
        Self::of_layers(&layers, between, to)
    }

    /// What of the steps between layers leads to the end, whose node is the only one of the last layer.
    fn of_layers(layers: &[Vec<u32>], mut between: Vec<Vec<Between>>, end: u32) -> Option<Self> {
        let mut leads = vec![layers.last()?.iter().map(|&node| node == end).collect::<Vec<bool>>()];
        for (steps, layer) in between.iter_mut().zip(layers).rev() {
            let there = &leads[leads.len() - 1];
            steps.retain(|step| there[step.to]);
            let mut here = vec![false; layer.len()];
            for step in &*steps {
                here[step.from] = true;
            }
            leads.push(here);
        }
        leads.reverse();
        if leads.iter().any(|layer| !layer.contains(&true)) {
            return None;
        }
        let mut places = 0;
        let mut number = |&is_kept: &bool| {
            let place = places;
            places += u32::from(is_kept);
            place
        };
        let numbers: Vec<Vec<u32>> =
            leads.iter().map(|layer| layer.iter().map(&mut number).collect()).collect();
        let hops = between.len();
        let mut all = Vec::new();
        for (steps, numbers) in between.iter().zip(numbers.windows(2)) {
            let begin = all.len();
            let step =
                |step: &Between| Step { arc: step.arc, from: numbers[0][step.from], to: numbers[1][step.to] };
            all.extend(steps.iter().map(step));
            all[begin..].sort_by_key(|step| step.from);
        }
        Some(Self { steps: all, hops })
    }
}
