//! `isotask man`: the manual, made of what the commands say of themselves.

use crate::cli::arguments::args::{EXIT_CODES, GRAMMAR};
use crate::cli::arguments::examples::examples;
use crate::cli::report::papers::PAPERS;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use clap::Command;
use clap_mangen::Man;
use std::io::{self, Write};

/// The page of `isotask`, then a section of each command, then what they share.
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
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        writeln!(page, ".SH {}", sub.get_name().to_uppercase())?;
        // What every command takes stands once.
        let own = sub.clone().mut_args(|option| {
            let shared = option.is_global_set();
            option.hide(shared)
        });
        let manual = Man::new(own);
        manual.render_synopsis_section(page)?;
        manual.render_description_section(page)?;
        verbatim(page, ".SS Examples", examples(sub.get_name()).unwrap_or_default())?;
        manual.render_options_section(page)?;
    }
    Man::new(command.clone()).render_options_section(page)?;
    verbatim(page, ".SH NETWORKS, TASKS AND NODES", GRAMMAR)?;
    verbatim(page, ".SH EXIT STATUS", EXIT_CODES.trim_start_matches("Exit codes:\n"))?;
    verbatim(page, ".SH REFERENCES", PAPERS)
}

/// Lines as they are, under a heading.
fn verbatim(page: &mut Vec<u8>, heading: &str, text: &str) -> io::Result<()> {
    writeln!(page, "{heading}\n.nf")?;
    for line in text.trim_end().lines() {
        // No line begins a request, and a hyphen can be copied into a shell.
        writeln!(page, "\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
    }
    writeln!(page, ".fi")
}
