//! Detours of a packet that stays in conflict in its corridor: more shortest routes, and slightly longer
//! ones.

use super::find::{Corridors, Step};
use crate::graph::Random;
use crate::model::{Graph, wide};

/// Most nodes at one number of hops from the start.
const MAX_LAYER_NODES: usize = 64;
/// Most hops that a detour has beyond a shortest route.
pub(super) const MAX_EXTRA_HOPS: usize = 2;

/// Routes of a fixed number of hops; from every place one of them leads to the end.
#[derive(Debug)]
pub(super) struct Detour {
    /// The steps, by increasing beginning, as those of a corridor.
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
    /// Finds routes of `hops` hops from one node to another over arcs that packets may take, in each layer
    /// some at random; none if it finds none. `left` is the distance of all nodes to the end.
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
                    if known.is_none() && next.len() == MAX_LAYER_NODES {
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

    /// Keeps the steps between layers that lead to the end, whose node is the only one of the last layer.
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
