//! Reads documents strictly, and reports every fault with its place.

pub(super) mod faults;
pub(super) mod hint;
pub(super) mod keys;
pub(super) mod plain;
pub(super) mod position;
pub(super) mod strict;
pub(super) mod tagged;
pub(super) mod track;
