//! The columns of a list of traffic, by their names.

use super::fault::TrafficFault;
use super::measure::{Measure, measured};
use crate::grammar::error::shown;
use crate::grammar::packet::Unit;
use crate::grammar::table::amount::shown_nano;
use crate::grammar::table::columns::bare;
use crate::grammar::table::ends::ends;
use std::collections::BTreeSet;

/// The meaning of the columns of a list.
pub(super) struct Layout {
    pub(super) ends: [usize; 2],
    pub(super) columns: Option<usize>,
    pub(super) count: Option<usize>,
    /// Whether a header names the column of numbers.
    pub(super) is_count_named: bool,
    pub(super) name: String,
    /// The number of bits in the unit of the column.
    pub(super) unit: Option<u128>,
    pub(super) remarks: Vec<String>,
}

/// Usual names of the number of packets, the surest first.
const COUNT_NAMES: [&str; 13] = [
    "count", "packets", "messages", "number", "n", "demand", "demands", "traffic", "flow", "value", "weight",
    "amount", "volume",
];
/// The names among these that count packets and not amounts; then names of amounts of bytes.
const PACKET_COUNT_NAMES: [&str; 5] = ["count", "packets", "messages", "number", "n"];
const SIZE_NAMES: [&str; 6] = ["bytes", "size", "msgsize", "messagesize", "length", "data"];

impl Layout {
    pub(super) fn plain() -> Self {
        Self {
            ends: [0, 1],
            columns: None,
            count: Some(2),
            is_count_named: false,
            name: "the count".to_owned(),
            unit: None,
            remarks: Vec::new(),
        }
    }

    /// Returns the layout that a first line describes; none if it names no columns.
    pub(super) fn headed(
        words: &[String],
        line: usize,
        unit: Option<Unit>,
    ) -> Result<Option<Self>, TrafficFault> {
        let fault = || TrafficFault::Columns { line, found: shown(&words.join(",")) };
        let Some(ends) = ends(words).map_err(|_| fault())? else {
            let names =
                words.iter().any(|word| ["from", "source", "src", "count"].contains(&bare(word).as_str()));
            return if names { Err(fault()) } else { Ok(None) };
        };
        let others = || words.iter().enumerate().filter(|(at, word)| !ends.contains(at) && !word.is_empty());
        let count = count_column(&others().map(|(at, word)| (at, word.as_str())).collect::<Vec<_>>(), unit);
        if count.is_none() && others().next().is_some() {
            return Err(fault());
        }
        // Two names above lines of three values: the third value is the count, as without names.
        let columns = Some(words.len().max(3));
        let count = count.or((words.len() == 2).then_some(2));
        let mut found = Self { ends, columns, count, ..Self::plain() };
        if let Some(at) = count.filter(|&at| at < words.len()) {
            found.is_count_named = true;
            found.describe(&words[at], line, unit)?;
        }
        let left: BTreeSet<&str> =
            others().filter(|(at, _)| Some(*at) != count).map(|(_, word)| word.as_str()).collect();
        if !left.is_empty() {
            let left: Vec<String> = left.into_iter().map(shown).collect();
            found.remarks.push(format!("columns {} left out", left.join(", ")));
        }
        Ok(Some(found))
    }

    /// Sets the meaning of the column of numbers.
    fn describe(&mut self, column: &str, line: usize, unit: Option<Unit>) -> Result<(), TrafficFault> {
        self.name = shown(column);
        let amount = Amount::of(column, line, unit)?;
        self.unit = amount.bits;
        self.remarks.extend(amount.remark);
        Ok(())
    }
}

/// Returns the column of numbers, the surest first: one of bytes if a packet carries bytes, else one of
/// packets.
fn count_column(others: &[(usize, &str)], unit: Option<Unit>) -> Option<usize> {
    let of = |names: &[&str], is_amount: bool| {
        let is = |name: &str, column: &str| {
            let (found, measure) = measured(column, &known());
            found == name && (!is_amount || matches!(measure, Some((_, Measure::Bits(_)))))
        };
        names.iter().find_map(|name| others.iter().find(|(_, column)| is(name, column)).map(|&(at, _)| at))
    };
    // A unit alone, as in `src,dst,GB`.
    let alone = || others.iter().find(|(_, column)| Measure::of(column).is_some()).map(|&(at, _)| at);
    let sizes = || of(&SIZE_NAMES, false).or_else(|| of(&COUNT_NAMES, true)).or_else(alone);
    if unit.is_some_and(|unit| unit.bytes().is_some()) {
        sizes().or_else(|| of(&COUNT_NAMES, false))
    } else {
        of(&COUNT_NAMES, false).or_else(sizes)
    }
}

/// Returns all names of columns of numbers.
fn known() -> Vec<&'static str> {
    [&COUNT_NAMES[..], &SIZE_NAMES].concat()
}

/// The unit of the numbers of a column or table, by its name.
pub(super) struct Amount {
    /// The number of bits of a unit; none if numbers count packets, or units other than bytes.
    pub(super) bits: Option<u128>,
    pub(super) remark: Option<String>,
}

impl Amount {
    /// Reads the corner above names of rows; none if it says nothing about amounts.
    pub(super) fn of_corner(
        corner: &str,
        line: usize,
        unit: Option<Unit>,
    ) -> Result<Option<Self>, TrafficFault> {
        let bracketed = corner.strip_suffix([')', ']']).and_then(|start| start.rsplit_once(['(', '[']));
        let tail = bracketed.map(|(_, unit)| unit.trim()).filter(|unit| Measure::of(unit).is_some());
        let (stem, _) = measured(corner, &known());
        let says_amount = tail.is_some() || Measure::of(corner).is_some() || known().contains(&stem.as_str());
        says_amount.then(|| Self::of(tail.unwrap_or(corner), line, unit)).transpose()
    }

    /// Reads the name of a column; `unit` is what its numbers are divided by.
    pub(super) fn of(column: &str, line: usize, unit: Option<Unit>) -> Result<Self, TrafficFault> {
        let name = shown(column);
        let (stem, behind) = match Measure::of(column) {
            Some(measure) => (String::new(), Some((column, measure))),
            None => measured(column, &known()),
        };
        let is_size = SIZE_NAMES.contains(&stem.as_str()) || stem.is_empty();
        let bits = match behind {
            Some((_, Measure::Bits(bits))) => Some(bits),
            Some((_, Measure::Rate)) if is_size || unit.is_some() => {
                return Err(TrafficFault::Rate { line, column: name });
            }
            Some((tail, Measure::Doubtful)) if is_size || unit.is_some() => {
                return Err(TrafficFault::Tail { line, column: name, tail: shown(tail) });
            }
            _ => is_size.then_some(8),
        };
        let bytes = unit.filter(|unit| unit.bytes().is_some());
        let each = |unit: Unit| shown_nano(unit.amount());
        match (bits, bytes, unit) {
            (Some(_), None, _) => Err(TrafficFault::UnitMissing { column: name }),
            (Some(8), Some(unit), _) => {
                let remark = format!("{name} read in packets of {} bytes, rounded up", each(unit));
                Ok(Self { bits, remark: Some(remark) })
            }
            (Some(bits), Some(unit), _) => {
                let one = if bits % 8 == 0 { format!("{} bytes", bits / 8) } else { format!("{bits} bits") };
                let remark =
                    format!("{name} read as {one} each, in packets of {} bytes, rounded up", each(unit));
                Ok(Self { bits: Some(bits), remark: Some(remark) })
            }
            (None, Some(_), _) if PACKET_COUNT_NAMES.contains(&stem.as_str()) => {
                Err(TrafficFault::CountBesideUnit { line, column: name })
            }
            (None, Some(unit), _) => {
                let remark = format!("{name} read as bytes, in packets of {} bytes, rounded up", each(unit));
                Ok(Self { bits: Some(8), remark: Some(remark) })
            }
            (None, None, Some(unit)) => {
                let remark = format!("{name} read in packets of {}, rounded up", each(unit));
                Ok(Self { bits: None, remark: Some(remark) })
            }
            (None, None, None) => {
                let remark = format!("{name} read as numbers of packets");
                Ok(Self { bits: None, remark: (bare(column) != "count").then_some(remark) })
            }
        }
    }
}
