//! What a node may do in a round, as the command line says it.

use crate::cli::arguments::matrices::rounds::RoundsArguments;
use crate::cli::terminal::failure::Failure;
use crate::wire::Ports;

/// What a node may do in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// It sends at most this number of messages, and receives at most this number.
    Each(u64),
    /// It sends or receives one message.
    HalfDuplex,
}

impl Rule {
    pub(super) fn of(arguments: &RoundsArguments) -> Result<Self, Failure> {
        match arguments.ports {
            Some(_) if arguments.undirected => Err(Failure::usage(
                "--ports with --undirected: in a round a node takes part in one meeting; expected one of the two"
                    .to_owned(),
            )),
            None if arguments.undirected => Ok(Self::HalfDuplex),
            None | Some(Ports::One) => Ok(Self::Each(1)),
            Some(Ports::OneHalfDuplex) => Ok(Self::HalfDuplex),
            Some(Ports::AtMost(ports)) if ports > 0 => Ok(Self::Each(ports)),
            Some(Ports::All | Ports::AtMost(_)) => Err(Failure::usage(
                "--ports of isotask rounds must be one, one-half-duplex or a number from 1 on".to_owned(),
            )),
        }
    }

    /// Returns how many slots of a certificate, in which a node has one port, make a round.
    pub(super) fn slots(self) -> u64 {
        match self {
            Self::Each(ports) => ports,
            Self::HalfDuplex => 1,
        }
    }

    /// Returns the ports of the certificate: `all` unless half-duplex, as a term has at most one entry of
    /// each row and column anyway.
    pub(super) fn of_certificate(self) -> Ports {
        match self {
            Self::Each(_) => Ports::All,
            Self::HalfDuplex => Ports::OneHalfDuplex,
        }
    }

    /// Returns the ports of a node in a round.
    pub(super) fn of_node(self) -> Ports {
        match self {
            Self::Each(1) => Ports::One,
            Self::Each(ports) => Ports::AtMost(ports),
            Self::HalfDuplex => Ports::OneHalfDuplex,
        }
    }
}
