//! What all reports on trees share: the names of nodes, and a limit.

/// The most moves of a schedule that is made to count its slots.
pub(super) const MAX_COUNTED: u128 = 1 << 20;

/// Returns a node as text, such as `5 = 101`.
pub(super) fn node_words(node: u64, dimension: u32) -> String {
    let width = usize::try_from(dimension).unwrap_or(64);
    let name = format!("{node:0width$b}");
    if name == node.to_string() { name } else { format!("{node} = {name}") }
}
