//! Permutations of nodes in words: their cycles.

use crate::model::{Network, Node, count_of};

/// The longest list of cycles that is shown whole.
const MAX_CYCLES_CHARS: usize = 60;

/// Returns the cycles of a permutation by the names of the nodes, without those that stay, up to
/// [`MAX_CYCLES_CHARS`] letters; an index that is no node goes to itself.
pub(crate) fn cycles(network: &Network, images: &[u64]) -> String {
    let image = |node: usize| {
        let to = images.get(node).and_then(|&to| usize::try_from(to).ok());
        to.filter(|&to| to < images.len()).unwrap_or(node)
    };
    let (mut seen, mut cycles) = (vec![false; images.len()], String::new());
    for start in 0..images.len() {
        if cycles.chars().count() > MAX_CYCLES_CHARS {
            return cycles.chars().take(MAX_CYCLES_CHARS).collect::<String>() + "…";
        }
        let (mut here, mut names) = (start, Vec::new());
        while seen.get(here) == Some(&false) && image(start) != start {
            seen[here] = true;
            names.push(network.node_name(Node(count_of(here))));
            here = image(here);
        }
        if !names.is_empty() {
            cycles.extend(["(", &names.join(" "), ")"]);
        }
    }
    if cycles.is_empty() { "the identity".to_owned() } else { cycles }
}
