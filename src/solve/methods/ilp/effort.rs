//! How much a search may cost, and why it ended.

use crate::program::{self, SearchOptions};
use crate::solve::method::{Context, SolveOptions};
use crate::solve::notes::{Note, SearchEnd};

/// Most nodes of a tree that proves a bound.
pub(in crate::solve) const MOST_NODES: u64 = 20_000;
/// Most variables of a model that is solved without being asked for.
pub(super) const MOST_SMALL_VARIABLES: u64 = 3_000;
/// Most nodes of its tree. A count, not a clock, so that the result is the same everywhere.
pub(super) const MOST_SMALL_NODES: u64 = 200;

/// Whether the program was asked for by name.
pub(super) fn is_asked(context: &Context<'_>) -> bool {
    context.options.method.is_some()
}

/// How much a search may cost.
pub(super) fn limits<'a>(context: &Context<'a>) -> SearchOptions<'a> {
    let options = context.options;
    let nodes = if is_asked(context) { MOST_NODES } else { MOST_SMALL_NODES };
    SearchOptions {
        threads: options.threads,
        time_limit: options.time_limit,
        nodes,
        stop: options.stop,
        watch: options,
    }
}

/// Why a search ended without a proof. A caller who stops it does so for the time or for `cancel`.
pub(super) fn ended(end: program::SearchEnd, nodes: u64, options: &SolveOptions<'_>) -> Option<Note> {
    Some(Note::Ended(match (end, options.time_limit) {
        (program::SearchEnd::Nodes, _) => SearchEnd::Nodes(nodes),
        (program::SearchEnd::Time | program::SearchEnd::Stopped, Some(seconds)) if !(options.cancel)() => {
            SearchEnd::Seconds(seconds)
        }
        (program::SearchEnd::Time | program::SearchEnd::Stopped, _) => SearchEnd::Interrupted,
        (program::SearchEnd::Size, _) => SearchEnd::Size,
        (program::SearchEnd::Solver, _) => SearchEnd::Solver,
        _ => return None,
    }))
}
