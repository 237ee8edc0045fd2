//! Packets that differ in length or start, against a search of all schedules.

use isotask::bound::of_parcels;
use isotask::check::{Options, check_certificate};
use isotask::job_shop::Effort;
use isotask::model::{ParcelsTask, Problem};
use isotask::solve::{Outcome, Solution, SolveOptions, method, solve};
use isotask::wire::{CertificateDocument, LowerKind, TaskDocument, parse, to_bytes};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A packet: its ends, length and start.
type Packet = (usize, usize, u64, u64);

/// Directed links, and how many sends and receives a node makes at once; none for all, 0 for one of both.
#[derive(Debug, Clone)]
struct Yard {
    nodes: usize,
    links: Vec<(usize, usize)>,
    ports: Option<usize>,
}

/// Where a packet is: at a node, or on the way between two for some more slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    At(usize),
    Between(usize, usize, u64),
}

impl Yard {
    fn network(&self) -> String {
        let links: Vec<String> = self.links.iter().map(|(a, b)| format!("[{a},{b}]")).collect();
        format!(r#"{{"kind":"graph","nodes":{},"directed":true,"links":[{}]}}"#, self.nodes, links.join(","))
    }

    fn ports(&self) -> String {
        match self.ports {
            None => r#""all""#.to_owned(),
            Some(0) => r#""one-half-duplex""#.to_owned(),
            Some(k) => format!(r#"{{"at-most":{k}}}"#),
        }
    }

    fn document(&self, packets: &[Packet]) -> TaskDocument {
        let packet = |(from, to, length, release): &Packet| {
            format!(r#"{{"from":{from},"to":{to},"length":{length},"release":{release}}}"#)
        };
        let packets: Vec<String> = packets.iter().map(packet).collect();
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{},"task":{{"kind":"parcels","packets":[{}]}},"ports":{},"objective":"completion-time"}}"#,
            self.network(),
            packets.join(","),
            self.ports()
        );
        parse(text.as_bytes()).expect("a document")
    }

    /// Whether links and ports carry all that is on its way.
    fn holds(&self, places: &[Place]) -> bool {
        let ways: Vec<(usize, usize)> = places
            .iter()
            .filter_map(
                |place| if let Place::Between(from, to, _) = place { Some((*from, *to)) } else { None },
            )
            .collect();
        let apart = ways.iter().collect::<BTreeSet<_>>().len() == ways.len();
        let used = |node: usize| {
            let sends = ways.iter().filter(|way| way.0 == node).count();
            (sends, ways.iter().filter(|way| way.1 == node).count())
        };
        apart
            && (0..self.nodes).map(used).all(|(sends, receives)| match self.ports {
                None => true,
                Some(0) => sends + receives <= 1,
                Some(k) => sends <= k && receives <= k,
            })
    }

    /// The fewest slots of all schedules: all states that can be reached, slot by slot.
    fn least_slots(&self, packets: &[Packet]) -> u64 {
        let start: Vec<Place> = packets.iter().map(|packet| Place::At(packet.0)).collect();
        let mut states = BTreeSet::from([start]);
        for slot in 0.. {
            let is_done = |places: &Vec<Place>| {
                places.iter().zip(packets).all(|(place, packet)| *place == Place::At(packet.1))
            };
            if states.iter().any(is_done) {
                return slot;
            }
            let mut next = BTreeSet::new();
            for state in &states {
                self.begin(state, 0, packets, slot, &mut next);
            }
            states = next;
        }
        unreachable!("some schedule ends")
    }

    /// Lets the packets from one on begin moves or wait, and adds the states after the slot.
    fn begin(
        &self,
        state: &[Place],
        packet: usize,
        packets: &[Packet],
        slot: u64,
        next: &mut BTreeSet<Vec<Place>>,
    ) {
        if packet == packets.len() {
            let after = |place: &Place| match *place {
                Place::Between(_, to, 1) => Place::At(to),
                Place::Between(from, to, left) => Place::Between(from, to, left - 1),
                at @ Place::At(_) => at,
            };
            next.insert(state.iter().map(after).collect());
            return;
        }
        self.begin(state, packet + 1, packets, slot, next);
        let (_, _, length, release) = packets[packet];
        if let Place::At(node) = state[packet]
            && release <= slot
        {
            for &(from, to) in self.links.iter().filter(|link| link.0 == node) {
                let mut moved = state.to_vec();
                moved[packet] = Place::Between(from, to, length);
                if self.holds(&moved) {
                    self.begin(&moved, packet + 1, packets, slot, next);
                }
            }
        }
    }
}

fn solved(problem: &Problem, options: &SolveOptions<'_>) -> (Box<Solution>, bool) {
    match solve(problem, options).expect("it suits") {
        Outcome::Optimal(solution) => (solution, true),
        Outcome::Feasible(solution) => (solution, false),
        other => unreachable!("{problem}: {other:?}"),
    }
}

/// A network of few nodes in which a ring leads everywhere, with packets on it.
fn yards() -> impl Strategy<Value = (Yard, Vec<Packet>)> {
    let ports = prop_oneof![Just(None), Just(Some(1)), Just(Some(2)), Just(Some(0))];
    (3_usize..=4, ports).prop_flat_map(|(nodes, ports)| {
        let ring: Vec<(usize, usize)> = (0..nodes).map(|node| (node, (node + 1) % nodes)).collect();
        let more = prop::collection::btree_set((0..nodes, 0..nodes), 0..3);
        let packet = (0..nodes, 1..nodes, 1_u64..=3, 0_u64..=3)
            .prop_map(move |(from, step, length, release)| (from, (from + step) % nodes, length, release));
        (more, prop::collection::vec(packet, 1..=3)).prop_map(move |(more, packets)| {
            let mut links = ring.clone();
            links.extend(more.into_iter().filter(|(a, b)| a != b && !ring.contains(&(*a, *b))));
            (Yard { nodes, links, ports }, packets)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// No bound exceeds the fewest slots of all schedules, and for so few packets the formula attains and proves
    /// them.
    #[test]
    fn bounds_and_schedules_agree_with_a_search_of_all_schedules((yard, packets) in yards()) {
        let document = yard.document(&packets);
        let least = yard.least_slots(&packets);
        let task = ParcelsTask::new(&document).expect("a task");
        for lower in &of_parcels(&task).completion {
            prop_assert!(lower.slots() <= least, "{:?} {:?}", lower, yard);
        }
        let problem = Problem::new(&document).expect("a task");
        let (solution, is_optimal) = solved(&problem, &SolveOptions::default());
        prop_assert_eq!((solution.verdict.replayed.completion_time, is_optimal), (least, true));
    }
}

/// Each of two packets of length 3 holds the only link of node 0 for three slots, and the second has two hops:
/// 3 + 3 + 3 slots, though six parts of length 1 need no more than 7.
#[test]
fn a_long_packet_goes_on_when_it_has_come_as_a_whole() {
    let yard = Yard { nodes: 3, links: vec![(0, 1), (1, 2)], ports: None };
    let document = yard.document(&[(0, 2, 3, 0), (0, 2, 3, 0)]);
    let problem = Problem::new(&document).expect("a task");
    let (solution, is_optimal) = solved(&problem, &SolveOptions::default());
    assert_eq!((solution.verdict.replayed.completion_time, is_optimal), (9, true));
    assert_eq!(solution.verdict.replayed.transmissions, 4);
}

/// The formula proves what no other bound does, and its proof is read back by the checker.
#[test]
fn a_formula_settles_what_bounds_leave_open() {
    let links = [(0, 1), (1, 2), (2, 3), (3, 0), (1, 3)].into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
    let yard = Yard { nodes: 4, links: links.collect(), ports: Some(1) };
    let packets = [(0, 2, 2, 0), (1, 3, 3, 1), (2, 0, 2, 0), (3, 1, 1, 2)];
    let document = yard.document(&packets);
    let least = yard.least_slots(&packets);
    let problem = Problem::new(&document).expect("a task");
    let sat =
        SolveOptions { method: method("sat"), effort: Some(Effort::Thorough), ..SolveOptions::default() };
    let (solution, is_optimal) = solved(&problem, &sat);
    assert_eq!((solution.verdict.replayed.completion_time, is_optimal), (least, true));
    let text = to_bytes(&solution.certificate);
    let certificate: CertificateDocument = parse(&text).expect("a document");
    check_certificate(&certificate, &Options::default()).expect("it holds");
    let known = of_parcels(problem.parcels().expect("parcels")).best().slots();
    let kind = certificate.claims[0].lower.kind();
    assert_eq!(kind == LowerKind::Resolution, known < least, "{kind:?} {known} {least}");
}
