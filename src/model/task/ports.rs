//! How many packets a node may send and receive at once.

use crate::model::ModelError;
use crate::wire;

/// How many sends and receives a node may make in one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PortRule {
    /// At most k sends and at most k receives; at least 1, at most the number of links.
    FullDuplex(u32),
    /// One send or one receive.
    HalfDuplex,
}

impl PortRule {
    pub(crate) fn new(ports: wire::Ports, links: u32) -> Result<Self, ModelError> {
        match ports {
            wire::Ports::All => Ok(Self::FullDuplex(links)),
            wire::Ports::One => Ok(Self::FullDuplex(1)),
            wire::Ports::AtMost(0) => Err(ModelError::PortsZero),
            wire::Ports::AtMost(k) => Ok(Self::FullDuplex(u32::try_from(k).map_or(links, |k| k.min(links)))),
            wire::Ports::OneHalfDuplex => Ok(Self::HalfDuplex),
        }
    }

    /// Returns the most sends of a node in a slot.
    #[must_use]
    pub fn sends(self) -> u32 {
        match self {
            Self::FullDuplex(k) => k,
            Self::HalfDuplex => 1,
        }
    }

    /// Returns whether another rule allows everything that this rule allows.
    pub(crate) fn is_within(self, other: Self) -> bool {
        match (self, other) {
            (Self::HalfDuplex, _) => true,
            (Self::FullDuplex(_), Self::HalfDuplex) => false,
            (Self::FullDuplex(found), Self::FullDuplex(most)) => found <= most,
        }
    }
}
