//! The complete graph: the integers modulo n; link i adds i + 1.

use super::family::FamilyOf;
use super::table::table;
use crate::wire::Family;

pub(super) const COMPLETE: FamilyOf = FamilyOf {
    family: Family::Complete,
    word: "complete",
    sizes: (2, 8192),
    graph: |n| table(n, (1..n).map(|step| move |v| (v + step) % n)),
    link_name: |link| format!("+{}", link + 1),
    node_name: |_, node| node.0.to_string(),
    node_named: |_, _| None,
    title: |_| "complete graph".to_owned(),
};
