//! The words for networks and tasks, with what else people call them.

use crate::cli::terminal::failure::Failure;
use crate::model::families;

/// A task by its word in documents, and by others.
pub(crate) struct TaskWord {
    pub(crate) word: &'static str,
    pub(crate) others: &'static [&'static str],
}

const fn called(word: &'static str, others: &'static [&'static str]) -> TaskWord {
    TaskWord { word, others }
}

/// Every task.
pub(crate) const TASKS: [TaskWord; 10] = [
    called("total-exchange", &["all-to-all", "alltoall"]),
    called("neighbourhood-exchange", &["neighborhood-exchange", "neighbourhood", "neighborhood"]),
    called("isotropic", &[]),
    called("demands", &[]),
    called("single-node-broadcast", &["broadcast", "bcast"]),
    called("single-node-accumulation", &["reduce"]),
    called("scatter", &[]),
    called("gather", &[]),
    called("multinode-broadcast", &["allgather", "all-gather"]),
    called("multinode-accumulation", &["reduce-scatter"]),
];

/// The word in documents for what people call a task.
pub(crate) fn task_word(called: &str) -> Option<&'static str> {
    TASKS.iter().find(|task| task.word == called || task.others.contains(&called)).map(|task| task.word)
}

/// The words for networks.
pub(crate) fn networks() -> Vec<&'static str> {
    let families = families().map(|(word, _)| word);
    let first = ["hypercube", "torus", "ring", "incomplete-hypercube", "circulant"];
    first.into_iter().chain(families).chain(["permutations"]).collect()
}

/// The words for tasks, all of them.
pub(crate) fn tasks() -> Vec<&'static str> {
    TASKS.iter().flat_map(|task| std::iter::once(task.word).chain(task.others.iter().copied())).collect()
}

/// That a word names no network.
pub(crate) fn no_network(found: Option<&str>) -> Failure {
    if let Some((word, meant)) = found.and_then(|word| Some((word, cube(word)?))) {
        return Failure::usage(format!("network \"{word}\"; did you mean {meant}?"));
    }
    unexpected("network", found, &networks(), &networks().join(", "))
}

/// What somebody means who writes `6-cube`, `4-ring` or `4x4-torus`, as the grammar has it.
fn cube(word: &str) -> Option<String> {
    let (size, kind) = word.split_once('-')?;
    let kind = match kind.to_lowercase().as_str() {
        "cube" | "hypercube" | "dimensional" => "hypercube",
        "torus" => "torus",
        "ring" | "cycle" => "ring",
        _ => return None,
    };
    let is_size = size.split(['x', '×']).all(|number| number.parse::<u64>().is_ok());
    is_size.then(|| format!("{kind} {size}"))
}

/// That a word names no task.
pub(crate) fn no_task(found: Option<&str>) -> Failure {
    let listed = TASKS.iter().map(|task| match task.others {
        [] => task.word.to_owned(),
        others => format!("{} ({})", task.word, others.join(", ")),
    });
    unexpected("task", found, &tasks(), &listed.collect::<Vec<_>>().join(", "))
}

fn unexpected(what: &str, found: Option<&str>, known: &[&str], listed: &str) -> Failure {
    Failure::usage(match found {
        Some(word) => {
            let hint = nearest(word, known).map(|near| format!("; did you mean {near}?"));
            format!("{what} \"{word}\"{} expected one of {listed}", hint.unwrap_or_else(|| ",".to_owned()))
        }
        None => format!("no {what}, expected one of {listed}"),
    })
}

/// The first word that begins so, else the one that takes the fewest letters put in, left out, changed or
/// swapped; none if it takes every other letter or more.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let begun = known.iter().copied().find(|near| lower.chars().count() > 2 && near.starts_with(&lower));
    let distance = |near: &str| strsim::damerau_levenshtein(&lower, near);
    begun.or_else(|| {
        let near = known.iter().copied().min_by_key(|near| distance(near))?;
        (2 * distance(near) < near.chars().count()).then_some(near)
    })
}
