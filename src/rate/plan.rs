//! A plan that repeats: ways with the number of packets of a period.

use super::choices::Ways;
use super::mixture::Mixed;
use super::trees::Way;
use crate::model::wide;
use crate::wire::RepeatedWay;
use num_integer::Integer;
use std::collections::BTreeMap;

/// Most moves of all ways together.
const MAX_MOVES: usize = 1 << 22;

/// Ways, the slots of a period, and how often it carries the task.
pub(super) struct Plan {
    pub(super) slots: u64,
    pub(super) times: u64,
    /// By directed links: packets of a period.
    ways: BTreeMap<Vec<u32>, u64>,
}

impl Plan {
    /// Puts the ways of single packets together.
    pub(super) fn of_ways((slots, times): (u64, u64), found: Vec<Way>) -> Self {
        let mut ways = BTreeMap::new();
        for Way { arcs, packets } in found {
            *ways.entry(arcs).or_default() += packets;
        }
        Self { slots, times, ways }
    }

    /// Writes a mixture of choices as a plan; none if numbers or the plan become too large. The period is as
    /// long as the fullest link or port needs, and has no common factor with the packets.
    pub(super) fn of_mixture(ways: &Ways<'_>, mixed: &Mixed) -> Option<Self> {
        let mut all: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        let mut arcs = vec![0_u64; wide(ways.task.graph().arcs())];
        let mut moves = 0;
        for (prices, share) in &mixed.choices {
            for way in ways.cheapest(prices)? {
                let packets = way.packets.checked_mul(*share)?;
                for &arc in &way.arcs {
                    arcs[wide(arc)] = arcs[wide(arc)].checked_add(packets)?;
                }
                moves += way.arcs.len();
                if moves > MAX_MOVES {
                    return None;
                }
                let known = all.entry(way.arcs).or_default();
                *known = known.checked_add(packets)?;
            }
        }
        let uses = ways.rows.row_uses(&arcs);
        let fullest =
            uses.iter().zip(&ways.rows.capacities).fold((0_u64, 1_u64), |most, (&uses, &capacity)| {
                let is_more =
                    u128::from(uses) * u128::from(most.1) > u128::from(most.0) * u128::from(capacity);
                if is_more { (uses, capacity) } else { most }
            });
        // The fullest row fills whole slots once all packets are multiplied by the factor.
        let common = fullest.0.gcd(&fullest.1);
        let (slots, factor) = (fullest.0 / common, fullest.1 / common);
        let times = mixed.shares.checked_mul(factor)?;
        for packets in all.values_mut() {
            *packets = packets.checked_mul(factor)?;
        }
        let common = all.values().fold(slots.gcd(&times), |common, packets| common.gcd(packets)).max(1);
        for packets in all.values_mut() {
            *packets /= common;
        }
        Some(Self { slots: slots / common, times: times / common, ways: all })
    }

    /// Returns whether it takes fewer slots for each task than another.
    pub(super) fn is_faster(&self, other: &Self) -> bool {
        let [own, others] = [(self, other), (other, self)]
            .map(|(one, other)| u128::from(one.slots) * u128::from(other.times));
        own < others
    }

    /// Lists the ways by the ends of their moves; with `turned` the moves of all ways are reversed.
    pub(super) fn listed(&self, ways: &Ways<'_>, turned: bool) -> Vec<RepeatedWay> {
        let graph = ways.task.graph();
        let way = |(arcs, &packets): (&Vec<u32>, &u64)| {
            let ends = arcs.iter().map(|&arc| (u64::from(graph.from(arc)), u64::from(graph.to(arc))));
            let moves =
                if turned { ends.rev().map(|(from, to)| (to, from)).collect() } else { ends.collect() };
            RepeatedWay { packets, moves }
        };
        // Links side by side are one link of a document.
        let mut all: BTreeMap<Vec<(u64, u64)>, u64> = BTreeMap::new();
        for RepeatedWay { packets, moves } in self.ways.iter().map(way) {
            *all.entry(moves).or_default() += packets;
        }
        all.into_iter().map(|(moves, packets)| RepeatedWay { packets, moves }).collect()
    }
}
