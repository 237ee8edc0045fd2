//! Handles words of a task that begin with a hyphen and a digit, such as `-1,0:2`, which clap takes for
//! options.

use clap::{Arg, Command};
use std::ffi::OsString;

/// The character in place of the hyphen of such a word while clap reads it.
const MINUS: char = '\u{2212}';

/// The name of the argument that holds the words of a task, in every command that has one.
const WORDS_ID: &str = "words";

/// Replaces the hyphen before a digit by a minus sign in words of a task, which clap then takes for any word;
/// no option is a digit. Values of options, and words behind `--`, are not changed.
pub(crate) fn without_hyphens(arguments: &mut [OsString], whole: &Command) {
    let (mut command, mut is_value) = (whole, false);
    for argument in arguments.iter_mut().skip(1) {
        let Some(word) = argument.to_str() else {
            is_value = false;
            continue;
        };
        if word == "--" {
            return;
        }
        let belongs = std::mem::replace(&mut is_value, false);
        if belongs {
            continue;
        }
        if let Some(number) =
            word.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        {
            if command.get_arguments().any(|argument| argument.get_id() == WORDS_ID) {
                *argument = format!("{MINUS}{number}").into();
            }
        } else if word.starts_with('-') {
            is_value = takes_next(word, command, whole);
        } else if let Some(known) = command.find_subcommand(word) {
            command = known;
        }
    }
}

/// Returns whether the word behind an option is its value.
fn takes_next(word: &str, command: &Command, whole: &Command) -> bool {
    let takes = |fits: &dyn Fn(&Arg) -> bool| {
        let found = command.get_arguments().chain(whole.get_arguments()).find(|argument| fits(argument));
        found.is_some_and(|argument| argument.get_action().takes_values())
    };
    if let Some(long) = word.strip_prefix("--") {
        return takes(&|argument| argument.get_long() == Some(long));
    }
    // Of several short options in a word, the first that takes a value takes the rest of the word.
    let mut letters = word.chars().skip(1);
    let first = letters.by_ref().find(|&letter| takes(&|argument| argument.get_short() == Some(letter)));
    first.is_some() && letters.next().is_none()
}

/// Restores a word as it was written; a minus sign that the user typed becomes a hyphen too.
pub(crate) fn as_written(word: OsString) -> OsString {
    match word.to_str().and_then(|word| word.strip_prefix(MINUS)) {
        Some(rest) => format!("-{rest}").into(),
        None => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::args::Arguments;
    use clap::CommandFactory;

    /// Returns a command line after the replacement, with its minus signs written as m.
    fn read(line: &str) -> String {
        let mut words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        without_hyphens(&mut words, &Arguments::command());
        let words: Vec<String> = words.iter().map(|word| word.display().to_string()).collect();
        words.join(" ").replace(MINUS, "m")
    }

    #[test]
    fn only_words_of_a_task_may_begin_with_a_hyphen_and_a_digit() {
        for (line, expected) in [
            ("isotask new ring 8 isotropic -1 -2:3 -q", "isotask new ring 8 isotropic m1 m2:3 -q"),
            ("isotask -q solve --json -1,0 -o -1,0", "isotask -q solve --json m1,0 -o -1,0"),
            ("isotask solve --ports -1 -1", "isotask solve --ports -1 m1"),
            ("isotask solve -o5 -1 -qo -1", "isotask solve -o5 m1 -qo -1"),
            ("isotask --color never bound -1 -- -1", "isotask --color never bound m1 -- -1"),
            ("isotask proof split -1 --depth -1", "isotask proof split m1 --depth -1"),
            ("isotask check -1", "isotask check -1"),
            ("isotask solve --threads=2 -1", "isotask solve --threads=2 m1"),
        ] {
            assert_eq!(read(line), expected);
        }
        assert_eq!(as_written("\u{2212}1,0".into()), OsString::from("-1,0"));
    }
}
