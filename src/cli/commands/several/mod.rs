//! The commands on several of something at once: groups of nodes, packets in a message, tasks one after the
//! other.

pub(in crate::cli) mod groups;
pub(in crate::cli) mod messages;
pub(in crate::cli) mod rate;
