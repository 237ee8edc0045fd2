//! Schedules the first slots when the first group is not full.

use super::front::{Front, Joined, level, without};
use crate::delay::layout::{Entries, decompose};
use crate::graph::hopcroft_karp;
use crate::model::wide;

/// Schedules fewer than m rows of one sum k in the first k slots, and a group of m rows beside and after
/// them; `None` if no way was found.
///
/// After slot k every row of the group is served in every slot: by perfect matchings, and one more matching
/// for the late links. What remains of the group has, together with the opening rows, lines of sum at most k
/// (König).
pub(super) fn open(opening: &[Entries], group: &[Entries], links: usize) -> Option<Joined> {
    let sum = opening.first()?.iter().map(|entry| entry.1).sum::<u64>();
    let (_, _) = level(vec![0; links], opening)?;
    let (least, late) = level(vec![0; links], &[opening, group].concat())?;
    let after = least.checked_sub(sum)?;
    let mut left = group.to_vec();
    let mut ending = vec![Vec::new(); group.len()];
    for slot in sum..sum + after {
        remove_matching(&mut left, &mut ending, &vec![true; links], slot)?;
    }
    remove_matching(&mut left, &mut ending, &late, least)?;
    let first = [opening, &left].concat();
    let (mut placed, length) = decompose(&first, u32::try_from(links).ok()?);
    for (placed, ending) in placed[opening.len()..].iter_mut().zip(ending) {
        placed.extend(ending);
    }
    (length == sum).then(|| Joined { placed, ends: Vec::new(), front: Front::after(least, late) })
}

/// Moves one unit of each chosen link, no two of one row, from `left` to a slot of `ending`; `None` if there
/// is no such matching.
fn remove_matching(
    left: &mut [Entries],
    ending: &mut [Vec<(u32, u64)>],
    chosen: &[bool],
    slot: u64,
) -> Option<()> {
    let mut rows_of = vec![Vec::new(); chosen.len()];
    for (row, entries) in left.iter().enumerate() {
        for &(link, _) in entries {
            rows_of[wide(link)].push(row);
        }
    }
    let wanted: Vec<usize> = (0..chosen.len()).filter(|&link| chosen[link]).collect();
    let adjacent: Vec<Vec<usize>> = wanted.iter().map(|&link| rows_of[link].clone()).collect();
    for (&link, row) in wanted.iter().zip(hopcroft_karp(&adjacent, left.len())) {
        let (row, link) = (row?, u32::try_from(link).ok()?);
        left[row] = without(&left[row], &[link]);
        ending[row].push((link, slot));
    }
    Some(())
}
