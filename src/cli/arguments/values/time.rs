//! Times on the command line: `10s`, `2m`, `1h`, `500ms`, or plain seconds.

use std::time::Duration;

/// The longest time that can be given, a year.
const MAX_TIME: Duration = Duration::from_secs(31_536_000);

/// The units, each with its milliseconds; the first that is the end of a word applies.
const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];

/// Reads a time from a millisecond to a year.
pub(crate) fn time(word: &str) -> Result<Duration, String> {
    let unit = UNITS.iter().find_map(|(unit, length)| Some((word.strip_suffix(unit)?.trim_end(), *length)));
    let (number, length) = unit.unwrap_or((word, 1000));
    let is_plain = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    let number = number.parse::<u64>().ok().filter(|_| is_plain);
    let found = number.and_then(|number| number.checked_mul(length)).map(Duration::from_millis);
    found.filter(|time| !time.is_zero() && *time <= MAX_TIME).ok_or_else(|| {
        "expected seconds, or a whole number with ms, s, m or h behind it, such as 90, 10s or 2m, up to a year"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_number_and_a_unit_and_seconds_without_one() {
        for (word, millis) in [
            ("1", 1000),
            ("10s", 10_000),
            ("2m", 120_000),
            ("1h", 3_600_000),
            ("500ms", 500),
            ("8760h", 31_536_000_000),
            ("7 s", 7000),
        ] {
            assert_eq!(time(word), Ok(Duration::from_millis(millis)), "{word}");
        }
        for word in [
            "",
            "0",
            "0s",
            "-1",
            "+1",
            "1.5",
            "s",
            "10x",
            "10S",
            "8761h",
            "1m30s",
            "99999999999999999999h",
            "1e3",
        ] {
            assert!(time(word).is_err(), "{word}");
        }
    }
}
