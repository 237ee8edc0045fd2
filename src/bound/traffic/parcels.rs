//! Bounds packets that differ in length or start. The bounds bind every schedule.

use crate::bound::{Bounds, TransmissionBound, distance, emission, of_demands, reception};
use crate::model::{Node, Parcel, ParcelsTask};
use crate::wire::{Lower, LowerKind, Per};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Returns the bounds of packets that differ in length or start (models/formats/certificate.md has their
/// proofs).
///
/// A schedule of the packets is one of their parts of length 1, so that what bounds the parts binds it.
/// Beside these stand the bounds that know of lengths and starts: when a packet can be there, and for how
/// long the packets of one node hold its ports.
///
/// # Complexity
/// That of [`of_demands`] for the parts.
///
/// # Examples
/// ```
/// use isotask::{bound::of_parcels, model::ParcelsTask};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":8},
///   "task":{"kind":"parcels","packets":[{"from":0,"to":3,"length":4,"release":2}]},
///   "ports":"all","objective":"completion-time"}"#;
/// let task = ParcelsTask::new(&parse::<TaskDocument>(text)?)?;
/// assert_eq!(of_parcels(&task).best().slots(), 2 + 3 * 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn of_parcels(task: &ParcelsTask) -> Bounds {
    let mut completion = of_demands(task.parts()).completion;
    // These kinds are stated of the packets themselves.
    let is_of_parts = |lower: &Lower| {
        !matches!(
            lower.kind(),
            LowerKind::Distance | LowerKind::Emission | LowerKind::Reception | LowerKind::Resolution
        )
    };
    completion.retain(is_of_parts);
    completion.splice(0..0, by_node(task));
    completion.splice(0..0, farthest(task));
    // The sort is stable.
    completion.sort_by_key(|lower| Reverse(lower.value()));
    let transmissions =
        TransmissionBound { per: Per::Network, value: task.least_moves().into(), carried: true };
    Bounds { completion, symmetric: None, transmissions, delay: Vec::new(), attainable: None }
}

/// Returns the bound by the packet that can be at its destination last.
fn farthest(task: &ParcelsTask) -> Option<Lower> {
    let last = task.parcels().iter().max_by_key(|parcel| (parcel.soonest(), Reverse(**parcel)))?;
    Some(distance::of_packet(last.from, last.to, last.soonest()))
}

/// Returns the best bounds by the packets that one node receives, and that one sends.
fn by_node(task: &ParcelsTask) -> Vec<Lower> {
    let parts = task.parts();
    let received = |parcel: &Parcel| Held {
        apart: parcel.release + parcel.length * (parcel.hops - 1),
        start: 0,
        slots: parcel.count * parcel.length,
    };
    let sent = |parcel: &Parcel| Held {
        apart: parcel.length * (parcel.hops - 1),
        start: parcel.release,
        slots: parcel.count * parcel.length,
    };
    let best =
        |node_of: &dyn Fn(&Parcel) -> Node, held: &dyn Fn(&Parcel) -> Held, ports: &dyn Fn(u32) -> u32| {
            let mut nodes: BTreeMap<Node, Vec<Held>> = BTreeMap::new();
            for parcel in task.parcels() {
                nodes.entry(node_of(parcel)).or_default().push(held(parcel));
            }
            let of_node = |(node, all): (Node, Vec<Held>)| {
                let (value, distance) = most(all, ports(node.narrow()).into())?;
                Some((value, Reverse(node), distance))
            };
            nodes.into_iter().filter_map(of_node).max()
        };
    let into = best(&|parcel| parcel.to, &received, &|node| parts.receives_of(node));
    let out = best(&|parcel| parcel.from, &sent, &|node| parts.sends_of(node));
    let emission = out.map(|(value, Reverse(node), distance)| emission::of_node(value, node, distance));
    let reception = into.map(|(value, Reverse(node), distance)| reception::of_node(value, node, distance));
    emission.into_iter().chain(reception).collect()
}

/// What equal packets take of the ports of a node.
#[derive(Debug, Clone, Copy)]
struct Held {
    /// Slots that are over before they come, or that are left when they have gone.
    apart: u64,
    /// Slots that are over before they can go.
    start: u64,
    /// Slots for which they hold ports.
    slots: u64,
}

/// Returns the greatest bound by the packets at least so far apart, and the slot that says how far.
fn most(mut all: Vec<Held>, ports: u64) -> Option<(u64, u64)> {
    all.sort_unstable_by_key(|held| Reverse(held.apart));
    let (mut slots, mut start, mut best) = (0, u64::MAX, None);
    for (place, held) in all.iter().enumerate() {
        slots += held.slots;
        start = start.min(held.start);
        if all.get(place + 1).is_none_or(|next| next.apart < held.apart) {
            best = best.max(Some((start + slots.div_ceil(ports) + held.apart, held.apart + 1)));
        }
    }
    best
}
