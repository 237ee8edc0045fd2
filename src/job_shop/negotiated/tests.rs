//! Helpers of the tests of several searches, and a test of the whole.

use super::Tables;
use super::space::Space;
use crate::job_shop::{Effort, ListSearch, Refutation, SearchState, SearchWork, Watch};
use crate::model::DemandsTask;
use crate::wire::parse;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Returns the tables of packets on a network.
pub(super) fn tables(network: &str, packets: &str, ports: &str) -> Tables {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{{"kind":"demands","packets":[{packets}]}},
        "ports":"{ports}","objective":"completion-time"}}"#
    );
    let task = DemandsTask::new(&parse(text.as_bytes()).expect("a document")).expect("a task");
    Tables::new(&task, task.loads(), Space::of_task(&task)).expect("tables")
}

/// An observer that records what a search reports.
#[derive(Default)]
struct Seen(Mutex<Vec<SearchState>>);

impl Watch for Seen {
    fn see(&self, state: SearchState) {
        self.0.lock().expect("nobody panics").push(state);
    }
}

#[test]
fn a_good_schedule_comes_first_and_every_step_is_reported() {
    // On a ring of six a node has 9 hops to go for one packet to each other, so 27 over its 2 links.
    let packets: Vec<String> = (0..36)
        .filter(|pair| pair / 6 != pair % 6)
        .map(|pair| format!(r#"{{"from":{},"to":{},"count":3}}"#, pair / 6, pair % 6))
        .collect();
    let tables = tables(r#"{"kind":"ring","nodes":6}"#, &packets.join(","), "all");
    let refuted = AtomicU64::new(0);
    let refute = |_, _| {
        refuted.fetch_add(1, Ordering::Relaxed);
        Refutation::Unknown
    };
    let (lower, known) = (14, 40);
    let run = |effort| {
        let seen = Seen::default();
        let search =
            ListSearch { lower, refute: &refute, effort, watch: &seen, stop: &|| false, cancel: &|| false };
        let found = tables.settle(known, search).expect("a tenth above the bound there is room");
        (found.slots, seen.0.into_inner().expect("nobody panics"))
    };
    let (quick, _) = run(Effort::Quick);
    assert_eq!(refuted.load(Ordering::Relaxed), 0, "a quick search does not refute");
    let (slots, told) = run(Effort::Standard);
    assert!(lower <= slots && slots <= quick && quick < known);
    let SearchWork::Slots { tries: Some(first), .. } = told[0].work else { panic!("an attempt") };
    assert_eq!(first, lower + 2, "a tenth above the bound, rounded up");
    assert_eq!(told[0].best, Some(known));
    assert_eq!(told.last().and_then(|state| state.best), Some(slots));
    let steps = |state: &SearchState| match state.work {
        SearchWork::Slots { steps, .. } => steps,
        SearchWork::Nodes(_) => unreachable!("there is no tree"),
    };
    assert!(told.windows(2).all(|pair| pair[1].best <= pair[0].best && steps(&pair[0]) <= steps(&pair[1])));
}
