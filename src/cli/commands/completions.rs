//! `isotask completions`.

use crate::cli::arguments::offered::networks_and_tasks;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use clap::Command;
use clap_complete::{Shell, generate};

/// Writes the script for a shell. Where a file may stand as well as a word, zsh has to be told of both.
pub(crate) fn run(shell: Shell, mut command: Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    generate(shell, &mut command, "isotask", &mut script);
    if shell == Shell::Zsh {
        let words = networks_and_tasks().join(" ");
        let text = String::from_utf8_lossy(&script);
        script = text.replace(&format!(":({words})"), &format!(":{{_files; compadd {words}}}")).into_bytes();
    }
    Output::stdout().finish(&script)?;
    Ok(Exit::Success)
}
