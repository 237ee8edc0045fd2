//! The claims of a certificate as theorems in words of the specification in `src/check/proofs/spec`.

mod lists;
mod network;
mod trees;

use super::format::{Format, Writer};
use super::theorem_error::TheoremError;
use crate::model::forward_offset;
use crate::wire::{
    CertificateDocument, Claim, Demand, Ends, Horizon, Interval, Lower, Move, MultinodeMove, NodeRef,
    OrbitMove, PacketCount, Per, Quantity, Route, RowEnds, ScheduleBody, Scope, SlotPrices, Slots, Status,
    Task, TaskDocument, Transfer, TreeModel, TurnedRow, Window,
};
use lists::{list, numbers};
use network::{has_listed_links, network, nodes_in_windows, ports, radices, ring};

/// The format of the word `coq`.
pub(super) const COQ: Format = Format {
    word: "coq",
    sentence: "What a certificate says as a theorem, proved before the kernel of Coq",
    source: "The Coq Development Team, The Coq Proof Assistant 8.16",
    writer: Writer::Theorem(coq),
};

/// Most moves that are written, because Coq reads each as a term.
const MAX_MOVES: u64 = 1 << 17;

/// States that the packets are those of a task in which packets are carried.
const PACKETS_ARE_PAIRS: &str = "Permutation the_packets (pairs the_network the_traffic)";
/// States that the packets are those of a task in which packets are copied or combined.
const PACKETS_ARE_ROOTS: &str = "Permutation the_packets (roots the_network the_traffic)";
/// Most nodes of a ring whose conveyor schedule Coq writes out.
const MAX_RING_NODES: u64 = 64;
/// Most nodes of a network whose schedule in windows Coq writes out.
const MAX_NODES_IN_WINDOWS: u64 = 1 << 12;

/// Writes the theorems of a certificate that the checker has accepted: its packets are those of the task, its
/// schedule is legal, and for each claim the schedule attains the value and no schedule within the scope of
/// the bound is below it. Coq's kernel computes that the checker of `src/check/proofs` accepts, and the
/// theorem `check_sound` gives the rest.
///
/// # Errors
/// [`TheoremError`] when the proof does not cover the schedule or a bound, or when there are too many moves.
///
/// # Complexity
/// O(length of the certificate) time and space.
fn coq(certificate: &CertificateDocument) -> Result<Vec<u8>, TheoremError> {
    let document = &certificate.task;
    let words = Words {
        radices: radices(&document.network),
        nodes: ring(&document.network),
        nodes_in_windows: nodes_in_windows(&document.network),
        listed: has_listed_links(&document.network),
    };
    let plan = words.plan(&certificate.schedule, &document.task)?;
    let claims = certificate.claims.iter().map(|claim| words.claim(claim)).collect::<Vec<_>>();
    let (network, traffic) = (network(&document.network), words.traffic(document)?);
    let (ports, Plan { definitions, packets, legal, .. }) = (ports(document.ports), &plan);
    let (legal, proof) = (legal.words(), legal.proof());
    let accepted = accepted(&certificate.claims, &claims, plan.writing);
    let theorems: String =
        certificate.claims.iter().enumerate().map(|(place, claim)| theorem(place, claim, &plan)).collect();
    let text = format!(
        "{HEADER}{network}\
         Definition the_traffic : traffic := {traffic}.\n\
         Definition the_task : task := Task the_network the_traffic {ports}.\n\n\
         {definitions}\
         Definition the_schedule : schedule := written_out the_task the_plan.\n\n\
         {accepted}\
         Theorem the_packets_are_those_of_the_task : {packets}.\n\
         Proof. exact (packets_of _ _ _ accepted). Qed.\n\n\
         Theorem the_schedule_is_legal : {legal} the_schedule.\n\
         Proof. exact ({proof}). Qed.\n\
         {theorems}\n\
         Print Assumptions checked.\n"
    );
    Ok(text.into_bytes())
}

const HEADER: &str = "\
(* Written by isotask export --to coq. With the folder src/check/proofs built in PROOFS (make -C src/check/proofs):
   coqc -Q PROOFS/spec Isotask.Spec -Q PROOFS/proof Isotask.Proof FILE.v
   What the words mean is said in src/check/proofs/spec; all else in this file is checked. *)
From Coq Require Import String ZArith NArith List Permutation.
From Isotask.Spec Require Import Network Schedule Task Windows Certificate.
From Isotask.Proof Require Import Claims Trees DirectionTree Checker Forms Words.
Import ListNotations.
Open Scope N_scope.

";

/// Which predicate of the specification says that a schedule is legal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Legal {
    /// Packets that are carried.
    Carried,
    /// Packets that are copied.
    Copied,
    /// Packets that are combined.
    Combined,
    /// Packets of a plan in a short form.
    Short,
}

impl Legal {
    fn words(self) -> &'static str {
        match self {
            Self::Carried => "legal the_problem",
            Self::Copied => "legal_broadcast the_problem",
            Self::Combined => "legal_accumulation the_problem",
            Self::Short => "is_legal the_task the_plan",
        }
    }

    /// Returns the proof that the schedule of an accepted certificate is legal.
    fn proof(self) -> &'static str {
        match self {
            Self::Carried => "legal_personal the_task the_plan _ accepted I",
            Self::Copied => "legal_copied the_task the_plan _ accepted I eq_refl",
            Self::Combined => "legal_combined the_task the_plan _ accepted I eq_refl",
            Self::Short => "legal_of the_task the_plan _ accepted",
        }
    }
}

/// A schedule as definitions of Coq, and the words of its theorems.
struct Plan {
    definitions: String,
    /// The argument of the checker: the plan in full or in its short form.
    writing: &'static str,
    /// The statement that the packets are those of the task.
    packets: &'static str,
    /// Which schedules are legal.
    legal: Legal,
    /// The factor before the values of claims, with its `*`; empty if every packet is listed.
    many: &'static str,
}

impl Plan {
    /// Defines a plan in a short form.
    fn short(words: &str) -> Self {
        let definitions = format!(
            "Definition the_writing : writing := {words}.\n\
             Definition the_plan : plan := meaning the_task the_writing.\n\
             Definition the_problem : problem := problem_of the_task the_plan.\n"
        );
        Self {
            definitions,
            writing: "the_writing",
            packets: "packets_fit the_task the_plan",
            legal: Legal::Short,
            many: "counted_for the_task the_plan * ",
        }
    }
}

/// Writes the parts of a certificate. Its nodes may be given by coordinates.
struct Words {
    radices: Option<String>,
    /// Number of nodes if the network is a ring.
    nodes: Option<u64>,
    /// Number of nodes if schedules in windows may be for the network.
    nodes_in_windows: Option<u64>,
    /// Whether the network lists its links, so that symmetries are automorphisms and not translations.
    listed: bool,
}

impl Words {
    fn node(&self, node: &NodeRef) -> String {
        match (node, &self.radices) {
            (NodeRef::Coordinates(vector), Some(radices)) => format!("index {radices} {}", numbers(vector)),
            (NodeRef::Coordinates(vector), None) => numbers(vector),
            (NodeRef::Index(index), _) => index.to_string(),
        }
    }

    fn argument(&self, node: &NodeRef) -> String {
        match node {
            NodeRef::Index(index) => index.to_string(),
            NodeRef::Coordinates(_) => format!("({})", self.node(node)),
        }
    }

    fn traffic(&self, document: &TaskDocument) -> Result<String, TheoremError> {
        Ok(match &document.task {
            Task::TotalExchange { count } => format!("TotalExchange {count}"),
            Task::NeighbourhoodExchange { min, max, count } => {
                format!("NeighbourhoodExchange {min} {max} {count}")
            }
            Task::Isotropic { packets, count } => {
                let packet = |each: &PacketCount| {
                    // No checker accepts an offset that leads nowhere; the proof refuses it as well.
                    let node = forward_offset(&document.network, &each.offset, &String::new);
                    let node = node.unwrap_or(NodeRef::Index(0));
                    format!("({}, {})", self.node(&node), each.count)
                };
                format!("Isotropic {} {count}", list(packets.iter().map(packet)))
            }
            Task::Demands { packets, count } => {
                let packet = |each: &Demand| {
                    format!("(({}, {}), {})", self.node(&each.from), self.node(&each.to), each.count)
                };
                format!("Demands {} {count}", list(packets.iter().map(packet)))
            }
            Task::SingleNodeBroadcast { root, count } => format!("Broadcast {} {count}", self.argument(root)),
            Task::SingleNodeAccumulation { root, count } => {
                format!("Accumulation {} {count}", self.argument(root))
            }
            Task::Scatter { root, count } => format!("Scatter {} {count}", self.argument(root)),
            Task::Gather { root, count } => format!("Gather {} {count}", self.argument(root)),
            Task::MultinodeBroadcast { count } => format!("MultinodeBroadcast {count}"),
            Task::MultinodeAccumulation { count } => format!("MultinodeAccumulation {count}"),
            Task::Allreduce { .. } => return Err(TheoremError::NotCovered { what: "an allreduce" }),
            Task::Parcels { .. } => {
                return Err(TheoremError::NotCovered { what: "packets that differ in length or start" });
            }
        })
    }

    fn plan(&self, body: &ScheduleBody, task: &Task) -> Result<Plan, TheoremError> {
        let legal = match task {
            Task::SingleNodeBroadcast { .. } | Task::MultinodeBroadcast { .. } => Legal::Copied,
            Task::SingleNodeAccumulation { .. } | Task::MultinodeAccumulation { .. } => Legal::Combined,
            _ => Legal::Carried,
        };
        let each = "size the_network * ";
        match body {
            ScheduleBody::Symmetric { packets, slots } => {
                let step = |step: &Move| format!("({}, {})", step.packet, step.link);
                let packets = list(packets.iter().map(|node| self.node(node)));
                let definitions = format!(
                    "Definition the_packets : list N := {packets}.\nDefinition the_plan : plan := Symmetric the_packets {}.\n\
                     Definition the_problem : problem := isotropic the_task the_packets.\n",
                    moves(slots, step)?
                );
                Ok(Plan {
                    definitions,
                    writing: "(InFull the_plan)",
                    packets: "Permutation the_packets (offsets the_network the_traffic)",
                    legal,
                    many: each,
                })
            }
            ScheduleBody::Multinode { slots } => {
                let step = |step: &MultinodeMove| {
                    let position = self.node(&step.position);
                    format!("({}, {position}, {})", step.packet.unwrap_or(0), step.link)
                };
                let definitions = format!(
                    "Definition the_plan : plan := SymmetricTrees {}.\n\
                     Definition the_problem : problem := rooted the_task (roots the_network the_traffic).\n",
                    moves(slots, step)?
                );
                Ok(Plan {
                    definitions,
                    writing: "(InFull the_plan)",
                    packets: "packets_fit the_task the_plan",
                    legal,
                    many: each,
                })
            }
            ScheduleBody::Explicit { packets, slots } => {
                let step = |step: &Transfer| {
                    format!("({}, ({}, {}))", step.packet(), self.node(&step.from()), self.node(&step.to()))
                };
                let personal = legal == Legal::Carried;
                let (kind, whose, plan, problem) = if personal {
                    ("N * N", PACKETS_ARE_PAIRS, "Explicit", "listed")
                } else {
                    ("N", PACKETS_ARE_ROOTS, "ExplicitTrees", "rooted")
                };
                let definitions = format!(
                    "Definition the_packets : list ({kind}) := {}.\nDefinition the_plan : plan := {plan} the_packets {}.\n\
                     Definition the_problem : problem := {problem} the_task the_packets.\n",
                    self.ends(packets),
                    moves(slots, step)?
                );
                Ok(Plan { definitions, writing: "(InFull the_plan)", packets: whose, legal, many: "" })
            }
            ScheduleBody::Orbit { subgroup, packets, slots } => {
                let step = |step: &Move| format!("({}, {})", step.packet, step.link);
                let words =
                    format!("Orbit {} {} {}", self.group(subgroup), self.ends(packets), moves(slots, step)?);
                Ok(Plan::short(&words))
            }
            ScheduleBody::OrbitMultinode { subgroup, packets, slots } => {
                let step =
                    |step: &OrbitMove| format!("({}, {}, {})", step.packet, self.node(&step.node), step.link);
                let words = format!(
                    "OrbitTrees {} {} {}",
                    self.group(subgroup),
                    self.ends(packets),
                    moves(slots, step)?
                );
                Ok(Plan::short(&words))
            }
            ScheduleBody::Conveyor { minus } if self.nodes.is_some_and(|nodes| nodes <= MAX_RING_NODES) => {
                Ok(Plan::short(&format!("Conveyor {minus}")))
            }
            ScheduleBody::Conveyor { .. } => {
                Err(TheoremError::NotCovered { what: "a conveyor of more nodes than Coq writes out" })
            }
            ScheduleBody::Windows { plan } => self.windows(plan),
            ScheduleBody::Intervals { packets, groups, intervals, routes } => {
                let owned = |each: &Interval| {
                    format!("(({}, {}), ({}, {}))", each.start, each.width, each.group, each.link)
                };
                let route = |each: &Route| format!("({}, {})", each.row, numbers(&each.uses));
                let rows = packets.as_ref().map(|packets| self.nodes(packets));
                let words = format!(
                    "Intervals {} {} {} {}",
                    option(rows.as_deref()),
                    numbers(groups),
                    list(intervals.iter().map(owned)),
                    list(routes.iter().map(route))
                );
                Ok(Plan::short(&words))
            }
        }
    }

    /// Defines a plan of windows; refuses one of more nodes than Coq writes out.
    fn windows(&self, plan: &[Window]) -> Result<Plan, TheoremError> {
        if self.nodes_in_windows.is_none_or(|nodes| nodes > MAX_NODES_IN_WINDOWS) {
            return Err(TheoremError::NotCovered { what: "windows of more packets than Coq writes out" });
        }
        Ok(Plan::short(&format!("Windows {}", list(plan.iter().map(|window| self.window(window))))))
    }

    /// Writes what a plan of windows says of one distance.
    fn window(&self, window: &Window) -> String {
        let rows = |rows: &[TurnedRow]| list(rows.iter().map(|row| format!("({}, {})", row.orbit, row.turn)));
        let link = |link: Option<u32>| option(link.map(|link| link.to_string()).as_deref());
        let ends = |ends: &RowEnds| format!("({}, {})", link(ends.early), link(ends.late));
        format!(
            "Window {} {} {} {} {} {} {}",
            self.nodes(&window.cut),
            self.nodes(&window.rest),
            list(window.bins.iter().map(|bin| self.nodes(bin))),
            rows(&window.first),
            rows(&window.last),
            list(window.blocks.iter().map(|block| rows(block))),
            list(window.ends.iter().map(ends))
        )
    }

    /// Writes the generators of the group of an orbit schedule.
    fn group(&self, generators: &[NodeRef]) -> String {
        if !self.listed {
            return format!("(Translations {})", self.nodes(generators));
        }
        let images = |generator: &NodeRef| match generator {
            NodeRef::Coordinates(images) => numbers(images),
            NodeRef::Index(node) => numbers(&[*node]),
        };
        format!("(Automorphisms {})", list(generators.iter().map(images)))
    }

    fn nodes(&self, nodes: &[NodeRef]) -> String {
        list(nodes.iter().map(|node| self.node(node)))
    }

    /// Writes packets by their ends: two of a packet that is carried, else one.
    fn ends(&self, packets: &[Ends]) -> String {
        list(packets.iter().map(|ends| {
            let nodes: Vec<_> = ends.nodes().iter().map(|node| self.node(node)).collect();
            if nodes.len() == 1 { nodes.join("") } else { format!("({})", nodes.join(", ")) }
        }))
    }

    fn claim(&self, claim: &Claim) -> String {
        let per = claim.per.map(|per| match per {
            Per::Node => "PerNode",
            Per::Network => "PerNetwork",
        });
        format!(
            "Claim {} {} {} {} {} {} ({}) {}",
            quantity(claim.quantity),
            claim.value,
            option(per),
            scope(claim.scope),
            horizon(claim.horizon),
            claim.lower.value(),
            self.witness(&claim.lower),
            claim.status == Status::Optimal,
        )
    }

    fn prices(
        &self,
        links: &[(NodeRef, NodeRef, u64)],
        sends: &[(NodeRef, u64)],
        receives: &[(NodeRef, u64)],
    ) -> String {
        let link = |(from, to, price): &(NodeRef, NodeRef, u64)| {
            format!("(({}, {}), {price})", self.node(from), self.node(to))
        };
        let priced = |(node, price): &(NodeRef, u64)| format!("({}, {price})", self.node(node));
        let ports = |prices: &[(NodeRef, u64)]| list(prices.iter().map(priced));
        format!("{} {} {}", list(links.iter().map(link)), ports(sends), ports(receives))
    }

    fn witness(&self, lower: &Lower) -> String {
        let node = |node: &NodeRef| self.argument(node);
        match lower {
            Lower::Weights { weights, within, .. } => {
                format!(
                    "Weights {} {}",
                    numbers(weights),
                    option(within.map(|hops| hops.to_string()).as_deref())
                )
            }
            Lower::Distance { packet, from, .. } => {
                format!(
                    "Distance {} {}",
                    node(packet),
                    option(from.as_ref().map(|from| self.node(from)).as_deref())
                )
            }
            Lower::Distances { .. } => "Distances".to_owned(),
            Lower::Pooled { .. } => "Pooled".to_owned(),
            Lower::Departures { .. } => "Departures".to_owned(),
            Lower::Arrivals { .. } => "Arrivals".to_owned(),
            Lower::Reception { node: at, distance, .. } => format!("Reception {} {distance}", node(at)),
            Lower::Emission { node: at, distance, .. } => format!("Emission {} {distance}", node(at)),
            Lower::LastPacket { node: at, .. } => format!("LastPacket {}", node(at)),
            Lower::Volume { .. } => "Volume".to_owned(),
            Lower::Spanning { .. } => "Spanning".to_owned(),
            Lower::Cut { nodes, .. } => format!("Cut {}", list(nodes.iter().map(|node| self.node(node)))),
            Lower::CutNode { node: at, nodes, .. } => format!("CutNode {} {}", node(at), self.nodes(nodes)),
            Lower::Resolution { steps, .. } => format!("Resolution {}", trees::steps(steps)),
            Lower::Prices { links, sends, receives, .. } => {
                format!("Prices {}", self.prices(links, sends, receives))
            }
            Lower::TimedPrices { node: at, slots, .. } => {
                let of_slot = |slot: &SlotPrices| {
                    format!("SlotPrices {}", self.prices(&slot.links, &slot.sends, &slot.receives))
                };
                let slots = list(slots.iter().map(of_slot));
                match at {
                    None => format!("TimedPrices {slots}"),
                    Some(at) => format!("TimedPricesOf {} {slots}", node(at)),
                }
            }
            Lower::Split { .. } => "Split".to_owned(),
            Lower::DirectionTree { tree, .. } => format!("DirectionTree {}", trees::directions(tree)),
            Lower::DualTree { horizon_slots, model, tree, .. } => {
                format!("DualTree {horizon_slots} {} {}", tree_model(*model), trees::dual(tree))
            }
        }
    }
}

fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::All => "Everything",
        Scope::Isotropic => "SymmetricOnes",
        Scope::IsotropicShortest => "ShortestOnes",
    }
}

fn tree_model(model: Option<TreeModel>) -> &'static str {
    match model {
        None => "FirstModel",
        Some(TreeModel::Flow) => "FlowModel",
        Some(TreeModel::Transport) => "TransportModel",
    }
}

fn horizon(horizon: Option<Horizon>) -> String {
    let horizon = horizon.map(|horizon| match horizon {
        Horizon::Any => "AnyHorizon".to_owned(),
        Horizon::Critical => "Critical".to_owned(),
        Horizon::Slots(slots) => format!("AtMostSlots {slots}"),
    });
    option(horizon.as_deref())
}

/// Writes the statement that the checker accepts all claims, and its proof: a computation of the kernel.
fn accepted(claims: &[Claim], written: &[String], writing: &str) -> String {
    let outcomes = list(claims.iter().map(|_| "Proved".to_owned()));
    let stated = claims.iter().map(|claim| {
        let (quantity, scope, horizon) =
            (quantity(claim.quantity), scope(claim.scope), horizon(claim.horizon));
        format!("Statement {quantity} {} {scope} {horizon} {}", claim.value, claim.lower.value())
    });
    format!(
        "Definition the_claims : list claim := [\n  {}].\n\n\
         Lemma checked : well_formed the_network /\\ numbers_fit the_task {writing} /\\\n  \
         certified the_task the_plan {}.\nProof.\n  \
         refine (check_sound the_task {writing} the_claims {outcomes} _).\n  \
         vm_cast_no_check (eq_refl (Answer {outcomes})).\nQed.\n\
         Definition accepted := proj2 (proj2 checked).\n\n\
         Theorem the_network_is_one : well_formed the_network.\n\
         Proof. exact (proj1 checked). Qed.\n\n\
         Theorem the_numbers_are_in_range : numbers_fit the_task {writing}.\n\
         Proof. exact (proj1 (proj2 checked)). Qed.\n\n",
        written.join(";\n  "),
        list(stated)
    )
}

/// Writes the theorem of a claim: the value that the schedule attains, and that no schedule within the scope
/// of the bound has less. If the scope is not all schedules, the theorem also says that this schedule is
/// within it.
fn theorem(place: usize, claim: &Claim, plan: &Plan) -> String {
    let (name, lemma, measure, many) = match claim.quantity {
        Quantity::CompletionTime => ("completion_time", "slots_of", "slots", ""),
        Quantity::Transmissions => ("transmissions", "transmissions_of", "transmissions", plan.many),
        Quantity::TotalDelay => ("total_delay", "delay_of", "total_delay the_problem", plan.many),
    };
    let (value, lower) = (claim.value, claim.lower.value());
    let before: String = (0..place).map(|_| "or_intror (").collect();
    let after: String = (0..place).map(|_| ")").collect();
    let claimed = format!("({before}or_introl eq_refl{after})");
    let says = |legal: &str| {
        format!(
            "{measure} the_schedule = {many}{value} /\\\n  \
             forall other, {legal} other -> {many}{lower} <= {measure} other"
        )
    };
    let (statement, proof) =
        if claim.scope == Scope::All && matches!(claim.horizon, None | Some(Horizon::Any)) {
            (says(plan.legal.words()), format!("{lemma} _ _ _ {value} {lower} accepted {claimed}"))
        } else {
            let (scope, horizon) = (scope(claim.scope), horizon(claim.horizon));
            let bound = format!("is_bound the_task the_plan {scope} {horizon}");
            (
                format!("{bound} the_schedule /\\\n  {}", says(&bound)),
                format!(
                    "conj (bound_of _ _ _ {value} {lower} accepted _ _ _ {claimed}) \
                     ({lemma}_bound _ _ _ {value} {lower} accepted _ _ {claimed})"
                ),
            )
        };
    format!("\nTheorem {name}_{place} : {statement}.\nProof. exact ({proof}). Qed.\n")
}

fn quantity(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::CompletionTime => "CompletionTime",
        Quantity::Transmissions => "Transmissions",
        Quantity::TotalDelay => "TotalDelay",
    }
}

fn option(some: Option<&str>) -> String {
    some.map_or_else(|| "None".to_owned(), |some| format!("(Some ({some}))"))
}

/// Writes the moves, a line for every slot.
fn moves<M>(slots: &Slots<M>, step: impl Fn(&M) -> String) -> Result<String, TheoremError> {
    let found = crate::model::count_of(slots.moves().len());
    if found > MAX_MOVES {
        return Err(TheoremError::TooManyMoves { found, most: MAX_MOVES });
    }
    let slots: Vec<_> = slots.iter().map(|slot| list(slot.iter().map(&step))).collect();
    Ok(format!("[\n  {}]", slots.join(";\n  ")))
}
