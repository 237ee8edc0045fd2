//! `isotask show --rules`: schedules compared with the rules of P1, and related reports of `check`, `bound`
//! and `tree`.

use super::{Place, document, fails};
use serde_json::{Value, json};

fn rules(place: &Place, file: &str) -> Value {
    document(&place.run(&["show", file, "--rules", "--json"]))["shown"]["rules"].clone()
}

fn solved(place: &Place, line: &str, file: &str) {
    let ended = place.shell(&format!("$I solve {line} -o {file}"));
    assert!(matches!(ended.code, Some(0 | 3)), "{line}: {}", ended.err);
}

/// P1 Fig. 4: in the last phase packets of the antipodal node go before nearer ones; h falls by one in every slot, for
/// all links are critical from the first slot to the last.
#[test]
fn the_methods_of_the_five_cube_break_oadd_where_the_figure_does_and_octr_nowhere() {
    let place = Place::new();
    for (method, broken) in [
        ("blocks", json!([11, 12, 13, 14])),
        ("octr", json!([11, 12, 13, 14])),
        ("windows", json!([0, 3, 8, 11])),
    ] {
        let objective = "--objective completion-time-then-average-delay";
        solved(&place, &format!("hypercube 5 total-exchange {objective} --method {method}"), "c.json");
        let found = rules(&place, "c.json");
        assert_eq!((&found["oadd_broken_in"], &found["octr_broken_in"]), (&broken, &json!([])), "{method}");
        let sums: Vec<u64> =
            found["slots"].as_array().unwrap().iter().map(|slot| slot["h"].as_u64().unwrap()).collect();
        assert_eq!(sums, (1..=16).rev().collect::<Vec<_>>(), "{method}");
        // C(5, i) packets go i hops, and all of them come home in the slots that D_i adds up.
        let distances = found["distances"].as_array().unwrap();
        let column = |key: &str| distances.iter().map(|of| of[key].as_u64().unwrap()).collect::<Vec<_>>();
        assert_eq!(column("packets"), [5, 10, 10, 5, 1], "{method}");
        if method == "blocks" {
            // The phases follow each other, and the last two overlap.
            assert_eq!(column("begin"), [1, 2, 6, 12, 12]);
            assert_eq!(column("first"), [1, 3, 8, 15, 16]);
            assert_eq!(column("last"), [1, 5, 11, 16, 16]);
        }
        let total = document(&place.run(&["check", "c.json", "--json"]))["claims"].clone();
        let delay =
            total.as_array().unwrap().iter().find(|claim| claim["quantity"] == "total-delay").unwrap();
        assert_eq!(delay["value"], column("delay").iter().sum::<u64>(), "{method}");
    }
    let shown = place.run(&["show", "c.json", "--rules"]);
    assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""));
    for words in
        ["OCTR   kept", "OADD   broken in slots 0, 3, 8, 11", "last home M_i", "those of node 0 = 00000"]
    {
        assert!(shown.out.contains(words), "{words}: {}", shown.out);
    }
}

/// A symmetric schedule of a ring and its explicit form break the rules in the same slots.
#[test]
fn symmetric_and_explicit_forms_of_a_schedule_are_judged_alike() {
    let place = Place::new();
    let task = |kind: Value| {
        json!({ "format": "isotask.task/1", "network": { "kind": "ring", "nodes": 5 }, "task": kind,
            "ports": "all", "objective": "completion-time" })
    };
    // The far packets go first, the near ones wait: 2 and 3 move over both links, then 1 and 4 beside their ends.
    let steps = [[[1, 0], [2, 1]], [[1, 0], [2, 1]], [[0, 0], [3, 1]]];
    let symmetric = json!({ "format": "isotask.schedule/1", "task": task(json!({ "kind": "total-exchange" })),
        "kind": "symmetric", "packets": [1, 2, 3, 4], "slots": steps });
    place.put("symmetric.json", symmetric.to_string());
    let packets: Vec<[u64; 2]> =
        (0..5).flat_map(|from| [1, 2, 3, 4].map(|by| [from, (from + by) % 5])).collect();
    let demands: Vec<Value> =
        packets.iter().map(|[from, to]| json!({ "from": from, "to": to, "count": 1 })).collect();
    let slots: Vec<Vec<[u64; 3]>> = (0..3)
        .map(|slot| {
            let by = |node: u64, row: u64, link: u64| {
                let forth = |steps: u64| if link == 0 { (node + steps) % 5 } else { (node + 5 - steps) % 5 };
                let done = u64::from(slot == 1);
                [node * 4 + row, forth(done), forth(done + 1)]
            };
            (0..5).flat_map(|node| steps[slot].map(|[row, link]| by(node, row, link))).collect()
        })
        .collect();
    let kind = json!({ "kind": "demands", "packets": demands });
    let explicit = json!({ "format": "isotask.schedule/1", "task": task(kind), "kind": "explicit",
        "packets": packets, "slots": slots });
    place.put("explicit.json", explicit.to_string());
    let (one, all) = (rules(&place, "symmetric.json"), rules(&place, "explicit.json"));
    for key in ["octr_broken_in", "oadd_broken_in", "wasting_in"] {
        assert_eq!(one[key], all[key], "{key}");
    }
    // The near packets wait while the far ones move; nothing is idle.
    assert_eq!((&one["oadd_broken_in"], &one["wasting_in"]), (&json!([0]), &json!([])));
    assert_eq!((&one["node"], &all["node"]), (&json!(0), &Value::Null));
    let sums = |found: &Value| -> Vec<Value> {
        found["slots"].as_array().unwrap().iter().map(|slot| slot["h"].clone()).collect()
    };
    assert_eq!(sums(&one), [3, 2, 1]);
    assert_eq!(sums(&one), sums(&all));
    assert_eq!(all["storage"].as_array().unwrap().len(), 5);
}

/// A slot in which nothing moves serves no critical line and leaves links idle; one packet a slot goes through one port.
#[test]
fn pauses_break_octr_and_waste_links() {
    let place = Place::new();
    let schedule = json!({ "format": "isotask.schedule/1",
        "task": { "format": "isotask.task/1", "network": { "kind": "hypercube", "dimension": 2 },
            "task": { "kind": "total-exchange" }, "ports": "one", "objective": "completion-time" },
        "kind": "symmetric", "packets": [1, 2, 3], "slots": [[[0, 0]], [], [[1, 1]], [[2, 0]], [[2, 1]]] });
    place.put("s.json", schedule.to_string());
    let found = rules(&place, "s.json");
    assert_eq!((&found["octr_broken_in"], &found["wasting_in"]), (&json!([1]), &json!([1])));
    assert_eq!(found["slots"][1]["h"], 3);
    // With one port σ = 4 moves of a node need four slots, more than any row or column.
    assert_eq!(found["slots"][0]["critical"][0]["kind"], "sends");
    assert_eq!((&found["slots"][0]["least_sends"], &found["slots"][1]["most_sends"]), (&json!(1), &json!(0)));
}

#[test]
fn tasks_to_which_the_rules_do_not_apply_are_refused() {
    let place = Place::new();
    solved(&place, "hypercube 2 multinode-broadcast", "b.json");
    fails(
        &place.run(&["show", "b.json", "--rules"]),
        "b.json: packets that are copied or combined, expected packets from node to node: the rules speak of those alone",
    );
    let task = place.run(&["show", "task.json", "--rules"]);
    assert!(task.code == Some(2) && task.err.contains("or isotask.schedule/1"), "{}", task.err);
}

/// Of a schedule alone slots, bound and gap are told too, and that no certificate claims the bound.
#[test]
fn check_says_how_far_a_schedule_is_from_a_bound() {
    let place = Place::new();
    let slots = json!([[[0, 0]], [[1, 1]], [[2, 0]], [[2, 1]]]);
    let schedule = json!({ "format": "isotask.schedule/1", "task": serde_json::from_str::<Value>(super::CUBE).unwrap(),
        "kind": "symmetric", "packets": [1, 2, 3], "slots": slots });
    place.put("s.json", schedule.to_string());
    let said = place.run(&["check", "s.json"]);
    let line = "lower bound      2 slots, binds all schedules: gap 2";
    assert!(said.code == Some(0) && said.out.contains(line), "{}", said.out);
    let found = document(&place.run(&["check", "s.json", "--json"]));
    let of = ["completion_time", "bound", "gap", "scope"].map(|key| found[key].clone());
    assert_eq!(of, [json!(4), json!(2), json!(2), json!("all")]);
    assert!(found["notes"].to_string().contains("stands in no certificate"), "{found}");
    place.run(&["solve", "task.json", "-o", "c.json"]);
    let found = document(&place.run(&["check", "c.json", "--json"]));
    assert_eq!(
        (&found["completion_time"], &found["gap"], &found["notes"]),
        (&json!(2), &json!(0), &Value::Null)
    );
}

/// h = 2^(d−1) and σ = d · 2^(d−1) of total exchange on the d-cube (P1 §5).
#[test]
fn bound_prints_the_critical_sum_and_the_total() {
    let place = Place::new();
    for (dimension, sum) in [(5, 16), (20, 1 << 19)] {
        let words = ["bound", "hypercube", &dimension.to_string(), "total-exchange"];
        let said = place.run(&words);
        let total = format!("total σ = {}", dimension * sum);
        assert!(said.out.contains(&format!("h = {sum};")) && said.out.contains(&total), "{}", said.out);
        let found = document(&place.run(&[&words[..], &["--json"]].concat()));
        assert_eq!(found["matrix"]["critical_sum"], sum);
        assert_eq!(found["matrix"]["total"], dimension * sum);
    }
}

#[test]
fn tree_lists_its_edges_for_programs() {
    let place = Place::new();
    let found = document(&place.run(&["tree", "sbt", "3", "--json"]));
    assert_eq!(found["tree"]["edges"], json!([[0, 1], [0, 2], [1, 3], [0, 4], [1, 5], [2, 6], [3, 7]]));
}
