//! Offsets that lead back: negative numbers modulo the sizes of a network.

use crate::model::{ModelError, Network, Node};
use crate::wire::{self, Group, NodeRef, Offset};

impl Network {
    /// Returns the node to which an offset leads from node 0.
    ///
    /// # Errors
    /// [`ModelError`] with the place when the network has no such node.
    pub fn offset_node(&self, offset: &Offset, place: impl Fn() -> String) -> Result<Node, ModelError> {
        let node = forward_offset(self.kind(), offset, &place)?;
        self.node(&node, place)
    }
}

/// Returns an offset without negative numbers: −x stands for the size less x, where x is less than the size.
///
/// # Errors
/// [`ModelError`] with the place of a negative number that is not allowed there.
pub(crate) fn forward_offset(
    kind: &wire::Network,
    offset: &Offset,
    place: &dyn Fn() -> String,
) -> Result<NodeRef, ModelError> {
    let negative = || ModelError::NegativeOffset { place: place() };
    match offset {
        Offset::Node(node) => Ok(node.clone()),
        Offset::Back(found) => {
            let sizes = sizes(kind).ok_or_else(negative)?;
            let &[size] = sizes.as_slice() else { return Err(negative()) };
            let below = || ModelError::OffsetBelowRange { place: place(), found: *found, size };
            modulo(*found, size).map(NodeRef::Index).ok_or_else(below)
        }
        Offset::Signed(list) => {
            let is_circulant = matches!(kind, wire::Network::Cayley(_));
            let sizes = sizes(kind).filter(|_| !is_circulant).ok_or_else(negative)?;
            if list.len() != sizes.len() {
                let (found, expected) = (list.len(), sizes.len());
                return Err(ModelError::WrongNumberOfCoordinates { place: place(), found, expected });
            }
            let coordinate = |(coordinate, (&found, &size)): (usize, (&i64, &u64))| {
                let below = || ModelError::CoordinateBelowRange { place: place(), coordinate, found, size };
                modulo(found, size).ok_or_else(below)
            };
            let all = list.iter().zip(&sizes).enumerate().map(coordinate);
            all.collect::<Result<_, _>>().map(NodeRef::Coordinates)
        }
    }
}

/// Returns the sizes modulo which coordinates of offsets are taken; none where an offset must be a node.
fn sizes(kind: &wire::Network) -> Option<Vec<u64>> {
    match kind {
        wire::Network::Ring { nodes } => Some(vec![*nodes]),
        wire::Network::Torus { radices } | wire::Network::Hyperx { radices, .. } => Some(radices.clone()),
        wire::Network::Cayley(Group::Circulant { n, .. }) => Some(vec![*n]),
        _ => None,
    }
}

/// Returns a number between −size and size modulo the size.
fn modulo(number: i64, size: u64) -> Option<u64> {
    let distance = number.unsigned_abs();
    if distance >= size {
        return None;
    }
    Some(if number < 0 { size - distance } else { distance })
}
