//! The limits of a search, and the reason why it ended.

use crate::job_shop::Effort;
use crate::program::{self, SearchOptions};
use crate::solve::method::{Context, SolveOptions};
use crate::solve::notes::{Note, SearchLimit};
use std::time::Duration;

/// Most search nodes of a tree that proves a bound.
pub(in crate::solve) const MAX_NODES: u64 = 20_000;
/// Most variables of a model that is solved without a request.
pub(super) const MAX_SMALL_VARIABLES: u64 = 3_000;
/// Most variables of such a model after another one has left a gap: a second one is seldom worth its cost.
pub(in crate::solve) const MAX_SECOND_VARIABLES: u64 = 1_000;
/// Least and most search nodes for such a model; in between, a smaller model gets more, as each costs less.
/// These are counts, not clocks, so that the result is reproducible.
const MIN_SMALL_NODES: u64 = 20;
const MAX_SMALL_NODES: u64 = 600;
/// Search nodes times the square of the variables, as the time of a relaxation grows: seconds.
const MAX_NODES_TIMES_VARIABLES_SQUARED: u64 = 180_000_000;

/// Whether the program was asked for by name.
pub(super) fn is_asked(context: &Context<'_>) -> bool {
    context.options.method.is_some()
}

/// Whether it may take its time: it was asked for, or for more effort than usual.
pub(super) fn is_unhurried(context: &Context<'_>) -> bool {
    is_asked(context) || context.options.effort() >= Effort::Thorough
}

/// Returns the search nodes of a model of `variables` variables that is requested neither by name nor by a
/// time limit.
pub(in crate::solve) fn unasked_nodes(variables: u64) -> u64 {
    let squared = variables.max(1).saturating_mul(variables.max(1));
    (MAX_NODES_TIMES_VARIABLES_SQUARED / squared).clamp(MIN_SMALL_NODES, MAX_SMALL_NODES)
}

/// Returns the limits of a search on a model of `variables` variables.
pub(super) fn limits<'a>(context: &Context<'a>, variables: u64) -> SearchOptions<'a> {
    let options = context.options;
    let nodes =
        if is_unhurried(context) { MAX_NODES } else { options.effort().steps(unasked_nodes(variables)) };
    SearchOptions {
        threads: options.threads,
        time_limit: options.time_limit.map(whole_seconds),
        nodes,
        stop: options.stop,
        watch: options,
    }
}

/// Whole seconds that are enough for a time; `stop` ends a search at the time itself.
pub(in crate::solve) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// Why a search ended without a proof. A caller who stops it does so for the time or for `cancel`.
pub(super) fn ended(end: program::SearchEnd, nodes: u64, options: &SolveOptions<'_>) -> Option<Note> {
    Some(Note::Ended(match (end, options.time_limit) {
        (program::SearchEnd::Nodes, _) => SearchLimit::Nodes(nodes),
        (program::SearchEnd::Time | program::SearchEnd::Stopped, Some(limit)) if !(options.cancel)() => {
            SearchLimit::Time(limit)
        }
        (program::SearchEnd::Time | program::SearchEnd::Stopped, _) => SearchLimit::Interrupted,
        (program::SearchEnd::Size, _) => SearchLimit::Size,
        (program::SearchEnd::Solver, _) => SearchLimit::Solver,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Problem;
    use crate::solve::methods::Ilp;
    use crate::solve::pipeline::bounds;
    use crate::wire::parse;

    #[test]
    fn a_request_or_a_time_limit_allows_the_whole_tree() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":5},
            "task":{"kind":"total-exchange"},"ports":"all","objective":"average-delay"}"#;
        let problem = Problem::new(&parse(text).expect("a task")).expect("a problem");
        let known = bounds(&problem, &|| false);
        let nodes = |options: &SolveOptions<'_>, variables| {
            let (problem, bounds) = (&problem, &known);
            let context = Context { problem, options, bounds, route: None, best: None, is_improving: true };
            limits(&context, variables).nodes
        };
        let plain = SolveOptions::default();
        assert_eq!([1, 1_000, 100_000].map(|variables| nodes(&plain, variables)), [600, 180, 20]);
        let asked = SolveOptions { method: Some(&Ilp), ..SolveOptions::default() };
        let timed = SolveOptions { time_limit: Some(Duration::from_secs(1)), ..SolveOptions::default() };
        assert_eq!([&asked, &timed].map(|options| nodes(options, 1_000)), [MAX_NODES; 2]);
    }

    #[test]
    fn a_search_without_a_proof_says_what_ended_it() {
        use program::SearchEnd::{Nodes, Proved, Size, Solver, Stopped, Time};
        let plain = SolveOptions::default();
        let timed = SolveOptions { time_limit: Some(Duration::from_secs(9)), ..SolveOptions::default() };
        let cancelled = SolveOptions {
            time_limit: Some(Duration::from_secs(9)),
            cancel: &|| true,
            ..SolveOptions::default()
        };
        for (end, options, expected) in [
            (Proved, &timed, None),
            (Nodes, &timed, Some(SearchLimit::Nodes(7))),
            (Time, &timed, Some(SearchLimit::Time(Duration::from_secs(9)))),
            (Stopped, &timed, Some(SearchLimit::Time(Duration::from_secs(9)))),
            (Stopped, &cancelled, Some(SearchLimit::Interrupted)),
            (Time, &plain, Some(SearchLimit::Interrupted)),
            (Size, &plain, Some(SearchLimit::Size)),
            (Solver, &plain, Some(SearchLimit::Solver)),
        ] {
            assert_eq!(ended(end, 7, options), expected.map(Note::Ended), "{end:?}");
        }
    }
}
