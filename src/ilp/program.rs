//! The time-indexed program of a task and a number of slots, in integers.

use crate::model::{IsotropicTask, Way};

/// Most dimensions whose directions order the packets of one offset; it keeps the coefficients small.
const MOST_ORDERED: usize = 10;

/// A 0–1 program without objective, and what its variables stand for.
///
/// For packet i, link j and slot t, x\[i\]\[j\]\[t\] says that i uses j in t; d says that i goes + in a dimension of two links:
/// ```text
/// Σ_t x[i][+][t] = x·d        Σ_t x[i][−][t] = (p − x)(1 − d)
/// Σ_j x[i][j][t] ≤ 1          Σ_i x[i][j][t] ≤ 1          Σ_ij x[i][j][t] ≤ k
/// ```
/// Packets of one offset may be exchanged; constraints keep one order of them. Slots may be exchanged as well, but constraints
/// that order them make `HiGHS` 1.15 take feasible programs for infeasible now and then.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) variables: usize,
    pub(super) constraints: Vec<Constraint>,
    pub(super) packets: Vec<Packet>,
    pub(super) slots: u32,
}

/// A linear constraint over the variables.
#[derive(Debug)]
pub(super) struct Constraint {
    /// Coefficients `(variable, factor)`, every variable at most once.
    pub(super) terms: Vec<(usize, i32)>,
    pub(super) relation: Relation,
    pub(super) bound: i32,
}

/// How the sum of a constraint stands to its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    AtMost,
}

/// A packet, in the order of the rows.
#[derive(Debug)]
pub(super) struct Packet {
    /// Index of its class of equal offsets.
    pub(super) class: usize,
    /// The dimensions in which it moves, increasing.
    pub(super) legs: Vec<Leg>,
}

/// A dimension in which a packet moves.
#[derive(Debug)]
pub(super) struct Leg {
    pub(super) dimension: usize,
    pub(super) plus: Lane,
    /// The other way, if it has a link of its own.
    pub(super) minus: Option<Alternative>,
}

/// The way −, and the variable that is 1 when the packet goes +.
#[derive(Debug)]
pub(super) struct Alternative {
    pub(super) lane: Lane,
    pub(super) goes_plus: usize,
}

/// The variables of a packet on a link: one for every slot, side by side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lane {
    pub(super) link: u32,
    pub(super) first: usize,
    /// Hops along this way, more than there are slots cut down to one more.
    hops: i32,
}

impl Packet {
    /// All its lanes, by increasing link.
    pub(super) fn lanes(&self) -> impl Iterator<Item = Lane> + '_ {
        self.legs
            .iter()
            .flat_map(|leg| [Some(leg.plus), leg.minus.as_ref().map(|other| other.lane)])
            .flatten()
    }
}

impl Program {
    /// Writes the program; the caller has compared its size.
    pub(super) fn new(task: &IsotropicTask, slots: u32) -> Self {
        let mut program = Self { variables: 0, constraints: Vec::new(), packets: Vec::new(), slots };
        for (class, packets) in task.classes().enumerate() {
            let first = program.packets.len();
            for _ in 0..packets.count {
                let legs = program.legs(task, packets.offset);
                program.packets.push(Packet { class, legs });
            }
            program.order_copies(first);
        }
        program.routes();
        program.rows();
        program.columns(task);
        program
    }

    fn legs(&mut self, task: &IsotropicTask, offset: crate::model::Node) -> Vec<Leg> {
        let mut legs = Vec::new();
        for (dimension, ring) in task.network().dimensions().iter().enumerate() {
            let x = ring.coordinate(offset);
            if x == 0 {
                continue;
            }
            let mut lane = |way| {
                let hops = ring.hops(x, way).min(u64::from(self.slots) + 1);
                let hops = i32::try_from(hops).expect("slots are fewer than the variables");
                let first = self.variables;
                self.variables += wide(self.slots);
                Lane { link: ring.link(way).0, first, hops }
            };
            let plus = lane(Way::Plus);
            let minus = (!ring.is_single_link()).then(|| lane(Way::Minus)).map(|lane| {
                let goes_plus = self.variables;
                self.variables += 1;
                Alternative { lane, goes_plus }
            });
            legs.push(Leg { dimension, plus, minus });
        }
        legs
    }

    /// Every packet makes its hops in every dimension, one way round.
    fn routes(&mut self) {
        let slots = wide(self.slots);
        for leg in self.packets.iter().flat_map(|packet| &packet.legs) {
            let mut plus: Vec<_> = variables(leg.plus, slots).map(|x| (x, 1)).collect();
            let Some(other) = &leg.minus else {
                self.constraints.push(equal(plus, leg.plus.hops));
                continue;
            };
            plus.push((other.goes_plus, -leg.plus.hops));
            self.constraints.push(equal(plus, 0));
            let mut minus: Vec<_> = variables(other.lane, slots).map(|x| (x, 1)).collect();
            minus.push((other.goes_plus, other.lane.hops));
            self.constraints.push(equal(minus, other.lane.hops));
        }
    }

    /// A packet uses at most one link in a slot.
    fn rows(&mut self) {
        for packet in &self.packets {
            let lanes: Vec<_> = packet.lanes().collect();
            if lanes.len() > 1 {
                self.constraints.extend(at_most(&lanes, wide(self.slots), 1));
            }
        }
    }

    /// A link carries at most one packet in a slot, and a node sends at most k.
    fn columns(&mut self, task: &IsotropicTask) {
        let slots = wide(self.slots);
        let mut on_link: Vec<Vec<Lane>> = vec![Vec::new(); wide(task.network().links())];
        for lane in self.packets.iter().flat_map(Packet::lanes) {
            on_link[wide(lane.link)].push(lane);
        }
        for lanes in on_link.iter().filter(|lanes| lanes.len() > 1) {
            self.constraints.extend(at_most(lanes, slots, 1));
        }
        if task.ports() < task.network().links() {
            let ports = i32::try_from(task.ports()).expect("links are fewer than the variables");
            self.constraints.extend(at_most(&on_link.concat(), slots, ports));
        }
    }

    /// Of the packets of one offset, which stand side by side from `first` on, the earlier ones go + first, the dimensions in
    /// lexicographic order: any schedule becomes so by renaming them.
    fn order_copies(&mut self, first: usize) {
        let code = |packet: &Packet| -> Vec<usize> {
            packet
                .legs
                .iter()
                .filter_map(|leg| leg.minus.as_ref())
                .map(|m| m.goes_plus)
                .take(MOST_ORDERED)
                .collect()
        };
        for pair in self.packets[first..].windows(2) {
            let (earlier, later) = (code(&pair[0]), code(&pair[1]));
            let weights = (0..earlier.len()).rev().map(|place| 1 << place);
            let terms: Vec<_> = weights
                .zip(earlier.into_iter().zip(later))
                .flat_map(|(weight, (earlier, later))| [(later, weight), (earlier, -weight)])
                .collect();
            if !terms.is_empty() {
                self.constraints.push(Constraint { terms, relation: Relation::AtMost, bound: 0 });
            }
        }
    }
}

fn variables(lane: Lane, slots: usize) -> impl Iterator<Item = usize> {
    lane.first..lane.first + slots
}

fn equal(terms: Vec<(usize, i32)>, bound: i32) -> Constraint {
    Constraint { terms, relation: Relation::Equal, bound }
}

/// In every slot at most `bound` uses of the lanes.
fn at_most(lanes: &[Lane], slots: usize, bound: i32) -> impl Iterator<Item = Constraint> + '_ {
    (0..slots).map(move |slot| {
        let terms = lanes.iter().map(|lane| (lane.first + slot, 1)).collect();
        Constraint { terms, relation: Relation::AtMost, bound }
    })
}

pub(super) fn wide(value: u32) -> usize {
    usize::try_from(value).expect("u32 fits usize")
}
