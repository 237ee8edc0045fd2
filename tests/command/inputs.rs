//! No command replaces a file that it reads, by whatever option and name the file is given.

use super::{Ended, Place};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;

/// A file that a command reads.
struct Reading {
    /// The command, `IN` being the file.
    words: &'static str,
    /// The file as it is before.
    file: &'static str,
    /// The options that write a file.
    outputs: &'static [&'static str],
}

const OUTPUT: &[&str] = &["-o"];

/// All commands and options that read a file where another one is written.
const READINGS: [Reading; 24] = [
    Reading { words: "export sums.json --then IN --to rounds", file: "gathered.json", outputs: OUTPUT },
    Reading { words: "solve IN", file: "task.json", outputs: &["-o", "--schedule"] },
    Reading {
        words: "solve ring 4 total-exchange --symmetry IN",
        file: "symmetry.json",
        outputs: &["-o", "--schedule"],
    },
    Reading {
        words: "solve hypercube 2 multinode-accumulation --from IN",
        file: "schedule.json",
        outputs: &["-o", "--schedule"],
    },
    Reading {
        words: "solve hypercube 2 scatter 0 --tree IN",
        file: "tree.json",
        outputs: &["-o", "--schedule"],
    },
    Reading { words: "new ring 4 demands --csv IN", file: "demands.csv", outputs: OUTPUT },
    Reading { words: "new graph --edges IN total-exchange", file: "edges.txt", outputs: OUTPUT },
    Reading { words: "new graph --edges edges.txt demands --csv IN", file: "demands.csv", outputs: OUTPUT },
    Reading { words: "new graph --edges IN demands --csv demands.csv", file: "edges.txt", outputs: OUTPUT },
    Reading {
        words: "solve graph --edges IN total-exchange",
        file: "edges.txt",
        outputs: &["-o", "--schedule"],
    },
    Reading { words: "solve IN total-exchange", file: "edges.txt", outputs: OUTPUT },
    Reading { words: "solve ring 4 demands --csv IN", file: "demands.csv", outputs: OUTPUT },
    Reading { words: "export graph --edges IN --to dot", file: "edges.txt", outputs: OUTPUT },
    Reading { words: "export ring 4 demands --csv IN --to dot", file: "demands.csv", outputs: OUTPUT },
    Reading {
        words: "draw IN total-exchange --to svg --picture network",
        file: "edges.txt",
        outputs: OUTPUT,
    },
    Reading { words: "decompose IN", file: "task.json", outputs: OUTPUT },
    Reading { words: "table IN", file: "result.json", outputs: OUTPUT },
    Reading { words: "table other.json IN", file: "result.json", outputs: OUTPUT },
    Reading { words: "export IN --to csv", file: "certificate.json", outputs: OUTPUT },
    Reading { words: "export IN --to dot", file: "task.json", outputs: OUTPUT },
    Reading { words: "export IN --to coq", file: "certificate.json", outputs: OUTPUT },
    Reading { words: "export IN --to c", file: "certificate.json", outputs: OUTPUT },
    Reading { words: "export IN --to lp", file: "task.json", outputs: OUTPUT },
    Reading { words: "draw IN --to svg", file: "certificate.json", outputs: OUTPUT },
];

/// The files that the commands read.
fn place() -> Place {
    let place = Place::new();
    place.put("symmetry.json", "[1]");
    place.put("tree.json", "[[0, 1], [0, 2], [1, 3]]");
    place.put("demands.csv", "from,to,count\n0,1,1\n");
    place.put("edges.txt", "0 1\n1 2\n2 3\n3 0\n");
    let line = "$I solve task.json -o certificate.json --json > result.json; cp result.json other.json; \
        $I solve hypercube 2 multinode-broadcast --schedule schedule.json; \
        $I solve ring 3 reduce-scatter -o sums.json; $I solve ring 3 allgather -o gathered.json";
    assert_eq!(place.shell(line).code, Some(0));
    place
}

fn refused(ended: &Ended, output: &str, input: &str, words: &str) {
    let by = if output == input { "an input".to_owned() } else { format!("the input {input}") };
    let message = format!("error: {output} is {by}; the output would replace it\n");
    let told = (ended.code, ended.out.as_str(), ended.err.as_str());
    assert_eq!(told, (Some(2), "", message.as_str()), "{words}");
}

#[test]
fn no_output_replaces_a_file_that_the_command_reads() {
    let place = place();
    for reading in READINGS {
        let file = reading.file;
        let before = place.text(file);
        symlink(file, place.path("link")).unwrap();
        fs::hard_link(place.path(file), place.path("hard")).unwrap();
        for option in reading.outputs {
            for output in [file, &format!("./{file}"), "link", "hard"] {
                let words = format!("{} {option} {output}", reading.words.replace("IN", file));
                refused(&place.shell(&format!("$I {words}")), output, file, &words);
                // The other way round: the command reads by the other name.
                let words = format!("{} {option} {file}", reading.words.replace("IN", output));
                refused(&place.shell(&format!("$I {words}")), file, output, &words);
                assert_eq!(place.text(file), before, "{words}");
            }
            let words = format!("{} {option} new", reading.words.replace("IN", file));
            let ended = place.shell(&format!("$I {words}"));
            // A schedule that is not proved optimal is written too.
            assert!(matches!(ended.code, Some(0 | 3)), "{words}: {}", ended.err);
            assert!(!place.text("new").is_empty(), "{words}");
            fs::remove_file(place.path("new")).unwrap();
        }
        for name in ["link", "hard"] {
            fs::remove_file(place.path(name)).unwrap();
        }
    }
}

#[test]
fn standard_input_from_a_file_is_an_input_like_any_other() {
    let place = Place::new();
    let before = place.text("task.json");
    let ended = place.shell("$I solve - -o task.json < task.json");
    refused(&ended, "task.json", "standard input", "solve -");
    assert_eq!(place.text("task.json"), before);
}

/// A new option that names a file comes into the table above, or into this list with its reason.
#[test]
fn every_option_that_names_a_file_is_among_those_that_are_tried() {
    let place = Place::new();
    let commands = [
        "solve",
        "bound",
        "check",
        "cite",
        "claims",
        "crosscheck",
        "decompose",
        "export",
        "draw",
        "show",
        "new",
        "table",
        "methods",
        "networks",
        "tree",
        "channels",
        "deadlock",
        "proof split",
        "proof run",
        "proof join",
    ];
    let mut found = BTreeSet::new();
    for command in commands {
        let help = place.shell(&format!("$I {command} --help"));
        let options = help.out.lines().filter(|line| {
            line.ends_with("<FILE>")
                || line.contains("<FILE> ")
                || line.contains("<FOLDER> ")
                || line.contains("<DIR>")
        });
        let names = options.filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--")));
        found.extend(names.map(|name| format!("{command} {name}")));
    }
    let tried = [
        "solve --output",
        "solve --schedule",
        "solve --symmetry",
        "solve --from",
        "solve --tree",
        "solve --csv",
        "solve --edges",
        "new --csv",
        "new --edges",
        "new --output",
        "table --output",
        "export --output",
        "draw --output",
        "export --then",
        "export --csv",
        "export --edges",
        // These are read by the code of export.
        "draw --csv",
        "draw --edges",
        "decompose --csv",
        "decompose --edges",
        "decompose --output",
    ];
    let others = [
        // A folder that is new or empty: none of its files was read.
        "claims --output",
        "proof split --output",
        "proof split --csv",
        "proof split --edges",
        // Nothing is written beside it but such a folder, or nothing at all.
        "claims --file",
        "deadlock --task",
        "deadlock --csv",
        "deadlock --edges",
        "crosscheck --csv",
        "crosscheck --edges",
        "check --csv",
        "check --edges",
        "bound --csv",
        "bound --edges",
        "show --csv",
        "show --edges",
        "methods --csv",
        "methods --edges",
        // Nothing is read.
        "channels --output",
        // Tried where proofs in parts are.
        "proof join --output",
    ];
    let known: BTreeSet<String> = tried.iter().chain(&others).map(|name| (*name).to_owned()).collect();
    assert_eq!(found.difference(&known).collect::<Vec<_>>(), Vec::<&String>::new());
}
