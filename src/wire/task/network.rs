//! The network of a task document.

use super::graph::Graph;
use super::lift::Lift;
use super::links::AnyLinks;
use super::ports::Ports;
use crate::reading::keys::need;
use crate::reading::tagged::tagged;
use serde::{Deserialize, Serialize};

/// A network by its kind and size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "NetworkKeys")]
pub enum Network {
    /// The cube with 2^dimension nodes; link j flips bit j.
    Hypercube {
        /// Number of bits of a node's identity number.
        #[cfg_attr(test, schemars(range(min = 1, max = 62)))]
        dimension: u64,
    },
    /// The wraparound mesh; links in the order 1⁺, 1⁻, 2⁺, 2⁻, …
    Torus {
        /// Number of nodes along each dimension, each at least 2.
        #[cfg_attr(test, schemars(length(min = 1), inner(range(min = 2))))]
        radices: Vec<u64>,
    },
    /// The torus of one dimension.
    Ring {
        /// Number of nodes.
        #[cfg_attr(test, schemars(range(min = 2)))]
        nodes: u64,
    },
    /// The nodes 0 … nodes − 1 of a hypercube with the links among them; link j flips bit j.
    IncompleteHypercube {
        /// Number of nodes.
        #[cfg_attr(test, schemars(range(min = 2)))]
        nodes: u64,
    },
    /// A Cayley graph: node 0 is the identity, link g leads from v to v·g.
    Cayley(Group),
    /// Any graph, link by link.
    Graph(Graph),
    /// The product of complete graphs; in dimension j links in the order +1, +2, … of its coordinate.
    Hyperx {
        /// Number of nodes along each dimension, each at least 2.
        #[cfg_attr(test, schemars(length(min = 1), inner(range(min = 2))))]
        radices: Vec<u64>,
        /// For each dimension how many links lie side by side; absent where that is 1 everywhere.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, schemars(length(min = 1), inner(range(min = 1))))]
        multiplicity: Option<Vec<u64>>,
    },
    /// The integer vectors modulo a lattice; links in the order 1⁺, 1⁻, 2⁺, 2⁻, …
    Lattice {
        /// Rows of a matrix in Hermite normal form, whose columns generate the lattice.
        #[cfg_attr(test, schemars(length(min = 1), inner(length(min = 1))))]
        matrix: Vec<Vec<u64>>,
    },
    /// The mesh without wraparound: the product of paths.
    Mesh {
        /// Number of nodes along each dimension, each at least 2.
        #[cfg_attr(test, schemars(length(min = 1), inner(range(min = 2))))]
        radices: Vec<u64>,
    },
    /// The lift of a base graph whose links carry elements of an abelian group.
    Lift(Lift),
}

/// A group by its generators, one for each link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields))]
#[serde(untagged)]
pub enum Group {
    /// A family with one parameter.
    Family {
        /// Which.
        family: Family,
        /// Its parameter.
        #[cfg_attr(test, schemars(range(min = 2)))]
        n: u64,
    },
    /// The integers modulo n; the steps both ways.
    Circulant {
        /// The word `circulant`.
        family: CirculantWord,
        /// Number of nodes.
        #[cfg_attr(test, schemars(range(min = 2)))]
        n: u64,
        /// Steps s, each giving the links +s and −s, or one where these coincide.
        #[cfg_attr(test, schemars(length(min = 1), inner(range(min = 1))))]
        steps: Vec<u64>,
    },
    /// What some permutations generate.
    Permutations {
        /// The generators, closed under inverses: generator g takes v to the permutation with i ↦ `v[g[i]]`.
        #[cfg_attr(test, schemars(length(min = 1)))]
        permutations: Vec<Vec<u64>>,
    },
}

/// A family of Cayley graphs with one parameter n.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Permutations of n symbols; link i swaps places 0 and i + 1.
    Star,
    /// Permutations of n symbols; link i reverses the first i + 2 places.
    Pancake,
    /// Permutations of n symbols; link i swaps places i and i + 1.
    BubbleSort,
    /// The integers modulo n; link i adds i + 1.
    Complete,
    /// A ring of n nodes for every corner of the n-cube.
    CubeConnectedCycles,
    /// The wrapped butterfly of n levels.
    Butterfly,
}

/// The word `circulant`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CirculantWord {
    /// The only one.
    #[default]
    Circulant,
}

tagged! {
    enum NetworkKind of Network() as NetworkKeys;
    keys {
        dimension: u64,
        radices: Vec<u64>,
        nodes: u64,
        family: FamilyWord,
        n: u64,
        steps: Vec<u64>,
        permutations: Vec<Vec<u64>>,
        directed: bool,
        names: Vec<String>,
        switches: Vec<u32>,
        switch_ports: Ports,
        links: AnyLinks,
        multiplicity: Vec<u64>,
        matrix: Vec<Vec<u64>>,
        group: Vec<u64>,
    }
    kinds {
        Hypercube "a hypercube" { dimension };
        Torus "a torus" { radices };
        Ring "a ring" { nodes };
        IncompleteHypercube "an incomplete hypercube" { nodes };
        Cayley => cayley;
        Graph => graph;
        Hyperx => hyperx;
        Lattice "a lattice" { matrix };
        Mesh "a mesh" { radices };
        Lift => lift;
    }
}

/// The words of all families.
#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum FamilyWord {
    Star,
    Pancake,
    BubbleSort,
    Complete,
    CubeConnectedCycles,
    Butterfly,
    Circulant,
}

impl FamilyWord {
    /// Returns the family, unless it is the one that has steps.
    fn of_one_parameter(self) -> Option<Family> {
        match self {
            Self::Star => Some(Family::Star),
            Self::Pancake => Some(Family::Pancake),
            Self::BubbleSort => Some(Family::BubbleSort),
            Self::Complete => Some(Family::Complete),
            Self::CubeConnectedCycles => Some(Family::CubeConnectedCycles),
            Self::Butterfly => Some(Family::Butterfly),
            Self::Circulant => None,
        }
    }
}

impl Network {
    /// Returns a `HyperX`; both `None` and a 1 for each dimension mean that no links lie side by side.
    #[must_use]
    pub fn hyperx(radices: Vec<u64>, multiplicity: Option<Vec<u64>>) -> Self {
        let is_plain = |all: &[u64]| all.len() == radices.len() && all.iter().all(|&links| links == 1);
        let multiplicity = multiplicity.filter(|all| !is_plain(all));
        Self::Hyperx { radices, multiplicity }
    }

    /// Returns the graph with its switches as hosts; any other network as it is.
    #[must_use]
    pub fn without_switches(&self) -> Self {
        match self {
            Self::Graph(graph) => {
                Self::Graph(Graph { switches: None, switch_ports: Ports::All, ..graph.clone() })
            }
            other => other.clone(),
        }
    }
}

fn hyperx(found: NetworkKeys) -> Result<Network, String> {
    found.only(&["radices", "multiplicity"], "a HyperX")?;
    Ok(Network::hyperx(need(found.radices, "radices")?, found.multiplicity))
}

fn graph(found: NetworkKeys) -> Result<Network, String> {
    let keys = ["nodes", "directed", "names", "switches", "switch_ports", "links"];
    only_with_switches(&found, &keys, ["a graph", "a graph without switches"])?;
    Ok(Network::Graph(Graph {
        nodes: need(found.nodes, "nodes")?,
        directed: found.directed.unwrap_or_default(),
        names: found.names.map(Into::into),
        switches: found.switches.map(Into::into),
        switch_ports: found.switch_ports.unwrap_or(Ports::All),
        links: need(found.links, "links")?.of_graph()?,
    }))
}

fn lift(found: NetworkKeys) -> Result<Network, String> {
    let keys = ["group", "nodes", "names", "switches", "switch_ports", "links"];
    only_with_switches(&found, &keys, ["a lift", "a lift without switches"])?;
    Ok(Network::Lift(Lift {
        group: need(found.group, "group")?,
        nodes: need(found.nodes, "nodes")?,
        names: found.names.map(Into::into),
        switches: found.switches.map(Into::into),
        switch_ports: found.switch_ports.unwrap_or(Ports::All),
        links: need(found.links, "links")?.of_lift()?,
    }))
}

/// Refuses keys that are not among `keys`, and ports of switches where there are no switches.
fn only_with_switches(found: &NetworkKeys, keys: &[&str], [what, without]: [&str; 2]) -> Result<(), String> {
    if found.switches.is_some() {
        return found.only(keys, what);
    }
    let what = if found.switch_ports.is_some() { without } else { what };
    let keys: Vec<&str> = keys.iter().copied().filter(|key| *key != "switch_ports").collect();
    found.only(&keys, what)
}

fn cayley(found: NetworkKeys) -> Result<Network, String> {
    let group = match found.family {
        None if found.permutations.is_some() => {
            found.only(&["permutations"], "a Cayley graph of permutations")?;
            Group::Permutations { permutations: need(found.permutations, "permutations")? }
        }
        None => return Err("missing field `family`, or `permutations`".to_owned()),
        Some(word) => match word.of_one_parameter() {
            None => {
                found.only(&["family", "n", "steps"], "a circulant")?;
                let (family, n) = (CirculantWord::Circulant, need(found.n, "n")?);
                Group::Circulant { family, n, steps: need(found.steps, "steps")? }
            }
            Some(family) => {
                found.only(&["family", "n"], "a Cayley graph of this family")?;
                Group::Family { family, n: need(found.n, "n")? }
            }
        },
    };
    Ok(Network::Cayley(group))
}
