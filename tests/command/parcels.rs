//! Packets that differ in length or start, in words and in files.

use super::{Place, document, fails};

/// A path of two links: two packets of length 3 hold the first for six slots, and the second takes three more.
#[test]
fn parcels_in_words_and_in_a_file_are_one_task() {
    let place = Place::new();
    let words = "solve mesh 3 parcels 0:2:3 0:2:3 2:1@5 --json -o words.json";
    let ended = place.run(&words.split(' ').collect::<Vec<_>>());
    assert_eq!((ended.code, &document(&ended)["status"]), (Some(0), &"optimal".into()));
    place.put(
        "task.json",
        r#"{"format":"isotask.task/1","network":{"kind":"mesh","radices":[3]},"task":{"kind":"parcels","packets":[
          {"from":0,"to":2,"length":3},{"from":0,"to":2,"length":3},{"from":2,"to":1,"release":5}]}}"#,
    );
    assert_eq!(place.run(&["solve", "task.json", "-q", "-o", "file.json"]).code, Some(0));
    assert_eq!(place.text("words.json"), place.text("file.json"));
    let shown = place.run(&["show", "file.json"]);
    let begins = "9 slots, 5 moves; a move stands in the slot in which it begins";
    assert!(shown.out.contains(begins) && shown.out.contains("(0)→(1) in 3 slots"), "{}", shown.out);
}

#[test]
fn what_takes_moves_of_one_slot_refuses_parcels() {
    let place = Place::new();
    let solved = place.run(&["solve", "ring", "4", "parcels", "0:2:3", "-q", "-o", "long.json"]);
    assert_eq!(solved.code, Some(0));
    let differ = "packets that differ in length or start, expected equal ones";
    let moves = "of which each move takes one slot";
    let csv = "csv lists the moves of any schedule by the slots in which they begin";
    for format in ["goal", "c"] {
        let fault = format!("long.json: {differ}, {moves}; {csv}");
        fails(&place.run(&["export", "long.json", "--to", format, "-o", "out"]), &fault);
    }
    fails(&place.run(&["show", "long.json", "--rules"]), &format!("long.json: {differ}, {moves}"));
    fails(&place.run(&["rate", "ring", "4", "parcels", "0:2:3"]), &format!("ring 4 parcels 0:2:3: {differ}"));
    let drawn = place.run(&["draw", "long.json", "-o", "picture.svg"]);
    assert!(drawn.err.contains("CSV lists the moves of any schedule by the slots in which they begin"));
    assert_eq!(drawn.code, Some(2));
}

#[test]
fn words_that_are_no_parcels_are_told() {
    let place = Place::new();
    for (word, fault) in [
        (
            "0:1:2:3",
            "\"0:1:2:3\", expected FROM:TO or FROM:TO:LENGTH, and @START behind it where it starts later",
        ),
        ("0:1:x", "the length of a parcel: \"x\", expected an integer from 0 to 2^64 - 1"),
        ("0:1@", "the start of a parcel: \"\", expected an integer from 0 to 2^64 - 1"),
    ] {
        let found = place.run(&["solve", "ring", "4", "parcels", word]);
        assert!(found.err.contains(fault), "{}", found.err);
    }
    let none = place.run(&["solve", "ring", "4", "parcels", "0:1:0"]);
    assert!(none.err.contains("length 0, expected at least 1"), "{}", none.err);
}
