//! What one node does in one slot of a schedule in intervals.

use crate::decompose::Query;
use crate::model::{ImpliedRows, IntervalForm, Link, Network, Node, Way, wide};

/// A packet on its way over a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalMove {
    /// The link that the node sends it over.
    pub link: Link,
    /// The node that the packet started from.
    pub origin: Node,
    /// The node that it goes to.
    pub destination: Node,
}

/// The moves of any node in any slot, on demand: nothing of the size of the task is stored.
///
/// # Examples
/// ```
/// use isotask::decompose::quotient;
/// use isotask::model::{ImpliedRows, IsotropicTask, Node};
/// use isotask::solve::LocalSchedule;
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":30},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = IsotropicTask::new(&parse::<TaskDocument>(text)?)?;
/// let rows = ImpliedRows::new(&task).expect("packets by distance");
/// let form = quotient(&rows, task.ports());
/// let schedule = LocalSchedule::new(task.network(), &rows, &form);
/// // All columns are critical, so that every node sends over every link in every slot.
/// assert_eq!(schedule.moves(Node(123_456_789), 400_000_000).len(), 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LocalSchedule<'a> {
    network: &'a Network,
    rows: &'a ImpliedRows,
    query: Query<'a, ImpliedRows>,
}

impl<'a> LocalSchedule<'a> {
    /// Prepares the queries.
    ///
    /// # Complexity
    /// O(I log I) for I intervals.
    #[must_use]
    pub fn new(network: &'a Network, rows: &'a ImpliedRows, form: &'a IntervalForm) -> Self {
        Self { network, rows, query: Query::new(rows, form) }
    }

    /// The moves of a node in a slot, by increasing link.
    ///
    /// Every node does the translate of what node 0 does (P1 Theorem 2), with the copy of the packet that has got to it.
    ///
    /// # Complexity
    /// For each link one selection, O(log N) ranks of O(Σ p) steps, and O(D log p) slots; D dimensions of radix p.
    ///
    /// # Panics
    /// If the form is not one of the rows.
    #[must_use]
    pub fn moves(&self, node: Node, slot: u64) -> Vec<LocalMove> {
        (0..self.network.links()).filter_map(|link| self.over(node, slot, Link(link))).collect()
    }

    fn over(&self, node: Node, slot: u64, link: Link) -> Option<LocalMove> {
        let row = self.query.entry(slot, link.0)?.row;
        let used = self.query.used_before(row, slot);
        let offset = self.rows.offset(row);
        let (mut origin, mut destination) = (0, 0);
        for ring in self.network.dimensions() {
            let (plus, minus) = (ring.link(Way::Plus).0, ring.link(Way::Minus).0);
            let back = if plus == minus { 0 } else { used[wide(minus)] };
            // Coordinates of the start: where the packet is, less what it has gone so far.
            let p = ring.radix();
            let start = (ring.coordinate(node) + p - used[wide(plus)] % p + back) % p;
            origin += start * ring.stride();
            destination += (start + ring.coordinate(offset)) % p * ring.stride();
        }
        Some(LocalMove { link, origin: Node(origin), destination: Node(destination) })
    }
}
