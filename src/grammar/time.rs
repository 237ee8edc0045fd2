//! Short times in seconds, exactly: what a message costs to start, and what a byte of it costs.

use super::packet::{Bytes, exact};
use super::table::amount::decimal;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero as _;
use std::fmt;
use std::str::FromStr;

/// The units with their multiples of a nanosecond; the first that is the end of a word applies.
const UNITS: [(&str, u128); 5] =
    [("ns", 1), ("us", 1000), ("µs", 1000), ("ms", 1_000_000), ("s", 1_000_000_000)];

/// A time in 10⁻¹⁸ seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShortTime(u128);

impl FromStr for ShortTime {
    type Err = &'static str;

    /// Reads a number with its unit, such as `2us`, `0.1ns` or `1.5ms`.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        let found =
            UNITS.iter().find_map(|(unit, length)| Some((text.strip_suffix(unit)?.trim_end(), *length)));
        let time = found.and_then(|(number, length)| decimal(number)?.checked_mul(length));
        time.map(Self).ok_or("expected a time such as 2us, 0.1ns, 1.5ms or 0s")
    }
}

impl fmt::Display for ShortTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&in_unit(&BigRational::new(BigInt::from(self.0), parts_of_a_second())))
    }
}

/// Returns how many times 10⁻¹⁸ s is in a second.
fn parts_of_a_second() -> BigInt {
    BigInt::from(1_000_000_000_000_000_000_u64)
}

/// Writes a time in seconds with the greatest unit of which it is at least one.
fn in_unit(seconds: &BigRational) -> String {
    let in_nanoseconds = seconds * BigInt::from(UNITS[4].1);
    let fits = |length: u128| in_nanoseconds >= BigRational::from(BigInt::from(length));
    let (unit, length) =
        [UNITS[4], UNITS[3], UNITS[1]].into_iter().find(|&(_, length)| fits(length)).unwrap_or(UNITS[0]);
    format!("{} {unit}", exact(&(in_nanoseconds / BigInt::from(length))))
}

/// What messages cost: a start-up each, and a time for each byte; all blocks are equally long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageTime {
    /// The time to start a message, α.
    pub start: ShortTime,
    /// The time of a byte, β.
    pub byte: ShortTime,
    /// The bytes of a block, B.
    pub block: Bytes,
}

impl MessageTime {
    /// Returns rounds · α + blocks · β · B in seconds: a decimal number if that is exact, else a fraction.
    #[must_use]
    pub fn seconds(&self, rounds: u64, blocks: u64) -> String {
        exact(&self.ratio(rounds, blocks))
    }

    /// Returns the same time with its unit, for people.
    #[must_use]
    pub fn words(&self, rounds: u64, blocks: u64) -> String {
        in_unit(&self.ratio(rounds, blocks))
    }

    /// Returns whether the first of two numbers of rounds and blocks takes less time than the second.
    #[must_use]
    pub fn is_less(&self, first: (u64, u64), second: (u64, u64)) -> bool {
        self.ratio(first.0, first.1) < self.ratio(second.0, second.1)
    }

    /// Returns the bytes of a block with which two numbers of rounds and blocks take equally long: fewer
    /// rounds with more blocks are faster below it. None if there is no such number.
    ///
    /// # Examples
    /// ```
    /// use isotask::grammar::MessageTime;
    /// let time =
    ///     MessageTime { start: "2us".parse()?, byte: "0.1ns".parse()?, block: "4096".parse()? };
    /// assert_eq!(time.seconds(6, 54), "0.0000341184");
    /// assert_eq!(time.words(6, 54), "34.1184 us");
    /// // 20 start-ups are worth 28 blocks.
    /// assert_eq!(time.crossing((6, 54), (26, 26)).as_deref(), Some("14285"));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn crossing(&self, few: (u64, u64), many: (u64, u64)) -> Option<String> {
        let (starts, blocks) = (many.0.checked_sub(few.0)?, few.1.checked_sub(many.1)?);
        let bytes = BigInt::from(blocks) * BigInt::from(self.byte.0);
        (!bytes.is_zero()).then(|| (BigInt::from(starts) * BigInt::from(self.start.0) / bytes).to_string())
    }

    fn ratio(&self, rounds: u64, blocks: u64) -> BigRational {
        let of = |number: u64, time: ShortTime| BigInt::from(number) * BigInt::from(time.0);
        let billion = BigInt::from(1_000_000_000_u64);
        let parts = of(rounds, self.start) * &billion + of(blocks, self.byte) * BigInt::from(self.block.0);
        BigRational::new(parts, parts_of_a_second() * billion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_exactly_and_written_in_their_unit() {
        for (text, shown) in [
            ("2us", "2 us"),
            ("0.1ns", "0.1 ns"),
            ("1500 ns", "1.5 us"),
            ("1e-3s", "1 ms"),
            ("2µs", "2 us"),
            ("0s", "0 ns"),
            ("3s", "3 s"),
        ] {
            assert_eq!(
                text.parse::<ShortTime>().map(|time| time.to_string()),
                Ok(shown.to_owned()),
                "{text}"
            );
        }
        for text in ["2", "us", "-1us", "1m", "nan s", "1e30s", "1e-20ns"] {
            assert!(text.parse::<ShortTime>().is_err(), "{text}");
        }
    }
}
