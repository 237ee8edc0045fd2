//! Classes of nodes whose moves in a schedule are translates of one another.

use super::conveyor::RingMoves;
use super::{Schedule, ScheduleForm};
use crate::model::{Network, Node, Subgroup};

/// The classes of nodes of a schedule. The moves of a node are translates of those of the representative of
/// its class.
///
/// # Examples
/// In a symmetric schedule there is one class, that of node 0.
/// ```
/// use isotask::model::{Network, Node, Schedule, WordSchedule};
/// let ring = Network::new(&isotask::wire::Network::Ring { nodes: 4 })?;
/// let words = WordSchedule { packets: vec![Node(1)], slots: vec![vec![(0, 0)]] };
/// let schedule = Schedule::from(words);
/// let classes = schedule.classes(&ring);
/// assert_eq!((classes.count(), classes.class(Node(3)), classes.representative(0)), (1, 0, Node(0)));
/// // Node 3 does what node 0 does, moved on by 3: where node 0 sends to 1, it sends to 0.
/// assert_eq!(classes.seen_by(Node(3), Node(1)), Node(0));
/// # Ok::<(), isotask::model::ModelError>(())
/// ```
#[derive(Debug, Clone)]
pub struct NodeClasses<'a> {
    network: &'a Network,
    group: Group,
}

#[derive(Debug, Clone)]
enum Group {
    /// All translations.
    Whole,
    /// Some translations.
    Part(Subgroup),
    /// Only the identity.
    Trivial,
}

impl Schedule {
    /// Returns the classes of nodes whose moves are translates of one another.
    ///
    /// # Complexity
    /// O(n · g) time and O(n) space under a group with g generators, else O(1).
    ///
    /// # Panics
    /// If the schedule is not one of the network.
    #[must_use]
    pub fn classes<'a>(&self, network: &'a Network) -> NodeClasses<'a> {
        let group = match self.form() {
            ScheduleForm::Explicit(_) | ScheduleForm::Parcels(..) => Group::Trivial,
            // Classes are defined by translations alone.
            ScheduleForm::Orbit(schedule) if !schedule.group.translates() => Group::Trivial,
            ScheduleForm::Orbit(schedule) => Group::Part(schedule.group.clone()),
            ScheduleForm::Conveyor(plan) => Group::Part(RingMoves::new(network, plan).group(network)),
            ScheduleForm::Units(..)
            | ScheduleForm::Windows(_)
            | ScheduleForm::Intervals(..)
            | ScheduleForm::Words(_)
            | ScheduleForm::Multinode(_) => Group::Whole,
        };
        NodeClasses { network, group }
    }
}

impl NodeClasses<'_> {
    /// Returns the number of classes.
    #[must_use]
    pub fn count(&self) -> u64 {
        match &self.group {
            Group::Whole => 1,
            Group::Part(group) => group.classes().into(),
            Group::Trivial => self.network.nodes(),
        }
    }

    /// Returns whether every node is a class of its own, so that no translation is needed.
    #[must_use]
    pub fn are_single(&self) -> bool {
        self.count() == self.network.nodes()
    }

    /// Returns the number of the class of a node.
    ///
    /// # Panics
    /// If the network has no such node.
    #[must_use]
    pub fn class(&self, node: Node) -> u64 {
        match &self.group {
            Group::Whole => 0,
            Group::Part(group) => group.class(node).into(),
            Group::Trivial => node.0,
        }
    }

    /// Returns the node that stands for a class, the least of it.
    ///
    /// # Panics
    /// If there is no such class.
    #[must_use]
    pub fn representative(&self, class: u64) -> Node {
        match &self.group {
            Group::Whole => Node(0),
            Group::Part(group) => group.least(u32::try_from(class).expect("a class of the group")),
            Group::Trivial => Node(class),
        }
    }

    /// Returns the image of node 0 under the translation that takes the representative of a node's class to
    /// the node.
    ///
    /// # Panics
    /// If the network has no such node.
    #[must_use]
    pub fn shift_to(&self, node: Node) -> Node {
        match &self.group {
            Group::Trivial => Node(0),
            _ => self.network.shift_between(self.representative(self.class(node)), node),
        }
    }

    /// Returns the node that lies to `node` as `other` lies to the representative of its class.
    ///
    /// # Panics
    /// If the network has no such nodes.
    #[must_use]
    pub fn seen_by(&self, node: Node, other: Node) -> Node {
        match &self.group {
            Group::Trivial => other,
            _ => self.network.shift(self.shift_to(node), other),
        }
    }
}
