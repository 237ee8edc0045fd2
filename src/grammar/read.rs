//! The grammar of networks and tasks in words: `hypercube 5 scatter 3`.

use super::error::GrammarError;
use super::lifts::{dragonfly, slim_fly, with_hosts};
use super::nodes::node_on;
use super::normal_form::normal_form;
use super::number::number;
use super::offsets::offset_on;
use super::vocabulary::{no_network, no_task, task_word};
use crate::model::families;
use crate::wire::{CirculantWord, Demand, Group, Network, NodeRef, PacketCount, Task};

/// The network that words name, and nothing else.
///
/// # Errors
/// [`GrammarError`] of the first word that does not fit.
pub fn network(words: &[String]) -> Result<Network, GrammarError> {
    let mut words = Words { words, next: 0 };
    let found = words.network()?;
    words.end("network")?;
    Ok(found)
}

/// The network that words name, and the task, of which there are `count` of each item.
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
    let mut words = Words { words, next: 0 };
    let network = words.network()?;
    let task = task(&mut words, &network, count)?;
    words.end("task")?;
    Ok((network, task))
}

/// The task that words name on a network.
///
/// # Errors
/// [`GrammarError`] of the first word that does not fit.
pub fn task_on(network: &Network, words: &[String], count: u64) -> Result<Task, GrammarError> {
    let mut words = Words { words, next: 0 };
    let task = task(&mut words, network, count)?;
    words.end("task")?;
    Ok(task)
}

/// The same where a network alone stands for its total exchange.
///
/// # Errors
/// [`GrammarError`] of the first word that does not fit.
pub fn network_and_traffic(words: &[String], count: u64) -> Result<(Network, Task), GrammarError> {
    let mut rest = Words { words, next: 0 };
    let network = rest.network()?;
    if rest.next == words.len() {
        return Ok((network, Task::TotalExchange { count }));
    }
    network_and_task(words, count)
}

/// The task that words name on a network, its total exchange if there are none.
///
/// # Errors
/// [`GrammarError`] of the first word that does not fit.
pub fn traffic_on(network: &Network, words: &[String], count: u64) -> Result<Task, GrammarError> {
    if words.is_empty() { Ok(Task::TotalExchange { count }) } else { task_on(network, words, count) }
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

    fn end(&mut self, last: &'static str) -> Result<(), GrammarError> {
        match self.take() {
            Some(word) => Err(GrammarError::LeftOver { word: word.to_owned(), last }),
            None => Ok(()),
        }
    }

    fn number(&mut self, what: &str) -> Result<u64, GrammarError> {
        let word = self.take().ok_or_else(|| GrammarError::Missing { what: what.to_owned() })?;
        number(word, what)
    }

    /// Refuses two numbers in one word, as the papers print a (1,2) neighbourhood exchange.
    fn require_apart(&self, before: &'static str) -> Result<(), GrammarError> {
        let Some(word) = self.words.get(self.next) else { return Ok(()) };
        let bare = word.trim_start_matches('(').trim_end_matches(')');
        match bare.split_once([',', '-', ':']) {
            Some((a, b)) if a.parse::<u64>().is_ok() && b.trim().parse::<u64>().is_ok() => {
                let [word, first, second] = [word, a, b.trim()].map(str::to_owned);
                Err(GrammarError::Together { before, word, first, second })
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
    fn nodes(&mut self, network: &Network) -> Vec<&'a str> {
        std::iter::from_fn(|| self.node_word(network)).collect()
    }

    /// Takes words as long as they can begin with an offset, which may lead back.
    fn offsets(&mut self, network: &Network) -> Vec<&'a str> {
        let offset = || self.node_word(network).or_else(|| self.take_if(|start| start == '-'));
        std::iter::from_fn(offset).collect()
    }

    /// Takes the next word if it can begin with a node; on a graph whose nodes have names any word can.
    fn node_word(&mut self, network: &Network) -> Option<&'a str> {
        let has_names = match network {
            Network::Graph(graph) => graph.names.is_some(),
            Network::Lift(lift) => lift.names.is_some(),
            _ => false,
        };
        self.take_if(|start| has_names || start.is_ascii_digit() || start == '(')
    }

    fn take_if(&mut self, fits: impl Fn(char) -> bool) -> Option<&'a str> {
        let word = self.words.get(self.next).filter(|word| word.starts_with(&fits))?;
        self.next += 1;
        Some(word)
    }

    /// Radices such as `4x4`, `4,4` or `4 4`.
    fn radices(&mut self, all: &'static str, one: &str) -> Result<Vec<u64>, GrammarError> {
        let words = self.numeric();
        let parts = words.iter().flat_map(|word| word.split(['x', 'X', '×', ',']));
        let radices = parts.map(|word| number(word, one)).collect::<Result<Vec<_>, _>>()?;
        if radices.is_empty() {
            return Err(GrammarError::MissingList { what: all, example: "4x4" });
        }
        Ok(radices)
    }

    fn network(&mut self) -> Result<Network, GrammarError> {
        match self.take() {
            Some("hypercube") => {
                Ok(Network::Hypercube { dimension: self.number("the dimension of the hypercube")? })
            }
            Some("incomplete-hypercube") => {
                let nodes = self.number("the number of nodes of the incomplete hypercube")?;
                Ok(Network::IncompleteHypercube { nodes })
            }
            Some("ring") => Ok(Network::Ring { nodes: self.number("the number of nodes of the ring")? }),
            Some("torus") => {
                let radices = self.radices("the radices of the torus", "a radix of the torus")?;
                Ok(Network::Torus { radices })
            }
            Some("hyperx") => self.hyperx(),
            Some("lattice") => self.lattice(),
            Some("mesh") => {
                let radices = self.radices("the radices of the mesh", "a radix of the mesh")?;
                Ok(Network::Mesh { radices })
            }
            Some("dragonfly") => {
                let routers = self.number("the number A of routers of a group")?;
                let links = self.number("the number H of links of a router to other groups")?;
                with_hosts(dragonfly(routers, links)?, self.hosts()?)
            }
            Some("slim-fly") => {
                let field = self.number("the number Q of elements of the field")?;
                with_hosts(slim_fly(field)?, self.hosts()?)
            }
            Some("lift") => Err(GrammarError::LiftInWords),
            Some("circulant") => {
                let n = self.number("the number of nodes of the circulant")?;
                let list = self.numeric_word().ok_or(GrammarError::MissingList {
                    what: "the steps of the circulant",
                    example: "1,5",
                })?;
                let steps = list.split(',').map(|word| number(word, "a step of the circulant"));
                let steps = steps.collect::<Result<_, _>>()?;
                Ok(Network::Cayley(Group::Circulant { family: CirculantWord::Circulant, n, steps }))
            }
            Some("permutations") => {
                let symbols =
                    |word: &str| word.split(',').map(|x| number(x, "a symbol")).collect::<Result<_, _>>();
                let permutations = self.numeric().into_iter().map(symbols).collect::<Result<_, _>>()?;
                Ok(Network::Cayley(Group::Permutations { permutations }))
            }
            Some("graph") => Err(GrammarError::GraphInWords),
            found => match families().find(|&(word, _)| Some(word) == found) {
                Some((_, family)) => {
                    let n = self.number("the n of the family")?;
                    Ok(Network::Cayley(Group::Family { family, n }))
                }
                None => Err(no_network(found)),
            },
        }
    }
}

impl Words<'_> {
    /// Radices such as `4x4:2`, of which the second has two links side by side for each.
    fn hyperx(&mut self) -> Result<Network, GrammarError> {
        let words = self.numeric();
        let dimensions = words.iter().flat_map(|word| word.split(['x', 'X', '×', ',']));
        let (mut radices, mut multiplicity) = (Vec::new(), Vec::new());
        for word in dimensions {
            let (radix, links) = word.split_once(':').unwrap_or((word, "1"));
            radices.push(number(radix, "a radix of the HyperX")?);
            multiplicity.push(number(links, "a multiplicity of the HyperX")?);
        }
        if radices.is_empty() {
            return Err(GrammarError::MissingList { what: "the radices of the HyperX", example: "4:2x4:2" });
        }
        Ok(Network::hyperx(radices, Some(multiplicity)))
    }

    /// How many hosts each router has, if they are named.
    fn hosts(&mut self) -> Result<Option<u64>, GrammarError> {
        self.numeric_word().map(|word| number(word, "the number P of hosts of a router")).transpose()
    }

    /// The rows of a matrix, such as `4,2/0,4`.
    fn lattice(&mut self) -> Result<Network, GrammarError> {
        let word = self.take_if(|start| start.is_ascii_digit() || start == '-');
        let missing = GrammarError::MissingList { what: "the rows of the matrix", example: "4,2/0,4" };
        let entry = |word: &str| {
            word.trim().parse::<i64>().map_err(|_| GrammarError::Entry { word: word.to_owned() })
        };
        let rows = word.ok_or(missing)?.split(['/', ';']);
        let rows = rows.map(|row| row.split(',').map(entry).collect()).collect::<Result<Vec<_>, _>>()?;
        Ok(Network::Lattice { matrix: normal_form(&rows)? })
    }
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
        Some("demands") => {
            let packets = words.nodes(network).into_iter().map(|word| demand(network, word));
            Ok(Task::Demands { packets: packets.collect::<Result<_, _>>()?, count })
        }
        Some("single-node-broadcast") => Ok(Task::SingleNodeBroadcast { root: root(words, network)?, count }),
        Some("single-node-accumulation") => {
            Ok(Task::SingleNodeAccumulation { root: root(words, network)?, count })
        }
        Some("scatter") => Ok(Task::Scatter { root: root(words, network)?, count }),
        Some("gather") => Ok(Task::Gather { root: root(words, network)?, count }),
        Some("multinode-broadcast") => Ok(Task::MultinodeBroadcast { count }),
        Some("multinode-accumulation") => Ok(Task::MultinodeAccumulation { count }),
        _ if matches!(found, Some("allreduce" | "all-reduce")) => Err(GrammarError::Allreduce),
        _ => Err(no_task(found)),
    }
}

/// The root of a task that has one; if none is named node 0, or where there are switches the first node that
/// is none.
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

/// `5`, `5:2`, `1,2:3` or `-1,0`.
fn packet(network: &Network, word: &str) -> Result<PacketCount, GrammarError> {
    let (offset, count) = word.split_once(':').unwrap_or((word, "1"));
    let count = number(count, "the count of a packet")?;
    Ok(PacketCount { offset: offset_on(network, offset)?, count })
}

/// `0:5`, `0:5:2` or `0,1:1,2:3`.
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
