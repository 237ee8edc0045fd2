//! Symmetric schedules while they are made.

/// Slot by slot the moves (packet, link).
pub(super) type Slots = Vec<Vec<(u32, u32)>>;
