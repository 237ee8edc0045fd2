//! Runs `isotask man`: the manual is made of the help of the commands.

use crate::cli::arguments::args::EXIT_CODES;
use crate::cli::arguments::examples::examples;
use crate::cli::arguments::grammar::grammar;
use crate::cli::report::papers::PAPERS;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use clap::Command;
use clap_mangen::Man;
use std::io::{self, Write};

/// Writes name, synopsis, description, examples, commands, options, grammar, exit codes and references.
pub(crate) fn run(command: Command) -> Result<Exit, Failure> {
    let mut page = Vec::new();
    write(command, &mut page).map_err(|fault| Failure::io("cannot write", "the manual page", &fault))?;
    Output::stdout().finish(&page)?;
    Ok(Exit::Success)
}

fn write(mut command: Command, page: &mut Vec<u8>) -> io::Result<()> {
    command.build();
    let manual = Man::new(command.clone());
    manual.render_title(page)?;
    manual.render_name_section(page)?;
    manual.render_synopsis_section(page)?;
    manual.render_description_section(page)?;
    verbatim(page, ".SH EXAMPLES", examples("isotask").unwrap_or_default())?;
    writeln!(page, ".SH COMMANDS")?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        subcommand(page, sub)?;
    }
    Man::new(command.clone()).render_options_section(page)?;
    verbatim(page, ".SH NETWORKS, TASKS AND NODES", &grammar())?;
    verbatim(page, ".SH EXIT STATUS", EXIT_CODES.trim_start_matches("Exit codes:\n"))?;
    verbatim(page, ".SH REFERENCES", PAPERS)
}

/// Writes a command under its own heading: its synopsis, its description, examples, and its options without
/// those of every command.
fn subcommand(page: &mut Vec<u8>, command: &Command) -> io::Result<()> {
    let own = command.clone().mut_args(|option| {
        let shared = option.is_global_set();
        option.hide(shared)
    });
    let manual = Man::new(own);
    let mut section = Vec::new();
    manual.render_synopsis_section(&mut section)?;
    manual.render_description_section(&mut section)?;
    verbatim(&mut section, ".SH Examples", examples(command.get_name()).unwrap_or_default())?;
    manual.render_options_section(&mut section)?;
    writeln!(page, ".SS {}", command.get_name())?;
    // The headings of the section are one level below those of the page.
    for line in String::from_utf8_lossy(&section).lines() {
        match line.strip_prefix(".SH ") {
            Some("SYNOPSIS" | "DESCRIPTION") => writeln!(page, ".PP")?,
            Some(title) => writeln!(page, ".PP\n\\fB{}\\fR", sentence(title))?,
            None => writeln!(page, "{line}")?,
        }
    }
    Ok(())
}

/// Returns a heading in lower case with a capital at the start.
fn sentence(title: &str) -> String {
    let mut letters = title.trim_matches('"').chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters.flat_map(char::to_lowercase)).collect())
        .unwrap_or_default()
}

/// Writes lines unchanged under a heading.
fn verbatim(page: &mut Vec<u8>, heading: &str, text: &str) -> io::Result<()> {
    writeln!(page, "{heading}\n.nf")?;
    for line in text.trim_end().lines() {
        // The escapes keep a line from starting a request, and let a hyphen be copied into a shell.
        writeln!(page, "\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
    }
    writeln!(page, ".fi")
}
