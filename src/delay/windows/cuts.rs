//! Cuts the rows of one distance into rows that fill the open group, blocks, and rows that begin the next
//! group.

use super::front::level;
use crate::delay::layout::Entries;

/// The rows of one distance that are not in blocks of short orbits.
#[derive(Debug)]
pub(super) struct Shell<'a> {
    pub(super) links: usize,
    /// Whole orbits, each row the turn of the one before.
    pub(super) orbits: Vec<&'a [usize]>,
    /// Rows of short orbits that fill no block.
    pub(super) rest: &'a [usize],
}

/// A cut of a shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cut {
    /// Rows that fill the open group.
    pub(super) first: Vec<usize>,
    /// A block of rows of the cut orbit and of short ones.
    pub(super) block: Option<Vec<usize>>,
    /// Rows that begin the next group.
    pub(super) last: Vec<usize>,
    /// The orbit that is cut.
    pub(super) orbit: Option<usize>,
}

impl Cut {
    /// Returns whether the columns of the first and the last part differ by at most one, and those of the
    /// block not at all.
    pub(super) fn is_even(&self, links: usize, row: impl Fn(usize) -> Entries) -> bool {
        let late = |rows: &[usize]| {
            let entries: Vec<Entries> = rows.iter().map(|&index| row(index)).collect();
            level(vec![0; links], &entries).map(|(_, late)| late.contains(&true))
        };
        late(&self.first).is_some()
            && late(&self.last).is_some()
            && self.block.as_ref().is_none_or(|rows| late(rows) == Some(false))
    }
}

/// Most orbits that are tried with one pattern.
const MAX_ORBITS_PER_PATTERN: usize = 1000;
/// Most orbits that are cut by one pattern.
const MAX_CUT_ORBITS_PER_PATTERN: usize = 3;

/// A pattern of places on the circle of an orbit. It also says which part gets the rows of short orbits if
/// there are fewer than wanted.
#[derive(Debug, Clone, Copy)]
struct Pattern {
    step: usize,
    /// Whether the places are ⌊i·m/p⌋·u, with the step u prime to m; otherwise they are i·u.
    is_even: bool,
    /// Whether the short rows go into the first part; otherwise they go into the last.
    rest_first: bool,
}

impl Pattern {
    /// Returns `count` places on a circle of `links`; `None` if two of them coincide.
    fn places(self, links: usize, count: usize) -> Option<Vec<usize>> {
        let base = if self.is_even { even_places(links, count) } else { (0..count).collect() };
        let places: Vec<usize> = base.iter().map(|place| place * self.step % links).collect();
        let mut seen = vec![false; links];
        places.iter().all(|&place| !std::mem::replace(&mut seen[place], true)).then_some(places)
    }
}

/// Returns the cuts with `wanted` rows in the first part whose columns, in each part, differ by at most one;
/// the most promising cuts come first.
///
/// An orbit is cut by a pattern of places, in every turn; the even pattern of step 1 comes first.
pub(super) fn cuts<'a>(
    shell: &'a Shell<'a>,
    wanted: usize,
    row: impl Fn(usize) -> Entries + Copy + 'a,
) -> impl Iterator<Item = Cut> + 'a {
    let links = shell.links;
    let plain = |first: &[usize], last: &[usize]| {
        Some(Cut { first: first.to_vec(), block: None, last: last.to_vec(), orbit: None })
    };
    let plain = match wanted {
        0 => plain(&[], shell.rest),
        _ if wanted == shell.rest.len() => plain(shell.rest, &[]),
        _ => None,
    };
    let both = [true, false];
    let patterns = both.into_iter().flat_map(move |is_even| {
        let steps = (1..links).filter(move |&step| !is_even || num_integer::gcd(step, links) == 1);
        steps.flat_map(move |step| both.map(|rest_first| Pattern { step, is_even, rest_first }))
    });
    let orbits = shell.orbits.len().min(MAX_ORBITS_PER_PATTERN);
    let cut_orbits = patterns
        .flat_map(move |pattern| {
            let fits = move |orbit: &usize| {
                cut(shell, wanted, *orbit, pattern, 0).is_some_and(|cut| cut.is_even(links, row))
            };
            (0..orbits).filter(fits).take(MAX_CUT_ORBITS_PER_PATTERN).map(move |orbit| (orbit, pattern))
        })
        .flat_map(move |(orbit, pattern)| {
            (0..links).filter_map(move |turn| cut(shell, wanted, orbit, pattern, turn))
        });
    plain.into_iter().chain(cut_orbits)
}

/// Cuts one orbit by a turned pattern; [`super::windows`] explains the cases and why both parts are even.
fn cut(shell: &Shell<'_>, wanted: usize, orbit: usize, pattern: Pattern, turn: usize) -> Option<Cut> {
    let links = shell.links;
    let rest = shell.rest.len();
    let rows = shell.orbits[orbit];
    let beyond = wanted > rest;
    let rest_first = beyond && pattern.rest_first;
    let chosen = pattern.places(links, if rest_first { wanted - rest } else { wanted.max(rest) })?;
    let among = even_places(rest, wanted.min(rest));
    let mut role = vec![None; links];
    for (index, &place) in chosen.iter().enumerate() {
        role[place] = Some(beyond || among.contains(&index));
    }
    let of_role = |wanted: Option<bool>| -> Vec<usize> {
        let places = (0..links).filter(|&place| role[place] == wanted);
        places.map(|place| rows[(place + turn) % links]).collect()
    };
    let (mut first, mut last, mut others) = (of_role(Some(true)), of_role(Some(false)), of_role(None));
    if !beyond {
        others.extend(shell.rest);
        return Some(Cut { first, block: Some(others), last, orbit: Some(orbit) });
    }
    last.extend(others);
    if rest_first { &mut first } else { &mut last }.extend(shell.rest);
    Some(Cut { first, block: None, last, orbit: Some(orbit) })
}

/// Returns `count` places spread evenly on a circle: ⌊i·circle/count⌋.
pub(super) fn even_places(circle: usize, count: usize) -> Vec<usize> {
    (0..count).map(|index| index * circle / count).collect()
}
