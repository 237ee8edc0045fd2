//! The columns of a list of traffic, by their names.

use super::fault::TrafficFault;
use crate::grammar::error::shown;
use crate::grammar::packet::{Unit, bytes};
use crate::grammar::table::columns::{bare, split_unit};
use crate::grammar::table::ends::ends;
use std::collections::BTreeSet;

/// What stands in the columns of a list.
pub(super) struct Layout {
    pub(super) ends: [usize; 2],
    pub(super) columns: Option<usize>,
    pub(super) count: Option<usize>,
    /// Whether a header names the column of numbers.
    pub(super) is_count_named: bool,
    pub(super) name: String,
    /// How many bytes the unit of the column is.
    pub(super) unit: Option<u128>,
    pub(super) remarks: Vec<String>,
}

/// What people call the number of packets, the surest first.
const COUNTS: [&str; 13] = [
    "count", "packets", "messages", "number", "n", "demand", "demands", "traffic", "flow", "value", "weight",
    "amount", "volume",
];
const SIZES: [&str; 6] = ["bytes", "size", "msgsize", "messagesize", "length", "data"];

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

    /// The columns that a first line names; none if it names none.
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
        let of = |names: &[&str]| {
            let position =
                |name: &&str| others().find(|(_, word)| bare(split_unit(word).0) == **name).map(|(at, _)| at);
            names.iter().find_map(position)
        };
        // A bare unit, as in `src,dst,GB`.
        let bare_unit = || others().find(|(_, word)| bytes(word).is_some()).map(|(at, _)| at);
        let is_size = |at: usize| {
            of(&SIZES) == Some(at)
                || bytes(&words[at]).is_some()
                || split_unit(&words[at]).1.and_then(bytes).is_some()
        };
        let count = of(&COUNTS).or_else(|| of(&SIZES)).or_else(bare_unit);
        if count.is_none() && others().next().is_some() {
            return Err(fault());
        }
        // Two names above lines of three: the third is the count, as without names.
        let columns = Some(words.len().max(3));
        let count = count.or((words.len() == 2).then_some(2));
        let mut found = Self { ends, columns, count, ..Self::plain() };
        if let Some(at) = count.filter(|&at| at < words.len()) {
            found.is_count_named = true;
            found.describe(&words[at], is_size(at), unit)?;
        }
        let left: BTreeSet<&str> =
            others().filter(|(at, _)| Some(*at) != count).map(|(_, word)| word.as_str()).collect();
        if !left.is_empty() {
            let left: Vec<String> = left.into_iter().map(shown).collect();
            found.remarks.push(format!("columns {} left out", left.join(", ")));
        }
        Ok(Some(found))
    }

    /// Says what the column of numbers is.
    fn describe(&mut self, column: &str, is_size: bool, unit: Option<Unit>) -> Result<(), TrafficFault> {
        let name = shown(column);
        if is_size {
            let Some(unit) = unit.filter(|unit| unit.bytes().is_some()) else {
                return Err(TrafficFault::UnitMissing { column: name });
            };
            self.unit = bytes(column).or_else(|| split_unit(column).1.and_then(bytes));
            let each = unit.amount() / 1_000_000_000;
            self.remarks.push(format!("{name} read in packets of {each} bytes, rounded up"));
        } else if bare(column) != "count" {
            self.remarks.push(format!("{name} read as numbers of packets"));
        }
        self.name = name;
        Ok(())
    }
}
