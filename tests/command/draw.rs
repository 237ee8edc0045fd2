//! `isotask draw`: the pictures of every document, which titles say optimal, and every refusal.

use super::export::{is_refused_as_a_node, with_a_node_called};
use super::{Ended, ISOTASK, Place, document, fails, models};
use isotask::draw::{MAX_BYTES, PICTURES, WRITINGS};
use serde_json::{Value, json};
use std::fs;

fn certificate(name: &str) -> String {
    fs::read_to_string(models().join(format!("certificates/{name}.json"))).unwrap()
}

const CUBE_3: &str = "weights.hypercube-3-total-exchange";

/// A front of two points and a tree, as other commands report them.
const FRONT: &str = r#"{"format":"isotask.result/1","command":"solve","status":"optimal","exit":0,"points":[
    {"horizon_slots":4,"completion_time":4,"total_delay":19,"pareto_optimal":true,"claims":[]},
    {"horizon_slots":5,"completion_time":5,"total_delay":18,"pareto_optimal":false,"claims":[]}]}"#;

/// A search that found three schedules and raised its bound, as `solve` reports it.
const HISTORY: &str = r#"{"format":"isotask.result/1","command":"solve","status":"optimal","exit":0,
    "task":"demands, 600 packets","completion_time":7,"bound":7,"history":[{"slots":9,"bound":6,"steps":0},
    {"slots":8,"bound":6,"steps":1000},{"slots":8,"bound":7,"steps":30},{"slots":7,"bound":7,"steps":2000000}]}"#;

/// With a document of every kind.
pub(crate) fn place() -> Place {
    let place = Place::new();
    place.put("c.json", certificate(CUBE_3));
    let torus = models().join("torus-4x4-total-exchange.json");
    assert_eq!(place.run(&["solve", torus.to_str().unwrap(), "-o", "torus.json"]).code, Some(0));
    place.put("broadcast.json", certificate("explicit.hypercube-2-broadcast"));
    place.put("intervals.json", certificate("intervals.torus-5x5-total-exchange"));
    place.put("front.json", FRONT);
    place.put("history.json", HISTORY);
    place.put("tree.json", place.run(&["tree", "sbt", "4", "--json"]).out);
    let new = ["new", "ring", "5", "demands", "0:2:3", "4:1", "-o", "demands.json"];
    assert_eq!(place.run(&new).code, Some(0));
    place
}

pub(crate) fn drawn(ended: &Ended) -> &str {
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.out.len() <= MAX_BYTES);
    &ended.out
}

/// Every tag is closed, every attribute quoted, and nothing is there but what a picture is made of.
fn is_well_formed(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        let known = ["svg", "title", "desc", "rect", "path", "circle", "text"];
        assert!(known.contains(&name), "{tag}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && svg.ends_with("</svg>\n"));
}

#[test]
fn every_document_has_its_usual_picture() {
    let place = place();
    for (file, picture, words) in [
        ("c.json", "heat-map", "Link by slot: packets of node 0"),
        ("torus.json", "heat-map", ">(2,2)<"),
        ("broadcast.json", "heat-map", "Link by slot: packets of all nodes"),
        ("intervals.json", "heat-map", "Link by slot"),
        ("task.json", "matrix", "Task matrix"),
        ("demands.json", "network", "ring, 5 nodes"),
        ("front.json", "pareto", "total delay"),
        ("tree.json", "tree", ">1111<"),
        ("history.json", "progress", ">Demands, 600 packets<"),
    ] {
        let ended = place.run(&["draw", file]);
        let svg = drawn(&ended);
        is_well_formed(svg);
        assert!(svg.contains(words), "{file}: {words}: {svg}");
        assert!(ended.err.contains(&format!("{picture} as svg, {} bytes", svg.len())), "{}", ended.err);
        assert_eq!(drawn(&place.run(&["draw", file])), svg, "the same bytes again");
        let piped = place.run_with(ISOTASK, &["draw", "-", "-o", "-"], place.text(file).as_bytes());
        assert_eq!(drawn(&piped), svg);
        let into = place.run(&["draw", file, "-o", "picture.svg"]);
        assert_eq!((into.code, into.err.as_str()), (Some(0), ""));
        assert_eq!(place.text("picture.svg"), svg);
    }
}

/// The pictures of the repository are those that the command draws.
#[test]
fn the_pictures_of_the_models_are_up_to_date() {
    let place = place();
    let cube = models().join("hypercube-3-total-exchange.json");
    assert_eq!(place.run(&["solve", cube.to_str().unwrap(), "-o", "cube.json"]).code, Some(0));
    for (file, picture, name) in [
        ("cube.json", "heat-map", "hypercube-3-total-exchange"),
        ("cube.json", "overview", "hypercube-3-total-exchange-overview"),
        ("torus.json", "heat-map", "torus-4x4-total-exchange"),
        ("torus.json", "network", "torus-4x4-total-exchange-network"),
    ] {
        let ended = place.run(&["draw", file, "--picture", picture]);
        let kept = models().join(format!("pictures/{name}.svg"));
        let kept = fs::read_to_string(kept).unwrap();
        assert!(
            drawn(&ended) == kept,
            "models/pictures/{name}.svg: isotask draw --picture {picture} differs"
        );
    }
}

/// The 3-cube: 12 moves of node 0, 7 of them last hops; 4 frames of 12 edges and 8 nodes.
#[test]
fn the_shapes_are_those_of_the_schedule() {
    let place = place();
    let count = |svg: &str, words: &str| svg.matches(words).count();
    let ended = place.run(&["draw", "c.json"]);
    let heat = drawn(&ended);
    assert_eq!(count(heat, "height=\"30\" rx=\"2\" fill=\"#F2F2F2\"/>"), 3, "a row for every link");
    let cells = count(heat, "height=\"30\"") - 3;
    assert_eq!(cells, 12);
    assert_eq!(count(heat, "width=\"11\" height=\"11\""), 2 + 7, "two of the legend, seven delivered");
    let ended = place.run(&["draw", "c.json", "--picture", "network"]);
    let network = drawn(&ended);
    assert_eq!(count(network, "<circle"), 4 * 8);
    assert_eq!(count(network, "stroke=\"#D0D0D0\" stroke-width=\"1\""), 4 * 12);
    assert_eq!(count(network, "Z\""), 12, "an arrowhead for every move");
    let ended = place.run(&["draw", "c.json", "--picture", "space-time"]);
    let ways = drawn(&ended);
    assert_eq!(count(ways, "<circle"), 12);
    assert_eq!(count(ways, "r=\"4\""), 7);
}

/// Three schedules are three discs; the second search counts its steps anew, after those of the first.
#[test]
fn the_progress_of_a_search_is_drawn_over_its_steps() {
    let place = place();
    let ended = place.run(&["draw", "history.json", "--picture", "progress"]);
    let svg = drawn(&ended);
    is_well_formed(svg);
    assert_eq!(svg.matches("<circle").count(), 3, "9, 8 and 7 slots");
    for words in [
        "In the end 7 slots, bound 7",
        ">9<",
        ">6<",
        ">1000<",
        ">10^6<",
        ">best schedule, in slots<",
        ">bound that is proved, in slots<",
    ] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    let expected = "c.json: nothing to draw as progress: it shows the result of isotask solve --json that has a \
                    history, as it has where a search improved its first schedule or bound";
    fails(&place.run(&["draw", "c.json", "--picture", "progress", "-o", "picture.svg"]), expected);
}

/// `blocks` on the 5-cube: the rules as P1 Fig. 4 has them.
#[test]
fn the_picture_of_rules_marks_the_slots_that_break_them() {
    let place = Place::new();
    let cube = ["hypercube", "5", "total-exchange", "--objective", "average-delay", "--method", "blocks"];
    let ended = place.run(&[&["solve"], &cube[..], &["-o", "blocks.json"]].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let ended = place.run(&["draw", "blocks.json", "--picture", "rules"]);
    let svg = drawn(&ended);
    is_well_formed(svg);
    assert_eq!(svg.matches(">×<").count(), 4, "slots 11 to 14 break OADD");
    for words in [
        ">slot 11, at 00000: 00000 → 11111 moves with 5 to go, 00000 → 01111 stays with 4<",
        ">slot 14, at 00000: ",
        ">14.69 and 31<",
    ] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    let shown = document(&place.run(&["show", "blocks.json", "--rules", "--json"]));
    let slots = shown["shown"]["rules"]["slots"].as_array().expect("slots");
    assert_eq!(slots.len(), 16);
    // A bar for h before each slot, and six cells.
    assert_eq!(svg.matches("width=\"30\"").count(), slots.len());
    assert_eq!(svg.matches("width=\"32\" height=\"23\"").count(), 6 * slots.len());
    let some = ["draw", "blocks.json", "--picture", "rules", "--slots", "1..3", "-o", "picture.svg"];
    fails(&place.run(&some), "blocks.json: rules summarises the whole schedule, without --slots and --node");
    place.put("broadcast.json", certificate("explicit.hypercube-2-broadcast"));
    let ended = place.run(&["draw", "broadcast.json", "--picture", "rules", "-o", "picture.svg"]);
    assert!(ended.code == Some(2) && ended.err.contains("the rules speak of those alone"), "{}", ended.err);
    let long = ["solve", "hypercube", "3", "isotropic", "7:200", "-o", "long.json"];
    assert_eq!(place.run(&long).code, Some(0));
    let ended = place.run(&["draw", "long.json", "--picture", "rules", "-o", "picture.svg"]);
    assert!(
        ended.err.contains("expected at most 64 for rules; isotask show lists the rules of all slots"),
        "{}",
        ended.err
    );
}

#[test]
fn optimal_stands_in_a_title_only_where_the_checker_has_accepted_it() {
    let place = place();
    let draw = |file: &str| place.run(&["draw", file, "-o", "picture.svg"]);
    let claim = "4 slots: optimal, the bound for all schedules is 4 (scope all)";
    assert_eq!(draw("c.json").code, Some(0));
    assert!(place.text("picture.svg").contains(claim));
    // A certificate that claims more than it proves is refused, and the picture stays.
    let forged = place.text("c.json").replacen("\"value\":4", "\"value\":3", 1);
    assert_ne!(forged, place.text("c.json"));
    place.put("forged.json", forged);
    let ended = draw("forged.json");
    assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""));
    assert!(ended.err.starts_with("error: forged.json: refused: "), "{}", ended.err);
    assert!(place.text("picture.svg").contains(claim));
    // Its schedule alone has no bound.
    let certificate: Value = serde_json::from_str(&place.text("c.json")).unwrap();
    let mut schedule = json!({ "format": "isotask.schedule/1", "task": certificate["task"] });
    for (key, value) in certificate["schedule"].as_object().unwrap() {
        schedule[key] = value.clone();
    }
    place.put("schedule.json", schedule.to_string());
    assert_eq!(draw("schedule.json").code, Some(0));
    let bare = place.text("picture.svg");
    assert!(bare.contains("4 slots, replayed by the checker; no bound") && !bare.contains("optimal"));
    // A schedule that is none is refused.
    schedule["slots"][0] = json!([]);
    place.put("schedule.json", schedule.to_string());
    assert_eq!(draw("schedule.json").code, Some(1));
    // One that is longer than its bound is not called optimal.
    let pooled = certificate_with_gap(&certificate);
    place.put("gap.json", pooled);
    let ended = draw("gap.json");
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let gap = place.text("picture.svg");
    assert!(gap.contains("5 slots; the bound for all schedules is 4 (scope all)"), "{gap}");
    assert!(!gap.contains("optimal"));
}

/// Returns the certificate with an idle slot in front.
fn certificate_with_gap(certificate: &Value) -> String {
    let mut certificate = certificate.clone();
    certificate["schedule"]["slots"].as_array_mut().unwrap().insert(0, json!([]));
    let claims = certificate["claims"].as_array_mut().unwrap();
    claims.retain(|claim| claim["quantity"] == "completion-time");
    claims[0]["value"] = 5.into();
    claims[0]["status"] = "upper-bound".into();
    certificate.to_string()
}

/// Names that end tags, comments, strings, groups and lines, run commands, or turn the direction of writing.
pub(super) const HOSTILE: [&str; 9] = [
    "</script><script>alert(1)</script>",
    "</text></svg><svg onload=\"alert(1)\">&lt;&#x3c;",
    "*/ /* --> <!-- ]]>",
    "\\write18{reboot} \\end{tikzpicture} ^^5c % $ # _ ~",
    "$(reboot) `reboot` %s",
    "\" onload='alert(1)' ;",
    "two\nlines\r\u{85}\u{2028}",
    "\u{202e}turned\u{2066}\u{200f}",
    "nul \u{0}\u{1b}[31m\u{7f}\u{ffff}",
];

#[test]
fn no_name_of_a_task_gets_into_a_picture_unescaped() {
    let place = place();
    let named = |file: &str, name: &str| {
        let mut document: Value = serde_json::from_str(&place.text(file)).unwrap();
        if document["task"]["format"].is_string() {
            document["task"]["name"] = name.into();
        } else {
            document["name"] = name.into();
        }
        document.to_string()
    };
    // Tags, commands and lines do not depend on the name.
    let bones = |text: &str| {
        ["<", ">", "\"", "\n", "\\begin", "\\end", "\\write", "%"].map(|word| text.matches(word).count())
    };
    let mut drawings = 0;
    for writing in WRITINGS {
        for picture in PICTURES {
            let source = ["c.json", "task.json"]
                .into_iter()
                .find(|file| place.run(&["draw", file, "--picture", picture.word]).code == Some(0));
            let Some(source) = source else { continue };
            let page = matches!(writing.writer, isotask::draw::Writer::Page(_));
            let wanted: &[&str] = if page { &[] } else { &["--picture", picture.word] };
            let draw = |name: &str| {
                place.put("named.json", named(source, name));
                let ended = place.run(&[&["draw", "named.json", "--to", writing.word], wanted].concat());
                drawn(&ended).to_owned()
            };
            let plain = draw("x");
            for name in HOSTILE {
                let hostile = draw(name);
                let is_loose = |c: char| {
                    c.is_control() && c != '\n' || "\u{202e}\u{2066}\u{200f}\u{2028}\u{ffff}".contains(c)
                };
                assert!(!hostile.contains(is_loose), "{}: {name:?}", writing.word);
                if writing.word == "tikz" {
                    let lines = |text: &str| text.lines().count();
                    assert_eq!(lines(&hostile), lines(&plain), "{name:?}");
                    assert!(
                        !hostile.contains("\\write") && hostile.matches("\\end{").count() == 1,
                        "{name:?}"
                    );
                    assert!(hostile.is_ascii());
                } else {
                    assert_eq!(bones(&hostile)[..4], bones(&plain)[..4], "{} with {name:?}", picture.word);
                }
                drawings += 1;
            }
        }
    }
    assert!(drawings >= 90, "{drawings}");
}

#[test]
fn no_name_of_a_node_gets_into_a_picture_unescaped() {
    let place = place();
    // The numbers of tags and commands do not depend on the name.
    let bones = |word: &str, text: &str| {
        let marks = if word == "tikz" { ["\\end{", "\\write"] } else { ["<", ">"] };
        marks.map(|mark| text.matches(mark).count())
    };
    let mut named = 0;
    for name in HOSTILE {
        if is_refused_as_a_node(&place, name) {
            continue;
        }
        // A harmless name of equal width, since the width decides which nodes are named.
        place.put("plain.json", with_a_node_called(&"x".repeat(name.chars().count())));
        assert_eq!(place.run(&["solve", "plain.json", "-o", "plain-c.json"]).code, Some(0));
        for writing in WRITINGS {
            let page = matches!(writing.writer, isotask::draw::Writer::Page(_));
            for picture in PICTURES.iter().take(if page { 1 } else { PICTURES.len() }) {
                let wanted: &[&str] = if page { &[] } else { &["--picture", picture.word] };
                let draw = |file| place.run(&[&["draw", file, "--to", writing.word], wanted].concat());
                let (plain, hostile) = (draw("plain-c.json"), draw("hostile-c.json"));
                assert_eq!(plain.code, hostile.code, "{} as {}: {name:?}", picture.word, writing.word);
                if plain.code == Some(0) {
                    let (plain, hostile) = (drawn(&plain), drawn(&hostile));
                    assert!(!hostile.contains("\u{202e}"), "{}: {name:?}", writing.word);
                    assert!(writing.word != "tikz" || hostile.is_ascii(), "{name:?}");
                    assert_eq!(
                        bones(writing.word, plain),
                        bones(writing.word, hostile),
                        "{} as {}: {name:?}",
                        picture.word,
                        writing.word
                    );
                    named += u32::from(plain != hostile);
                }
            }
        }
    }
    assert!(named >= 40, "{named}");
}

#[test]
fn pictures_that_would_be_too_large_are_summarised_or_refused_with_the_remedy() {
    let place = place();
    assert_eq!(place.run(&["new", "hypercube", "9", "total-exchange", "-o", "task.json"]).code, Some(0));
    assert_eq!(place.run(&["solve", "task.json", "-o", "large.json"]).code, Some(0));
    let ended = place.run(&["draw", "large.json"]);
    let summary = drawn(&ended);
    is_well_formed(summary);
    assert!(ended.err.contains("use as svg, "), "{}", ended.err);
    assert!(summary.contains("bound 256") && summary.len() < 40_000, "{}", summary.len());
    let wanted = place.run(&["draw", "large.json", "--picture", "heat-map", "-o", "picture.svg"]);
    fails(
        &wanted,
        "large.json: 256 slots, expected at most 192 for heat-map; --slots A..B draws some, --picture use summarises",
    );
    let wanted = place.run(&["draw", "large.json", "--picture", "network", "-o", "picture.svg"]);
    fails(&wanted, "large.json: no drawing of a network of 512 nodes, expected at most 256");
    let wanted = place.run(&["draw", "large.json", "--picture", "tree", "-o", "picture.svg"]);
    fails(&wanted, "large.json: nothing to draw as tree: it shows the result of isotask tree --json");
    // A schedule in intervals is read slot by slot, up to a limit.
    let intervals = ["solve", "task.json", "--form", "intervals", "-o", "intervals.json"];
    assert_eq!(place.run(&intervals).code, Some(0));
    is_well_formed(drawn(&place.run(&["draw", "intervals.json"])));
    assert_eq!(place.run(&["new", "hypercube", "24", "total-exchange", "-o", "task.json"]).code, Some(0));
    assert_eq!(place.run(&["solve", "task.json", "-o", "huge.json"]).code, Some(0));
    let ended = place.run(&["draw", "huge.json", "--picture", "heat-map", "-o", "picture.svg"]);
    fails(
        &ended,
        "huge.json: up to 201326592 moves or slots to look at, expected at most 1048576; --slots A..B draws some",
    );
    assert!(!place.names().contains(&"picture.svg".to_owned()));
    // How busy it is, and what it delivers, is told from its pools.
    let ended = place.run(&["draw", "huge.json"]);
    let summary = drawn(&ended);
    is_well_formed(summary);
    assert!(ended.err.contains("use as svg, ") && summary.contains("bound 8388608"), "{}", ended.err);
    // Else only the slots that are drawn are looked at.
    let some = place.run(&["draw", "huge.json", "--node", "5", "--slots", "8000000..8000008"]);
    let picture = drawn(&some);
    assert!(picture.contains("slots 8000000 to 8000007 of 8388608"), "{}", some.err);
    is_well_formed(picture);
}

#[test]
fn earlier_deliveries_are_not_drawn_where_they_are_too_many() {
    let place = place();
    let solved = place.run(&["solve", "hypercube", "3", "isotropic", "7:4000000", "1", "-o", "long.json"]);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    is_well_formed(drawn(&place.run(&["draw", "long.json", "--slots", "70..78"])));
    is_well_formed(drawn(&place.run(&["draw", "long.json", "--slots", "70..78", "--picture", "space-time"])));
    for (options, what) in [(["--picture", "network"], "network"), (["--to", "html"], "html")] {
        let ended = place.run(&[&["draw", "long.json", "--slots", "70..78"], &options[..]].concat());
        fails(
            &ended,
            &format!(
                "long.json: {what} shows what was delivered before, which is too much to look at; --picture heat-map or \
                 space-time draws these slots"
            ),
        );
    }
}

#[test]
fn faults_are_reported_as_by_other_commands() {
    let place = place();
    place.put("other.json", r#"{"format":"isotask.other/1"}"#);
    let known = "isotask.certificate/1 or isotask.schedule/1 or isotask.task/1 or isotask.result/1 or isotask.channels/1 or isotask.matrix/1";
    fails(
        &place.run(&["draw", "other.json"]),
        &format!("other.json: at format: \"isotask.other/1\" is no format of this command, expected {known}"),
    );
    fails(
        &place.run(&["draw", "c.json", "--to", "svg", "-o", "./c.json"]),
        "./c.json is the input c.json; the output would replace it",
    );
    fails(
        &place.run(&["draw", "c.json", "-o", "picture.png"]),
        "picture.png: expected a name that ends with .svg or .html or .tex, or --to (rsvg-convert and Inkscape make PDF and PNG of SVG)",
    );
    fails(&place.run(&["draw", "none.json"]), "cannot read none.json: No such file or directory");
    fails(
        &place.run(&["draw", "c.json", "-o", "no/picture.svg"]),
        "cannot write no/picture.svg: No such file or directory",
    );
    place.put("result.json", place.run(&["bound", "task.json", "--json"]).out);
    fails(
        &place.run(&["draw", "result.json"]),
        "result.json: the result holds neither points (solve --pareto) nor a tree (tree --json), nor the history of a \
         search (solve --json, where a search improved its first schedule or bound)",
    );
    let json = place.run(&["draw", "c.json", "-o", "picture.svg", "--json"]);
    let result = document(&json);
    assert_eq!((&result["command"], &result["status"]), (&"draw".into(), &"done".into()));
    assert!(result["notes"].as_array().unwrap().len() >= 3, "{result}");
    let json = place.run(&["draw", "task.json", "--picture", "heat-map", "-o", "picture.svg", "--json"]);
    assert_eq!(document(&json)["error"]["reason"], "nothing-to-draw");
}

/// Slots 1 and 2 of the 3-cube: their moves and no others, with what came before filled in.
#[test]
fn some_slots_are_drawn_and_the_title_says_which() {
    let place = place();
    let count = |svg: &str, words: &str| svg.matches(words).count();
    let certificate: Value = serde_json::from_str(&place.text("c.json")).unwrap();
    let slots = certificate["schedule"]["slots"].as_array().unwrap();
    let moves = slots[1].as_array().unwrap().len() + slots[2].as_array().unwrap().len();
    let some = place.run(&["draw", "c.json", "--slots", "1..3"]);
    let heat = drawn(&some);
    assert!(heat.contains("; slots 1 to 2 of 4</title>"), "{heat}");
    assert_eq!(count(heat, "height=\"30\"") - 3, moves);
    for (slot, stands) in [("0", false), ("1", true), ("2", true), ("3", false)] {
        assert_eq!(heat.contains(&format!("text-anchor=\"middle\">{slot}</text>")), stands, "{slot}: {heat}");
    }
    let one = place.run(&["draw", "c.json", "--picture", "network", "--slots", "2"]);
    let network = drawn(&one);
    assert!(network.contains("; slot 2 of 4</title>") && network.contains(">slot 2<"), "{network}");
    assert_eq!((count(network, "<circle"), count(network, "Z\"")), (8, slots[2].as_array().unwrap().len()));
    // The frame of a slot does not depend on whether the other slots are drawn.
    let all = place.run(&["draw", "c.json", "--picture", "network"]).out;
    let fills = |svg: &str| -> Vec<String> {
        let circles = svg.split("<circle").skip(1);
        circles.map(|circle| circle.split("fill=\"").nth(1).unwrap()[..7].to_owned()).collect()
    };
    assert_eq!(fills(network), fills(&all)[16..24]);
    let page = place.run(&["draw", "c.json", "--to", "html", "--slots", "1..3"]);
    assert!(drawn(&page).contains("&quot;first&quot;:1,"), "{}", page.out);
    fails(
        &place.run(&["draw", "c.json", "--slots", "2..9", "-o", "picture.svg"]),
        "--slots 2..9: the schedule has 4 slots, numbered from 0",
    );
}

/// On a cube the packets of node v are those of node 0 with v added to every name.
#[test]
fn the_packets_of_another_node_are_translates_or_its_own() {
    let place = place();
    let labels = |node: &str| -> Vec<u64> {
        let svg = place.run(&["draw", "c.json", "--node", node]).out;
        let cells = svg.split("</text>").filter_map(|text| text.rsplit('>').next());
        let named =
            cells.filter(|name| name.len() == 3 && name.bytes().all(|digit| matches!(digit, b'0' | b'1')));
        named.map(|name| u64::from_str_radix(name, 2).unwrap()).collect()
    };
    let own = labels("000");
    assert_eq!(own.len(), 12);
    assert_eq!(labels("5"), own.iter().map(|name| name ^ 5).collect::<Vec<_>>());
    assert_eq!(labels("101"), labels("5"));
    let ended = place.run(&["draw", "c.json", "--node", "5"]);
    assert!(drawn(&ended).contains("packets of node 5 = 101; every node does the same"), "{}", ended.out);
    // Of listed moves those of the packets that start there.
    assert!(matches!(place.run(&["solve", "demands.json", "-o", "solved.json"]).code, Some(0 | 3)));
    let ended = place.run(&["draw", "solved.json", "--node", "4", "--picture", "space-time"]);
    assert!(drawn(&ended).contains("packets of node 4<"), "{}", ended.out);
    fails(
        &place.run(&["draw", "solved.json", "--node", "3", "-o", "picture.svg"]),
        "solved.json: no packets start at node 3, nor is it the root of a sum",
    );
}

#[test]
fn only_schedules_have_slots_and_nodes_to_choose() {
    let place = place();
    for words in [["--slots", "0..1"], ["--node", "1"]] {
        for file in ["task.json", "front.json", "tree.json"] {
            let ended = place.run(&[&["draw", file, "-o", "picture.svg"], words.as_slice()].concat());
            fails(&ended, "--slots and --node choose from a schedule, expected a schedule or certificate");
        }
        let ended = place
            .run(&[&["draw", "c.json", "--picture", "use", "-o", "picture.svg"], words.as_slice()].concat());
        fails(&ended, "c.json: use summarises the whole schedule, without --slots and --node");
    }
}

/// The names of what moves stand clear of each other on a circle of 24 nodes.
#[test]
fn names_of_moves_do_not_cover_each_other() {
    let place = Place::new();
    let words = ["solve", "star", "4", "total-exchange", "-o", "star.json"];
    assert_eq!(place.run(&words).code, Some(0));
    for slot in 0..21 {
        let ended = place.run(&["draw", "star.json", "--picture", "network", "--slots", &slot.to_string()]);
        let number = |tag: &str, key: &str| -> i64 {
            let value = tag.split(&format!(" {key}=\"")).nth(1).unwrap();
            value.split('"').next().unwrap().parse().unwrap()
        };
        let tags: Vec<[i64; 4]> = drawn(&ended)
            .split("<rect")
            .filter(|tag| tag.contains("height=\"14\" rx=\"3\""))
            .map(|tag| ["x", "y", "width", "height"].map(|key| number(tag, key)))
            .collect();
        assert!(!tags.is_empty(), "slot {slot}");
        for (index, a) in tags.iter().enumerate() {
            for b in &tags[index + 1..] {
                let apart =
                    a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1];
                assert!(apart, "slot {slot}: {a:?} {b:?}");
            }
        }
    }
}

/// The numbers of an attribute in all tags that hold some words.
pub(crate) fn numbers(svg: &str, tag: &str, key: &str) -> Vec<i64> {
    let begins = format!("<{tag}");
    let tags = svg.split(&begins).skip(1).map(|rest| rest.split('>').next().unwrap());
    let value =
        |tag: &str| tag.split(&format!(" {key}=\"")).nth(1).unwrap().split('"').next().unwrap().parse();
    tags.map(|tag| value(tag).unwrap()).collect()
}

/// Every text of a picture, with its place and the width of its letters, six tenths of their height.
fn texts(svg: &str) -> Vec<(String, i64, i64, i64)> {
    let places = numbers(svg, "text", "x").into_iter().zip(numbers(svg, "text", "y"));
    let sizes = numbers(svg, "text", "font-size");
    let words = svg.split("<text").skip(1).map(|rest| rest.split(['>', '<']).nth(1).unwrap().to_owned());
    let width = |word: &str, size: i64| i64::try_from(word.chars().count()).unwrap() * size * 3 / 5;
    words
        .zip(places)
        .zip(sizes)
        .map(|((word, (x, y)), size)| (word.clone(), x, y, width(&word, size)))
        .collect()
}

/// Every node stands where no other does, every name is told once and clear of the others, nothing is cut.
#[test]
fn networks_of_three_axes_six_bits_and_any_links_are_drawn() {
    let place = Place::new();
    // A ladder of 40 rungs, crossed.
    let links: Vec<String> = (0..40)
        .flat_map(|n| [(n, (n + 1) % 40), (n, n + 40), (n + 40, (n + 7) % 40 + 40)])
        .map(|(a, b)| format!("{a} {b}"))
        .collect();
    place.put("ladder.txt", links.join("\n"));
    for (network, nodes, name) in [
        ("torus 4x4x4", 64, "(3,2,1)"),
        ("torus 3x3x3", 27, "(2,2,2)"),
        ("mesh 2x3x4", 24, "(1,2,3)"),
        ("hypercube 5", 32, "10110"),
        ("hypercube 6", 64, "101101"),
        ("graph --edges ladder.txt", 80, "79"),
    ] {
        let words: Vec<&str> = ["draw"].into_iter().chain(network.split(' ')).collect();
        let ended = place.run(&[&words, &["total-exchange", "--picture", "network", "--bare"][..]].concat());
        let svg = drawn(&ended);
        let discs: Vec<(i64, i64)> =
            numbers(svg, "circle", "cx").into_iter().zip(numbers(svg, "circle", "cy")).collect();
        assert_eq!(discs.len(), nodes, "{network}");
        for (index, a) in discs.iter().enumerate() {
            for b in &discs[..index] {
                assert!((a.0 - b.0).abs().max((a.1 - b.1).abs()) > 14, "{network}: {a:?} upon {b:?}");
            }
        }
        let names = texts(svg);
        assert!(names.iter().any(|(word, ..)| word == name), "{network}");
        let (width, height) = (numbers(svg, "svg", "width")[0], numbers(svg, "svg", "height")[0]);
        for (index, (word, x, y, wide)) in names.iter().enumerate() {
            assert!(
                x - wide / 2 >= 0 && x + wide / 2 <= width && *y >= 8 && *y <= height,
                "{network}: {word} is cut"
            );
            for (other, x2, y2, wide2) in &names[..index] {
                assert!(
                    word != other && ((x - x2).abs() >= (wide + wide2) / 2 || (y - y2).abs() >= 10),
                    "{network}: {word} upon {other}"
                );
            }
        }
        assert_eq!(
            place.run(&[&words, &["total-exchange", "--picture", "network", "--bare"][..]].concat()).out,
            svg
        );
    }
}
