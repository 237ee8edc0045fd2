//! Cross-checks: results on a task from several sources agree, and a corrupted row is found.

use isotask::claims::ClosedForms;
use isotask::crosscheck::{
    Answer, Asked, Crosscheck, CrosscheckError, CrosscheckOptions, Least, MAX_NODES, Source, Verdict,
    crosscheck,
};
use isotask::grammar::network_and_task;
use isotask::model::Problem;
use isotask::wire::{Objective, Ports, TaskDocument};
use num_rational::BigRational;
use std::sync::LazyLock;

static FORMS: LazyLock<ClosedForms> = LazyLock::new(|| ClosedForms::new(MAX_NODES).expect("claims"));

fn problem(words: &str, ports: Ports) -> Problem {
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let (network, task) = network_and_task(&words, 1).expect("words of the grammar");
    let document = TaskDocument::new(None, network, task, ports, Objective::CompletionTime);
    Problem::new(&document).expect("a problem")
}

fn checked(words: &str, ports: Ports) -> Crosscheck {
    crosscheck(&problem(words, ports), &FORMS, &CrosscheckOptions::default()).expect("small enough")
}

fn whole(number: u64) -> BigRational {
    BigRational::from_integer(number.into())
}

/// Returns the only value that all rows together allow.
fn exactly(table: &Crosscheck, least: Least) -> Option<BigRational> {
    let (from, to) = table.range(least);
    to.filter(|to| from.as_ref() == Some(to))
}

/// The values are those of theorems: P1 §4 and §6 on cubes, P1 §8 on rings (for even ones corrected: 2
/// slots where nodes may differ), P3 Theorem 1 with one port, P2 Table 1 of broadcasts.
#[test]
fn all_rows_of_a_cross_check_agree_with_the_theorems() {
    let rows: [(&str, Ports, u64, u64, Option<u64>); 8] = [
        ("hypercube 2 total-exchange", Ports::All, 2, 2, Some(4 * 5)),
        ("hypercube 3 total-exchange", Ports::All, 4, 4, Some(8 * 18)),
        ("hypercube 3 total-exchange", Ports::One, 12, 12, None),
        ("ring 4 total-exchange", Ports::All, 2, 3, Some(4 * 5)),
        ("ring 5 total-exchange", Ports::All, 3, 3, Some(5 * 8)),
        ("torus 3x3 total-exchange", Ports::All, 3, 3, None),
        ("hypercube 3 multinode-broadcast", Ports::All, 3, 3, None),
        ("hypercube 3 scatter 0", Ports::One, 7, 7, None),
    ];
    for (words, ports, all, symmetric, delay) in rows {
        let table = checked(words, ports);
        assert_eq!(table.verdict(), Verdict::Agree, "{words}: {:?}", table.conflicts());
        assert_eq!(exactly(&table, Least::Slots), Some(whole(all)), "{words}");
        if table.problem.is_isotropic() {
            assert_eq!(exactly(&table, Least::SymmetricSlots), Some(whole(symmetric)), "{words}");
            assert!(exactly(&table, Least::DelayWithin).is_some(), "{words}");
        }
        if let Some(delay) = delay {
            assert_eq!(exactly(&table, Least::DelayWithin), Some(whole(delay)), "{words}");
        }
        for source in [Source::ClosedForm, Source::Construction, Source::Program, Source::Bound] {
            assert!(table.rows.iter().any(|row| row.source == source), "{words}: {source:?}");
        }
    }
}

#[test]
fn the_program_is_asked_for_the_slots_then_for_one_less_then_for_the_delay() {
    let table = checked("torus 3x3 total-exchange", Ports::All);
    let asked: Vec<Asked> = table.runs.iter().map(|run| run.asked).collect();
    assert_eq!(asked, [Asked::Slots(3), Asked::Slots(2), Asked::LeastDelay(3)]);
    assert!(matches!(table.runs[0].answer, Answer::Schedule(Some(_))));
    assert_eq!(table.runs[1].answer, Answer::Refuted);
    assert!(matches!(table.runs[2].answer, Answer::Least(_)));
    for run in &table.runs {
        assert!(run.symmetric && run.columns > 0 && run.rows > 0 && run.nodes > 0, "{run:?}");
    }
}

/// P1 §8: three packets that are two hops away round the ring of four cannot be shared evenly between its two links.
#[test]
fn a_gap_of_the_flow_model_is_closed_by_the_model_with_directions() {
    let table = checked("torus 3x4 total-exchange", Ports::All);
    let refuted = &table.runs[1];
    assert_eq!((refuted.asked, refuted.answer), (Asked::Slots(6), Answer::Refuted));
    assert_eq!(refuted.model, "slots");
    assert_eq!(exactly(&table, Least::SymmetricSlots), Some(whole(7)));
    assert_eq!(exactly(&table, Least::Slots), Some(whole(6)));
    assert_eq!(table.verdict(), Verdict::Agree);
}

#[test]
fn a_corrupted_row_disagrees_and_is_named() {
    for (words, ports) in [("hypercube 3 total-exchange", Ports::All), ("ring 5 total-exchange", Ports::All)]
    {
        let sound = checked(words, ports);
        let spoiled = |source: Source, of_slots: bool, raise: bool| {
            let mut table = sound.clone();
            let is_meant = |row: &isotask::crosscheck::Row| {
                row.source == source
                    && row.says.iter().any(|says| {
                        let bound = if raise { &says.from } else { &says.to };
                        says.least.is_of_slots() == of_slots && bound.is_some()
                    })
            };
            let place = table.rows.iter().position(is_meant).expect("a row");
            for says in &mut table.rows[place].says {
                if says.least.is_of_slots() == of_slots {
                    let least = exactly(&sound, says.least).expect("the rows leave one value");
                    if raise {
                        says.from = Some(least + whole(1));
                        says.to = says.to.is_some().then(|| says.from.clone()).flatten();
                    } else {
                        says.to = Some(least - whole(1));
                        says.from = says.from.is_some().then(|| says.to.clone()).flatten();
                    }
                }
            }
            (table.verdict(), place)
        };
        for (source, of_slots, raise) in [
            (Source::ClosedForm, true, true),
            (Source::ClosedForm, false, true),
            (Source::Construction, true, false),
            (Source::Construction, false, false),
            (Source::Program, true, true),
            (Source::Program, false, true),
            (Source::Bound, true, true),
            (Source::Bound, false, true),
        ] {
            let (verdict, place) = spoiled(source, of_slots, raise);
            assert_eq!(verdict, Verdict::Disagree(vec![place]), "{words}: {source:?}, slots: {of_slots}");
        }
    }
}

#[test]
fn a_search_that_is_cut_short_leaves_the_table_open() {
    // Two packets of every node to one node need 3 slots; the first relaxation gives fewer.
    let words = "ring 5 isotropic 1:8 4:17";
    let options = CrosscheckOptions { nodes: 1, ..CrosscheckOptions::default() };
    let table = crosscheck(&problem(words, Ports::All), &FORMS, &options).expect("small enough");
    assert_eq!(table.conflicts(), []);
    let is_open = table.runs.iter().any(|run| !run.is_answered());
    assert_eq!(table.verdict() == Verdict::Open, is_open);
}

#[test]
fn tasks_too_large_or_without_packets_are_refused() {
    let refused = |words: &str| {
        crosscheck(&problem(words, Ports::All), &FORMS, &CrosscheckOptions::default())
            .expect_err("no cross-check")
    };
    assert!(matches!(refused("hypercube 7 total-exchange"), CrosscheckError::TooManyNodes { found: 128 }));
    let said = refused("ring 9 isotropic 1:9000").to_string();
    assert!(said.contains("a cross-check takes at most 20000 variables"), "{said}");
}
