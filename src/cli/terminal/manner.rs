//! How the command speaks beside its results: quiet or not, and with which colours.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::ffi::OsString;
use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static QUIET: AtomicBool = AtomicBool::new(false);
static COLORS: OnceLock<Colors> = OnceLock::new();

/// Which streams take colours.
#[derive(Debug, Clone, Copy)]
struct Colors {
    out: bool,
    err: bool,
}

/// The kind of a word that is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    /// The word says proved or accepted.
    Good,
    /// The word says that something is open.
    Open,
    /// The word says refused, refuted or failed.
    Bad,
}

/// Returns the choice that `--color` of these arguments makes; a wrong word is refused later, when they are
/// parsed. It is read first, because the look of help and usage errors depends on it.
pub(crate) fn color_of(arguments: &[OsString]) -> clap::ColorChoice {
    let options = || arguments.iter().skip(1).take_while(|word| *word != "--");
    let words = || options().filter_map(|word| word.to_str());
    let behind =
        words().zip(words().skip(1)).filter(|(word, _)| *word == "--color").map(|(_, choice)| choice);
    let joined = words().filter_map(|word| word.strip_prefix("--color="));
    match behind.chain(joined).last() {
        Some("always") => clap::ColorChoice::Always,
        Some("never") => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    }
}

/// Decides on colours by the choice; `Auto` follows `NO_COLOR`, other variables of that kind, and whether the
/// stream is a terminal.
pub(crate) fn set_colors(choice: clap::ColorChoice) {
    let choice = match choice {
        clap::ColorChoice::Auto => ColorChoice::Auto,
        clap::ColorChoice::Always => ColorChoice::Always,
        clap::ColorChoice::Never => ColorChoice::Never,
    };
    choice.write_global();
    let out = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let err = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    COLORS.get_or_init(|| Colors { out, err });
}

/// Returns whether standard output takes colours.
pub(crate) fn is_painted() -> bool {
    COLORS.get().is_some_and(|colors| colors.out)
}

/// Turns off progress and remarks from now on.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Colours a word for standard output.
pub(crate) fn painted(word: &str, tone: Tone) -> String {
    in_tone(word, tone, is_painted())
}

/// Colours a word for standard error.
pub(crate) fn painted_for_stderr(word: &str, tone: Tone) -> String {
    in_tone(word, tone, COLORS.get().is_some_and(|colors| colors.err))
}

fn in_tone(word: &str, tone: Tone, colored: bool) -> String {
    if !colored {
        return word.to_owned();
    }
    let color = match tone {
        Tone::Good => AnsiColor::Green,
        Tone::Open => AnsiColor::Yellow,
        Tone::Bad => AnsiColor::Red,
    };
    let style = Style::new().bold().fg_color(Some(color.into()));
    format!("{style}{word}{style:#}")
}

/// Returns the text without colours.
pub(crate) fn unpainted(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
