//! Keys that belong to one kind of a thing and not to another.

use std::fmt;

/// Refuses keys that belong to another kind.
pub(crate) fn only(present: &[(&str, bool)], wanted: &[&str], what: &str) -> Result<(), String> {
    for (key, there) in present {
        if *there && !wanted.contains(key) {
            let keys: Vec<String> = wanted.iter().map(|key| format!("`{key}`")).collect();
            let keys = if keys.is_empty() { "no such key".to_owned() } else { keys.join(", ") };
            return Err(format!("unknown field `{key}` for {what}, expected {keys}"));
        }
    }
    Ok(())
}

/// Returns the value of a key that this kind requires.
pub(crate) fn need<T>(value: Option<T>, key: &str) -> Result<T, String> {
    value.ok_or_else(|| format!("missing field `{key}`"))
}

/// Returns the value of a key that this kind may lack.
#[expect(clippy::unnecessary_wraps, reason = "the signature of all that make values of keys")]
pub(crate) fn optional<T>(value: Option<T>) -> Result<Option<T>, String> {
    Ok(value)
}

/// Returns the value of a key, or an empty one where the key is absent.
#[expect(clippy::unnecessary_wraps, reason = "the signature of all that make values of keys")]
pub(crate) fn or_default<T: Default>(value: Option<T>) -> Result<T, String> {
    Ok(value.unwrap_or_default())
}

/// Converts the value of a key that all kinds have to the type that this kind holds.
pub(crate) fn shared<T, U: TryFrom<T, Error: fmt::Display>>(value: T) -> Result<U, String> {
    value.try_into().map_err(|fault: U::Error| fault.to_string())
}
