//! Quickest flows: the least number of slots in which units get from one vertex to another. petgraph has no
//! flows over time; of equal flows the first is taken, which decides schedules.

use super::{Arc, FlowNetwork, dijkstra, dinic};
use std::ops::Range;

/// An arc of a flow over time, with a capacity per slot and a transit time in slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lane {
    /// Where it leaves.
    pub from: u32,
    /// Where it leads.
    pub to: u32,
    /// Capacity: the units that may enter it in one slot.
    pub capacity: u64,
    /// Transit time: the slots that a unit takes on it.
    pub length: u64,
}

/// A quickest flow, and why there is none that is quicker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuickestFlow {
    /// The number of slots after which all units have arrived.
    pub slots: u64,
    /// Paths by their lanes, none longer than `slots`, and no more than there are units: a unit may start on
    /// a path in every slot from which it arrives in time.
    pub paths: Vec<Vec<u32>>,
    /// By vertex: the slot from which it is on the side of the source in the minimum cut over time of one
    /// slot less.
    reached: Vec<u64>,
}

impl QuickestFlow {
    /// Returns the slots in which a unit that enters a lane crosses the minimum cut over time of one slot
    /// less: from when the tail is on the side of the source until the head is.
    #[must_use]
    pub fn crossed(&self, lane: &Lane) -> Range<u64> {
        let [from, to] = [lane.from, lane.to].map(|vertex| self.reached[place(vertex)]);
        from..to.saturating_sub(lane.length).max(from)
    }
}

/// Computes a quickest flow of `units` from a source to a sink. Lanes of length 0 must not form a cycle.
/// Returns none if no way leads from the source to the sink or one takes no slot, if `units` is 0 or at least
/// 2⁶², or if `stop`, which is asked after the paths of every length, returns true.
///
/// A maximum flow over time in T slots repeats the paths of a static flow: a minimum-cost flow of paths no
/// longer than T (Ford & Fulkerson 1958). Successive shortest paths, all of a length at once, extend it until
/// the next would be later than the last unit (Burkard, Dlaska & Klinz 1993). A path of length ℓ takes T + 1
/// − ℓ units in T slots, and T is the least number for which these sum up to all units. Distances in the
/// residual graph, for the paths of fewer slots, are the cut.
///
/// # Complexity
/// O(L log L) and a maximum flow (Dinic 1970) for each length of shortest paths, L lanes.
#[must_use]
pub fn quickest_flow(
    vertices: usize,
    lanes: &[Lane],
    (source, sink): (u32, u32),
    units: u64,
    mut stop: impl FnMut() -> bool,
) -> Option<QuickestFlow> {
    if units == 0 || units >> 62 > 0 {
        return None;
    }
    let mut flow = AugmentedFlow::new(vertices, lanes, (source, sink));
    let mut slots = u64::MAX;
    // The units per slot on all paths, and the sum of the lengths of these paths.
    let (mut width, mut late) = (0_u128, 0_u128);
    while let Some((length, room)) = flow.augment(slots) {
        if stop() {
            return None;
        }
        width += u128::from(room);
        late += u128::from(room) * u128::from(length);
        slots = u64::try_from((u128::from(units) + late).div_ceil(width) - 1).ok()?;
    }
    if width == 0 {
        return None;
    }
    let paths = flow.paths(units);
    // A direct lane carries the units that are late; the flow may then go back from the sink.
    let too_late = Lane { from: source, to: sink, capacity: units, length: slots };
    let lanes = [lanes, &[too_late]].concat();
    let mut before = AugmentedFlow::new(vertices, &lanes, (source, sink));
    while before.augment(slots.checked_sub(1)?).is_some() {
        if stop() {
            return None;
        }
    }
    let reached = before.distance.iter().map(|&distance| distance.min(slots)).collect();
    Some(QuickestFlow { slots, paths, reached })
}

/// A static flow that is augmented along shortest paths.
struct AugmentedFlow<'a> {
    lanes: &'a [Lane],
    source: u32,
    sink: u32,
    /// By lane: the units on it.
    flow: Vec<u64>,
    /// By vertex: the lanes that leave it or lead to it.
    at: Vec<Vec<u32>>,
    /// By vertex: its distance from the source in the residual graph at the last augmentation.
    distance: Vec<u64>,
}

impl<'a> AugmentedFlow<'a> {
    fn new(vertices: usize, lanes: &'a [Lane], (source, sink): (u32, u32)) -> Self {
        let mut at = vec![Vec::new(); vertices];
        for (name, lane) in (0..).zip(lanes) {
            at[place(lane.from)].push(name);
            at[place(lane.to)].push(name);
        }
        Self { lanes, source, sink, flow: vec![0; lanes.len()], at, distance: vec![0; vertices] }
    }

    /// Saturates all shortest paths of the residual graph if they take at most `most` slots; returns their
    /// length and the units that they add per slot.
    fn augment(&mut self, most: u64) -> Option<(u64, u64)> {
        let this = &*self;
        let leaving = |node: u32| {
            let lanes = this.at[place(node)].iter();
            lanes.filter_map(move |&name| this.residual_arc(node, name))
        };
        // With the previous distances as potentials no residual arc has a negative cost (Edmonds & Karp
        // 1972).
        let ways = dijkstra(self.at.len(), self.source, leaving);
        let far = u64::MAX;
        for (distance, cost) in self.distance.iter_mut().zip(&ways.costs) {
            *distance = cost.map_or(far, |cost| *distance + cost);
        }
        let length = self.distance[place(self.sink)];
        if length > most || length == far {
            return None;
        }
        let mut shortest = FlowNetwork::new(self.at.len());
        let mut arcs = Vec::new();
        for (name, lane) in self.lanes.iter().enumerate() {
            let [from, to] = [lane.from, lane.to].map(place);
            if self.distance[from] != far && self.distance[from] + lane.length == self.distance[to] {
                let along = shortest.add_arc(from, to, lane.capacity - self.flow[name]);
                arcs.push((name, along, shortest.add_arc(to, from, self.flow[name])));
            }
        }
        let room = dinic(&mut shortest, place(self.source), place(self.sink), || false)?;
        for (name, along, back) in arcs {
            self.flow[name] = self.flow[name] + shortest.flow(along) - shortest.flow(back);
        }
        Some((length, room))
    }

    /// Returns the residual arc that leaves a vertex over a lane, along it or back, if it has residual
    /// capacity.
    fn residual_arc(&self, node: u32, name: u32) -> Option<Arc<u64>> {
        let lane = self.lanes[place(name)];
        let flow = self.flow[place(name)];
        let [from, to] = [lane.from, lane.to].map(|vertex| self.distance[place(vertex)]);
        let is_along = lane.from == node;
        let room = if is_along { lane.capacity - flow } else { flow };
        let to_far = (if is_along { to } else { from }) == u64::MAX;
        (room > 0 && !to_far).then(|| {
            if is_along {
                Arc { to: lane.to, cost: from + lane.length - to, name }
            } else {
                Arc { to: lane.from, cost: to - from - lane.length, name }
            }
        })
    }

    /// Returns paths of the flow, each of one unit, and at most `most` of them.
    fn paths(&self, most: u64) -> Vec<Vec<u32>> {
        let mut left = self.flow.clone();
        let mut paths = Vec::new();
        for _ in 0..most {
            let (mut path, mut here) = (Vec::new(), self.source);
            let has_flow = |here: u32, left: &[u64]| {
                let mut lanes = self.at[place(here)].iter();
                lanes.find(|&&name| self.lanes[place(name)].from == here && left[place(name)] > 0).copied()
            };
            while here != self.sink {
                let Some(name) = has_flow(here, &left) else { return paths };
                left[place(name)] -= 1;
                path.push(name);
                here = self.lanes[place(name)].to;
            }
            paths.push(path);
        }
        paths
    }
}

fn place(vertex: u32) -> usize {
    usize::try_from(vertex).expect("at least 32 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Random;

    fn length(path: &[u32], lanes: &[Lane]) -> u64 {
        path.iter().map(|&name| lanes[place(name)].length).sum()
    }

    /// Returns the maximum flow in the time-expanded network of `slots` slots (Ford & Fulkerson 1958,
    /// [`dinic`]).
    fn greatest(vertices: usize, lanes: &[Lane], slots: usize) -> u64 {
        let mut network = FlowNetwork::new(vertices * (slots + 1));
        for time in 0..=slots {
            for vertex in 0..vertices {
                if time < slots {
                    network.add_arc(time * vertices + vertex, (time + 1) * vertices + vertex, 1 << 40);
                }
            }
            for lane in lanes {
                let then = time + place(u32::try_from(lane.length).expect("short"));
                if then <= slots {
                    let (from, to) = (time * vertices + place(lane.from), then * vertices + place(lane.to));
                    network.add_arc(from, to, lane.capacity);
                }
            }
        }
        dinic(&mut network, 0, slots * vertices + 1, || false).expect("nobody stops it")
    }

    /// The networks are random, of lanes of 0 to 2 slots without cycles of length 0. All units arrive in
    /// `slots` slots and not in one less; all start in time on the paths, which keep the capacities together;
    /// and the cut of one slot less has capacity for fewer units.
    #[test]
    fn no_flow_is_quicker_and_a_cut_proves_it() {
        let mut random = Random::new(1);
        let number = |of: usize| u32::try_from(of).expect("small");
        let mut settled = 0;
        for _ in 0..400 {
            let vertices = 2 + random.below(5);
            let lanes: Vec<Lane> = (0..3 + random.below(12))
                .map(|_| {
                    let (from, to) = (number(random.below(vertices)), number(random.below(vertices)));
                    let least = u64::from(from >= to);
                    let length = least + u64::from(number(random.below(2)));
                    Lane { from, to, capacity: 1 + u64::from(number(random.below(3))), length }
                })
                .filter(|lane| lane.from != lane.to)
                .collect();
            let units = 1 + u64::from(number(random.below(20)));
            // A way without length would carry any number of units at once.
            let Some(found) = quickest_flow(vertices, &lanes, (0, 1), units, || false) else { continue };
            settled += 1;
            let slots = place(number(usize::try_from(found.slots).expect("few")));
            assert!(greatest(vertices, &lanes, slots) >= units, "{lanes:?}");
            let in_time: u64 = found.paths.iter().map(|path| found.slots + 1 - length(path, &lanes)).sum();
            assert!(in_time >= units);
            for (name, lane) in (0..).zip(&lanes) {
                let through = found.paths.iter().flatten().filter(|&&on| on == name).count();
                assert!(u64::from(number(through)) <= lane.capacity);
            }
            if slots > 0 {
                assert!(greatest(vertices, &lanes, slots - 1) < units, "{lanes:?} {units}");
                let crossed = |lane: &Lane| found.crossed(lane).end - found.crossed(lane).start;
                let room: u64 = lanes.iter().map(|lane| lane.capacity * crossed(lane)).sum();
                assert!(room < units, "{lanes:?} {units}");
            }
        }
        assert!(settled > 200, "{settled}");
    }

    /// On a ring of four nodes the ways to a neighbour take one slot and three slots.
    #[test]
    fn the_long_way_round_helps_many_units() {
        let lane = |from, to| Lane { from, to, capacity: 1, length: 1 };
        let ring: Vec<Lane> =
            (0..4).flat_map(|at| [lane(at, (at + 1) % 4), lane((at + 1) % 4, at)]).collect();
        let slots = |units| quickest_flow(4, &ring, (0, 1), units, || false).expect("a way").slots;
        assert_eq!([1, 2, 3, 4, 5, 131_072].map(slots), [1, 2, 3, 3, 4, 65_537]);
    }
}
