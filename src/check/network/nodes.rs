//! Nodes and offsets as documents write them: indices, vectors of coordinates, and steps back.

use crate::network::topology::{Network, Topology};
use crate::refusal::rejection::Rejection;
use isotask_wire::{NodeRef, Offset};

impl Network {
    /// Returns the index of a node.
    pub(crate) fn node(&self, node: &NodeRef, place: &dyn Fn() -> String) -> Result<u64, Rejection> {
        let index = match (node, &self.sizes, &self.topology) {
            (NodeRef::Index(index), ..) => *index,
            (NodeRef::Coordinates(list), Some(sizes), _) => {
                index_in_box(sizes, list, |x, _, _| Ok(x), place)?
            }
            (_, None, Topology::Rings(_) | Topology::Incomplete(_)) => {
                return Err(Rejection::CoordinatesOnHypercube { place: place() });
            }
            (_, None, Topology::Group(_)) => return Err(Rejection::CoordinatesOnCayley { place: place() }),
            (_, None, Topology::Graph(_)) => return Err(Rejection::CoordinatesOnGraph { place: place() }),
        };
        if index >= self.nodes {
            return Err(Rejection::OffsetOutOfRange { place: place(), found: index, nodes: self.nodes });
        }
        Ok(index)
    }

    /// Returns the index of a node that is no switch.
    pub(crate) fn host(&self, node: &NodeRef, place: &dyn Fn() -> String) -> Result<u64, Rejection> {
        let node = self.node(node, place)?;
        if self.is_switch(node) { Err(Rejection::AtSwitch { place: place(), node }) } else { Ok(node) }
    }

    /// Returns the index of an offset, which is a node other than node 0.
    pub(crate) fn offset(&self, node: &NodeRef, place: &dyn Fn() -> String) -> Result<u64, Rejection> {
        no_zero(self.node(node, place)?, place)
    }

    /// Returns the index of the node to which an offset of the task leads from node 0, which must be another
    /// node.
    pub(crate) fn target(&self, offset: &Offset, place: &dyn Fn() -> String) -> Result<u64, Rejection> {
        match (offset, &self.sizes, &self.moduli[..]) {
            (Offset::Node(node), ..) => self.offset(node, place),
            (Offset::Back(steps), _, &[nodes]) => {
                let rest = nodes.checked_sub(steps.unsigned_abs()).filter(|&rest| rest > 0);
                rest.ok_or_else(|| Rejection::OffsetTooFarBack { place: place(), found: *steps, nodes })
            }
            // The radix is added to a negative coordinate once.
            (Offset::Signed(list), Some(sizes), &[_, ..]) => {
                let counted = |found: i64, radix: u64, place: &dyn Fn() -> String| {
                    u64::try_from(found).or_else(|_| {
                        let rest = radix.checked_sub(found.unsigned_abs()).filter(|&rest| rest > 0);
                        rest.ok_or_else(|| Rejection::CoordinateTooFarBack { place: place(), found, radix })
                    })
                };
                no_zero(index_in_box(sizes, list, counted, place)?, place)
            }
            _ => Err(Rejection::NegativeOffset { place: place() }),
        }
    }
}

/// Refuses node 0 as an offset.
fn no_zero(offset: u64, place: &dyn Fn() -> String) -> Result<u64, Rejection> {
    if offset == 0 { Err(Rejection::ZeroOffset { place: place() }) } else { Ok(offset) }
}

/// Returns the index of a node by its coordinates in a box of these sizes; `counted` converts each coordinate
/// to one from 0 on.
fn index_in_box<C: Copy>(
    sizes: &[u64],
    coordinates: &[C],
    counted: impl Fn(C, u64, &dyn Fn() -> String) -> Result<u64, Rejection>,
    place: &dyn Fn() -> String,
) -> Result<u64, Rejection> {
    let (found, expected) = (coordinates.len(), sizes.len());
    if found != expected {
        return Err(Rejection::CoordinateCount { place: place(), found, expected });
    }
    let mut index = 0;
    for (i, (&coordinate, &radix)) in coordinates.iter().zip(sizes).enumerate() {
        let place = || format!("{}[{i}]", place());
        let found = counted(coordinate, radix, &place)?;
        if found >= radix {
            return Err(Rejection::CoordinateOutOfRange { place: place(), found, radix });
        }
        index = index * radix + found;
    }
    Ok(index)
}
