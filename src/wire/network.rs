//! The network of a task document.

use super::graph::{Graph, GraphLink};
use super::keys::{need, only};
use super::task::Ports;
use serde::{Deserialize, Serialize};

/// A network by its kind and size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "NetworkFields")]
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

/// All keys that any network has; read first so that a fault inside keeps its exact place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NetworkFields {
    kind: NetworkKind,
    dimension: Option<u64>,
    radices: Option<Vec<u64>>,
    nodes: Option<u64>,
    family: Option<FamilyWord>,
    n: Option<u64>,
    steps: Option<Vec<u64>>,
    permutations: Option<Vec<Vec<u64>>>,
    directed: Option<bool>,
    names: Option<Vec<String>>,
    switches: Option<Vec<u32>>,
    switch_ports: Option<Ports>,
    links: Option<Vec<GraphLink>>,
}

/// Every family there is.
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
    /// The family, unless it has steps.
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

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum NetworkKind {
    Hypercube,
    Torus,
    Ring,
    IncompleteHypercube,
    Cayley,
    Graph,
}

impl TryFrom<NetworkFields> for Network {
    type Error = String;

    fn try_from(fields: NetworkFields) -> Result<Self, String> {
        let present = [
            ("dimension", fields.dimension.is_some()),
            ("radices", fields.radices.is_some()),
            ("nodes", fields.nodes.is_some()),
            ("family", fields.family.is_some()),
            ("n", fields.n.is_some()),
            ("steps", fields.steps.is_some()),
            ("permutations", fields.permutations.is_some()),
            ("directed", fields.directed.is_some()),
            ("names", fields.names.is_some()),
            ("switches", fields.switches.is_some()),
            ("switch_ports", fields.switch_ports.is_some()),
            ("links", fields.links.is_some()),
        ];
        match fields.kind {
            NetworkKind::Hypercube => {
                only(&present, &["dimension"], "a hypercube")?;
                Ok(Self::Hypercube { dimension: need(fields.dimension, "dimension")? })
            }
            NetworkKind::Torus => {
                only(&present, &["radices"], "a torus")?;
                Ok(Self::Torus { radices: need(fields.radices, "radices")? })
            }
            NetworkKind::Ring => {
                only(&present, &["nodes"], "a ring")?;
                Ok(Self::Ring { nodes: need(fields.nodes, "nodes")? })
            }
            NetworkKind::IncompleteHypercube => {
                only(&present, &["nodes"], "an incomplete hypercube")?;
                Ok(Self::IncompleteHypercube { nodes: need(fields.nodes, "nodes")? })
            }
            NetworkKind::Cayley => group(fields, &present).map(Self::Cayley),
            NetworkKind::Graph => graph(fields, &present).map(Self::Graph),
        }
    }
}

fn graph(fields: NetworkFields, present: &[(&str, bool)]) -> Result<Graph, String> {
    let keys = ["nodes", "directed", "names", "switches", "switch_ports", "links"];
    if fields.switches.is_some() {
        only(present, &keys, "a graph")?;
    } else {
        let what = if fields.switch_ports.is_some() { "a graph without switches" } else { "a graph" };
        let keys: Vec<&str> = keys.into_iter().filter(|key| *key != "switch_ports").collect();
        only(present, &keys, what)?;
    }
    Ok(Graph {
        nodes: need(fields.nodes, "nodes")?,
        directed: fields.directed.unwrap_or_default(),
        names: fields.names.map(Into::into),
        switches: fields.switches.map(Into::into),
        switch_ports: fields.switch_ports.unwrap_or(Ports::All),
        links: need(fields.links, "links")?.into(),
    })
}

fn group(fields: NetworkFields, present: &[(&str, bool)]) -> Result<Group, String> {
    match fields.family {
        None if fields.permutations.is_some() => {
            only(present, &["permutations"], "a Cayley graph of permutations")?;
            Ok(Group::Permutations { permutations: need(fields.permutations, "permutations")? })
        }
        None => Err("missing field `family`, or `permutations`".to_owned()),
        Some(word) => {
            let Some(family) = word.of_one_parameter() else {
                only(present, &["family", "n", "steps"], "a circulant")?;
                let (family, n) = (CirculantWord::Circulant, need(fields.n, "n")?);
                return Ok(Group::Circulant { family, n, steps: need(fields.steps, "steps")? });
            };
            only(present, &["family", "n"], "a Cayley graph of this family")?;
            Ok(Group::Family { family, n: need(fields.n, "n")? })
        }
    }
}
