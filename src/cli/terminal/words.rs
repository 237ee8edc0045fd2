//! Numbers and nodes as people write them.

use crate::cli::terminal::failure::Failure;
use crate::wire::NodeRef;

/// An integer; a fault is told of `what`.
pub(crate) fn number(word: &str, what: &str) -> Result<u64, Failure> {
    word.parse()
        .map_err(|_| Failure::usage(format!("{what}: \"{word}\", expected an integer from 0 to 2^64 - 1")))
}

/// `5`, or coordinates such as `1,2`.
pub(crate) fn node_ref(word: &str, what: &str) -> Result<NodeRef, Failure> {
    if word.contains(',') {
        let coordinates = word.split(',').map(|x| number(x, &format!("a coordinate of {what}")));
        Ok(NodeRef::Coordinates(coordinates.collect::<Result<_, _>>()?))
    } else {
        Ok(NodeRef::Index(number(word, what)?))
    }
}
