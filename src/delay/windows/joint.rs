//! Assigns links to rows in the two slots at the ends of a group.

use crate::delay::layout::Entries;
use crate::graph::hopcroft_karp;
use crate::model::wide;

/// The links of a row in the slot before and in the slot after those in which all rows are served.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) early: Option<u32>,
    pub(super) late: Option<u32>,
}

impl Ends {
    pub(super) fn links(&self) -> Vec<u32> {
        self.early.into_iter().chain(self.late).collect()
    }
}

/// A unit that a row needs at the ends of its group: early, late or either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Demand {
    Early,
    Late,
    Either,
}

/// Most matchings that are tried for one group.
const MAX_MATCHINGS_PER_GROUP: u32 = 200;

/// Gives every early link and every late link to a row, such that each row has as many links as its degree,
/// at most one of each kind, and uses no unit twice; `None` if the search finds no such way.
///
/// # Complexity
/// One matching of at most 2m demands for each try. If a matching gives a row its only unit of a link twice,
/// the search branches: it forbids that unit early, or late.
pub(super) fn ends(group: &[Entries], degrees: &[u64], early: &[bool], late: &[bool]) -> Option<Vec<Ends>> {
    let mut demands = Vec::new();
    for (row, degree) in degrees.iter().enumerate() {
        match degree {
            0 => {}
            1 => demands.push((row, Demand::Either)),
            2 => demands.extend([(row, Demand::Early), (row, Demand::Late)]),
            _ => return None,
        }
    }
    let places = early.iter().chain(late).filter(|&&there| there).count();
    if demands.len() != places {
        return None;
    }
    let links = early.len();
    let mut adjacent = Vec::with_capacity(demands.len());
    for &(row, want) in &demands {
        let mut targets = Vec::new();
        for &(link, _) in &group[row] {
            let link = wide(link);
            targets.extend((want != Demand::Late && early[link]).then_some(link));
            targets.extend((want != Demand::Early && late[link]).then_some(links + link));
        }
        adjacent.push(targets);
    }
    let mut search = Search { group, demands: &demands, links, left: MAX_MATCHINGS_PER_GROUP };
    search.find(&mut adjacent)
}

struct Search<'a> {
    group: &'a [Entries],
    demands: &'a [(usize, Demand)],
    links: usize,
    left: u32,
}

impl Search<'_> {
    fn find(&mut self, adjacent: &mut Vec<Vec<usize>>) -> Option<Vec<Ends>> {
        self.left = self.left.checked_sub(1)?;
        let partners: Vec<usize> =
            hopcroft_karp(adjacent, 2 * self.links).into_iter().collect::<Option<_>>()?;
        let Some(want) = self.conflict(&partners) else { return Some(self.read(&partners)) };
        // The demands of a row stand side by side, early first.
        for want in [want, want + 1] {
            let all = adjacent[want].clone();
            adjacent[want].retain(|&target| target != partners[want]);
            let found = self.find(adjacent);
            adjacent[want] = all;
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Returns the first early demand whose row has its only unit of a link twice.
    fn conflict(&self, partners: &[usize]) -> Option<usize> {
        (0..self.demands.len()).find(|&want| {
            let (row, kind) = self.demands[want];
            kind == Demand::Early
                && partners[want + 1] == self.links + partners[want]
                && self.group[row].iter().any(|&(link, units)| wide(link) == partners[want] && units == 1)
        })
    }

    fn read(&self, partners: &[usize]) -> Vec<Ends> {
        let mut ends = vec![Ends::default(); self.group.len()];
        for (&(row, _), &partner) in self.demands.iter().zip(partners) {
            let link = u32::try_from(partner % self.links).expect("links count in 32 bits");
            if partner < self.links {
                ends[row].early = Some(link);
            } else {
                ends[row].late = Some(link);
            }
        }
        ends
    }
}
