//! Finds the position in a text to which a JSON path leads.

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Returns line and column, both from 1 and the column in bytes, of the value that a path such as
/// `task.packets[3].offset` leads to in a JSON text; none if it leads nowhere.
///
/// # Examples
/// ```
/// let text = b"{ \"task\":\n  { \"packets\": [1, 2] } }";
/// assert_eq!(isotask_wire::position(text, "task.packets[1]"), Some((2, 20)));
/// assert_eq!(isotask_wire::position(text, "task.count"), None);
/// ```
#[must_use]
pub fn position(text: &[u8], path: &str) -> Option<(usize, usize)> {
    let steps = steps(path);
    let mut reader = serde_json::Deserializer::from_slice(text);
    let fault = PathSeeker { steps: &steps }.deserialize(&mut reader).err()?;
    // The place of a fault is the last byte read, which stands before the value.
    (fault.to_string().starts_with(PATH_END) && fault.line() > 0).then(|| (fault.line(), fault.column() + 1))
}

/// The message of the error at the end of the path, which tells it from faults of the text.
const PATH_END: &str = "the path ends here";

/// A key, or a place in a list.
enum Step<'a> {
    Key(&'a str),
    Place(usize),
}

fn steps(path: &str) -> Vec<Step<'_>> {
    let parts = path.split(['.', '[']).filter(|part| !part.is_empty());
    parts
        .map(|part| match part.strip_suffix(']').and_then(|place| place.parse().ok()) {
            Some(place) => Step::Place(place),
            None => Step::Key(part),
        })
        .collect()
}

/// Reads up to the end of a path and ends there with an error, to which the reader adds its position.
#[derive(Clone, Copy)]
struct PathSeeker<'a> {
    steps: &'a [Step<'a>],
}

impl<'de> DeserializeSeed<'de> for PathSeeker<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.steps.is_empty() {
            Err(D::Error::custom(PATH_END))
        } else {
            deserializer.deserialize_any(self)
        }
    }
}

impl<'de> Visitor<'de> for PathSeeker<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list or an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match self.steps {
                [Step::Key(wanted), rest @ ..] if *wanted == key => {
                    return map.next_value_seed(PathSeeker { steps: rest });
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let [Step::Place(wanted), rest @ ..] = self.steps else {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(());
        };
        for _ in 0..*wanted {
            if list.next_element::<IgnoredAny>()?.is_none() {
                return Ok(());
            }
        }
        list.next_element_seed(PathSeeker { steps: rest }).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::position;
    use serde_json::Value;

    /// Checks the position of every path in a value, and returns the number of paths.
    fn follow(text: &[u8], path: &str, value: &Value) -> usize {
        let inside: Vec<(String, &Value)> = match value {
            Value::Object(object) => {
                let dot = if path.is_empty() { "" } else { "." };
                object.iter().map(|(key, value)| (format!("{path}{dot}{key}"), value)).collect()
            }
            Value::Array(list) => {
                list.iter().enumerate().map(|(place, value)| (format!("{path}[{place}]"), value)).collect()
            }
            _ => Vec::new(),
        };
        for (path, value) in &inside {
            let (line, column) = position(text, path).expect(path);
            let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').skip(line - 1).collect();
            let rest = &lines.join(&b'\n')[column - 1..];
            let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<Value>();
            assert!(!rest[0].is_ascii_whitespace(), "{path}: {line}, {column}");
            assert_eq!(values.next().and_then(Result::ok).as_ref(), Some(*value), "{path}: {line}, {column}");
        }
        inside.iter().map(|(path, value)| 1 + follow(text, path, value)).sum()
    }

    #[test]
    fn every_path_leads_to_its_value() {
        let examples: Value =
            serde_json::from_str(include_str!("../schema_examples.json")).expect("examples in JSON");
        let mut paths = 0;
        for document in examples["certificate"].as_array().expect("certificates") {
            let compact = document.to_string().into_bytes();
            paths += follow(&compact, "", document);
            paths += follow(&crate::writing::pretty::pretty(&compact), "", document);
        }
        assert!(paths > 200, "{paths}");
    }

    #[test]
    fn a_path_to_a_missing_value_has_no_position() {
        let text = br#"{"task":{"packets":[1,{"offset":2}]},"of"#;
        for path in [
            "tasks",
            "packets",
            "task[0]",
            "task.packets.offset",
            "task.packets[2]",
            "task.packets[0].offset",
            "of",
        ] {
            assert_eq!(position(text, path), None, "{path}");
        }
    }
}
