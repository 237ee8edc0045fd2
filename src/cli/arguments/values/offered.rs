//! A parser whose words completion offers, although other words are possible too.

use crate::cli::arguments::negative::as_written;
use crate::grammar::{networks, tasks};
use clap::builder::{OsStringValueParser, PossibleValue, TypedValueParser};
use std::ffi::{OsStr, OsString};

/// Parses with another parser, and offers words to completion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Offered<P> {
    parser: P,
    words: fn() -> Vec<&'static str>,
}

impl<P: TypedValueParser> Offered<P> {
    pub(crate) fn new(parser: P, words: fn() -> Vec<&'static str>) -> Self {
        Self { parser, words }
    }
}

impl<P: TypedValueParser> TypedValueParser for Offered<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.words)().into_iter().map(PossibleValue::new)))
    }
}

/// Returns the words of networks and tasks.
pub(crate) fn networks_and_tasks() -> Vec<&'static str> {
    [networks(), tasks()].concat()
}

/// The name in the help of an argument that is a document or a task in words.
pub(crate) const INPUT: &str = "FILE | NETWORK… TASK…";

/// Parses a file, or a word of `NETWORK TASK`.
pub(crate) fn input_word() -> impl TypedValueParser<Value = OsString> {
    Offered::new(OsStringValueParser::new().map(as_written), networks_and_tasks)
}
