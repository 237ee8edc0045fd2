//! The reasons why a document is refused: one variant for each, with the found and the expected values.

use crate::groups::fault::GroupsFault;
use crate::matrix::fault::MatrixFault;
use crate::network::symmetry::generator_fault::GeneratorFault;
use crate::rate::fault::RateFault;
use crate::refusal::located::located;
use crate::replay::windows::fault::PlanFault;
use isotask_wire::{
    DelayRow, DelayVariable, ListedChannel, LowerKind, Per, Quantity, RoutingRule, Scope, Status,
};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

located! {
    /// The reason why a certificate or schedule is refused.
    ///
    /// [`Rejection::reason`] gives the reason in one word, [`Rejection::place`] the JSON path; in
    /// documents other than certificates some keys stand at the top: [`Rejection::place_at_top`].
    #[derive(Debug, Clone, PartialEq, Eq, Error, IntoStaticStr, VariantNames)]
    #[strum(serialize_all = "kebab-case")]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "the message of every variant says what its fields mean")]
    pub enum Rejection {
        // The task.
        #[error("dimension {found}, expected 1 to 62")]
        DimensionOutOfRange { found: u64 } at "task.network.dimension",
        #[error("no dimensions, expected at least one radix")]
        NoRadices at "task.network.radices",
        #[error("radix {found}, expected at least 2")]
        RadixTooSmall { place: String, found: u64 } at "{place}",
        #[error("more than 2^62 nodes, expected at most 2^62")]
        TooManyNodes { place: String } at "{place}",
        #[error("a packet for the sender itself, expected another node")]
        #[strum(serialize = "offset-zero")]
        ZeroOffset { place: String } at "{place}",
        #[error("node {found} in a network of {nodes} nodes, expected at most {}", .nodes - 1)]
        OffsetOutOfRange { place: String, found: u64, nodes: u64 } at "{place}",
        #[error("{found} coordinates, expected {expected}")]
        CoordinateCount { place: String, found: usize, expected: usize } at "{place}",
        #[error("coordinate {found} in a dimension of {radix} nodes, expected at most {}", .radix - 1)]
        CoordinateOutOfRange { place: String, found: u64, radix: u64 } at "{place}",
        #[error("a negative offset on a network without steps back, expected a node")]
        #[strum(serialize = "offset-negative")]
        NegativeOffset { place: String } at "{place}",
        #[error("offset {found} in a network of {nodes} nodes, expected more than -{nodes}")]
        #[strum(serialize = "offset-out-of-range")]
        OffsetTooFarBack { place: String, found: i64, nodes: u64 } at "{place}",
        #[error("coordinate {found} in a dimension of {radix} nodes, expected more than -{radix}")]
        #[strum(serialize = "coordinate-out-of-range")]
        CoordinateTooFarBack { place: String, found: i64, radix: u64 } at "{place}",
        #[error("coordinates of a node of a hypercube, expected its index")]
        CoordinatesOnHypercube { place: String } at "{place}",
        #[error("n {found}, expected {least} to {most}")]
        FamilySize { found: u64, least: u64, most: u64 } at "task.network.n",
        #[error("no generators, expected at least one")]
        NoGenerators at "task.network",
        #[error("step {found} round {nodes} nodes, expected 1 to {}", .nodes - 1)]
        StepOutOfRange { place: String, found: u64, nodes: u64 } at "{place}",
        #[error("not a permutation of the {symbols} symbols from 0, as many as the first generator has")]
        NotAPermutation { index: usize, symbols: usize } at "task.network.permutations[{index}]",
        #[error("the identity as a generator, expected a link to another node")]
        TrivialGenerator { index: usize } at "task.network.permutations[{index}]",
        #[error("the same links as generator {first}, expected each once")]
        RepeatedGenerator { place: String, first: usize } at "{place}",
        #[error("{found} multiplicities of {radices} dimensions, expected one for each")]
        MultiplicityCount { found: usize, radices: usize } at "task.network.multiplicity",
        #[error("multiplicity 0, expected at least one link")]
        #[strum(serialize = "multiplicity-zero")]
        ZeroMultiplicity { index: usize } at "task.network.multiplicity[{index}]",
        #[error("{found} entries in a row of a matrix of {rows} rows, expected as many")]
        NotSquare { row: usize, found: usize, rows: usize } at "task.network.matrix[{row}]",
        #[error(
            "entry {found}, expected a matrix in Hermite normal form: 0 below the diagonal, 1 or more on it, less than that to the right of it"
        )]
        NotNormal { row: usize, column: usize, found: u64 } at "task.network.matrix[{row}][{column}]",
        #[error("a unit vector of the lattice, expected its links to lead to another node")]
        UnitVanishes { index: usize } at "task.network.matrix[{index}]",
        #[error("the inverse of this generator is missing, expected it among the generators")]
        InverseMissing { index: usize } at "task.network.permutations[{index}]",
        #[error("generators that reach one node in {pieces}, expected all nodes to be connected")]
        Disconnected { pieces: u64 } at "task.network.steps",
        #[error("more than {nodes} nodes or {links} links of all nodes, which are the checker's limits")]
        GroupTooLarge { nodes: u64, links: u64 } at "task.network",
        #[error("more than {limit} symbols of all permutations that are generated, which is the checker's limit")]
        #[strum(serialize = "group-too-large")]
        TooManySymbols { limit: u64 } at "task.network",
        #[error("coordinates of a node of a Cayley graph, expected its index")]
        CoordinatesOnCayley { place: String } at "{place}",
        #[error(
            "more than {nodes} nodes, or a capacity of more than {links} packets of all directed links together, which are the checker's limits"
        )]
        GraphTooLarge { nodes: u64, links: u64 } at "task.network",
        #[error("node {found} of a link in a graph of {nodes} nodes, expected at most {}", .nodes - 1)]
        LinkOutOfRange { index: usize, end: usize, found: u64, nodes: u64 }
            at "task.network.links[{index}][{end}]",
        #[error("a link from node {node} to itself, expected another node")]
        LinkToItself { index: usize, node: u64 } at "task.network.links[{index}]",
        #[error("capacity 0 of a link, expected at least 1")]
        #[strum(serialize = "capacity-zero")]
        ZeroCapacity { index: usize, at: usize } at "task.network.links[{index}][{at}]",
        #[error("a link between the nodes of link {first}, expected one with the capacity of both")]
        RepeatedLink { index: usize, first: usize } at "task.network.links[{index}]",
        #[error("no group, expected at least one number of 2 or more")]
        NoGroup at "task.network.group",
        #[error("a base of no nodes, expected at least 1")]
        NoNodes at "task.network.nodes",
        #[error("{found} numbers of an element of a group with {expected} parts, expected one for each")]
        ShiftLength { index: usize, found: usize, expected: usize } at "task.network.links[{index}][2]",
        #[error("{found} in a part of the group with {radix} elements, expected at most {}", .radix - 1)]
        ShiftOutOfRange { index: usize, part: usize, found: u64, radix: u64 }
            at "task.network.links[{index}][2][{part}]",
        #[error("no way leads from node {from} to node {to}, expected one for what the task has to bring there")]
        NoWay { place: String, from: u64, to: u64 } at "{place}",
        #[error("{found} names of {nodes} nodes, expected one for each")]
        NameCount { found: usize, nodes: u64 } at "task.network.names",
        #[error("a name that is empty, begins or ends with a blank, or holds control characters")]
        BadName { index: usize } at "task.network.names[{index}]",
        #[error("the name of node {first} again, expected another")]
        RepeatedName { index: usize, first: usize } at "task.network.names[{index}]",
        #[error("switch {found} in a graph of {nodes} nodes, expected at most {}", .nodes - 1)]
        SwitchOutOfRange { index: usize, found: u64, nodes: u64 } at "task.network.switches[{index}]",
        #[error("switch {found} no greater than the one before, expected them in increasing order")]
        SwitchOrder { index: usize, found: u64 } at "task.network.switches[{index}]",
        #[error("{hosts} node{} that {} no switch, expected at least 2", if *.hosts == 1 { "" } else { "s" }, if *.hosts == 1 { "is" } else { "are" })]
        TooFewHosts { hosts: u64 } at "task.network.switches",
        #[error("ports of switches limited to 0, expected at least 1")]
        #[strum(serialize = "ports-zero")]
        NoSwitchPorts at "task.network.switch_ports.at-most",
        #[error("node {node} is a switch, expected a node that has packets of its own")]
        AtSwitch { place: String, node: u64 } at "{place}",
        #[error("coordinates of a node of a graph, expected its index")]
        CoordinatesOnGraph { place: String } at "{place}",
        #[error("length 0, expected at least 1")]
        #[strum(serialize = "length-zero")]
        ZeroLength { place: String } at "{place}",
        #[error("count 0, expected at least 1")]
        #[strum(serialize = "count-zero")]
        ZeroCount { place: String } at "{place}",
        #[error("ports limited to 0, expected at least 1")]
        #[strum(serialize = "ports-zero")]
        NoPorts at "task.ports.at-most",
        #[error("least distance 0, expected at least 1")]
        MinZero at "task.task.min",
        #[error("distances from {min} to {max}, expected them in increasing order")]
        MinAboveMax { min: u64, max: u64 } at "task.task.min",
        #[error("greatest distance {max}, expected at most the diameter {diameter}")]
        MaxAboveDiameter { max: u64, diameter: u64 } at "task.task.max",
        #[error(
            "the packets are 2^63 or more, or could make 2^63 hops or more (on a hypercube: for each port); expected fewer"
        )]
        TaskTooLarge at "task.task",
        #[error(
            "an objective of delay, expected completion-time for packets that are copied or combined, and for parcels"
        )]
        DelayObjective at "task.objective",
        #[error(
            "an isotropic task on a network that does not look the same from every node, expected another task"
        )]
        NotSymmetric at "task.task.kind",
        #[error("a packet from node {node} to itself, expected another node")]
        DemandToItself { index: usize, node: u64 } at "task.task.packets[{index}].to",
        #[error("more than {limit} packets to go through, which is the checker's limit")]
        TooManyRows { place: String, limit: u64 } at "{place}",

        // The schedule.
        #[error("a kind of schedule that the task does not have, expected {expected}")]
        ScheduleDoesNotFit { expected: &'static str } at "schedule.kind",
        #[error(
            "one half-duplex port, but in a symmetric slot every node sends and receives; expected another rule or an explicit schedule"
        )]
        HalfDuplex at "task.ports",
        #[error("{found} packets that go -, expected at most {most}")]
        MinusTooLarge { found: u64, most: u64 } at "schedule.minus",
        #[error("{fault}")]
        Plan { place: String, fault: PlanFault } at "{place}",
        #[error("{found} nodes for packet {packet}, expected {expected}")]
        PacketForm { packet: usize, found: usize, expected: usize } at "schedule.packets[{packet}]",
        #[error("{found} packets {}, expected {expected} as in the task", ends_words(*.from, *.to))]
        EndsMismatch { from: Option<u64>, to: Option<u64>, found: u64, expected: u64 } at "schedule.packets",
        #[error(
            "packet {packet} of {found} is not that of the task, expected the packets in the order of the task: their lengths belong to their places"
        )]
        ParcelOrder { place: String, packet: usize, found: usize } at "{place}",
        #[error("{found} generators, expected at most {most}: fewer generate any group that is checked")]
        TooManyGenerators { found: usize, most: usize } at "schedule.subgroup",
        #[error(
            "no translation of the incomplete hypercube takes node 0 to node {node}, expected low bits in which every block of nodes is complete"
        )]
        NotATranslation { index: usize, node: u64 } at "schedule.subgroup[{index}]",
        #[error("{fault}")]
        Generator { index: usize, fault: GeneratorFault } at "schedule.subgroup[{index}]",
        #[error("an element of the group other than the identity fixes node {node}, expected none")]
        GroupNotFree { node: u64 } at "schedule.subgroup",
        #[error("a group whose elements have more than {limit} images of nodes together, expected no more")]
        TooManyImages { limit: u64 } at "schedule.subgroup",
        #[error("packets {} whose translates under the group are not packets of the task, expected all", ends_words(*.from, *.to))]
        NotInvariant { from: Option<u64>, to: Option<u64> } at "schedule.packets",
        #[error("node {node} has no link {link}, expected one that it has")]
        LinkMissing { slot: usize, index: usize, node: u64, link: usize }
            at "schedule.slots[{slot}][{index}]",
        #[error("link {link} of the class of node {node} is used twice in slot {slot}, expected at most once")]
        ClassLinkTwice { slot: usize, index: usize, node: u64, link: usize }
            at "schedule.slots[{slot}][{index}]",
        #[error(
            "in slot {slot} more packets go over link {link} of node {node} and those to which the group takes it than the {capacity} that one carries"
        )]
        ClassLinkAboveCapacity { slot: usize, index: usize, node: u64, link: usize, capacity: u64 }
            at "schedule.slots[{slot}][{index}]",
        #[error("a move of {found} parts for a count of {count}, expected {}", if *.count > 1 { "[packet, position, link]" } else { "[position, link]" })]
        MoveForm { slot: usize, index: usize, found: usize, count: u64 } at "schedule.slots[{slot}][{index}]",
        #[error(
            "{found} moves in all, expected at least {expected}: a packet crosses as many links as a spanning tree has, a block of an allreduce twice as many"
        )]
        TooFewMoves { found: u64, expected: u128 } at "schedule.slots",
        #[error("no link leads from node {from} to node {to}, expected a neighbour")]
        #[strum(serialize = "not-neighbours")]
        NotNeighbors { slot: usize, index: usize, from: u64, to: u64 } at "schedule.slots[{slot}][{index}]",
        #[error("the link from node {from} to node {to} carries two packets in slot {slot}, expected one")]
        TransferTwice { slot: usize, index: usize, from: u64, to: u64 } at "schedule.slots[{slot}][{index}]",
        #[error(
            "the link from node {from} to node {to} carries more packets in slot {slot} than its capacity {capacity}"
        )]
        TransferAboveCapacity { slot: usize, index: usize, from: u64, to: u64, capacity: u64 }
            at "schedule.slots[{slot}][{index}]",
        #[error("node {node} sends {found} packets in slot {slot}, expected at most {ports} by the ports")]
        TooManySends { slot: usize, node: u64, found: u64, ports: u64 } at "schedule.slots[{slot}]",
        #[error("node {node} receives {found} packets in slot {slot}, expected at most {ports} by the ports")]
        TooManyReceives { slot: usize, node: u64, found: u64, ports: u64 } at "schedule.slots[{slot}]",
        #[error(
            "node {node} has {found} sends and receives in slot {slot}, expected one of either by the half-duplex port"
        )]
        HalfDuplexBoth { slot: usize, node: u64, found: u64 } at "schedule.slots[{slot}]",
        #[error("packet {packet} is sent in slot {slot} from node {node}, which does not have it")]
        NotHeld { slot: usize, index: usize, packet: usize, node: u64 } at "schedule.slots[{slot}][{index}]",
        #[error(
            "packet {packet} is sent in slot {slot}, but is there as a whole only from slot {since} on, expected it to wait"
        )]
        NotThereYet { slot: usize, index: usize, packet: usize, since: u64 }
            at "schedule.slots[{slot}][{index}]",
        #[error("packet {packet} is sent in slot {slot} by its root {root}, expected only to be received there")]
        RootSends { slot: usize, index: usize, packet: usize, root: u64 }
            at "schedule.slots[{slot}][{index}]",
        #[error("node {node} sends its part of packet {packet} again in slot {slot}, expected once")]
        SentTwice { slot: usize, index: usize, packet: usize, node: u64 }
            at "schedule.slots[{slot}][{index}]",
        #[error(
            "node {node} receives of packet {packet} in slot {slot}, but sends its part no later, expected before"
        )]
        ReceivedLate { slot: usize, index: usize, packet: usize, node: u64 }
            at "schedule.slots[{slot}][{index}]",
        #[error("packet {packet} never comes to node {node}, expected it at every node")]
        NotReached { packet: usize, node: u64 } at "schedule.slots",
        #[error("node {node} never sends its part of packet {packet}, expected once")]
        NeverSent { packet: usize, node: u64 } at "schedule.slots",
        #[error(
            "the sums of packet {packet} that node {node} has and receives in slot {slot} overlap, expected no part of a node in two of them, or one that contains all others"
        )]
        SumsOverlap { slot: usize, index: usize, packet: usize, node: u64 }
            at "schedule.slots[{slot}][{index}]",
        #[error("the sum of packet {packet} at node {node} lacks the part of node {missing}, expected all parts")]
        SumIncomplete { packet: usize, node: u64, missing: u64 } at "schedule.slots",
        #[error("the sums of all nodes take more than {limit} words of 64 bits, which is the checker's limit")]
        TooManySums { limit: u64 } at "task.task.count",
        #[error("{found} packets of offset {offset}, expected {expected} as in the task")]
        PacketsMismatch { offset: u64, found: u64, expected: u64 } at "schedule.packets",
        #[error("packet {row} of offset {offset}, expected it beside its equals, after packet {last}")]
        PacketsScattered { row: u64, offset: u64, last: u64 } at "schedule.packets[{row}]",
        #[error("packet {packet} of {packets}, expected an index below their number")]
        NoSuchPacket { slot: usize, index: usize, packet: u32, packets: usize }
            at "schedule.slots[{slot}][{index}]",
        #[error("link {link} of {links}, expected an index below their number")]
        NoSuchLink { place: String, link: u64, links: usize } at "{place}",
        #[error("packet {packet} moves twice in slot {slot}, expected at most once")]
        PacketTwice { slot: usize, index: usize, packet: u32 } at "schedule.slots[{slot}][{index}]",
        #[error("link {link} is used twice in slot {slot}, expected at most once")]
        LinkTwice { slot: usize, index: usize, link: u32 } at "schedule.slots[{slot}][{index}]",
        #[error("{found} moves in slot {slot}, expected at most {ports} by the ports")]
        TooManyMoves { slot: usize, found: usize, ports: u64 } at "schedule.slots[{slot}]",
        #[error("packet {packet} ends at node {found}, expected node {expected}")]
        NotDelivered { packet: usize, found: u64, expected: u64 } at "schedule.packets[{packet}]",
        #[error("in the replay at every node, slot {slot}, node {node}: {fault}")]
        EveryNode { slot: u64, node: u64, fault: EveryNodeFault } at "schedule",
        #[error("no groups for {rows} rows, expected the first to begin with row 0")]
        NoGroups { rows: u64 } at "schedule.groups",
        #[error("the first group begins with row {found}, expected row 0")]
        FirstGroup { found: u64 } at "schedule.groups[0]",
        #[error("group {group} begins with row {found}, expected a row after {previous}")]
        GroupsNotIncreasing { group: usize, found: u64, previous: u64 } at "schedule.groups[{group}]",
        #[error("group {group} begins with row {found}, expected one of the {rows} rows")]
        GroupBeyondRows { group: usize, found: u64, rows: u64 } at "schedule.groups[{group}]",
        #[error("an interval of width 0, expected at least 1")]
        IntervalEmpty { interval: usize } at "schedule.intervals[{interval}]",
        #[error("an interval that ends beyond slot 2^64, expected it to end before")]
        IntervalOverflow { interval: usize } at "schedule.intervals[{interval}]",
        #[error("group {group} of {groups}, expected an index below their number")]
        NoSuchGroup { interval: usize, group: u64, groups: usize } at "schedule.intervals[{interval}]",
        #[error("group {group} owns two links in slot {slot} (see also interval {other}), expected one")]
        GroupOverlap { interval: usize, other: usize, group: u64, slot: u64 }
            at "schedule.intervals[{interval}]",
        #[error("link {link} has two owners in slot {slot} (see also interval {other}), expected one")]
        LinkOverlap { interval: usize, other: usize, link: u64, slot: u64 }
            at "schedule.intervals[{interval}]",
        #[error("{found} intervals overlap in slot {slot}, expected at most {ports} by the ports")]
        TooManyIntervals { slot: u64, found: u64, ports: u64 } at "schedule.intervals",
        #[error("group {group} needs {needed} slots of link {link}, but owns {owned}")]
        PoolExhausted { group: u64, link: usize, needed: u64, owned: u64 } at "schedule.intervals",
        #[error("the route of row {row}, expected a row after {previous}")]
        RoutesNotIncreasing { route: usize, row: u64, previous: u64 } at "schedule.routes[{route}]",
        #[error("the route of row {row}, expected one of the {rows} rows")]
        RouteBeyondRows { route: usize, row: u64, rows: u64 } at "schedule.routes[{route}]",
        #[error("uses of {found} links, expected {expected}")]
        RouteLength { route: usize, found: usize, expected: usize } at "schedule.routes[{route}]",
        #[error("no route for row {row}, expected one for every row on a Cayley graph")]
        RouteMissing { row: u64 } at "schedule.routes",
        #[error(
            "the route of row {row} ends elsewhere{}, expected its offset",
            .dimension.map_or(String::new(), |dimension| format!(" in dimension {dimension}"))
        )]
        RouteMisses { route: usize, row: u64, dimension: Option<usize> } at "schedule.routes[{route}]",

        // The claims.
        #[error("no claims, expected at least one")]
        NoClaims at "claims",
        #[error("{found} claims, at most {most} are checked")]
        TooManyClaims { found: usize, most: usize } at "claims",
        #[error("a second claim for the quantity, scope and horizon of claim {first}, expected one")]
        RepeatedClaim { claim: usize, first: usize } at "claims[{claim}]",
        #[error("a bound by {} on the {}, expected one that fits", .kind.as_str(), .quantity.words())]
        BoundDoesNotFit { claim: usize, kind: LowerKind, quantity: Quantity } at "claims[{claim}].lower.kind",
        #[error("a bound by {}, which is not defined for this task and kind of schedule", .kind.as_str())]
        BoundNotForTask { claim: usize, kind: LowerKind } at "claims[{claim}].lower.kind",
        #[error(
            "a claim of total delay, expected none: it is defined for packets of equal length that go from node to node, and not of conveyors"
        )]
        DelayUndefined { claim: usize } at "claims[{claim}].quantity",
        #[error("no key `per`, expected it with transmissions and total delay")]
        PerMissing { claim: usize } at "claims[{claim}].per",
        #[error("per {}, expected {}", .found.as_str(), .expected.as_str())]
        PerMismatch { claim: usize, found: Per, expected: Per } at "claims[{claim}].per",
        #[error("a key `per` with the completion time, expected none")]
        PerUnexpected { claim: usize } at "claims[{claim}].per",
        #[error("no key `horizon`, expected one with the total delay")]
        HorizonMissing { claim: usize } at "claims[{claim}].horizon",
        #[error("a key `horizon` with the {}, expected none", .quantity.words())]
        HorizonUnexpected { claim: usize, quantity: Quantity } at "claims[{claim}].horizon",
        #[error("the horizon critical, but no optimal completion time of scope isotropic or all is claimed")]
        HorizonNotCritical { claim: usize } at "claims[{claim}].horizon",
        #[error("a horizon of {horizon} slots, but the schedule takes {completion_time}")]
        HorizonExceeded { claim: usize, horizon: u64, completion_time: u64 } at "claims[{claim}].horizon",
        #[error("value {found}, but the schedule attains {replayed}")]
        ValueMismatch { claim: usize, found: u128, replayed: u128 } at "claims[{claim}].value",
        #[error("bound {found}, but its witness gives {recomputed}")]
        LowerMismatch { claim: usize, found: u128, recomputed: u128 } at "claims[{claim}].lower.value",
        #[error("bound {lower} above the value {value}, which contradict each other")]
        LowerAboveValue { claim: usize, value: u128, lower: u128 } at "claims[{claim}].lower.value",
        #[error("scope {}, but the bound binds {} only", .found.as_str(), .widest.as_str())]
        ScopeTooWide { claim: usize, found: Scope, widest: Scope } at "claims[{claim}].scope",
        #[error("scope {}, which says nothing of this task and kind of schedule; expected a wider one", .found.as_str())]
        ScopeUndefined { claim: usize, found: Scope } at "claims[{claim}].scope",
        #[error("packet {row} makes {hops} hops, expected its distance {distance} in this scope")]
        NotShortest { claim: usize, row: u64, hops: u64, distance: u64 } at "claims[{claim}].scope",
        #[error("status {}, expected {}", .found.as_str(), .expected.as_str())]
        StatusMismatch { claim: usize, found: Status, expected: Status } at "claims[{claim}].status",
        #[error("{found} weights, expected one for each of the {expected} links")]
        WeightCount { place: String, found: usize, expected: usize } at "{place}",
        #[error("no weight above 0, expected at least one")]
        #[strum(serialize = "weights-zero")]
        ZeroWeights { claim: usize } at "claims[{claim}].lower.weights",
        #[error("within {within} for a bound of {value}, expected one less than the bound")]
        WithinMismatch { claim: usize, within: u64, value: u64 } at "claims[{claim}].lower.within",
        #[error("weight {sum} to move against a capacity of {capacity}, expected more")]
        NotProved { claim: usize, sum: i128, capacity: i128 } at "claims[{claim}].lower",
        #[error("node {offset} is at the other end of no packet, expected one that is")]
        NotAnOffset { claim: usize, offset: u64 } at "claims[{claim}].lower.packet",
        #[error("no key `from`, expected the origin of the packet: in this task every packet has its own")]
        OriginMissing { claim: usize } at "claims[{claim}].lower.from",
        #[error("a key `from`, expected none: the packet starts at node 0, or at the root")]
        OriginUnexpected { claim: usize } at "claims[{claim}].lower.from",
        #[error("nodes that make no cut, expected some, but not all, of at most 2^23 nodes, each once")]
        CutNodes { claim: usize } at "claims[{claim}].lower.nodes",
        #[error("a link joins node {outside} to node {inside} of the parts, expected none that passes the node by")]
        PassedBy { claim: usize, outside: u64, inside: u64 } at "claims[{claim}].lower.nodes",
        #[error(
            "a formula that is too large, expected at most {limit} literals, and at most 2^22 for slots + 1 times packets and directed links"
        )]
        FormulaTooLarge { claim: usize, limit: usize } at "claims[{claim}].lower.value",
        #[error("a refutation for the bound {value}, expected at least 2: it refutes a formula of one slot or more")]
        NothingRefuted { claim: usize, value: u64 } at "claims[{claim}].lower.value",
        #[error("a clause that does not follow from its hints by unit propagation, expected one that does")]
        StepDoesNotFollow { claim: usize, step: usize } at "claims[{claim}].lower.steps[{step}]",
        #[error("no empty clause at the end, expected one, which nothing satisfies")]
        NoEmptyClause { claim: usize } at "claims[{claim}].lower.steps",
        #[error("a price from node {from} to node {to}, between which no link leads; expected neighbours")]
        PriceOfNoLink { place: String, from: u64, to: u64 } at "{place}",
        #[error("no price above 0, expected at least one")]
        ZeroPrices { claim: usize } at "claims[{claim}].lower",
        #[error("distance 0, expected at least 1")]
        DistanceZero { claim: usize } at "claims[{claim}].lower.distance",
        #[error("{free} dimensions of offset {offset} are open, at most {limit} can be enumerated")]
        TooManyDirections { claim: usize, offset: u64, free: usize, limit: usize } at "claims[{claim}].lower",
        #[error("more than {limit} choices to weigh, which is the checker's limit")]
        TooMuchWork { claim: usize, limit: u64 } at "claims[{claim}].lower",
        #[error("more than {limit} steps of work, expected fewer, or a greater --limit")]
        LimitReached { place: String, limit: u64 } at "{place}",
        #[error("more than {limit} classes of packets, which is the checker's limit")]
        TooManyClasses { claim: usize, limit: u64 } at "claims[{claim}].lower",
        #[error("more than {limit} coordinates in one dimension, which is the checker's limit")]
        TooManyValues { claim: usize, limit: u64 } at "claims[{claim}].lower",
        #[error("sums beyond 64 or 128 bits, expected smaller weights, counts or slots")]
        Overflow { place: String } at "{place}",
        #[error("a tree for the bound 0, expected at least 1")]
        TreeBoundZero { claim: usize } at "claims[{claim}].lower.value",
        #[error("the tree ends before node {node}, expected another node")]
        TreeIncomplete { claim: usize, node: usize } at "claims[{claim}].lower.tree",
        #[error("the tree is complete before node {node}, expected no further node")]
        TreeTrailing { claim: usize, node: usize } at "claims[{claim}].lower.tree[{node}]",
        #[error("class {class} of {classes}, expected an index below their number")]
        BranchClass { claim: usize, node: usize, class: u64, classes: usize }
            at "claims[{claim}].lower.tree[{node}]",
        #[error("dimension {dimension} of {dimensions}, expected an index below their number")]
        BranchDimension { claim: usize, node: usize, dimension: u64, dimensions: usize }
            at "claims[{claim}].lower.tree[{node}]",
        #[error("class {class} has no open choice in dimension {dimension}, expected one")]
        BranchNotFree { claim: usize, node: usize, class: u64, dimension: u64 }
            at "claims[{claim}].lower.tree[{node}]",
        #[error("threshold {plus} for a class of {packets} packets, expected 1 to their number")]
        BranchThreshold { claim: usize, node: usize, plus: u64, packets: u64 }
            at "claims[{claim}].lower.tree[{node}]",
        #[error("the leaf weighs {sum} against a capacity of {capacity}, expected more")]
        LeafNotRefuted { claim: usize, node: usize, sum: i128, capacity: i128 }
            at "claims[{claim}].lower.tree[{node}]",
        #[error("dimension {dimension} has one link, expected one with two ways")]
        DivideNotFree { claim: usize, node: usize, dimension: u64 } at "claims[{claim}].lower.tree[{node}]",
        #[error(
            "threshold {plus} for {least} to {most} packets going +, expected above the least and at most the greatest"
        )]
        DivideThreshold { claim: usize, node: usize, plus: u64, least: u64, most: u64 }
            at "claims[{claim}].lower.tree[{node}]",
        #[error("{found} multipliers, expected one for each of the {expected} dimensions")]
        PlusCount { claim: usize, node: usize, found: usize, expected: usize }
            at "claims[{claim}].lower.tree[{node}].plus",
        #[error("a model of {horizon} slots, expected at least {farthest}, the greatest distance of a packet")]
        DelayHorizonTooShort { claim: usize, horizon: u64, farthest: u64 }
            at "claims[{claim}].lower.horizon_slots",
        #[error("a delay model of more than {limit} variables, which is the checker's limit")]
        DelayModelTooLarge { claim: usize, limit: u64 } at "claims[{claim}].lower",
        #[error("a model of {horizon_slots} slots, expected at least {needed} for the horizon of the claim")]
        HorizonBeyondModel { claim: usize, horizon_slots: u64, needed: u128 }
            at "claims[{claim}].lower.horizon_slots",
        #[error("no variable {variable} in the delay model")]
        NoSuchVariable { claim: usize, node: usize, variable: DelayVariable }
            at "claims[{claim}].lower.tree[{node}]",
        #[error("variable {variable} is fixed already, expected a free one")]
        VariableNotFree { claim: usize, node: usize, variable: DelayVariable }
            at "claims[{claim}].lower.tree[{node}]",
        #[error("no row {name} in the delay model")]
        NoSuchRow { claim: usize, node: usize, row: usize, name: DelayRow }
            at "claims[{claim}].lower.tree[{node}].rows[{row}]",
        #[error("multiplier {multiplier} of the inequality {name}, expected at least 0")]
        NegativeMultiplier { claim: usize, node: usize, row: usize, name: DelayRow, multiplier: i64 }
            at "claims[{claim}].lower.tree[{node}].rows[{row}]",
        #[error("denominator {denominator} in a tree for a completion time, expected 0")]
        DenominatorNotZero { claim: usize, node: usize, denominator: u64 }
            at "claims[{claim}].lower.tree[{node}].denominator",
        #[error("the multipliers of the leaf give {found}, expected more than {limit}")]
        DelayLeafTooWeak { claim: usize, node: usize, found: i128, limit: i128 }
            at "claims[{claim}].lower.tree[{node}]",

        // A matrix and its terms.
        #[error("{fault}")]
        Matrix { place: String, fault: MatrixFault } at "{place}",

        // A plan that repeats.
        #[error("{fault}")]
        Rate { place: String, fault: RateFault } at "{place}",

        // Groups at once.
        #[error("{fault}")]
        Groups { place: String, fault: GroupsFault } at "{place}",
        #[error("{fault}")]
        InGroup { place: String, fault: Box<Rejection> } at "{place}",

        // The channels.
        #[error("the rule {}, which is defined on {expected} only", .rule.as_str())]
        RuleNotForNetwork { rule: RoutingRule, expected: &'static str } at "rule",
        #[error(
            "{nodes} nodes, expected at most {limit}, which is the checker's limit for routes from each to each"
        )]
        TooManyRoutes { nodes: u64, limit: u64 } at "network",
        #[error("no {} under the rule", channel_words(*.channel))]
        NoSuchChannel { list: &'static str, index: usize, channel: ListedChannel } at "{list}[{index}]",
        #[error("the same channel as entry {first}, expected each once")]
        ChannelTwice { list: &'static str, index: usize, first: usize } at "{list}[{index}]",
        #[error("the {} is missing, which a packet from node {origin} to node {destination} takes", channel_words(*.channel))]
        ChannelMissing { channel: ListedChannel, origin: u64, destination: u64 } at "numbering",
        #[error(
            "a packet from node {origin} to node {destination} takes channel {index} of the list, then channel {next}, expected a later one"
        )]
        NumberNotIncreasing { index: usize, next: usize, origin: u64, destination: u64 }
            at "numbering[{index}]",
        #[error(
            "the rule {} {}",
            .rule.as_str(),
            if *.found { "with routes, expected them with the rule table alone" } else { "without routes, expected the key routes" }
        )]
        RoutesOfRule { rule: RoutingRule, found: bool } at "rule",
        #[error("an entry for a packet that has arrived at node {destination}")]
        RouteOfArrived { index: usize, destination: u64 } at "routes[{index}]",
        #[error("a second entry for this node and destination, after entry {first}")]
        RouteTwice { index: usize, first: usize } at "routes[{index}]",
        #[error("packets for node {destination} come to node {at}, where no entry takes them on")]
        RouteWithoutEnd { index: usize, destination: u64, at: u64 } at "routes[{index}]",
        #[error("packets for node {destination} go round in a circle and never arrive")]
        RouteInACircle { index: usize, destination: u64 } at "routes[{index}]",
        #[error("a cycle of no channels, expected at least two")]
        EmptyCycle at "cycle",
        #[error(
            "a packet from node {} to node {destination} does not take the {} and then the {}",
            .channel.from, channel_words(*.channel), channel_words(*.next)
        )]
        NotADependency { index: usize, channel: ListedChannel, next: ListedChannel, destination: u64 }
            at "cycle[{index}]",
    }
}

impl Rejection {
    /// Wraps a fault of a matrix or its certificate, with its place.
    pub(crate) fn matrix(fault: MatrixFault) -> Self {
        Self::Matrix { place: fault.place(), fault }
    }

    /// Wraps a fault of a rate, with its place.
    pub(crate) fn rate(fault: RateFault) -> Self {
        Self::Rate { place: fault.place(), fault }
    }

    /// Wraps a fault of groups, with its place.
    pub(crate) fn groups(fault: GroupsFault) -> Self {
        Self::Groups { place: fault.place(), fault }
    }

    /// Wraps a fault of the task or schedule of one of several groups.
    pub(crate) fn in_group(group: usize, fault: Self) -> Self {
        Self::InGroup { place: format!("groups[{group}].{}", fault.place()), fault: Box::new(fault) }
    }

    /// Moves the place of a fault of the bound of the first claim to another.
    pub(crate) fn in_lower(self, other: &str) -> Self {
        let place = self.place();
        let rest = place.strip_prefix("claims[0].lower").unwrap_or_default();
        Self::InGroup { place: format!("{other}{rest}"), fault: Box::new(self) }
    }

    /// Names the reason in one word, as in the files of `models/reject` and in `--json`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Plan { fault, .. } => fault.into(),
            Self::Generator { fault, .. } => fault.into(),
            Self::Matrix { fault, .. } => fault.into(),
            Self::Rate { fault, .. } => fault.into(),
            Self::Groups { fault, .. } => fault.into(),
            Self::InGroup { fault, .. } => fault.reason(),
            _ => self.into(),
        }
    }

    /// Returns whether the document asks for more work than the checker does, whatever it says.
    #[must_use]
    pub fn is_of_a_limit(&self) -> bool {
        match self {
            Self::InGroup { fault, .. } => fault.is_of_a_limit(),
            Self::TooMuchWork { .. } | Self::LimitReached { .. } | Self::TooManyRows { .. } => true,
            _ => false,
        }
    }

    /// Returns the place in a document with the keys of `inside` at its top: those of `schedule` in a
    /// schedule document, of `task` in a channels document.
    #[must_use]
    pub fn place_at_top(&self, inside: &str) -> String {
        let place = self.place();
        place.strip_prefix(inside).and_then(|rest| rest.strip_prefix('.')).unwrap_or(&place).to_owned()
    }
}

/// A fault that the literal replay at every node found.
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

/// Returns words for those ends of a packet that are known.
fn ends_words(from: Option<u64>, to: Option<u64>) -> String {
    let end = |word: &str, node: Option<u64>| node.map(|node| format!("{word} node {node}"));
    let words: Vec<String> = [end("from", from), end("to", to)].into_iter().flatten().collect();
    words.join(" ")
}
