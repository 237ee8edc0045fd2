//! Exact numbers with or without a unit.

use super::number::Decimal;

/// Number of digits behind the point that are kept.
const DECIMALS: u32 = 9;

/// A number from 0 on, in units of 10⁻⁹.
pub(in crate::grammar) type Nano = u128;

/// Reads a number without a sign.
fn bare(text: &str) -> Option<Decimal> {
    Decimal::read(text).filter(Decimal::is_bare)
}

/// Parses a whole number, also in forms such as `2.0` or `1e3`.
pub(in crate::grammar) fn whole(text: &str) -> Option<u64> {
    bare(text)?.units(0).and_then(|number| u64::try_from(number).ok())
}

/// Parses a capacity: a whole number from 1 to 2³² − 1.
pub(in crate::grammar) fn capacity(text: &str) -> Option<u32> {
    whole(text).and_then(|number| u32::try_from(number).ok()).filter(|&capacity| capacity > 0)
}

/// Parses a number without a sign, with at most nine digits behind the point.
pub(in crate::grammar) fn decimal(text: &str) -> Option<Nano> {
    bare(text)?.units(-9)
}

/// Returns ⌈number · factor / divisor⌉ for a number without a sign.
pub(in crate::grammar) fn share(text: &str, factor: u128, divisor: u128) -> Option<u64> {
    bare(text)?.share(factor, divisor).map(|(parts, _)| parts)
}

/// Parses a rate with its unit, such as `40G`, `2.5 Gb/s` or `100Gbps`, in 10⁻⁹ bits a second; a bare letter
/// such as `G` means bits.
pub(in crate::grammar) fn rate(text: &str) -> Option<Nano> {
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.')?;
    let number = decimal(&text[..end])?;
    number.checked_mul(bits(text[end..].trim())?)
}

/// Returns the bits a second in a unit of a rate, or the bits in a unit of an amount.
pub(in crate::grammar) fn bits(unit: &str) -> Option<u128> {
    let mut letters = unit.chars();
    let (prefix, rest) = match letters.next()? {
        'k' | 'K' => (1, letters.as_str()),
        'M' | 'm' => (2, letters.as_str()),
        'G' | 'g' => (3, letters.as_str()),
        'T' | 't' => (4, letters.as_str()),
        _ => (0, unit),
    };
    let (base, rest) = match rest.strip_prefix('i') {
        Some(rest) if prefix > 0 => (1024_u128, rest),
        _ => (1000_u128, rest),
    };
    let eight = match rest {
        "B/s" | "Bps" | "B" | "bytes/s" | "Byte/s" | "Bytes/s" => 8,
        "b/s" | "bps" | "b" | "bit/s" | "bits/s" | "bit" | "Bit/s" | "Bits/s" => 1,
        // A bare `m` is a metre or a milli, never a million bits.
        "" if prefix > 0 && !unit.starts_with(['m', 'g', 't']) => 1,
        _ => return None,
    };
    Some(base.pow(prefix) * eight)
}

/// Writes a number of 10⁻⁹ without needless digits.
pub(in crate::grammar) fn shown_nano(nano: Nano) -> String {
    let unit = 10_u128.pow(DECIMALS);
    let text = format!("{}.{:09}", nano / unit, nano % unit);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Writes a rate in 10⁻⁹ bits a second with the largest unit that leaves a whole part.
pub(in crate::grammar) fn shown_rate(nano: Nano) -> String {
    let units = [(4, "Tb/s"), (3, "Gb/s"), (2, "Mb/s"), (1, "kb/s")];
    let fits = units.into_iter().find(|(power, _)| nano >= 10_u128.pow(DECIMALS) * 1000_u128.pow(*power));
    match fits {
        Some((power, unit)) if nano.is_multiple_of(1000_u128.pow(power)) => {
            format!("{} {unit}", shown_nano(nano / 1000_u128.pow(power)))
        }
        _ => format!("{} b/s", shown_nano(nano)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_exactly_or_not_at_all() {
        for (text, number) in
            [("2", 2), ("2.0", 2), ("2.", 2), ("1e3", 1000), ("0", 0), ("10000000000.0", 10_000_000_000)]
        {
            assert_eq!(whole(text), Some(number), "{text}");
        }
        for text in ["", ".", "2.5", "+2", "-2", "1e-3", "2,0", "0x2", "nan", "1e99", "٣"] {
            assert_eq!(whole(text), None, "{text}");
        }
        assert_eq!(capacity("4294967296"), None);
        assert_eq!(capacity("0.0"), None);
    }

    #[test]
    fn shares_are_rounded_up_from_the_exact_number() {
        for (text, factor, divisor, parts) in [
            ("3", 1, 2, 2),
            ("4", 1, 2, 2),
            ("0.30000000000000004", 10, 3, 2),
            ("0.3", 10, 3, 1),
            ("1e-300", 1, 1, 1),
            ("0.0e9", 5, 1, 0),
            ("1e30", 1, 10_u128.pow(20), 10_000_000_000),
        ] {
            assert_eq!(share(text, factor, divisor), Some(parts), "{text}");
        }
        for text in ["-1", "x", "1e30", "1e99999", &"9".repeat(2000)] {
            assert_eq!(share(text, 1, 1), None, "{text}");
        }
    }

    #[test]
    fn rates_are_bits_a_second() {
        let giga = 10_u128.pow(18);
        for (text, nano) in [
            ("40G", 40 * giga),
            ("2.5 Gb/s", 25 * giga / 10),
            ("100Gbps", 100 * giga),
            ("1GB/s", 8 * giga),
            ("1KiB", 1024 * 8 * 1_000_000_000),
        ] {
            assert_eq!(rate(text), Some(nano), "{text}");
        }
        for text in ["40", "G", "40x", "4xHDR", "10ms"] {
            assert_eq!(rate(text), None, "{text}");
        }
        assert_eq!(shown_rate(25 * giga / 10), "2.5 Gb/s");
    }
}
