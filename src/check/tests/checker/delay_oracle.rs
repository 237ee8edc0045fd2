//! Random schedules in slots and in intervals, whose delays are counted naively.

use super::delay::last_moves;
use super::oracle::{Net, net, simulate};
use super::*;
use proptest::prelude::*;

/// Ways of counting delays: the right ones or planted wrong ones.
#[derive(Clone, Copy)]
struct Oracle {
    /// `ΣC_i` from the moves of every packet.
    delay: fn(&Value) -> u64,
    /// `ΣC_i` of distances on servers.
    pooled: fn(Vec<u64>, usize) -> u64,
}

const RIGHT_ORACLE: Oracle = Oracle { delay: last_moves, pooled: list_scheduling };

/// Returns `ΣC_i` by list scheduling: each packet, the nearest first, goes to a server that is free first.
fn list_scheduling(mut distances: Vec<u64>, servers: usize) -> u64 {
    distances.sort_unstable();
    let mut free = vec![0; servers];
    let mut sum = 0;
    for distance in distances {
        let first = free.iter_mut().min().expect("at least one server");
        *first += distance;
        sum += *first;
    }
    sum
}

fn farthest_first(mut distances: Vec<u64>, servers: usize) -> u64 {
    distances.sort_unstable_by(|a, b| b.cmp(a));
    let mut free = vec![0; servers];
    let served = distances.iter().map(|distance| {
        let first = free.iter_mut().min().expect("at least one server");
        *first += distance;
        *first
    });
    served.sum()
}

/// A source of numbers that a seed determines (Marsaglia, Xorshift RNGs, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

fn small(number: u64) -> usize {
    usize::try_from(number).expect("small")
}

/// A task with its packets as the rows of a schedule.
struct Case {
    network: Value,
    net: Net,
    ports: usize,
    /// Offsets, equal ones side by side.
    rows: Vec<u64>,
    dice: Dice,
}

impl Case {
    /// Returns a random task: one of some networks, any ports, up to 9 packets of any offsets in increasing
    /// or decreasing order.
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let networks = [
            json!({ "kind": "hypercube", "dimension": 1 }),
            json!({ "kind": "hypercube", "dimension": 3 }),
            json!({ "kind": "ring", "nodes": 4 }),
            json!({ "kind": "ring", "nodes": 7 }),
            json!({ "kind": "torus", "radices": [3, 4] }),
            json!({ "kind": "torus", "radices": [4, 3, 4] }),
        ];
        let network = networks[dice.below(networks.len())].clone();
        let net = net(&network);
        let nodes: u64 = net.radices.iter().product();
        let ports = 1 + dice.below(net.links.len());
        let count = dice.below(10);
        let mut rows: Vec<u64> =
            (0..count).map(|_| 1 + u64::try_from(dice.below(small(nodes) - 1)).expect("small")).collect();
        rows.sort_unstable();
        if dice.below(2) == 0 {
            rows.reverse();
        }
        Self { network, net, ports, rows, dice }
    }

    fn certificate(&self, schedule: &Value, claims: &[Value]) -> Value {
        let packets: Vec<Value> = self.rows.iter().map(|x| json!({ "offset": x })).collect();
        let packets = json!({ "kind": "isotropic", "packets": packets });
        let task = good::task(&self.network, &packets, &json!({ "at-most": self.ports }));
        good::certificate(&task, schedule, claims)
    }

    fn distances(&self) -> Vec<u64> {
        let distance = |&x: &u64| {
            let ways = self.net.vector(x).into_iter().zip(&self.net.radices);
            ways.map(|(x, p)| x.min(p - x)).sum()
        };
        self.rows.iter().map(distance).collect()
    }

    /// Uses of the links by a row, in each dimension this way or that; with ties turned as asked for.
    fn uses(&mut self, row: usize, mut up: impl FnMut(&mut Dice, usize, u64, u64) -> bool) -> Vec<u64> {
        let vector = self.net.vector(self.rows[row]);
        let mut uses = vec![0; self.net.links.len()];
        for (dimension, (&x, &p)) in vector.iter().zip(&self.net.radices).enumerate() {
            let amount = if p == 2 || x == 0 || up(&mut self.dice, dimension, x, p) { 1 } else { p - 1 };
            let link = self.net.links.iter().position(|&link| link == (dimension, amount));
            uses[link.expect("a link for each way")] = if amount == 1 { x } else { p - x };
        }
        uses
    }

    /// Returns a schedule that serves the packets in a new random order in every slot and leaves out some
    /// moves.
    fn slots(&mut self) -> Value {
        let mut left: Vec<Vec<usize>> = Vec::new();
        for row in 0..self.rows.len() {
            let uses = self.uses(row, |dice, _, _, _| dice.below(2) == 0);
            let hops = uses.iter().enumerate().flat_map(|(j, &n)| vec![j; small(n)]);
            let mut hops: Vec<usize> = hops.collect();
            self.dice.shuffle(&mut hops);
            left.push(hops);
        }
        let mut slots = Vec::new();
        while left.iter().any(|hops| !hops.is_empty()) {
            let mut order: Vec<usize> = (0..left.len()).collect();
            self.dice.shuffle(&mut order);
            let mut moves: Vec<[usize; 2]> = Vec::new();
            for packet in order {
                let free = left[packet].iter().position(|j| moves.iter().all(|step| step[1] != *j));
                let skipped = self.dice.below(5) == 0 || moves.len() == self.ports;
                if let Some(hop) = free.filter(|_| !skipped) {
                    moves.push([packet, left[packet].remove(hop)]);
                }
            }
            slots.push(moves);
        }
        json!({ "kind": "symmetric", "packets": self.rows, "slots": slots })
    }
}

/// A schedule in intervals, and that schedule written out in slots.
struct Both {
    intervals: Value,
    slots: Value,
}

impl Case {
    /// Returns a schedule in intervals: any groups, some routes listed, pools with some slots too many, in
    /// pieces and in any order.
    fn intervals(&mut self) -> Both {
        let mut groups: Vec<usize> = (0..self.rows.len()).filter(|_| self.dice.below(2) == 0).collect();
        if !self.rows.is_empty() && groups.first() != Some(&0) {
            groups.insert(0, 0);
        }
        let (mut routes, mut uses) = (Vec::new(), Vec::new());
        let mut ties = vec![0_u64; self.net.radices.len()];
        for row in 0..self.rows.len() {
            let default = self.uses(row, |_, dimension, x, p| {
                let turn = ties[dimension];
                ties[dimension] += u64::from(2 * x == p);
                2 * x < p || (2 * x == p && turn.is_multiple_of(2))
            });
            let mut taken = default;
            if self.dice.below(3) == 0 {
                taken = self.uses(row, |dice, _, _, _| dice.below(2) == 0);
                routes.push(json!([row, taken]));
            }
            uses.push(taken);
        }
        let group_of = |row: usize| groups.iter().rposition(|&first| first <= row).expect("a first group");
        let pools = self.pools(groups.len(), |group, link| {
            uses.iter()
                .enumerate()
                .filter(|(row, _)| group_of(*row) == group)
                .map(|(_, uses)| uses[link])
                .sum()
        });
        let mut slots: Vec<Vec<[usize; 2]>> = Vec::new();
        let mut rest = pools.clone();
        for (row, uses) in uses.iter().enumerate() {
            for (link, &n) in uses.iter().enumerate() {
                for _ in 0..n {
                    let slot = rest[group_of(row)][link].remove(0);
                    slots.resize(slots.len().max(slot + 1), Vec::new());
                    slots[slot].push([row, link]);
                }
            }
        }
        let mut intervals = Vec::new();
        for (group, pools) in pools.iter().enumerate() {
            for (link, pool) in pools.iter().enumerate() {
                for run in pool.chunk_by(|a, b| a + 1 == *b && a % 4 != 0) {
                    intervals.push([run[0], run.len(), group, link]);
                }
            }
        }
        self.dice.shuffle(&mut intervals);
        let intervals = json!({ "kind": "intervals", "packets": self.rows, "groups": groups,
            "intervals": intervals, "routes": routes });
        Both { intervals, slots: json!({ "kind": "symmetric", "packets": self.rows, "slots": slots }) }
    }

    /// Returns the slots of all pools [group][link], at least as many as needed.
    fn pools(&mut self, groups: usize, needed: impl Fn(usize, usize) -> u64) -> Vec<Vec<Vec<usize>>> {
        let links = self.net.links.len();
        let mut pools = vec![vec![Vec::new(); links]; groups];
        let mut left: Vec<[usize; 2]> = Vec::new();
        for group in 0..groups {
            for link in 0..links {
                let spare = usize::from(self.dice.below(8) == 0);
                left.extend(vec![[group, link]; small(needed(group, link)) + spare]);
            }
        }
        let mut slot = 0;
        while !left.is_empty() {
            self.dice.shuffle(&mut left);
            let mut owned: Vec<[usize; 2]> = Vec::new();
            left.retain(|&[group, link]| {
                let free = owned.iter().all(|&[g, j]| g != group && j != link);
                let taken = free && owned.len() < self.ports && self.dice.below(4) > 0;
                if taken {
                    owned.push([group, link]);
                    pools[group][link].push(slot);
                }
                !taken
            });
            slot += 1;
        }
        pools
    }
}

fn claim(case: &Case, slots: &Value, horizon: &Value, oracle: Oracle) -> Value {
    let value = (oracle.delay)(&json!({ "schedule": slots }));
    good::delay(value, horizon, (oracle.pooled)(case.distances(), case.ports))
}

/// Returns whether the checker accepts exactly the delays that the oracle counts for a random schedule in
/// both forms, with and without a replay at every node.
fn agrees(seed: u64, oracle: Oracle) -> bool {
    let mut case = Case::new(seed);
    let alone = case.slots();
    let Both { intervals, slots } = case.intervals();
    [(&alone, &alone), (&slots, &slots), (&intervals, &slots)].into_iter().all(|(schedule, written)| {
        let with_claim = |claim: Value| document(&case.certificate(schedule, &[claim]));
        let accepted = |claim: &Value| {
            let answers = [Options::default(), Options { every_node_limit: 0, ..Options::default() }]
                .map(|options| check_certificate(&with_claim(claim.clone()), &options).is_ok());
            assert_eq!(answers[0], answers[1], "{claim} {schedule}");
            answers[0]
        };
        let time = simulate(&case.certificate(written, &[])).expect("a proper schedule");
        let claim = |horizon: Value| claim(&case, written, &horizon, oracle);
        let right = accepted(&claim(json!("any"))) && accepted(&claim(json!(time)));
        let (value, lower) = (claim(json!(0))["value"].as_u64(), claim(json!(0))["lower"]["value"].as_u64());
        let (value, lower) = (value.expect("a number"), lower.expect("a number"));
        let wrong = [
            good::delay(value + 1, &json!("any"), lower),
            good::delay(value.saturating_sub(1), &json!("any"), lower.min(value.saturating_sub(1))),
            good::delay(value, &json!("any"), lower + 1),
            good::delay(value, &json!("any"), lower.saturating_sub(1)),
        ];
        let early = time.checked_sub(1).is_none_or(|early| !accepted(&claim(json!(early))));
        // With no packets, one less than 0 is 0 and no fault.
        let refused = wrong.iter().all(|claim| case.rows.is_empty() || !accepted(claim));
        right && early && refused
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None,
        ..ProptestConfig::default() })]

    #[test]
    fn the_checker_counts_delays_as_the_oracle_does(seed in any::<u64>()) {
        prop_assert!(agrees(seed, RIGHT_ORACLE));
    }
}

#[test]
fn a_planted_fault_of_the_oracle_is_noticed() {
    let first_moves: fn(&Value) -> u64 = |value| {
        let mut reversed = value.clone();
        let slots = reversed["schedule"]["slots"].as_array_mut().expect("slots");
        let after = u64::try_from(slots.len()).expect("few") + 1;
        slots.reverse();
        let packets = value["schedule"]["packets"].as_array().map_or(0, Vec::len);
        after * u64::try_from(packets).expect("few") - last_moves(&reversed)
    };
    let broken = [
        Oracle { delay: first_moves, ..RIGHT_ORACLE },
        Oracle { delay: |value| last_moves(value).saturating_sub(1), ..RIGHT_ORACLE },
        Oracle { pooled: farthest_first, ..RIGHT_ORACLE },
        Oracle { pooled: |distances, servers| list_scheduling(distances, servers + 1), ..RIGHT_ORACLE },
        Oracle { pooled: |distances, _| distances.iter().sum(), ..RIGHT_ORACLE },
    ];
    for (which, oracle) in broken.into_iter().enumerate() {
        assert!(!(0..100).all(|seed| agrees(seed, oracle)), "the broken oracle {which} passes");
    }
    assert!((0..100).all(|seed| agrees(seed, RIGHT_ORACLE)));
}
