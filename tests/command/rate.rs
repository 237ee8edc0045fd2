//! `isotask rate`: the slots of a task in the limit of many, and the plan that the checker reads.

use super::{Place, document, fails};

#[test]
fn a_rate_is_written_checked_and_told_in_numbers() {
    let place = Place::new();
    let ended = place.run(&["rate", "ring", "8", "all-to-all", "-o", "ring.rate.json", "--json"]);
    assert_eq!(ended.code, Some(0));
    let found = document(&ended)["rate"].take();
    assert_eq!((&found["slots_of_a_task"], &found["bound"]), (&"8".into(), &"8".into()));
    // m tasks take 8m slots or more, and the plan needs a few periods of 16 slots to begin and end.
    for row in found["counts"].as_array().unwrap() {
        let [count, slots, least] = ["count", "slots", "least"].map(|key| row[key].as_u64().unwrap());
        assert_eq!(least, 8 * count);
        assert!((least..=least + 16 * 5).contains(&slots), "{row}");
    }
    let checked = place.run(&["check", "ring.rate.json"]);
    assert_eq!(checked.code, Some(0));
    assert!(
        checked.out.contains("8 slots a task in the limit of many tasks, lower bound 8"),
        "{}",
        checked.out
    );
}

#[test]
fn a_plan_that_is_changed_is_refused() {
    let place = Place::new();
    assert_eq!(place.run(&["rate", "mesh", "3x3", "allgather", "-o", "mesh.rate.json"]).code, Some(0));
    let mut plan: serde_json::Value = serde_json::from_str(&place.text("mesh.rate.json")).unwrap();
    plan["slots"] = (plan["slots"].as_u64().unwrap() - 1).into();
    place.put("fast.rate.json", plan.to_string());
    let refused = place.run(&["check", "fast.rate.json"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.out.contains("-overload] at slots"), "{}", refused.out);
}

#[test]
fn tasks_without_a_rate_are_refused_with_the_cure() {
    let place = Place::new();
    fails(
        &place.run(&["rate", "ring", "5", "all-to-all", "--ports", "one-half-duplex"]),
        "ring 5 all-to-all --ports one-half-duplex: one half-duplex port, expected ports that send and receive in the same slot: all, one or a number",
    );
    fails(
        &place.run(&["rate", "ring", "5", "allreduce"]),
        "ring 5 allreduce: an allreduce, which has no rate here, expected reduce-scatter and allgather, one after the other",
    );
}
