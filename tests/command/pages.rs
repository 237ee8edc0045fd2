//! Pages of `isotask draw`: each carries the document that it was made from, even if it cannot be played.

use super::draw::{drawn, place};
use super::{ISOTASK, Place, document, fails, models};
use std::env;
use std::fs;
use std::path::Path;

/// The text in the place of a page where a certificate is written.
fn carried(page: &str) -> String {
    let place = page.split_once("id=\"text\"").expect("a place to write in").1;
    let text = place.split_once(">\n").expect("its begin").1.split_once("</textarea>").expect("its end").0;
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#13;", "\r"), ("&amp;", "&")];
    marks.iter().fold(text.to_owned(), |text, (mark, letter)| text.replace(mark, letter))
}

/// Whether the page was made with a schedule to play; every page can play one that is given by hand.
fn plays(page: &str) -> bool {
    assert!(page.contains("<section id=\"player\""));
    !page.contains("<div id=\"data\" hidden></div>")
}

#[test]
fn a_page_carries_its_document_letter_by_letter() {
    let place = place();
    place.put("named.json", place.text("c.json").replacen("hypercube 3", "</textarea><script>&lt;\u{e9}", 1));
    assert!(place.text("named.json").contains("</textarea>"));
    for file in ["c.json", "torus.json", "broadcast.json", "intervals.json", "named.json"] {
        let ended = place.run(&["draw", file, "--to", "html"]);
        let page = drawn(&ended);
        assert_eq!(carried(page), place.text(file), "{file}");
        assert!(plays(page) && page.contains("isotaskVerdict="), "{file}");
        assert_eq!(drawn(&place.run(&["draw", file, "--to", "html"])), page, "the same bytes again");
    }
    // Some slots are played; the certificate is of all.
    let some = place.run(&["draw", "c.json", "--to", "html", "--slots", "1..3"]);
    assert_eq!(carried(drawn(&some)), place.text("c.json"));
}

/// Nothing of another place is loaded, which the policy of the page forbids to its scripts too.
#[test]
fn a_page_asks_for_nothing_from_elsewhere() {
    let place = place();
    let ended = place.run(&["draw", "c.json", "--to", "html"]);
    let page = drawn(&ended);
    let policy = "content=\"default-src 'none'; img-src data:; script-src 'unsafe-inline'; style-src \
                  'unsafe-inline'; worker-src blob:\"";
    assert!(page.contains(policy));
    for from in ["<link rel=\"stylesheet", "src=", "@import", "url(", "fetch(", "XMLHttpRequest", "<iframe"] {
        assert!(!page.split("<script id=\"verifier\"").next().unwrap().contains(from), "{from}");
    }
}

/// Documents that cannot be played can be verified: the 10-cube has 1024 nodes, a matrix has no schedule.
#[test]
fn a_document_that_cannot_be_played_has_a_page_that_gives_the_reason() {
    let place = place();
    let solve = ["solve", "hypercube", "10", "total-exchange", "-o", "cube.json"];
    assert_eq!(place.run(&solve).code, Some(0));
    let certificates = models().join("matrices/certificates");
    let mut matrices: Vec<_> =
        fs::read_dir(certificates).unwrap().map(|entry| entry.unwrap().path()).collect();
    matrices.sort();
    let matrix = fs::read_to_string(&matrices[0]).unwrap();
    place.put("matrix.json", &matrix);
    for (file, why) in
        [("cube.json", "1024 nodes, expected at most"), ("matrix.json", "nothing to draw as html")]
    {
        let ended = place.run(&["draw", file, "--to", "html"]);
        let page = drawn(&ended);
        assert!(!plays(page) && page.contains(&format!("<p>No schedule is played here: {why}")), "{file}");
        assert_eq!(carried(page), place.text(file));
    }
    // A task carries nothing that could be verified.
    fails(
        &place.run(&["draw", "task.json", "--to", "html"]),
        "task.json: nothing to draw as html: it shows a schedule or certificate",
    );
}

#[test]
fn an_empty_page_waits_for_a_certificate() {
    let place = Place::new();
    let ended = place.run(&["draw", "--empty"]);
    let page = drawn(&ended);
    assert!(!plays(page) && carried(page).is_empty());
    let into = place.run(&["draw", "--empty", "-o", "isotask.html"]);
    assert_eq!((into.code, into.err.as_str()), (Some(0), ""));
    assert!(into.out.contains("a page that verifies certificates"), "{}", into.out);
    assert_eq!(place.text("isotask.html"), page);
    let json = place.run(&["draw", "--empty", "-o", "isotask.html", "--json"]);
    assert_eq!(document(&json)["status"], "done");
    fails(
        &place.run(&["draw", "--empty", "-o", "isotask.svg"]),
        "--empty is a page, expected --to html or a name in .html",
    );
    fails(
        &place.run(&["draw", "--empty", "--ports", "one"]),
        "--ports is of a task or schedule, and --empty has none",
    );
    let both = place.run_with(ISOTASK, &["draw", "c.json", "--empty"], b"");
    assert_eq!(both.code, Some(2));
    assert!(both.err.contains("cannot be used with"), "{}", both.err);
    assert_eq!(place.run(&["draw"]).code, Some(2), "without --empty a document is needed");
}

/// Who has no program yet opens this page; `ISOTASK_BLESS=1` writes it anew.
#[test]
fn the_page_among_the_examples_is_what_draw_writes() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/page/hypercube-3.html");
    let certificate = models().join("certificates/weights.hypercube-3-total-exchange.json");
    let ended = Place::new().run(&["draw", certificate.to_str().unwrap(), "--to", "html"]);
    if env::var_os("ISOTASK_BLESS").is_some() {
        fs::create_dir_all(page.parent().unwrap()).unwrap();
        fs::write(&page, drawn(&ended)).unwrap();
    }
    assert!(fs::read_to_string(&page).unwrap() == drawn(&ended), "{} is of another time", page.display());
}
