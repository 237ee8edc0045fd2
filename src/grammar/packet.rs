//! The length of a slot in seconds, computed exactly: the bytes of a packet over the rate of a link of
//! capacity 1.

use super::table::amount::{Nano, bits, decimal, rate, shown_nano, shown_rate};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero as _;
use std::fmt;
use std::str::FromStr;

/// The amount that a packet carries, in bytes or in another unit that a table counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    amount: Nano,
    is_bytes: bool,
}

impl Unit {
    /// Returns the amount that a packet carries, in any unit.
    pub(super) fn amount(self) -> Nano {
        self.amount
    }

    /// Returns the bytes that a packet carries; none if the unit is not bytes.
    #[must_use]
    pub fn bytes(self) -> Option<Bytes> {
        self.is_bytes.then_some(Bytes(self.amount))
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = if self.is_bytes { "B" } else { "" };
        write!(formatter, "{}{bytes}", shown_nano(self.amount))
    }
}

impl FromStr for Unit {
    type Err = &'static str;

    /// Reads a number, or an amount of bytes such as `64KiB`, `1MB` or `512B`.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        const EXPECTED: &str =
            "expected a number such as 1000, or an amount of bytes such as 64KiB, 1MB or 512B";
        let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
        let (number, unit) = (decimal(&text[..end]).filter(|&amount| amount > 0), text[end..].trim());
        let number = number.ok_or(EXPECTED)?;
        if unit.is_empty() {
            return Ok(Self { amount: number, is_bytes: false });
        }
        let amount = bytes(unit).and_then(|bytes| number.checked_mul(bytes)).ok_or(EXPECTED)?;
        Ok(Self { amount, is_bytes: true })
    }
}

/// Returns the number of bytes of a unit such as `KiB` or `GB`.
fn bytes(unit: &str) -> Option<u128> {
    let unit =
        if unit.eq_ignore_ascii_case("bytes") || unit.eq_ignore_ascii_case("byte") { "B" } else { unit };
    unit.ends_with('B').then(|| bits(unit)).flatten().map(|bits| bits / 8)
}

/// Bytes of a packet, in 10⁻⁹.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bytes(pub(super) Nano);

impl FromStr for Bytes {
    type Err = &'static str;

    /// Reads an amount of bytes such as `1MiB`, `64 kB`, `512B` or `4096`.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        let unit: Result<Unit, _> = text.parse();
        unit.map(|unit| Self(unit.amount())).map_err(|_| "expected bytes such as 1MiB, 64kB or 4096")
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&shown_nano(self.0))
    }
}

/// Bits a second, in 10⁻⁹.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate(pub(in crate::grammar) Nano);

impl Rate {
    /// Returns the rate of `number` · 10⁻⁹ of a unit such as `GB/s`; none if it is no unit of a rate.
    pub(in crate::grammar) fn in_units(number: Nano, unit: &str) -> Option<Self> {
        bits(unit).and_then(|bits| number.checked_mul(bits)).map(Self)
    }

    /// Returns the bits per second as a decimal number.
    #[must_use]
    pub fn bits(&self) -> String {
        shown_nano(self.0)
    }
}

impl FromStr for Rate {
    type Err = &'static str;

    /// Reads a rate with its unit, such as `10Gb/s`, `2.5GB/s` or `400Gbps`.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        let found = rate(text).filter(|&rate| rate > 0);
        found.map(Self).ok_or("expected bits or bytes a second such as 10Gb/s, 2.5GB/s or 400Gbps")
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&shown_rate(self.0))
    }
}

/// The bytes of a packet, and the rate of a link of capacity 1.
///
/// # Examples
/// ```
/// use isotask::grammar::SlotTime;
/// let time = SlotTime { bytes: "1MiB".parse()?, rate: "10Gb/s".parse()? };
/// assert_eq!(time.seconds(1), "0.0008388608");
/// let time = SlotTime { bytes: "1B".parse()?, rate: "24b/s".parse()? };
/// assert_eq!(time.seconds(2), "2/3");
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotTime {
    /// Bytes of a packet.
    pub bytes: Bytes,
    /// The rate of a link of capacity 1.
    pub rate: Rate,
}

impl SlotTime {
    /// Returns the seconds that `slots` slots take: a decimal number if that is exact, else a fraction.
    #[must_use]
    pub fn seconds(&self, slots: u64) -> String {
        let bits = BigInt::from(self.bytes.0) * BigInt::from(8) * BigInt::from(slots);
        exact(&BigRational::new(bits, BigInt::from(self.rate.0)))
    }

    /// Returns the time of one slot and of `slots` slots, in words.
    #[must_use]
    pub fn words(&self, slots: u64) -> String {
        let Self { bytes, rate } = self;
        let (slot, all) = (self.seconds(1), self.seconds(slots));
        format!("{all} s: a slot is {slot} s, a packet of {bytes} bytes at {rate}; no start-up, no latency")
    }
}

/// Writes a fraction, as a decimal number if that is finite.
pub(super) fn exact(fraction: &BigRational) -> String {
    let (mut rest, mut power) = (fraction.denom().clone(), BigInt::from(1));
    for prime in [2, 5].map(BigInt::from) {
        while (&rest % &prime).is_zero() {
            rest /= &prime;
        }
    }
    if rest != BigInt::from(1) {
        return fraction.to_string();
    }
    let mut digits = 0;
    while !(&power % fraction.denom()).is_zero() {
        power *= 10;
        digits += 1;
    }
    let shifted = fraction.numer() * &power / fraction.denom();
    if digits == 0 {
        return shifted.to_string();
    }
    let text = format!("{:0>width$}", shifted.to_string(), width = digits + 1);
    let (whole, part) = text.split_at(text.len() - digits);
    format!("{whole}.{part}")
}
