//! Small random tasks, solved and compared with the truth, which trying everything finds.
#![no_main]

use arbitrary::Unstructured;
use isotask::model::Problem;
use isotask::solve::{Outcome, SolveOptions, solve};
use isotask_fuzz::small::small_task;
use isotask_fuzz::truth::Truth;
use isotask_wire::{Horizon, Per, Quantity, Scope, Status, to_bytes};
use libfuzzer_sys::fuzz_target;
use std::sync::atomic::{AtomicU32, Ordering};

/// How often a search may ask whether to go on.
const PATIENCE: u32 = 300;

fuzz_target!(|bytes: &[u8]| {
    let Ok(Some(task)) = small_task(&mut Unstructured::new(bytes)) else { return };
    let Ok(problem) = Problem::new(&task) else { return };
    let Some(truth) = Truth::of(&task) else { return };
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) > PATIENCE;
    let options = SolveOptions { stop: &stop, ..SolveOptions::default() };
    let text = String::from_utf8(to_bytes(&task)).expect("JSON");
    let solution = match solve(&problem, &options) {
        Ok(Outcome::Optimal(solution) | Outcome::Feasible(solution)) => solution,
        Ok(_) => return,
        Err(fault) => panic!("{fault}: {text}"),
    };
    for claim in &solution.certificate.claims {
        let lower = if claim.scope == Scope::All { claim.lower.value() } else { 0 };
        let (least, times) = match claim.quantity {
            Quantity::CompletionTime => (truth.slots, 1),
            Quantity::TotalDelay => (truth.delay, if claim.per == Some(Per::Node) { truth.nodes } else { 1 }),
            Quantity::Transmissions => continue,
        };
        assert!(claim.value * times >= least, "{} below the truth {least}: {text}", claim.value);
        let binds = claim.quantity == Quantity::CompletionTime || claim.horizon == Some(Horizon::Any);
        if binds {
            assert!(lower * times <= least, "a bound of {lower} above the truth {least}: {text}");
        }
        let is_least = claim.status == Status::Optimal && claim.scope == Scope::All && binds;
        assert!(!is_least || claim.value * times == least, "no optimum, {least} is: {text}");
    }
});
