//! The contents and sizes of pictures.

use super::draw::{drawn, numbers, place};
use super::{Place, fails};

/// Moves over a link in both directions in one slot are drawn side by side.
#[test]
fn two_directions_of_a_link_are_two_lines() {
    let place = Place::new();
    assert_eq!(place.run(&["solve", "mesh", "2", "total-exchange", "-o", "two.json"]).code, Some(0));
    let ended = place.run(&["draw", "two.json", "--picture", "network"]);
    let arrows: Vec<&str> =
        drawn(&ended).split("<path d=\"").filter(|path| path.contains("stroke-width=\"2\"")).collect();
    // One node stands above the other.
    let column = |path: &str| path.trim_start_matches('M').split(' ').next().unwrap().to_owned();
    assert_eq!(arrows.len(), 2);
    assert_ne!(column(arrows[0]), column(arrows[1]), "{arrows:?}");
}

/// A figure for a paper: no title, no legend, as wide as the text.
#[test]
fn pictures_are_bare_and_as_wide_as_they_are_wanted() {
    let place = place();
    let bare = place.run(&["draw", "c.json", "--bare", "--width", "300"]);
    let svg = drawn(&bare);
    assert_eq!(numbers(svg, "svg", "width"), [300]);
    assert!(!svg.contains(">hops in all<") && !svg.contains(" slots: optimal</text>"), "{svg}");
    // 1 inch is 72 big points, and 72.27 of TeX; units have at most four decimals.
    for (file, options, most) in [
        ("c.json", &["--picture", "overview"][..], 345),
        ("torus.json", &["--picture", "network"], 345),
        ("c.json", &["--width", "200"], 200),
    ] {
        let ended = place.run(&[&["draw", file, "--to", "tikz"], options].concat());
        let tikz = drawn(&ended);
        let unit = tikz.split("[x=0.").nth(1).unwrap().split("bp").next().unwrap();
        let unit: u64 = format!("{unit:0<4}").parse().unwrap();
        let pixels: u64 =
            tikz.split("rectangle (").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
        let millionths = unit * pixels * 7227 / 72;
        assert!((most - 3..=most).contains(&millionths.div_ceil(1_000_000)), "{file}: {millionths}");
    }
    for option in [&["--bare"][..], &["--width", "300"]] {
        let ended = place.run(&[&["draw", "c.json", "-o", "page.html"], option].concat());
        fails(&ended, "--bare and --width are of pictures; html is a page, as wide as its window");
    }
}

/// On a page whose names have no room those of one node are shown first.
#[test]
fn a_page_of_many_moves_opens_with_the_packets_of_one_node() {
    let place = Place::new();
    let words = ["solve", "torus", "4x4x4", "neighbourhood-exchange", "1", "2", "-o", "c.json"];
    assert_eq!(place.run(&words).code, Some(0));
    let page = place.run(&["draw", "c.json", "--to", "html"]);
    assert!(drawn(&page).contains("&quot;chosen&quot;:0,"));
}
