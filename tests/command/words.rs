//! Reports on delay: horizons, averages, and why a search ended.

use super::{Place, document, fails};

/// Ring of seven nodes, one port: r packets at distances 1, 1, 2, 2, 3, 3 end after 1 + 2 + 4 + 6 + 9 + 12 =
/// 34 slots.
const RING: &str = r#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":7},"task":{"kind":"total-exchange"},"ports":"one","objective":"completion-time-then-average-delay"}"#;

fn place() -> Place {
    let place = Place::new();
    place.put("ring.json", RING);
    assert_eq!(place.run(&["solve", "ring.json", "-o", "c.json", "--schedule", "s.json"]).code, Some(0));
    place
}

#[test]
fn check_and_show_name_the_horizon_and_the_average() {
    let place = place();
    let text = place.run(&["check", "c.json"]).out;
    let line = "total delay      34 slots per node, lower bound 34 by pooled, scope all, horizon 12 slots: optimal\n";
    assert!(text.contains(line) && text.contains("  average delay    17/3 slots\n  schedule "), "{text}");
    assert_eq!(document(&place.run(&["check", "c.json", "--json"]))["average_delay"], "17/3");
    assert!(place.run(&["check", "s.json"]).out.contains("  average delay    17/3 slots\n  schedule "));
    let shown = place.run(&["show", "c.json"]).out;
    assert!(shown.contains("34, average 17/3 ≈ 5.67") && shown.contains(" of at most 12 slots"), "{shown}");
    // A certificate without a claim of delay does not speak of it.
    assert_eq!(place.run(&["solve", "task.json", "-o", "t.json"]).code, Some(0));
    assert!(!place.run(&["check", "t.json"]).out.contains("average"));
    fails(
        &place.run(&["check", "ring.json"]),
        "ring.json: at format: \"isotask.task/1\" is no format of this command, \
         expected isotask.certificate/1 or isotask.schedule/1 or isotask.channels/1 or isotask.matrix/1 \
         or isotask.rounds/1",
    );
}

#[test]
fn bound_prints_the_pooled_bound_of_a_task_with_delay() {
    let place = place();
    let text = place.run(&["bound", "ring.json"]).out;
    let row = "│ 34      17/3 ≈ 5.67   all schedules of any length   pooled ";
    assert!(text.contains(row), "{text}");
    let found = document(&place.run(&["bound", "ring.json", "--json"]));
    let delay = &found["claims"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&delay["quantity"], &delay["horizon"]), (&"total-delay".into(), &"any".into()));
    assert_eq!((&delay["scope"], &delay["lower"]["value"]), (&"all".into(), &34.into()));
    assert!(!place.run(&["bound", "task.json"]).out.contains("delay"));
}

#[cfg(feature = "ilp")]
#[test]
fn a_bound_by_one_column_names_it_and_cubes_have_no_directions() {
    let place = Place::new();
    let cube = place.run(&["solve", "hypercube", "4", "total-exchange", "--explain"]).out;
    assert!(cube.contains("for all schedules, by the load of bit 0\n"), "{cube}");
    assert!(cube.contains("routes: every packet flips each bit of its offset once"), "{cube}");
    assert!(!cube.contains("ties") && !cube.contains("direction"), "{cube}");
    let torus = place.run(&["solve", "torus", "4x4", "total-exchange", "--explain"]).out;
    assert!(torus.contains("ties alternate") && torus.contains("over all directions"), "{torus}");
}

/// P1 Theorem 7: max(h, ⌈σ/k⌉) is h from k = ⌈σ/h⌉ on, here 3 = ⌈13/5⌉.
#[test]
fn the_explanation_says_how_many_ports_are_enough() {
    let place = Place::new();
    let mut slots = Vec::new();
    for ports in ["2", "3"] {
        let call = ["solve", "hypercube", "3", "isotropic", "111:4", "001", "--ports", ports];
        let told = place.run(&[&call[..], &["--explain"]].concat());
        assert!(told.out.contains("the fewest ports that are enough are k = ⌈σ/h⌉ = 3\n"), "{told:?}");
        slots.push(document(&place.run(&[&call[..], &["--json"]].concat()))["completion_time"].clone());
    }
    assert_eq!(slots, [7, 5]);
}

#[cfg(feature = "ilp")]
#[test]
fn the_explanation_says_that_the_program_chose_the_routes() {
    let place = place();
    let text = place.run(&["solve", "ring.json", "--method", "ilp", "--explain"]).out;
    assert!(text.contains("routes: chosen by the program together with the slots\n"), "{text}");
    assert!(text.contains("pooled bound on the total delay: 34 for every schedule of any length"), "{text}");
    assert!(text.contains("method ilp: a program of the delay, solved by HiGHS"), "{text}");
}

#[cfg(feature = "ilp")]
#[test]
fn a_gap_of_the_delay_says_why_the_search_ended_and_what_may_close_it() {
    let place = place();
    let new = |network: &str, ports: &str, name: &str| {
        let objective = ["--objective", "average-delay", "--ports", ports, "-o", name];
        let made = place.run(&[&["new", "torus", network, "total-exchange"], objective.as_slice()].concat());
        assert_eq!(made.code, Some(0), "{}", made.err);
    };
    new("6x7", "all", "middle.json");
    new("6x6x6", "5", "large.json");
    let middle = place.run(&["solve", "middle.json"]);
    assert_eq!(middle.code, Some(3));
    assert!(middle.out.contains("; --method ilp may close the gap of the delay\n"), "{}", middle.out);
    let large = place.run(&["solve", "large.json", "--json"]);
    assert_eq!(large.code, Some(3));
    assert_eq!(document(&large)["notes"][0], "the delay model is too large for --method ilp");
    let stopped = place.run(&["solve", "middle.json", "--method", "ilp", "--time-limit", "1"]);
    assert_eq!(stopped.code, Some(3));
    assert!(
        stopped
            .out
            .contains("note: the search ended at the time limit of 1 s; a longer one may close the gap\n"),
        "{}",
        stopped.out
    );
}

#[test]
fn the_numbers_of_a_solve_stand_at_the_top_and_only_the_run_differs() {
    let place = Place::new();
    let solved = || {
        let mut result = document(&place.run(&["solve", "ring.json", "--json"]));
        let run = result.as_object_mut().unwrap().remove("run").unwrap();
        assert_eq!(run["versions"]["isotask"], env!("CARGO_PKG_VERSION"));
        assert!(
            run["seconds"].as_str().unwrap().split_once('.').is_some_and(|(_, millis)| millis.len() == 3)
        );
        result
    };
    let made =
        place.run(&["new", "ring", "5", "total-exchange", "--objective", "average-delay", "-o", "ring.json"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let result = solved();
    assert_eq!(result, solved());
    for (key, value) in [
        ("network", serde_json::json!("ring")),
        ("nodes", 5.into()),
        ("links_per_node", 2.into()),
        ("ports", "all".into()),
        ("objective", "average-delay".into()),
        // Offsets 1, 2 and 3, 4: each link takes one hop of the near packet and two of the far one.
        ("completion_time", 3.into()),
        ("bound", 3.into()),
        ("gap", 0.into()),
        ("scope", "all".into()),
        // The near packets arrive in slot 1, the far ones in slot 3.
        (
            "delay",
            serde_json::json!({ "total": 8, "per": "node", "average": "2", "decimal": "2.00", "bound": 8, "gap": 0,
            "scope": "all", "horizon": "any" }),
        ),
    ] {
        assert_eq!(result[key], value, "{key}");
    }
}
