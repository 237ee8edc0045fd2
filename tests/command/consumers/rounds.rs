//! `isotask export --to jax` and `--to torch`, run by the independent programs JAX and PyTorch.

use super::exported;
use crate::Place;

/// Networks and collectives that every run tries.
const QUICK_CASES: [&str; 9] = [
    "ring 4 all-to-all",
    "ring 5 allgather",
    "torus 3x3 reduce-scatter",
    "hypercube 3 broadcast 2 --count 4",
    "hypercube 3 reduce 5 --count 2",
    "torus 2x4 scatter 1",
    "ring 6 gather 3",
    "torus 3x3 isotropic 1,2:3 1,1",
    "mesh 2x3 all-to-all",
];

/// Networks of which all collectives are tried.
const NETWORKS: [&str; 15] = [
    "ring 3",
    "ring 4",
    "ring 5",
    "ring 6",
    "ring 7",
    "ring 8",
    "torus 2x4",
    "torus 3x3",
    "torus 2x2x2",
    "torus 4x4",
    "lattice 4,0,0;0,2,0;2,0,2",
    "hypercube 2",
    "hypercube 4",
    "star 3",
    "complete 4",
];
const COLLECTIVES: [&str; 7] = [
    "all-to-all",
    "allgather --count 2",
    "reduce-scatter",
    "broadcast 1 --count 3",
    "reduce 0",
    "scatter 1",
    "gather 0",
];

/// The interpreter that has a library, named by a variable of the environment.
fn interpreter(name: &str) -> String {
    std::env::var(name).expect("a variable that names a Python")
}

/// What the exported program says of itself.
fn said(place: &Place, python: &str) -> String {
    place.shell(&format!("{python} -B p.py 2>err || cat err")).out
}

fn says_same(place: &Place, python: &str, words: &str, format: &str) -> String {
    let text = exported(place, words, format);
    place.put("p.py", &text);
    let said = said(place, python);
    assert!(said.starts_with("SAME: "), "{words}: {said}");
    text
}

/// The program with one number of its tables changed: a target of the last slot stores a received block in a
/// cell of its input.
fn spoiled(text: &str) -> String {
    let line = text.lines().rfind(|line| line.starts_with("        ([(")).unwrap();
    let pair = line.split_once("([(").unwrap().1.split_once(')').unwrap().0;
    let target: usize = pair.split_once(", ").unwrap().1.parse().unwrap();
    let (begin, end) = (line.rfind('[').unwrap() + 1, line.rfind(']').unwrap());
    let mut cells: Vec<&str> = line[begin..end].split(", ").collect();
    cells[target] = "0";
    let wrong = format!("{}{}{}", &line[..begin], cells.join(", "), &line[end..]);
    let at = text.rfind(line).unwrap();
    format!("{}{wrong}{}", &text[..at], &text[at + line.len()..])
}

#[test]
#[ignore = "needs JAX"]
fn jax_confirms_a_program_and_detects_a_corrupted_table() {
    let (place, python) = (Place::new(), interpreter("JAX_PYTHON"));
    for words in QUICK_CASES {
        let text = says_same(&place, &python, words, "jax");
        if words.starts_with("ring") {
            place.put("p.py", spoiled(&text));
            let said = said(&place, &python);
            assert!(said.starts_with("DIFFERENT: "), "{words}: {said}");
        }
    }
}

#[test]
#[ignore = "needs JAX, for many minutes"]
fn all_collectives_agree_with_those_of_jax() {
    let (place, python) = (Place::new(), interpreter("JAX_PYTHON"));
    for (number, network) in NETWORKS.iter().enumerate() {
        for collective in COLLECTIVES {
            says_same(&place, &python, &format!("{network} {collective}"), "jax");
        }
        let half = |half: &str| {
            let file = format!("{half}-{number}.json");
            let words = format!("solve {network} {half} -o {file}");
            let solved = place.run(&words.split(' ').collect::<Vec<_>>());
            assert!(matches!(solved.code, Some(0 | 3)), "{}", solved.err);
            file
        };
        let ended = place.run(&[
            "export",
            &half("reduce-scatter"),
            "--then",
            &half("allgather"),
            "--to",
            "jax",
            "-o",
            "p.py",
        ]);
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        let said = said(&place, &python);
        assert!(said.starts_with("SAME: all_reduce "), "{network}: {said}");
    }
}

#[test]
#[ignore = "needs PyTorch"]
fn torch_confirms_a_program_and_detects_a_corrupted_table() {
    let (place, python) = (Place::new(), interpreter("TORCH_PYTHON"));
    for words in QUICK_CASES {
        let text = says_same(&place, &python, words, "torch");
        if words.starts_with("ring 4") {
            place.put("p.py", spoiled(&text));
            let said = said(&place, &python);
            assert!(said.starts_with("DIFFERENT: "), "{words}: {said}");
        }
    }
}
