//! The orbits and rows that a plan lists of one distance.

use crate::network::topology::Network;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::windows::fault::PlanFault;
use crate::replay::windows::orbits::{Row, Turning, canonical, period, turned};
use isotask_wire::{NodeRef, TurnedRow, Window};
use std::collections::BTreeSet;

/// An orbit with its period.
#[derive(Debug)]
pub(super) struct Orbit {
    pub(super) row: Row,
    pub(super) period: usize,
}

/// The orbits and rows that a plan lists for one distance.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) distance: u64,
    /// The orbits of `cut` and, behind them, those of `rest`.
    orbits: Vec<Orbit>,
    pub(super) bins: Vec<Vec<Orbit>>,
    pub(super) first: Vec<Row>,
    pub(super) last: Vec<Row>,
    pub(super) blocks: Vec<Vec<Row>>,
}

/// Returns the rejection of a part of the plan.
pub(super) fn refused(place: String, fault: PlanFault) -> Rejection {
    Rejection::Plan { place, fault }
}

impl Listed {
    /// Returns an empty list for a distance.
    #[cfg(test)]
    pub(super) fn none(distance: u64) -> Self {
        Self { distance, orbits: vec![], bins: vec![], first: vec![], last: vec![], blocks: vec![] }
    }

    /// Reads the lists of a distance; every orbit must be of this distance and stand once, and every row of
    /// those that are cut must be in exactly one part.
    pub(super) fn new(
        network: &Network,
        turning: &Turning<'_>,
        distance: u64,
        window: &Window,
        place: &str,
    ) -> Result<Self, Rejection> {
        let mut reader = Reader { network, turning, distance, seen: BTreeSet::new() };
        let columns = turning.columns();
        let cut = reader.orbits(&window.cut, &format!("{place}.cut"), &|period| period == columns)?;
        let rest = reader.orbits(&window.rest, &format!("{place}.rest"), &|period| period < columns)?;
        let mut bins = Vec::new();
        for (index, bin) in window.bins.iter().enumerate() {
            let place = format!("{place}.bins[{index}]");
            let bin = reader.orbits(bin, &place, &|period| period < columns)?;
            let found = bin.iter().map(|orbit| orbit.period).sum();
            if found != columns {
                return Err(refused(place, PlanFault::Bin { found, expected: columns }));
            }
            bins.push(bin);
        }
        let orbits: Vec<Orbit> = cut.into_iter().chain(rest).collect();
        let mut seen = BTreeSet::new();
        let mut rows = |list: &[TurnedRow], place: &str| rows(&orbits, list, place, &mut seen);
        let first = rows(&window.first, &format!("{place}.first"))?;
        let last = rows(&window.last, &format!("{place}.last"))?;
        let mut blocks = Vec::new();
        for (index, block) in window.blocks.iter().enumerate() {
            let place = format!("{place}.blocks[{index}]");
            let block = rows(block, &place)?;
            require_block(&block, columns, distance, &place)?;
            blocks.push(block);
        }
        let (found, expected) = (seen.len(), orbits.iter().map(|orbit| orbit.period).sum());
        if found != expected {
            return Err(refused(place.to_owned(), PlanFault::RowsMissing { found, expected }));
        }
        Ok(Self { distance, orbits, bins, first, last, blocks })
    }

    /// Returns the number of listed orbits of a period.
    pub(super) fn of_period(&self, period: usize) -> u128 {
        let all = self.orbits.iter().chain(self.bins.iter().flatten());
        wide(all.filter(|orbit| orbit.period == period).count()).into()
    }

    /// Returns all listed orbits.
    pub(super) fn all(&self) -> impl Iterator<Item = &Orbit> {
        self.orbits.iter().chain(self.bins.iter().flatten())
    }
}

struct Reader<'a> {
    network: &'a Network,
    turning: &'a Turning<'a>,
    distance: u64,
    seen: BTreeSet<Row>,
}

impl Reader<'_> {
    /// Reads the orbits of some offsets; refuses periods that do not fit.
    fn orbits(
        &mut self,
        list: &[NodeRef],
        place: &str,
        fits: &dyn Fn(usize) -> bool,
    ) -> Result<Vec<Orbit>, Rejection> {
        let mut orbits = Vec::new();
        for (index, node) in list.iter().enumerate() {
            let place = format!("{place}[{index}]");
            let row = self.turning.row(self.network.offset(node, &|| place.clone())?);
            let (found, expected) = (row.iter().sum(), self.distance);
            if found != expected {
                return Err(refused(place, PlanFault::Distance { found, expected }));
            }
            let period = period(&row);
            if !fits(period) {
                let columns = self.turning.columns();
                let than = if period == columns { "fewer than" } else { "as many as links," };
                let fault = PlanFault::Period { found: period, expected: format!("{than} {columns}") };
                return Err(refused(place, fault));
            }
            if !self.seen.insert(canonical(&row)) {
                return Err(refused(place, PlanFault::Repeated));
            }
            orbits.push(Orbit { row, period });
        }
        Ok(orbits)
    }
}

/// Reads the rows of a list; refuses one that was seen before.
fn rows(
    orbits: &[Orbit],
    list: &[TurnedRow],
    place: &str,
    seen: &mut BTreeSet<TurnedRow>,
) -> Result<Vec<Row>, Rejection> {
    let mut rows = Vec::new();
    for (index, &listed) in list.iter().enumerate() {
        let refused = |fault| refused(format!("{place}[{index}]"), fault);
        let of = narrow(listed.orbit.into(), orbits.len()).map(|at| &orbits[at]);
        let found = of.and_then(|orbit| Some((orbit, narrow(listed.turn.into(), orbit.period)?)));
        let Some((orbit, turn)) = found else {
            return Err(refused(PlanFault::NoRow { found: (listed.orbit, listed.turn) }));
        };
        if !seen.insert(listed) {
            return Err(refused(PlanFault::RowTwice));
        }
        rows.push(turned(&orbit.row, turn));
    }
    Ok(rows)
}

/// Refuses a block unless it has as many rows as links and `distance` units on each.
fn require_block(block: &[Row], columns: usize, distance: u64, place: &str) -> Result<(), Rejection> {
    let sums = sums(block, columns);
    let uneven = sums.iter().copied().find(|&sum| sum != distance);
    if block.len() == columns && uneven.is_none() {
        return Ok(());
    }
    let (found, sum) = (block.len(), uneven.unwrap_or(distance));
    Err(refused(place.to_owned(), PlanFault::Block { found, sum, expected: columns, distance }))
}

/// Returns the sums of the units of some rows, column by column.
pub(super) fn sums(rows: &[Row], columns: usize) -> Vec<u64> {
    let mut sums = vec![0; columns];
    for row in rows {
        for (sum, units) in sums.iter_mut().zip(row) {
            // Fewer rows than a document in memory has, of at most 2⁶² units.
            *sum = u64::saturating_add(*sum, *units);
        }
    }
    sums
}
