//! Why the numbers of a task document make no task.

use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// A task document whose numbers make no task.
#[derive(Debug, Clone, PartialEq, Eq, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum ModelError {
    /// A hypercube of no or too many dimensions.
    #[error("dimension {found}, expected 1 to 62")]
    DimensionOutOfRange {
        /// The value in the document.
        found: u64,
    },
    /// A torus without dimensions.
    #[error("no radices, expected at least one")]
    NoRadices,
    /// A dimension that is no ring.
    #[error("{} {found}, expected at least 2", if .place == "nodes" { "number of nodes" } else { "radix" })]
    RadixTooSmall {
        /// Where it stands: `radices[i]` or `nodes`.
        place: String,
        /// The value in the document.
        found: u64,
    },
    /// More nodes than indices.
    #[error("the network has more than 2^62 nodes")]
    TooManyNodes,
    /// A family of Cayley graphs with a parameter that is too small, or whose graph is too large.
    #[error("n {found}, expected {least} to {most}")]
    FamilySize {
        /// The value in the document.
        found: u64,
        /// The least n.
        least: u64,
        /// The greatest n.
        most: u64,
    },
    /// A group without generators.
    #[error("no generators, expected at least one")]
    NoGenerators,
    /// A step that leads nowhere or once round.
    #[error("step {found}, expected 1 to {greatest}")]
    StepOutOfRange {
        /// Index into the list of steps.
        index: usize,
        /// The value in the document.
        found: u64,
        /// The number of nodes less one.
        greatest: u64,
    },
    /// A list that is no permutation of the symbols of the first.
    #[error(
        "not a permutation of the symbols 0 to s - 1 with s = {symbols}, the length of the first generator"
    )]
    NotAPermutation {
        /// Index of the generator.
        index: usize,
        /// Number of symbols.
        symbols: usize,
    },
    /// The identity as a generator.
    #[error("the identity, expected a permutation that moves some symbol: a link leads to another node")]
    TrivialGenerator {
        /// Index of the generator.
        index: usize,
    },
    /// A generator whose links are those of an earlier one.
    #[error("the same links as generator {first}; leave it out")]
    RepeatedGenerator {
        /// Where it stands: `steps[i]`, `permutations[i]` or `matrix[i]`.
        place: String,
        /// The one before.
        first: usize,
    },
    /// Numbers of links side by side for some dimensions only, or for too many.
    #[error("{found} multiplicities, expected {expected}, one for each radix")]
    MultiplicityCount {
        /// How many there are.
        found: usize,
        /// Number of dimensions.
        expected: u64,
    },
    /// No links in a dimension.
    #[error("multiplicity 0, expected at least 1: that many links lie side by side")]
    MultiplicityZero {
        /// Index into the list of multiplicities.
        index: usize,
    },
    /// A matrix of rows of other lengths than their number.
    #[error("{found} entries in row {row} (from 0), expected {expected}: the matrix is square")]
    NotSquare {
        /// Index of the row.
        row: usize,
        /// How many entries it has.
        found: usize,
        /// How many rows there are.
        expected: usize,
    },
    /// A matrix that is not in Hermite normal form.
    #[error(
        "{found}, expected the Hermite normal form: 0 below the diagonal, 1 or more on it, right of it less than on it \
         in the same row; isotask new lattice brings any matrix to it"
    )]
    NotNormal {
        /// Index of the row.
        row: usize,
        /// Index of the column.
        column: usize,
        /// The value in the document.
        found: u64,
    },
    /// A unit vector that is one of the lattice.
    #[error("unit vector {index} (from 0) lies in the lattice, so that its links would lead nowhere")]
    UnitVanishes {
        /// Index of the dimension.
        index: usize,
    },
    /// A generator whose inverse is missing.
    #[error("a generator whose inverse is missing; add it, for links lead both ways")]
    InverseMissing {
        /// Index of the generator.
        index: usize,
    },
    /// A circulant in several pieces.
    #[error(
        "n and all steps are multiples of {common}, so that the graph falls into {common} pieces; divide by {common}"
    )]
    Disconnected {
        /// Their greatest common divisor.
        common: u64,
    },
    /// A group whose tables do not fit.
    #[error(
        "more than {nodes} nodes, or {links} links of all nodes together, of which the tables of a Cayley graph have no more"
    )]
    GroupTooLarge {
        /// The limit of nodes.
        nodes: u64,
        /// The limit of links.
        links: u64,
    },
    /// Permutations that generate more than can be listed.
    #[error("the group has more permutations than can be listed: their symbols together may be {symbols}")]
    #[strum(serialize = "group-too-large")]
    TooManySymbols {
        /// The limit of symbols.
        symbols: u64,
    },
    /// Coordinates on a Cayley graph.
    #[error("a list of coordinates, expected an index: the nodes of a Cayley graph are numbered")]
    CoordinatesOnCayley {
        /// Where it stands inside the task.
        place: String,
    },
    /// A network that is not symmetric, where the task relies on symmetry.
    #[error("the network does not look the same from every node; list the packets as demands instead")]
    NotSymmetric,
    /// A graph of more nodes or links than are listed.
    #[error(
        "more than {nodes} nodes, or a capacity of more than {links} packets of all directed links together, of which a graph has no more"
    )]
    GraphTooLarge {
        /// The limit of nodes.
        nodes: u64,
        /// The limit of links, each as often as it carries packets.
        links: u64,
    },
    /// An end of a link that is no node.
    #[error("node {found} of a link, expected at most {greatest}")]
    LinkOutOfRange {
        /// Index into the list of links.
        index: usize,
        /// Which end, 0 or 1.
        end: usize,
        /// The value in the document.
        found: u64,
        /// The greatest node.
        greatest: u64,
    },
    /// A loop.
    #[error("a link from node {node} to itself, expected two nodes; leave it out")]
    LinkToItself {
        /// Index into the list of links.
        index: usize,
        /// The node.
        node: u64,
    },
    /// A link that carries nothing.
    #[error("capacity 0, expected at least 1; leave such links out")]
    CapacityZero {
        /// Index into the list of links.
        index: usize,
        /// Where it stands in the link.
        at: usize,
    },
    /// Two links between one pair of nodes.
    #[error("the same nodes as link {first}; make them one link with the capacity of both")]
    RepeatedLink {
        /// Index into the list of links.
        index: usize,
        /// The one before.
        first: usize,
    },
    /// A lift without a group.
    #[error("no group, expected at least one number of 2 or more")]
    NoGroup,
    /// A base without nodes.
    #[error("a base of no nodes, expected at least 1")]
    NoNodes,
    /// A link of a base that carries no element of the group.
    #[error("{found} number{}, expected {expected}, one for each part of the group", if *.found == 1 { "" } else { "s" })]
    ShiftLength {
        /// Index into the list of links.
        index: usize,
        /// How many numbers there are.
        found: usize,
        /// How many parts the group has.
        expected: usize,
    },
    /// A part of an element that the group does not have.
    #[error("{found}, expected at most {greatest} in this part of the group")]
    ShiftOutOfRange {
        /// Index into the list of links.
        index: usize,
        /// Index into the element.
        part: usize,
        /// The value in the document.
        found: u64,
        /// The greatest number.
        greatest: u64,
    },
    /// A packet without a way, the first of the task.
    #[error("no way leads from node {from} to node {to}, expected one for what the task has to bring there")]
    NoWay {
        /// Where the document asks for it.
        place: String,
        /// The name of the node where the packet, or a part of it, starts.
        from: String,
        /// The name of the node where it must come, which cannot be reached.
        to: String,
    },
    /// Names of some nodes only, or of too many.
    #[error("{found} names, expected {expected}, one for each node")]
    NameCount {
        /// How many there are.
        found: usize,
        /// Number of nodes.
        expected: u64,
    },
    /// A name that cannot be read.
    #[error("a name that is empty, begins or ends with a blank, or holds control characters")]
    BadName {
        /// Index into the list of names.
        index: usize,
    },
    /// A name that stands twice.
    #[error("the same name as node {first}, expected another")]
    RepeatedName {
        /// Index into the list of names.
        index: usize,
        /// The one before.
        first: usize,
    },
    /// A switch that is no node.
    #[error("switch {found}, expected at most {greatest}")]
    SwitchOutOfRange {
        /// Index into the list of switches.
        index: usize,
        /// The value in the document.
        found: u64,
        /// The greatest node.
        greatest: u64,
    },
    /// Switches that are not in increasing order, each once.
    #[error("switch {found} after {before}, expected increasing nodes")]
    SwitchOrder {
        /// Index into the list of switches.
        index: usize,
        /// The value in the document.
        found: u64,
        /// The one before.
        before: u64,
    },
    /// Fewer than two nodes that are no switches.
    #[error("{hosts} node{} without the switches, expected at least 2", if *hosts == 1 { "" } else { "s" })]
    TooFewHosts {
        /// Number of nodes that are no switches.
        hosts: u64,
    },
    /// k = 0 of the switches.
    #[error("0 ports, expected at least 1")]
    #[strum(serialize = "ports-zero")]
    SwitchPortsZero,
    /// A switch where a packet starts or goes.
    #[error("node {node} is a switch, which forwards and has no packets of its own; expected another node")]
    AtSwitch {
        /// Where it stands inside the task.
        place: String,
        /// The node.
        node: u64,
    },
    /// Coordinates on a graph.
    #[error("a list of coordinates, expected an index: the nodes of a graph are numbered")]
    CoordinatesOnGraph {
        /// Where it stands inside the task.
        place: String,
    },
    /// A packet that goes where it starts.
    #[error("from and to are both node {node}, expected two nodes; leave such packets out")]
    DemandToItself {
        /// Index into the list of packets.
        packet: usize,
        /// The node.
        node: u64,
    },
    /// More packets, or hops of packets, than are scheduled one by one.
    #[error("{found} {what}, of which schedules that list every move have at most {most}")]
    TooManyToList {
        /// Packets, hops, nodes or links.
        what: &'static str,
        /// How many the task has.
        found: u128,
        /// The limit.
        most: u64,
    },
    /// Listed packets where a task of another kind is asked for.
    #[error(
        "packets of any kind, expected a task that looks the same from every node, or a broadcast, accumulation, scatter or gather"
    )]
    #[strum(serialize = "listed")]
    Demands,
    /// A Cayley graph where only products of rings are taken.
    #[error(
        "a Cayley graph, expected a hypercube, torus or ring here; one that is the same network has to be named so"
    )]
    NotATorus,
    /// A packet for the node that sends it.
    #[error("offset 0, expected another node than the sender; leave such packets out")]
    OffsetZero {
        /// Index into the list of packets.
        packet: usize,
    },
    /// An offset that is no node.
    #[error("node {found}, expected at most {greatest}")]
    OffsetOutOfRange {
        /// Where it stands inside the task.
        place: String,
        /// The value in the document.
        found: u64,
        /// The greatest node.
        greatest: u64,
    },
    /// Coordinates that do not fit the dimensions.
    #[error("{found} coordinate{}, expected {expected}", if *found == 1 { "" } else { "s" })]
    #[strum(serialize = "coordinate-count")]
    WrongNumberOfCoordinates {
        /// Where it stands inside the task.
        place: String,
        /// How many there are.
        found: usize,
        /// How many dimensions there are.
        expected: usize,
    },
    /// A coordinate at or above its radix.
    #[error("coordinate {found}, expected 0 to {greatest}")]
    CoordinateOutOfRange {
        /// Where it stands inside the task.
        place: String,
        /// Index of the coordinate.
        coordinate: usize,
        /// The value in the document.
        found: u64,
        /// The radix less one.
        greatest: u64,
    },
    /// A negative offset where none may be.
    #[error(
        "a negative offset, expected one from 0 on: on rings, tori, HyperX and circulants alone offsets lead back"
    )]
    #[strum(serialize = "offset-negative")]
    NegativeOffset {
        /// Where it stands inside the task.
        place: String,
    },
    /// An offset that leads back all the way or farther.
    #[error("offset {found}, expected more than -{size} and less than {size}")]
    #[strum(serialize = "offset-out-of-range")]
    OffsetBelowRange {
        /// Where it stands inside the task.
        place: String,
        /// The value in the document.
        found: i64,
        /// The number of nodes.
        size: u64,
    },
    /// A coordinate of an offset that leads back, or on, all the way or farther.
    #[error("coordinate {found}, expected more than -{size} and less than {size}")]
    #[strum(serialize = "coordinate-out-of-range")]
    CoordinateBelowRange {
        /// Where it stands inside the task.
        place: String,
        /// Index of the coordinate.
        coordinate: usize,
        /// The value in the document.
        found: i64,
        /// The radix.
        size: u64,
    },
    /// Coordinates where nodes have none.
    #[error("a list of coordinates, expected an index: a hypercube's nodes are identity numbers")]
    CoordinatesOnHypercube {
        /// Where it stands inside the task.
        place: String,
    },
    /// A count of nothing.
    #[error("count 0, expected at least 1; leave such packets out")]
    CountZero {
        /// Where it stands: `count` or `packets[i].count`.
        place: String,
    },
    /// More transmissions than numbers.
    #[error(
        "the packets are 2^63 or more, or could need 2^63 transmissions or more from one node (on a hypercube: for each port); expected fewer"
    )]
    #[strum(serialize = "task-too-large")]
    Overflow,
    /// Packets by distance in rings that are too long to tabulate.
    #[error(
        "packets by distance in rings of {found} distances altogether, expected at most {most}; \
         list the packets as an isotropic task instead"
    )]
    RingsTooLong {
        /// Half the radices, rounded down, added up.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// K = 0.
    #[error("min 0, expected at least 1: a node sends nothing to itself")]
    MinZero,
    /// K > L.
    #[error("min {min} above max {max}")]
    MinAboveMax {
        /// K.
        min: u64,
        /// L.
        max: u64,
    },
    /// L beyond the farthest node.
    #[error("max {found}, expected at most the diameter {diameter}")]
    MaxAboveDiameter {
        /// L.
        found: u64,
        /// The diameter of the network.
        diameter: u64,
    },
    /// k = 0.
    #[error("0 ports, expected at least 1")]
    PortsZero,
    /// A task that is no isotropic one where only those are taken.
    #[error("a broadcast, accumulation, scatter or gather, expected an isotropic task here")]
    NotIsotropic,
    /// An isotropic task where only others are taken.
    #[error("an isotropic task, expected a broadcast, accumulation, scatter or gather here")]
    NotCollective,
    /// An allreduce where tasks of packets are taken.
    #[error("an allreduce, which has no list of packets; expected another task here")]
    Allreduce,
    /// Parcels where packets of equal length are taken.
    #[error("packets that differ in length or start, expected another task here")]
    Parcels,
    /// A task of another kind where only parcels are taken.
    #[error("a task of another kind, expected parcels here")]
    NotParcels,
    /// A packet that holds no link.
    #[error("length 0, expected at least 1")]
    LengthZero {
        /// Index of the packet.
        packet: usize,
    },
    /// A task of another kind where only an allreduce is taken.
    #[error("a task of another kind, expected an allreduce here")]
    NotAllreduce,
    /// One half-duplex port with a task whose schedules are symmetric.
    #[error(
        "one half-duplex port with packets in rows or words, expected another rule: in a slot of a symmetric schedule every \
         node sends and receives"
    )]
    HalfDuplex,
    /// A delay objective where none is defined.
    #[error(
        "an objective of delay, expected completion-time for packets that are copied or combined, and for parcels"
    )]
    DelayObjective,
}

impl ModelError {
    /// Returns the reason as it stands in file names and in `--json`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        self.into()
    }

    /// Returns the JSON path inside the task document.
    #[must_use]
    pub fn place(&self) -> String {
        match self {
            Self::DimensionOutOfRange { .. } => "network.dimension".to_owned(),
            Self::NoRadices => "network.radices".to_owned(),
            Self::RadixTooSmall { place, .. } | Self::RepeatedGenerator { place, .. } => {
                format!("network.{place}")
            }
            Self::TooManyNodes
            | Self::NoGenerators
            | Self::GroupTooLarge { .. }
            | Self::TooManySymbols { .. }
            | Self::GraphTooLarge { .. }
            | Self::NotATorus => "network".to_owned(),
            Self::LinkOutOfRange { index, end, .. } => format!("network.links[{index}][{end}]"),
            Self::LinkToItself { index, .. } | Self::RepeatedLink { index, .. } => {
                format!("network.links[{index}]")
            }
            Self::CapacityZero { index, at } => format!("network.links[{index}][{at}]"),
            Self::NoGroup => "network.group".to_owned(),
            Self::NoNodes => "network.nodes".to_owned(),
            Self::ShiftLength { index, .. } => format!("network.links[{index}][2]"),
            Self::ShiftOutOfRange { index, part, .. } => format!("network.links[{index}][2][{part}]"),
            Self::NameCount { .. } => "network.names".to_owned(),
            Self::BadName { index } | Self::RepeatedName { index, .. } => format!("network.names[{index}]"),
            Self::SwitchOutOfRange { index, .. } | Self::SwitchOrder { index, .. } => {
                format!("network.switches[{index}]")
            }
            Self::TooFewHosts { .. } => "network.switches".to_owned(),
            Self::SwitchPortsZero => "network.switch_ports.at-most".to_owned(),
            Self::FamilySize { .. } => "network.n".to_owned(),
            Self::StepOutOfRange { index, .. } => format!("network.steps[{index}]"),
            Self::Disconnected { .. } => "network.steps".to_owned(),
            Self::MultiplicityCount { .. } => "network.multiplicity".to_owned(),
            Self::MultiplicityZero { index } => format!("network.multiplicity[{index}]"),
            Self::NotSquare { row, .. } => format!("network.matrix[{row}]"),
            Self::NotNormal { row, column, .. } => format!("network.matrix[{row}][{column}]"),
            Self::UnitVanishes { index } => format!("network.matrix[{index}]"),
            Self::NotAPermutation { index, .. }
            | Self::TrivialGenerator { index }
            | Self::InverseMissing { index } => format!("network.permutations[{index}]"),
            Self::OffsetZero { packet } => format!("task.packets[{packet}].offset"),
            Self::LengthZero { packet } => format!("task.packets[{packet}].length"),
            Self::DemandToItself { packet, .. } => format!("task.packets[{packet}].to"),
            Self::OffsetOutOfRange { place, .. }
            | Self::NegativeOffset { place }
            | Self::OffsetBelowRange { place, .. }
            | Self::WrongNumberOfCoordinates { place, .. }
            | Self::CoordinatesOnHypercube { place }
            | Self::CoordinatesOnCayley { place }
            | Self::CoordinatesOnGraph { place }
            | Self::AtSwitch { place, .. }
            | Self::NoWay { place, .. }
            | Self::CountZero { place } => format!("task.{place}"),
            Self::CoordinateOutOfRange { place, coordinate, .. }
            | Self::CoordinateBelowRange { place, coordinate, .. } => {
                format!("task.{place}[{coordinate}]")
            }
            Self::NotIsotropic
            | Self::NotCollective
            | Self::Allreduce
            | Self::NotAllreduce
            | Self::Parcels
            | Self::NotParcels
            | Self::NotSymmetric
            | Self::Demands => "task.kind".to_owned(),
            Self::HalfDuplex => "ports".to_owned(),
            Self::DelayObjective => "objective".to_owned(),
            Self::Overflow | Self::RingsTooLong { .. } | Self::TooManyToList { .. } => "task".to_owned(),
            Self::MinZero | Self::MinAboveMax { .. } => "task.min".to_owned(),
            Self::MaxAboveDiameter { .. } => "task.max".to_owned(),
            Self::PortsZero => "ports.at-most".to_owned(),
        }
    }
}
