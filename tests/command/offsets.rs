//! Offsets of isotropic tasks that lead back, on the command line and in files, and digits 0 and 1 on cubes.

use super::{Place, document, fails};
use serde_json::{Value, json};

fn run(place: &Place, line: &str) -> super::Ended {
    place.run(&line.split(' ').collect::<Vec<_>>())
}

/// A task document with these offsets.
fn task(network: &Value, offsets: &Value) -> String {
    let packets: Vec<Value> =
        offsets.as_array().unwrap().iter().map(|offset| json!({ "offset": offset })).collect();
    json!({
        "format": "isotask.task/1", "network": network,
        "task": { "kind": "isotropic", "packets": packets }, "ports": "all", "objective": "completion-time"
    })
    .to_string()
}

/// Every node sends a packet to each neighbour, over a link of its own: one slot.
#[test]
fn a_stencil_with_negative_offsets_takes_one_slot() {
    let place = Place::new();
    for (network, back, forth) in [
        ("torus 4x4", "1,0 -1,0 0,1 0,-1", "1,0 3,0 0,1 0,3"),
        ("ring 9", "1 -1", "1 8"),
        ("ring 9", "(1) (-1)", "1 8"),
        ("circulant 12 1,5", "1 -1 5 -5", "1 11 5 7"),
        ("hyperx 3x3", "-1,0 -2,0 0,-1 0,-2", "2,0 1,0 0,2 0,1"),
        ("torus 4x4", "\u{2212}1,0 1,0", "3,0 1,0"),
    ] {
        let solved = |offsets: &str, file: &str| {
            let ended = run(&place, &format!("solve {network} isotropic {offsets} --json -q -o {file}"));
            assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{network} {offsets}");
            let schedule: Value = serde_json::from_str(&place.text(file)).unwrap();
            assert_eq!(document(&ended)["completion_time"], 1, "{network} {offsets}");
            schedule["schedule"].clone()
        };
        assert_eq!(solved(back, "a.json"), solved(forth, "b.json"), "{network}");
        assert_eq!(run(&place, "check a.json").code, Some(0), "{network}");
    }
    let counted = run(&place, "solve torus 4x4 isotropic -1,0:2 1,0 --json");
    assert_eq!(document(&counted)["completion_time"], 2, "{counted:?}");
}

#[test]
fn a_file_may_have_negative_offsets_wherever_it_is_read() {
    let place = Place::new();
    let ring = json!({ "kind": "ring", "nodes": 7 });
    let torus = json!({ "kind": "torus", "radices": [3, 5] });
    let circulant = json!({ "kind": "cayley", "family": "circulant", "n": 13, "steps": [1, 5] });
    for (network, back, forth) in [
        (&ring, json!([-1, [-2], 3]), json!([6, [5], 3])),
        (&torus, json!([[-1, 0], [0, -4], [2, -1]]), json!([[2, 0], [0, 1], [2, 4]])),
        (&circulant, json!([-5, -1, 6]), json!([8, 12, 6])),
    ] {
        place.put("back.json", task(network, &back));
        place.put("forth.json", task(network, &forth));
        for command in
            ["bound FILE --json", "solve FILE --json -o FILE.c", "show FILE.c", "export FILE.c --to csv"]
        {
            let [a, b] = ["back.json", "forth.json"].map(|file| run(&place, &command.replace("FILE", file)));
            assert_eq!(a.code, Some(0), "{command} {network}: {}", a.err);
            if !command.contains("json") {
                assert_eq!(a.out, b.out, "{command} {network}");
            }
        }
        assert_eq!(run(&place, "check back.json.c").code, Some(0), "{network}");
        let coq =
            ["back.json.c", "forth.json.c"].map(|file| run(&place, &format!("export {file} --to coq")).out);
        assert!(coq[0].contains("Isotropic ["), "{}", coq[0]);
        let back: Value = serde_json::from_str(&place.text("back.json.c")).unwrap();
        assert_eq!(back["task"]["task"]["packets"].as_array().map(Vec::len), Some(3));
    }
}

#[test]
fn offsets_that_lead_nowhere_are_refused_with_their_place() {
    let place = Place::new();
    let negative = "a negative offset, expected one from 0 on: on rings, tori, HyperX and circulants alone offsets lead back";
    for (words, said) in [
        ("hypercube 4 isotropic -1", format!("task.packets[0].offset: {negative}")),
        ("star 4 isotropic 1 -1", format!("task.packets[1].offset: {negative}")),
        ("lattice 4,2/0,4 isotropic -1,0", format!("task.packets[0].offset: {negative}")),
        ("torus 3x4 isotropic -1", format!("task.packets[0].offset: {negative}")),
        (
            "ring 8 isotropic -8",
            "task.packets[0].offset: offset -8, expected more than -8 and less than 8".to_owned(),
        ),
        (
            "torus 3x4 isotropic -1,4",
            "task.packets[0].offset[1]: coordinate 4, expected more than -4 and less than 4".to_owned(),
        ),
        ("torus 3x4 isotropic -1,0,0", "task.packets[0].offset: 3 coordinates, expected 2".to_owned()),
        (
            "torus 3x4 isotropic -0,0",
            "task.packets[0].offset: offset 0, expected another node than the sender; leave such packets out"
                .to_owned(),
        ),
    ] {
        fails(&run(&place, &format!("bound {words}")), &format!("{words}: at {said}"));
    }
    let whole = "an offset: \"-1,x\", expected integers from -2^63 to 2^63 - 1, such as -1,0";
    fails(&run(&place, "new torus 4x4 isotropic -1,x"), whole);
    let huge = "an offset: \"-99999999999999999999\", expected integers from -2^63 to 2^63 - 1, such as -1,0";
    fails(&run(&place, "new ring 8 isotropic -99999999999999999999"), huge);
    // Nodes of their own are counted from 0 on.
    fails(&run(&place, "new ring 8 scatter -1"), "\"-1\" is left over after the task");
    // Options behind negative words are options.
    let made = run(&place, "new ring 8 isotropic -1 -o made.json -q");
    assert_eq!((made.code, made.out.as_str()), (Some(0), ""), "{}", made.err);
    assert!(!place.text("made.json").is_empty());
}

#[test]
fn offsets_on_cubes_are_decimal_unless_they_are_written_as_nodes() {
    let place = Place::new();
    let packets = |offset: &str| {
        let made = run(&place, &format!("new hypercube 4 isotropic {offset} -o -"));
        assert_eq!(made.code, Some(0), "{offset}: {}", made.err);
        let value: Value = serde_json::from_str(&made.out).unwrap();
        (value["task"]["packets"][0]["offset"].clone(), made.err)
    };
    for (word, offset, told) in [
        ("9", 9, ""),
        ("10:2", 10, "offset 10 is read in decimal: 10 = 1010; 0b10 is 2 = 0010\n"),
        ("11", 11, "offset 11 is read in decimal: 11 = 1011; 0b11 is 3 = 0011\n"),
        ("1010", 10, ""),
        ("0010", 2, "offset 0010 is read in binary: 2 = 0010; 0d0010 is 10 = 1010\n"),
        ("0b10", 2, ""),
        ("0d10", 10, ""),
        ("1", 1, ""),
    ] {
        assert_eq!(packets(word), (json!(offset), told.to_owned()), "{word}");
    }
    let solved = document(&run(&place, "solve hypercube 4 isotropic 10:2 --json"));
    assert_eq!(solved["read"][0], "offset 10 is read in decimal: 10 = 1010; 0b10 is 2 = 0010");
    let node = "--node: \"101\" is 5 = 0000101 in binary and 101 = 1100101 in decimal, expected 7 digits 0 and 1, 0b101 or 0d101";
    run(&place, "solve hypercube 7 scatter -q -o c.json");
    let shown = run(&place, "show c.json --node 101");
    assert!(shown.code == Some(2) && shown.err.contains(node.split_once(": ").unwrap().1), "{}", shown.err);
    // What is no node in decimal is not guessed at.
    let open = run(&place, "new hypercube 3 isotropic 10");
    assert!(open.code == Some(2) && open.err.contains("2 = 010 in binary"), "{}", open.err);
}

#[test]
fn an_offset_that_stands_twice_is_reported() {
    let place = Place::new();
    place.put("twice.json", task(&json!({ "kind": "ring", "nodes": 7 }), &json!([1, -1, 6])));
    let told = "twice.json: at task.packets[2].offset: 6 again, as in packets[1]; counts add up\n";
    for command in ["solve", "bound", "show", "methods"] {
        let ended = run(&place, &format!("{command} twice.json"));
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), told), "{command}");
    }
}
