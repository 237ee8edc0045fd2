//! Keys that belong to one kind of a thing and not to another.

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

/// The value of a key that this kind needs.
pub(crate) fn need<T>(value: Option<T>, key: &str) -> Result<T, String> {
    value.ok_or_else(|| format!("missing field `{key}`"))
}
