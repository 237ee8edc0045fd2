//! `isotask crosscheck`, and the methods of a task side by side.

use super::{Place, document};
use serde_json::Value;

#[cfg(all(feature = "claims", feature = "ilp"))]
mod solved {
    use super::*;
    use std::fs;

    /// P1 §4: n/2 slots; §6, corrected: 18 slots of delay for the packets of a node.
    #[test]
    fn one_table_has_closed_forms_constructions_the_program_and_bounds() {
        let place = Place::new();
        let ended = place.run(&["crosscheck", "hypercube", "3", "total-exchange"]);
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
        for words in
            ["P1.T_TE", "confirmed", "quotient", "least delay in 4", "pooled", "refuted by multipliers"]
        {
            assert!(ended.out.contains(words), "{words}: {}", ended.out);
        }
        assert!(ended.out.ends_with("agree: 4 slots, delay 18 of a node\n"), "{}", ended.out);
        assert!(ended.out.lines().all(|line| line.chars().count() <= 100), "{}", ended.out);
    }

    #[test]
    fn the_runs_of_the_program_stand_in_the_document_and_their_seconds_beside() {
        let place = Place::new();
        let ended = place.run(&["crosscheck", "torus", "3x3", "total-exchange", "--json"]);
        let found = document(&ended);
        assert_eq!((ended.code, &found["status"]), (Some(0), &"agree".into()));
        let check = &found["crosscheck"];
        let runs = check["runs"].as_array().unwrap();
        let of = |key: &str| runs.iter().map(|run| run[key].clone()).collect::<Vec<Value>>();
        assert_eq!(of("answer"), ["schedule", "refuted", "least"]);
        assert_eq!(of("slots"), [3, 2, 3]);
        for key in ["rows", "columns", "nodes"] {
            assert!(of(key).iter().all(|number| number.as_u64().unwrap() > 0), "{key}: {check}");
        }
        assert_eq!(found["run"]["parts"].as_array().unwrap().len(), runs.len());
        let named = |source: &str| {
            let rows = check["rows"].as_array().unwrap();
            rows.iter().filter(|row| row["source"] == source).count()
        };
        assert!(["closed-form", "construction", "program", "bound"].iter().all(|source| named(source) > 0));
    }

    /// P1 §8 prints 3 slots for the ring of 4 nodes, which is refuted: asymmetric schedules take 2.
    #[test]
    fn a_formula_that_is_refuted_is_shown_and_does_not_count() {
        let place = Place::new();
        let ended = place.run(&["crosscheck", "ring", "4", "total-exchange"]);
        assert_eq!(ended.code, Some(0), "{}", ended.out);
        assert!(ended.out.contains("refuted"), "{}", ended.out);
        let last = "agree: 3 slots (where nodes may differ 2), delay 5 of a node\n";
        assert!(ended.out.ends_with(last), "{}", ended.out);
    }

    /// From the root of a ring of 5 two packets leave in a slot, and two of the four go two hops: 2 + 6 slots.
    #[test]
    fn the_delay_of_packets_in_a_list_is_that_of_a_bound_or_open() {
        let place = Place::new();
        let ended = place.run(&["crosscheck", "ring", "5", "scatter", "0", "--objective", "average-delay"]);
        assert_eq!(ended.code, Some(0), "{}", ended.out);
        assert!(ended.out.ends_with("agree: 2 slots, delay 8 of all packets\n"), "{}", ended.out);
        // Three packets between two pairs of nodes, with one half-duplex port: no bound is met.
        fs::write(place.path("g.txt"), "0 1\n0 3\n1 2\n").unwrap();
        let ports = ["--ports", "one-half-duplex", "--objective", "average-delay"];
        let words = ["crosscheck", "g.txt", "total-exchange"];
        let ended = place.run(&[&words[..], &ports].concat());
        assert_eq!(ended.code, Some(3), "{}", ended.out);
        assert!(ended.out.contains("open: no row proves the least delay"), "{}", ended.out);
    }

    #[test]
    fn all_instances_that_are_chosen_stand_in_one_table_whatever_the_threads() {
        let place = Place::new();
        let line =
            |threads: &str| place.run(&["crosscheck", "--all", "hypercube", "2", "--threads", threads]);
        let (one, two) = (line("1"), line("2"));
        assert_eq!((one.code, one.err.as_str()), (Some(0), ""));
        assert_eq!(one.out, two.out);
        // 3 pairs K ≤ L for 2 numbers of ports; six collective tasks with all ports and with one.
        assert!(one.out.ends_with("18 instances: 18 agree, 0 disagree, 0 open\n"), "{}", one.out);
        let csv = place.run(&["crosscheck", "--all", "ring", "5", "--as-csv"]);
        assert_eq!(csv.out.lines().count(), 7, "{}", csv.out);
        assert!(
            csv.out.starts_with("task,ports,slots_form,slots_made,slots_program,slots_bound,"),
            "{}",
            csv.out
        );
        let found = document(&place.run(&["crosscheck", "--all", "ring", "3", "--json"]));
        assert_eq!(found["results"].as_array().unwrap().len(), 2);
        let none = place.run(&["crosscheck", "--all", "ring", "99"]);
        assert_eq!(none.code, Some(2));
        assert!(none.err.contains("no instance of --all begins with \"ring 99\""), "{}", none.err);
    }

    #[test]
    fn tasks_that_are_too_large_are_refused_at_once() {
        let place = Place::new();
        let ended = place.run(&["crosscheck", "hypercube", "7", "total-exchange"]);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
        assert!(ended.err.contains("a network of 128 nodes, expected at most 64"), "{}", ended.err);
        let ended = place.run(&["crosscheck"]);
        assert_eq!(ended.code, Some(2));
    }
}

#[cfg(not(feature = "ilp"))]
#[test]
fn a_command_that_was_built_without_programs_says_so_where_a_cross_check_is_asked_for() {
    let ended = Place::new().run(&["crosscheck", "ring", "5", "total-exchange"]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    assert!(
        ended.err.contains("built without HiGHS, which solves the program of a cross-check"),
        "{}",
        ended.err
    );
}

#[test]
fn the_methods_of_a_task_run_side_by_side() {
    let place = Place::new();
    let words = ["methods", "hypercube", "3", "total-exchange", "--run"];
    let ended = place.run(&words);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    for word in ["quotient", "octr", "orbits", "seconds", "total delay", "proved optimal"] {
        assert!(ended.out.contains(word), "{word}: {}", ended.out);
    }
    assert!(ended.out.lines().all(|line| line.chars().count() <= 100), "{}", ended.out);
    let found = document(&place.run(&[&words[..], &["--json"]].concat()));
    let methods = found["methods"].as_array().unwrap();
    let suited: Vec<&Value> = methods.iter().filter(|method| method["used"].is_string()).collect();
    assert_eq!(found["run"]["parts"].as_array().unwrap().len(), suited.len());
    for method in suited {
        assert!(method["made"].is_object() || method["failed"].is_string(), "{method}");
    }
    let quotient = methods.iter().find(|method| method["word"] == "quotient").unwrap();
    assert_eq!(quotient["made"]["completion_time"], 4);
    let alone = place.run(&["methods", "--run"]);
    assert_eq!(alone.code, Some(2));
}
