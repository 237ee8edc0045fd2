//! `--json`: data instead of drawings for people, one document for one call.

use super::{ISOTASK, Place, document};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Makes, solves and exports a task.
fn solved(place: &Place, words: &str) {
    let words: Vec<&str> = words.split(' ').collect();
    assert_eq!(place.run(&[&["new"], words.as_slice(), &["-o", "t.json"]].concat()).code, Some(0));
    let ended = place.run(&["solve", "t.json", "-o", "c.json", "--schedule", "s.json"]);
    assert!(matches!(ended.code, Some(0 | 3)), "{}", ended.err);
}

/// The moves of a list as lines of the table, whose columns they have.
fn as_table(moves: &Value) -> String {
    let columns = ["slot", "from", "to", "packet_from", "packet_to", "copy", "link", "link_name"];
    let cell = |step: &Value, column: &str| match &step[column] {
        Value::Null => String::new(),
        Value::String(name) if name.contains(',') => format!("\"{name}\""),
        Value::String(name) => name.clone(),
        number => number.to_string(),
    };
    let line = |step| columns.map(|column| cell(step, column)).join(",") + "\n";
    columns.join(",") + "\n" + &moves["list"].as_array().unwrap().iter().map(line).collect::<String>()
}

#[test]
fn show_lists_the_moves_that_the_table_has() {
    let place = Place::new();
    for words in [
        "torus 4x3 total-exchange",
        "hypercube 3 allgather --count 2",
        "star 3 reduce-scatter",
        "ring 5 isotropic 2:3 1",
        "incomplete-hypercube 6 gather 3",
        "hypercube 3 scatter 5 --ports one",
    ] {
        solved(&place, words);
        for file in ["c.json", "s.json"] {
            let choices: [&[&str]; 2] = [&["--node", "2"], &["--node", "0", "--slots", "1..2"]];
            for choice in choices {
                let shown = document(&place.run(&[&["show", file, "--json"], choice].concat()));
                let table = place.run(&[&["export", file, "--to", "csv"], choice].concat());
                let moves = &shown["shown"]["schedule"]["moves"];
                assert_eq!(as_table(moves), table.out, "{words}");
            }
            // Without a node the moves of node 0 in a symmetric schedule, else all moves.
            let shown = document(&place.run(&["show", file, "--json"]));
            let schedule = &shown["shown"]["schedule"];
            let choice: &[&str] = if schedule["per"] == "node" { &["--node", "0"] } else { &[] };
            let table = place.run(&[&["export", file, "--to", "csv"], choice].concat());
            assert_eq!(as_table(&schedule["moves"]), table.out, "{words}");
            assert_eq!(schedule["moves"]["before_slot"], shown["completion_time"]);
            let slots = document(&place.run(&["show", file, "--json", "--slots", "0..1"]));
            assert_eq!(slots["shown"]["schedule"]["moves"]["before_slot"], 1);
        }
    }
}

#[test]
fn show_gives_the_numbers_of_a_task() {
    let place = Place::new();
    let shown = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        document(&place.run(&[&["show", "--json"], words.as_slice()].concat()))
    };
    let cube = shown("hypercube 4 total-exchange");
    assert_eq!(
        (&cube["nodes"], &cube["links_per_node"], &cube["status"]),
        (&json!(16), &json!(4), &json!("done"))
    );
    let rows = cube["shown"]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 15);
    for row in rows {
        // A packet uses the links of the bits in which its ends differ.
        let packet = row["packet"].as_u64().unwrap();
        let bits: Vec<u64> = (0..4).map(|bit| packet >> bit & 1).collect();
        assert_eq!((&row["uses"], &row["name"]), (&json!(bits), &json!(format!("{packet:04b}"))));
    }
    assert_eq!(cube["shown"]["links"], json!(["bit 0", "bit 1", "bit 2", "bit 3"]));
    // The star of 3 is a ring of 6.
    let far = json!([{"hops": 1, "packets": 2}, {"hops": 2, "packets": 2}, {"hops": 3, "packets": 1}]);
    assert_eq!(shown("star 3 total-exchange")["shown"]["distances"], far);
    let demands = shown("ring 6 demands 4:1:2 0:3");
    assert_eq!(demands["shown"]["demands"], json!([{"from": 0, "to": 3}, {"from": 4, "to": 1, "count": 2}]));
}

#[test]
fn show_gives_other_documents_as_they_are() {
    let place = Place::new();
    assert_eq!(place.run(&["channels", "ring", "5", "-o", "channels.json"]).code, Some(1));
    let shown = document(&place.run(&["show", "channels.json", "--json"]));
    let own: Value = serde_json::from_str(&place.text("channels.json")).unwrap();
    assert_eq!(shown["shown"]["channels"], own);
    let result = place.run(&["bound", "task.json", "--json"]).out;
    place.put("result.json", &result);
    let shown = document(&place.run(&["show", "result.json", "--json"]));
    assert_eq!(shown["results"], json!([serde_json::from_str::<Value>(&result).unwrap()]));
}

#[test]
fn moves_that_the_checker_refuses_are_not_listed() {
    let place = Place::new();
    solved(&place, "hypercube 2 total-exchange");
    let mut broken: Value = serde_json::from_str(&place.text("s.json")).unwrap();
    broken["slots"][0] = json!([]);
    place.put("s.json", broken.to_string());
    let shown = document(&place.run(&["show", "s.json", "--json"]));
    assert_eq!(shown["shown"]["schedule"], json!({"form": "symmetric", "per": "node"}));
    assert!(shown["notes"][0].as_str().unwrap().contains("the checker refuses the schedule"), "{shown}");
    let asked = place.run(&["show", "s.json", "--slots", "0..1", "--json"]);
    assert_eq!((asked.code, &document(&asked)["status"]), (Some(1), &json!("refused")));
}

#[test]
fn too_many_moves_are_not_listed_unless_asked_for() {
    let place = Place::new();
    solved(&place, "hypercube 20 total-exchange");
    let shown = document(&place.run(&["show", "c.json", "--json"]));
    assert_eq!(shown["shown"]["schedule"], json!({"form": "intervals", "per": "node"}));
    assert_eq!(shown["completion_time"], 1 << 19);
    let remedy = "isotask show FILE --slots A..B shows some; isotask draw FILE -o PICTURE.svg draws up to 2^20 moves, \
         isotask export FILE --to csv writes up to 2^24, of some slots with --slots A..B";
    let notes = shown["notes"].as_array().unwrap();
    assert_eq!(notes.last().unwrap(), &format!("the moves are not listed: more than 65536; {remedy}"));
    let some = document(&place.run(&["show", "c.json", "--json", "--slots", "7..9"]));
    assert_eq!(some["shown"]["schedule"]["moves"]["list"].as_array().unwrap().len(), 2 * 2 * 20);
}

#[test]
fn several_files_are_checked_into_one_document() {
    let place = Place::new();
    solved(&place, "hypercube 2 total-exchange");
    place.put("broken.json", place.text("c.json").replacen("\"value\":2", "\"value\":1", 1));
    let alone = |file: &str| document(&place.run(&["check", file, "--json"]));
    for (files, status, exit) in [
        (vec!["c.json", "s.json"], "verified", 0),
        (vec!["c.json", "broken.json", "s.json"], "refused", 1),
        (vec!["broken.json", "missing.json", "c.json", "task.json"], "error", 2),
    ] {
        let ended = place.run(&[&["check", "--json"], files.as_slice()].concat());
        let all = document(&ended);
        assert_eq!((&all["status"], ended.code, ended.err.as_str()), (&json!(status), Some(exit), ""));
        let each: Vec<Value> = files.iter().map(|file| alone(file)).collect();
        assert_eq!(all["results"], json!(each));
    }
}

#[test]
fn results_name_the_files_that_were_written() {
    let place = Place::new();
    let written = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let ended = place.run(&[words.as_slice(), &["--json"]].concat());
        document(&ended)["written"].clone()
    };
    let file = |what: &str, file: &str| json!({"what": what, "file": file});
    for (words, expected) in [
        ("new hypercube 3 total-exchange -o t.json", vec![file("task", "t.json")]),
        (
            "solve t.json -o c.json --schedule s.json",
            vec![file("certificate", "c.json"), file("schedule", "s.json")],
        ),
        ("draw c.json -o c.svg", vec![file("svg", "c.svg")]),
        ("export c.json --to csv -o c.csv", vec![file("csv", "c.csv")]),
        ("channels ring 8 -o channels.json", vec![file("channels", "channels.json")]),
        #[cfg(feature = "claims")]
        ("claims P1.ring.D_TE.odd -o found", vec![file("certificates", "found")]),
    ] {
        assert_eq!(written(words), json!(expected), "{words}");
    }
    // A line of the report tells it to people.
    for (words, said) in [
        ("new hypercube 3 total-exchange -o t.json", "wrote the task to t.json\n"),
        ("solve t.json -o c.json", "wrote the certificate to c.json\n"),
        ("draw c.json -o c.svg", "wrote the picture to c.svg\n"),
        ("export c.json --to csv -o c.csv", "wrote the export (csv) to c.csv\n"),
        ("channels ring 8 -o channels.json", "wrote the channels to channels.json\n"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let ended = place.run(&words);
        assert!(ended.out.contains(said), "{ended:?}");
    }
}

#[test]
fn a_new_task_is_reported_beside_the_written_document() {
    let place = Place::new();
    let words = ["new", "torus", "4x4", "total-exchange", "--ports", "2", "--json"];
    let ended = place.run(&words);
    // The task has standard output.
    let task: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(task["format"], "isotask.task/1");
    let told: BTreeMap<String, Value> = serde_json::from_str(&ended.err).unwrap();
    assert_eq!((&told["nodes"], &told["ports"]), (&json!(16), &json!({"at-most": 2})));
    let fault = document(&place.run(&["new", "ring", "1", "total-exchange", "--json", "-o", "x"]));
    assert_eq!(fault["command"], "new");
}

/// Programs find the file again by the name in the result; what people read plays no tricks.
#[test]
fn results_keep_the_name_of_a_file_letter_by_letter() {
    let place = Place::new();
    let name = "a\u{1b}[31m\nb\u{202e}.json";
    place.put(name, place.text("task.json"));
    for command in ["bound", "solve", "show"] {
        assert_eq!(document(&place.run(&[command, name, "--json"]))["input"], name);
    }
    let failed = document(&place.run(&["check", name, "--json"]));
    assert_eq!((&failed["input"], &failed["error"]["file"]), (&json!(name), &json!(name)));
    let told = place.run_with(ISOTASK, &["check", name], b"");
    assert_eq!(told.code, Some(2));
    assert!(told.err.contains("a\u{fffd}[31m\u{fffd}b\u{fffd}.json: "), "{told:?}");
    assert_eq!(
        document(&place.run(&["solve", "task.json", "--json", "-o", name]))["written"][0]["file"],
        name
    );
    let told = place.run(&["check", name]);
    assert_eq!(told.out.lines().next(), Some("a\u{fffd}[31m\u{fffd}b\u{fffd}.json: verified"));
    let told = place.run(&["solve", "task.json", "-o", name]).out;
    assert!(told.contains("wrote the certificate to a\u{fffd}[31m\u{fffd}b\u{fffd}.json\n"), "{told}");
}
