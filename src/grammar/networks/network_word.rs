//! The type of a word for networks.

use crate::grammar::error::GrammarError;
use crate::grammar::words::Words;
use crate::wire::Network;

/// A function that reads the parameters of a network.
pub(in crate::grammar) type Reader = fn(&mut Words<'_>) -> Result<Network, GrammarError>;

/// A word for networks.
pub(in crate::grammar) struct NetworkWord {
    /// The word.
    pub(super) word: &'static str,
    /// Other names of these networks, in small letters with hyphens.
    pub(super) others: &'static [&'static str],
    /// The parameters that follow the word, such as `P1xP2x…`; empty if there are none.
    pub(super) parameters: &'static str,
    /// An explanation of the parameters where they need one, else empty.
    pub(super) note: &'static str,
    /// A description of these networks in one sentence.
    pub(super) sentence: &'static str,
    /// Examples of small networks, one of every sort; none if networks are read from files.
    pub(super) examples: &'static [&'static str],
    /// The function that reads the parameters.
    pub(super) read: Reader,
}
