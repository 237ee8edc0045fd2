//! Words of links in slots: what a task is on a network whose links do not commute.
//!
//! On a Cayley graph of any group a symmetric schedule gives every packet a *word* of links, and the order
//! inside the word matters: packets are jobs, links are machines, and a slot is a set of moves in which no
//! packet and no link occurs twice. That is a unit job shop with recirculation whose routes are free within
//! the network.
//!
//! The picture used throughout: the *residual* of a packet is the inverse of what its word has still to
//! spell. A packet of offset d starts with the residual d⁻¹; a move over link g takes the residual v to v·g;
//! at home it is node 0. So all packets of node 0 walk in one graph to one node, packets with equal residuals
//! are interchangeable, and no product of the group is needed.
//!
//! * One port: [`node_invariant()`] takes exactly σ slots, the least (P3 Theorem 1); [`replay_queues`]
//!   simulates the algorithm in the proof of P3 Lemma 2 at every node.
//! * More ports: [`job_shop()`] looks for short schedules; nothing is proved about them but what a bound
//!   says. [`nearest_first()`] is made for the delay.
//! * Listed packets: [`list_schedule`] slot by slot, [`negotiated()`] all at once; those of one pair of nodes
//!   in the fewest slots of all, [`pair_schedule`]; with little delay, [`soonest()`].
//!
//! # What is known of more ports than one
//!
//! P3 §7 asks what node-invariant algorithms can do when a node may use all its links at once, and doubts
//! that they are enough. On these networks they are: the symmetric schedules of total exchange that `solve`
//! finds meet the weighted bound, which binds every schedule, symmetric or not. Each row is a certificate
//! that a test has made and checked; w are weights of the links that prove the bound.
//!
//! | network | slots | why no schedule is shorter |
//! |---|---|---|
//! | star graph of 3, 4, 5, 6, 7 symbols | 5, 21, 111, 689, 4938 | hops on all links: ⌈σ/m⌉ |
//! | pancake graph of 3, 4, 5, 7 symbols | 5, 20, 107, 4714 | ⌈σ/m⌉ |
//! | bubble-sort graph of 3, 4 symbols | 5, 24 | ⌈σ/m⌉ |
//! | bubble-sort graph of 5, 6 symbols | 154, 1128 | weights of the links; of 5 symbols w = 0 12 11 0 |
//! | cube-connected cycles of dimension 3, 4, 5, 6 | 36, 128, 400, 1152 | w = 0 0 1: the links of the cube |
//! | wrapped butterfly of 3, 4, 5 levels | 18, 64, 200 | w = 0 0 1 1: the links across |
//!
//! The pancake graph of 6 symbols takes 660 slots, one above ⌈σ/m⌉ = 659. No symmetric schedule does better:
//! 659 slots would use each of the 5 links exactly 659 times along shortest words; flips of 2, 3 and 6
//! symbols are odd permutations, so 3 · 659 = 1977 of the moves of a node would be odd permutations. But 360
//! packets go to odd permutations, which needs an even number of such moves: a contradiction. With two
//! classes of nodes, those of the even permutations and the odd ones, [`orbit_shop()`] finds 659.

mod corridors;
mod demands;
mod dispatch;
mod listed;
mod nearest_first;
mod negotiated;
mod node_invariant;
mod orbit_broadcast;
mod pair;
mod parcels;
mod plan;
mod queues;
mod repair;
mod search;
mod slots;
mod soonest;
mod walk;
mod watch;

pub use demands::{PacketRule, TreeOf, list_broadcast, list_schedule};
pub use listed::{Conflicts, CutShort, ListFound, ListSearch, ListTry, Refutation};
pub use nearest_first::nearest_first;
pub use negotiated::{OrbitFound, can_negotiate, negotiated, negotiated_orbits};
pub use node_invariant::{QueueRule, ShortestPathTable, node_invariant};
pub use orbit_broadcast::orbit_broadcast;
pub use pair::{PairFault, pair_schedule};
pub use parcels::parcel_schedule;
pub use queues::{LocalAlgorithm, NodeInvariant, QueueFault, QueueReplay, Waiting, replay_queues};
pub use search::{ShopBudget, job_shop, orbit_shop};
pub use soonest::{SoonestAim, SoonestFound, soonest};
pub use watch::{Effort, SearchState, SearchWork, Watch};
