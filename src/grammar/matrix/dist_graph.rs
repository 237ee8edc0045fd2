//! Reads the arrays of `MPI_Dist_graph_create`: `{"sources": […], "degrees": […], "destinations": […]}`,
//! perhaps with `"weights"`.

use super::scale::Scale;
use super::text::{MAX_LINES, MatrixTextFault, ReadMatrix, add};
use crate::grammar::table::number::word;
use crate::model::count_of;
use crate::wire::{MatrixDocument, MatrixUnits};
use serde::Deserialize;
use serde_json::Number;

/// The arguments of the call on all ranks, one after the other.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arrays {
    /// Ranks that send.
    sources: Vec<u64>,
    /// By source: how many destinations it has.
    degrees: Vec<u64>,
    /// The destinations of the first source, then those of the second, and so on.
    destinations: Vec<u64>,
    /// By destination: how many messages go there, or an amount; else one message.
    weights: Option<Vec<Number>>,
}

/// Returns whether a text is an object with destinations or degrees that names no format of Isotask.
#[must_use]
pub fn is_dist_graph(bytes: &[u8]) -> bool {
    let has = |word: &str| bytes.windows(word.len()).any(|found| found == word.as_bytes());
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    let has_array = has("\"destinations\"") || has("\"degrees\"");
    first == Some(&b'{') && has_array && !has("\"format\"")
}

/// Reads the arrays; edges that stand twice add up.
///
/// # Complexity
/// O(text · log).
pub(super) fn read(text: &str, scale: &mut Scale) -> Result<ReadMatrix, MatrixTextFault> {
    let arrays: Arrays = serde_json::from_str(text).map_err(|fault| {
        let told = fault.to_string();
        let message = told.split(" at line ").next().unwrap_or_default();
        MatrixTextFault::new(fault.line().max(1), fault.column().max(1), message)
    })?;
    let Arrays { sources, degrees, destinations, weights } = arrays;
    let refused = |message: String| Err(MatrixTextFault::new(1, 1, message));
    if sources.len() != degrees.len() {
        let (found, expected) = (degrees.len(), sources.len());
        return refused(format!("found {found} degrees, expected {expected}, one for each source"));
    }
    let sum = degrees.iter().try_fold(0_u64, |sum, &degree| sum.checked_add(degree));
    if sum != Some(count_of(destinations.len())) {
        let found = destinations.len();
        let expected = sum.map_or("2^64 or more".to_owned(), |sum| sum.to_string());
        return refused(format!("found {found} destinations, expected {expected}, the sum of the degrees"));
    }
    if weights.as_ref().is_some_and(|weights| weights.len() != destinations.len()) {
        let (found, expected) = (weights.map_or(0, |weights| weights.len()), destinations.len());
        return refused(format!("found {found} weights, expected {expected}, one for each destination"));
    }
    if let Some(rank) = sources.iter().chain(&destinations).find(|&&rank| rank >= count_of(MAX_LINES)) {
        return refused(format!("found the rank {rank}, expected one from 0 to {}", MAX_LINES - 1));
    }
    let ranks = sources.iter().chain(&destinations).max().map_or(0, |last| last + 1);
    let of_edge = sources.iter().zip(&degrees).flat_map(|(&row, &degree)| (0..degree).map(move |_| row));
    let (mut units, mut total) = (Vec::new(), 0);
    for (edge, (row, &column)) in of_edge.zip(&destinations).enumerate() {
        let told = weights.as_ref().map_or("1".to_owned(), |weights| weights[edge].to_string());
        let entry = scale
            .entry(word(&told), &told)
            .map_err(|message| MatrixTextFault::new(1, 1, format!("weights[{edge}]: {message}")))?;
        add(&mut total, entry, 1, 1)?;
        units.push(MatrixUnits { row, column, units: entry });
    }
    let document = MatrixDocument::of_units((ranks, ranks), units);
    Ok(ReadMatrix { document, read_as: "arrays of MPI_Dist_graph_create".to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrays(text: &str) -> Result<ReadMatrix, MatrixTextFault> {
        assert!(is_dist_graph(text.as_bytes()), "{text}");
        read(text, &mut Scale::new(None))
    }

    #[test]
    fn every_destination_is_a_message_of_its_source() {
        let read = arrays(
            r#"{"sources": [0, 2], "degrees": [2, 1], "destinations": [1, 2, 0], "weights": [1, 3, 2]}"#,
        );
        assert_eq!(
            read.unwrap().document.dense().unwrap(),
            [[0, 1, 3], [0, 0, 0], [2, 0, 0]].map(Vec::from).as_slice()
        );
        // A source may be listed by several ranks, and an edge twice.
        let read = arrays(r#"{"sources": [0, 0], "degrees": [1, 1], "destinations": [1, 1]}"#).unwrap();
        assert_eq!(read.document.dense().unwrap(), [[0, 2], [0, 0]].map(Vec::from).as_slice());
    }

    #[test]
    fn arrays_that_do_not_fit_each_other_are_refused() {
        for (text, part) in [
            (r#"{"sources":[0],"degrees":[1,1],"destinations":[1,1]}"#, "found 2 degrees, expected 1"),
            (r#"{"sources":[0],"degrees":[1],"destinations":[1,1]}"#, "found 2 destinations, expected 1"),
            (
                r#"{"sources":[0,1],"degrees":[18446744073709551615,2],"destinations":[1]}"#,
                "expected 2^64 or more",
            ),
            (
                r#"{"sources":[0],"degrees":[1],"destinations":[1],"weights":[]}"#,
                "found 0 weights, expected 1",
            ),
            (
                r#"{"sources":[0],"degrees":[1],"destinations":[1],"weights":[0.5]}"#,
                "weights[0]: found 0.5, expected an integer",
            ),
            (r#"{"sources":[4194304],"degrees":[0],"destinations":[]}"#, "found the rank 4194304"),
            (r#"{"sources":[0],"degrees":[1],"destinations":[-1]}"#, "invalid value"),
            (r#"{"degrees":[1],"destinations":[1]}"#, "missing field `sources`"),
            (r#"{"sources":[0],"degrees":[1]}"#, "missing field `destinations`"),
        ] {
            let fault = arrays(text).unwrap_err();
            assert!(fault.message.contains(part), "{text}: {fault}");
        }
    }
}
