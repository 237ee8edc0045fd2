//! `isotask machines`, the word `machine`, and parts of networks: failures and groups.

use super::{Place, document, fails};
use isotask::grammar::{machines, network};
use isotask::model::Network;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;

/// Every file of the folder is built in under its name, and is a network.
#[test]
fn every_machine_has_a_file_of_its_name_and_a_network() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models/machines");
    let files: BTreeSet<String> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap().replace(".json", ""))
        .collect();
    let names: BTreeSet<String> = machines().iter().map(|machine| machine.name.clone()).collect();
    assert_eq!((files, names.len()), (names, machines().len()));
    for machine in machines() {
        let found = network(&["machine".to_owned(), machine.name.clone()]).unwrap();
        assert!(Network::new(&found).unwrap().hosts() > 1, "{}", machine.name);
        assert!(machine.results.iter().all(|result| result.bound <= result.slots), "{}", machine.name);
    }
}

/// What stands in the files of small machines is what a run finds; exchanges on rings have a formula.
#[test]
fn results_of_small_machines_are_those_of_a_run() {
    let place = Place::new();
    for machine in machines().iter().filter(|machine| machine.name.starts_with("ring-")) {
        for result in &machine.results {
            let words = ["solve", "machine", &machine.name].into_iter().chain(result.task.split(' '));
            let words: Vec<&str> = words.chain(["--json", "--threads", "1"]).collect();
            let found = document(&place.run(&words));
            let told = (&found["completion_time"], &found["bound"]);
            assert_eq!(told, (&json!(result.slots), &json!(result.bound)), "{words:?}");
        }
        let nodes: u64 = machine.name.replace("ring-", "").parse().unwrap();
        let exchange = machine.results.iter().find(|result| result.task == "all-to-all").unwrap();
        let slots = if nodes.is_multiple_of(2) { (nodes * nodes).div_ceil(8) } else { nodes * nodes / 8 };
        assert_eq!(exchange.slots, slots, "{}", machine.name);
    }
}

#[test]
fn machines_are_listed_and_described() {
    let place = Place::new();
    let list = place.run(&["machines"]);
    assert_eq!((list.code, list.err.as_str()), (Some(0), ""));
    assert!(
        machines().iter().all(|machine| list.out.contains(&format!("│ {} ", machine.name))),
        "{}",
        list.out
    );
    let one = place.run(&["machines", "dgx-1"]);
    assert!(one.out.contains("source       NVIDIA, DGX-1"), "{}", one.out);
    let found = document(&place.run(&["machines", "ring-5", "--json"]));
    assert_eq!(found["machines"][0]["hosts"], json!(5));
    let refused = place.run(&["machines", "dgx-2"]);
    assert!(
        refused.code == Some(2) && refused.err.starts_with("error: machine \"dgx-2\"; did you mean dgx-1?")
    );
}

/// A ring without a link is a line, on which the exchange of n nodes takes ⌊n²/4⌋ slots; without a node it is
/// one of n − 1.
#[test]
fn failed_links_and_nodes_are_left_out() {
    let place = Place::new();
    for (failed, slots) in [("3-4", 16), ("4-3", 16), ("5", 12)] {
        let ended = place.run(&["solve", "ring", "8", "all-to-all", "--without", failed, "--json"]);
        let found = document(&ended);
        assert_eq!((ended.code, &found["completion_time"]), (Some(0), &json!(slots)), "{failed}");
    }
    // Names stay: node 7 is there, node 5 is not.
    let ended = place.run(&["solve", "ring", "8", "broadcast", "7", "--without", "5", "--json"]);
    assert_eq!(document(&ended)["completion_time"], json!(5));
    for failed in ["9", "0-4", "x"] {
        let words = format!(
            "failed: \"{failed}\", expected a node, or a link by its two ends, with a hyphen between them"
        );
        let ended = place.run(&["solve", "ring", "8", "all-to-all", "--without", failed]);
        fails(&ended, &words);
    }
}

/// Four nodes of a ring of eight exchange, the others forward: the way round has five hops, so that in fewer
/// than five slots the link in the middle carries four packets each way.
#[test]
fn a_group_of_nodes_communicates_and_the_others_forward() {
    let place = Place::new();
    let ended = place.run(&["solve", "ring", "8", "all-to-all", "--on", "0,1,2,3", "--json"]);
    let found = document(&ended);
    assert_eq!((ended.code, &found["completion_time"], &found["bound"]), (Some(0), &json!(4), &json!(4)));
    let ended = place.run(&["solve", "ring", "8", "all-to-all", "--on", "3"]);
    fails(
        &ended,
        "a group of nodes \"3\", expected at least two nodes that are no switches, such as 0,1,2,3",
    );
}
