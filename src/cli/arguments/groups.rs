//! The arguments of `isotask groups`.

use crate::cli::arguments::solve::EffortWord;
use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::values::time::time;
use crate::cli::terminal::failure::Failure;
use clap::{Args, Parser};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_help = GROUPS_HELP)]
pub(crate) struct GroupsArguments {
    /// The network in words, such as machine torus-4x4, or a file of links
    #[arg(required = true, value_name = "NETWORK")]
    pub(crate) words: Vec<OsString>,
    /// A task and the nodes that take part in it, in the words of isotask solve behind the network, such as
    /// 'allgather --on 0,1,2,3'; repeated for each group. 'allgather --each 1x8' stands for a group of each
    /// row of a mesh or torus of 8 columns: blocks of these sides
    #[arg(long, value_name = "TASK --on NODES|--each SIDES", required = true)]
    pub(crate) group: Vec<String>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Write all schedules with the bound (isotask.groups/1), which isotask check reads; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the schedule of each group to a file of its own as well (isotask.schedule/1), which isotask show
    /// takes: group-0.json, group-1.json, … for group-
    #[arg(long, value_name = "BEGINNING")]
    pub(crate) schedules: Option<String>,
    /// How much work the searches for each group may do, in counted steps
    #[arg(long, value_enum)]
    pub(crate) effort: Option<EffortWord>,
    /// Time that all searches may take together, in seconds, or as 500ms, 10s, 2m or 1h; constructions and
    /// the check come on top
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    pub(crate) time_limit: Option<Duration>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// The words of a group.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true, disable_version_flag = true)]
struct GroupWords {
    #[arg(required = true)]
    words: Vec<OsString>,
    #[command(flatten)]
    options: TaskOptions,
    #[arg(long, value_name = "SIDES", conflicts_with = "on")]
    each: Option<String>,
}

/// The words of a group, or of one in each block of the network.
#[derive(Debug)]
pub(crate) struct Group {
    /// Network and task.
    pub(crate) words: Vec<OsString>,
    pub(crate) options: TaskOptions,
    /// The sides of a block.
    pub(crate) each: Option<String>,
}

impl GroupsArguments {
    /// Returns the words of network and task, and the options, of each group.
    pub(crate) fn groups(&self) -> Result<Vec<Group>, Failure> {
        let misplaced = [
            ("--count", self.options.count.is_some()),
            ("--on", self.options.on.is_some()),
            ("--csv", self.options.csv.is_some()),
            ("--unit", self.options.unit.is_some()),
        ];
        if let Some((option, _)) = misplaced.iter().find(|(_, given)| *given) {
            let message = format!("{option} is one of a group, expected --group 'TASK… {option} …'");
            return Err(Failure::usage(message));
        }
        let refused =
            [("--objective", self.options.objective.is_some()), ("--cable", !self.options.cable.is_empty())];
        if let Some((option, _)) = refused.iter().find(|(_, given)| *given) {
            return Err(Failure::usage(format!("{option} does not go with groups")));
        }
        let groups = self.group.iter().map(|group| self.group(group)).collect::<Result<Vec<_>, _>>()?;
        let is_stdin = |path: &Path| path == Path::new("-");
        let of_network = self.options.edges.as_deref().or(self.words.first().map(Path::new));
        let by_groups =
            groups.iter().filter(|group| group.options.csv.as_deref().is_some_and(is_stdin)).count();
        let by_network = if of_network.is_some_and(is_stdin) { groups.len() } else { 0 };
        if by_groups + by_network > 1 {
            let message = "standard input (-) is read once, but several groups need it, expected a file";
            return Err(Failure::usage(message.to_owned()));
        }
        Ok(groups)
    }

    /// Returns the words of one group.
    fn group(&self, text: &str) -> Result<Group, Failure> {
        if text.trim().is_empty() {
            let message =
                "--group '': no task, expected a task and its nodes, such as 'allgather --on 0,1,2,3'";
            return Err(Failure::usage(message.to_owned()));
        }
        let found = GroupWords::try_parse_from(in_quotes(text)).map_err(|fault| {
            let said = fault.render().to_string();
            let first = said.lines().next().unwrap_or_default();
            let first = first.strip_prefix("error: ").unwrap_or(first);
            Failure::usage(format!("--group '{text}': {first}"))
        })?;
        let GroupWords { words, options, each } = found;
        let shared = TaskOptions { count: None, on: None, csv: None, unit: None, ..options.clone() };
        if let Some(option) = shared.first_given() {
            let message =
                format!("--group '{text}': {option} is one of all groups, expected it behind the network");
            return Err(Failure::usage(message));
        }
        let words = self.words.iter().cloned().chain(words).collect();
        let TaskOptions { count, on, csv, unit, .. } = options;
        Ok(Group { words, options: TaskOptions { count, on, csv, unit, ..self.options.clone() }, each })
    }
}

/// Divides words at blanks, but not within single or double quotes.
fn in_quotes(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '\'' || letter == '"' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

const GROUPS_HELP: &str = "\
All groups begin together and share links and ports. Nodes that take no part in a task forward for it; they copy what is broadcast and add what is reduced, \
with the ports that they have in their own groups. Options of the network stand behind it; --count, --on, --csv and --unit stand within --group. \
The bound is that of one group alone, or counts what all must send or pay.

Exit codes:
  0    no schedules of all groups together take fewer slots
  2    bad input
  3    schedules that are not proved optimal; the bound is printed
  4    self-check failed, a bug";
