//! The two slots at the ends of a group: which row has which link there.

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

/// What a row wants at the ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Want {
    Early,
    Late,
    Either,
}

/// Most matchings tried for one group.
const MOST_MATCHINGS: u32 = 200;

/// Gives every early link and every late link to a row, such that each row has as many as its degree, at most
/// one of each kind, and no unit twice; `None` if no way was found.
///
/// # Complexity
/// A matching of at most 2m wants for each try; a try ends where a row has got its only unit of a link twice,
/// and the unit is then forbidden early, or late.
pub(super) fn ends(group: &[Entries], degrees: &[u64], early: &[bool], late: &[bool]) -> Option<Vec<Ends>> {
    let mut wants = Vec::new();
    for (row, degree) in degrees.iter().enumerate() {
        match degree {
            0 => {}
            1 => wants.push((row, Want::Either)),
            2 => wants.extend([(row, Want::Early), (row, Want::Late)]),
            _ => return None,
        }
    }
    let places = early.iter().chain(late).filter(|&&there| there).count();
    if wants.len() != places {
        return None;
    }
    let links = early.len();
    let mut adjacent = Vec::with_capacity(wants.len());
    for &(row, want) in &wants {
        let mut targets = Vec::new();
        for &(link, _) in &group[row] {
            let link = wide(link);
            targets.extend((want != Want::Late && early[link]).then_some(link));
            targets.extend((want != Want::Early && late[link]).then_some(links + link));
        }
        adjacent.push(targets);
    }
    let mut search = Search { group, wants: &wants, links, left: MOST_MATCHINGS };
    search.find(&mut adjacent)
}

struct Search<'a> {
    group: &'a [Entries],
    wants: &'a [(usize, Want)],
    links: usize,
    left: u32,
}

impl Search<'_> {
    fn find(&mut self, adjacent: &mut Vec<Vec<usize>>) -> Option<Vec<Ends>> {
        self.left = self.left.checked_sub(1)?;
        let partners: Vec<usize> =
            hopcroft_karp(adjacent, 2 * self.links).into_iter().collect::<Option<_>>()?;
        let Some(want) = self.conflict(&partners) else { return Some(self.read(&partners)) };
        // The wants of a row stand side by side, early first.
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

    /// The first early want whose row has got its only unit of a link twice.
    fn conflict(&self, partners: &[usize]) -> Option<usize> {
        (0..self.wants.len()).find(|&want| {
            let (row, kind) = self.wants[want];
            kind == Want::Early
                && partners[want + 1] == self.links + partners[want]
                && self.group[row].iter().any(|&(link, units)| wide(link) == partners[want] && units == 1)
        })
    }

    fn read(&self, partners: &[usize]) -> Vec<Ends> {
        let mut ends = vec![Ends::default(); self.group.len()];
        for (&(row, _), &partner) in self.wants.iter().zip(partners) {
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
