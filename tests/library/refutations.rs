//! Refutations: the checker accepts them, they prove the optimum of an exhaustive search, and corrupted ones
//! prove no more.

use crate::common::least_slots::least_slots;
use crate::cut_nodes::{copied, ports, sparse, task};
use isotask::check::{Options, Rejection, check_certificate};
use isotask::job_shop::{Effort, ListSearch, Refutation};
use isotask::model::DemandsTask;
use isotask::sat::search_by_sat;
use isotask::solve::{Outcome, SolveOptions, method, solve};
use isotask::wire::{
    CertificateDocument, Demand, Lower, Network, NodeRef, Ports, ScheduleBody, Status, Task,
};
use proptest::prelude::*;

/// The refutation of the most slots that are too few, from one slot on.
fn refutation(task: &DemandsTask, least: u64) -> Option<Lower> {
    let (stop, cancel) = (&|| false, &|| false);
    let refute = &|_, _| Refutation::Unknown;
    let search = ListSearch { lower: 1, refute, effort: Effort::Thorough, watch: &(), stop, cancel };
    let forward = if task.is_combined() { task.reversed() } else { task.clone() };
    search_by_sat(&forward, least, search).expect("a small formula").bound
}

fn certificate(task: &DemandsTask) -> CertificateDocument {
    let options = SolveOptions { method: method("list-scheduling"), ..SolveOptions::default() };
    match solve(&task.clone().into(), &options).expect("a schedule") {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => solution.certificate,
        other => unreachable!("{other:?}"),
    }
}

fn judged(certificate: &CertificateDocument, lower: Lower) -> Result<(), Rejection> {
    let mut certificate = certificate.clone();
    let claim = &mut certificate.claims[0];
    claim.status = if claim.value == lower.value() { Status::Optimal } else { Status::UpperBound };
    claim.lower = lower;
    check_certificate(&certificate, &Options::default()).map(|_| ())
}

/// Two packets go from the end of a path over three nodes: the formula and its refutation by hand.
#[test]
fn two_packets_do_not_cross_two_links_in_two_slots() {
    let broadcast = Task::SingleNodeBroadcast { root: NodeRef::Index(0), count: 2 };
    let certificate = certificate(&task(&Network::Mesh { radices: vec![3] }, broadcast, Ports::All));
    let claim = |value, steps: &[(&[i32], &[u32])]| {
        let steps = steps.iter().map(|&(clause, hints)| (clause.to_vec(), hints.to_vec())).collect();
        judged(&certificate, Lower::Resolution { value, steps })
    };
    // Both come to node 2 in slot 2, by their only way, over its one link.
    assert_eq!(claim(3, &[(&[], &[15, 14, 30, 29, 33])]), Ok(()));
    let follows = |step| Err(Rejection::StepDoesNotFollow { claim: 0, step });
    assert_eq!(claim(3, &[(&[], &[15, 14, 30, 29, 32])]), follows(0), "slots 1 and 2 are not the same");
    assert_eq!(claim(3, &[(&[9], &[15, 14]), (&[], &[47, 30, 29, 33])]), follows(1), "no such clause");
    assert_eq!(claim(3, &[(&[9], &[15, 14])]), Err(Rejection::NoEmptyClause { claim: 0 }));
    assert_eq!(claim(3, &[]), Err(Rejection::NoEmptyClause { claim: 0 }));
    // The formula of one slot less has other clauses.
    assert_eq!(claim(2, &[(&[], &[15, 14, 30, 29, 33])]), follows(0));
}

/// Few packets in sparse graphs: from one node to another, copied or combined.
fn few_packets() -> impl Strategy<Value = DemandsTask> {
    let personal =
        (sparse(5, false), 1..=2_u64, 0..=1_u64, ports()).prop_map(|(graph, there, back, ports)| {
            let [first, second] = [NodeRef::Index(0), NodeRef::Index(1)];
            let demand =
                |from: &NodeRef, to: &NodeRef, count| Demand { from: from.clone(), to: to.clone(), count };
            let mut packets = vec![demand(&first, &second, there)];
            packets.extend((back > 0).then(|| demand(&second, &first, back)));
            task(&Network::Graph(graph), Task::Demands { packets, count: 1 }, ports)
        });
    prop_oneof![1 => personal, 3 => copied()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// The refuted numbers of slots are those that an exhaustive search finds too small, and the checker
    /// verifies every step.
    #[test]
    fn refutations_prove_the_optimum(task in few_packets()) {
        let least = least_slots(&task);
        prop_assume!(least > 1);
        let lower = refutation(&task, least);
        // Where a packet is farther than that there is no formula to refute.
        if let Some(lower) = &lower {
            prop_assert_eq!(lower.slots(), least);
            prop_assert_eq!(judged(&certificate(&task), lower.clone()), Ok(()));
        } else {
            let far = isotask::bound::of_demands(&task).best().slots();
            prop_assert_eq!(far, least);
        }
    }

    /// The schedule begins a slot late, so that a bound of one slot above the optimum would fit it.
    #[test]
    fn no_corrupted_steps_refute_the_optimum(task in few_packets(), draws in spoils()) {
        let least = least_slots(&task);
        let late = late(certificate(&task));
        if let Some(Lower::Resolution { value, steps }) = refutation(&task, least).filter(|_| least > 1) {
            prop_assert_eq!(judged(&late, Lower::Resolution { value, steps: steps.clone() }), Ok(()));
            for spoil in draws {
                let steps = spoiled(steps.clone(), spoil);
                let claimed = judged(&late, Lower::Resolution { value: least + 1, steps });
                let of_steps = matches!(
                    claimed,
                    Err(Rejection::StepDoesNotFollow { .. } | Rejection::NoEmptyClause { .. })
                );
                prop_assert!(of_steps, "{:?}", claimed);
            }
        }
    }
}

type Steps = Vec<(Vec<i32>, Vec<u32>)>;

/// Corruptions of steps: the kind, the place and a number.
fn spoils() -> impl Strategy<Value = Vec<(u32, usize, u32)>> {
    proptest::collection::vec((0..5_u32, 0..1000_usize, 0..400_u32), 6)
}

/// The certificate of a schedule that does nothing in its first slot.
fn late(mut certificate: CertificateDocument) -> CertificateDocument {
    let ScheduleBody::Explicit { slots, .. } = &mut certificate.schedule else {
        unreachable!("packets in a list have explicit schedules")
    };
    let mut later = slots.to_lists();
    later.insert(0, Vec::new());
    *slots = later.into();
    certificate.claims.truncate(1);
    certificate.claims[0].value += 1;
    certificate
}

/// The steps with one of them changed, or as they are.
fn spoiled(mut steps: Steps, (kind, place, number): (u32, usize, u32)) -> Steps {
    let step = place % steps.len();
    let hint = place % steps[step].1.len();
    match kind {
        0 => drop(steps.remove(step)),
        1 => steps[step].1.reverse(),
        2 => steps[step].1[hint] = number,
        3 => drop(steps[step].0.pop()),
        _ => {}
    }
    steps
}
