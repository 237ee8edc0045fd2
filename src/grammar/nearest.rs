//! The error for a word that is none of those that are known, with the nearest of them.

use super::error::GrammarError;

/// Returns the error for a word that is missing, or is none of those that are known.
pub(super) fn unexpected(
    what: &'static str,
    found: Option<&str>,
    known: &[&'static str],
    listed: String,
) -> GrammarError {
    match found {
        Some(word) => {
            GrammarError::Unknown { what, word: word.to_owned(), near: nearest(word, known), listed }
        }
        None => GrammarError::None { what, listed },
    }
}

/// Returns the first known word that begins with this one, else the one at the least edit distance; none if
/// the distance is half its length or more.
fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let begun = known.iter().copied().find(|near| lower.chars().count() > 2 && near.starts_with(&lower));
    let distance = |near: &str| strsim::damerau_levenshtein(&lower, near);
    begun.or_else(|| {
        let near = known.iter().copied().min_by_key(|near| distance(near))?;
        (2 * distance(near) < near.chars().count()).then_some(near)
    })
}
