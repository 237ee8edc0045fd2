//! The packets of one distance in a schedule in windows: the group that they complete, and their blocks.

use super::matching::{cyclic, matchings};
use super::orbits::{Unlisted, least};
use crate::model::{LinkTurn, Network, Node, count_of, wide};
use crate::wire::{NodeRef, RowEnds, TurnedRow, Window};

/// The end of the schedule so far: late columns are free from slot `end` on, the others from the slot before.
#[derive(Debug, Clone)]
pub(super) struct Front {
    pub(super) end: u64,
    pub(super) late: Vec<bool>,
}

/// A row of a group with its units as `(column, slot)`.
pub(super) type RowUnits = (Node, Vec<(usize, u64)>);

/// As many rows as columns that have one distance k, with their columns in k matchings.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) rows: Vec<Node>,
    pub(super) matchings: Vec<Vec<usize>>,
}

/// The packets of one distance, scheduled from a front on.
#[derive(Debug, Clone)]
pub(super) struct Shell {
    pub(super) distance: u64,
    /// The group that begins with rows of the distance before.
    pub(super) group: Vec<RowUnits>,
    /// The first slot of the group.
    pub(super) first: u64,
    /// The front behind the group, before the blocks.
    pub(super) front: Front,
    /// The blocks that are listed.
    listed: Vec<Block>,
    /// The orbits that are not listed, whose blocks follow.
    pub(super) unlisted: Vec<Unlisted>,
}

/// The offsets of a distance that are listed.
struct Offsets<'a> {
    network: &'a Network,
    turn: &'a LinkTurn,
    /// `cut` and `rest`.
    orbits: Vec<Node>,
}

impl Offsets<'_> {
    fn row(&self, row: TurnedRow) -> Node {
        self.turn.turned(self.orbits[wide(row.orbit)], row.turn.into())
    }
}

fn node(network: &Network, node: &NodeRef) -> Node {
    network.node(node, String::new).expect("the checker has accepted the plan")
}

impl Shell {
    /// Reads the window of a distance; `held` are the rows held back at the distance before. Returns the
    /// shell and the rows that it holds back.
    pub(super) fn new(
        network: &Network,
        turn: &LinkTurn,
        window: &Window,
        distance: u64,
        before: &Front,
        held: Vec<Node>,
        stored: Option<&[(usize, Node)]>,
    ) -> (Self, Vec<Node>) {
        let orbits = window.cut.iter().chain(&window.rest).map(|offset| node(network, offset)).collect();
        let offsets = Offsets { network, turn, orbits };
        let rows = |list: &[TurnedRow]| -> Vec<Node> { list.iter().map(|row| offsets.row(*row)).collect() };
        let group = [held, rows(&window.first)].concat();
        let (group, first, front) = joined(turn, before, &group, &window.ends);
        let block = |rows: Vec<Node>| {
            let units = rows.iter().map(|&row| turn.row(row)).collect();
            Block { rows, matchings: matchings(turn, units, distance) }
        };
        let bins = window.bins.iter().map(|bin| {
            let orbits = bin.iter().map(|offset| turn.orbit(node(offsets.network, offset)));
            orbits.flatten().collect()
        });
        let listed = window.blocks.iter().map(|block| rows(block)).chain(bins).map(block).collect();
        let bins = window.bins.iter().flatten().map(|offset| node(network, offset));
        let written: Vec<Node> =
            offsets.orbits.iter().copied().chain(bins).map(|node| least(turn, node)).collect();
        let unlisted = Unlisted::all(network, turn, distance, &written, stored);
        (Self { distance, group, first, front, listed, unlisted }, rows(&window.last))
    }

    /// Returns the number of blocks.
    pub(super) fn blocks(&self) -> u64 {
        let columns = self.front.late.len();
        let unlisted = self.unlisted.iter().map(|orbits| orbits.count / count_of(columns / orbits.period));
        count_of(self.listed.len()) + unlisted.sum::<u64>()
    }

    /// Returns the front behind the blocks.
    pub(super) fn behind(&self) -> Front {
        Front { end: self.front.end + self.blocks() * self.distance, late: self.front.late.clone() }
    }

    /// Returns a block by its index; none if its orbits are not known.
    pub(super) fn block(&self, turn: &LinkTurn, index: u64) -> Option<Block> {
        let listed = count_of(self.listed.len());
        let Some(mut index) = index.checked_sub(listed) else {
            return Some(self.listed[usize::try_from(index).expect("an index of a list")].clone());
        };
        for orbits in &self.unlisted {
            let copies = turn.columns() / orbits.period;
            let blocks = orbits.count / count_of(copies);
            if index >= blocks {
                index -= blocks;
                continue;
            }
            let first = index * count_of(copies);
            let least: Vec<Node> =
                (first..first + count_of(copies)).map(|at| orbits.at(at)).collect::<Option<_>>()?;
            let units: Vec<Vec<u64>> = least.iter().map(|&node| turn.row(node)).collect();
            let matchings = cyclic(&units, orbits.period);
            return Some(Block {
                rows: least.iter().flat_map(|&node| turn.orbit(node)).collect(),
                matchings,
            });
        }
        None
    }

    /// Returns the index of the block that holds a row which is not in a group; none if that is not known.
    pub(super) fn block_of(&self, turn: &LinkTurn, row: Node) -> Option<u64> {
        if let Some(index) = self.listed.iter().position(|block| block.rows.contains(&row)) {
            return Some(count_of(index));
        }
        let (period, first) = (turn.orbit(row).len(), least(turn, row));
        let mut before = count_of(self.listed.len());
        for orbits in &self.unlisted {
            let copies = count_of(turn.columns() / orbits.period);
            if orbits.period == period {
                return Some(before + orbits.index(first)? / copies);
            }
            before += orbits.count / copies;
        }
        None
    }

    /// Returns the slot of a block's unit of a column in a matching; units of late columns in the first
    /// matching wait until the last slot.
    pub(super) fn slot(&self, block: u64, step: u64, column: usize) -> u64 {
        let waits = step == 0 && self.front.late[column];
        self.front.end + block * self.distance + if waits { self.distance } else { step } - 1
    }
}

/// Schedules a group at a front: returns its rows with their units, its first slot, and the front behind it.
fn joined(turn: &LinkTurn, before: &Front, group: &[Node], ends: &[RowEnds]) -> (Vec<RowUnits>, u64, Front) {
    if group.is_empty() {
        return (Vec::new(), before.end, before.clone());
    }
    let mut rows: Vec<Vec<u64>> = group.iter().map(|&row| turn.row(row)).collect();
    let mut placed: Vec<RowUnits> = group.iter().map(|&row| (row, Vec::new())).collect();
    let column = |link: Option<u32>| link.map(|link| turn.column(link));
    for (row, ends) in rows.iter_mut().zip(ends) {
        for column in [column(ends.early), column(ends.late)].into_iter().flatten() {
            row[column] -= 1;
        }
    }
    let between = rows[0].iter().sum::<u64>();
    let end = before.end + between;
    let mut late = vec![false; turn.columns()];
    for ((_, units), ends) in placed.iter_mut().zip(ends) {
        units.extend(column(ends.early).map(|column| (column, before.end - 1)));
        units.extend(column(ends.late).map(|column| (column, end)));
        if let Some(column) = column(ends.late) {
            late[column] = true;
        }
    }
    for (matching, slot) in matchings(turn, rows, between).iter().zip(before.end..) {
        for ((_, units), &column) in placed.iter_mut().zip(matching) {
            units.push((column, slot));
        }
    }
    let front = if late.contains(&true) {
        Front { end: end + 1, late }
    } else {
        Front { end, late: vec![true; late.len()] }
    };
    (placed, before.end.saturating_sub(1), front)
}
