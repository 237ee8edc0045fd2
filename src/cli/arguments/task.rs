//! A task on the command line: a file, or words as `isotask new` takes them.

use crate::cli::arguments::offered::Offered;
use crate::cli::terminal::document::{not_a_task, parsed};
use crate::cli::terminal::failure::{Failure, name_of, shown_path};
use crate::cli::terminal::input::read;
use crate::grammar::{OBJECTIVES, PORTS, network_and_task, network_and_traffic, networks, objective, ports};
#[cfg(feature = "ilp")]
use crate::model::IsotropicTask;
use crate::model::{ModelError, Problem};
use crate::wire::{Objective, Ports, TaskDocument, to_bytes};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display, Formatter};
use std::path::Path;

/// The heading of options that complete a task in words.
const OF_WORDS: &str = "Of NETWORK TASK";

/// What the words of a network and a task leave open.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct TaskOptions {
    /// Links that a node may use in a slot: all (default), one, a number, or one-half-duplex (one send or one
    /// receive)
    #[arg(
        help_heading = OF_WORDS,
        long,
        allow_negative_numbers = true,
        value_parser = ports_parser(),
        hide_possible_values = true
    )]
    pub(crate) ports: Option<Ports>,
    /// What is to be minimised: completion-time (default), average-delay, or the second among schedules that
    /// minimise the first
    #[arg(help_heading = OF_WORDS, long, value_parser = objectives())]
    pub(crate) objective: Option<Objective>,
    /// Packets for each item of the task; default: 1
    #[arg(help_heading = OF_WORDS, long, allow_negative_numbers = true)]
    pub(crate) count: Option<u64>,
}

impl TaskOptions {
    pub(crate) fn ports(&self) -> Ports {
        self.ports.unwrap_or(Ports::All)
    }

    pub(crate) fn objective(&self) -> Objective {
        self.objective.unwrap_or(Objective::CompletionTime)
    }

    pub(crate) fn count(&self) -> u64 {
        self.count.unwrap_or(1)
    }

    /// A file says all of it itself.
    fn require_none(&self) -> Result<(), Failure> {
        let given = [
            ("--ports", self.ports.is_some()),
            ("--objective", self.objective.is_some()),
            ("--count", self.count.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((option, _)) => {
                Err(Failure::usage(format!("{option} is one of NETWORK TASK in words; a file says its own")))
            }
        }
    }
}

/// The options that are given, each after a blank, as they are written on the command line.
impl Display for TaskOptions {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if let Some(ports) = self.ports {
            let named = PORTS.iter().find(|(_, known)| *known == ports).map(|(word, _)| (*word).to_owned());
            let number = || if let Ports::AtMost(links) = ports { links.to_string() } else { String::new() };
            write!(formatter, " --ports {}", named.unwrap_or_else(number))?;
        }
        let objective = OBJECTIVES.iter().find(|(_, known)| Some(*known) == self.objective);
        if let Some((word, _)) = objective {
            write!(formatter, " --objective {word}")?;
        }
        self.count.map_or(Ok(()), |count| write!(formatter, " --count {count}"))
    }
}

/// A task, or another document, as the command line names it.
#[derive(Debug, Clone)]
pub(crate) struct Input<'a> {
    words: &'a [OsString],
    options: TaskOptions,
    grammar: Grammar,
}

/// What the words say.
#[derive(Debug, Clone, Copy)]
enum Grammar {
    Task,
    /// A network may stand alone.
    Traffic,
}

impl<'a> Input<'a> {
    pub(crate) fn new(words: &'a [OsString], options: &TaskOptions) -> Self {
        Self { words, options: options.clone(), grammar: Grammar::Task }
    }

    /// A network, whose task may be missing from the words.
    pub(crate) fn network(words: &'a [OsString], options: &TaskOptions) -> Self {
        Self { words, options: options.clone(), grammar: Grammar::Traffic }
    }

    /// Packets whose ports do not matter, in words of which the task may be missing.
    pub(crate) fn traffic(words: &'a [OsString], count: Option<u64>) -> Self {
        let options = TaskOptions { count, ..TaskOptions::default() };
        Self { words, options, grammar: Grammar::Traffic }
    }

    /// The file, if it is one: a single word, unless it is that of a network and of no file.
    pub(crate) fn file(&self) -> Option<&'a Path> {
        let [word] = self.words else { return None };
        let is_network = word.to_str().is_some_and(|word| networks().contains(&word));
        (!is_network || Path::new(word).exists()).then(|| Path::new(word))
    }

    /// What messages call it: the file, or the words with the options that belong to them.
    pub(crate) fn name(&self) -> String {
        let words = || format!("{}{}", self.words.join(OsStr::new(" ")).display(), self.options);
        self.file().map_or_else(words, name_of)
    }

    /// The document, that of words being written here.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Failure> {
        if let Some(file) = self.file() {
            self.options.require_none()?;
            return read(file);
        }
        self.require_one_file()?;
        let words: Vec<String> = self.words.iter().map(|word| word.display().to_string()).collect();
        let (network, task) = match self.grammar {
            Grammar::Task => network_and_task(&words, self.options.count())?,
            Grammar::Traffic => network_and_traffic(&words, self.options.count())?,
        };
        let (ports, objective) = (self.options.ports(), self.options.objective());
        Ok(to_bytes(&TaskDocument::new(None, network, task, ports, objective)))
    }

    /// Words behind a file say nothing.
    fn require_one_file(&self) -> Result<(), Failure> {
        let [first, second, ..] = self.words else { return Ok(()) };
        if first.to_str().is_some_and(|word| networks().contains(&word)) || !Path::new(first).is_file() {
            return Ok(());
        }
        let (file, word) = (shown_path(Path::new(first)), shown_path(Path::new(second)));
        Err(Failure::usage(format!("\"{word}\" is left over after the file {file}")))
    }

    /// The task, of any kind.
    pub(crate) fn problem(&self) -> Result<Problem, Failure> {
        self.model(Problem::new)
    }

    /// The task, if it is an isotropic one.
    #[cfg(feature = "ilp")]
    pub(crate) fn isotropic(&self) -> Result<IsotropicTask, Failure> {
        self.model(IsotropicTask::new)
    }

    /// What a task document is made into.
    fn model<T>(&self, make: impl Fn(&TaskDocument) -> Result<T, ModelError>) -> Result<T, Failure> {
        let bytes = self.bytes()?;
        let document = parsed(&self.name(), &bytes)?;
        make(&document).map_err(|fault| self.not_a_task(&bytes, &document, &fault))
    }

    /// The problem of a task that stands in the document.
    pub(crate) fn problem_of(&self, bytes: &[u8], task: &TaskDocument) -> Result<Problem, Failure> {
        Problem::new(task).map_err(|fault| self.not_a_task(bytes, task, &fault))
    }

    /// All faults of a task, with their lines if a file holds it.
    pub(crate) fn not_a_task(&self, bytes: &[u8], task: &TaskDocument, first: &ModelError) -> Failure {
        not_a_task(&self.name(), self.file().map(|_| bytes), task, first)
    }
}

/// Reads ports; offers the words, beside which any number may stand.
pub(crate) fn ports_parser() -> impl TypedValueParser<Value = Ports> {
    Offered::new(ports, || PORTS.map(|(word, _)| word).to_vec())
}

fn objectives() -> impl TypedValueParser<Value = Objective> {
    PossibleValuesParser::new(OBJECTIVES.map(|(word, _)| word))
        .map(|word| objective(&word).expect("clap lets no other word through"))
}
