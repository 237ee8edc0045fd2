//! Values of options: whole numbers, times, and what packets and links carry.

pub(crate) mod number;
pub(crate) mod packet;
pub(crate) mod time;
