//! `isotask methods`: the register as it is listed, and which methods suit a task.

use super::{Place, document, fails};

#[test]
fn every_method_is_listed_with_its_sentence_and_source() {
    let place = Place::new();
    let ended = place.run(&["methods", "--json"]);
    let listed = document(&ended);
    let methods = listed["methods"].as_array().unwrap();
    assert_eq!(methods.len(), isotask::solve::METHODS.len());
    assert!(methods.len() >= 27);
    let help = place.run(&["solve", "--help"]).out;
    let table = place.run(&["methods"]).out;
    for method in methods {
        let word = |key: &str| method[key].as_str().unwrap();
        assert!(word("sentence").len() > 20 && word("source").len() > 1, "{method}");
        assert!(method.get("used").is_none() && method.get("unsuited").is_none(), "{method}");
        assert!(help.contains(&format!("- {}:", word("word"))), "{method}");
        assert!(table.contains(word("sentence")) && table.contains(word("source")), "{method}");
    }
}

#[test]
fn of_a_task_every_method_is_used_or_says_why_not_and_solve_says_the_same() {
    let place = Place::new();
    for (words, suited) in [
        (vec!["hypercube", "2", "total-exchange"], ["quotient", "tried"]),
        (vec!["star", "4", "total-exchange"], ["job-shop", "tried"]),
        (vec!["torus", "3x3", "scatter"], ["flow", "tried"]),
        (vec!["ring", "5", "demands", "0:2:3"], ["critical-first", "on request"]),
    ] {
        let made = place.run(&[&["new"], words.as_slice(), &["-o", "t.json"]].concat());
        assert_eq!(made.code, Some(0), "{}", made.err);
        let listed = document(&place.run(&["methods", "t.json", "--json"]));
        for method in listed["methods"].as_array().unwrap() {
            let (word, used) = (method["word"].as_str().unwrap(), method["used"].as_str());
            let unsuited = method["unsuited"].as_str();
            assert!(used.is_some() != unsuited.is_some(), "{method}");
            if word == suited[0] {
                assert_eq!(used, Some(suited[1]), "{words:?}");
            }
            let solved = place.run(&["solve", "t.json", "--method", word]);
            match unsuited {
                Some(reason) => assert!(solved.code == Some(2) && solved.err.contains(reason), "{solved:?}"),
                None => assert!(!solved.err.contains("not of this task"), "{solved:?}"),
            }
        }
        let table = place.run(&["methods", "t.json"]).out;
        assert!(table.contains("Methods that suit this task:") && table.contains("The others, and why not:"));
    }
    fails(
        &place.run(&["solve", "t.json", "--method", "hall"]),
        "method hall is one of isotropic tasks on hypercubes, tori and rings, not of this task",
    );
}

#[test]
fn tables_and_lines_fold_at_the_columns_that_are_said_and_nothing_is_lost() {
    let place = Place::new();
    place.put(
        "named.json",
        super::CUBE.replace(r#""format""#, &format!(r#""name":"{}","format""#, "word ".repeat(60))),
    );
    let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).collect::<String>().len();
    let folds = ["$I methods", "$I methods named.json", "$I solve named.json", "$I claims P3"];
    for command in folds.into_iter().filter(|command| cfg!(feature = "claims") || *command != "$I claims P3")
    {
        let whole = place.shell(command).out;
        assert!(whole.lines().any(|line| line.chars().count() > 120), "{command}: {whole}");
        for columns in [80, 200] {
            let folded = place.shell(&format!("COLUMNS={columns} {command}")).out;
            let longest = folded.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(longest <= columns, "{command}: {longest} of {columns} columns");
            assert_eq!(words(&folded), words(&whole), "{command}");
        }
    }
}
