//! The words for tasks, and the errors for unknown words, with suggestions.

use super::error::GrammarError;
use super::nearest::unexpected;
use super::networks::{networks, word_of_others};

/// The word of a task in documents, and its other names.
struct TaskWord {
    word: &'static str,
    others: &'static [&'static str],
}

const fn called(word: &'static str, others: &'static [&'static str]) -> TaskWord {
    TaskWord { word, others }
}

/// All tasks.
const TASKS: [TaskWord; 13] = [
    called("total-exchange", &["all-to-all", "alltoall"]),
    called("neighbourhood-exchange", &["neighborhood-exchange", "neighbourhood", "neighborhood"]),
    called("isotropic", &[]),
    called("stencil", &[]),
    called("demands", &[]),
    called("parcels", &[]),
    called("single-node-broadcast", &["broadcast", "bcast"]),
    called("single-node-accumulation", &["reduce"]),
    called("scatter", &[]),
    called("gather", &[]),
    called("multinode-broadcast", &["allgather", "all-gather"]),
    called("multinode-accumulation", &["reduce-scatter"]),
    called("allreduce", &["all-reduce"]),
];

/// Returns the word in documents for any name of a task.
pub(super) fn task_word(called: &str) -> Option<&'static str> {
    TASKS.iter().find(|task| task.word == called || task.others.contains(&called)).map(|task| task.word)
}

/// Returns all words for tasks.
#[must_use]
pub fn tasks() -> Vec<&'static str> {
    TASKS.iter().flat_map(|task| std::iter::once(task.word).chain(task.others.iter().copied())).collect()
}

/// Returns the error for a word that names no network.
pub(super) fn no_network(found: Option<&str>) -> GrammarError {
    if let Some((word, meant)) = found.and_then(|word| Some((word, cube(word).or_else(|| other(word))?))) {
        return GrammarError::OtherOrder { word: word.to_owned(), meant };
    }
    if let Some(word) = found.filter(|word| task_word(word).is_some()) {
        return GrammarError::TaskFirst { word: word.to_owned() };
    }
    if let Some(word) = found.filter(|word| WITH_SWITCHES.contains(&plain_word(word).as_str())) {
        return GrammarError::WithSwitches { word: word.to_owned() };
    }
    unexpected("network", found, &networks(), networks().join(", "))
}

/// Networks of hosts and switches, which are graphs in Isotask.
const WITH_SWITCHES: [&str; 7] =
    ["fat-tree", "fattree", "tree", "clos", "leaf-spine", "spine-leaf", "crossbar"];

/// Returns a word in small letters, with hyphens.
fn plain_word(word: &str) -> String {
    word.to_lowercase().replace('_', "-")
}

/// Returns the words for a network under another name, such as `grid` or `4-ary-2-cube`.
fn other(word: &str) -> Option<String> {
    let word = plain_word(word);
    if word == "k-ary-n-cube" {
        return Some("torus KxK…, with n times K".to_owned());
    }
    if let Some(meant) = word_of_others(&word) {
        return Some(meant.to_owned());
    }
    let (radix, rest) = word.split_once("-ary-")?;
    let (radix, dimensions) =
        (radix.parse::<u64>().ok()?, rest.strip_suffix("-cube")?.parse::<usize>().ok()?);
    let is_small = (1..=62).contains(&dimensions);
    is_small.then(|| format!("torus {}", vec![radix.to_string(); dimensions].join("x")))
}

/// Returns the words for a network with its size first, such as `6-cube`, `4-ring` or `4x4-torus`.
fn cube(word: &str) -> Option<String> {
    let (size, kind) = word.split_once('-')?;
    let kind = match kind.to_lowercase().as_str() {
        "cube" | "hypercube" | "dimensional" => "hypercube",
        "torus" => "torus",
        "mesh" | "grid" => "mesh",
        "ring" | "cycle" => "ring",
        _ => return None,
    };
    let is_size = size.split(['x', '×']).all(|number| number.parse::<u64>().is_ok());
    is_size.then(|| format!("{kind} {size}"))
}

/// Returns the error for a word that names no task.
pub(super) fn no_task(found: Option<&str>) -> GrammarError {
    let listed = TASKS.iter().map(|task| match task.others {
        [] => task.word.to_owned(),
        others => format!("{} ({})", task.word, others.join(", ")),
    });
    unexpected("task", found, &tasks(), listed.collect::<Vec<_>>().join(", "))
}
