//! A file of links, or of demands, in the words of a task: `isotask solve FILE total-exchange` and
//! `isotask solve graph --edges FILE total-exchange` say what `isotask new` would write.

use super::{ISOTASK, Place, document, fails};

/// Four hosts at two switches.
const TREE: &str = "from to capacity\nh0 left 1\nh1 left 1\nh2 right 1\nh3 right 1\nleft right 2\n";

fn run(place: &Place, line: &str) -> super::Ended {
    place.run(&line.split(' ').collect::<Vec<_>>())
}

fn place() -> Place {
    let place = Place::new();
    place.put("ring.txt", "0 1\n1 2\n2 3\n3 0\n");
    place.put("tree.txt", TREE);
    place.put("demands.csv", "from,to,count\n0,2,3\n3,1\n");
    place
}

#[test]
fn every_command_of_a_task_reads_a_file_of_links() {
    let place = place();
    let written = run(&place, "export torus 2x2 total-exchange --to graphml -o square.graphml");
    assert_eq!(written.code, Some(0), "{}", written.err);
    for network in ["ring.txt", "graph --edges ring.txt", "square.graphml", "graph --edges square.graphml"] {
        let said = |command: &str| {
            let ended = run(&place, &format!("{command} {network} total-exchange"));
            assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{command} {network}");
            ended.out
        };
        // Two packets of each node have one hop and one has two, so that a ring of four nodes needs two slots.
        assert!(said("solve").contains("completion time  2 slots"), "{network}");
        assert!(said("bound").contains("│ 2 "), "{network}");
        assert!(said("show").contains("network    graph, 4 nodes, 2 links each"), "{network}");
        assert!(said("methods").contains("Methods that suit this task:"), "{network}");
        let drawn = run(&place, &format!("draw --picture network {network} total-exchange"));
        assert!(drawn.out.contains("<svg"), "{network}: {}", drawn.err);
        let exported = run(&place, &format!("export --to dot {network} total-exchange"));
        assert!(exported.out.contains("digraph \"graph\""), "{network}: {}", exported.err);
        assert!(said("new").contains("\"kind\": \"graph\""), "{network}");
    }
    let alone = run(&place, "export graph --edges ring.txt --to node-link");
    assert_eq!(alone.code, Some(0), "{}", alone.err);
    let result = document(&run(&place, "solve graph --edges ring.txt total-exchange --json"));
    assert_eq!(result["input"], "graph total-exchange --edges ring.txt");
}

#[test]
fn words_of_a_task_mean_what_new_writes_of_them() {
    let place = place();
    for words in [
        "graph --edges ring.txt --directed scatter 1",
        "ring.txt --directed scatter 1 --ports one",
        "tree.txt --switches left,right --switch-ports one scatter h1",
        "graph --edges tree.txt --switches l*,right demands h0:h3:2",
        "ring.txt demands 0:1 --csv demands.csv",
        "ring 4 demands --csv demands.csv --count 2",
        "dragonfly 2 1 1 --switch-ports one scatter",
    ] {
        let new = run(&place, &format!("new {words} -o written.json"));
        assert_eq!((new.code, new.err.as_str()), (Some(0), ""), "{words}");
        let (by_file, by_words) =
            (run(&place, "solve written.json -o a.json"), run(&place, &format!("solve {words} -o b.json")));
        assert_eq!(by_words.code, by_file.code, "{words}: {}", by_words.err);
        assert_eq!(place.text("a.json"), place.text("b.json"), "{words}");
    }
    let piped = ["solve", "-", "total-exchange"];
    assert_eq!(place.run_with(ISOTASK, &piped, b"0 1\n1 2\n").code, Some(0));
    let dead = run(&place, "deadlock ring 4 demands --csv demands.csv");
    assert_eq!((dead.code, dead.err.as_str()), (Some(0), ""), "{}", dead.out);
}

#[test]
fn options_that_do_not_fit_a_file_of_links_are_refused_with_the_remedy() {
    let place = place();
    for (line, said) in [
        (
            "solve ring.txt",
            "ring.txt: links without a task, expected ring.txt TASK…, such as ring.txt total-exchange",
        ),
        (
            "solve total-exchange",
            "total-exchange is a task, expected a network before it, such as ring 5 total-exchange",
        ),
        (
            "solve ring 5 demands task.json",
            "task.json: a file behind the words, expected demands --csv task.json",
        ),
        ("solve task.json scatter", "\"scatter\" is left over after the file task.json"),
        ("new task.json", "task.json: an isotask.task/1 document, expected a file of links"),
        (
            "solve graph --edges task.json scatter",
            "task.json: an isotask.task/1 document, expected a file of links",
        ),
        ("solve missing.txt scatter", "cannot read missing.txt: No such file or directory"),
        ("solve graph --edges missing.txt scatter", "cannot read missing.txt: No such file or directory"),
        (
            "solve graph scatter",
            "a graph is read from a file, expected graph --edges FILE TASK… or FILE TASK…",
        ),
        (
            "solve --edges ring.txt scatter",
            "--edges goes with the network graph, expected graph --edges FILE TASK…",
        ),
        (
            "bound ring 4 scatter --directed",
            "--directed goes with a file of links, expected graph --edges FILE TASK… or FILE TASK…; \
             --without 'A>B' takes one direction of a link away",
        ),
        ("solve task.json --csv demands.csv", "--csv is one of NETWORK TASK in words; a file says its own"),
        ("solve ring.txt scatter --csv demands.csv", "--csv goes with the task demands"),
        ("solve graph --edges - demands --csv -", "standard input (-) can be read only once"),
        ("methods --edges ring.txt", "--edges goes with NETWORK TASK, of which there is no word"),
        ("solve ring.txt scatter -o ring.txt", "ring.txt is an input; the output would replace it"),
        (
            "solve ring.txt demands --csv demands.csv --schedule demands.csv",
            "demands.csv is an input; the output would replace it",
        ),
        (
            "draw ring.txt scatter -o ./ring.txt --to svg",
            "./ring.txt is the input ring.txt; the output would replace it",
        ),
        (
            "new graph --edges ring.txt scatter -o ring.txt",
            "ring.txt is an input; the output would replace it",
        ),
        (
            "export graph --edges ring.txt --to dot -o ring.txt",
            "ring.txt is an input; the output would replace it",
        ),
    ] {
        fails(&run(&place, line), said);
    }
    assert_eq!(place.text("ring.txt"), "0 1\n1 2\n2 3\n3 0\n");
    place.put("parts.txt", "0 1\n2 3\n");
    let parts = run(&place, "solve parts.txt total-exchange");
    assert!(parts.err.contains("no way leads from node 0 to node 2"), "{}", parts.err);
}

#[test]
fn no_advice_puts_options_behind_two_hyphens() {
    let place = place();
    for line in [
        "cite --edges ring.txt",
        "solve ring 8 isotropic -x",
        "new ring 8 scatter --edge ring.txt",
        "tree sbt 4 -1",
        "check -1",
    ] {
        let ended = run(&place, line);
        assert_eq!(ended.code, Some(2), "{line}");
        assert!(
            !ended.err.contains("-- -") && ended.err.contains("unexpected argument"),
            "{line}: {}",
            ended.err
        );
    }
}
