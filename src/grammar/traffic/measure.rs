//! Reads units in names of columns: bits and bytes, without case unless that is ambiguous.

use crate::grammar::table::columns::{bare, split_unit};

/// The unit behind the name of a column, or alone as its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// An amount, in bits.
    Bits(u128),
    /// An amount per time.
    Rate,
    /// A unit of another quantity, or one that means bits to some and bytes to others.
    Doubtful,
}

const PREFIXES: [(char, &str, &str, u32); 5] = [
    ('k', "kilo", "kibi", 1),
    ('m', "mega", "mebi", 2),
    ('g', "giga", "gibi", 3),
    ('t', "tera", "tebi", 4),
    ('p', "peta", "pebi", 5),
];

impl Measure {
    /// Returns the meaning of a unit; none for other words.
    pub(super) fn of(unit: &str) -> Option<Self> {
        let unit = unit.trim();
        let lower = unit.to_lowercase();
        if matches!(lower.as_str(), "byte" | "bytes" | "octets") || unit == "B" {
            return Some(Self::Bits(8));
        }
        if matches!(lower.as_str(), "bit" | "bits") {
            return Some(Self::Bits(1));
        }
        if lower.ends_with("bps") || is_per_time(&lower) || is_by_time(&lower) {
            return Some(Self::Rate);
        }
        let (factor, rest) = prefixed(&lower)?;
        match rest {
            "bit" | "bits" => Some(Self::Bits(factor)),
            // Kb and Gb mean bits, but are often used for bytes.
            "b" if unit.ends_with('b') && unit != lower => Some(Self::Doubtful),
            "b" | "byte" | "bytes" => Some(Self::Bits(factor * 8)),
            _ => None,
        }
    }
}

/// Returns whether a word makes an amount one per time: `per second`.
fn is_per_time(lower: &str) -> bool {
    let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| ["per", "persec", "persecond", "ps"].contains(&word))
}

/// Returns whether a unit is divided by a time: `MB/s`.
fn is_by_time(lower: &str) -> bool {
    lower.split_once('/').is_some_and(|(amount, time)| {
        let times = ["s", "sec", "second", "ms", "us", "min", "h", "hour", "d", "day"];
        Measure::of(amount).is_some() && times.contains(&time.trim())
    })
}

/// Splits a prefix, a power of 1000 or 1024, from the rest of a unit.
fn prefixed(lower: &str) -> Option<(u128, &str)> {
    PREFIXES.iter().find_map(|&(letter, decimal, binary, power)| {
        let long = lower.strip_prefix(decimal).map(|rest| (1000_u128, rest));
        let long = long.or_else(|| lower.strip_prefix(binary).map(|rest| (1024, rest)));
        let short = || {
            let rest = lower.strip_prefix(letter)?;
            Some(rest.strip_prefix('i').map_or((1000, rest), |rest| (1024, rest)))
        };
        let (base, rest) = long.or_else(short)?;
        Some((base.pow(power), rest))
    })
}

/// Returns the name of a column in bare letters without its unit, and the unit with its meaning.
pub(super) fn measured<'a>(name: &'a str, known: &[&str]) -> (String, Option<(&'a str, Measure)>) {
    let name = name.trim();
    let is_known = |name: &str| known.contains(&name);
    if is_known(&bare(name)) {
        return (bare(name), None);
    }
    let bracketed = name.strip_suffix([')', ']']).and_then(|start| start.rsplit_once(['(', '[']));
    let between = |(at, letter): (usize, char)| {
        if ['_', ' ', '-', '.'].contains(&letter) {
            Some((&name[..at], &name[at + letter.len_utf8()..]))
        } else {
            letter.is_uppercase().then(|| name.split_at(at))
        }
    };
    let parted = name.char_indices().skip(1).filter_map(between);
    let short = |start: &str| {
        let start = bare(start);
        start.strip_suffix("in").map_or(start.clone(), str::to_owned)
    };
    let found = bracketed.into_iter().chain(parted).find_map(|(start, unit)| {
        let measure = Measure::of(unit).filter(|_| is_known(&short(start)))?;
        Some((short(start), Some((unit.trim(), measure))))
    });
    found.unwrap_or_else(|| match split_unit(name) {
        (start, Some(unit)) => (bare(start), Some((unit, Measure::Doubtful))),
        (start, None) => (bare(start), None),
    })
}

#[cfg(test)]
mod tests {
    use super::{Measure, measured};

    #[test]
    fn units_are_read_without_case_unless_that_is_ambiguous() {
        for (unit, measure) in [
            ("kb", Some(Measure::Bits(8000))),
            ("KB", Some(Measure::Bits(8000))),
            ("kB", Some(Measure::Bits(8000))),
            ("gb", Some(Measure::Bits(8_000_000_000))),
            ("KiB", Some(Measure::Bits(8192))),
            ("kib", Some(Measure::Bits(8192))),
            ("Mbit", Some(Measure::Bits(1_000_000))),
            ("gbits", Some(Measure::Bits(1_000_000_000))),
            ("Megabytes", Some(Measure::Bits(8_000_000))),
            ("gibibyte", Some(Measure::Bits(8 << 30))),
            ("Gb", Some(Measure::Doubtful)),
            ("Kib", Some(Measure::Doubtful)),
            ("mbps", Some(Measure::Rate)),
            ("MB/s", Some(Measure::Rate)),
            ("per second", Some(Measure::Rate)),
            ("", None),
            ("m", None),
            ("copper", None),
            ("packets", None),
            ("to/from", None),
        ] {
            assert_eq!(Measure::of(unit), measure, "{unit}");
        }
    }

    #[test]
    fn a_unit_is_split_from_the_end_of_a_column_name() {
        let known = ["size", "bytes", "volume"];
        for (name, start, unit) in [
            ("size", "size", None),
            ("size_gb", "size", Some("gb")),
            ("bytes_mb", "bytes", Some("mb")),
            ("volume (Mbit)", "volume", Some("Mbit")),
            ("SizeMB", "size", Some("MB")),
            ("volume in MB", "volume", Some("MB")),
            ("bytes per second", "bytes", Some("per second")),
            ("size_ms", "size", Some("ms")),
            ("class", "class", None),
        ] {
            let found = measured(name, &known);
            assert_eq!((found.0.as_str(), found.1.map(|(unit, _)| unit)), (start, unit), "{name}");
        }
    }
}
