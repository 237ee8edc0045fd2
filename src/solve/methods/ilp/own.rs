//! The least delay by a program that has a schedule of its own first, where it is asked for by name.

use crate::program::{Delayed, Found, ProgramError, SearchEnd, SearchOptions, least_delay};

/// The result of a search for less delay.
pub(super) struct Sought<S> {
    pub(super) found: Found<S>,
    /// Whether its schedule is the program's, not the one that was known.
    pub(super) own: bool,
}

/// Searches for the least delay of a program.
///
/// Without a request it goes on from the known schedule. On request it starts without one, and only if its
/// own is worse, after half of the time, it goes on from the known one.
///
/// # Errors
/// The errors of `build` and [`least_delay`].
pub(super) fn seek<F>(
    build: impl Fn() -> Result<F, ProgramError>,
    known: Option<F::Schedule>,
    limits: &SearchOptions<'_>,
    asked: bool,
) -> Result<Sought<F::Schedule>, ProgramError>
where
    F: Delayed,
    F::Schedule: PartialEq,
{
    let with_known = |known: Option<F::Schedule>, limits: &SearchOptions<'_>| {
        let found = least_delay(build()?, known.clone(), limits)?;
        let own = found.schedule.is_some() && found.schedule != known;
        Ok(Sought { found, own })
    };
    if !asked {
        return with_known(known, limits);
    }
    let half = SearchOptions { time_limit: limits.time_limit.map(|seconds| seconds.div_ceil(2)), ..*limits };
    let first = with_known(None, &half)?;
    let delay = |schedule: &Option<F::Schedule>| schedule.as_ref().map_or(u64::MAX, F::total_delay);
    if delay(&first.found.schedule) <= delay(&known) {
        return Ok(first);
    }
    Ok(better_bound(with_known(known, &half)?, first.found))
}

/// A search with the bound of another one where that is greater.
fn better_bound<S>(mut sought: Sought<S>, other: Found<S>) -> Sought<S> {
    let found = &mut sought.found;
    found.nodes += other.nodes;
    if other.lower > found.lower {
        (found.lower, found.tree) = (other.lower, other.tree);
        if found.best == Some(found.lower) {
            found.end = SearchEnd::Proved;
        }
    }
    sought
}
