//! Equal packets in bundles: a task of fewer, larger packets, every schedule of which is one of the task.

use super::demands::DemandsTask;
use crate::model::{ExplicitSchedule, Load, Packet, PortRule, Sent, count_of, wide};
use crate::wire;
use num_integer::Integer;

/// Tasks of no more moves are not bundled: their packets are scheduled one by one in little time.
const MAX_MOVES_UNBUNDLED: u64 = 1 << 13;
/// Least bundles that a link or port carries in a slot, so that rounding costs at most 1/8 of it.
const MIN_BUNDLES_OF_A_LINK: u64 = 8;
/// The places in bundles that stay empty are at most the packets divided by this number.
const EMPTY_SHARE_DIVISOR: u64 = 8;

/// A task whose packets are bundles of equal packets of another.
#[derive(Debug)]
pub struct Bundled {
    task: DemandsTask,
    /// Most packets of a bundle.
    size: u64,
}

impl DemandsTask {
    /// Returns the task with equal packets in bundles, and capacities and ports divided by their size; none
    /// if it has few moves, too small capacities, or packets that are copied or combined.
    ///
    /// The size of a bundle divides all counts, capacities and ports where it can. Elsewhere counts are
    /// rounded up and capacities down. So every schedule of the bundles is one of the packets, and a bound on
    /// the slots of the packets is one on those of the bundles.
    ///
    /// # Panics
    /// Never.
    ///
    /// # Complexity
    /// That of [`DemandsTask::new`] with fewer links.
    #[must_use]
    pub fn bundled(&self) -> Option<Bundled> {
        let needed = self.least_moves().div_ceil(MAX_MOVES_UNBUNDLED);
        if needed < 2 || !self.is_personal() {
            return None;
        }
        let capacities = self.network().capacities()?.map(u64::from);
        let rooms = || capacities.clone().chain(self.scarce_ports());
        let counts = || self.loads().iter().map(Load::count);
        let common = rooms().chain(counts()).fold(0, |common: u64, number| common.gcd(&number));
        let size = if common >= needed {
            common
        } else {
            let most = rooms().min()? / MIN_BUNDLES_OF_A_LINK;
            let empty = |size: u64| counts().map(|count| count.next_multiple_of(size) - count).sum::<u64>();
            let is_full = |size: u64| empty(size) <= self.packets() / EMPTY_SHARE_DIVISOR;
            // The largest size and its halves are tried, down to 2.
            std::iter::successors(Some(needed.max(common).min(most)), |&size| Some(size / 2))
                .take_while(|&size| size > 1)
                .find(|&size| is_full(size))?
        };
        self.in_bundles_of(size)
    }

    /// Returns the ports of hosts and of switches, each if they are fewer than the links.
    fn scarce_ports(&self) -> impl Iterator<Item = u64> {
        let rules = [self.ports(), self.switch_ports()];
        let links = self.network().links();
        rules.into_iter().map(PortRule::sends).filter(move |&sends| sends < links).map(u64::from)
    }

    fn in_bundles_of(&self, size: u64) -> Option<Bundled> {
        let mut document = self.document().clone();
        document.network = self.network().with_one_of(u32::try_from(size).ok()?)?;
        if let wire::Ports::AtMost(ports) = &mut document.ports {
            *ports /= size;
        }
        let at = |node: crate::model::Node| wire::NodeRef::Index(node.0);
        let demand = |load: &Load| {
            let Packet::Personal { from, to } = load.packet() else { return None };
            Some(wire::Demand { from: at(from), to: at(to), count: load.count().div_ceil(size) })
        };
        let packets = self.loads().iter().map(demand).collect::<Option<Vec<_>>>()?;
        document.task = wire::Task::Demands { packets, count: 1 };
        document.objective = wire::Objective::CompletionTime;
        Some(Bundled { task: Self::new(&document).ok()?, size })
    }
}

impl Bundled {
    /// Returns the bundles as packets.
    #[must_use]
    pub fn task(&self) -> &DemandsTask {
        &self.task
    }

    /// Returns the schedule of the packets: all packets of a bundle make its moves in the schedule of the
    /// bundles. `loads` are those of the task whose packets are bundled.
    ///
    /// # Panics
    /// If the schedule is not one of the bundles.
    ///
    /// # Complexity
    /// O(M log M) for M moves of a slot.
    #[must_use]
    pub fn unbundled(&self, loads: &[Load], schedule: &ExplicitSchedule) -> ExplicitSchedule {
        let size = wide(u32::try_from(self.size).expect("a capacity"));
        let mut packets = Vec::new();
        // By load: its first packet, and below how many of its bundles were counted.
        let mut first = Vec::with_capacity(loads.len());
        for load in loads {
            first.push(packets.len());
            packets.extend(load.packets());
        }
        let mut come = vec![0; loads.len()];
        let ranges: Vec<std::ops::Range<usize>> = schedule
            .packets
            .iter()
            .map(|&packet| {
                let load = loads.binary_search_by_key(&packet, Load::packet).expect("a bundle of the task");
                let end = first[load] + wide(u32::try_from(loads[load].count()).expect("below 2^22"));
                let begin = first[load] + size * come[load];
                come[load] += 1;
                begin..end.min(begin + size)
            })
            .collect();
        let of_slot = |slot: &Vec<Sent>| {
            let each = |sent: &Sent| {
                let (from, to) = (sent.from(), sent.to());
                let narrow = |packet: usize| u32::try_from(count_of(packet)).expect("below 2^22");
                ranges[wide(sent.packet)].clone().map(move |packet| Sent::new(narrow(packet), from, to))
            };
            let mut all: Vec<Sent> = slot.iter().flat_map(each).collect();
            all.sort_unstable();
            all
        };
        ExplicitSchedule { packets, slots: schedule.slots.iter().map(of_slot).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::parse;

    fn task(capacities: [u64; 3], counts: [u64; 2], ports: &str) -> DemandsTask {
        let ([a, b, c], [one, other]) = (capacities, counts);
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{{"kind":"graph","nodes":3,"links":[[0,1,{a}],[1,2,{b}],[2,0,{c}]]}},
              "task":{{"kind":"demands","packets":[{{"from":0,"to":2,"count":{one}}},{{"from":1,"to":0,"count":{other}}}]}},
              "ports":{ports},"objective":"completion-time"}}"#
        );
        DemandsTask::new(&parse(text.as_bytes()).expect("a document")).expect("a task")
    }

    fn size(capacities: [u64; 3], counts: [u64; 2], ports: &str) -> Option<u64> {
        task(capacities, counts, ports).bundled().map(|bundled| bundled.size)
    }

    #[test]
    fn bundles_divide_everything_where_they_can_and_leave_little_empty_elsewhere() {
        assert_eq!(size([1000; 3], [9000, 8000], r#""all""#), Some(1000));
        assert_eq!(size([1000; 3], [9000, 8000], r#"{"at-most":500}"#), Some(500));
        assert_eq!(size([1000; 3], [9000, 8000], r#""one""#), None);
        // 17,000 moves need bundles of three; the smallest link has room for 8 of two.
        assert_eq!(size([1000, 1000, 999], [9000, 8001], r#""all""#), Some(3));
        assert_eq!(size([1000, 1000, 17], [9000, 8001], r#""all""#), Some(2));
        assert_eq!(size([1000, 1000, 15], [9000, 8001], r#""all""#), None);
        assert_eq!(size([1000; 3], [4000, 4000], r#""all""#), None);
    }

    /// The last bundle has fewer packets, and every packet makes the moves of its bundle.
    #[test]
    fn a_schedule_of_bundles_is_one_of_the_packets() {
        let task = task([999, 1000, 1001], [9001, 8000], r#""all""#);
        let bundled = task.bundled().expect("many packets");
        let mut sent = Vec::new();
        let mut here = 0;
        for (bundle, packet) in (0..).zip(bundled.task().loads().iter().flat_map(Load::packets)) {
            let Packet::Personal { from, to } = packet else { panic!("from node to node") };
            // All ways have one hop; each bundle has a slot of its own.
            sent.push(vec![Sent::new(bundle, from, to)]);
            here += 1;
        }
        let packets = bundled.task().loads().iter().flat_map(Load::packets).collect();
        let schedule = bundled.unbundled(task.loads(), &ExplicitSchedule { packets, slots: sent });
        assert_eq!((schedule.packets.len(), schedule.slots.len()), (17_001, here));
        let last: Vec<usize> = schedule.slots.iter().map(Vec::len).filter(|&moves| moves != 3).collect();
        assert_eq!(last, [1, 2]);
        let mut ends: Vec<(u32, Packet)> = Vec::new();
        for sent in schedule.slots.iter().flatten() {
            ends.push((sent.packet, Packet::Personal { from: sent.from(), to: sent.to() }));
        }
        ends.sort_unstable();
        let all: Vec<(u32, Packet)> = (0..).zip(task.loads().iter().flat_map(Load::packets)).collect();
        assert_eq!(ends, all);
    }
}
