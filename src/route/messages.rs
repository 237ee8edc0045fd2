//! How many steps an isotropic task takes if a message carries several packets.

use super::least_completion::realize;
use super::split::divide;
use super::{Directions, Division, SearchBudget, abelian_routes, task_matrix};
use crate::model::{
    CayleyTask, CoordinateCount, Dimension, IsotropicTask, MatrixError, OffsetClass, TaskMatrix, wide,
};

/// What a node sends in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessagePorts {
    /// A message on every link.
    All,
    /// One message, all nodes on the same link.
    One,
}

/// The steps of a task for messages of up to m packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageSteps {
    /// The most packets of a message, m.
    pub packets: u64,
    /// The steps of the routes that were found.
    pub steps: u64,
    /// No routes take fewer steps.
    pub least: u64,
}

/// Routes of all packets, for messages of up to m packets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageRoutes {
    /// Their steps.
    pub steps: MessageSteps,
    /// Their task matrix.
    pub matrix: TaskMatrix,
}

/// Most packets of a node.
pub const MAX_MESSAGE_PACKETS: u64 = 1 << 12;
/// Lines of a front until some are left out.
const MAX_WHOLE_FRONT: usize = 128;
/// Most numbers of steps above the bound for which routes with detours are tried.
const MAX_TRIED_STEPS: u64 = 64;

/// Returns the steps of a task matrix if a message carries up to m packets, in which a packet moves once in
/// a step.
///
/// On all ports a step takes at most m units of a column and one of a row: max(max rᵢ, max ⌈cⱼ/m⌉) steps,
/// attained as column j is divided into m columns of at most ⌈cⱼ/m⌉ and the matrix decomposed (König 1916).
/// With one port all nodes use one link in a step. The steps of link j take at most m units of column j, and
/// one of each entry: Σⱼ max(⌈cⱼ/m⌉, maxᵢ pᵢⱼ), attained by laying the units of the column one after the
/// other round its steps (McNaughton 1959).
///
/// # Complexity
/// O(entries).
///
/// # Panics
/// If m is 0.
#[must_use]
pub fn steps_of_messages(matrix: &TaskMatrix, ports: MessagePorts, packets: u64) -> u64 {
    match ports {
        MessagePorts::All => matrix.greatest_row_sum().max(matrix.greatest_column_sum().div_ceil(packets)),
        MessagePorts::One => {
            let mut longest = vec![0; wide(matrix.columns())];
            for (link, units) in (0..matrix.rows()).flat_map(|row| matrix.row(row)) {
                longest[wide(link)] = units.max(longest[wide(link)]);
            }
            let sums = matrix.column_sums().iter();
            sums.zip(longest).map(|(sum, longest)| sum.div_ceil(packets).max(longest)).sum()
        }
    }
}

/// Chooses routes on a hypercube, torus or ring for messages of up to m packets.
///
/// With one port the steps of the dimensions add up, so that each is divided by itself. As in
/// [`super::split()`], the packets that go + are those with the smallest coordinates: then both sums of the
/// dimension and both longest ways are least, and only the number of these packets is tried. The result is
/// exact. On all ports the least is max(max rᵢ, ⌈C/m⌉), C the least greater sum over divisions of each
/// dimension alone; detours that a long way rules out may leave a gap.
///
/// # Complexity
/// O(D · N) time and space for N packets and D dimensions, and O(D · N) for each number of steps tried.
///
/// # Panics
/// If m is 0, or the task has more than [`MAX_MESSAGE_PACKETS`] packets of a node.
///
/// # Examples
/// The 4-cube, one port: column sums 8, so 4 · 8 steps of one packet, and 4 of eight.
/// ```
/// use isotask::{model::IsotropicTask, route::{MessagePorts, message_routes}, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":4},
///   "task":{"kind":"total-exchange"},"ports":"one","objective":"completion-time"}"#;
/// let task = IsotropicTask::new(&wire::parse(text)?)?;
/// let steps = [1, 2, 3, 8, 9].map(|packets| message_routes(&task, MessagePorts::One, packets).steps.steps);
/// assert_eq!(steps, [32, 16, 12, 4, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn message_routes(task: &IsotropicTask, ports: MessagePorts, packets: u64) -> MessageRoutes {
    assert!(task.rows() <= MAX_MESSAGE_PACKETS, "few packets of a node");
    let classes: Vec<OffsetClass> = task.classes().collect();
    let least = least_steps(task, ports, packets);
    let of = |directions: &Directions| {
        let matrix = task_matrix(task, directions).expect("directions of this task");
        let steps = steps_of_messages(&matrix, ports, packets);
        MessageRoutes { steps: MessageSteps { packets, steps, least }, matrix }
    };
    let realized = |divisions: &[Division]| of(&realize(task, &classes, divisions));
    match ports {
        MessagePorts::One => realized(&divided(task, packets)),
        MessagePorts::All => {
            // Packets on their shorter ways, and detours only where they save steps.
            let mut best = of(&Directions::Default);
            let tried =
                (least..best.steps.steps).take(usize::try_from(MAX_TRIED_STEPS).unwrap_or(usize::MAX));
            for steps in tried {
                let Some(divisions) = divisions(task, steps.saturating_mul(packets)) else { continue };
                let found = realized(&divisions);
                if found.steps.steps < best.steps.steps {
                    best = found;
                }
                if best.steps.steps <= steps {
                    break;
                }
            }
            best
        }
    }
}

/// Returns the steps for every m at which their bound falls, from 1 on; the last stand for messages of any
/// length. Of a long front the first 128 lines are whole, and behind them each m is a sixteenth above the one
/// before, so that there are some hundreds.
///
/// # Complexity
/// That of [`message_routes`] for each line and each of about log C bounds between two of them, C being the
/// greatest sum of a column.
///
/// # Panics
/// As [`message_routes`].
#[must_use]
pub fn message_front(task: &IsotropicTask, ports: MessagePorts) -> Vec<MessageSteps> {
    let least = |packets| least_steps(task, ports, packets);
    front(task.total_distance(), &least, &|packets| message_routes(task, ports, packets).steps)
}

/// Returns the front of the routes that [`abelian_routes`] finds on an Abelian network, with bounds by the
/// distances of the packets: some link carries as much as the mean of all links.
///
/// # Complexity
/// That of [`abelian_routes`], and of the front of one matrix.
///
/// # Errors
/// [`MatrixError`] if the sums are too great.
///
/// # Panics
/// If the network is not Abelian, or the task has more than [`MAX_MESSAGE_PACKETS`] packets of a node.
pub fn message_front_of_words(
    task: &CayleyTask,
    ports: MessagePorts,
    budget: &SearchBudget<'_>,
) -> Result<(Vec<MessageSteps>, TaskMatrix), MatrixError> {
    assert!(task.rows() <= MAX_MESSAGE_PACKETS, "few packets of a node");
    let links = task.graph().links();
    let matrix = abelian_routes(task, 1, budget).matrix(links)?;
    let farthest = task.farthest().map_or(0, |offset| task.graph().distance(offset));
    let hops = task.total_distance();
    let columns = if ports == MessagePorts::All { links.into() } else { 1 };
    let least = |packets: u64| hops.div_ceil(packets.saturating_mul(columns)).max(farthest);
    let steps = |packets| steps_of_messages(&matrix, ports, packets);
    let of = |packets| MessageSteps { packets, steps: steps(packets), least: least(packets) };
    Ok((front(matrix.total().into(), &steps, &of), matrix))
}

/// Collects the steps for the numbers of packets at which `falls`, which is nonincreasing, becomes less.
fn front(hops: u128, falls: &dyn Fn(u64) -> u64, steps: &dyn Fn(u64) -> MessageSteps) -> Vec<MessageSteps> {
    let most = u64::try_from(hops).unwrap_or(u64::MAX).max(1);
    let last = falls(most);
    let mut front: Vec<MessageSteps> = Vec::new();
    let mut packets = 1;
    loop {
        let (here, found) = (falls(packets), steps(packets));
        if front.last().is_none_or(|last| found.steps < last.steps) {
            front.push(found);
        }
        if here == last {
            return front;
        }
        let next = first_below(falls, packets, most, here);
        packets = match front.len() {
            MAX_WHOLE_FRONT.. => first_below(falls, packets, most, last + 1).min(next + packets / 16),
            _ => next,
        };
    }
}

/// Returns the first number above `low` at which a nonincreasing function is below a value, as it is at
/// `high`.
fn first_below(falls: &dyn Fn(u64) -> u64, mut low: u64, mut high: u64, value: u64) -> u64 {
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if falls(middle) < value { high = middle } else { low = middle }
    }
    high
}

/// Returns a number of steps that no routes undercut.
fn least_steps(task: &IsotropicTask, ports: MessagePorts, packets: u64) -> u64 {
    let rings = task.network().dimensions().iter().enumerate();
    match ports {
        MessagePorts::One => {
            rings.map(|(index, ring)| fewest(ring, task.coordinate_counts(index), packets).steps).sum()
        }
        MessagePorts::All => {
            let farthest = task.farthest().map_or(0, |offset| task.network().distance(offset));
            let mut low = farthest;
            let mut high = farthest.max(u64::try_from(task.total_distance()).unwrap_or(u64::MAX));
            while low < high {
                let middle = low + (high - low) / 2;
                match divisions(task, middle.saturating_mul(packets)) {
                    Some(_) => high = middle,
                    None => low = middle + 1,
                }
            }
            low
        }
    }
}

/// Returns divisions of least hops with both ways of each dimension within `limit`, if there are any.
fn divisions(task: &IsotropicTask, limit: u64) -> Option<Vec<Division>> {
    let rings = task.network().dimensions().iter().enumerate();
    rings.map(|(index, ring)| divide(ring, task.coordinate_counts(index), limit)).collect()
}

/// Returns the division of each dimension that takes the fewest steps with one port.
fn divided(task: &IsotropicTask, packets: u64) -> Vec<Division> {
    let rings = task.network().dimensions().iter().enumerate();
    rings.map(|(index, ring)| fewest(ring, task.coordinate_counts(index), packets).division).collect()
}

/// A division of a dimension, and its steps with one port.
struct OnePort {
    steps: u64,
    division: Division,
}

/// Tries every number of packets that go +, those with the smallest coordinates.
fn fewest(ring: &Dimension, counts: &[CoordinateCount], packets: u64) -> OnePort {
    let radix = ring.radix();
    let all: u64 = counts.iter().map(|c| c.packets).sum();
    if ring.is_single_link() {
        let steps = all.div_ceil(packets).max(all.min(1));
        return OnePort { steps, division: Division { plus: all, hops: all } };
    }
    let steps = |sum: u64, longest: u64| sum.div_ceil(packets).max(longest);
    let of = |plus, (forward, first), (backward, second)| OnePort {
        steps: steps(forward, first) + steps(backward, second),
        division: Division { plus, hops: forward + backward },
    };
    let mut forward = (0, 0);
    let mut backward: u64 = counts.iter().map(|c| (radix - c.x) * c.packets).sum();
    let longest_back = |first: Option<&CoordinateCount>| first.map_or(0, |c| radix - c.x);
    let mut best = of(0, forward, (backward, longest_back(counts.first())));
    let mut plus = 0;
    for (index, c) in counts.iter().enumerate() {
        for left in (0..c.packets).rev() {
            plus += 1;
            forward = (forward.0 + c.x, c.x);
            backward -= radix - c.x;
            let next = if left > 0 { Some(c) } else { counts.get(index + 1) };
            let found = of(plus, forward, (backward, longest_back(next)));
            if (found.steps, found.division.hops) < (best.steps, best.division.hops) {
                best = found;
            }
        }
    }
    best
}
