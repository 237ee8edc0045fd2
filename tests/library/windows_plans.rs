//! Plans of windows: the moves that follow from them, asked one by one and all together.

use isotask::check::{Options, check_schedule};
use isotask::delay::windows_plan;
use isotask::graph::Random;
use isotask::model::{IsotropicTask, Link, LocalMove, Node, Problem, Schedule, WindowsPlan, WordSchedule};
use isotask::wire::parse;

/// The plan of a task, and its problem.
fn planned(network: &str, task: &str) -> (Problem, WindowsPlan) {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":"all","objective":"average-delay"}}"#
    );
    let task = IsotropicTask::new(&parse(text.as_bytes()).expect("a task")).expect("a task");
    let plan = windows_plan(&task).expect("a plan");
    (task.into(), plan)
}

const EXCHANGE: &str = r#"{"kind":"total-exchange"}"#;

#[test]
fn the_moves_of_a_plan_are_a_schedule_of_the_same_slots_and_delay() {
    let cubes = (1..=10).map(|d| (format!(r#"{{"kind":"hypercube","dimension":{d}}}"#), EXCHANGE));
    let tori = ["[3,3]", "[3,3,3]", "[5,5,5]", "[3,3,3,3,3]", "[9]", "[3,3,3,3,3,3]"];
    let tori = tori.map(|radices| (format!(r#"{{"kind":"torus","radices":{radices}}}"#), EXCHANGE));
    let near = r#"{"kind":"neighbourhood-exchange","min":1,"max":3}"#;
    let near = (8..=9).map(|d| (format!(r#"{{"kind":"hypercube","dimension":{d}}}"#), near));
    for (network, task) in cubes.chain(tori).chain(near) {
        let (problem, plan) = planned(&network, task);
        let schedule = Schedule::from(plan.clone());
        let offsets: Vec<Node> = problem.rows().unwrap().classes().map(|class| class.offset).collect();
        let index =
            |offset| u32::try_from(offsets.iter().position(|&other| other == offset).unwrap()).unwrap();
        let moves = schedule.local_moves(&problem, Node(0), 0..plan.slots);
        let slots = moves.iter().map(|slot| {
            let step = |step: &LocalMove| {
                (index(problem.network().offset(step.sent.origin, step.sent.destination)), step.link.0)
            };
            slot.iter().map(step).collect()
        });
        let words = WordSchedule { packets: offsets.clone(), slots: slots.collect() };
        // The moves of each packet, asked for one by one, are those of the slots.
        for &offset in &offsets {
            let packet = index(offset);
            let said: Vec<(Link, u64)> = (0..)
                .zip(&words.slots)
                .flat_map(|(slot, moves)| {
                    moves.iter().filter(move |step| step.0 == packet).map(move |step| (Link(step.1), slot))
                })
                .collect();
            assert_eq!(plan.course(offset), Some(said), "{network} {offset:?}");
        }
        let (slots, delay) = (plan.slots, plan.total_delay());
        let document = Schedule::from(words).document(&problem);
        let replayed = check_schedule(&document, &Options::default()).unwrap();
        assert_eq!(
            (replayed.completion_time, replayed.total_delay),
            (slots, Some(delay)),
            "{network} {task}"
        );
    }
}

#[test]
fn single_moves_of_large_plans_agree_with_what_moves_in_their_slots() {
    let mut random = Random::new(5);
    for dimension in [24_u32, 30, 41, 56, 62] {
        let (problem, plan) =
            planned(&format!(r#"{{"kind":"hypercube","dimension":{dimension}}}"#), EXCHANGE);
        let schedule = Schedule::from(plan.clone());
        // An offset of every sort: any, one of a short orbit where there is one, a near one, the farthest.
        let all = u64::MAX >> (64 - dimension);
        let short = (0..dimension / 2).fold(0, |mask, pair| mask | 1 << (2 * pair));
        for offset in [random.number() & all, short, 1 << (dimension - 2), 7, all].map(Node) {
            let course = plan.course(offset).unwrap();
            assert_eq!(u32::try_from(course.len()).unwrap(), offset.0.count_ones(), "{dimension} {offset:?}");
            assert_eq!(course.iter().fold(0, |at, (link, _)| at | 1 << link.0), offset.0);
            assert!(course.windows(2).all(|pair| pair[0].1 < pair[1].1));
            let (link, slot) = course[course.len() / 2];
            let moves = &schedule.local_moves(&problem, Node(0), slot..slot + 1)[0];
            assert_eq!(moves.len(), usize::try_from(dimension).unwrap(), "every link is used");
            let own = moves.iter().find(|step| step.link == link).unwrap();
            assert_eq!(own.sent.origin.0 ^ own.sent.destination.0, offset.0, "{dimension} {offset:?} {slot}");
        }
    }
}
