//! Tasks on Cayley graphs as a person meets them.

use super::{Ended, Place, document, fails};
use serde_json::{Value, json};

/// With the total exchange on the star graph of 4 symbols in `star.json`, and with one port and delay in
/// `one.json`.
fn place() -> Place {
    let place = Place::new();
    new(&place, "star.json", &["star", "4", "total-exchange"]);
    let delay = ["star", "4", "total-exchange", "--ports", "one", "--objective", "average-delay"];
    new(&place, "one.json", &delay);
    place
}

fn new(place: &Place, file: &str, words: &[&str]) {
    let ended = place.run(&[&["new"], words, &["-o", file]].concat());
    let written = format!("wrote the task to {file}\n");
    assert_eq!((ended.code, ended.out, ended.err.as_str()), (Some(0), written, ""), "{words:?}");
}

fn solved(ended: &Ended) {
    assert!(matches!(ended.code, Some(0 | 3)), "{ended:?}");
    assert_eq!(ended.err, "");
}

#[test]
fn new_writes_every_family() {
    let place = Place::new();
    let family = |name: &str, n: u64| json!({"kind": "cayley", "family": name, "n": n});
    let permutations = json!({"kind": "cayley", "permutations": [[1, 2, 0], [2, 0, 1], [1, 0, 2]]});
    for (words, network) in [
        ("star 4", family("star", 4)),
        ("pancake 3", family("pancake", 3)),
        ("bubble-sort 3", family("bubble-sort", 3)),
        ("complete 5", family("complete", 5)),
        ("cube-connected-cycles 3", family("cube-connected-cycles", 3)),
        ("butterfly 3", family("butterfly", 3)),
        ("circulant 12 1,5", json!({"kind": "cayley", "family": "circulant", "n": 12, "steps": [1, 5]})),
        ("permutations 1,2,0 2,0,1 1,0,2", permutations),
        ("hyperx 4x4x2", json!({"kind": "hyperx", "radices": [4, 4, 2]})),
        ("hyperx 4 3", json!({"kind": "hyperx", "radices": [4, 3]})),
        ("hyperx 4:1x2:1", json!({"kind": "hyperx", "radices": [4, 2]})),
        ("hyperx 4x4:2x2", json!({"kind": "hyperx", "radices": [4, 4, 2], "multiplicity": [1, 2, 1]})),
        (
            "lattice 4,0,2/0,4,2/0,0,8",
            json!({"kind": "lattice", "matrix": [[4, 0, 2], [0, 4, 2], [0, 0, 8]]}),
        ),
        // Another basis of the lattice above, and a basis of a lattice in the plane.
        (
            "lattice 2,2,2/2,-2,6/8,-8,8",
            json!({"kind": "lattice", "matrix": [[4, 0, 2], [0, 4, 2], [0, 0, 8]]}),
        ),
        ("lattice 2,-1/1,2", json!({"kind": "lattice", "matrix": [[5, 2], [0, 1]]})),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let ended = place.run(&[&["new"], words.as_slice(), &["isotropic", "1:2", "--ports", "2"]].concat());
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{words:?}");
        let found: Value = serde_json::from_str(&ended.out).unwrap();
        let expected = json!({
            "format": "isotask.task/1", "network": network,
            "task": {"kind": "isotropic", "packets": [{"offset": 1, "count": 2}]},
            "ports": {"at-most": 2}, "objective": "completion-time"
        });
        assert_eq!(found, expected);
    }
}

#[test]
fn words_that_make_no_task_are_refused_with_the_remedy() {
    let place = Place::new();
    for (words, message) in [
        ("star", "the n of the family is missing"),
        ("star 1 alltoall", "at network.n: n 1, expected 2 to 10"),
        ("star 11 alltoall", "at network.n: n 11, expected 2 to 10"),
        ("star x alltoall", "the n of the family: \"x\", expected an integer from 0 to 2^64 - 1"),
        ("butterfly 2 alltoall", "at network.n: n 2, expected 3 to 17"),
        ("complete 9000 alltoall", "at network.n: n 9000, expected 2 to 8192"),
        ("circulant 12 alltoall", "the steps of the circulant are missing, such as 1,5"),
        (
            "circulant 12 1,x alltoall",
            "a step of the circulant: \"x\", expected an integer from 0 to 2^64 - 1",
        ),
        (
            "circulant 12 2,4 alltoall",
            "at network.steps: n and all steps are multiples of 2, so that the graph falls into 2 pieces; divide by 2",
        ),
        ("circulant 12 0 alltoall", "at network.steps[0]: step 0, expected 1 to 11"),
        ("circulant 12 1,11 alltoall", "at network.steps[1]: the same links as generator 0; leave it out"),
        ("permutations alltoall", "at network: no generators, expected at least one"),
        (
            "permutations 1,2,0 alltoall",
            "at network.permutations[0]: a generator whose inverse is missing; add it, for links lead both ways",
        ),
        ("hyperx alltoall", "the radices of the HyperX are missing, such as 4:2x4:2"),
        ("hyperx 4x1 alltoall", "at network.radices[1]: radix 1, expected at least 2"),
        (
            "hyperx 4x2:x alltoall",
            "a multiplicity of the HyperX: \"\", expected an integer from 0 to 2^64 - 1",
        ),
        (
            "hyperx 4x2:0 alltoall",
            "at network.multiplicity[1]: multiplicity 0, expected at least 1: that many links lie side by side",
        ),
        (
            "hyperx 2:33554433 alltoall",
            "at network: more than 4194304 nodes, or 67108864 links of all nodes together, of which the tables of a Cayley graph have no more",
        ),
        ("lattice alltoall", "the rows of the matrix are missing, such as 4,2/0,4"),
        (
            "lattice 4,x/0,4 alltoall",
            "an entry of the matrix: \"x\", expected an integer of 64 bits; rows stand as in 4,2/0,4",
        ),
        ("lattice 4,2/0 alltoall", "row 2 of the matrix has 1 entry, expected 2, as many as there are rows"),
        (
            "lattice 4,2/2,1 alltoall",
            "the matrix is singular, expected columns that generate a lattice of as many dimensions",
        ),
        (
            "lattice 4194305 alltoall",
            "the determinant of the matrix, which is the number of nodes, exceeds 4194304",
        ),
        (
            "lattice 1,0/0,4 alltoall",
            "at network.matrix[0]: unit vector 0 (from 0) lies in the lattice, so that its links would lead nowhere",
        ),
        ("lattice 4,1/0,1 alltoall", "at network.matrix[1]: the same links as generator 0; leave it out"),
        ("star 4 scatter 24", "at task.root: node 24, expected at most 23"),
        (
            "star 4 scatter 1,2",
            "the root: \"1,2\", expected an index, or a node as it is printed, such as 0123",
        ),
        ("star 4 neighbourhood-exchange 1 5", "at task.max: max 5, expected at most the diameter 4"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        fails(&place.run(&[&["new"], words.as_slice()].concat()), message);
    }
}

#[test]
fn a_total_exchange_is_bounded_solved_checked_and_shown() {
    let place = place();
    let bound = place.run(&["bound", "star.json"]);
    assert!(
        bound.out.contains("│ 21      all schedules   weights    the hops of all packets together"),
        "{}",
        bound.out
    );
    let ended = place.run(&["solve", "star.json", "-o", "c.json", "--explain"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    for words in [
        "network          star graph of 4 symbols (their permutations, not a hub), 24 nodes, 3 links each\n",
        "method           job-shop\n",
        "completion time  21 slots\n",
        "optimal: no schedule is shorter (scope all)\n",
        "transmissions    62 of each node, the least possible\n",
        "accepted in symmetric form, replayed at every node\n",
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    assert_eq!(place.run(&["check", "c.json"]).code, Some(0));
    let json = document(&place.run(&["solve", "star.json", "--json"]));
    assert_eq!((json["method"].as_str(), json["status"].as_str()), (Some("job-shop"), Some("optimal")));
    assert_eq!(json["claims"][0]["lower"]["value"], 21);
    let shown = place.run(&["show", "c.json"]);
    assert!(shown.out.contains("Symmetric schedule: 21 slots, 62 moves of each node"), "{}", shown.out);
}

#[test]
fn with_one_port_the_delay_is_least_and_one_node_is_shown() {
    let place = place();
    let bound = document(&place.run(&["bound", "one.json", "--json"]));
    assert_eq!(
        (&bound["claims"][0]["lower"]["value"], &bound["claims"][2]["lower"]["value"]),
        (&json!(62), &json!(606))
    );
    let ended = place.run(&["solve", "one.json", "-o", "c.json"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    for words in [
        "method           shortest-first\n",
        "total delay      606 slots of the 23 packets of a node, average 606/23 ≈ 26.35\n",
        "optimal: no schedule has less delay (scope all, horizon any)\n",
        "note: slot by slot the queues of all 24 nodes were replayed: alike up to translation (P3 Lemma 2); the longest held 23 packets\n",
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    // Node 5 is 0321; its packet of offset 3201, two hops away, goes by way of 2301 to 0321 · 2301.
    let shown = place.run(&["show", "c.json", "--node", "5", "--slots", "0..4"]);
    assert!(shown.out.contains("node       5 = 0321\n"), "{}", shown.out);
    for (slot, link) in [(0, "swap 0,1   3021"), (1, "swap 0,2   2301"), (2, "swap 0,3   1320")] {
        assert!(shown.out.contains(&format!("│ {slot}      {link} ")), "{}", shown.out);
    }
    fails(&place.run(&["show", "c.json", "--node", "24"]), "--node 24: node 24, expected at most 23");
}

#[cfg(not(feature = "ilp"))]
#[test]
fn a_gap_that_is_left_has_its_own_exit_code() {
    let place = Place::new();
    new(&place, "reversal.json", &["bubble-sort", "4", "isotropic", "23:3"]);
    let ended = place.run(&["solve", "reversal.json", "--symmetric"]);
    // That no symmetric schedule takes 6 slots is not proved.
    assert_eq!((ended.code, ended.err.as_str()), (Some(3), ""), "{}", ended.out);
    assert!(
        ended.out.contains("not proved optimal: gap 1 between 6 and 7 slots (scope all)"),
        "{}",
        ended.out
    );
}

#[test]
fn a_total_exchange_becomes_every_easier_problem() {
    let place = place();
    solved(&place.run(&["solve", "star.json", "--schedule", "exchange.json"]));
    for (task, sent) in [
        ("multinode-broadcast", "23 of each node"),
        ("multinode-accumulation", "23 of each node"),
        ("scatter 5", "62 in the network"),
        ("gather 7", "62 in the network"),
        ("single-node-broadcast 3", "23 in the network"),
        ("single-node-accumulation 23", "23 in the network"),
    ] {
        let words: Vec<&str> = task.split(' ').collect();
        new(&place, "easier.json", &[&["star", "4"], words.as_slice()].concat());
        for source in ["exchange.json", "broadcast.json"] {
            let arguments = ["solve", "easier.json", "--from", source, "--schedule", "made.json"];
            let ended = place.run(&arguments);
            solved(&ended);
            assert!(ended.out.contains("method           conversion\n"), "{}", ended.out);
            assert!(ended.out.contains(&format!("transmissions    {sent}\n")), "{task}: {}", ended.out);
            if task == "multinode-broadcast" {
                place.put("broadcast.json", place.text("made.json"));
            }
        }
    }
    new(&place, "pancake.json", &["pancake", "4", "scatter", "5"]);
    let ended = place.run(&["solve", "pancake.json", "--from", "exchange.json"]);
    fails(&ended, "exchange.json: method conversion: it is a schedule for another network");
}

#[test]
fn methods_and_options_for_other_tasks_or_networks_are_refused() {
    let place = place();
    new(&place, "broadcast.json", &["star", "4", "multinode-broadcast"]);
    for method in ["hall", "octr", "non-wasting", "blocks", "windows", "recursive", "matching", "sbt", "flow"]
    {
        let of = match method {
            "matching" => "multinode broadcasts and accumulations",
            "flow" => "scatter and gather",
            "sbt" => "single node broadcasts and accumulations, scatter and gather",
            _ => "isotropic tasks on hypercubes, tori and rings",
        };
        let message = format!("method {method} is one of {of}, not of this task");
        fails(&place.run(&["solve", "star.json", "--method", method]), &message);
    }
    let not_abelian = "method quotient: for networks whose generators commute; job-shop takes any";
    let many_ports = "method fifo: for one port; job-shop takes any number";
    for (arguments, message) in [
        ("solve star.json --method quotient", format!("star.json: {not_abelian}").as_str()),
        ("solve one.json --method quotient", &format!("one.json: {not_abelian}")),
        ("solve star.json --method fifo", &format!("star.json: {many_ports}")),
        (
            "solve broadcast.json --method fifo",
            "method fifo is one of isotropic tasks on Cayley graphs, not of this task",
        ),
        (
            "solve broadcast.json --method msbt",
            "broadcast.json: method msbt: for single node broadcasts and accumulations, not for this task",
        ),
        (
            "solve star.json --form intervals",
            "--form intervals is for hypercubes, tori and rings by the method quotient",
        ),
        ("solve star.json --bias average-delay", "--bias goes with --method octr"),
    ] {
        fails(&place.run(&arguments.split(' ').collect::<Vec<_>>()), message);
    }
    fails(
        &place.run(&["export", "star.json", "--to", "veripb"]),
        "star.json: a task has no proof to export; isotask solve --method ilp -o FILE writes a certificate with a tree \
         where the pooled bound is not met, and --to opb, lp or mps the model for a solver of your own",
    );
    #[cfg(feature = "ilp")]
    fails(
        &place.run(&["solve", "star.json", "--pareto"]),
        "star.json: line 3, column 14, at network: a Cayley graph, expected a hypercube, torus or ring here; one that is the same network has to be named so",
    );
}

/// The flow model has a variable for each packet's place but the last, link and slot; its slots are said, or those
/// that a certificate proves least.
#[test]
fn the_model_of_the_delay_on_a_cayley_graph_is_that_of_flows() {
    let place = place();
    let unknown = "star.json: the least completion time of symmetric schedules is 21 slots or more; \
                   say with --horizon which schedules are meant";
    assert_eq!(place.run(&["solve", "star.json", "-q", "-o", "c.json"]).code, Some(0));
    let words = "total delay of a node, symmetric schedules of at most 21 slots; 1449 variables, ";
    for format in ["opb", "lp", "mps"] {
        fails(&place.run(&["export", "star.json", "--to", format]), unknown);
        let said = place.run(&["export", "star.json", "--to", format, "--horizon", "21"]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert!(said.out.contains(words), "{}", said.out);
        assert_eq!(place.run(&["export", "c.json", "--to", format]).out, said.out);
    }
    new(&place, "least.json", &["star", "4", "total-exchange", "--objective", "average-delay"]);
    fails(
        &place.run(&["export", "least.json", "--to", "mps"]),
        "least.json: how many slots are enough for the least average delay is not known; \
         say with --horizon which schedules are meant",
    );
}

/// A ring of 2^16 nodes in disguise: products of its group are found all at once, not each along a word of up
/// to 2^15 links.
#[test]
fn a_broadcast_on_a_circulant_of_great_diameter_ends() {
    let place = place();
    new(&place, "long.json", &["circulant", "65536", "1", "single-node-broadcast", "5"]);
    let ended = place.run(&["solve", "long.json"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.out.contains("completion time  32768 slots\n"), "{}", ended.out);
}

#[test]
fn a_schedule_that_would_not_fit_memory_is_refused_before_it_is_made() {
    let place = place();
    new(&place, "cycles.json", &["cube-connected-cycles", "15", "total-exchange", "--ports", "one"]);
    let message = "cycles.json: the schedule has 10663392 moves of each node, expected at most 8388608";
    fails(&place.run(&["solve", "cycles.json"]), message);
}
