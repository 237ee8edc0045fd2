//! Why a document is refused: one variant for every reason, with what was found and expected.

use crate::matrix::fault::MatrixFault;
use crate::network::symmetry::generator_fault::GeneratorFault;
use crate::replay::windows::fault::PlanFault;
use isotask_wire::{
    DelayRow, DelayVariable, ListedChannel, LowerKind, Per, Quantity, RoutingRule, Scope, Status,
};
use thiserror::Error;

/// The reason why a certificate or schedule is refused.
///
/// [`Rejection::reason`] gives the reason in one word, [`Rejection::place`] the JSON path.
/// Fields called `place` hold that path where the same fault can stand in several places.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of every variant says what its fields mean")]
pub enum Rejection {
    // The task.
    #[error("dimension {found}, expected 1 to 62")]
    DimensionOutOfRange { found: u64 },
    #[error("no dimensions, expected at least one radix")]
    NoRadices,
    #[error("radix {found}, expected at least 2")]
    RadixTooSmall { place: String, found: u64 },
    #[error("more than 2^62 nodes, expected at most 2^62")]
    TooManyNodes { place: String },
    #[error("a packet for the sender itself, expected another node")]
    ZeroOffset { place: String },
    #[error("node {found} in a network of {nodes} nodes, expected at most {}", .nodes - 1)]
    OffsetOutOfRange { place: String, found: u64, nodes: u64 },
    #[error("{found} coordinates, expected {expected}")]
    CoordinateCount { place: String, found: usize, expected: usize },
    #[error("coordinate {found} in a dimension of {radix} nodes, expected at most {}", .radix - 1)]
    CoordinateOutOfRange { place: String, found: u64, radix: u64 },
    #[error("a negative offset on a network without steps back, expected a node")]
    NegativeOffset { place: String },
    #[error("offset {found} in a network of {nodes} nodes, expected more than -{nodes}")]
    OffsetTooFarBack { place: String, found: i64, nodes: u64 },
    #[error("coordinate {found} in a dimension of {radix} nodes, expected more than -{radix}")]
    CoordinateTooFarBack { place: String, found: i64, radix: u64 },
    #[error("coordinates of a node of a hypercube, expected its index")]
    CoordinatesOnHypercube { place: String },
    #[error("n {found}, expected {least} to {most}")]
    FamilySize { found: u64, least: u64, most: u64 },
    #[error("no generators, expected at least one")]
    NoGenerators,
    #[error("step {found} round {nodes} nodes, expected 1 to {}", .nodes - 1)]
    StepOutOfRange { place: String, found: u64, nodes: u64 },
    #[error("not a permutation of the {symbols} symbols from 0, as many as the first generator has")]
    NotAPermutation { index: usize, symbols: usize },
    #[error("the identity as a generator, expected a link to another node")]
    TrivialGenerator { index: usize },
    #[error("the same links as generator {first}, expected each once")]
    RepeatedGenerator { place: String, first: usize },
    #[error("{found} multiplicities of {radices} dimensions, expected one for each")]
    MultiplicityCount { found: usize, radices: usize },
    #[error("multiplicity 0, expected at least one link")]
    ZeroMultiplicity { index: usize },
    #[error("{found} entries in a row of a matrix of {rows} rows, expected as many")]
    NotSquare { row: usize, found: usize, rows: usize },
    #[error(
        "entry {found}, expected a matrix in Hermite normal form: 0 below the diagonal, 1 or more on it, less than that to the right of it"
    )]
    NotNormal { row: usize, column: usize, found: u64 },
    #[error("a unit vector of the lattice, expected its links to lead to another node")]
    UnitVanishes { index: usize },
    #[error("the inverse of this generator is missing, expected it among the generators")]
    InverseMissing { index: usize },
    #[error("generators that reach one node in {pieces}, expected all nodes to be connected")]
    Disconnected { pieces: u64 },
    #[error("more than {nodes} nodes or {links} links of all nodes, which are the checker's limits")]
    GroupTooLarge { nodes: u64, links: u64 },
    #[error("more than {limit} symbols of all permutations that are generated, which is the checker's limit")]
    TooManySymbols { limit: u64 },
    #[error("coordinates of a node of a Cayley graph, expected its index")]
    CoordinatesOnCayley { place: String },
    #[error(
        "more than {nodes} nodes, or a capacity of more than {links} packets of all directed links together, which are the checker's limits"
    )]
    GraphTooLarge { nodes: u64, links: u64 },
    #[error("node {found} of a link in a graph of {nodes} nodes, expected at most {}", .nodes - 1)]
    LinkOutOfRange { index: usize, end: usize, found: u64, nodes: u64 },
    #[error("a link from node {node} to itself, expected another node")]
    LinkToItself { index: usize, node: u64 },
    #[error("capacity 0 of a link, expected at least 1")]
    ZeroCapacity { index: usize, at: usize },
    #[error("a link between the nodes of link {first}, expected one with the capacity of both")]
    RepeatedLink { index: usize, first: usize },
    #[error("no group, expected at least one number of 2 or more")]
    NoGroup,
    #[error("a base of no nodes, expected at least 1")]
    NoNodes,
    #[error("{found} numbers of an element of a group with {expected} parts, expected one for each")]
    ShiftLength { index: usize, found: usize, expected: usize },
    #[error("{found} in a part of the group with {radix} elements, expected at most {}", .radix - 1)]
    ShiftOutOfRange { index: usize, part: usize, found: u64, radix: u64 },
    #[error("no way leads from node {from} to node {to}, expected one for what the task has to bring there")]
    NoWay { place: String, from: u64, to: u64 },
    #[error("{found} names of {nodes} nodes, expected one for each")]
    NameCount { found: usize, nodes: u64 },
    #[error("a name that is empty, begins or ends with a blank, or holds control characters")]
    BadName { index: usize },
    #[error("the name of node {first} again, expected another")]
    RepeatedName { index: usize, first: usize },
    #[error("switch {found} in a graph of {nodes} nodes, expected at most {}", .nodes - 1)]
    SwitchOutOfRange { index: usize, found: u64, nodes: u64 },
    #[error("switch {found} no greater than the one before, expected them in increasing order")]
    SwitchOrder { index: usize, found: u64 },
    #[error("{hosts} node{} that {} no switch, expected at least 2", if *.hosts == 1 { "" } else { "s" }, if *.hosts == 1 { "is" } else { "are" })]
    TooFewHosts { hosts: u64 },
    #[error("ports of switches limited to 0, expected at least 1")]
    NoSwitchPorts,
    #[error("node {node} is a switch, expected a node that has packets of its own")]
    AtSwitch { place: String, node: u64 },
    #[error("coordinates of a node of a graph, expected its index")]
    CoordinatesOnGraph { place: String },
    #[error("count 0, expected at least 1")]
    ZeroCount { place: String },
    #[error("ports limited to 0, expected at least 1")]
    NoPorts,
    #[error("least distance 0, expected at least 1")]
    MinZero,
    #[error("distances from {min} to {max}, expected them in increasing order")]
    MinAboveMax { min: u64, max: u64 },
    #[error("greatest distance {max}, expected at most the diameter {diameter}")]
    MaxAboveDiameter { max: u64, diameter: u64 },
    #[error(
        "the packets are 2^63 or more, or could make 2^63 hops or more (on a hypercube: for each port); expected fewer"
    )]
    TaskTooLarge,
    #[error(
        "an objective of delay, expected completion-time for a broadcast or accumulation, whose packets are copied or combined"
    )]
    DelayObjective,
    #[error(
        "an isotropic task on a network that does not look the same from every node, expected another task"
    )]
    NotSymmetric,
    #[error("a packet from node {node} to itself, expected another node")]
    DemandToItself { index: usize, node: u64 },
    #[error("more than {limit} packets to go through, which is the checker's limit")]
    TooManyRows { place: String, limit: u64 },

    // The schedule.
    #[error("a kind of schedule that the task does not have, expected {expected}")]
    ScheduleDoesNotFit { expected: &'static str },
    #[error(
        "one half-duplex port, but in a symmetric slot every node sends and receives; expected another rule or an explicit schedule"
    )]
    HalfDuplex,
    #[error("{found} packets that go -, expected at most {most}")]
    MinusTooLarge { found: u64, most: u64 },
    #[error("{fault}")]
    Plan { place: String, fault: PlanFault },
    #[error("{found} nodes for packet {packet}, expected {expected}")]
    PacketForm { packet: usize, found: usize, expected: usize },
    #[error("{found} packets {}, expected {expected} as in the task", ends_words(*.from, *.to))]
    EndsMismatch { from: Option<u64>, to: Option<u64>, found: u64, expected: u64 },
    #[error("{found} generators, expected at most {most}: fewer generate any group that is checked")]
    TooManyGenerators { found: usize, most: usize },
    #[error(
        "no translation of the incomplete hypercube takes node 0 to node {node}, expected low bits in which every block of nodes is complete"
    )]
    NotATranslation { index: usize, node: u64 },
    #[error("{fault}")]
    Generator { index: usize, fault: GeneratorFault },
    #[error("an element of the group other than the identity fixes node {node}, expected none")]
    GroupNotFree { node: u64 },
    #[error("a group whose elements have more than {limit} images of nodes together, expected no more")]
    TooManyImages { limit: u64 },
    #[error("packets {} whose translates under the group are not packets of the task, expected all", ends_words(*.from, *.to))]
    NotInvariant { from: Option<u64>, to: Option<u64> },
    #[error("node {node} has no link {link}, expected one that it has")]
    LinkMissing { slot: usize, index: usize, node: u64, link: usize },
    #[error("link {link} of the class of node {node} is used twice in slot {slot}, expected at most once")]
    ClassLinkTwice { slot: usize, index: usize, node: u64, link: usize },
    #[error(
        "in slot {slot} more packets go over link {link} of node {node} and those to which the group takes it than the {capacity} that one carries"
    )]
    ClassLinkAboveCapacity { slot: usize, index: usize, node: u64, link: usize, capacity: u64 },
    #[error("a move of {found} parts for a count of {count}, expected {}", if *.count > 1 { "[packet, position, link]" } else { "[position, link]" })]
    MoveForm { slot: usize, index: usize, found: usize, count: u64 },
    #[error(
        "{found} moves in all, expected at least {expected}: a packet crosses as many links as a spanning tree has"
    )]
    TooFewMoves { found: u64, expected: u128 },
    #[error("no link leads from node {from} to node {to}, expected a neighbour")]
    NotNeighbors { slot: usize, index: usize, from: u64, to: u64 },
    #[error("the link from node {from} to node {to} carries two packets in slot {slot}, expected one")]
    TransferTwice { slot: usize, index: usize, from: u64, to: u64 },
    #[error(
        "the link from node {from} to node {to} carries more packets in slot {slot} than its capacity {capacity}"
    )]
    TransferAboveCapacity { slot: usize, index: usize, from: u64, to: u64, capacity: u64 },
    #[error("node {node} sends {found} packets in slot {slot}, expected at most {ports} by the ports")]
    TooManySends { slot: usize, node: u64, found: u64, ports: u64 },
    #[error("node {node} receives {found} packets in slot {slot}, expected at most {ports} by the ports")]
    TooManyReceives { slot: usize, node: u64, found: u64, ports: u64 },
    #[error(
        "node {node} has {found} sends and receives in slot {slot}, expected one of either by the half-duplex port"
    )]
    HalfDuplexBoth { slot: usize, node: u64, found: u64 },
    #[error("packet {packet} is sent in slot {slot} from node {node}, which does not have it")]
    NotHeld { slot: usize, index: usize, packet: usize, node: u64 },
    #[error("packet {packet} is sent in slot {slot} by its root {root}, expected only to be received there")]
    RootSends { slot: usize, index: usize, packet: usize, root: u64 },
    #[error("node {node} sends its part of packet {packet} again in slot {slot}, expected once")]
    SentTwice { slot: usize, index: usize, packet: usize, node: u64 },
    #[error(
        "node {node} receives of packet {packet} in slot {slot}, but sends its part no later, expected before"
    )]
    ReceivedLate { slot: usize, index: usize, packet: usize, node: u64 },
    #[error("packet {packet} never comes to node {node}, expected it at every node")]
    NotReached { packet: usize, node: u64 },
    #[error("node {node} never sends its part of packet {packet}, expected once")]
    NeverSent { packet: usize, node: u64 },
    #[error("{found} packets of offset {offset}, expected {expected} as in the task")]
    PacketsMismatch { offset: u64, found: u64, expected: u64 },
    #[error("packet {row} of offset {offset}, expected it beside its equals, after packet {last}")]
    PacketsScattered { row: u64, offset: u64, last: u64 },
    #[error("packet {packet} of {packets}, expected an index below their number")]
    NoSuchPacket { slot: usize, index: usize, packet: u32, packets: usize },
    #[error("link {link} of {links}, expected an index below their number")]
    NoSuchLink { place: String, link: u64, links: usize },
    #[error("packet {packet} moves twice in slot {slot}, expected at most once")]
    PacketTwice { slot: usize, index: usize, packet: u32 },
    #[error("link {link} is used twice in slot {slot}, expected at most once")]
    LinkTwice { slot: usize, index: usize, link: u32 },
    #[error("{found} moves in slot {slot}, expected at most {ports} by the ports")]
    TooManyMoves { slot: usize, found: usize, ports: u64 },
    #[error("packet {packet} ends at node {found}, expected node {expected}")]
    NotDelivered { packet: usize, found: u64, expected: u64 },
    #[error("in the replay at every node, slot {slot}, node {node}: {fault}")]
    EveryNode { slot: u64, node: u64, fault: EveryNodeFault },
    #[error("no groups for {rows} rows, expected the first to begin with row 0")]
    NoGroups { rows: u64 },
    #[error("the first group begins with row {found}, expected row 0")]
    FirstGroup { found: u64 },
    #[error("group {group} begins with row {found}, expected a row after {previous}")]
    GroupsNotIncreasing { group: usize, found: u64, previous: u64 },
    #[error("group {group} begins with row {found}, expected one of the {rows} rows")]
    GroupBeyondRows { group: usize, found: u64, rows: u64 },
    #[error("an interval of width 0, expected at least 1")]
    IntervalEmpty { interval: usize },
    #[error("an interval that ends beyond slot 2^64, expected it to end before")]
    IntervalOverflow { interval: usize },
    #[error("group {group} of {groups}, expected an index below their number")]
    NoSuchGroup { interval: usize, group: u64, groups: usize },
    #[error("group {group} owns two links in slot {slot} (see also interval {other}), expected one")]
    GroupOverlap { interval: usize, other: usize, group: u64, slot: u64 },
    #[error("link {link} has two owners in slot {slot} (see also interval {other}), expected one")]
    LinkOverlap { interval: usize, other: usize, link: u64, slot: u64 },
    #[error("{found} intervals overlap in slot {slot}, expected at most {ports} by the ports")]
    TooManyIntervals { slot: u64, found: u64, ports: u64 },
    #[error("group {group} needs {needed} slots of link {link}, but owns {owned}")]
    PoolExhausted { group: u64, link: usize, needed: u64, owned: u64 },
    #[error("the route of row {row}, expected a row after {previous}")]
    RoutesNotIncreasing { route: usize, row: u64, previous: u64 },
    #[error("the route of row {row}, expected one of the {rows} rows")]
    RouteBeyondRows { route: usize, row: u64, rows: u64 },
    #[error("uses of {found} links, expected {expected}")]
    RouteLength { route: usize, found: usize, expected: usize },
    #[error("no route for row {row}, expected one for every row on a Cayley graph")]
    RouteMissing { row: u64 },
    #[error(
        "the route of row {row} ends elsewhere{}, expected its offset",
        .dimension.map_or(String::new(), |dimension| format!(" in dimension {dimension}"))
    )]
    RouteMisses { route: usize, row: u64, dimension: Option<usize> },

    // The claims.
    #[error("no claims, expected at least one")]
    NoClaims,
    #[error("{found} claims, at most {most} are checked")]
    TooManyClaims { found: usize, most: usize },
    #[error("a second claim for the quantity, scope and horizon of claim {first}, expected one")]
    RepeatedClaim { claim: usize, first: usize },
    #[error("a bound by {} on the {}, expected one that fits", .kind.as_str(), .quantity.words())]
    BoundDoesNotFit { claim: usize, kind: LowerKind, quantity: Quantity },
    #[error("a bound by {}, which is not defined for this task and kind of schedule", .kind.as_str())]
    BoundNotForTask { claim: usize, kind: LowerKind },
    #[error(
        "a claim of total delay, expected none: it is defined for packets that go from node to node, and not of conveyors"
    )]
    DelayUndefined { claim: usize },
    #[error("no key `per`, expected it with transmissions and total delay")]
    PerMissing { claim: usize },
    #[error("per {}, expected {}", .found.as_str(), .expected.as_str())]
    PerMismatch { claim: usize, found: Per, expected: Per },
    #[error("a key `per` with the completion time, expected none")]
    PerUnexpected { claim: usize },
    #[error("no key `horizon`, expected one with the total delay")]
    HorizonMissing { claim: usize },
    #[error("a key `horizon` with the {}, expected none", .quantity.words())]
    HorizonUnexpected { claim: usize, quantity: Quantity },
    #[error("the horizon critical, but no optimal completion time of scope isotropic or all is claimed")]
    HorizonNotCritical { claim: usize },
    #[error("a horizon of {horizon} slots, but the schedule takes {completion_time}")]
    HorizonExceeded { claim: usize, horizon: u64, completion_time: u64 },
    #[error("value {found}, but the schedule attains {replayed}")]
    ValueMismatch { claim: usize, found: u128, replayed: u128 },
    #[error("bound {found}, but its witness gives {recomputed}")]
    LowerMismatch { claim: usize, found: u128, recomputed: u128 },
    #[error("bound {lower} above the value {value}, which contradict each other")]
    LowerAboveValue { claim: usize, value: u128, lower: u128 },
    #[error("scope {}, but the bound binds {} only", .found.as_str(), .widest.as_str())]
    ScopeTooWide { claim: usize, found: Scope, widest: Scope },
    #[error("scope {}, which says nothing of this task and kind of schedule; expected a wider one", .found.as_str())]
    ScopeUndefined { claim: usize, found: Scope },
    #[error("packet {row} makes {hops} hops, expected its distance {distance} in this scope")]
    NotShortest { claim: usize, row: u64, hops: u64, distance: u64 },
    #[error("status {}, expected {}", .found.as_str(), .expected.as_str())]
    StatusMismatch { claim: usize, found: Status, expected: Status },
    #[error("{found} weights, expected one for each of the {expected} links")]
    WeightCount { place: String, found: usize, expected: usize },
    #[error("no weight above 0, expected at least one")]
    ZeroWeights { claim: usize },
    #[error("within {within} for a bound of {value}, expected one less than the bound")]
    WithinMismatch { claim: usize, within: u64, value: u64 },
    #[error("weight {sum} to move against a capacity of {capacity}, expected more")]
    NotProved { claim: usize, sum: i128, capacity: i128 },
    #[error("node {offset} is at the other end of no packet, expected one that is")]
    NotAnOffset { claim: usize, offset: u64 },
    #[error("no key `from`, expected the origin of the packet: in this task every packet has its own")]
    OriginMissing { claim: usize },
    #[error("a key `from`, expected none: the packet starts at node 0, or at the root")]
    OriginUnexpected { claim: usize },
    #[error("nodes that make no cut, expected some, but not all, of at most 2^23 nodes, each once")]
    CutNodes { claim: usize },
    #[error("a price from node {from} to node {to}, between which no link leads; expected neighbours")]
    PriceOfNoLink { place: String, from: u64, to: u64 },
    #[error("no price above 0, expected at least one")]
    ZeroPrices { claim: usize },
    #[error("distance 0, expected at least 1")]
    DistanceZero { claim: usize },
    #[error("{free} dimensions of offset {offset} are open, at most {limit} can be enumerated")]
    TooManyDirections { claim: usize, offset: u64, free: usize, limit: usize },
    #[error("more than {limit} choices to weigh, which is the checker's limit")]
    TooMuchWork { claim: usize, limit: u64 },
    #[error("more than {limit} steps of work, expected fewer, or a greater --limit")]
    LimitReached { place: String, limit: u64 },
    #[error("more than {limit} classes of packets, which is the checker's limit")]
    TooManyClasses { claim: usize, limit: u64 },
    #[error("more than {limit} coordinates in one dimension, which is the checker's limit")]
    TooManyValues { claim: usize, limit: u64 },
    #[error("sums beyond 64 or 128 bits, expected smaller weights, counts or slots")]
    Overflow { place: String },
    #[error("a tree for the bound 0, expected at least 1")]
    TreeBoundZero { claim: usize },
    #[error("the tree ends before node {node}, expected another node")]
    TreeIncomplete { claim: usize, node: usize },
    #[error("the tree is complete before node {node}, expected no further node")]
    TreeTrailing { claim: usize, node: usize },
    #[error("class {class} of {classes}, expected an index below their number")]
    BranchClass { claim: usize, node: usize, class: u64, classes: usize },
    #[error("dimension {dimension} of {dimensions}, expected an index below their number")]
    BranchDimension { claim: usize, node: usize, dimension: u64, dimensions: usize },
    #[error("class {class} has no open choice in dimension {dimension}, expected one")]
    BranchNotFree { claim: usize, node: usize, class: u64, dimension: u64 },
    #[error("threshold {plus} for a class of {packets} packets, expected 1 to their number")]
    BranchThreshold { claim: usize, node: usize, plus: u64, packets: u64 },
    #[error("the leaf weighs {sum} against a capacity of {capacity}, expected more")]
    LeafNotRefuted { claim: usize, node: usize, sum: i128, capacity: i128 },
    #[error("dimension {dimension} has one link, expected one with two ways")]
    DivideNotFree { claim: usize, node: usize, dimension: u64 },
    #[error(
        "threshold {plus} for {least} to {most} packets going +, expected above the least and at most the greatest"
    )]
    DivideThreshold { claim: usize, node: usize, plus: u64, least: u64, most: u64 },
    #[error("{found} multipliers, expected one for each of the {expected} dimensions")]
    PlusCount { claim: usize, node: usize, found: usize, expected: usize },
    #[error("a model of {horizon} slots, expected at least {farthest}, the greatest distance of a packet")]
    DelayHorizonTooShort { claim: usize, horizon: u64, farthest: u64 },
    #[error("a delay model of more than {limit} variables, which is the checker's limit")]
    DelayModelTooLarge { claim: usize, limit: u64 },
    #[error("a model of {horizon_slots} slots, expected at least {needed} for the horizon of the claim")]
    HorizonBeyondModel { claim: usize, horizon_slots: u64, needed: u128 },
    #[error("no variable {variable} in the delay model")]
    NoSuchVariable { claim: usize, node: usize, variable: DelayVariable },
    #[error("variable {variable} is fixed already, expected a free one")]
    VariableNotFree { claim: usize, node: usize, variable: DelayVariable },
    #[error("no row {name} in the delay model")]
    NoSuchRow { claim: usize, node: usize, row: usize, name: DelayRow },
    #[error("multiplier {multiplier} of the inequality {name}, expected at least 0")]
    NegativeMultiplier { claim: usize, node: usize, row: usize, name: DelayRow, multiplier: i64 },
    #[error("denominator {denominator} in a tree for a completion time, expected 0")]
    DenominatorNotZero { claim: usize, node: usize, denominator: u64 },
    #[error("the multipliers of the leaf give {found}, expected more than {limit}")]
    DelayLeafTooWeak { claim: usize, node: usize, found: i128, limit: i128 },

    // A matrix and its terms.
    #[error(transparent)]
    Matrix(MatrixFault),

    // The channels.
    #[error("the rule {}, which is defined on {expected} only", .rule.as_str())]
    RuleNotForNetwork { rule: RoutingRule, expected: &'static str },
    #[error(
        "{nodes} nodes, expected at most {limit}, which is the checker's limit for routes from each to each"
    )]
    TooManyRoutes { nodes: u64, limit: u64 },
    #[error("no {} under the rule", channel_words(*.channel))]
    NoSuchChannel { list: &'static str, index: usize, channel: ListedChannel },
    #[error("the same channel as entry {first}, expected each once")]
    ChannelTwice { list: &'static str, index: usize, first: usize },
    #[error("the {} is missing, which a packet from node {origin} to node {destination} takes", channel_words(*.channel))]
    ChannelMissing { channel: ListedChannel, origin: u64, destination: u64 },
    #[error(
        "a packet from node {origin} to node {destination} takes channel {index} of the list, then channel {next}, expected a later one"
    )]
    NumberNotIncreasing { index: usize, next: usize, origin: u64, destination: u64 },
    #[error("a cycle of no channels, expected at least two")]
    EmptyCycle,
    #[error(
        "a packet from node {} to node {destination} does not take the {} and then the {}",
        .channel.from, channel_words(*.channel), channel_words(*.next)
    )]
    NotADependency { index: usize, channel: ListedChannel, next: ListedChannel, destination: u64 },
}

/// What the literal replay at every node found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of every variant says what its fields mean")]
pub enum EveryNodeFault {
    #[error("packet {packet} moves twice")]
    PacketTwice { packet: u64 },
    #[error("link {link} carries two packets")]
    LinkTwice { link: usize },
    #[error("more sends than the {ports} ports allow")]
    TooManySends { ports: u64 },
    #[error("more receives than the {ports} ports allow")]
    TooManyReceives { ports: u64 },
    #[error("packet {packet} that started here ends at node {found}, expected node {expected}")]
    NotDelivered { packet: u64, found: u64, expected: u64 },
    #[error("the packets that started here take {found} slots in all, expected {expected}")]
    DelayDiffers { found: u128, expected: u128 },
}

fn channel_words(ListedChannel { from, to, lane }: ListedChannel) -> String {
    format!("channel from node {from} to node {to}, lane {lane}")
}

/// Where a packet goes, as far as it is told.
fn ends_words(from: Option<u64>, to: Option<u64>) -> String {
    let end = |word: &str, node: Option<u64>| node.map(|node| format!("{word} node {node}"));
    let words: Vec<String> = [end("from", from), end("to", to)].into_iter().flatten().collect();
    words.join(" ")
}
