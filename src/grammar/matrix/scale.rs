//! Numbers of a text as entries of a matrix: as they stand, or divided by a unit and rounded up.

use crate::grammar::packet::Unit;
use crate::grammar::table::number::{Decimal, Word};

/// A unit is a number of 10⁻⁹.
const PARTS: u128 = 1_000_000_000;

/// What numbers are divided by, and what came of it.
#[derive(Debug)]
pub(super) struct Scale {
    unit: Option<Unit>,
    /// Numbers that are not 0.
    numbers: u64,
    /// Those that were no multiple of the unit.
    rounded: u64,
}

impl Scale {
    pub(super) fn new(unit: Option<Unit>) -> Self {
        Self { unit, numbers: 0, rounded: 0 }
    }

    /// Returns the unit, if there is one.
    pub(super) fn unit(&self) -> Option<Unit> {
        self.unit
    }

    /// Returns the entry that a word of this kind stands for, or a message with the expected form.
    pub(super) fn entry(&mut self, kind: Word, word: &str) -> Result<u64, String> {
        let Some(unit) = self.unit else { return kind.value(word) };
        let shown = || word.chars().take(40).collect::<String>();
        if matches!(kind, Word::Negative | Word::NotANumber) {
            return Err(format!("found {}, expected a number from 0 on", shown()));
        }
        let number = Decimal::read(word).ok_or_else(|| format!("found {:?}, expected a number", shown()))?;
        let too_large = || format!("found {}, expected less than 2^63 units of {unit}", shown());
        let (parts, is_whole) = number.share(PARTS, unit.amount()).ok_or_else(too_large)?;
        self.numbers += u64::from(parts > 0);
        self.rounded += u64::from(!is_whole);
        Ok(parts)
    }

    /// Returns what was done, to stand behind the name of the format.
    pub(super) fn words(&self) -> String {
        let (Some(unit), numbers) = (self.unit, self.numbers) else { return String::new() };
        match self.rounded {
            0 => format!(", in units of {unit}, nothing rounded"),
            rounded => {
                format!(", in units of {unit}, {rounded} of {numbers} numbers rounded up to whole units")
            }
        }
    }
}
