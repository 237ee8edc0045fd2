//! Offsets of a task, whose numbers may be negative: steps back.

use crate::network::topology::Network;
use crate::refusal::rejection::Rejection;
use isotask_wire::{NodeRef, Offset};

impl Network {
    /// The index of the node to which an offset of the task leads, which is another one than node 0.
    pub(crate) fn target(&self, offset: &Offset, place: &dyn Fn() -> String) -> Result<u64, Rejection> {
        let negative = || Rejection::NegativeOffset { place: place() };
        match offset {
            Offset::Node(node) => self.offset(node, place),
            Offset::Back(steps) => match self.moduli[..] {
                [nodes] => {
                    let rest = nodes.checked_sub(steps.unsigned_abs()).filter(|&rest| rest > 0);
                    rest.ok_or_else(|| Rejection::OffsetTooFarBack { place: place(), found: *steps, nodes })
                }
                _ => Err(negative()),
            },
            Offset::Signed(_) if self.moduli.is_empty() || !self.has_vectors() => Err(negative()),
            Offset::Signed(list) => {
                let counted: Vec<u64> = self.counted_forwards(list, place)?;
                self.offset(&NodeRef::Coordinates(counted), place)
            }
        }
    }

    /// Coordinates from 0 on; the radix is added to a negative one once.
    fn counted_forwards(&self, list: &[i64], place: &dyn Fn() -> String) -> Result<Vec<u64>, Rejection> {
        let (found, expected) = (list.len(), self.moduli.len());
        if found != expected {
            return Err(Rejection::CoordinateCount { place: place(), found, expected });
        }
        let mut counted = Vec::with_capacity(list.len());
        for (i, (&found, &radix)) in list.iter().zip(&self.moduli).enumerate() {
            let place = || format!("{}[{i}]", place());
            counted.push(match u64::try_from(found) {
                Ok(found) if found < radix => found,
                Ok(found) => return Err(Rejection::CoordinateOutOfRange { place: place(), found, radix }),
                Err(_) => match radix.checked_sub(found.unsigned_abs()) {
                    Some(rest) if rest > 0 => rest,
                    _ => return Err(Rejection::CoordinateTooFarBack { place: place(), found, radix }),
                },
            });
        }
        Ok(counted)
    }
}
