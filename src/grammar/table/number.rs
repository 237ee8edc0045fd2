//! Exact decimal numbers in the notations of people and programs.

use num_bigint::BigUint;
use num_integer::Integer as _;

/// Most digits of a number that is divided.
const MAX_DIGITS: usize = 1000;
/// A number with more digits before the point makes more than 64 bits of parts, whatever the divisor; one
/// with as many zeros behind the point rounds up to one part.
const MAX_PLACES: i128 = 80;

/// A decimal number: its digits times a power of ten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::grammar) struct Decimal {
    is_negative: bool,
    has_plus: bool,
    /// The digits without leading and trailing zeros; empty for 0.
    digits: String,
    power: i128,
}

impl Decimal {
    /// Reads a sign, digits with at most one point among them, and a power of ten; none for other words.
    pub(in crate::grammar) fn read(text: &str) -> Option<Self> {
        let (sign, rest) = match text.strip_prefix(['-', '+']) {
            Some(rest) => (text.chars().next(), rest),
            None => (None, text),
        };
        let (digits, power) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let power_digits = power.strip_prefix(['-', '+']).unwrap_or(power);
        if whole.len() + part.len() == 0 || !all_digits(whole) || !all_digits(part) {
            return None;
        }
        if power_digits.is_empty() || !all_digits(power_digits) {
            return None;
        }
        let joined = format!("{whole}{part}");
        let significant = joined.trim_end_matches('0');
        let zeros = i128::try_from(joined.len() - significant.len()).ok()?;
        let behind = i128::try_from(part.len()).ok()?;
        let far = if power.starts_with('-') { i64::MIN } else { i64::MAX };
        let power = i128::from(power.parse::<i64>().unwrap_or(far)) + zeros - behind;
        let digits = significant.trim_start_matches('0').to_owned();
        Some(Self { is_negative: sign == Some('-'), has_plus: sign == Some('+'), digits, power })
    }

    /// Returns whether it has no sign.
    pub(in crate::grammar) fn is_bare(&self) -> bool {
        !self.is_negative && !self.has_plus
    }

    /// Returns the absolute value in units of 10 to the power `unit`; none if it is no whole number of 128
    /// bits.
    pub(in crate::grammar) fn units(&self, unit: i32) -> Option<u128> {
        if self.digits.is_empty() {
            return Some(0);
        }
        let power = u32::try_from(self.power - i128::from(unit)).ok()?;
        self.digits.parse::<u128>().ok()?.checked_mul(10_u128.checked_pow(power)?)
    }

    /// Returns ⌈|number| · factor / divisor⌉, and whether nothing was rounded; none if it exceeds 64 bits.
    pub(in crate::grammar) fn share(&self, factor: u128, divisor: u128) -> Option<(u64, bool)> {
        if self.digits.is_empty() || factor == 0 {
            return Some((0, true));
        }
        let places = self.power + i128::try_from(self.digits.len()).ok()?;
        if self.digits.len() > MAX_DIGITS || places > MAX_PLACES || divisor == 0 {
            return None;
        }
        if places < -MAX_PLACES {
            return Some((1, false));
        }
        let ten = |power: i128| Some(BigUint::from(10_u32).pow(u32::try_from(power.max(0)).ok()?));
        let amount = self.digits.parse::<BigUint>().ok()? * factor * ten(self.power)?;
        let (parts, rest) = amount.div_rem(&(ten(-self.power)? * divisor));
        let is_whole = rest == BigUint::ZERO;
        let parts = u64::try_from(parts).ok()?.checked_add(u64::from(!is_whole))?;
        Some((parts, is_whole))
    }
}

/// The kind of number that a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::grammar) enum Word {
    /// An integer from 0 on, below 2⁶³.
    Whole(u64),
    /// A number less than 0.
    Negative,
    /// A number that is no integer.
    Fraction,
    /// An integer of 2⁶³ or more.
    TooLarge,
    /// `nan` or an infinity.
    NotANumber,
    /// No number.
    Other,
}

impl Word {
    pub(in crate::grammar) fn is_number(self) -> bool {
        self != Self::Other
    }

    /// Returns the value, or a message with the expected form.
    pub(in crate::grammar) fn value(self, word: &str) -> Result<u64, String> {
        let expected = match self {
            Self::Whole(value) => return Ok(value),
            Self::Negative | Self::NotANumber => "an integer from 0 on",
            Self::Fraction => {
                "an integer, a decimal of whole value such as 2.0, or a unit by which all numbers are divided"
            }
            Self::TooLarge => "an integer below 2^63",
            Self::Other if word.is_empty() => {
                return Err("found no number, expected an integer from 0 on".to_owned());
            }
            Self::Other => {
                let word: String = word.chars().take(40).collect();
                return Err(format!("found {word:?}, expected an integer from 0 on"));
            }
        };
        Err(format!("found {}, expected {expected}", word.chars().take(40).collect::<String>()))
    }
}

/// Returns the kind of number that a word is; it may have a sign and a power of ten.
pub(in crate::grammar) fn word(text: &str) -> Word {
    let bare = text.strip_prefix(['-', '+']).unwrap_or(text);
    if ["nan", "inf", "infinity"].iter().any(|known| bare.eq_ignore_ascii_case(known)) {
        return Word::NotANumber;
    }
    match Decimal::read(text) {
        None => Word::Other,
        Some(number) if number.digits.is_empty() => Word::Whole(0),
        Some(number) if number.is_negative => Word::Negative,
        Some(number) if number.power < 0 => Word::Fraction,
        Some(number) => {
            let value = number.units(0).and_then(|value| u64::try_from(value).ok());
            value.filter(|&value| value < 1 << 63).map_or(Word::TooLarge, Word::Whole)
        }
    }
}

/// Returns whether a number has one dot before exactly three digits: 524.288 has a thousands separator where
/// commas separate fractions.
pub(in crate::grammar) fn may_be_thousands(text: &str) -> bool {
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('.').is_some_and(|(whole, part)| {
        (1..=3).contains(&whole.len()) && part.len() == 3 && all_digits(whole) && all_digits(part)
    })
}

#[cfg(test)]
mod tests {
    use super::{Word, word};

    #[test]
    fn decimals_of_whole_value_are_integers_and_nothing_else_is() {
        for (text, expected) in [
            ("0", Word::Whole(0)),
            ("007", Word::Whole(7)),
            ("+2", Word::Whole(2)),
            ("2.0", Word::Whole(2)),
            ("2.", Word::Whole(2)),
            (".0", Word::Whole(0)),
            ("-0.0", Word::Whole(0)),
            ("2.50e1", Word::Whole(25)),
            ("1200E-2", Word::Whole(12)),
            ("1.000000000000000000e+00", Word::Whole(1)),
            ("0e99999999999999999999", Word::Whole(0)),
            ("9223372036854775807", Word::Whole((1 << 63) - 1)),
            ("9223372036854775808", Word::TooLarge),
            ("1e30", Word::TooLarge),
            ("1e99999999999999999999", Word::TooLarge),
            ("1e-99999999999999999999", Word::Fraction),
            ("2.5", Word::Fraction),
            ("25e-1", Word::Fraction),
            ("-1", Word::Negative),
            ("-0.5", Word::Negative),
            (".", Word::Other),
            ("", Word::Other),
            ("e5", Word::Other),
            ("1e", Word::Other),
            ("nan", Word::NotANumber),
            ("-Inf", Word::NotANumber),
            ("0x1", Word::Other),
            ("1 2", Word::Other),
            ("٣", Word::Other),
        ] {
            assert_eq!(word(text), expected, "{text}");
        }
    }
}
