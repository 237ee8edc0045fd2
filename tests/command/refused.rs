//! Documents that the checker refuses are shown as refused, and never drawn or written as if they were true.

use super::{Place, document};

/// A certificate, one with a false claim, and one with a schedule that is none.
fn place() -> Place {
    let place = Place::new();
    assert_eq!(place.shell("$I solve task.json -o good.json --schedule schedule.json").code, Some(0));
    let good = place.text("good.json");
    let claim = good.replacen("\"value\":2,\"scope\":\"all\"", "\"value\":1,\"scope\":\"all\"", 1);
    assert_ne!(claim, good, "{good}");
    place.put("claim.json", claim);
    place.put("moves.json", robbed(&good));
    place.put("bare.json", robbed(&place.text("schedule.json")));
    place
}

/// Returns the certificate without the moves of the last slot.
fn robbed(text: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
    let place = if value.get("schedule").is_some() { "/schedule/slots" } else { "/slots" };
    *value.pointer_mut(place).unwrap().as_array_mut().unwrap().last_mut().unwrap() = serde_json::json!([]);
    // Keys in alphabetical order are as good.
    value.to_string()
}

#[test]
fn show_gives_the_verdict_of_the_checker() {
    let place = place();
    let good = place.run(&["show", "good.json"]);
    assert_eq!((good.code, good.err.as_str()), (Some(0), ""));
    assert!(good.out.contains("accepted: the schedule and every claim"), "{}", good.out);
    assert!(good.out.contains("\nClaims, accepted by the checker:\n"), "{}", good.out);
    let claim = place.run(&["show", "claim.json"]);
    assert_eq!(claim.code, Some(1));
    assert!(claim.out.contains("checked") && claim.out.contains("refused: "), "{}", claim.out);
    assert!(claim.out.contains("\nClaims, refused at claims[0]"), "{}", claim.out);
    assert!(claim.err.starts_with("error: claim.json: refused: ") && claim.err.contains("] at claims[0]"));
    // The schedule itself is valid, so it is drawn in spite of the refused claim.
    assert!(claim.out.contains("Symmetric schedule"), "{}", claim.out);
    for file in ["moves.json", "bare.json"] {
        let refused = place.run(&["show", file]);
        assert_eq!(refused.code, Some(1), "{file}: {}", refused.err);
        assert!(
            refused.out.contains("The schedule is not drawn, since the checker refuses it."),
            "{}",
            refused.out
        );
        assert!(!refused.out.contains("Symmetric schedule"), "{}", refused.out);
        assert!(refused.err.starts_with(&format!("error: {file}: refused: ")), "{}", refused.err);
    }
}

#[test]
fn show_as_data_gives_the_verdict_of_the_checker() {
    let place = place();
    for (file, status, exit) in [
        ("good.json", "done", 0),
        ("claim.json", "refused", 1),
        ("moves.json", "refused", 1),
        ("bare.json", "refused", 1),
    ] {
        let ended = place.run(&["show", file, "--json"]);
        assert_eq!((ended.code, ended.err.as_str()), (Some(exit), ""), "{file}");
        let result = document(&ended);
        assert_eq!((&result["status"], &result["exit"]), (&status.into(), &exit.into()), "{file}");
        assert_eq!(result["error"].is_object(), exit == 1, "{file}");
        let moves = result["shown"]["schedule"].get("moves");
        assert_eq!(moves.is_some(), ["good.json", "claim.json"].contains(&file), "{file}");
    }
}

#[test]
fn refused_certificates_are_neither_drawn_nor_exported() {
    let place = place();
    for file in ["claim.json", "moves.json"] {
        for command in [
            "show FILE --node 1",
            "show FILE --slots 0",
            "export FILE --to csv",
            "draw FILE -o out.svg",
            "cite FILE",
        ] {
            let ended = place.shell(&format!("$I {}", command.replace("FILE", file)));
            assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""), "{command}: {}", ended.err);
            assert!(ended.err.starts_with(&format!("error: {file}: refused: ")), "{command}: {}", ended.err);
        }
        let into = place.run(&["export", file, "--to", "csv", "-o", "out.csv"]);
        assert_eq!(into.code, Some(1));
    }
    assert!(!place.names().iter().any(|name| name.starts_with("out")), "{:?}", place.names());
}
