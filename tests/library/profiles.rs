//! The profile of a schedule computed from its pools equals that of its moves.

use isotask::model::{Node, Packet, Problem, Schedule};
use isotask::solve::{Form, SolveOptions, solve};
use isotask::wire::{TaskDocument, parse};

fn problem(network: &str, task: &str, ports: &str) -> Problem {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    );
    Problem::new(&parse::<TaskDocument>(text.as_bytes()).expect("a document")).expect("a task")
}

#[test]
fn the_profile_of_intervals_is_that_of_their_moves() {
    let exchange = r#"{"kind":"total-exchange"}"#;
    for (network, task, ports) in [
        (r#"{"kind":"hypercube","dimension":5}"#, exchange, r#""all""#),
        (r#"{"kind":"hypercube","dimension":4}"#, exchange, r#""one""#),
        (r#"{"kind":"torus","radices":[4,5]}"#, exchange, r#"{"at-most":2}"#),
        (r#"{"kind":"torus","radices":[3,3,3]}"#, r#"{"kind":"total-exchange","count":3}"#, r#""all""#),
        (r#"{"kind":"ring","nodes":9}"#, exchange, r#""all""#),
        (
            r#"{"kind":"hypercube","dimension":5}"#,
            r#"{"kind":"neighbourhood-exchange","min":2,"max":3}"#,
            r#""all""#,
        ),
    ] {
        let problem = problem(network, task, ports);
        let options = SolveOptions { form: Form::Intervals, ..SolveOptions::default() };
        let outcome = solve(&problem, &options).expect("it is solved");
        let solution = outcome.solution().expect("there is a schedule");
        let (body, slots) = (&solution.certificate.schedule, solution.completion_time());
        let schedule = Schedule::accepted(&problem, body);
        // Counts by slot what node 0 sends and what arrives at node 0; every node has these counts.
        let (mut sends, mut arrivals) = (vec![0_u64; 1000], vec![0_u64; 1000]);
        let visited: Result<(), std::convert::Infallible> =
            schedule.visit(&problem, Some(Node(0)), 0..slots, |slot, sent| {
                let at = usize::try_from(slot).expect("few slots");
                sends[at] += u64::from(sent.from == Node(0));
                let Packet::Personal { to, .. } = sent.packet else { unreachable!("packets are carried") };
                arrivals[at] += u64::from(sent.to == Node(0) && to == Node(0));
                Ok(())
            });
        visited.expect("nothing fails");
        for parts in [1, 2, 3, 7, slots, 1000] {
            let profile = schedule.profile(parts).expect("intervals");
            let part = usize::try_from(profile.part).expect("few slots");
            assert!(profile.used.len() <= usize::try_from(parts).expect("few"), "{network}");
            let summed =
                |all: &[u64]| -> Vec<u64> { all.chunks(part).map(|slots| slots.iter().sum()).collect() };
            let count = profile.used.len();
            assert_eq!(profile.used, summed(&sends)[..count], "{network} {task} {ports}, {parts} parts");
            assert_eq!(
                profile.delivered,
                summed(&arrivals)[..count],
                "{network} {task} {ports}, {parts} parts"
            );
        }
    }
}
