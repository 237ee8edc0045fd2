//! What files of others call nodes and say of links.

use std::collections::HashSet;

/// What people call how long a link is, or how fast: slots have no place for it.
pub(super) const MEASURES: [&str; 10] =
    ["bandwidth", "cost", "delay", "distance", "latency", "length", "rate", "speed", "time", "travel_time"];

/// The labels, if each node has one of its own.
pub(super) fn own(labels: Vec<&str>) -> Option<Vec<&str>> {
    let different: HashSet<&str> = labels.iter().copied().collect();
    (different.len() == labels.len()).then_some(labels)
}

/// Labels by index; none if every node is called by its index.
pub(super) fn named(labels: &[&str], index: &[u32]) -> Option<Vec<String>> {
    let mut names = vec![String::new(); labels.len()];
    for (label, &at) in labels.iter().zip(index) {
        (*label).clone_into(&mut names[crate::model::wide(at)]);
    }
    let is_index = (0_u64..).zip(&names).all(|(at, name)| *name == at.to_string());
    (!is_index).then_some(names)
}
