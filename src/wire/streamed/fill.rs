//! Completes a hollow document with its packets and moves.

use super::Packets;
use crate::certificate::CertificateDocument;
use crate::document::Document;
use crate::schedule::moves::AnySlots;
use crate::schedule::{ScheduleBody, ScheduleDocument};
use crate::task::NodeRef;
use std::any::Any;

/// Returns the schedule in a document, if it has one.
pub(super) fn body<T: Document>(document: &mut T) -> Option<&mut ScheduleBody> {
    let document: &mut dyn Any = document;
    if document.is::<CertificateDocument>() {
        return document.downcast_mut::<CertificateDocument>().map(|document| &mut document.schedule);
    }
    document.downcast_mut::<ScheduleDocument>().map(|document| &mut document.body)
}

impl ScheduleBody {
    /// Fills in packets and slots that were read separately; none if they do not fit this kind of schedule.
    pub(super) fn fill(&mut self, read: Packets, read_slots: AnySlots) -> Option<()> {
        match self {
            Self::Symmetric { packets, slots } => {
                let offset = |offset: u32| NodeRef::Index(offset.into());
                *packets = read.into_offsets()?.into_iter().map(offset).collect();
                *slots = read_slots.into_moves().ok()?;
            }
            Self::Multinode { slots } => *slots = read_slots.into_multinode().ok()?,
            Self::Explicit { packets, slots } => {
                *packets = read.into_ends()?.collect();
                *slots = read_slots.into_transfers().ok()?;
            }
            Self::Orbit { packets, slots, .. } => {
                *packets = read.into_ends()?.collect();
                *slots = read_slots.into_moves().ok()?;
            }
            Self::OrbitMultinode { packets, slots, .. } => {
                *packets = read.into_ends()?.collect();
                *slots = read_slots.into_orbit_moves().ok()?;
            }
            Self::Conveyor { .. } | Self::Windows { .. } | Self::Intervals { .. } => return None,
        }
        Some(())
    }
}
