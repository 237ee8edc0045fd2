//! Bounds demands. The bounds bind every schedule.

use crate::bound::weights::{isotropic_packets, weighted_demands};
use crate::bound::{
    Bounds, ScopedBound, TransmissionBound, arrivals, cut, cut_node, departures, distance, dual_tree,
    emission, last_packet, pooled, prices, reception, timed_prices, volume,
};
use crate::model::DemandsTask;
use crate::wire::{Objective, Per};
use std::cmp::Reverse;

/// Returns the bounds of demands (P1 §2 Theorem 1 and its kin; models/formats/certificate.md has their
/// proofs).
///
/// They count the packets that one node receives or sends and those that must leave a set of nodes, and use
/// distances and link weights averaged over the sources. Prices of single links and ports, the dual of the
/// fractional flow, are kept where they prove more. Copies on graphs have a bound by the sends of some nodes,
/// and networks with switches one by windows of slots. Prices of slots, from a flow over time, bound the
/// packets of one pair of nodes and the copies of one node. Of equal bounds the simpler witness stands first.
///
/// # Complexity
/// O(P · d) for P loads on a network of diameter d, the time of the best weights
/// ([`weighted`](crate::bound::weighted) and its kin), and searches for cuts and prices within fixed limits
/// of work. These limit how good the bounds are, not whether they hold.
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
    // In an isotropic task no set of nodes has a greater bound than all nodes, and no prices exceed weights.
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
    // Averaged over all translations, the best prices become weights if all nodes have equal capacities.
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

/// Returns the bounds on the total delay of all packets, if the task asks for delay: the greatest first, of
/// equal ones the pooled bound (P1 Theorem 6).
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
