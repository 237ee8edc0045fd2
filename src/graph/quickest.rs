//! Quickest flows: the least number of slots in which units get from one vertex to another. petgraph has no
//! flows over time, and of equal flows the first decides schedules.

use super::{Arc, FlowNetwork, dijkstra, dinic};
use std::ops::Range;

/// An arc that takes so many units in a slot, and each of them so many slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lane {
    /// Where it leaves.
    pub from: u32,
    /// Where it leads.
    pub to: u32,
    /// Units that it takes in a slot.
    pub room: u64,
    /// Slots that a unit takes on it.
    pub length: u64,
}

/// A quickest flow, and why there is none that is quicker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuickestFlow {
    /// In how many slots all units are there.
    pub slots: u64,
    /// Paths, each of at most so many slots, by their lanes, no more than there are units: a unit may begin
    /// on each in every slot from which it is there in time.
    pub paths: Vec<Vec<u32>>,
    /// By vertex: the slot after which it is cut off from the sink with the source, in one slot less.
    reached: Vec<u64>,
}

impl QuickestFlow {
    /// The slots in which a unit on a lane would cross the cut over time that has no room for all units in
    /// one slot less: from when its tail is on the side of the source until its head is.
    #[must_use]
    pub fn crossed(&self, lane: &Lane) -> Range<u64> {
        let [from, to] = [lane.from, lane.to].map(|vertex| self.reached[place(vertex)]);
        from..to.saturating_sub(lane.length).max(from)
    }
}

/// A quickest flow of so many units from a source to a sink, which no lane without a length may join in a
/// circle. None if no way leads there, or one that takes no slot, `units` is 0, or there are 2⁶² or more, or
/// `stop`, which is asked after the paths of every length, says so.
///
/// Of the flows over time in T slots a greatest one repeats the paths of one flow without time, of all that
/// are no longer than T and for their number the shortest together (Ford & Fulkerson 1958); by successive
/// shortest paths, all of a length at once, it grows until the next would be later than the last unit
/// (Burkard, Dlaska & Klinz 1993). Those of length ℓ take T + 1 − ℓ units in T slots, so that T is the least
/// number for which these sum up to all units. Distances in what is left of the room, for the paths of fewer
/// slots, are the cut.
///
/// # Complexity
/// O(L log L) and a greatest flow (Dinic 1970) for each length of shortest paths, L lanes.
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
    let mut growing = Growing::new(vertices, lanes, (source, sink));
    let mut slots = u64::MAX;
    // The units a slot on all paths, and the slots that these take.
    let (mut width, mut late) = (0_u128, 0_u128);
    while let Some((length, room)) = growing.grow(slots) {
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
    let paths = growing.paths(units);
    // Who is not there in time may as well begin too late; what flows may then go back from the sink.
    let too_late = Lane { from: source, to: sink, room: units, length: slots };
    let lanes = [lanes, &[too_late]].concat();
    let mut before = Growing::new(vertices, &lanes, (source, sink));
    while before.grow(slots.checked_sub(1)?).is_some() {
        if stop() {
            return None;
        }
    }
    let reached = before.distance.iter().map(|&distance| distance.min(slots)).collect();
    Some(QuickestFlow { slots, paths, reached })
}

/// A flow that grows by shortest paths.
struct Growing<'a> {
    lanes: &'a [Lane],
    source: u32,
    sink: u32,
    /// By lane: the units on it.
    flow: Vec<u64>,
    /// By vertex: the lanes that leave it or lead to it.
    at: Vec<Vec<u32>>,
    /// By vertex: its distance from the source in the room that was left when somebody last looked.
    distance: Vec<u64>,
}

impl<'a> Growing<'a> {
    fn new(vertices: usize, lanes: &'a [Lane], (source, sink): (u32, u32)) -> Self {
        let mut at = vec![Vec::new(); vertices];
        for (name, lane) in (0..).zip(lanes) {
            at[place(lane.from)].push(name);
            at[place(lane.to)].push(name);
        }
        Self { lanes, source, sink, flow: vec![0; lanes.len()], at, distance: vec![0; vertices] }
    }

    /// Fills all shortest paths of what is left, if they take at most so many slots: their length and their
    /// room together.
    fn grow(&mut self, most: u64) -> Option<(u64, u64)> {
        let this = &*self;
        let leaving = |node: u32| {
            let lanes = this.at[place(node)].iter();
            lanes.filter_map(move |&name| this.step(node, name))
        };
        // Distances of before make what is left of all lanes cost nothing or more (Edmonds & Karp 1972).
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
                let along = shortest.arc(from, to, lane.room - self.flow[name]);
                arcs.push((name, along, shortest.arc(to, from, self.flow[name])));
            }
        }
        let room = dinic(&mut shortest, place(self.source), place(self.sink), || false)?;
        for (name, along, back) in arcs {
            self.flow[name] = self.flow[name] + shortest.flow(along) - shortest.flow(back);
        }
        Some((length, room))
    }

    /// The way from a vertex over a lane, or back over it, if there is room.
    fn step(&self, node: u32, name: u32) -> Option<Arc<u64>> {
        let lane = self.lanes[place(name)];
        let flow = self.flow[place(name)];
        let [from, to] = [lane.from, lane.to].map(|vertex| self.distance[place(vertex)]);
        let is_along = lane.from == node;
        let room = if is_along { lane.room - flow } else { flow };
        let to_far = (if is_along { to } else { from }) == u64::MAX;
        (room > 0 && !to_far).then(|| {
            if is_along {
                Arc { to: lane.to, cost: from + lane.length - to, name }
            } else {
                Arc { to: lane.from, cost: to - from - lane.length, name }
            }
        })
    }

    /// Paths of the flow, each of one unit, and no more than so many.
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

    /// As many units as a greatest flow in the network unrolled over so many slots has room for (Ford &
    /// Fulkerson 1958, [`dinic`]).
    fn greatest(vertices: usize, lanes: &[Lane], slots: usize) -> u64 {
        let mut network = FlowNetwork::new(vertices * (slots + 1));
        for time in 0..=slots {
            for vertex in 0..vertices {
                if time < slots {
                    network.arc(time * vertices + vertex, (time + 1) * vertices + vertex, 1 << 40);
                }
            }
            for lane in lanes {
                let then = time + place(u32::try_from(lane.length).expect("short"));
                if then <= slots {
                    let (from, to) = (time * vertices + place(lane.from), then * vertices + place(lane.to));
                    network.arc(from, to, lane.room);
                }
            }
        }
        dinic(&mut network, 0, slots * vertices + 1, || false).expect("nobody stops it")
    }

    /// On random networks, whose lanes take 0 to 2 slots, without circles of those of 0: in so many slots all
    /// units are there and in one less not; so many begin on the paths in time, which have room side by side;
    /// and the cut has room for fewer in one slot less.
    #[test]
    fn no_flow_is_quicker() {
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
                    Lane { from, to, room: 1 + u64::from(number(random.below(3))), length }
                })
                .filter(|lane| lane.from != lane.to)
                .collect();
            let units = 1 + u64::from(number(random.below(20)));
            // With no length at all nothing would limit them.
            let Some(found) = quickest_flow(vertices, &lanes, (0, 1), units, || false) else { continue };
            settled += 1;
            let slots = place(number(usize::try_from(found.slots).expect("few")));
            assert!(greatest(vertices, &lanes, slots) >= units, "{lanes:?}");
            let in_time: u64 = found.paths.iter().map(|path| found.slots + 1 - length(path, &lanes)).sum();
            assert!(in_time >= units);
            for (name, lane) in (0..).zip(&lanes) {
                let through = found.paths.iter().flatten().filter(|&&on| on == name).count();
                assert!(u64::from(number(through)) <= lane.room);
            }
            if slots > 0 {
                assert!(greatest(vertices, &lanes, slots - 1) < units, "{lanes:?} {units}");
                let crossed = |lane: &Lane| found.crossed(lane).end - found.crossed(lane).start;
                let room: u64 = lanes.iter().map(|lane| lane.room * crossed(lane)).sum();
                assert!(room < units, "{lanes:?} {units}");
            }
        }
        assert!(settled > 200, "{settled}");
    }

    /// A ring of four nodes, from one to the next: one way takes a slot and the other three.
    #[test]
    fn the_long_way_round_helps_many_units() {
        let lane = |from, to| Lane { from, to, room: 1, length: 1 };
        let ring: Vec<Lane> =
            (0..4).flat_map(|at| [lane(at, (at + 1) % 4), lane((at + 1) % 4, at)]).collect();
        let slots = |units| quickest_flow(4, &ring, (0, 1), units, || false).expect("a way").slots;
        assert_eq!([1, 2, 3, 4, 5, 131_072].map(slots), [1, 2, 3, 3, 4, 65_537]);
    }
}
