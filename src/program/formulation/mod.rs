//! The formulations of tasks as programs, each in a file.

pub(super) mod delay;
pub(super) mod flow;
mod layers;
pub(super) mod orbit;
pub(super) mod transport;
mod unwound;
pub(super) mod walks;
pub(super) mod ways;
