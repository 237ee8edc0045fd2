//! `isotask networks`: the register of words as it is listed, and faults of networks in words.

use super::{Place, document};
use isotask::grammar::networks;

#[test]
fn every_word_is_listed_and_its_examples_are_networks() {
    let place = Place::new();
    let listed = document(&place.run(&["networks", "--json"]));
    let all = listed["networks"].as_array().unwrap();
    let words: Vec<&str> = all.iter().map(|one| one["word"].as_str().unwrap()).collect();
    assert_eq!(words, networks());
    let (table, help) = (place.shell("COLUMNS=1000 $I networks").out, place.run(&["help", "new"]).out);
    for one in all {
        let word = |key: &str| one[key].as_str().unwrap();
        assert!(table.contains(word("sentence")), "{one}");
        assert!(help.contains(word("word")), "{one}");
        for example in one["examples"].as_array().unwrap() {
            let words: Vec<&str> = example.as_str().unwrap().split(' ').collect();
            let shown = place.run(&[&["show"], &words[..], &["total-exchange"]].concat());
            assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""), "{example}");
        }
    }
}

#[test]
fn a_size_that_no_network_has_is_refused_in_one_line() {
    let place = Place::new();
    let strings = "expected B from 2, N from 1, and at most 2^20 strings and 2^25 links";
    for (words, said) in [
        (
            "macro-star 2 scatter",
            "the number N of symbols of a block: \"scatter\", expected an integer".to_owned(),
        ),
        (
            "macro-star 0 3 scatter",
            "a macro-star of 0 blocks of 3 symbols, expected L and N from 1".to_owned(),
        ),
        (
            "macro-star 3 3 scatter",
            "a macro-star of 3 blocks of 3 symbols, expected L and N from 1 with LN at most 8".to_owned(),
        ),
        ("macro-star 18446744073709551615 2 scatter", "expected L and N from 1".to_owned()),
        (
            "cyclic-cube 1 2 scatter",
            "a cyclic cube of 1 symbols with 2 ranks each, expected N and K from 2".to_owned(),
        ),
        ("cyclic-cube 20 2 scatter", "a cyclic cube of 20 symbols with 2 ranks each, expected".to_owned()),
        ("cyclic-cube 2 18446744073709551615 scatter", "expected N and K from 2".to_owned()),
        ("de-bruijn 1 3 scatter", format!("a de Bruijn graph of strings of 3 of 1 letters, {strings}")),
        ("de-bruijn 2 0 scatter", strings.to_owned()),
        ("de-bruijn 2 21 scatter", strings.to_owned()),
        ("de-bruijn 18446744073709551615 1 scatter", strings.to_owned()),
        ("kautz 1 3 scatter", format!("a Kautz graph of degree 1 with strings of 3 letters, {strings}")),
        ("kautz 18446744073709551615 18446744073709551615 scatter", strings.to_owned()),
        ("kautz 2 2 scatter 11", "the root: \"11\"".to_owned()),
        ("debruijn 2 3 scatter", "network \"debruijn\"; did you mean de-bruijn?".to_owned()),
    ] {
        let mut all = vec!["new"];
        all.extend(words.split(' '));
        let ended = place.run(&all);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{words}");
        assert!(ended.err.contains(&said) && ended.err.lines().count() == 1, "{words}: {}", ended.err);
    }
}

/// Nodes of listed permutations are called by their indices, which no zero begins.
#[test]
fn permutations_are_no_indices() {
    let place = Place::new();
    for words in
        ["macro-star 2 1 demands 012:5", "cyclic-cube 2 2 scatter 01", "permutations 1,0,2 0,2,1 gather 021"]
    {
        let ended = place.run(&[&["new"], &words.split(' ').collect::<Vec<_>>()[..]].concat());
        let said = "expected an index without zeros in front; nodes of listed permutations have no names";
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{words}");
        assert!(ended.err.contains(said) && ended.err.lines().count() == 1, "{words}: {}", ended.err);
    }
    assert_eq!(place.run(&["new", "macro-star", "2", "1", "demands", "0:5"]).code, Some(0));
}

/// Lines of two numbers are links, even if the first line could be their number.
#[test]
fn links_below_a_link_of_their_number_are_links() {
    let place = Place::new();
    place.put("links.txt", "2 4\n0 4\n1 2\n2 3\n1 6\n1 5\n0 1\n");
    let shown = place.run(&["show", "links.txt", "total-exchange"]);
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    assert!(shown.out.contains("7 nodes"), "{}", shown.out);
}

#[test]
fn graphs_of_strings_take_nodes_by_their_strings() {
    let place = Place::new();
    let solved = place.run(&["solve", "kautz", "2", "2", "scatter", "01", "-o", "k.json"]);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    let checked = place.run(&["check", "k.json"]);
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    // The root sends 5 packets over 2 links.
    assert!(solved.out.contains("3 slots"), "{}", solved.out);
}

/// Little effort may leave a gap, but never ends without a schedule.
#[test]
fn little_effort_gives_a_schedule_of_every_task_on_every_network() {
    let place = Place::new();
    let tasks = [
        "total-exchange",
        "neighbourhood-exchange 1 1",
        "scatter",
        "broadcast",
        "allgather",
        "reduce-scatter",
    ];
    for words in ["hypercube 3", "torus 4x3", "star 3", "lattice 4,2/0,4", "mesh 2x3", "kautz 2 2"] {
        for (task, ports) in tasks.iter().flat_map(|task| ["all", "one"].map(|ports| (task, ports))) {
            for objective in ["completion-time", "completion-time-then-average-delay"] {
                let asked = format!("$I solve {words} {task} --ports {ports} --objective {objective}");
                let ended = place.shell(&format!("{asked} --effort quick --json"));
                if objective != "completion-time" && ended.code == Some(2) {
                    // Copied and combined packets have no delay.
                    assert!(
                        ["broadcast", "allgather", "reduce-scatter"].contains(task),
                        "{asked}: {}",
                        ended.out
                    );
                    continue;
                }
                assert!(matches!(ended.code, Some(0 | 3)), "{asked}: {} {}", ended.out, ended.err);
                let found = document(&ended);
                let slots = |key: &str| found[key].as_u64().unwrap();
                assert!(slots("bound") <= slots("completion_time"), "{asked}: {found}");
            }
        }
    }
}
