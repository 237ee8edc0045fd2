//! Bounds on demands. They bind every schedule.

use crate::bound::weights::{isotropic_packets, weighted_demands};
use crate::bound::{
    Bounds, ScopedBound, TransmissionBound, arrivals, cut, cut_node, departures, distance, dual_tree,
    emission, last_packet, pooled, prices, reception, timed_prices, volume,
};
use crate::model::DemandsTask;
use crate::wire::{Objective, Per};
use std::cmp::Reverse;

/// The bounds of demands (P1 §2 Theorem 1 and its kin; models/formats/certificate.md has their proofs).
///
/// What one node receives and sends, what must leave a set of nodes, link weights averaged over the
/// sources, distances, and, where none of these finds as much, prices of single links and ports: the dual
/// of the fractional flow; of copies on graphs, the sends of some nodes; with switches, windows of slots; of
/// packets of one pair of nodes, and of copies those of one node, prices of slots by a flow over time.
/// Of equal bounds the simpler witness stands first.
///
/// # Complexity
/// O(P · d) for P loads on a network of diameter d, what the best weights cost
/// ([`weighted`](crate::bound::weighted) and its kin), and searches for cuts and prices within fixed limits
/// of work, which are limits on how good they are, not on whether they hold.
///
/// # Examples
/// Four packets of node 4, which hangs on node 0 by one link, and one that comes the other way.
/// ```
/// use isotask::{bound::of_demands, model::DemandsTask};
/// use isotask::wire::{LowerKind, TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"incomplete-hypercube","nodes":5},
///   "task":{"kind":"demands","packets":[{"from":4,"to":3,"count":4},{"from":1,"to":4}]},
///   "ports":"all","objective":"completion-time"}"#;
/// let bounds = of_demands(&DemandsTask::new(&parse::<TaskDocument>(text)?)?);
/// // The last of the four leaves in slot 4 and has two more hops to go.
/// assert_eq!((bounds.best().slots(), bounds.best().kind()), (4 + 3 - 1, LowerKind::Emission));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn of_demands(task: &DemandsTask) -> Bounds {
    let transmissions = TransmissionBound {
        per: Per::Network,
        value: task.least_moves().into(),
        carried: task.is_personal(),
    };
    // Where all nodes do the same no set of nodes is worse off than all, and no price better than a weight.
    let alike = task.is_isotropic();
    let mut completion = vec![volume::of_demands(task)];
    if !alike {
        completion.extend(cut_node::cut_node(task));
    }
    let mut bounds =
        Bounds { completion, symmetric: None, transmissions, delay: delays(task), attainable: None };
    bounds.completion.extend(distance::of_demands(task));
    bounds.completion.extend(last_packet::of_demands(task));
    bounds.completion.extend(weighted_demands(task));
    if !alike {
        bounds.completion.extend(cut::cut(task));
    }
    bounds.completion.extend(emission::of_demands(task));
    bounds.completion.extend(reception::of_demands(task));
    // The sort is stable.
    bounds.completion.reverse();
    bounds.completion.sort_by_key(|lower| Reverse(lower.value()));
    // Averaged over all translations the best prices are weights, where these permit it: the capacities are
    // those of every node.
    let full_duplex = !task.is_half_duplex_everywhere();
    if alike || full_duplex && isotropic_packets(task).is_some() {
        return bounds;
    }
    let known = bounds.best().slots();
    let prices = prices::prices(task, known).or_else(|| prices::copy_prices(task, known));
    bounds.completion.splice(0..0, prices);
    let windows = dual_tree::windows(task, bounds.best().slots());
    bounds.completion.splice(0..0, windows);
    let of_pair = timed_prices::of_pair(task, bounds.best().slots());
    bounds.completion.splice(0..0, of_pair);
    let of_one_node = timed_prices::of_one_node(task, bounds.best().slots());
    bounds.completion.splice(0..0, of_one_node);
    bounds
}

/// The bounds on the total delay of all packets, if the task asks for delay: the greatest first, of equal
/// ones the pooled bound (P1 Theorem 6).
pub(super) fn delays(task: &DemandsTask) -> Vec<ScopedBound> {
    if task.document().objective == Objective::CompletionTime || !task.is_personal() {
        return Vec::new();
    }
    let mut bounds: Vec<ScopedBound> = pooled::of_demands(task).into_iter().collect();
    bounds.extend([departures::of_demands(task), arrivals::of_demands(task)]);
    // The sort is stable.
    bounds.sort_by_key(|bound| Reverse(bound.lower.value()));
    bounds
}
