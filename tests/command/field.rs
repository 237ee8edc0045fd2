//! Files as people have them, `models/field`: a folder for each kind, whose `case.json` says what is read of them. A
//! file is read as what it means, or refused by name; where it could have been meant otherwise a remark says how it was
//! read.

use super::{Place, models};
use serde_json::Value;
use std::fs;

/// All folders, each with its cases.
fn folders() -> Vec<(std::path::PathBuf, Vec<Value>)> {
    let entries = fs::read_dir(models().join("field")).unwrap();
    let mut folders: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let cases = |folder: &std::path::Path| {
        serde_json::from_str(&fs::read_to_string(folder.join("case.json")).unwrap()).unwrap()
    };
    folders.into_iter().map(|folder| (folder.clone(), cases(&folder))).collect()
}

/// Words of a case, `expected` being one of its keys.
fn words(case: &Value) -> Vec<&str> {
    case["arguments"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

#[test]
fn files_from_practice_are_read_with_their_meaning() {
    let folders = folders();
    assert!(folders.len() > 15);
    for (folder, cases) in folders {
        let place = Place::new();
        for file in fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()) {
            fs::copy(&file, place.path(file.file_name().unwrap().to_str().unwrap())).unwrap();
        }
        for case in &cases {
            judge(&place, case, &format!("{}: {case}", folder.display()));
        }
    }
}

fn judge(place: &Place, case: &Value, told: &str) {
    // A remark is no matter of manners.
    let made = place.run(&[&["new", "-q"], &words(case)[..], &["-o", "task.json"]].concat());
    if let Some(refused) = case.get("refused").and_then(Value::as_str) {
        assert_eq!(made.code, Some(2), "{told}\n{}", made.err);
        assert!(made.err.contains(refused), "{told}\n{}", made.err);
        return;
    }
    assert_eq!(made.code, Some(0), "{told}\n{}", made.err);
    match case.get("remark").and_then(Value::as_str) {
        Some(remark) => assert!(made.err.contains(remark), "{told}\n{}", made.err),
        None => assert_eq!(made.err, "", "{told}"),
    }
    let task: Value = serde_json::from_str(&place.text("task.json")).unwrap();
    for key in ["nodes", "names"] {
        assert!(
            case.get(key).is_none_or(|value| *value == task["network"][key]),
            "{told}\n{}",
            task["network"]
        );
    }
    let links = task["network"]["links"].as_array().map(Vec::len);
    assert!(case.get("links").is_none_or(|count| *count == serde_json::json!(links)), "{told}");
    let solved = place.run(&["solve", "task.json", "--json", "--time-limit", "20"]);
    let result: Value = serde_json::from_str(&solved.out).unwrap();
    for (key, found) in [("slots", "completion_time"), ("bound", "bound")] {
        assert!(case.get(key).is_none_or(|slots| *slots == result[found]), "{told}\n{}", solved.out);
    }
    let packets = |packets: &Value| result["task"].as_str().unwrap().contains(&format!(" {packets} packets"));
    assert!(case.get("packets").is_none_or(packets), "{told}\n{}", solved.out);
}
