//! Small tasks whose least number of slots an independent exact program found: `solve` finds and proves it.

use isotask::model::Problem;
use isotask::solve::{Outcome, SolveOptions, method, solve};
use isotask::wire::parse;

const ALL: &str = r#""all""#;
const ONE: &str = r#""one""#;
const HALF: &str = r#""one-half-duplex""#;

const RING_4: &str = r#"{"kind":"ring","nodes":4}"#;
const RING_5: &str = r#"{"kind":"ring","nodes":5}"#;
const CUBE_3: &str = r#"{"kind":"hypercube","dimension":3}"#;
const TORUS_2X3: &str = r#"{"kind":"torus","radices":[2,3]}"#;
const TORUS_3X2: &str = r#"{"kind":"torus","radices":[3,2]}"#;
const TORUS_4X2: &str = r#"{"kind":"torus","radices":[4,2]}"#;
const STAR_3: &str = r#"{"kind":"cayley","family":"star","n":3}"#;
const COMPLETE_5: &str = r#"{"kind":"cayley","family":"complete","n":5}"#;
const CIRCULANT_5: &str = r#"{"kind":"cayley","family":"circulant","n":5,"steps":[1,2]}"#;
const CIRCULANT_8: &str = r#"{"kind":"cayley","family":"circulant","n":8,"steps":[1,4]}"#;

fn allgather(count: u64) -> String {
    format!(r#"{{"kind":"multinode-broadcast","count":{count}}}"#)
}

fn reduce(count: u64) -> String {
    format!(r#"{{"kind":"single-node-accumulation","root":0,"count":{count}}}"#)
}

/// The slots that `solve` proves to be the fewest.
fn proved(network: &str, task: &str, ports: &str, word: Option<&str>) -> u64 {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    );
    let problem = Problem::new(&parse(text.as_bytes()).expect("a good document")).expect("a good task");
    let method = word.map(|word| method(word).expect("a word of the register"));
    match solve(&problem, &SolveOptions { method, ..SolveOptions::default() }).expect("solved") {
        Outcome::Optimal(solution) => solution.completion_time(),
        other => unreachable!("{text}: {other:?}"),
    }
}

#[test]
fn half_duplex_multinode_broadcasts_meet_the_volume() {
    let networks = [TORUS_2X3, TORUS_3X2, RING_5, COMPLETE_5, CIRCULANT_5];
    for network in networks {
        assert_eq!(proved(network, &allgather(1), HALF, None), 10, "{network}");
        assert_eq!(proved(network, &allgather(2), HALF, None), 20, "{network}");
    }
}

#[test]
fn accumulations_at_one_node_are_closed_on_every_network() {
    let cases = [
        (CUBE_3, 4, ONE, 6),
        (TORUS_4X2, 4, ONE, 6),
        (STAR_3, 3, HALF, 6),
        (TORUS_3X2, 3, HALF, 6),
        (RING_5, 2, ALL, 3),
        (RING_5, 4, ALL, 4),
        (TORUS_2X3, 3, ALL, 3),
        (CIRCULANT_8, 2, ALL, 3),
    ];
    for (network, count, ports, slots) in cases {
        assert_eq!(proved(network, &reduce(count), ports, None), slots, "{network} {count} {ports}");
    }
}

#[test]
fn the_integer_program_is_solved_when_it_is_asked_for() {
    assert_eq!(proved(RING_5, &allgather(1), HALF, Some("ilp")), 10);
    assert_eq!(proved(CIRCULANT_8, &reduce(2), ALL, Some("ilp")), 3);
    let gather = r#"{"kind":"gather","root":2}"#;
    assert_eq!(proved(TORUS_2X3, gather, ONE, Some("ilp")), 5);
}

#[test]
fn half_duplex_demands_round_a_ring_take_one_slot_more_than_the_price_bound() {
    let packet = |(from, to, count)| format!(r#"{{"from":{from},"to":{to},"count":{count}}}"#);
    let packets = [(0, 1, 1), (0, 2, 1), (0, 3, 1), (2, 0, 3), (1, 2, 2)].map(packet).join(",");
    let task = format!(r#"{{"kind":"demands","packets":[{packets}]}}"#);
    assert_eq!(proved(RING_4, &task, HALF, None), 7);
}
