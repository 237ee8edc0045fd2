//! Blocks of a mesh, torus or cube: each a group of nodes.

use super::error::GrammarError;
use crate::model::{Grid, Network, Node};
use crate::wire;
use std::collections::BTreeMap;

/// Divides a network into blocks of equal sides, such as `1x8` for the rows of an 8 × 8 mesh, and returns the
/// nodes of each block in words, as [`only_on`](super::only_on) reads them.
///
/// # Errors
/// [`GrammarError`] if the network has no sides, if the words are no sides that divide those of the network,
/// or if a block would be a single node.
///
/// # Complexity
/// O(n · d) for n nodes and d sides, beside the names.
///
/// # Examples
/// ```
/// use isotask::{grammar::blocks, wire::Network};
/// let torus = Network::Torus { radices: vec![2, 4] };
/// assert_eq!(blocks(&torus, "2x2")?, ["(0,0),(0,1),(1,0),(1,1)", "(0,2),(0,3),(1,2),(1,3)"]);
/// # Ok::<(), isotask::grammar::GrammarError>(())
/// ```
pub fn blocks(network: &wire::Network, words: &str) -> Result<Vec<String>, GrammarError> {
    let none = |what: String| GrammarError::Size {
        what,
        expected: "a mesh, torus, ring, HyperX or hypercube, or the nodes of each group".to_owned(),
    };
    let known = Network::new(network).map_err(|fault| none(fault.to_string()))?;
    let no_sides = || none(format!("blocks \"{words}\" of a network without sides ({})", known.title()));
    let whole = known.sides().ok_or_else(no_sides)?;
    let written = |sides: &[u64]| sides.iter().map(u64::to_string).collect::<Vec<String>>().join("x");
    let sides: Option<Vec<u64>> = words.split('x').map(|word| word.parse().ok()).collect();
    let divides = |sides: &Vec<u64>| {
        let each = |(&side, whole): (&u64, &u64)| side > 0 && whole.is_multiple_of(side);
        sides.len() == whole.len() && sides.iter().zip(&whole).all(each) && sides.iter().any(|&side| side > 1)
    };
    let sides = sides.filter(divides).ok_or_else(|| {
        let mut row = vec![1; whole.len()];
        if let Some((side, whole)) = row.iter_mut().zip(&whole).next_back() {
            *side = *whole;
        }
        GrammarError::Size {
            what: format!("blocks \"{words}\" of a network of {}", written(&whole)),
            expected: format!(
                "for each of its sides one that divides it, not all 1, such as {}",
                written(&row)
            ),
        }
    })?;
    let closed = vec![false; whole.len()];
    let mut found: BTreeMap<Vec<u64>, Vec<String>> = BTreeMap::new();
    for (node, place) in (0..).map(Node).zip(Grid { sides: whole, closed }.places()) {
        let block = place.iter().zip(&sides).map(|(at, side)| at / side).collect();
        found.entry(block).or_default().push(known.node_name(node));
    }
    Ok(found.into_values().map(|names| names.join(",")).collect())
}
