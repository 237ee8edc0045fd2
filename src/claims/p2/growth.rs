//! §4: which total exchanges of the d-cube the three phases extend to one of the (d + 1)-cube, tried on
//! exchanges that a search finds.

use crate::claims::code::Code;
use crate::claims::facts::scheduled::certificate;
use crate::claims::judge::prove::{Congruence, Least, accepted, hypercube, total_exchange};
use crate::claims::language::Datum;
use crate::claims::{Broken, ClaimError, Docket};
use crate::model::count_of;
use crate::wire::Quantity;
use std::collections::BTreeSet;

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code { file: file!(), id: "P2.Eq5", parts: &[condition_5] }];

/// A move of a packet of node 0: slot and link, from 0.
type Step = (u64, u64);

/// A symmetric total exchange on the d-cube.
#[derive(Debug)]
struct Exchange {
    d: u64,
    /// For each packet of node 0, by its offset, its moves.
    moves: Vec<Vec<Step>>,
    /// Time units.
    time: u64,
}

/// Whether the growth of an exchange by the three phases succeeds where Eq. (5) holds and only there.
fn condition_5(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in 2..=3 {
        let (mut agree, mut late, mut found) = (true, 0, BTreeSet::new());
        for seed in 0..1000 {
            let exchange = Exchange::some_optimal(d, seed).ok_or(Broken::NoExchange)?;
            if !found.insert(exchange.moves.clone()) {
                continue;
            }
            exchange.checked()?;
            let holds = exchange.keeps_equation_5();
            late += u64::from(!holds);
            // Rule (a), the earliest needed first, succeeds whenever any order does.
            let grown = exchange.grown();
            if let Some(grown) = &grown {
                grown.checked()?;
            }
            agree &= grown.is_some() == holds;
        }
        let how = format!(
            "{} of them differ, all replayed by the checker; phase three proceeds where Eq. (5) holds and only there; it fails for {late}",
            found.len()
        );
        docket.is(format!("hypercube {d}"), agree, how);
    }
    Ok(())
}

impl Exchange {
    /// Finds a total exchange on the d-cube in 2^(d−1) time units, all links busy, by trying packets in an
    /// order drawn from the seed.
    fn some_optimal(d: u64, seed: u64) -> Option<Self> {
        let time = 1_u64 << (d - 1);
        let mut moves = vec![Vec::new(); 1 << d];
        filled(d, 0, &mut moves, &mut Congruence(seed)).then_some(Self { d, moves, time })
    }

    /// Whether Eq. (5) holds: node 0 has sent at most 2^(d−1) + n − 1 of its own packets up to each time n.
    fn keeps_equation_5(&self) -> bool {
        let sent_by =
            |time| self.moves.iter().filter_map(|way| way.first()).filter(|step| step.0 < time).count();
        (1..=self.time).all(|n| count_of(sent_by(n)) < self.time + n)
    }

    /// Returns the exchange of one dimension more. Phase two crosses the new link in the order in which
    /// packets are needed, and phase three begins right after phase one. None if a packet would be sent on
    /// before it has crossed.
    fn grown(self) -> Option<Self> {
        let mut order: Vec<(Step, usize)> =
            self.moves.iter().enumerate().filter_map(|(at, way)| Some((*way.first()?, at))).collect();
        order.sort_unstable();
        let mut crossed = vec![Vec::new(); self.moves.len()];
        for (slot, offset) in (0..).zip(order.into_iter().map(|place| place.1).chain([0])) {
            let mut way = vec![(slot, self.d)];
            way.extend(self.moves[offset].iter().map(|&(slot, link)| (slot + self.time, link)));
            if way.get(1).is_some_and(|next| next.0 <= slot) {
                return None;
            }
            crossed[offset] = way;
        }
        Some(Self { d: self.d + 1, moves: [self.moves, crossed].concat(), time: 2 * self.time })
    }

    /// Hands the schedule to the checker.
    fn checked(&self) -> Result<(), ClaimError> {
        let mut slots: Vec<Vec<Datum>> = vec![Vec::new(); self.moves.len() / 2];
        for (packet, way) in (0_u64..).zip(&self.moves[1..]) {
            for &(slot, link) in way {
                let step = Datum::list(vec![packet.into(), link.into()]);
                slots[usize::try_from(slot).unwrap_or(usize::MAX)].push(step);
            }
        }
        let slots = Datum::list(slots.into_iter().map(Datum::list).collect());
        let made = certificate(&total_exchange(hypercube(self.d)), &slots, Quantity::CompletionTime)?;
        accepted(&made, Least::TIME).map(|_| ())
    }
}

/// Assigns packets to the links from a place on, time unit by time unit, by backtracking.
fn filled(d: u64, place: u64, moves: &mut [Vec<Step>], choice: &mut Congruence) -> bool {
    let (slot, link) = (place / d, place % d);
    let time = 1_u64 << (d - 1);
    let left = |offset: u64, moves: &[Vec<Step>]| {
        u64::from(offset.count_ones()) - count_of(moves[place_of(offset)].len())
    };
    // At the start of a time unit no packet may have more links left than time units.
    if link == 0 && (1..2 * time).any(|offset| left(offset, moves) > time - slot) {
        return false;
    }
    if slot == time {
        return true;
    }
    let fits = |offset: &u64| {
        let sent = &moves[place_of(*offset)];
        offset >> link & 1 == 1 && sent.iter().all(|step| step.0 < slot && step.1 != link)
    };
    let mut fit: Vec<u64> = (1..2 * time).filter(fits).collect();
    choice.shuffle(&mut fit);
    fit.into_iter().any(|offset| {
        moves[place_of(offset)].push((slot, link));
        let done = filled(d, place + 1, moves, choice);
        if !done {
            moves[place_of(offset)].pop();
        }
        done
    })
}

fn place_of(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}
