//! The grammar of networks and tasks in words: `hypercube 5 scatter 3`.

use crate::cli::arguments::vocabulary::{no_network, no_task, task_word};
use crate::cli::terminal::demands::read_csv;
use crate::cli::terminal::failure::Failure;
use crate::cli::terminal::nodes::node_on;
use crate::cli::terminal::words::number;
use crate::model::families;
use crate::wire::{CirculantWord, Demand, Group, Network, NodeRef, PacketCount, Task};
use std::path::Path;

/// The network that words name, and nothing else.
pub(crate) fn network_alone(words: &[String]) -> Result<Network, Failure> {
    let mut words = Words { words, next: 0 };
    let found = network(&mut words)?;
    words.end("network")?;
    Ok(found)
}

/// The network that words name, and the task, of which there are `count` of each item; demands may stand in
/// a table too.
pub(crate) fn network_and_task(
    words: &[String],
    count: u64,
    csv: Option<&Path>,
) -> Result<(Network, Task), Failure> {
    let mut words = Words { words, next: 0 };
    let network = network(&mut words)?;
    let task = task(&mut words, &network, count, csv)?;
    words.end("task")?;
    Ok((network, task))
}

/// The same where a network alone stands for its total exchange.
pub(crate) fn network_and_traffic(words: &[String], count: u64) -> Result<(Network, Task), Failure> {
    let mut rest = Words { words, next: 0 };
    let network = network(&mut rest)?;
    if rest.next == words.len() {
        return Ok((network, Task::TotalExchange { count }));
    }
    network_and_task(words, count, None)
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

    fn end(&mut self, last: &str) -> Result<(), Failure> {
        match self.take() {
            Some(word) => Err(Failure::usage(format!("\"{word}\" is left over after the {last}"))),
            None => Ok(()),
        }
    }

    fn number(&mut self, what: &str) -> Result<u64, Failure> {
        let word = self.take().ok_or_else(|| Failure::usage(format!("{what} is missing")))?;
        number(word, what)
    }

    /// Refuses two numbers in one word, as the papers print a (1,2) neighbourhood exchange.
    fn require_apart(&self, before: &str) -> Result<(), Failure> {
        let Some(word) = self.words.get(self.next) else { return Ok(()) };
        let bare = word.trim_start_matches('(').trim_end_matches(')');
        match bare.split_once([',', '-', ':']) {
            Some((a, b)) if a.parse::<u64>().is_ok() && b.trim().parse::<u64>().is_ok() => {
                Err(Failure::usage(format!("{before} \"{word}\"; did you mean {before} {a} {}?", b.trim())))
            }
            _ => Ok(()),
        }
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
        found => match families().find(|&(word, _)| Some(word) == found) {
            Some((_, family)) => {
                let n = words.number("the n of the family")?;
                Ok(Network::Cayley(Group::Family { family, n }))
            }
            None => Err(no_network(found)),
        },
    }
}

fn task(words: &mut Words<'_>, network: &Network, count: u64, csv: Option<&Path>) -> Result<Task, Failure> {
    let found = words.take();
    let word = found.and_then(task_word);
    if csv.is_some() && word != Some("demands") {
        return Err(Failure::usage("--csv goes with the task demands".to_owned()));
    }
    match word {
        Some("total-exchange") => Ok(Task::TotalExchange { count }),
        Some("neighbourhood-exchange") => {
            words.require_apart("neighbourhood-exchange")?;
            let (min, max) =
                (words.number("the least distance K")?, words.number("the greatest distance L")?);
            Ok(Task::NeighbourhoodExchange { min, max, count })
        }
        Some("isotropic") => {
            let packets = words.nodes().into_iter().map(|word| packet(network, word));
            Ok(Task::Isotropic { packets: packets.collect::<Result<_, _>>()?, count })
        }
        Some("demands") => {
            let packets = words.nodes().into_iter().map(|word| demand(network, word));
            let mut packets = packets.collect::<Result<Vec<_>, _>>()?;
            packets.extend(csv.map(read_csv).transpose()?.unwrap_or_default());
            Ok(Task::Demands { packets, count })
        }
        Some("single-node-broadcast") => Ok(Task::SingleNodeBroadcast { root: root(words, network)?, count }),
        Some("single-node-accumulation") => {
            Ok(Task::SingleNodeAccumulation { root: root(words, network)?, count })
        }
        Some("scatter") => Ok(Task::Scatter { root: root(words, network)?, count }),
        Some("gather") => Ok(Task::Gather { root: root(words, network)?, count }),
        Some("multinode-broadcast") => Ok(Task::MultinodeBroadcast { count }),
        Some("multinode-accumulation") => Ok(Task::MultinodeAccumulation { count }),
        _ if matches!(found, Some("allreduce" | "all-reduce")) => Err(Failure::usage(
            "task \"allreduce\" is two, a reduce-scatter and an allgather; expected \
             isotask solve NETWORK reduce-scatter --allreduce, which makes both"
                .to_owned(),
        )),
        _ => Err(no_task(found)),
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
