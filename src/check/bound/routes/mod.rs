//! What routes weigh at least, and what ports let through.

pub(super) mod directions;
pub(super) mod limited;
pub(super) mod scale;
