//! `isotask deadlock`: channels with no buffer or several, and broadcasts.

use super::{Ended, Place, document};
use serde_json::{Value, json};

fn run(place: &Place, words: &str) -> Ended {
    place.run(&words.split(' ').collect::<Vec<_>>())
}

#[test]
fn one_buffer_is_the_usual_number() {
    let place = Place::new();
    for words in ["deadlock ring 8", "deadlock ring 8 --json"] {
        let usual = run(&place, words);
        let one = run(&place, &format!("{words} --buffers 1"));
        assert_eq!((one.code, &one.out), (usual.code, &usual.out));
        assert!(!one.out.contains("buffers"), "{}", one.out);
    }
}

/// P4 Theorem 2 and Dally and Seitz: with a numbering no packets deadlock, whatever the number of buffers.
#[test]
fn numbered_channels_deliver_with_every_number_of_buffers() {
    let place = Place::new();
    for words in ["incomplete-hypercube 13", "ring 8 --rule dateline", "incomplete-hypercube 13 allgather"] {
        for buffers in 1..=4 {
            let ended = run(&place, &format!("deadlock {words} --buffers {buffers}"));
            assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{words}");
            assert!(ended.out.contains("delivered in 4 orders\n"), "{}", ended.out);
        }
    }
}

/// A ring of four whose packets go two hops: as many from each node as a channel holds, and one more where the
/// cycle is closed, fill it.
#[test]
fn a_cycle_deadlocks_with_several_buffers_too() {
    let place = Place::new();
    // With two buffers: three packets of the last channel, two of each other, one of the first.
    let words = "deadlock ring 4 demands 0:2:1 1:3:2 2:0:2 3:1:3 --order reversed";
    let ended = run(&place, &format!("{words} --buffers 2"));
    assert_eq!((ended.code, ended.err.as_str()), (Some(1), ""));
    for part in [
        "buffers           2 on each channel, first in, first out (P4 §IV)\n",
        "0 of 8 ",
        "first of",
        "full channel",
    ] {
        assert!(ended.out.contains(part), "{part}: {}", ended.out);
    }
    let found = document(&run(&place, &format!("{words} --buffers 2 --json")));
    let replay = &found["replays"][0];
    assert_eq!(
        (&replay["buffers"], &replay["slots"], &replay["delivered"]),
        (&json!(2), &json!(3), &json!(0))
    );
    // The cycle is a witness by itself, as with one buffer.
    let witness = json!({"format": "isotask.channels/1", "network": replay["network"], "rule": replay["rule"],
        "kind": "cyclic", "cycle": replay["cycle"]});
    place.put("cycle.json", witness.to_string());
    assert_eq!(run(&place, "check cycle.json").code, Some(0));
    // Eight packets do not fill four channels of three.
    assert_eq!(run(&place, &format!("{words} --buffers 3")).code, Some(0));
}

/// P4 §IV: without buffers nodes that all send deadlock; where nodes only send away from the root they do not.
#[test]
fn without_buffers_two_nodes_that_send_to_each_other_deadlock() {
    let place = Place::new();
    let ended = run(&place, "deadlock incomplete-hypercube 7 --buffers 0");
    assert_eq!((ended.code, ended.err.as_str()), (Some(1), ""));
    for part in [
        "deadlock in 4 of 4 orders\n",
        "from slot 0 on",
        "buffers           none: a node that sends",
        "sent over",
    ] {
        assert!(ended.out.contains(part), "{part}: {}", ended.out);
    }
    let pair =
        run(&place, "deadlock incomplete-hypercube 7 demands 0:1 1:0 --buffers 0 --order by-source --json");
    let replay = &document(&pair)["replays"][0];
    assert_eq!(replay["blocked"], json!([[0, 1, 0, 1], [1, 0, 0, 0]]));
    assert_eq!((&replay["cycle"], &replay["sources"]), (&Value::Null, &json!([0, 1])));
    for task in ["scatter 3", "gather 3", "broadcast 3", "demands 0:1"] {
        assert_eq!(run(&place, &format!("deadlock incomplete-hypercube 7 {task} --buffers 0")).code, Some(0));
    }
}

/// P4 §V, end. One broadcast is read at the farthest node, three hops away, in the fourth slot.
#[test]
fn broadcasts_are_played() {
    let place = Place::new();
    let found = document(&run(&place, "deadlock incomplete-hypercube 7 broadcast 3 --json"));
    for replay in found["replays"].as_array().unwrap() {
        let counts = (&replay["packets"], &replay["delivered"], &replay["slots"]);
        assert_eq!(counts, (&json!(1), &json!(1), &json!(4)));
    }
    let ring = run(&place, "deadlock ring 8 allgather");
    assert_eq!(ring.code, Some(1), "{ring:?}");
    assert!(ring.out.contains("0 of 8 "), "{}", ring.out);
    assert_eq!(run(&place, "deadlock ring 8 allgather --rule dateline").code, Some(0));
    // A broadcast reaches nodes, and passes through switches.
    place.put("star.txt", "a s\nb s\nc s\n");
    let through = run(&place, "deadlock star.txt allgather --switches s --json");
    assert_eq!(through.code, Some(0), "{through:?}");
    assert_eq!(document(&through)["replays"][0]["delivered"], json!(3));
}

#[test]
fn numbers_of_buffers_that_are_none_are_refused() {
    let place = Place::new();
    for word in ["-1", "two", "4294967296"] {
        let ended = run(&place, &format!("deadlock ring 5 --buffers {word}"));
        let message = format!(
            "invalid value '{word}' for '--buffers <K>': expected a whole number from 0 to 4294967295\n"
        );
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
        assert!(ended.err.contains(&message), "{}", ended.err);
    }
}
