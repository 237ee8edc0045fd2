//! The delay of demands, scatter, gather and half-duplex tasks at the keyboard.

use super::{Place, document};

/// The root of the 3 × 3 mesh has four links: eight packets leave it in two slots, four of them have one hop
/// more to go, which are not those of the first slot.
#[test]
fn a_scatter_has_a_delay_with_a_bound_and_a_certificate() {
    let place = Place::new();
    let solved = place.shell("$I solve mesh 3x3 scatter 4 --objective average-delay -o scatter.json");
    assert!(matches!(solved.code, Some(0 | 3)), "{}", solved.err);
    for words in [
        "total delay      16 slots of the 8 packets of all nodes, average 2",
        "lower bound      16 slots in total for all schedules of any length, by what every node sends through its ports",
        "optimal: no schedule has less delay (scope all, horizon any)",
    ] {
        assert!(solved.out.contains(words), "{words}: {}", solved.out);
    }
    assert_eq!(solved.code, Some(0));
    let checked = place.shell("$I check scatter.json");
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    assert!(
        checked.out.contains("total delay      16 slots in the network, lower bound 16 by departures"),
        "{}",
        checked.out
    );
}

#[test]
fn bound_says_the_bounds_on_the_delay_of_any_task() {
    let place = Place::new();
    let bounds = place.shell("$I bound ring 4 gather 0 --count 2 --objective average-delay");
    assert_eq!(bounds.code, Some(0), "{}", bounds.err);
    // Six packets come over two links: slots 1, 1, 2, 2, 3, 3; on eight servers 1, 1, 1, 1, 2, 2.
    for words in ["total delay of the packets of all nodes", "│ 12 ", "arrivals", "│ 8 ", "pooled"] {
        assert!(bounds.out.contains(words), "{words}: {}", bounds.out);
    }
    let json = document(&place.run(&[
        "bound",
        "hypercube",
        "2",
        "total-exchange",
        "--ports",
        "one-half-duplex",
        "--objective",
        "average-delay",
        "--json",
    ]));
    let delays: Vec<_> = json["claims"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|claim| claim["quantity"] == "total-delay")
        .collect();
    assert!(!delays.is_empty() && delays.iter().all(|claim| claim["per"] == "network"), "{json}");
}

#[test]
fn every_kind_of_task_whose_packets_are_carried_has_both_objectives_of_delay() {
    let place = Place::new();
    for words in [
        "hypercube 3 demands 0:7:2 1:2",
        "hypercube 3 scatter 0",
        "torus 3x3 gather 4 --ports one",
        "mesh 2x3 total-exchange",
        "incomplete-hypercube 6 total-exchange",
        "ring 5 total-exchange --ports one-half-duplex",
        "ring 6 total-exchange --ports one-half-duplex",
    ] {
        for objective in ["average-delay", "completion-time-then-average-delay"] {
            let solved = place.shell(&format!("$I solve {words} --objective {objective} -o c.json"));
            assert!(matches!(solved.code, Some(0 | 3)), "{words} {objective}: {}", solved.err);
            let told = solved.out.contains("gap") == (solved.code == Some(3));
            assert!(told && solved.out.contains("total delay "), "{words} {objective}: {}", solved.out);
            let checked = place.shell("$I check c.json");
            assert_eq!(checked.code, Some(0), "{words} {objective}: {}{}", checked.out, checked.err);
        }
    }
}
