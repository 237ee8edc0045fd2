//! The name of every reason of refusal, and the JSON path it stands at.

use crate::refusal::rejection::Rejection;

impl Rejection {
    /// Names the reason in one word, as in the files of `models/reject` and in `--json`.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a table with a line for every reason")]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::DimensionOutOfRange { .. } => "dimension-out-of-range",
            Self::NoRadices => "no-radices",
            Self::RadixTooSmall { .. } => "radix-too-small",
            Self::TooManyNodes { .. } => "too-many-nodes",
            Self::ZeroOffset { .. } => "offset-zero",
            Self::NegativeOffset { .. } => "offset-negative",
            Self::OffsetOutOfRange { .. } | Self::OffsetTooFarBack { .. } => "offset-out-of-range",
            Self::CoordinateCount { .. } => "coordinate-count",
            Self::CoordinateOutOfRange { .. } | Self::CoordinateTooFarBack { .. } => {
                "coordinate-out-of-range"
            }
            Self::CoordinatesOnHypercube { .. } => "coordinates-on-hypercube",
            Self::FamilySize { .. } => "family-size",
            Self::NoGenerators => "no-generators",
            Self::StepOutOfRange { .. } => "step-out-of-range",
            Self::NotAPermutation { .. } => "not-a-permutation",
            Self::TrivialGenerator { .. } => "trivial-generator",
            Self::RepeatedGenerator { .. } => "repeated-generator",
            Self::InverseMissing { .. } => "inverse-missing",
            Self::MultiplicityCount { .. } => "multiplicity-count",
            Self::ZeroMultiplicity { .. } => "multiplicity-zero",
            Self::NotSquare { .. } => "not-square",
            Self::NotNormal { .. } => "not-normal",
            Self::UnitVanishes { .. } => "unit-vanishes",
            Self::Disconnected { .. } => "disconnected",
            Self::GroupTooLarge { .. } | Self::TooManySymbols { .. } => "group-too-large",
            Self::CoordinatesOnCayley { .. } => "coordinates-on-cayley",
            Self::NotSymmetric => "not-symmetric",
            Self::DemandToItself { .. } => "demand-to-itself",
            Self::GraphTooLarge { .. } => "graph-too-large",
            Self::LinkOutOfRange { .. } => "link-out-of-range",
            Self::LinkToItself { .. } => "link-to-itself",
            Self::ZeroCapacity { .. } => "capacity-zero",
            Self::RepeatedLink { .. } => "repeated-link",
            Self::NoGroup => "no-group",
            Self::NoNodes => "no-nodes",
            Self::ShiftLength { .. } => "shift-length",
            Self::ShiftOutOfRange { .. } => "shift-out-of-range",
            Self::NoWay { .. } => "no-way",
            Self::NameCount { .. } => "name-count",
            Self::BadName { .. } => "bad-name",
            Self::RepeatedName { .. } => "repeated-name",
            Self::SwitchOutOfRange { .. } => "switch-out-of-range",
            Self::SwitchOrder { .. } => "switch-order",
            Self::TooFewHosts { .. } => "too-few-hosts",
            Self::AtSwitch { .. } => "at-switch",
            Self::CoordinatesOnGraph { .. } => "coordinates-on-graph",
            Self::ZeroCount { .. } => "count-zero",
            Self::NoPorts | Self::NoSwitchPorts => "ports-zero",
            Self::MinZero => "min-zero",
            Self::MinAboveMax { .. } => "min-above-max",
            Self::MaxAboveDiameter { .. } => "max-above-diameter",
            Self::TaskTooLarge => "task-too-large",
            Self::DelayObjective => "delay-objective",
            Self::TooManyRows { .. } => "too-many-rows",
            Self::ScheduleDoesNotFit { .. } => "schedule-does-not-fit",
            Self::MinusTooLarge { .. } => "minus-too-large",
            Self::Plan { fault, .. } => fault.reason(),
            Self::HalfDuplex => "half-duplex",
            Self::PacketForm { .. } => "packet-form",
            Self::EndsMismatch { .. } => "ends-mismatch",
            Self::TooManyGenerators { .. } => "too-many-generators",
            Self::NotATranslation { .. } => "not-a-translation",
            Self::Generator { fault, .. } => fault.reason(),
            Self::GroupNotFree { .. } => "group-not-free",
            Self::TooManyImages { .. } => "too-many-images",
            Self::NotInvariant { .. } => "not-invariant",
            Self::LinkMissing { .. } => "link-missing",
            Self::ClassLinkTwice { .. } => "class-link-twice",
            Self::ClassLinkAboveCapacity { .. } => "class-link-above-capacity",
            Self::MoveForm { .. } => "move-form",
            Self::TooFewMoves { .. } => "too-few-moves",
            Self::NotNeighbors { .. } => "not-neighbours",
            Self::TransferTwice { .. } => "transfer-twice",
            Self::TransferAboveCapacity { .. } => "transfer-above-capacity",
            Self::TooManySends { .. } => "too-many-sends",
            Self::TooManyReceives { .. } => "too-many-receives",
            Self::HalfDuplexBoth { .. } => "half-duplex-both",
            Self::NotHeld { .. } => "not-held",
            Self::RootSends { .. } => "root-sends",
            Self::SentTwice { .. } => "sent-twice",
            Self::ReceivedLate { .. } => "received-late",
            Self::NotReached { .. } => "not-reached",
            Self::NeverSent { .. } => "never-sent",
            Self::PacketsMismatch { .. } => "packets-mismatch",
            Self::PacketsScattered { .. } => "packets-scattered",
            Self::NoSuchPacket { .. } => "no-such-packet",
            Self::NoSuchLink { .. } => "no-such-link",
            Self::PacketTwice { .. } => "packet-twice",
            Self::LinkTwice { .. } => "link-twice",
            Self::TooManyMoves { .. } => "too-many-moves",
            Self::NotDelivered { .. } => "not-delivered",
            Self::EveryNode { .. } => "every-node",
            Self::NoGroups { .. } => "no-groups",
            Self::FirstGroup { .. } => "first-group",
            Self::GroupsNotIncreasing { .. } => "groups-not-increasing",
            Self::GroupBeyondRows { .. } => "group-beyond-rows",
            Self::IntervalEmpty { .. } => "interval-empty",
            Self::IntervalOverflow { .. } => "interval-overflow",
            Self::NoSuchGroup { .. } => "no-such-group",
            Self::GroupOverlap { .. } => "group-overlap",
            Self::LinkOverlap { .. } => "link-overlap",
            Self::TooManyIntervals { .. } => "too-many-intervals",
            Self::PoolExhausted { .. } => "pool-exhausted",
            Self::RoutesNotIncreasing { .. } => "routes-not-increasing",
            Self::RouteBeyondRows { .. } => "route-beyond-rows",
            Self::RouteLength { .. } => "route-length",
            Self::RouteMisses { .. } => "route-misses",
            Self::RouteMissing { .. } => "route-missing",
            Self::NoClaims => "no-claims",
            Self::TooManyClaims { .. } => "too-many-claims",
            Self::RepeatedClaim { .. } => "repeated-claim",
            Self::BoundDoesNotFit { .. } => "bound-does-not-fit",
            Self::BoundNotForTask { .. } => "bound-not-for-task",
            Self::DelayUndefined { .. } => "delay-undefined",
            Self::PerMissing { .. } => "per-missing",
            Self::PerMismatch { .. } => "per-mismatch",
            Self::PerUnexpected { .. } => "per-unexpected",
            Self::HorizonMissing { .. } => "horizon-missing",
            Self::HorizonUnexpected { .. } => "horizon-unexpected",
            Self::HorizonNotCritical { .. } => "horizon-not-critical",
            Self::HorizonExceeded { .. } => "horizon-exceeded",
            Self::ValueMismatch { .. } => "value-mismatch",
            Self::LowerMismatch { .. } => "lower-mismatch",
            Self::LowerAboveValue { .. } => "lower-above-value",
            Self::ScopeTooWide { .. } => "scope-too-wide",
            Self::ScopeUndefined { .. } => "scope-undefined",
            Self::NotShortest { .. } => "not-shortest",
            Self::StatusMismatch { .. } => "status-mismatch",
            Self::WeightCount { .. } => "weight-count",
            Self::ZeroWeights { .. } => "weights-zero",
            Self::WithinMismatch { .. } => "within-mismatch",
            Self::NotProved { .. } => "not-proved",
            Self::OriginMissing { .. } => "origin-missing",
            Self::OriginUnexpected { .. } => "origin-unexpected",
            Self::CutNodes { .. } => "cut-nodes",
            Self::PriceOfNoLink { .. } => "price-of-no-link",
            Self::ZeroPrices { .. } => "zero-prices",
            Self::NotAnOffset { .. } => "not-an-offset",
            Self::DistanceZero { .. } => "distance-zero",
            Self::TooManyDirections { .. } => "too-many-directions",
            Self::TooMuchWork { .. } => "too-much-work",
            Self::TooManyClasses { .. } => "too-many-classes",
            Self::TooManyValues { .. } => "too-many-values",
            Self::Overflow { .. } => "overflow",
            Self::LimitReached { .. } => "limit-reached",
            Self::TreeBoundZero { .. } => "tree-bound-zero",
            Self::TreeIncomplete { .. } => "tree-incomplete",
            Self::TreeTrailing { .. } => "tree-trailing",
            Self::BranchClass { .. } => "branch-class",
            Self::BranchDimension { .. } => "branch-dimension",
            Self::BranchNotFree { .. } => "branch-not-free",
            Self::BranchThreshold { .. } => "branch-threshold",
            Self::LeafNotRefuted { .. } => "leaf-not-refuted",
            Self::DivideNotFree { .. } => "divide-not-free",
            Self::DivideThreshold { .. } => "divide-threshold",
            Self::PlusCount { .. } => "plus-count",
            Self::DelayHorizonTooShort { .. } => "delay-horizon-too-short",
            Self::DelayModelTooLarge { .. } => "delay-model-too-large",
            Self::HorizonBeyondModel { .. } => "horizon-beyond-model",
            Self::NoSuchVariable { .. } => "no-such-variable",
            Self::VariableNotFree { .. } => "variable-not-free",
            Self::NoSuchRow { .. } => "no-such-row",
            Self::NegativeMultiplier { .. } => "negative-multiplier",
            Self::DenominatorNotZero { .. } => "denominator-not-zero",
            Self::DelayLeafTooWeak { .. } => "delay-leaf-too-weak",
            Self::Matrix(fault) => fault.reason(),
            Self::RuleNotForNetwork { .. } => "rule-not-for-network",
            Self::TooManyRoutes { .. } => "too-many-routes",
            Self::NoSuchChannel { .. } => "no-such-channel",
            Self::ChannelTwice { .. } => "channel-twice",
            Self::ChannelMissing { .. } => "channel-missing",
            Self::NumberNotIncreasing { .. } => "number-not-increasing",
            Self::EmptyCycle => "empty-cycle",
            Self::NotADependency { .. } => "not-a-dependency",
        }
    }

    /// Gives the JSON path of the fault in a certificate, such as `schedule.slots[3][1]`.
    ///
    /// In other documents some keys stand at the top: [`Rejection::place_at_top`].
    #[must_use]
    pub fn place(&self) -> String {
        let fixed = match self {
            Self::RadixTooSmall { place, .. }
            | Self::TooManyNodes { place }
            | Self::ZeroOffset { place }
            | Self::OffsetOutOfRange { place, .. }
            | Self::NegativeOffset { place }
            | Self::OffsetTooFarBack { place, .. }
            | Self::CoordinateTooFarBack { place, .. }
            | Self::CoordinateCount { place, .. }
            | Self::CoordinateOutOfRange { place, .. }
            | Self::CoordinatesOnHypercube { place }
            | Self::CoordinatesOnCayley { place }
            | Self::CoordinatesOnGraph { place }
            | Self::AtSwitch { place, .. }
            | Self::NoWay { place, .. }
            | Self::StepOutOfRange { place, .. }
            | Self::RepeatedGenerator { place, .. }
            | Self::Plan { place, .. }
            | Self::ZeroCount { place }
            | Self::TooManyRows { place, .. }
            | Self::NoSuchLink { place, .. }
            | Self::WeightCount { place, .. }
            | Self::Overflow { place }
            | Self::LimitReached { place, .. } => place,
            Self::DimensionOutOfRange { .. } => "task.network.dimension",
            Self::NoRadices => "task.network.radices",
            Self::FamilySize { .. } => "task.network.n",
            Self::Disconnected { .. } => "task.network.steps",
            Self::NoGenerators
            | Self::GroupTooLarge { .. }
            | Self::TooManySymbols { .. }
            | Self::GraphTooLarge { .. } => "task.network",
            Self::NoGroup => "task.network.group",
            Self::NoNodes => "task.network.nodes",
            Self::MultiplicityCount { .. } => "task.network.multiplicity",
            Self::NameCount { .. } => "task.network.names",
            Self::TooFewHosts { .. } => "task.network.switches",
            Self::NoSwitchPorts => "task.network.switch_ports.at-most",
            Self::NoPorts => "task.ports.at-most",
            Self::MinZero | Self::MinAboveMax { .. } => "task.task.min",
            Self::MaxAboveDiameter { .. } => "task.task.max",
            Self::TaskTooLarge => "task.task",
            Self::NotSymmetric => "task.task.kind",
            Self::DelayObjective => "task.objective",
            Self::HalfDuplex => "task.ports",
            Self::ScheduleDoesNotFit { .. } => "schedule.kind",
            Self::MinusTooLarge { .. } => "schedule.minus",
            Self::PacketsMismatch { .. } | Self::EndsMismatch { .. } | Self::NotInvariant { .. } => {
                "schedule.packets"
            }
            Self::TooManyGenerators { .. } | Self::GroupNotFree { .. } | Self::TooManyImages { .. } => {
                "schedule.subgroup"
            }
            Self::TooFewMoves { .. } => "schedule.slots",
            Self::NoGroups { .. } => "schedule.groups",
            Self::FirstGroup { .. } => "schedule.groups[0]",
            Self::TooManyIntervals { .. } | Self::PoolExhausted { .. } => "schedule.intervals",
            Self::EveryNode { .. } => "schedule",
            Self::RouteMissing { .. } => "schedule.routes",
            Self::NoClaims | Self::TooManyClaims { .. } => "claims",
            Self::Matrix(fault) => return fault.place(),
            Self::RuleNotForNetwork { .. } => "rule",
            Self::TooManyRoutes { .. } => "network",
            Self::ChannelMissing { .. } => "numbering",
            Self::EmptyCycle => "cycle",
            Self::NoSuchChannel { list, index, .. } | Self::ChannelTwice { list, index, .. } => {
                return format!("{list}[{index}]");
            }
            Self::NumberNotIncreasing { index, .. } => return format!("numbering[{index}]"),
            Self::NotADependency { index, .. } => return format!("cycle[{index}]"),
            _ => {
                return self.place_in_schedule().unwrap_or_else(|| self.place_in_claim());
            }
        };
        fixed.to_owned()
    }

    /// The same in a document with the keys of `inside` at its top: those of `schedule` in a schedule
    /// document, of `task` in a channels document.
    #[must_use]
    pub fn place_at_top(&self, inside: &str) -> String {
        let place = self.place();
        place.strip_prefix(inside).and_then(|rest| rest.strip_prefix('.')).unwrap_or(&place).to_owned()
    }

    fn place_in_schedule(&self) -> Option<String> {
        Some(match self {
            Self::NotAPermutation { index, .. }
            | Self::TrivialGenerator { index }
            | Self::InverseMissing { index } => format!("task.network.permutations[{index}]"),
            Self::ZeroMultiplicity { index } => format!("task.network.multiplicity[{index}]"),
            Self::NotSquare { row, .. } => format!("task.network.matrix[{row}]"),
            Self::NotNormal { row, column, .. } => format!("task.network.matrix[{row}][{column}]"),
            Self::UnitVanishes { index } => format!("task.network.matrix[{index}]"),
            Self::LinkOutOfRange { index, end, .. } => format!("task.network.links[{index}][{end}]"),
            Self::LinkToItself { index, .. } | Self::RepeatedLink { index, .. } => {
                format!("task.network.links[{index}]")
            }
            Self::ZeroCapacity { index, at } => format!("task.network.links[{index}][{at}]"),
            Self::ShiftLength { index, .. } => format!("task.network.links[{index}][2]"),
            Self::ShiftOutOfRange { index, part, .. } => {
                format!("task.network.links[{index}][2][{part}]")
            }
            Self::BadName { index } | Self::RepeatedName { index, .. } => {
                format!("task.network.names[{index}]")
            }
            Self::SwitchOutOfRange { index, .. } | Self::SwitchOrder { index, .. } => {
                format!("task.network.switches[{index}]")
            }
            Self::DemandToItself { index, .. } => format!("task.task.packets[{index}].to"),
            Self::PacketsScattered { row, .. } => format!("schedule.packets[{row}]"),
            Self::NotDelivered { packet, .. } | Self::PacketForm { packet, .. } => {
                format!("schedule.packets[{packet}]")
            }
            // A symmetric schedule of such packets lists none.
            Self::NotReached { .. } | Self::NeverSent { .. } => "schedule.slots".to_owned(),
            Self::NotATranslation { index, .. } | Self::Generator { index, .. } => {
                format!("schedule.subgroup[{index}]")
            }
            Self::MoveForm { slot, index, .. }
            | Self::LinkMissing { slot, index, .. }
            | Self::ClassLinkTwice { slot, index, .. }
            | Self::ClassLinkAboveCapacity { slot, index, .. }
            | Self::NotNeighbors { slot, index, .. }
            | Self::TransferTwice { slot, index, .. }
            | Self::TransferAboveCapacity { slot, index, .. }
            | Self::NotHeld { slot, index, .. }
            | Self::RootSends { slot, index, .. }
            | Self::SentTwice { slot, index, .. }
            | Self::ReceivedLate { slot, index, .. }
            | Self::NoSuchPacket { slot, index, .. }
            | Self::PacketTwice { slot, index, .. }
            | Self::LinkTwice { slot, index, .. } => format!("schedule.slots[{slot}][{index}]"),
            Self::TooManyMoves { slot, .. }
            | Self::TooManySends { slot, .. }
            | Self::TooManyReceives { slot, .. }
            | Self::HalfDuplexBoth { slot, .. } => format!("schedule.slots[{slot}]"),
            Self::GroupsNotIncreasing { group, .. } | Self::GroupBeyondRows { group, .. } => {
                format!("schedule.groups[{group}]")
            }
            Self::IntervalEmpty { interval }
            | Self::IntervalOverflow { interval }
            | Self::NoSuchGroup { interval, .. }
            | Self::GroupOverlap { interval, .. }
            | Self::LinkOverlap { interval, .. } => format!("schedule.intervals[{interval}]"),
            Self::RoutesNotIncreasing { route, .. }
            | Self::RouteBeyondRows { route, .. }
            | Self::RouteLength { route, .. }
            | Self::RouteMisses { route, .. } => format!("schedule.routes[{route}]"),
            _ => return None,
        })
    }

    fn place_in_claim(&self) -> String {
        match self {
            Self::RepeatedClaim { claim, .. } => format!("claims[{claim}]"),
            Self::BoundDoesNotFit { claim, .. } | Self::BoundNotForTask { claim, .. } => {
                format!("claims[{claim}].lower.kind")
            }
            Self::DelayUndefined { claim } => format!("claims[{claim}].quantity"),
            Self::DistanceZero { claim } => format!("claims[{claim}].lower.distance"),
            Self::PerMissing { claim } | Self::PerUnexpected { claim } | Self::PerMismatch { claim, .. } => {
                format!("claims[{claim}].per")
            }
            Self::HorizonMissing { claim }
            | Self::HorizonUnexpected { claim, .. }
            | Self::HorizonNotCritical { claim }
            | Self::HorizonExceeded { claim, .. } => format!("claims[{claim}].horizon"),
            Self::ValueMismatch { claim, .. } => format!("claims[{claim}].value"),
            Self::LowerMismatch { claim, .. }
            | Self::LowerAboveValue { claim, .. }
            | Self::TreeBoundZero { claim } => format!("claims[{claim}].lower.value"),
            Self::ScopeTooWide { claim, .. }
            | Self::ScopeUndefined { claim, .. }
            | Self::NotShortest { claim, .. } => {
                format!("claims[{claim}].scope")
            }
            Self::StatusMismatch { claim, .. } => format!("claims[{claim}].status"),
            Self::ZeroWeights { claim } => format!("claims[{claim}].lower.weights"),
            Self::WithinMismatch { claim, .. } => format!("claims[{claim}].lower.within"),
            Self::NotAnOffset { claim, .. } => format!("claims[{claim}].lower.packet"),
            Self::OriginMissing { claim } | Self::OriginUnexpected { claim } => {
                format!("claims[{claim}].lower.from")
            }
            Self::CutNodes { claim } => format!("claims[{claim}].lower.nodes"),
            Self::PriceOfNoLink { place, .. } => place.clone(),
            Self::ZeroPrices { claim }
            | Self::NotProved { claim, .. }
            | Self::TooManyDirections { claim, .. }
            | Self::TooMuchWork { claim, .. }
            | Self::TooManyClasses { claim, .. }
            | Self::TooManyValues { claim, .. }
            | Self::DelayModelTooLarge { claim, .. } => format!("claims[{claim}].lower"),
            Self::PlusCount { claim, node, .. } => format!("claims[{claim}].lower.tree[{node}].plus"),
            Self::DelayHorizonTooShort { claim, .. } | Self::HorizonBeyondModel { claim, .. } => {
                format!("claims[{claim}].lower.horizon_slots")
            }
            Self::NoSuchRow { claim, node, row, .. } | Self::NegativeMultiplier { claim, node, row, .. } => {
                format!("claims[{claim}].lower.tree[{node}].rows[{row}]")
            }
            Self::DenominatorNotZero { claim, node, .. } => {
                format!("claims[{claim}].lower.tree[{node}].denominator")
            }
            Self::TreeIncomplete { claim, .. } => format!("claims[{claim}].lower.tree"),
            Self::TreeTrailing { claim, node }
            | Self::BranchClass { claim, node, .. }
            | Self::BranchDimension { claim, node, .. }
            | Self::BranchNotFree { claim, node, .. }
            | Self::BranchThreshold { claim, node, .. }
            | Self::DivideNotFree { claim, node, .. }
            | Self::DivideThreshold { claim, node, .. }
            | Self::LeafNotRefuted { claim, node, .. }
            | Self::NoSuchVariable { claim, node, .. }
            | Self::VariableNotFree { claim, node, .. }
            | Self::DelayLeafTooWeak { claim, node, .. } => {
                format!("claims[{claim}].lower.tree[{node}]")
            }
            _ => String::new(),
        }
    }
}
