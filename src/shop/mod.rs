//! Words of links in slots: what a task is on a network whose links do not commute.
//!
//! On a Cayley graph of any group a symmetric schedule gives every packet a *word* of links, and the order inside the word matters:
//! packets are jobs, links are machines, and a slot is a set of moves in which no packet and no link occurs twice. That is a unit job
//! shop with recirculation whose routes are free within the network.
//!
//! The picture used throughout: the *residual* of a packet is the inverse of what its word has still to spell. A packet of offset d starts with the
//! residual d⁻¹; a move over link g takes the residual v to v·g; at home it is node 0. So all packets of node 0 walk in one
//! graph to one node, packets with equal residuals are interchangeable, and no product of the group is needed.
//!
//! * One port: [`node_invariant()`] takes exactly σ slots, the least (P3 Theorem 1); [`replay_queues`] lives the proof of Lemma 2 with all nodes.
//! * More ports: [`job_shop()`] looks for short schedules; nothing is proved about them but what a bound says.

mod dispatch;
mod job_shop;
mod node_invariant;
mod plan;
mod queues;
mod random;
mod repair;
mod walk;

pub use job_shop::{ShopBudget, job_shop};
pub use node_invariant::{QueueRule, ShortestPathTable, node_invariant};
pub use queues::{LocalAlgorithm, NodeInvariant, QueueFault, QueueReplay, Waiting, replay_queues};
