//! The recursive total exchanges of P2 §4 on the hypercube.

use super::construction::ConstructionError;
use crate::model::{count_of, wide};

/// Greatest dimension, whose exchange has 20 · 2^19 moves.
const MAX_DIMENSION: u32 = 20;

/// The moves `(row, link)` of node 0's packets by slot, rows increasing; row r is the packet of offset r + 1.
/// The schedule is symmetric, so the moves of the other nodes are translates.
pub type ExchangeSlots = Vec<Vec<(u32, u32)>>;

/// The exchange of a cube, which grows by one dimension at a time.
struct Recursion {
    /// By offset, the packet's moves `(slot, link)` in the order of time, from the highest link to the
    /// lowest.
    moves: Vec<Vec<(u32, u32)>>,
    length: u32,
}

impl Recursion {
    /// The total exchange of the 1-cube.
    fn first() -> Self {
        Self { moves: vec![Vec::new(), vec![(0, 0)]], length: 1 }
    }

    /// Extends the exchange by one dimension, in three phases. The old exchange runs in both halves. From
    /// slot `crossing` on, every packet for the other half crosses the new link, in the order in which the
    /// third phase needs it. From slot `again` on, the old exchange runs again with the packets that crossed.
    fn grow(&mut self, link: u32, crossing: u32, again: u32) {
        let own = self.moves.len();
        // The packet that needs no third phase crosses last; packets needed in one slot cross by their link
        // (P2: from left to right).
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

/// Makes the exchange by recursion. From the slots and the packets of the smaller exchange, `phases` gives
/// the slots in which phases two and three start.
fn recursion(
    dimension: u32,
    phases: impl Fn(u32, u32) -> (u32, u32),
) -> Result<ExchangeSlots, ConstructionError> {
    if dimension == 0 || dimension > MAX_DIMENSION {
        return Err(ConstructionError::Dimension { found: dimension, most: MAX_DIMENSION });
    }
    let mut exchange = Recursion::first();
    for link in 1..dimension {
        let (crossing, again) = phases(exchange.length, 1 << link);
        exchange.grow(link, crossing, again);
    }
    let slots = exchange.into_slots();
    require_order(&slots, dimension)?;
    Ok(slots)
}

/// Makes the total exchange of P2 §4 with all ports: 2^(d−1) slots in which every link is busy, so it has the
/// fewest slots and the fewest sends.
///
/// In the first half of the time each half of the cube exchanges its own packets; in the second, those of the
/// other half, which cross all the time. The order of crossing makes them arrive in time: node 0 has sent at
/// most 2^(d−1) + n − 1 packets of its own by time n (P2 inequality (6), which holds as printed).
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

/// Makes the total exchange of P2 §4 with one port (Saad & Schultz's MTADEA): d · 2^(d−1) slots, the three
/// phases one after the other.
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

/// Checks that each packet crosses each of its links once, from the highest on, and no link is used twice in
/// a slot.
fn require_order(slots: &[Vec<(u32, u32)>], dimension: u32) -> Result<(), ConstructionError> {
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
