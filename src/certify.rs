//! From witnesses inside the program to the certificate document.

use crate::bound::{CollectiveBounds, DistanceBound, ListedBounds, WeightBound, collective_transmissions};
use crate::model::{
    CayleyTask, CollectiveSchedule, CollectiveTask, ExplicitSchedule, IntervalForm, IsotropicTask,
    ListedTask, Node, Packet, ScheduleForm, Sent, TaskMatrix, WordSchedule, count_of, wide,
};
use crate::route::{DirectionTreeNode, Directions, RouteChoice, RouteProof, task_matrix};
use crate::wire::{
    CertificateDocument, Claim, DirectionNode, Horizon, Interval, Lower, Move, NodeRef, Per, PlacedMove,
    Quantity, Route, ScheduleBody, Scope, Status, Transfer,
};

/// The lower bounds of a task, ready to be claimed: the best that binds every schedule, and the best that binds symmetric
/// ones if it is greater.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionBounds {
    /// Binds every schedule.
    pub all: Lower,
    /// Binds symmetric schedules, and exceeds `all`.
    pub isotropic: Option<Lower>,
}

impl CompletionBounds {
    /// The greatest of the bounds.
    #[must_use]
    pub fn greatest(&self) -> u64 {
        self.isotropic.as_ref().unwrap_or(&self.all).value()
    }
}

/// Puts the bounds of a task together.
///
/// `within` are weights that refute `value` − 1 slots on routes of at most `value` − 1 hops, with that `value`.
#[must_use]
pub fn completion_bounds(
    distance: Option<DistanceBound>,
    weighted: WeightBound,
    within: Option<WeightBound>,
    route: &RouteChoice,
) -> CompletionBounds {
    let mut all = Lower::Weights { value: weighted.value, weights: weighted.weights, within: None };
    if let Some(bound) = distance.filter(|bound| bound.value > all.value()) {
        all = Lower::Distance { value: bound.value, packet: NodeRef::Index(bound.packet.0), from: None };
    }
    let hop_limited = |bound: WeightBound| Lower::Weights {
        value: bound.value,
        weights: bound.weights,
        within: Some(bound.value - 1),
    };
    let proved = match &route.proof {
        RouteProof::Weights(weights) => Some(WeightBound { value: route.lower, weights: weights.clone() }),
        _ => None,
    };
    for bound in within.into_iter().chain(proved) {
        if bound.value > all.value() {
            all = hop_limited(bound);
        }
    }
    let isotropic = match &route.proof {
        _ if route.lower <= all.value() => None,
        RouteProof::Split | RouteProof::Weights(_) => Some(Lower::Split { value: route.lower }),
        RouteProof::Tree(tree) => {
            let tree = tree.nodes.iter().map(tree_node).collect();
            Some(Lower::DirectionTree { value: route.lower, tree })
        }
    };
    CompletionBounds { all, isotropic }
}

fn tree_node(node: &DirectionTreeNode) -> DirectionNode {
    match node {
        DirectionTreeNode::Branch { class, dimension, plus } => {
            DirectionNode::Branch { class: count_of(*class), dimension: count_of(*dimension), plus: *plus }
        }
        DirectionTreeNode::Divide { dimension, plus } => {
            DirectionNode::Divide { dimension: count_of(*dimension), plus: *plus }
        }
        DirectionTreeNode::Leaf { weights, plus } => {
            DirectionNode::Leaf { weights: weights.clone(), plus: plus.clone() }
        }
    }
}

/// What a schedule attains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measured {
    /// Completion time, in slots.
    pub completion: u64,
    /// Moves of one node.
    pub transmissions: u64,
    /// Delay, if the task asks for it.
    pub delay: Option<DelayMeasured>,
}

/// The total delay of a schedule with its bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DelayMeasured {
    /// ΣC_i over the packets of one node.
    pub value: u64,
    /// How long the schedules that the bound is held against may take.
    pub horizon: Horizon,
    /// The bounds, the greatest first.
    pub lower: Vec<ScopedBound>,
}

/// A lower bound and whom it binds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopedBound {
    /// Which schedules it binds.
    pub scope: Scope,
    /// The bound.
    pub lower: Lower,
}

/// The claims about a schedule: its completion time in the widest scope in which it is proved least, else with the gap; beside it what
/// holds for all schedules; the transmissions; and the total delay if it was measured.
///
/// `total_distance` is the sum of the distances of one node's packets.
#[must_use]
pub fn claims(total_distance: u64, bounds: &CompletionBounds, measured: &Measured) -> Vec<Claim> {
    let claim = |quantity, value, scope, lower: &Lower| Claim {
        quantity,
        value,
        per: (quantity != Quantity::CompletionTime).then_some(Per::Node),
        scope,
        horizon: None,
        lower: lower.clone(),
        status: if value == lower.value() { Status::Optimal } else { Status::UpperBound },
    };
    let time = |scope, lower| claim(Quantity::CompletionTime, measured.completion, scope, lower);
    let mut claims: Vec<Claim> = bounds.isotropic.iter().map(|lower| time(Scope::Isotropic, lower)).collect();
    claims.push(time(Scope::All, &bounds.all));
    let hops = Lower::Distances { value: total_distance };
    claims.push(claim(Quantity::Transmissions, measured.transmissions, Scope::All, &hops));
    if let Some(delay) = &measured.delay {
        claims.extend(delay.lower.iter().map(|bound| Claim {
            horizon: Some(delay.horizon),
            ..claim(Quantity::TotalDelay, delay.value, bound.scope, &bound.lower)
        }));
    }
    claims
}

/// The certificate of a schedule.
#[must_use]
pub fn certificate(
    task: &IsotropicTask,
    directions: &Directions,
    schedule: ScheduleForm,
    claims: Vec<Claim>,
) -> CertificateDocument {
    let body = match schedule {
        ScheduleForm::Slots(slots) => symmetric_body(task, slots),
        ScheduleForm::Intervals(form) => interval_body(task, directions, &form),
    };
    CertificateDocument::new(task.document().clone(), body, claims)
}

fn symmetric_body(task: &IsotropicTask, slots: Vec<Vec<(u32, u32)>>) -> ScheduleBody {
    let mut packets = Vec::with_capacity(usize::try_from(task.rows()).expect("the rows fit memory"));
    for class in task.classes() {
        packets.extend((0..class.count).map(|_| NodeRef::Index(class.offset.0)));
    }
    let slots = slots.into_iter().map(|slot| slot.into_iter().map(Move::from).collect()).collect();
    ScheduleBody::Symmetric { packets, slots }
}

fn interval_body(task: &IsotropicTask, directions: &Directions, form: &IntervalForm) -> ScheduleBody {
    ScheduleBody::Intervals {
        packets: None,
        groups: form.groups.iter().map(|&row| count_of(row)).collect(),
        intervals: form
            .intervals
            .iter()
            .map(|owned| Interval {
                start: owned.start,
                width: owned.width,
                group: owned.group.into(),
                link: owned.link.into(),
            })
            .collect(),
        routes: routes(task, directions),
    }
}

/// The rows that do not take their default route.
fn routes(task: &IsotropicTask, directions: &Directions) -> Vec<Route> {
    if *directions == Directions::Default {
        return Vec::new();
    }
    let build = |directions| task_matrix(task, directions).expect("directions of the task itself");
    let (chosen, default): (TaskMatrix, TaskMatrix) = (build(directions), build(&Directions::Default));
    let links = wide(chosen.columns());
    (0..chosen.rows())
        .filter(|&row| !chosen.row(row).eq(default.row(row)))
        .map(|row| {
            let mut uses = vec![0; links];
            for (link, units) in chosen.row(row) {
                uses[wide(link)] = units;
            }
            Route { row: count_of(row), uses }
        })
        .collect()
}

/// The certificate of a schedule along words.
#[must_use]
pub fn word_certificate(
    task: &CayleyTask,
    schedule: &WordSchedule,
    claims: Vec<Claim>,
) -> CertificateDocument {
    let packets = schedule.packets.iter().map(|packet| NodeRef::Index(packet.0)).collect();
    let slots = schedule.slots.iter().map(|slot| slot.iter().copied().map(Move::from).collect()).collect();
    CertificateDocument::new(task.document().clone(), ScheduleBody::Symmetric { packets, slots }, claims)
}

/// The certificate of a collective task: completion time and transmissions, each with its best bound; all bounds bind every
/// schedule.
#[must_use]
pub fn collective_certificate(
    task: &CollectiveTask,
    bounds: &CollectiveBounds,
    schedule: &CollectiveSchedule,
) -> CertificateDocument {
    let per = match schedule {
        CollectiveSchedule::Placed(_) => Per::Node,
        CollectiveSchedule::Explicit(_) => Per::Network,
    };
    let least = collective_transmissions(task, bounds.least_moves(task, schedule));
    let claims = vec![
        explicit_claim(Quantity::CompletionTime, schedule.length(), None, bounds.best().clone()),
        explicit_claim(Quantity::Transmissions, schedule.moves(), Some(per), least),
    ];
    CertificateDocument::new(task.document().clone(), collective_body(task, schedule), claims)
}

fn collective_body(task: &CollectiveTask, schedule: &CollectiveSchedule) -> ScheduleBody {
    let at = |node: Node| NodeRef::Index(node.0);
    match schedule {
        CollectiveSchedule::Placed(schedule) => {
            let step = |step: &crate::model::PlacedSend| PlacedMove {
                packet: (task.count() > 1).then_some(step.packet),
                position: at(step.position),
                link: step.link.0,
            };
            ScheduleBody::Placed {
                slots: schedule.slots.iter().map(|slot| slot.iter().map(step).collect()).collect(),
            }
        }
        CollectiveSchedule::Explicit(schedule) => explicit_body(schedule),
    }
}

/// The certificate of listed packets: completion time and transmissions, each with its best bound; all bounds bind every schedule.
#[must_use]
pub fn listed_certificate(
    task: &ListedTask,
    bounds: &ListedBounds,
    schedule: &ExplicitSchedule,
) -> CertificateDocument {
    let moves = count_of(schedule.slots.iter().map(Vec::len).sum());
    let claims = vec![
        explicit_claim(Quantity::CompletionTime, count_of(schedule.slots.len()), None, bounds.best().clone()),
        explicit_claim(Quantity::Transmissions, moves, Some(Per::Network), bounds.transmissions.clone()),
    ];
    CertificateDocument::new(task.document().clone(), explicit_body(schedule), claims)
}

/// A claim that binds every schedule.
fn explicit_claim(quantity: Quantity, value: u64, per: Option<Per>, lower: Lower) -> Claim {
    let status = if value == lower.value() { Status::Optimal } else { Status::UpperBound };
    Claim { quantity, value, per, scope: Scope::All, horizon: None, status, lower }
}

fn explicit_body(schedule: &ExplicitSchedule) -> ScheduleBody {
    let at = |node: Node| NodeRef::Index(node.0);
    let ends = |packet: &Packet| match *packet {
        Packet::Personal { from, to } => vec![at(from), at(to)],
        Packet::Copied { from: node } | Packet::Combined { to: node } => vec![at(node)],
    };
    let step = |step: &Sent| Transfer { packet: step.packet, from: at(step.from), to: at(step.to) };
    ScheduleBody::Explicit {
        packets: schedule.packets.iter().map(ends).collect(),
        slots: schedule.slots.iter().map(|slot| slot.iter().map(step).collect()).collect(),
    }
}
