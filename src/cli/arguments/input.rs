//! Reads the task or document that the command line names: a file, or words as `isotask new` takes them,
//! perhaps with files of other programs.

use crate::cli::arguments::task::TaskOptions;
use crate::cli::terminal::demands::read_csv;
use crate::cli::terminal::document::{not_a_task, not_in_table, parsed};
use crate::cli::terminal::edges::read_graph;
use crate::cli::terminal::failure::{Failure, name_of, report_guess, shown_path};
use crate::cli::terminal::input::read;
use crate::grammar::{
    Cables, GrammarError, graph, matrix_in, network_and_rest, network_and_task, network_and_traffic,
    network_name, networks, offset_readings, only_on, task_on, tasks, traffic_on, with_switches, without,
};
#[cfg(feature = "ilp")]
use crate::model::IsotropicTask;
use crate::model::{ModelError, Problem, RepeatedOffset, repeated_offsets};
use crate::wire::{Network, Ports, Task, TaskDocument, peek_format, to_bytes};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

/// A task, or another document, as the command line names it.
#[derive(Debug, Clone)]
pub(crate) struct Input<'a> {
    words: &'a [OsString],
    options: &'a TaskOptions,
    grammar: Grammar,
}

/// The grammar of the words.
#[derive(Debug, Clone, Copy)]
enum Grammar {
    Task,
    /// The task may be missing.
    Traffic,
}

/// A network and a task on it.
pub(crate) struct NetworkAndTask {
    /// The words of the network, if documents know it only link by link.
    pub(crate) name: Option<String>,
    pub(crate) network: Network,
    pub(crate) task: Task,
}

impl<'a> Input<'a> {
    pub(crate) fn new(words: &'a [OsString], options: &'a TaskOptions) -> Self {
        Self { words, options, grammar: Grammar::Task }
    }

    /// Returns an input whose task may be missing from the words, for networks, and for packets whose ports
    /// do not matter.
    pub(crate) fn traffic(words: &'a [OsString], options: &'a TaskOptions) -> Self {
        Self { words, options, grammar: Grammar::Traffic }
    }

    /// Returns the document, if the words name one: a single word, unless it is that of a network and of no
    /// file.
    pub(crate) fn file(&self) -> Option<&'a Path> {
        let [word] = self.words else { return None };
        if self.options.edges.is_some() {
            return None;
        }
        (!is_network(word) || Path::new(word).exists()).then(|| Path::new(word))
    }

    /// Returns the file of links, if the network is one: behind `--edges`, or in place of the word for a
    /// network.
    fn links(&self) -> Option<&'a Path> {
        let first = self.words.first().filter(|word| !is_network(word)).map(Path::new);
        let is_file = |path: &&Path| *path == Path::new("-") || path.exists();
        self.options.edges.as_deref().or_else(|| first.filter(is_file))
    }

    /// Returns all files that are read.
    fn files(&self) -> impl Iterator<Item = &'a Path> {
        self.file().or_else(|| self.links()).into_iter().chain(self.options.csv.as_deref())
    }

    /// Returns the name of the input in messages: the file, or the words with the options that belong to
    /// them.
    pub(crate) fn name(&self) -> String {
        let words = || format!("{}{}", self.words.join(OsStr::new(" ")).display(), self.options);
        self.file().map_or_else(words, name_of)
    }

    /// Reads the document; a task in words is written as a document here.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Failure> {
        if let Some(file) = self.file() {
            if let Some(option) = self.options.first_given() {
                let message = format!("{option} is one of NETWORK TASK in words; a file says its own");
                return Err(Failure::usage(message));
            }
            let bytes = read(file).map_err(|fault| without_network(file).unwrap_or(fault))?;
            let shown = shown_path(file);
            let has_format = peek_format(&bytes).is_ok();
            return match has_format {
                false if graph(&bytes, false).is_ok() => Err(Failure::usage(format!(
                    "{shown}: links without a task, expected {shown} TASK…, such as {shown} total-exchange"
                ))),
                false if matrix_in(&bytes).is_ok() => Err(Failure::usage(format!(
                    "{shown}: a matrix, expected a document; isotask decompose {shown} takes a matrix"
                ))),
                _ => Ok(bytes),
            };
        }
        let NetworkAndTask { name, network, task } = self.named()?;
        let (ports, objective) = (self.options.ports(), self.options.objective());
        Ok(to_bytes(&TaskDocument::new(name, network, task, ports, objective)))
    }

    /// Returns the network and the task that the words name, with the content of files of other programs.
    pub(crate) fn named(&self) -> Result<NetworkAndTask, Failure> {
        if self.files().filter(|path| *path == Path::new("-")).count() > 1 {
            return Err(Failure::usage("standard input (-) can be read only once".to_owned()));
        }
        if self.options.unit.is_some() && self.options.csv.is_none() {
            return Err(Failure::usage("--unit goes with --csv FILE, whose numbers it divides".to_owned()));
        }
        let mut named = self.links().map_or_else(|| self.in_words(), |links| self.on_links(links))?;
        if let Some(table) = &self.options.csv {
            let misplaced = || Failure::usage("--csv goes with the task demands".to_owned());
            let demands = named.task.demands_mut().ok_or_else(misplaced)?;
            let found = read_csv(table, &named.network, self.options.unit)?;
            // A second read finds the lines that were recorded first, which are equal.
            let _known = self.options.csv_lines.set(found.lines.behind(demands.len()));
            demands.extend(found.demands);
        }
        Ok(named)
    }

    /// Parses an input that is all in words.
    fn in_words(&self) -> Result<NetworkAndTask, Failure> {
        if self.options.directed {
            let message = "--directed goes with a file of links, expected graph --edges FILE TASK… or FILE TASK…; \
                           --without 'A>B' takes one direction of a link away";
            return Err(Failure::usage(message.to_owned()));
        }
        let words = in_letters(self.words);
        if let Some(first) = words.first().filter(|word| is_path(word)) {
            // This is reported as a missing file, not as an unknown network.
            drop(read(Path::new(first))?);
        }
        let count = self.options.count();
        if self.is_part() || !self.options.switches.is_empty() {
            let (network, rest) = network_and_rest(&words)?;
            let name = words[..words.len() - rest.len()].join(" ");
            return self.in_part(Some(name), &network, rest, &self.options.switches);
        }
        let (mut network, task) = match self.grammar {
            Grammar::Task => network_and_task(&words, count),
            Grammar::Traffic => network_and_traffic(&words, count),
        }
        .map_err(|fault| table_in_words(&fault).unwrap_or_else(|| fault.into()))?;
        self.set_switch_ports(&mut network)?;
        for told in offset_readings(&network, &words) {
            report_guess(&told);
        }
        Ok(NetworkAndTask { name: network_name(&words), network, task })
    }

    /// Returns whether a part of the network has failed, takes no part in the task, or takes several slots.
    fn is_part(&self) -> bool {
        !self.options.without.is_empty() || self.options.on.is_some() || !self.options.cable.is_empty()
    }

    /// Parses a task on a network without what has failed, in which only some nodes take part, and those that
    /// `switches` names forward; `name` is that of the whole network.
    fn in_part(
        &self,
        name: Option<String>,
        network: &Network,
        words: &[String],
        switches: &[String],
    ) -> Result<NetworkAndTask, Failure> {
        let (failed, group) = (&self.options.without, &self.options.on);
        let mut name = name;
        let mut add = |what: &str| name.iter_mut().for_each(|name| name.push_str(what));
        if !failed.is_empty() {
            add(&format!(" without {}", failed.join(", ")));
        }
        if !switches.is_empty() {
            add(&format!(" with switches {}", switches.join(", ")));
        }
        if let Some(group) = group {
            add(&format!(" on {group}"));
        }
        if !self.options.cable.is_empty() {
            add(&format!(" with cables {}", self.options.cable.join(", ")));
        }
        let count = self.options.count();
        // The words are those of the whole network, whose nodes may have other numbers.
        let task = match self.grammar {
            Grammar::Task => task_on(network, words, count)?,
            Grammar::Traffic => traffic_on(network, words, count)?,
        };
        let rest = without(network, failed)?;
        let task = rest.placed(task)?;
        let mut graph = rest.graph.clone();
        for words in switches {
            graph = with_switches(graph, words)?;
        }
        if let Some(group) = group {
            graph = only_on(&graph, group, &|word| rest.number_of(network, word))?;
        }
        let cables = Cables::read(network, &self.options.cable)?;
        if !cables.are_plain() {
            self.require_cables(&Network::Graph(graph.clone()), &task)?;
            graph = cables.laid(&rest, graph)?;
        }
        let mut network = Network::Graph(graph);
        self.set_switch_ports(&mut network)?;
        Ok(NetworkAndTask { name, network, task })
    }

    /// Refuses cables where the row of links that stands for one is not the same task.
    fn require_cables(&self, network: &Network, task: &Task) -> Result<(), Failure> {
        let ports = self.options.ports();
        let limits = [("--ports", Some(ports)), ("--switch-ports", self.options.switch_ports)];
        if let Some((option, _)) =
            limits.iter().find(|(_, ports)| ports.is_some_and(|ports| ports != Ports::All))
        {
            let message = format!(
                "--cable goes with {option} all: with fewer ports than links it would matter where a packet waits"
            );
            return Err(Failure::usage(message));
        }
        if task.is_by_distance() {
            let message = "--cable does not go with neighbourhood-exchange, whose packets depend on distances, expected demands";
            return Err(Failure::usage(message.to_owned()));
        }
        let objective = self.options.objective();
        let document = TaskDocument::new(None, network.clone(), task.clone(), ports, objective);
        // Another fault is found when the task is read.
        let message = match Problem::new(&document) {
            Ok(problem) if problem.parcels().is_some() => {
                "--cable goes with packets of one slot: parcels would stop at each switch of a cable, expected \
                 demands"
            }
            Ok(problem) if problem.allreduce().is_some() => {
                "--cable does not go with allreduce, whose sums would be added inside a cable, expected \
                 reduce-scatter and allgather, one after the other"
            }
            _ => return Ok(()),
        };
        Err(Failure::usage(message.to_owned()))
    }

    /// Parses an input whose links stand in a file.
    fn on_links(&self, links: &Path) -> Result<NetworkAndTask, Failure> {
        let (first, words) = (self.words.first(), self.words.get(1..).unwrap_or_default());
        let by_option = self.options.edges.is_some();
        if by_option && first.is_none_or(|word| word != "graph") {
            let message = "--edges goes with the network graph, expected graph --edges FILE TASK…";
            return Err(Failure::usage(message.to_owned()));
        }
        let read = read_graph(links, self.options.directed);
        let mut graph = read.map_err(|fault| self.no_links(links, words).unwrap_or(fault))?;
        for words in &self.options.switches {
            graph = with_switches(graph, words)?;
        }
        let mut network = Network::Graph(graph);
        let (words, count) = (in_letters(words), self.options.count());
        if self.is_part() {
            return self.in_part(None, &network, &words, &[]);
        }
        self.set_switch_ports(&mut network)?;
        let task = match self.grammar {
            Grammar::Task => task_on(&network, &words, count)?,
            Grammar::Traffic => traffic_on(&network, &words, count)?,
        };
        Ok(NetworkAndTask { name: None, network, task })
    }

    /// Returns the failure of a document that stands where links are expected.
    fn no_links(&self, links: &Path, words: &[OsString]) -> Option<Failure> {
        let bytes = links.is_file().then(|| fs::read(links).ok()).flatten()?;
        let format = peek_format(&bytes).ok()?;
        let file = shown_path(links);
        Some(Failure::usage(match words.first() {
            Some(word) if self.options.edges.is_none() => {
                format!("\"{}\" is left over after the file {file}", shown_path(Path::new(word)))
            }
            _ => format!("{file}: an {} document, expected a file of links", shown_path(Path::new(&format))),
        }))
    }

    /// Sets the ports of the switches of the network, if they are asked for.
    fn set_switch_ports(&self, network: &mut Network) -> Result<(), Failure> {
        let Some(asked) = self.options.switch_ports else { return Ok(()) };
        let ports = switch_ports(network).ok_or_else(|| {
            Failure::usage("--switch-ports goes with switches, of which the graph has none".to_owned())
        })?;
        *ports = asked;
        Ok(())
    }

    /// Returns the task, of any kind.
    pub(crate) fn problem(&self) -> Result<Problem, Failure> {
        let problem = self.model(Problem::new)?;
        self.report_repeated_offset(&problem);
        Ok(problem)
    }

    /// Reports the first offset of an isotropic task that stands twice in its list.
    pub(crate) fn report_repeated_offset(&self, problem: &Problem) {
        let network = problem.network();
        let repeated = repeated_offsets(problem.document(), network);
        if let [RepeatedOffset { offset, first, again }, more @ ..] = repeated.as_slice() {
            let others =
                if more.is_empty() { String::new() } else { format!(", and {} more such", more.len()) };
            let (file, offset) = (shown_path(Path::new(&self.name())), network.node_words(*offset));
            report_guess(&format!(
                "{file}: at task.packets[{again}].offset: {offset} again, as in packets[{first}]{others}; counts add up"
            ));
        }
    }

    /// Returns the task, if it is an isotropic one.
    #[cfg(feature = "ilp")]
    pub(crate) fn isotropic(&self) -> Result<IsotropicTask, Failure> {
        self.model(IsotropicTask::new)
    }

    /// Makes a model of the task document.
    fn model<T>(&self, make: impl Fn(&TaskDocument) -> Result<T, ModelError>) -> Result<T, Failure> {
        let bytes = self.bytes()?;
        let document = parsed(&self.name(), &bytes)?;
        make(&document).map_err(|fault| self.not_a_task(&bytes, &document, &fault))
    }

    /// Returns the problem of a task in the document.
    pub(crate) fn problem_of(&self, bytes: &[u8], task: &TaskDocument) -> Result<Problem, Failure> {
        let problem = Problem::new(task).map_err(|fault| self.not_a_task(bytes, task, &fault))?;
        self.report_repeated_offset(&problem);
        Ok(problem)
    }

    /// Returns all faults of a task, with their lines if a document holds it; faults of links name the file
    /// of links.
    pub(crate) fn not_a_task(&self, bytes: &[u8], task: &TaskDocument, first: &ModelError) -> Failure {
        if let Some(failure) = self.not_in_table(task, first) {
            return failure;
        }
        let document = self.file();
        let links = self.links().filter(|_| document.is_none() && is_of_links(&first.place()));
        let name = links.map_or_else(|| self.name(), name_of);
        not_a_task(&name, document.map(|_| bytes), task, first)
    }

    /// Returns all faults of packets in the table of demands, with their lines, if the first fault is one of
    /// these.
    pub(crate) fn not_in_table(&self, task: &TaskDocument, first: &ModelError) -> Option<Failure> {
        let (table, lines) = (self.options.csv.as_deref()?, self.options.csv_lines.get()?);
        not_in_table(&shown_path(table), task, first, |place| lines.line_of(place))
    }

    /// Returns the file of links, as messages name it, if the place of a fault is in it.
    pub(crate) fn file_of(&self, place: &str) -> Option<String> {
        self.links().filter(|_| is_of_links(place)).map(shown_path)
    }
}

/// Returns whether a place of a task is one that a file of links determines.
fn is_of_links(place: &str) -> bool {
    ["network.nodes", "network.names", "network.links"].iter().any(|of| place.starts_with(of))
}

/// Returns the ports of the switches of a network, if it has any.
fn switch_ports(network: &mut Network) -> Option<&mut Ports> {
    let (switches, ports) = match network {
        Network::Graph(graph) => (&graph.switches, &mut graph.switch_ports),
        Network::Lift(lift) => (&lift.switches, &mut lift.switch_ports),
        _ => return None,
    };
    switches.as_ref().map(|_| ports)
}

/// Returns the failure of a task without a network, whose word was taken for a file.
fn without_network(file: &Path) -> Option<Failure> {
    let word = file.to_str().filter(|word| tasks().contains(word))?;
    Some(GrammarError::TaskFirst { word: word.to_owned() }.into())
}

/// Returns the failure of a table of packets among the words, where an option takes it.
fn table_in_words(fault: &GrammarError) -> Option<Failure> {
    let GrammarError::LeftOver { word, .. } = fault else { return None };
    let file = shown_path(Some(Path::new(word)).filter(|path| path.is_file())?);
    Some(Failure::usage(format!("{file}: a file behind the words, expected demands --csv {file}")))
}

fn is_network(word: &OsString) -> bool {
    word.to_str().is_some_and(|word| networks().contains(&word))
}

/// Returns whether a word in place of a network is the name of a file rather than a mistyped word.
pub(crate) fn is_path(word: &str) -> bool {
    let ending = Path::new(word).extension().and_then(OsStr::to_str);
    word.contains('/') || ending.is_some_and(|ending| ending.starts_with(|c: char| c.is_ascii_alphabetic()))
}

fn in_letters(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.display().to_string()).collect()
}
