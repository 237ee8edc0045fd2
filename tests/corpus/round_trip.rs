//! Random small tasks through the whole pipeline, and corruptions of their certificates, which must be
//! refused.

#![expect(clippy::unwrap_used, reason = "a test that cannot solve its task has failed")]

use isotask::check::{Options, Rejection, Verdict, check_certificate};
use isotask::model::Problem;
use isotask::solve::{Form, Outcome, Solution, SolveOptions, method, solve};
use isotask::wire::{
    self, CertificateDocument, Claim, DirectionNode, Lower, Network, NodeRef, PacketCount, Ports, Quantity,
    ScheduleBody, Scope, Status, Task, TaskDocument,
};
use proptest::prelude::*;

/// All networks up to 64 nodes: hypercubes, rings even and odd, tori with radix 2 and mixed radices.
fn networks() -> impl Strategy<Value = Network> {
    prop_oneof![
        (1_u64..=5).prop_map(|dimension| Network::Hypercube { dimension }),
        (2_u64..=12).prop_map(|nodes| Network::Ring { nodes }),
        prop::collection::vec(2_u64..=4, 1..=3).prop_map(|radices| Network::Torus { radices }),
        (2_u64..=7, 2_u64..=7).prop_map(|(a, b)| Network::Torus { radices: vec![a, b] }),
    ]
}

fn nodes(network: &Network) -> u64 {
    isotask::model::Network::new(network).unwrap().nodes()
}

/// All kinds of tasks, ports and objectives that are solved; at least one packet.
fn tasks() -> impl Strategy<Value = TaskDocument> {
    networks().prop_flat_map(|network| {
        let greatest = nodes(&network) - 1;
        let packet = (1..=greatest, 1_u64..=4)
            .prop_map(|(offset, count)| PacketCount { offset: NodeRef::Index(offset).into(), count });
        let task = prop_oneof![
            (1_u64..=2).prop_map(|count| Task::TotalExchange { count }),
            Just(Task::NeighbourhoodExchange { min: 1, max: 1, count: 2 }),
            (prop::collection::vec(packet, 1..=5), 1_u64..=2)
                .prop_map(|(packets, count)| Task::Isotropic { packets, count }),
        ];
        let ports = prop_oneof![Just(Ports::All), Just(Ports::One), (1_u64..=4).prop_map(Ports::AtMost)];
        (task, ports).prop_map(move |(task, ports)| {
            let objective = wire::Objective::CompletionTime;
            TaskDocument::new(None, network.clone(), task, ports, objective)
        })
    })
}

fn solved(document: &TaskDocument, form: Form) -> Box<Solution> {
    let options = SolveOptions { method: method("quotient"), form, ..SolveOptions::default() };
    match solve(&Problem::new(document).unwrap(), &options).unwrap() {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => solution,
        other => unreachable!("{other:?}"),
    }
}

/// Checks the certificate after it is written and read back.
fn check(certificate: &CertificateDocument) -> Result<Verdict, Rejection> {
    let bytes = wire::to_bytes(certificate);
    check_certificate(&wire::parse::<CertificateDocument>(&bytes).unwrap(), &Options::default())
}

fn refused(certificate: &CertificateDocument, reasons: &[&str]) -> Result<(), TestCaseError> {
    match check(certificate) {
        Ok(_) => Err(TestCaseError::fail(format!("accepted {certificate:?}"))),
        Err(rejection) => {
            let reason = rejection.reason();
            prop_assert!(reasons.contains(&reason), "{reason} is none of {reasons:?}: {certificate:?}");
            Ok(())
        }
    }
}

fn set_lower(lower: &mut Lower, to: u64) {
    match lower {
        Lower::Weights { value, .. }
        | Lower::Distance { value, .. }
        | Lower::Split { value }
        | Lower::DirectionTree { value, .. }
        | Lower::DualTree { value, .. }
        | Lower::Reception { value, .. }
        | Lower::Emission { value, .. }
        | Lower::LastPacket { value, .. }
        | Lower::Volume { value }
        | Lower::Cut { value, .. }
        | Lower::CutNode { value, .. }
        | Lower::Prices { value, .. }
        | Lower::TimedPrices { value, .. }
        | Lower::Resolution { value, .. }
        | Lower::Spanning { value } => *value = to,
        Lower::Distances { value }
        | Lower::Pooled { value }
        | Lower::Departures { value }
        | Lower::Arrivals { value } => *value = to.into(),
    }
}

/// The value of a claim of few slots.
fn slots(claim: &Claim) -> u64 {
    u64::try_from(claim.value).expect("a small schedule")
}

fn with_claim(
    certificate: &CertificateDocument,
    index: usize,
    change: impl FnOnce(&mut Claim),
) -> CertificateDocument {
    let mut changed = certificate.clone();
    change(&mut changed.claims[index]);
    changed
}

fn fitting(claim: &mut Claim) {
    claim.status = if claim.value == claim.lower.value() { Status::Optimal } else { Status::UpperBound };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_solution_is_accepted_and_both_forms_attain_equal_values(document in tasks()) {
        let slots = solved(&document, Form::Slots);
        let intervals = solved(&document, Form::Intervals);
        prop_assert_eq!(slots.completion_time(), intervals.completion_time());
        prop_assert_eq!(&slots.certificate.claims, &intervals.certificate.claims);
        for solution in [slots, intervals] {
            let verdict = check(&solution.certificate).unwrap();
            prop_assert_eq!(verdict, solution.verdict);
        }
    }

    #[test]
    fn forged_claims_are_never_accepted(document in tasks(), raise in 1_u64..1000, intervals: bool) {
        let form = if intervals { Form::Intervals } else { Form::Slots };
        let good = solved(&document, form).certificate;
        for index in 0..good.claims.len() {
            let claim = &good.claims[index];
            // A lower value: better than the schedule is.
            let lowered = with_claim(&good, index, |claim| {
                claim.value = claim.value.saturating_sub(raise.into());
                fitting(claim);
            });
            if lowered.claims[index].value < claim.value {
                refused(&lowered, &["value-mismatch"])?;
            }
            let raised = with_claim(&good, index, |claim| {
                claim.value += u128::from(raise);
                fitting(claim);
            });
            refused(&raised, &["value-mismatch"])?;
            let flipped = with_claim(&good, index, |claim| {
                claim.status = match claim.status {
                    Status::Optimal => Status::UpperBound,
                    Status::UpperBound => Status::Optimal,
                };
            });
            refused(&flipped, &["status-mismatch"])?;
            // A bound above the value contradicts it; one that meets it is forged.
            let above = with_claim(&good, index, |claim| {
                let value = slots(claim);
                set_lower(&mut claim.lower, value + raise);
            });
            refused(&above, &["lower-above-value"])?;
            if claim.status == Status::UpperBound {
                let forged = with_claim(&good, index, |claim| {
                    let value = slots(claim);
                    set_lower(&mut claim.lower, value);
                    claim.status = Status::Optimal;
                });
                refused(&forged, &["lower-mismatch", "within-mismatch", "not-proved", "leaf-not-refuted"])?;
            }
            // A bound that its witness does not give is refused even when it is more modest.
            let modest = with_claim(&good, index, |claim| {
                let lower = claim.lower.slots().saturating_sub(1);
                set_lower(&mut claim.lower, lower);
                fitting(claim);
            });
            let tree = matches!(claim.lower, Lower::DirectionTree { .. });
            if claim.lower.slots() > 0 && !tree {
                refused(&modest, &["lower-mismatch", "within-mismatch"])?;
            }
            // A bound on symmetric schedules binds no others.
            if matches!(claim.lower, Lower::Split { .. } | Lower::DirectionTree { .. }) {
                let mut wide = good.clone();
                wide.claims = vec![claim.clone()];
                wide.claims[0].scope = Scope::All;
                refused(&wide, &["scope-too-wide"])?;
            }
            let zero = with_claim(&good, index, |claim| {
                if let Lower::Weights { weights, .. } = &mut claim.lower {
                    weights.fill(0);
                }
            });
            if zero != good {
                refused(&zero, &["weights-zero"])?;
            }
            let longer = with_claim(&good, index, |claim| match &mut claim.lower {
                Lower::Weights { weights, .. } => weights.push(1),
                Lower::DirectionTree { tree, .. } => tree.push(DirectionNode::Leaf { weights: Vec::new(), plus: Vec::new() }),
                _ => {}
            });
            if longer != good {
                refused(&longer, &["weight-count", "tree-trailing"])?;
            }
        }
    }

    #[test]
    fn altered_weights_prove_no_more_than_they_weigh(document in tasks(), link: prop::sample::Index, weight in 0_u64..50) {
        let good = solved(&document, Form::Slots).certificate;
        let all = good.claims.iter().position(|claim| claim.quantity == Quantity::CompletionTime && claim.scope == Scope::All);
        let index = all.unwrap();
        let altered = with_claim(&good, index, |claim| {
            if let Lower::Weights { weights, .. } = &mut claim.lower {
                let link = link.index(weights.len());
                weights[link] = weight;
            }
        });
        // Other weights may prove the same bound; what is accepted never exceeds the schedule.
        match check(&altered) {
            Ok(verdict) => prop_assert!(verdict.claims[index].lower <= verdict.replayed.completion_time.into()),
            Err(rejection) => prop_assert!(
                ["lower-mismatch", "weights-zero", "not-proved"].contains(&rejection.reason()),
                "{rejection:?}"
            ),
        }
    }

    #[test]
    fn a_corrupted_move_is_refused(
        document in tasks(), slot: prop::sample::Index, place: prop::sample::Index, kind in 0_u8..4, shift in 1_u32..5,
    ) {
        let mut bad = solved(&document, Form::Slots).certificate;
        let ScheduleBody::Symmetric { packets, slots: all } = &mut bad.schedule else { unreachable!("slots were asked for") };
        let mut slots = all.to_lists();
        let slot = slot.index(slots.len());
        let place = place.index(slots[slot].len());
        let links = Problem::new(&document).unwrap().network().links();
        let mut reasons = vec!["not-delivered", "packet-twice", "link-twice", "too-many-moves"];
        let moved = &mut slots[slot][place];
        match kind {
            0 => {
                slots[slot].remove(place);
            }
            1 => {
                moved.link += shift;
                // Round a ring a wrong way can be a right one; the moves then need not add up to a full turn.
                reasons.push("no-such-link");
                prop_assume!(moved.link >= links || moved.link / 2 != (moved.link - shift) / 2);
            }
            2 => {
                moved.packet += shift;
                reasons.push("no-such-packet");
                let (from, to) = (moved.packet - shift, moved.packet);
                let at = |packet: u32| packets.get(usize::try_from(packet).unwrap());
                prop_assume!(at(from) != at(to));
            }
            _ => {
                let copy = *moved;
                slots[slot].push(copy);
            }
        }
        *all = slots.into();
        refused(&bad, &reasons)?;
    }

    #[test]
    fn a_corrupted_interval_is_refused_or_attains_what_it_claims(
        document in tasks(), which: prop::sample::Index, kind in 0_u8..4, shift in 1_u64..6,
    ) {
        let good = solved(&document, Form::Intervals).certificate;
        let mut bad = good.clone();
        let ScheduleBody::Intervals { intervals, .. } = &mut bad.schedule else { unreachable!("intervals were asked for") };
        let which = which.index(intervals.len());
        let owned = &mut intervals[which];
        match kind {
            0 => owned.start += shift,
            1 => owned.width = owned.width.saturating_sub(shift),
            2 => owned.link += shift,
            _ => owned.group += shift,
        }
        // Slots may be left over, so a change can be harmless; then everything claimed still holds.
        match check(&bad) {
            Ok(verdict) => {
                let value = good.claims.iter().find(|claim| claim.quantity == Quantity::CompletionTime).unwrap().value;
                prop_assert_eq!(u128::from(verdict.replayed.completion_time), value);
            }
            Err(rejection) => {
                let reasons = [
                    "pool-exhausted", "group-overlap", "link-overlap", "too-many-intervals", "interval-empty",
                    "no-such-link", "no-such-group", "value-mismatch",
                ];
                prop_assert!(reasons.contains(&rejection.reason()), "{rejection:?}");
            }
        }
    }

    #[test]
    fn another_task_under_the_schedule_is_refused(document in tasks(), extra in 1_u64..4) {
        let mut bad = solved(&document, Form::Slots).certificate;
        match &mut bad.task.task {
            Task::TotalExchange { count }
            | Task::NeighbourhoodExchange { count, .. }
            | Task::Isotropic { count, .. }
            | Task::Demands { count, .. }
            | Task::SingleNodeBroadcast { count, .. }
            | Task::SingleNodeAccumulation { count, .. }
            | Task::Scatter { count, .. }
            | Task::Gather { count, .. }
            | Task::MultinodeBroadcast { count }
            | Task::MultinodeAccumulation { count }
            | Task::Parcels { count, .. }
            | Task::Allreduce { count } => *count += extra,
        }
        refused(&bad, &["packets-mismatch"])?;
    }

    #[test]
    fn no_flip_of_one_byte_makes_the_checker_panic(document in tasks(), place: prop::sample::Index, byte in 32_u8..127) {
        let mut bytes = wire::to_bytes(&solved(&document, Form::Automatic).certificate);
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if let Ok(certificate) = wire::parse::<CertificateDocument>(&bytes)
            && let Ok(verdict) = check_certificate(&certificate, &Options::default())
        {
            for claim in verdict.claims {
                prop_assert!(claim.lower <= claim.value);
            }
        }
    }
}
