//! Whole numbers on the command line.

/// Reads a whole number.
pub(crate) fn whole(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("expected a whole number from 0 to {}, such as 3", u64::MAX))
}

/// Reads a whole number of a range.
pub(crate) fn between(
    least: u32,
    most: u32,
) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync + 'static {
    move |word| {
        let found = word.parse().ok().filter(|number| (least..=most).contains(number));
        found.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}
