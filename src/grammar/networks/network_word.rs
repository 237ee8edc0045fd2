//! What a word for networks is.

use crate::grammar::error::GrammarError;
use crate::grammar::words::Words;
use crate::wire::Network;

/// Takes the parameters of a network.
pub(in crate::grammar) type Reader = fn(&mut Words<'_>) -> Result<Network, GrammarError>;

/// A word for networks.
pub(in crate::grammar) struct NetworkWord {
    /// The word.
    pub(super) word: &'static str,
    /// What else people call these networks, in small letters with hyphens.
    pub(super) others: &'static [&'static str],
    /// What follows the word, such as `P1xP2x…`; empty where nothing does.
    pub(super) parameters: &'static str,
    /// What the parameters mean where they do not say it themselves.
    pub(super) note: &'static str,
    /// What these networks are, in a sentence for people.
    pub(super) sentence: &'static str,
    /// Small networks of the word, one of every sort; none of what is read from files.
    pub(super) examples: &'static [&'static str],
    /// Takes the parameters.
    pub(super) read: Reader,
}
