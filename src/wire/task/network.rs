//! The network of a task document.

use super::graph::Graph;
use super::lift::Lift;
use super::links::AnyLinks;
use super::ports::Ports;
use crate::reading::keys::{need, only};
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
    links: Option<AnyLinks>,
    multiplicity: Option<Vec<u64>>,
    matrix: Option<Vec<Vec<u64>>>,
    group: Option<Vec<u64>>,
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
    Hyperx,
    Lattice,
    Mesh,
    Lift,
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
            ("multiplicity", fields.multiplicity.is_some()),
            ("matrix", fields.matrix.is_some()),
            ("group", fields.group.is_some()),
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
            NetworkKind::Mesh => {
                only(&present, &["radices"], "a mesh")?;
                Ok(Self::Mesh { radices: need(fields.radices, "radices")? })
            }
            NetworkKind::Lift => lift(fields, &present).map(Self::Lift),
            NetworkKind::Hyperx => {
                only(&present, &["radices", "multiplicity"], "a HyperX")?;
                Ok(Self::hyperx(need(fields.radices, "radices")?, fields.multiplicity))
            }
            NetworkKind::Lattice => {
                only(&present, &["matrix"], "a lattice")?;
                Ok(Self::Lattice { matrix: need(fields.matrix, "matrix")? })
            }
        }
    }
}

impl Network {
    /// A `HyperX`; that no links lie side by side may be said by `None` or by a 1 for each dimension.
    #[must_use]
    pub fn hyperx(radices: Vec<u64>, multiplicity: Option<Vec<u64>>) -> Self {
        let is_plain = |all: &[u64]| all.len() == radices.len() && all.iter().all(|&links| links == 1);
        let multiplicity = multiplicity.filter(|all| !is_plain(all));
        Self::Hyperx { radices, multiplicity }
    }
}

fn graph(fields: NetworkFields, present: &[(&str, bool)]) -> Result<Graph, String> {
    let keys = ["nodes", "directed", "names", "switches", "switch_ports", "links"];
    only_with_switches(&fields, present, &keys, ["a graph", "a graph without switches"])?;
    Ok(Graph {
        nodes: need(fields.nodes, "nodes")?,
        directed: fields.directed.unwrap_or_default(),
        names: fields.names.map(Into::into),
        switches: fields.switches.map(Into::into),
        switch_ports: fields.switch_ports.unwrap_or(Ports::All),
        links: need(fields.links, "links")?.of_graph()?,
    })
}

fn lift(fields: NetworkFields, present: &[(&str, bool)]) -> Result<Lift, String> {
    let keys = ["group", "nodes", "names", "switches", "switch_ports", "links"];
    only_with_switches(&fields, present, &keys, ["a lift", "a lift without switches"])?;
    Ok(Lift {
        group: need(fields.group, "group")?,
        nodes: need(fields.nodes, "nodes")?,
        names: fields.names.map(Into::into),
        switches: fields.switches.map(Into::into),
        switch_ports: fields.switch_ports.unwrap_or(Ports::All),
        links: need(fields.links, "links")?.of_lift()?,
    })
}

/// Refuses other keys than these, and ports of switches where there are none.
fn only_with_switches(
    fields: &NetworkFields,
    present: &[(&str, bool)],
    keys: &[&str],
    [what, without]: [&str; 2],
) -> Result<(), String> {
    if fields.switches.is_some() {
        return only(present, keys, what);
    }
    let what = if fields.switch_ports.is_some() { without } else { what };
    let keys: Vec<&str> = keys.iter().copied().filter(|key| *key != "switch_ports").collect();
    only(present, &keys, what)
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
