//! The recursive total exchanges of P2 §4 on the hypercube.

use super::construction::ConstructionError;
use crate::model::{count_of, wide};

/// Greatest dimension; it makes 20 · 2^19 moves.
const MOST_DIMENSION: u32 = 20;

/// Slot by slot the moves `(row, link)` of node 0's packets, rows increasing; row r is the packet of offset
/// r + 1. Every node does the same.
pub type ExchangeSlots = Vec<Vec<(u32, u32)>>;

/// The exchange of a cube, to be grown by one dimension at a time.
struct Recursion {
    /// For each offset its moves `(slot, link)`, in the order of time: links are crossed from the highest to
    /// the lowest.
    moves: Vec<Vec<(u32, u32)>>,
    length: u32,
}

impl Recursion {
    /// The total exchange of the 1-cube.
    fn first() -> Self {
        Self { moves: vec![Vec::new(), vec![(0, 0)]], length: 1 }
    }

    /// The exchange of one dimension more: the old one in both halves; every packet for the other half over
    /// the new link from slot `crossing` on, in the order in which the other side sends on, its own last; the
    /// old one again from slot `again` on.
    fn grow(&mut self, link: u32, crossing: u32, again: u32) {
        let own = self.moves.len();
        // A packet that needs no third phase crosses last; equal slots by their link (P2: from left to
        // right).
        let mut order: Vec<usize> = (1..own).collect();
        order.sort_by_key(|&offset| self.moves[offset].first().copied());
        order.push(0);
        let mut crossed: Vec<Vec<(u32, u32)>> = vec![Vec::new(); own];
        for (slot, offset) in (crossing..).zip(order) {
            crossed[offset].push((slot, link));
            crossed[offset].extend(self.moves[offset].iter().map(|&(slot, link)| (slot + again, link)));
        }
        self.moves.append(&mut crossed);
        self.length += again;
    }

    fn into_slots(self) -> ExchangeSlots {
        let mut slots = vec![Vec::new(); wide(self.length)];
        for (row, moves) in (0_u32..).zip(&self.moves[1..]) {
            for &(slot, link) in moves {
                slots[wide(slot)].push((row, link));
            }
        }
        slots
    }
}

/// `phases` gives, of the slots and the packets of the smaller exchange, when the crossing starts and when
/// the exchange again.
fn recursion(
    dimension: u32,
    phases: impl Fn(u32, u32) -> (u32, u32),
) -> Result<ExchangeSlots, ConstructionError> {
    if dimension == 0 || dimension > MOST_DIMENSION {
        return Err(ConstructionError::Dimension { found: dimension, most: MOST_DIMENSION });
    }
    let mut exchange = Recursion::first();
    for link in 1..dimension {
        let (crossing, again) = phases(exchange.length, 1 << link);
        exchange.grow(link, crossing, again);
    }
    let slots = exchange.into_slots();
    in_order(&slots, dimension)?;
    Ok(slots)
}

/// The total exchange of P2 §4 with all ports: 2^(d−1) slots in which every link is busy, so it has the
/// fewest slots and the fewest sends.
///
/// In the first half of the time each half of the cube exchanges by itself; in the second it exchanges what
/// came from the other half, which crosses all the time. The order of crossing makes it arrive in time: node
/// 0 has sent at most 2^(d−1) + n − 1 packets of its own by time n (P2 inequality (6), which holds as
/// printed).
///
/// # Errors
/// [`ConstructionError::Dimension`] for dimension 0 or beyond 20; the other errors if the paper's argument
/// failed (it does not).
///
/// # Complexity
/// O(d · 2^d log 2^d) time, O(d · 2^d) space.
///
/// # Examples
/// The order of P2's table for d = 3: row r is the packet of offset r + 1.
/// ```
/// use isotask::tree::total_exchange_all_ports;
/// let slots = total_exchange_all_ports(3)?;
/// let first_sends = |link| [1, 3, 2, 5, 7, 6, 4].into_iter().filter(move |offset: &u32| offset.ilog2() == link);
/// assert_eq!(slots.len(), 4);
/// for (slot, offset) in slots.iter().zip(first_sends(2)) {
///     assert!(slot.contains(&(offset - 1, 2)));
/// }
/// # Ok::<(), isotask::tree::ConstructionError>(())
/// ```
pub fn total_exchange_all_ports(dimension: u32) -> Result<ExchangeSlots, ConstructionError> {
    recursion(dimension, |length, _| (0, length))
}

/// The total exchange of P2 §4 with one port (Saad & Schultz's MTADEA): d · 2^(d−1) slots, the three phases
/// one after the other.
///
/// # Errors
/// As [`total_exchange_all_ports`].
///
/// # Complexity
/// As [`total_exchange_all_ports`].
///
/// # Examples
/// ```
/// use isotask::tree::total_exchange_one_port;
/// let slots = total_exchange_one_port(2)?;
/// // Row 0 over link 0; rows 1 and 2 over link 1; row 2 again, over link 0.
/// assert_eq!(slots, [[(0, 0)], [(2, 1)], [(1, 1)], [(2, 0)]]);
/// # Ok::<(), isotask::tree::ConstructionError>(())
/// ```
pub fn total_exchange_one_port(dimension: u32) -> Result<ExchangeSlots, ConstructionError> {
    recursion(dimension, |length, packets| (length, length + packets))
}

/// Whether each packet crosses each of its links once, from the highest on, and no link is used twice in a
/// slot.
fn in_order(slots: &[Vec<(u32, u32)>], dimension: u32) -> Result<(), ConstructionError> {
    let mut left: Vec<u64> = (1..1 << dimension).collect();
    for (slot, moves) in (0_u64..).zip(slots) {
        let mut used = 0_u64;
        for &(row, link) in moves {
            let left = &mut left[wide(row)];
            if used & 1 << link != 0 {
                return Err(ConstructionError::LinkTwice { slot, link });
            }
            if left.checked_ilog2() != Some(link) {
                return Err(ConstructionError::OutOfOrder { slot, node: *left });
            }
            (used, *left) = (used | 1 << link, *left ^ 1 << link);
        }
    }
    match left.iter().position(|&left| left != 0) {
        Some(row) => Err(ConstructionError::NotDelivered { packet: count_of(row), node: left[row] }),
        None => Ok(()),
    }
}
