//! `solve --pareto`: the table, the documents, the folder of certificates.

use super::{Place, document, fails};
use std::fs;

/// The 3-cube, two packets to each neighbour and one to the farthest node: 15 within 3 slots, 14 within 4.
const TWO_POINTS: &str = r#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":3},"task":{"kind":"isotropic","packets":[{"offset":1,"count":2},{"offset":2,"count":2},{"offset":4,"count":2},{"offset":7}]},"ports":"all","objective":"completion-time"}"#;
const DETOUR: &str = r#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":3},"task":{"kind":"isotropic","packets":[{"offset":1,"count":30}]},"ports":"all","objective":"completion-time"}"#;

fn place() -> Place {
    let place = Place::new();
    place.put("two.json", TWO_POINTS);
    place.put("detour.json", DETOUR);
    place
}

#[test]
fn the_table_shows_every_point_and_each_certificate_is_accepted() {
    let place = place();
    let ended = place.run(&["solve", "two.json", "--pareto", "-o", "front", "--explain"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    for words in [
        "result        every point proved optimal (scope isotropic)",
        "certificates  wrote 2 files horizon-T.json to front",
        "│ 3           3                 15            15/7 ≈ 2.14   15      isotropic   optimal   yes            │",
        "│ 4 or more   4                 14            2             14 ",
        "program of 3 slots: ",
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    let mut names: Vec<_> =
        fs::read_dir(place.path("front")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["horizon-3.json", "horizon-4.json"]);
    let checked = place.run(&["check", "front/horizon-3.json", "front/horizon-4.json"]);
    assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""));
    let again = place.run(&["solve", "two.json", "--pareto", "-o", "front"]);
    fails(&again, "front is not empty; expected a folder that is new or empty");
}

#[test]
fn one_document_holds_the_points() {
    let place = place();
    fs::create_dir(place.path("front")).unwrap();
    let ended = place.run(&["solve", "two.json", "--pareto", "--json", "-o", "front/"]);
    let result = document(&ended);
    assert_eq!((ended.code, result["status"].as_str()), (Some(0), Some("optimal")));
    let points = result["points"].as_array().unwrap();
    let numbers = |key: &str| points.iter().map(|point| point[key].as_u64().unwrap()).collect::<Vec<_>>();
    assert_eq!(numbers("horizon_slots"), [3, 4]);
    assert_eq!(numbers("completion_time"), [3, 4]);
    assert_eq!(numbers("total_delay"), [15, 14]);
    assert_eq!(points[0]["average_delay"], "15/7");
    assert!(points.iter().all(|point| point["pareto_optimal"] == true));
    assert!(points.iter().all(|point| place.path(point["certificate"].as_str().unwrap()).is_file()));
    // That nothing shorter has so little delay binds symmetric schedules only, though the bound on the second delay binds all.
    assert!(points.iter().all(|point| point["scope"] == "isotropic"), "{points:?}");
    let delay =
        points[0]["claims"].as_array().unwrap().iter().find(|claim| claim["quantity"] == "total-delay");
    assert_eq!(delay.unwrap()["horizon"], "critical");
    assert_eq!(document(&place.run(&["solve", "two.json", "--pareto", "--json"]))["exit"], 0);
}

#[test]
fn a_gap_ends_with_3_and_the_certificates_are_written_nevertheless() {
    let place = place();
    let ended = place.run(&["solve", "detour.json", "--pareto", "-o", "front"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(3), ""));
    assert!(ended.out.contains("not proved optimal: 1 of 1 point, gaps below"), "{}", ended.out);
    assert!(ended.out.contains("gap 80") && ended.out.contains("note: "), "{}", ended.out);
    assert_eq!(fs::read_dir(place.path("front")).unwrap().count(), 1);
    let result = document(&place.run(&["solve", "detour.json", "--pareto", "--json"]));
    assert_eq!((result["status"].as_str(), result["exit"].as_u64()), (Some("upper-bound"), Some(3)));
    assert_eq!(result["points"][0].get("pareto_optimal"), None);
}

#[test]
fn invalid_calls_are_refused_and_leave_no_files() {
    let place = place();
    place.put("full", "a file");
    place.put("large.json", super::CUBE.replace("\"dimension\":2", "\"dimension\":12"));
    let before = place.names();
    let dash = place.run(&["solve", "two.json", "--pareto", "-o", "-"]);
    assert_eq!((dash.code, dash.out.as_str()), (Some(2), ""));
    assert!(dash.err.contains("expected a folder, found -"), "{}", dash.err);
    fails(&place.run(&["solve", "two.json", "--pareto", "-o", "full"]), "cannot write full: Not a directory");
    fails(
        &place.run(&["solve", "two.json", "--pareto", "-o", "no/front"]),
        "cannot write no/front: No such file or directory",
    );
    let large = place.run(&["solve", "large.json", "--pareto", "-o", "front"]);
    assert_eq!((large.code, large.out.as_str()), (Some(2), ""));
    assert!(
        large.err.contains("expected at most 100000 variables")
            && large.err.contains("constructions make a schedule of this task without a program"),
        "{}",
        large.err
    );
    for option in [["--schedule", "s.json"], ["--method", "hall"], ["--form", "slots"]] {
        let ended = place.run(&[&["solve", "two.json", "--pareto"], option.as_slice()].concat());
        assert_eq!(ended.code, Some(2));
        assert!(ended.err.contains("cannot be used with"), "{}", ended.err);
    }
    assert_eq!(place.names(), before);
}
