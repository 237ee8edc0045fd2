//! Reads networks and tasks in words: `hypercube 5 scatter 3`.

use super::error::GrammarError;
use super::networks::reader_of;
use super::nodes::node_on;
use super::number::number;
use super::offsets::offset_on;
use super::stencil::stencil_task;
use super::vocabulary::{no_network, no_task, task_word};
use super::words::Words;
use crate::wire::{Demand, Group, Network, NodeRef, PacketCount, Parcel, Task};

/// Reads a network; no other words may follow.
///
/// # Errors
/// [`GrammarError`] of the first word that does not fit.
pub fn network(words: &[String]) -> Result<Network, GrammarError> {
    let mut words = Words::new(words);
    let found = take_network(&mut words)?;
    words.end("network")?;
    Ok(found)
}

/// Returns the words of a network that documents know only link by link, as a lift or as permutations, such
/// as `dragonfly 1 2 2`; none if the words are those of the document.
#[must_use]
pub fn network_name(words: &[String]) -> Option<String> {
    let mut rest = Words::new(words);
    let network = take_network(&mut rest).ok()?;
    let own = match network {
        Network::Graph(_) => "graph",
        Network::Lift(_) => "lift",
        Network::Cayley(Group::Permutations { .. }) => "permutations",
        _ => return None,
    };
    (words[0] != own).then(|| words[..rest.taken()].join(" "))
}

/// Reads a network and a task with `count` of each item.
///
/// # Errors
/// [`GrammarError`] of the first word that does not fit.
///
/// # Examples
/// ```
/// use isotask::grammar::network_and_task;
/// use isotask::wire::{Network, NodeRef, Task};
/// let words = ["hypercube", "5", "scatter", "00011"].map(str::to_owned);
/// let root = NodeRef::Index(3);
/// let expected = (Network::Hypercube { dimension: 5 }, Task::Scatter { root, count: 1 });
/// assert_eq!(network_and_task(&words, 1)?, expected);
/// # Ok::<(), isotask::grammar::GrammarError>(())
/// ```
pub fn network_and_task(words: &[String], count: u64) -> Result<(Network, Task), GrammarError> {
    let mut words = Words::new(words);
    let network = take_network(&mut words)?;
    let task = task(&mut words, &network, count)?;
    words.end("task")?;
    Ok((network, task))
}

/// Reads the task that words name on a network.
///
/// # Errors
/// [`GrammarError`] of the first word that does not fit.
pub fn task_on(network: &Network, words: &[String], count: u64) -> Result<Task, GrammarError> {
    let mut words = Words::new(words);
    let task = task(&mut words, network, count)?;
    words.end("task")?;
    Ok(task)
}

/// Reads a network and a task with `count` of each item; without words for a task it is the total exchange.
///
/// # Errors
/// [`GrammarError`] of the first word that does not fit.
pub fn network_and_traffic(words: &[String], count: u64) -> Result<(Network, Task), GrammarError> {
    let mut rest = Words::new(words);
    let network = take_network(&mut rest)?;
    if rest.is_empty() {
        return Ok((network, Task::TotalExchange { count }));
    }
    network_and_task(words, count)
}

/// Reads the task that words name on a network; without words it is the total exchange.
///
/// # Errors
/// [`GrammarError`] of the first word that does not fit.
pub fn traffic_on(network: &Network, words: &[String], count: u64) -> Result<Task, GrammarError> {
    if words.is_empty() { Ok(Task::TotalExchange { count }) } else { task_on(network, words, count) }
}

/// Reads a network, and returns it with the words behind it.
///
/// # Errors
/// [`GrammarError`] of the first word that does not fit.
pub fn network_and_rest(words: &[String]) -> Result<(Network, &[String]), GrammarError> {
    let mut rest = Words::new(words);
    let network = take_network(&mut rest)?;
    Ok((network, &words[rest.taken()..]))
}

fn take_network(words: &mut Words<'_>) -> Result<Network, GrammarError> {
    let word = words.take();
    let read = word.and_then(reader_of).ok_or_else(|| no_network(word))?;
    read(words)
}

fn task(words: &mut Words<'_>, network: &Network, count: u64) -> Result<Task, GrammarError> {
    let found = words.take();
    match found.and_then(task_word) {
        Some("total-exchange") => Ok(Task::TotalExchange { count }),
        Some("neighbourhood-exchange") => {
            words.require_apart("neighbourhood-exchange")?;
            let (min, max) =
                (words.number("the least distance K")?, words.number("the greatest distance L")?);
            Ok(Task::NeighbourhoodExchange { min, max, count })
        }
        Some("isotropic") => {
            let packets = words.offsets(network).into_iter().map(|word| packet(network, word));
            Ok(Task::Isotropic { packets: packets.collect::<Result<_, _>>()?, count })
        }
        Some("stencil") => stencil_task(words, grid_of(network), count),
        Some("demands") => {
            let packets = words.nodes(network).into_iter().map(|word| demand(network, word));
            Ok(Task::Demands { packets: packets.collect::<Result<_, _>>()?, count })
        }
        Some("parcels") => {
            let packets = words.nodes(network).into_iter().map(|word| parcel(network, word));
            Ok(Task::Parcels { packets: packets.collect::<Result<_, _>>()?, count })
        }
        Some("single-node-broadcast") => Ok(Task::SingleNodeBroadcast { root: root(words, network)?, count }),
        Some("single-node-accumulation") => {
            Ok(Task::SingleNodeAccumulation { root: root(words, network)?, count })
        }
        Some("scatter") => Ok(Task::Scatter { root: root(words, network)?, count }),
        Some("gather") => Ok(Task::Gather { root: root(words, network)?, count }),
        Some("multinode-broadcast") => Ok(Task::MultinodeBroadcast { count }),
        Some("multinode-accumulation") => Ok(Task::MultinodeAccumulation { count }),
        Some("allreduce") => Ok(Task::Allreduce { count }),
        _ => Err(no_task(found)),
    }
}

/// Returns the sides of a network that is a grid, and whether they close round.
fn grid_of(network: &Network) -> Option<(Vec<u64>, bool)> {
    match network {
        Network::Torus { radices } => Some((radices.clone(), true)),
        Network::Ring { nodes } => Some((vec![*nodes], true)),
        Network::Mesh { radices } => Some((radices.clone(), false)),
        _ => None,
    }
}

/// Reads the root of a task. Without a word it is node 0, or the first node that is no switch.
fn root(words: &mut Words<'_>, network: &Network) -> Result<NodeRef, GrammarError> {
    let first = || {
        let switches = match network {
            Network::Graph(graph) => graph.switches.as_deref(),
            Network::Lift(lift) => lift.switches.as_deref(),
            _ => None,
        };
        let before = (0..).zip(switches.unwrap_or_default()).take_while(|(node, switch)| node == *switch);
        NodeRef::Index(before.map(|_| 1).sum())
    };
    words.node_word(network).map_or_else(|| Ok(first()), |word| node_on(network, word, "the root"))
}

/// Reads an offset and a count: `5`, `5:2`, `1,2:3` or `-1,0`.
fn packet(network: &Network, word: &str) -> Result<PacketCount, GrammarError> {
    let (offset, count) = word.split_once(':').unwrap_or((word, "1"));
    let count = number(count, "the count of a packet")?;
    Ok(PacketCount { offset: offset_on(network, offset)?, count })
}

/// Reads a parcel: ends, length and start, `0:5`, `0:5:3` or `0,1:1,2:3@4`.
fn parcel(network: &Network, word: &str) -> Result<Parcel, GrammarError> {
    let (way, release) = word.rsplit_once('@').unwrap_or((word, "0"));
    let ends: Vec<&str> = way.split(':').collect();
    let (from, to, length) = match ends.as_slice() {
        [from, to] => (from, to, "1"),
        [from, to, length] => (from, to, *length),
        _ => return Err(GrammarError::Parcel { word: word.to_owned() }),
    };
    let length = number(length, "the length of a parcel")?;
    let release = number(release, "the start of a parcel")?;
    let from = node_on(network, from, "an origin")?;
    Ok(Parcel { from, to: node_on(network, to, "a destination")?, count: 1, length, release })
}

/// Reads a demand: `0:5`, `0:5:2` or `0,1:1,2:3`.
fn demand(network: &Network, word: &str) -> Result<Demand, GrammarError> {
    let ends: Vec<&str> = word.split(':').collect();
    let (from, to, count) = match ends.as_slice() {
        [from, to] => (from, to, "1"),
        [from, to, count] => (from, to, *count),
        _ => return Err(GrammarError::Demand { word: word.to_owned() }),
    };
    let count = number(count, "the count of a demand")?;
    let from = node_on(network, from, "an origin")?;
    Ok(Demand { from, to: node_on(network, to, "a destination")?, count })
}
