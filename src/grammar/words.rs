//! Reads the words of a command line, one after the other.

use super::error::GrammarError;
use super::nodes::has_names;
use super::number::number;
use crate::wire::Network;

/// The words that are still to be read.
pub(super) struct Words<'a> {
    words: &'a [String],
    next: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(words: &'a [String]) -> Self {
        Self { words, next: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.next == self.words.len()
    }

    /// The number of words that have been read.
    pub(super) fn taken(&self) -> usize {
        self.next
    }

    pub(super) fn take(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.next)?;
        self.next += 1;
        Some(word)
    }

    pub(super) fn end(&mut self, last: &'static str) -> Result<(), GrammarError> {
        match self.take() {
            Some(word) => Err(GrammarError::LeftOver { word: word.to_owned(), last }),
            None => Ok(()),
        }
    }

    pub(super) fn number(&mut self, what: &str) -> Result<u64, GrammarError> {
        let word = self.take().ok_or_else(|| GrammarError::Missing { what: what.to_owned() })?;
        number(word, what)
    }

    /// Refuses two numbers in one word, as the papers print a (1,2) neighbourhood exchange.
    pub(super) fn require_apart(&self, before: &'static str) -> Result<(), GrammarError> {
        let Some(word) = self.words.get(self.next) else { return Ok(()) };
        let bare = word.trim_start_matches('(').trim_end_matches(')');
        match bare.split_once([',', '-', ':']) {
            Some((a, b)) if a.parse::<u64>().is_ok() && b.trim().parse::<u64>().is_ok() => {
                let [word, first, second] = [word, a, b.trim()].map(str::to_owned);
                Err(GrammarError::Together { before, word, first, second })
            }
            _ => Ok(()),
        }
    }

    /// Takes words while they begin with a digit.
    pub(super) fn numeric(&mut self) -> Vec<&'a str> {
        std::iter::from_fn(|| self.numeric_word()).collect()
    }

    /// Takes the next word if it begins with a digit.
    pub(super) fn numeric_word(&mut self) -> Option<&'a str> {
        self.take_if(|start| start.is_ascii_digit())
    }

    /// Takes words while they can begin with a node.
    pub(super) fn nodes(&mut self, network: &Network) -> Vec<&'a str> {
        std::iter::from_fn(|| self.node_word(network)).collect()
    }

    /// Takes words while they can begin with an offset, which may be negative.
    pub(super) fn offsets(&mut self, network: &Network) -> Vec<&'a str> {
        let offset = || self.node_word(network).or_else(|| self.take_if(|start| start == '-'));
        std::iter::from_fn(offset).collect()
    }

    /// Takes the next word if it can begin with a node; on a graph whose nodes have names any word can.
    pub(super) fn node_word(&mut self, network: &Network) -> Option<&'a str> {
        let has_names = has_names(network);
        self.take_if(|start| has_names || start.is_ascii_digit() || start == '(')
    }

    pub(super) fn take_if(&mut self, fits: impl Fn(char) -> bool) -> Option<&'a str> {
        let word = self.words.get(self.next).filter(|word| word.starts_with(&fits))?;
        self.next += 1;
        Some(word)
    }

    /// Reads radices such as `4x4`, `4,4` or `4 4`.
    pub(super) fn radices(&mut self, all: &'static str, one: &str) -> Result<Vec<u64>, GrammarError> {
        let words = self.numeric();
        let parts = words.iter().flat_map(|word| word.split(['x', 'X', '×', ',']));
        let radices = parts.map(|word| number(word, one)).collect::<Result<Vec<_>, _>>()?;
        if radices.is_empty() {
            return Err(GrammarError::MissingList { what: all, example: "4x4" });
        }
        Ok(radices)
    }
}
