//! `isotask claims`: verdicts of the papers' claims.

use super::Place;
use serde_json::Value;
use std::fs;

/// Narrower: a certificate of a ring of 4 nodes stands behind it.
const NARROWER: &str = "P1.ring.T_TE.even";
const REFUTED: &str = "P1.ring.D_TE.odd";
const CONFIRMED: &str = "P1.T_TE";

#[test]
fn one_claim_is_shown_in_full_and_a_refuted_one_exits_with_1() {
    let place = Place::new();
    let shown = place.run(&["claims", REFUTED]);
    assert_eq!((shown.code, shown.err.as_str()), (Some(1), ""));
    for words in [
        "verdict    refuted",
        "printed    D_TE = (n + 1)(n + 3)/48",
        "judged ",
        "range",
        "derivation",
        "corrected",
    ] {
        assert!(shown.out.contains(words), "{words}: {}", shown.out);
    }
    for id in [CONFIRMED, NARROWER] {
        assert_eq!(place.run(&["claims", id]).code, Some(0), "{id}");
    }
}

#[test]
fn any_number_of_threads_judges_the_same() {
    let place = Place::new();
    let judged = |words: &[&str]| place.run(&[&["claims", "P1.ring", "P4.path", "--json"], words].concat());
    let first = judged(&[]);
    assert_eq!(first.code, Some(1), "{}", first.err);
    for threads in ["1", "2", "5"] {
        assert_eq!(judged(&["--threads", threads]).out, first.out, "{threads} threads");
    }
}

#[test]
fn a_prefix_names_the_claims_below_it() {
    let place = Place::new();
    let listed = place.run(&["claims", "P1.ring"]);
    assert_eq!(listed.code, Some(1), "two of those that were asked for are refuted");
    assert_eq!(place.run(&["claims", "P1.T_TE"]).code, Some(0));
    for id in ["P1.ring.T_TE.odd", REFUTED, NARROWER, "P1.ring.D_TE.even"] {
        assert!(listed.out.contains(id), "{id}: {}", listed.out);
    }
    assert!(!listed.out.contains("P1.T_TE "), "{}", listed.out);
    assert!(listed.out.contains("4 claims: 1 confirmed, 1 narrower, 2 refuted, 0 open"), "{}", listed.out);
    // A prefix ends at a point, and what is named twice is judged once.
    assert_eq!(place.run(&["claims", "P1.rin"]).code, Some(2));
    let both = place.run(&["claims", "P1.ring", REFUTED]);
    assert_eq!(both.code, Some(1), "named as well as covered");
    assert!(both.out.contains("4 claims:"), "{}", both.out);
}

#[test]
fn a_claim_with_others_below_it_is_shown_alone_and_a_point_selects_them_all() {
    let place = Place::new();
    let alone = place.run(&["claims", "P4.path"]);
    assert_eq!((alone.code, alone.err.as_str()), (Some(0), ""));
    assert!(
        alone.out.starts_with("claim") && alone.out.contains("see also   P4.path.source\n"),
        "{}",
        alone.out
    );
    let family = place.run(&["claims", "P4.path."]);
    assert_eq!(family.code, Some(1), "P4.path.source is refuted");
    assert!(family.out.contains("2 claims: 1 confirmed, 0 narrower, 1 refuted, 0 open"), "{}", family.out);
    for none in [".", ""] {
        assert!(place.run(&["claims", none]).err.contains(&format!("\"{none}\" is no claim")), "{none}");
    }
}

#[test]
fn a_verdict_chooses_among_the_claims_and_leaves_the_exit() {
    let place = Place::new();
    let narrower = place.run(&["claims", "P1.ring", "--verdict", "narrower", "--verdict", "confirmed"]);
    assert_eq!(narrower.code, Some(1), "what is not listed was asked for all the same");
    assert!(
        narrower.out.contains("2 claims: 1 confirmed, 1 narrower, 0 refuted, 0 open"),
        "{}",
        narrower.out
    );
    assert!(narrower.out.contains("  Holds for: symmetric schedules, in which"), "{}", narrower.out);
    let none = place.run(&["claims", REFUTED, "--verdict", "open"]);
    assert_eq!(
        (none.code, none.out.as_str()),
        (Some(1), "0 claims: 0 confirmed, 0 narrower, 0 refuted, 0 open\n")
    );
    assert_eq!(place.run(&["claims", "--verdict", "false"]).code, Some(2));
}

#[test]
fn json_is_a_result_with_the_rows_of_a_single_claim() {
    let place = Place::new();
    let one = place.run(&["claims", REFUTED, "--json"]);
    let result: Value = serde_json::from_str(&one.out).unwrap();
    assert_eq!((&result["command"], &result["status"]), (&Value::from("claims"), &Value::from("refuted")));
    let claim = &result["literature"][0];
    assert_eq!(claim["id"], REFUTED);
    let part = &claim["parts"][0];
    assert_eq!(part["counterexample"]["instance"], "ring 3");
    assert_eq!(
        (&part["rows"][0]["printed"], &part["rows"][0]["lower"]),
        (&Value::from("1/2"), &Value::from("1"))
    );
    let several = place.run(&["claims", "P1.ring", "--json"]);
    let result: Value = serde_json::from_str(&several.out).unwrap();
    assert_eq!(several.code, Some(1));
    assert_eq!(result["literature"].as_array().unwrap().len(), 4);
    assert!(result["literature"][0]["parts"][0].get("rows").is_none(), "rows only of a single claim");
}

#[test]
fn markdown_is_a_heading_for_one_claim_and_a_table_for_several() {
    let place = Place::new();
    let one = place.run(&["claims", REFUTED, "--markdown"]);
    assert!(one.out.starts_with("## P1.ring.D_TE.odd — refuted\n"), "{}", one.out);
    assert!(one.out.contains("| ring 3 | 1/2 | 1 | fails |"), "{}", one.out);
    let several = place.run(&["claims", "P1.ring", "--markdown"]);
    assert!(
        several.out.starts_with("| claim | verdict | instances | counterexample |\n| --- |"),
        "{}",
        several.out
    );
    assert!(
        several.out.contains("| P1.ring.D_TE.odd | refuted | 10 | ring 3: printed 1/2, proved 1 |"),
        "{}",
        several.out
    );
}

#[test]
fn a_folder_receives_certificates_that_the_checker_accepts() {
    let place = Place::new();
    let written = place.run(&["claims", NARROWER, "-o", "found"]);
    assert_eq!((written.code, written.err.as_str()), (Some(0), ""));
    let names: Vec<_> =
        fs::read_dir(place.path("found")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().any(|name| name == "P1.ring.T_TE.even.ring-4.json"), "{names:?}");
    let checked = place.run(&["check", "found/P1.ring.T_TE.even.ring-4.json"]);
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    let again = place.run(&["claims", NARROWER, "-o", "found"]);
    assert_eq!((again.code, again.out.as_str()), (Some(2), ""));
    assert!(
        again.err.contains("found is not empty; expected a folder that is new or empty"),
        "{}",
        again.err
    );
}

#[test]
fn lists_say_which_readings_decide_how_many_claims_a_source_has_and_what_was_written() {
    let place = Place::new();
    let several = place.run(&["claims", "P1.ring", "P4.path.", "-o", "found"]);
    assert_eq!(several.code, Some(1));
    for words in ["│ P1       4        1           1          2         0    │", "│ P4       2        1 "]
    {
        assert!(several.out.contains(words), "{words}: {}", several.out);
    }
    let files = fs::read_dir(place.path("found")).unwrap().count();
    assert!(
        files > 1 && several.out.ends_with(&format!("\nwrote {files} certificates to found\n")),
        "{}",
        several.out
    );
    assert!(place.run(&["claims", CONFIRMED, "P4.Thm2.less"]).out.contains(", 2 of 2 readings, "));
}

#[test]
fn unknown_claims_and_unwritable_folders_are_refused() {
    let place = Place::new();
    place.put("file", "");
    let file = place.run(&["claims", CONFIRMED, "-o", "file"]);
    assert_eq!((file.code, file.out.as_str()), (Some(2), ""), "{}", file.err);
    let under = place.run(&["claims", CONFIRMED, "-o", "file/below"]);
    assert_eq!((under.code, under.out.as_str()), (Some(2), ""), "{}", under.err);
    let dash = place.run(&["claims", CONFIRMED, "-o", "-"]);
    assert_eq!(dash.code, Some(2));
    assert!(dash.err.contains("expected a folder, found -"), "{}", dash.err);
    let unknown = place.run(&["claims", "P1.ring.D_TE.od"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (Some(2), ""));
    assert!(
        unknown.err.contains("\"P1.ring.D_TE.od\" is no claim; the nearest are P1.ring.D_TE.odd"),
        "{}",
        unknown.err
    );
    let both = place.run(&["claims", CONFIRMED, "--json", "--markdown"]);
    assert_eq!(both.code, Some(2), "one form at a time");
}

/// The document and the list of the guide's page on claims of one's own.
fn example() -> (String, String) {
    let page = include_str!("../../src/guide/claims.md");
    let block = |opening: &str| {
        let (_, rest) = page.rsplit_once(opening).unwrap();
        rest.split_once("\n```").unwrap().0.to_owned()
    };
    (block("```json claims\n"), block("```text\n"))
}

#[test]
fn claims_of_a_file_are_judged_as_the_guide_says() {
    let place = Place::new();
    let (document, list) = example();
    place.put("calls.json", document);
    let all = place.run(&["claims", "--file", "calls.json"]);
    assert_eq!((all.code, all.err.as_str()), (Some(1), ""), "a claim of the file is refuted");
    assert_eq!(all.out.trim_end(), list, "{}", all.out);
    let one = place.run(&["claims", "--file", "calls.json", "HHL.cube", "-o", "found"]);
    assert_eq!(one.code, Some(0), "{}", one.err);
    assert_eq!(place.run(&["check", "found/HHL.cube.hypercube-5.json"]).code, Some(0));
    let unknown = place.run(&["claims", "--file", "calls.json", "P1.T_TE"]);
    assert!(unknown.err.contains("\"P1.T_TE\" is no claim; the nearest are HHL."), "{}", unknown.err);
}

/// A document of one claim with one row.
fn document(formula: &str, row: &str) -> String {
    format!(
        r#"{{"format":"isotask.claims/1","claims":[{{"id":"A.1","place":"","statement":"","parts":[{{"formula":"{formula}","rows":[{{"instance":"one"{row}}}]}}]}}]}}"#
    )
}

/// Total exchange on the ring of 4 takes 2 slots, or 3 in symmetric schedules.
const RING_4: &str = r#","task":{"network":{"kind":"ring","nodes":4},"task":{"kind":"total-exchange"}}"#;

#[test]
fn claims_of_a_document_are_compared_with_everything_proved() {
    let place = Place::new();
    let crossed = "the lower bound 3 is above the upper bound 2";
    for (formula, row, code, said) in [
        // Neither a method that is not the best nor a weak bound of the document's own hides what is proved.
        ("3", r#","method":"quotient","lower":"3","how":"I say so""#, 2, crossed),
        ("3", r#","relation":"at-least","method":"quotient","lower":"3","how":"I say so""#, 2, crossed),
        ("3", r#","lower":"0","how":"nothing is less""#, 1, "refuted"),
        ("3", r#","relation":"at-least","upper":"9","how":"it is short""#, 1, "refuted"),
        ("2", r#","lower":"1","how":"it is no less""#, 0, "On the document's own word"),
        // A value and a relation stand where the formula stands.
        ("1", r#","value":"x - 1""#, 0, "x − 1 = 1\n"),
        ("3", r#","relation":"at-most""#, 0, "≤ 3\n"),
        ("0", r#","value":"floor(x/100)""#, 2, "the value does not depend on the measured x"),
        // What a row makes of the formula of the part stands beside it.
        ("3", r#","formula":"claimed - 2","relation":"at-least""#, 0, "3; ≥ claimed − 2"),
        ("3", r#","formula":"1 + 0*claimed","relation":"at-least""#, 2, "the same whatever is claimed"),
        ("3", r#","formula":"min(claimed, 2)""#, 2, "the same whatever is claimed"),
        (
            "3",
            r#","formula":"x = claimed or x > 1 and x < 9","relation":"is""#,
            2,
            "the same whatever is claimed",
        ),
        ("2", r#","formula":"x = claimed","relation":"is""#, 0, "confirmed"),
        ("2", r#","for":"k = 5..3""#, 2, "goes through no instance"),
        ("x > 0", r#","relation":"is""#, 2, "the condition is true whatever is measured"),
        ("x/x = 1", r#","relation":"is""#, 2, "the condition is true whatever is measured"),
        ("2", r#","how":"\u001b[2K\rproved""#, 0, "confirmed"),
        ("x = 2", r#","relation":"is""#, 0, "confirmed"),
        ("x = 3", r#","relation":"is""#, 1, "refuted"),
        ("x >= 0", r#","relation":"is""#, 2, "the condition is true whatever is measured"),
        ("1 = 1 or x = 3", r#","relation":"is""#, 2, "the condition is true whatever is measured"),
        ("1 = 1", r#","relation":"is""#, 2, "the condition is true whatever is measured"),
    ] {
        place.put("mine.json", document(formula, &format!("{RING_4}{row}")));
        let judged = place.run(&["claims", "--file", "mine.json"]);
        assert_eq!(judged.code, Some(code), "{formula}{row}: {}{}", judged.out, judged.err);
        assert!(
            (judged.out.clone() + &judged.err).contains(said),
            "{formula}{row}: {}{}",
            judged.out,
            judged.err
        );
        let whole = place.run(&["claims", "--file", "mine.json", "A.1"]);
        assert!(!whole.out.contains(['\u{1b}', '\r']), "{formula}{row}: {}", whole.out);
    }
}

#[test]
fn words_of_a_document_never_stand_for_a_proof() {
    let place = Place::new();
    let how = "certificate: a schedule, and weights for all schedules";
    place.put("mine.json", document("2", &format!(r#","found":"1 + 1","how":"{how}""#)));
    let judged = super::document(&place.run(&["claims", "--file", "mine.json", "A.1", "--json"]));
    let part = &judged["literature"][0]["parts"][0];
    assert_eq!(part["argued"], true, "{judged}");
    let proof = format!("computed by the document, no task was solved; it says: {how}");
    assert_eq!(part["rows"][0]["proof"], *proof, "{judged}");
    place.put(
        "mine.json",
        document("2", &format!(r#"{RING_4},"how":"{how}","instance":"hypercube 20""#))
            .replace(r#""instance":"one","#, ""),
    );
    let judged = super::document(&place.run(&["claims", "--file", "mine.json", "A.1", "--json"]));
    let part = &judged["literature"][0]["parts"][0];
    assert!(part.get("argued").is_none(), "{judged}");
    let proof = part["rows"][0]["proof"].as_str().unwrap_or_default();
    assert!(proof.contains("(ring, nodes 4; total-exchange); the document says: "), "{proof}");
}

/// The ring of 4 takes 3 slots symmetrically (P1: n(n + 2)/8) and 2 if nodes may differ.
#[test]
fn symmetric_times_are_those_of_symmetric_schedules() {
    let place = Place::new();
    let task = r#","task":{"network":{"kind":"ring","nodes":4},"task":{"kind":"total-exchange"}}"#;
    let symmetric = format!(r#"{task},"measure":"symmetric-completion-time""#);
    for (formula, row, code) in [("3", &*symmetric, 0), ("2", &*symmetric, 1), ("2", task, 0), ("3", task, 1)]
    {
        place.put("mine.json", document(formula, row));
        let judged = place.run(&["claims", "--file", "mine.json"]);
        assert_eq!(judged.code, Some(code), "{formula}{row}: {}{}", judged.out, judged.err);
    }
}

#[test]
fn a_formula_or_task_that_is_none_is_bad_input_and_said() {
    let place = Place::new();
    let found = r#","found":"0 + 1","how":"counted""#;
    for (formula, row, said) in [
        (
            "1 +",
            found,
            "mine.json: claim A.1: line 1, column 98, at claims[0].parts[0].formula: expected a number, a name or a \
             bracket, found its end, at byte 4 of the formula",
        ),
        ("2^2^64", found, "a number of more than 65536 binary digits"),
        ("n", found, "\"n\" is not known"),
        ("1/0", found, "division by 0"),
        (
            "1",
            r#","found":"0 + 1","relation":"<=""#,
            "at claims[0].parts[0].rows[0].relation: found \"<=\", expected one of",
        ),
        (
            "1",
            r#","task":{"network":{"kind":"ring","nodes":"=1/2"},"task":{"kind":"total-exchange"}}"#,
            "found 1/2",
        ),
        (
            "1",
            r#","task":{"network":{"kind":"ring","nodes":5},"task":{"kind":"total-exchange"}},"value":"x mod 2""#,
            "rise or fall",
        ),
        (
            "1",
            r#","task":{"network":{"kind":"ring","nodes":5},"task":{"kind":"total-exchange"}},"method":"magic""#,
            "no method is called magic",
        ),
        (
            "3",
            r#","task":{"network":{"kind":"ring","nodes":4},"task":{"kind":"total-exchange"}},"lower":"3","upper":"3","how":"argued""#,
            "the lower bound 3 is above the upper bound 2",
        ),
        (
            "1",
            r#","task":{"network":{"kind":"ring","nodes":4},"task":{"kind":"total-exchange"}},"lower":"1","upper":"1","how":"argued""#,
            "the lower bound 2 is above the upper bound 1",
        ),
    ] {
        place.put("mine.json", document(formula, row));
        let judged = place.run(&["claims", "--file", "mine.json"]);
        assert_eq!((judged.code, judged.out.as_str()), (Some(2), ""), "{formula}: {}", judged.err);
        assert!(judged.err.contains(said), "{formula}: {}", judged.err);
    }
    place.put("mine.json", document("1", found).replace("parts", "pieces"));
    assert_eq!(place.run(&["claims", "--file", "mine.json"]).code, Some(2));
}

#[test]
fn a_faulty_claim_does_not_withhold_the_verdict_of_another() {
    let place = Place::new();
    let claim = |id: &str, formula: &str| {
        format!(
            r#"{{"id":"{id}","place":"","statement":"","parts":[{{"formula":"{formula}","rows":[{{"instance":"one","found":"1 + 1","how":"added"}}]}}]}}"#
        )
    };
    let claims = [claim("A.1", "2"), claim("A.2", "1/0"), claim("A.3", "3"), claim("A.4", "1 +")].join(",\n");
    place.put("mine.json", format!(r#"{{"format":"isotask.claims/1","claims":[{claims}]}}"#));
    let judged = place.run(&["claims", "--file", "mine.json"]);
    assert_eq!(judged.code, Some(2), "{}", judged.err);
    assert!(judged.out.contains("2 claims: 1 confirmed, 0 narrower, 1 refuted, 0 open"), "{}", judged.out);
    for said in [
        "claim A.2: line 2, column 59, at claims[1].parts[0].formula: division by 0, at byte 2 of the formula",
        "claim A.4: line 4, column 59, at claims[3].parts[0].formula: expected a number",
    ] {
        assert!(judged.err.contains(said), "{said}: {}", judged.err);
    }
    let json = place.run(&["claims", "--file", "mine.json", "--json"]);
    let result: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(
        (json.code, &result["exit"], &result["status"]),
        (Some(2), &Value::from(2), &Value::from("error"))
    );
    assert_eq!(result["literature"].as_array().unwrap().len(), 2);
    assert_eq!(result["error"]["place"], "claims[1].parts[0].formula");
    assert_eq!(
        place.run(&["claims", "--file", "mine.json", "A.1"]).code,
        Some(0),
        "nobody asked for the others"
    );
}

/// Nothing is judged: the verdicts are those of the record, which a test of the corpus judges again.
#[test]
fn without_a_name_the_record_is_listed_and_words_choose_from_it() {
    let place = Place::new();
    let all = place.run(&["claims"]);
    assert_eq!((all.code, all.err.as_str()), (Some(0), ""));
    let title = "P1: Varvarigos & Bertsekas, Communication Algorithms for Isotropic Tasks";
    assert!(all.out.starts_with(title), "{}", &all.out[..200]);
    let record: Vec<Value> =
        serde_json::from_slice(&fs::read(super::models().join("claims/record.json")).unwrap()).unwrap();
    assert!(all.out.contains(&format!("\n{} claims: ", record.len())));
    for entry in &record {
        let line = format!("{}: {}\n", entry[0].as_str().unwrap(), entry[1].as_str().unwrap());
        assert!(all.out.contains(&line), "{line}");
    }
    let found = super::document(&place.run(&["claims", "Average delay", "--json"]));
    let literature = found["literature"].as_array().unwrap();
    assert!(!literature.is_empty() && literature.len() < record.len());
    for claim in literature {
        let told = ["id", "place", "statement", "printed"].map(|key| claim[key].as_str().unwrap_or_default());
        let told = told.join(" ").to_lowercase();
        assert!(told.contains("average") && told.contains("delay"), "{claim}");
    }
    // A word is sought where words begin: no claim speaks of foo, one has a footnote.
    assert_eq!(place.run(&["claims", "otnote"]).code, Some(2));
    assert_eq!(place.run(&["claims", "footn"]).code, Some(0));
    let refuted = place.run(&["claims", "ring", "--verdict", "refuted"]);
    assert!(
        refuted.code == Some(0) && refuted.out.contains(&format!("{REFUTED}: refuted\n")),
        "{}",
        refuted.out
    );
    assert!(refuted.out.contains("isotask claims --judge"), "{}", refuted.out);
    let none = place.run(&["claims", "no such words"]);
    assert!(none.code == Some(2) && none.err.contains("\"no such words\" is no claim"), "{}", none.err);
    // Named claims are judged as ever, with the title of the paper.
    let shown = place.run(&["claims", CONFIRMED]);
    assert!(
        shown.out.contains(title.trim_start_matches("P1: ")) && shown.out.contains("judged "),
        "{}",
        shown.out
    );
}
