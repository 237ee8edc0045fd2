//! What the tests of several searches ask.

use super::Tables;
use super::space::Space;
use super::ways::Ways;
use crate::model::{DemandsTask, wide};
use crate::wire::parse;

/// The tables of packets on a network.
pub(super) fn tables(network: &str, packets: &str, ports: &str) -> Tables {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{{"kind":"demands","packets":[{packets}]}},
        "ports":"{ports}","objective":"completion-time"}}"#
    );
    let task = DemandsTask::new(&parse(text.as_bytes()).expect("a document")).expect("a task");
    Tables::new(&task, task.loads(), Space::of_task(&task)).expect("tables")
}

/// Holds of packets of every node of the 3-cube to its antipode, as many as there is room for, that a search
/// gives each a way from its start to its end, that no cell is taken twice, and that threads make no
/// difference.
pub(super) fn assert_full_cube_settles(search: impl Fn(&Tables, usize) -> Option<Ways> + Sync) {
    let packets: Vec<String> =
        (0..8).map(|node| format!(r#"{{"from":{node},"to":{},"count":5}}"#, 7 - node)).collect();
    let tables = tables(r#"{"kind":"hypercube","dimension":3}"#, &packets.join(","), "all");
    // 40 packets of 3 hops need 120 of 24 cells a slot.
    let slots = 6;
    let ways = search(&tables, slots).expect("ways");
    let mut taken = vec![false; tables.space.arcs() * slots];
    for (packet, trip) in (0..).zip(tables.trips.iter()) {
        let (mut state, mut time) = (trip.from, 0);
        for hop in ways.way(packet) {
            assert!(hop.slot >= time && tables.space.from(hop.arc) == state);
            assert!(!std::mem::replace(&mut taken[wide(hop.arc) * slots + wide(hop.slot)], true));
            (state, time) = (tables.space.to(hop.arc), hop.slot + 1);
        }
        assert_eq!(state, trip.to);
    }
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let alone = one.install(|| search(&tables, slots).expect("ways"));
    let same = |packet| ways.way(packet).eq(alone.way(packet));
    assert!((0..).take(tables.trips.len()).all(same));
}
