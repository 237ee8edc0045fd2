//! `isotask new`.

use crate::cli::arguments::args::NewArguments;
use crate::cli::terminal::demands::read_csv;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::nodes::node_on;
use crate::cli::terminal::output::Output;
use crate::cli::terminal::words::number;
use crate::model;
use crate::model::families::FAMILIES;
use crate::wire::{
    CirculantWord, Demand, Group, Network, NodeRef, Objective, PacketCount, Ports, Task, TaskDocument,
    to_pretty_bytes,
};

pub(crate) fn run(arguments: &NewArguments) -> Result<Exit, Failure> {
    let mut words = Words { words: &arguments.words, next: 0 };
    let network = network(&mut words)?;
    let task = task(&mut words, &network, arguments)?;
    if let Some(word) = words.take() {
        return Err(Failure::usage(format!("\"{word}\" is left over after the task")));
    }
    let document = TaskDocument::new(
        arguments.name.clone(),
        network,
        task,
        ports(&arguments.ports)?,
        objective(&arguments.objective)?,
    );
    model::Problem::new(&document)
        .map_err(|fault| Failure::usage(format!("at {}: {fault}", fault.place())))?;
    Output::open(&arguments.output)?.finish(&to_pretty_bytes(&document))?;
    Ok(Exit::Success)
}

/// The network that words name, and nothing else.
pub(crate) fn network_alone(words: &[String]) -> Result<Network, Failure> {
    let mut words = Words { words, next: 0 };
    let found = network(&mut words)?;
    match words.take() {
        Some(word) => Err(Failure::usage(format!("\"{word}\" is left over after the network"))),
        None => Ok(found),
    }
}

/// The words that are still to be read.
struct Words<'a> {
    words: &'a [String],
    next: usize,
}

impl<'a> Words<'a> {
    fn take(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.next)?;
        self.next += 1;
        Some(word)
    }

    fn number(&mut self, what: &str) -> Result<u64, Failure> {
        let word = self.take().ok_or_else(|| Failure::usage(format!("{what} is missing")))?;
        number(word, what)
    }

    /// Takes words as long as they begin with a digit.
    fn numeric(&mut self) -> Vec<&'a str> {
        std::iter::from_fn(|| self.numeric_word()).collect()
    }

    /// Takes the next word if it begins with a digit.
    fn numeric_word(&mut self) -> Option<&'a str> {
        self.take_if(|start| start.is_ascii_digit())
    }

    /// Takes words as long as they can begin with a node.
    fn nodes(&mut self) -> Vec<&'a str> {
        std::iter::from_fn(|| self.node_word()).collect()
    }

    /// Takes the next word if it can begin with a node.
    fn node_word(&mut self) -> Option<&'a str> {
        self.take_if(|start| start.is_ascii_digit() || start == '(')
    }

    fn take_if(&mut self, fits: impl Fn(char) -> bool) -> Option<&'a str> {
        let word = self.words.get(self.next).filter(|word| word.starts_with(&fits))?;
        self.next += 1;
        Some(word)
    }
}

fn network(words: &mut Words<'_>) -> Result<Network, Failure> {
    match words.take() {
        Some("hypercube") => {
            Ok(Network::Hypercube { dimension: words.number("the dimension of the hypercube")? })
        }
        Some("incomplete-hypercube") => {
            let nodes = words.number("the number of nodes of the incomplete hypercube")?;
            Ok(Network::IncompleteHypercube { nodes })
        }
        Some("ring") => Ok(Network::Ring { nodes: words.number("the number of nodes of the ring")? }),
        Some("torus") => {
            let radices = words
                .numeric()
                .iter()
                .flat_map(|word| word.split(['x', 'X', '×', ',']))
                .map(|word| number(word, "a radix of the torus"))
                .collect::<Result<Vec<_>, _>>()?;
            if radices.is_empty() {
                return Err(Failure::usage("the radices of the torus are missing, such as 4x4".to_owned()));
            }
            Ok(Network::Torus { radices })
        }
        Some("circulant") => {
            let n = words.number("the number of nodes of the circulant")?;
            let list = words.numeric_word().ok_or_else(|| {
                Failure::usage("the steps of the circulant are missing, such as 1,5".to_owned())
            })?;
            let steps = list.split(',').map(|word| number(word, "a step of the circulant"));
            let steps = steps.collect::<Result<_, _>>()?;
            Ok(Network::Cayley(Group::Circulant { family: CirculantWord::Circulant, n, steps }))
        }
        Some("permutations") => {
            let symbols =
                |word: &str| word.split(',').map(|x| number(x, "a symbol")).collect::<Result<_, _>>();
            let permutations = words.numeric().into_iter().map(symbols).collect::<Result<_, _>>()?;
            Ok(Network::Cayley(Group::Permutations { permutations }))
        }
        found => match FAMILIES.iter().find(|family| Some(family.word) == found) {
            Some(entry) => {
                let n = words.number("the n of the family")?;
                Ok(Network::Cayley(Group::Family { family: entry.family, n }))
            }
            None => Err(unexpected("network", found, &networks())),
        },
    }
}

fn networks() -> String {
    let families: Vec<&str> = FAMILIES.iter().map(|family| family.word).collect();
    format!(
        "hypercube, torus, ring, incomplete-hypercube, circulant, {} or permutations",
        families.join(", ")
    )
}

fn unexpected(what: &str, found: Option<&str>, expected: &str) -> Failure {
    Failure::usage(match found {
        Some(word) => format!("{what} \"{word}\", expected {expected}"),
        None => format!("no {what}, expected {expected}"),
    })
}

fn task(words: &mut Words<'_>, network: &Network, arguments: &NewArguments) -> Result<Task, Failure> {
    let (count, word) = (arguments.count, words.take());
    if arguments.csv.is_some() && word != Some("demands") {
        return Err(Failure::usage("--csv goes with the task demands".to_owned()));
    }
    match word {
        Some("total-exchange" | "alltoall") => Ok(Task::TotalExchange { count }),
        Some("neighbourhood-exchange" | "neighborhood-exchange") => {
            let (min, max) =
                (words.number("the least distance K")?, words.number("the greatest distance L")?);
            Ok(Task::NeighbourhoodExchange { min, max, count })
        }
        Some("isotropic") => {
            let packets =
                words.nodes().into_iter().map(|word| packet(network, word)).collect::<Result<Vec<_>, _>>()?;
            Ok(Task::Isotropic { packets, count })
        }
        Some("demands") => {
            let mut packets =
                words.nodes().into_iter().map(|word| demand(network, word)).collect::<Result<Vec<_>, _>>()?;
            if let Some(file) = &arguments.csv {
                packets.extend(read_csv(file)?);
            }
            Ok(Task::Demands { packets, count })
        }
        Some("single-node-broadcast") => Ok(Task::SingleNodeBroadcast { root: root(words, network)?, count }),
        Some("single-node-accumulation" | "reduce") => {
            Ok(Task::SingleNodeAccumulation { root: root(words, network)?, count })
        }
        Some("scatter") => Ok(Task::Scatter { root: root(words, network)?, count }),
        Some("gather") => Ok(Task::Gather { root: root(words, network)?, count }),
        Some("multinode-broadcast" | "allgather") => Ok(Task::MultinodeBroadcast { count }),
        Some("multinode-accumulation" | "reduce-scatter") => Ok(Task::MultinodeAccumulation { count }),
        found => Err(unexpected(
            "task",
            found,
            "total-exchange, neighbourhood-exchange, isotropic, demands, single-node-broadcast, single-node-accumulation, \
             scatter, gather, multinode-broadcast or multinode-accumulation",
        )),
    }
}

/// The root of a task that has one; node 0 if none is named.
fn root(words: &mut Words<'_>, network: &Network) -> Result<NodeRef, Failure> {
    words.node_word().map_or(Ok(NodeRef::Index(0)), |word| node_on(network, word, "the root"))
}

/// `5`, `5:2` or `1,2:3`.
fn packet(network: &Network, word: &str) -> Result<PacketCount, Failure> {
    let (offset, count) = word.split_once(':').unwrap_or((word, "1"));
    let count = number(count, "the count of a packet")?;
    Ok(PacketCount { offset: node_on(network, offset, "an offset")?, count })
}

/// `0:5`, `0:5:2` or `0,1:1,2:3`.
fn demand(network: &Network, word: &str) -> Result<Demand, Failure> {
    let ends: Vec<&str> = word.split(':').collect();
    let (from, to, count) = match ends.as_slice() {
        [from, to] => (from, to, "1"),
        [from, to, count] => (from, to, *count),
        _ => return Err(Failure::usage(format!("\"{word}\", expected FROM:TO or FROM:TO:COUNT"))),
    };
    let count = number(count, "the count of a demand")?;
    let from = node_on(network, from, "an origin")?;
    Ok(Demand { from, to: node_on(network, to, "a destination")?, count })
}

fn ports(word: &str) -> Result<Ports, Failure> {
    match word {
        "all" => Ok(Ports::All),
        "one" => Ok(Ports::One),
        "one-half-duplex" => Ok(Ports::OneHalfDuplex),
        _ => Ok(Ports::AtMost(number(word, "--ports, expected all, one, one-half-duplex or a number")?)),
    }
}

fn objective(word: &str) -> Result<Objective, Failure> {
    match word {
        "completion-time" => Ok(Objective::CompletionTime),
        "average-delay" => Ok(Objective::AverageDelay),
        "completion-time-then-average-delay" => Ok(Objective::CompletionTimeThenAverageDelay),
        _ => Err(Failure::usage(format!(
            "--objective \"{word}\", expected completion-time, average-delay or completion-time-then-average-delay"
        ))),
    }
}
