//! `isotask machines`, the word `machine`, and parts of networks: failures and groups.

use super::{Ended, Place, document, fails};
use isotask::grammar::{machines, network};
use isotask::model::Network;
use serde_json::{Value, json};
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

/// The task that was written to standard output.
fn written(ended: &Ended) -> Value {
    serde_json::from_str(&ended.out).unwrap_or_else(|_| unreachable!("{ended:?}"))
}

/// What is said of a word that names nothing that can fail.
const EXPECTED: &str = "is no node or link of the network, expected a node, or a link by its two ends, with a hyphen between them, or with > for one direction";

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
        let words = format!("\"{failed}\" {EXPECTED}");
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
    fails(
        &place.run(&["rate", "ring", "8", "allgather", "--on", "0,2,99"]),
        "a node that takes part: \"99\", expected a node, or the beginning of names and a star behind it",
    );
}

/// Without the links from 0 to 1, 1 to 2 … 4 to 0 a ring of five leads round one way; without the link from 0 to
/// 1 alone a packet from 0 to 1 goes round in four hops, and one back in a single hop.
#[test]
fn one_direction_of_a_link_fails() {
    let place = Place::new();
    let slots = |words: &[&str]| {
        let ended = place.run(&[&["solve", "ring", "5", "demands"], words, &["--json"]].concat());
        document(&ended)["completion_time"].clone()
    };
    assert_eq!(slots(&["0:1", "--without", "0>1"]), json!(4));
    assert_eq!(slots(&["1:0", "--without", "0>1"]), json!(1));
    assert_eq!(slots(&["1:0", "--without", "0-1"]), json!(4));
    assert_eq!(slots(&["1:0", "--without", "0<>1"]), json!(4));
    let both = ["0:1", "--without", "0>1", "--without", "1>0"];
    assert_eq!(slots(&both), json!(4));
    // In a directed graph too, of which a hyphen names both directions.
    place.put("ways.txt", "a b\nb a\nb c\nc a\na c\n");
    let links = |failed: &str| {
        let words = ["new", "ways.txt", "demands", "a:c", "--directed", "--without", failed];
        written(&place.run(&words))["network"]["links"].as_array().unwrap().len()
    };
    assert_eq!((links("a-b"), links("a>b"), links("c<>a"), links("b-c")), (3, 4, 3, 4));
    // The link from c to b does not exist.
    let ended = place.run(&["new", "ways.txt", "allgather", "--directed", "--without", "c>b"]);
    fails(&ended, &format!("\"c>b\" {EXPECTED}"));
    let ended = place.run(&["solve", "kautz", "2", "2", "all-to-all", "--without", "0>0"]);
    fails(&ended, &format!("\"0>0\" {EXPECTED}"));
}

/// A name with a hyphen may also be a link; the message says how each is written.
#[test]
fn a_word_for_a_node_and_a_link_is_refused() {
    let place = Place::new();
    place.put("names.txt", "a b\nb c\nc a-b\na-b a\nb-c c\n");
    let run = |failed: &str| place.run(&["new", "names.txt", "allgather", "--without", failed]);
    fails(
        &run("a-b"),
        "\"a-b\" is node 3 = a-b and the link between 0 = a and 1 = b, expected \"0d3\" for the one or \
         \"a<>b\" for the other",
    );
    let size = |failed: &str| {
        let network = written(&run(failed))["network"].take();
        (network["nodes"].clone(), network["links"].as_array().unwrap().len())
    };
    assert_eq!(size("0d3"), (json!(4), 3));
    assert_eq!(size("a<>b"), (json!(5), 4));
    // Two links: the hyphen in the middle is one or the other.
    place.put("links.txt", "a b-c\na-b c\na c\nb-c c\n");
    let ended = place.run(&["new", "links.txt", "allgather", "--without", "a-b-c"]);
    fails(
        &ended,
        "\"a-b-c\" is the link between 0 = a and 1 = b-c and the link between 2 = a-b and 3 = c, expected \
         \"a<>b-c\" for the one or \"a-b<>c\" for the other",
    );
}

#[test]
fn switches_take_no_part_and_are_named_on_any_network() {
    let place = Place::new();
    place.put("star.txt", "a s\nb s\nc s\n");
    let ended = place.run(&["new", "star.txt", "allgather", "--switches", "s", "--on", "a,s"]);
    fails(
        &ended,
        "nodes that take part: \"a,s\" names the switch s; a switch forwards and has no packets of its own, \
         expected other nodes, such as a,b",
    );
    fails(
        &place.run(&["new", "star.txt", "allgather", "--on", "a,x*"]),
        "a node that takes part: \"x*\", expected a node, or the beginning of names and a star behind it",
    );
    // A ring whose nodes 0 and 2 only forward, of which three and then two take part.
    let made = |words: &[&str]| {
        written(&place.run(&[&["new", "ring", "5", "allgather"], words].concat()))["network"].take()
    };
    assert_eq!(made(&["--switches", "0,2"])["switches"], json!([0, 2]));
    assert_eq!(made(&["--switches", "0,2", "--on", "1,3"])["switches"], json!([0, 2, 4]));
    assert_eq!(made(&["--on", "1,3"])["switches"], json!([0, 2, 4]));
    let ended = place.run(&["new", "ring", "5", "broadcast", "0", "--switches", "0", "-o", "t.json"]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
}

/// A cable of t slots takes a packet in each: k packets over one of them take k + t − 1 slots. On a ring of n a
/// packet to the next node takes the lesser of t slots and the n − 1 hops round.
#[test]
fn a_cable_takes_several_slots_and_a_packet_in_each() {
    let place = Place::new();
    let slots = |words: &str| {
        let words = format!("solve {words} --json");
        let ended = place.run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(ended.code, Some(0), "{words}: {}", ended.err);
        document(&ended)["completion_time"].clone()
    };
    for (packets, taken) in [(1, 1), (1, 4), (5, 3), (7, 2)] {
        let words = format!("mesh 2 demands 0:1:{packets} --cable {taken}");
        assert_eq!(slots(&words), json!(packets + taken - 1));
    }
    for taken in [2, 7, 9] {
        let words = format!("ring 8 demands 0:1 --cable 0-1={taken}");
        assert_eq!(slots(&words), json!(taken.min(7)));
    }
    // One direction alone, and a later word before an earlier one.
    assert_eq!(slots("ring 8 demands 0:1 --cable 0>1=3"), json!(3));
    assert_eq!(slots("ring 8 demands 1:0 --cable 0>1=3"), json!(1));
    assert_eq!(slots("ring 8 demands 0:1 --cable 5 --cable 0-1=2"), json!(2));
    // Nodes have the names of the whole network, also where some have failed.
    assert_eq!(slots("hypercube 3 broadcast 111 --without 101 --cable 110-111=9"), json!(4));
    assert_eq!(slots("torus 3x3 demands 0,1:0,2 --without 0,0 --cable (0,1)-(0,2)=2"), json!(2));
    place.put("ways.txt", "a b\nb c\nc a\n");
    assert_eq!(slots("ways.txt --directed demands a:c --cable a-b=3"), json!(4));
    // A cable of one slot is none.
    assert_eq!(slots("ring 4 allreduce --cable 1"), json!(2));
    assert_eq!(slots("ring 8 parcels 0:1:2 --cable 1 --ports one"), json!(2));
    // Copies go over cables too: the farther half of a ring of four is two cables away.
    assert_eq!(slots("ring 4 broadcast 0 --cable 3"), json!(6));
    let slots_expected = "expected a link and its slots, such as A-B=3, or the slots of all, 1 to 16385";
    let made = written(&place.run(&["new", "ring", "3", "all-to-all", "--cable", "0-1=3"]));
    let names = made["network"]["names"].as_array().unwrap().clone();
    assert_eq!(names, ["0", "1", "2", "0-1.1", "0-1.2"]);
    for (words, fault) in [
        ("--cable 0-2=3", format!("\"0-2\" {EXPECTED}")),
        (
            "--cable 0=3",
            "\"0=3\": a node takes no slots, expected a link by its two ends, such as A-B=3".to_owned(),
        ),
        ("--cable 0-1=0", format!("\"0-1=0\", {slots_expected}")),
        ("--cable 0-1", format!("\"0-1\", {slots_expected}")),
        ("--cable 16386", format!("\"16386\", {slots_expected}")),
        (
            "--cable 9000",
            "cables of 71992 slots beyond the first of each, expected at most 16384 together".to_owned(),
        ),
        (
            "--cable 0-1=3 --without 1-0",
            "a cable from 0 to 1, expected a link that has not failed".to_owned(),
        ),
        (
            "--cable 3 --ports one",
            "--cable goes with --ports all: with fewer ports than links it would matter where a packet waits"
                .to_owned(),
        ),
    ] {
        let words = format!("new ring 8 demands 0:1 {words}");
        fails(&place.run(&words.split(' ').collect::<Vec<_>>()), &fault);
    }
    fails(
        &place.run(&["new", "ring", "8", "neighbourhood-exchange", "1", "1", "--cable", "3"]),
        "--cable does not go with neighbourhood-exchange, whose packets depend on distances, expected demands",
    );
    fails(
        &place.run(&["new", "ring", "8", "parcels", "0:1:2", "--cable", "3"]),
        "--cable goes with packets of one slot: parcels would stop at each switch of a cable, expected demands",
    );
    fails(
        &place.run(&["new", "ring", "8", "allreduce", "--cable", "3"]),
        "--cable does not go with allreduce, whose sums would be added inside a cable, expected reduce-scatter and allgather, \
         one after the other",
    );
}
