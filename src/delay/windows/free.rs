//! Searches cuts whose rows are placed freely, where no evenly spread pattern joins two distances.

use super::cuts::{Cut, Shell, even_places};
use crate::delay::layout::Entries;
use crate::graph::Random;
use crate::model::{count_of, wide};

/// Most swaps that are tried for one choice of rows.
const MAX_SWAPS_PER_CHOICE: u32 = 100;
/// Most choices of rows that are tried.
const MAX_ROW_CHOICES: usize = 400;

/// Returns cuts with `wanted` rows in the first part whose columns, in each part, differ by at most one;
/// `None` for a choice of rows with which the search fails. The cuts depend only on the shell and `wanted`.
///
/// The divided rows have even columns together. They are the short orbits alone; or evenly spread rows of a
/// whole orbit, as many as there are short rows, which replace them in its block; or, where more rows are
/// wanted, the short rows and a whole orbit. The first part is chosen by swaps; if it is even, so is the
/// other part.
pub(super) fn free_cuts<'a>(
    shell: &'a Shell<'a>,
    wanted: usize,
    row: impl Fn(usize) -> Entries + Copy + 'a,
) -> impl Iterator<Item = Option<Cut>> + 'a {
    let mut random = Random::new(count_of(wanted));
    let choices = shell.orbits.len().max(1);
    (0..MAX_ROW_CHOICES).map(move |attempt| {
        let orbit = attempt % choices;
        let (universe, block, cut) = divided(shell, wanted, orbit, attempt / choices)?;
        let first = even_part(&universe, wanted, shell.links, row, &mut random)?;
        let (first, last): (Vec<_>, Vec<_>) = universe.iter().zip(first).partition(|(_, first)| *first);
        let rows = |list: Vec<(&usize, bool)>| list.into_iter().map(|(row, _)| *row).collect();
        // Evenly spread rows of an orbit need not have even columns.
        Some(Cut { first: rows(first), block, last: rows(last), orbit: cut })
            .filter(|cut| cut.is_even(shell.links, row))
    })
}

/// The rows to be divided, the block that other rows form, and the orbit that is cut.
type Divided = (Vec<usize>, Option<Vec<usize>>, Option<usize>);

fn divided(shell: &Shell<'_>, wanted: usize, orbit: usize, attempt: usize) -> Option<Divided> {
    let (links, rest) = (shell.links, shell.rest);
    if wanted <= rest.len() {
        let Some(rows) = shell.orbits.get(orbit).filter(|_| attempt % 2 == 1) else {
            return Some((rest.to_vec(), None, None));
        };
        let chosen = even_places(links, rest.len());
        let step = attempt / 2 % links;
        let step = if num_integer::gcd(step, links) == 1 { step } else { 1 };
        let places: Vec<usize> = chosen.iter().map(|place| place * step % links).collect();
        let universe = places.iter().map(|&place| rows[place]).collect();
        let others = (0..links).filter(|place| !places.contains(place)).map(|place| rows[place]);
        return Some((universe, Some(others.chain(rest.iter().copied()).collect()), Some(orbit)));
    }
    let rows = shell.orbits.get(orbit)?;
    Some((rows.iter().chain(rest).copied().collect(), None, Some(orbit)))
}

/// Chooses `wanted` of the rows such that the column sums differ by at most one; `None` if the search fails.
fn even_part(
    universe: &[usize],
    wanted: usize,
    links: usize,
    row: impl Fn(usize) -> Entries,
    random: &mut Random,
) -> Option<Vec<bool>> {
    let rows: Vec<Entries> = universe.iter().map(|&index| row(index)).collect();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    random.shuffle(&mut order);
    let mut chosen = vec![false; rows.len()];
    let mut sums = vec![0_i64; links];
    for &index in &order[..wanted] {
        chosen[index] = true;
        add(&mut sums, &rows[index], 1);
    }
    let least = sums.iter().sum::<i64>().div_euclid(i64::try_from(links).ok()?);
    for _ in 0..MAX_SWAPS_PER_CHOICE {
        if sums.iter().all(|&sum| gap(sum, least) == 0) {
            return Some(chosen);
        }
        let inside: Vec<usize> = (0..rows.len()).filter(|&index| chosen[index]).collect();
        let out = *inside.get(random.below(inside.len().max(1)))?;
        add(&mut sums, &rows[out], -1);
        let outside = (0..rows.len()).filter(|&index| !chosen[index]);
        let better = outside.min_by_key(|&other| (growth(&sums, &rows[other], least), random.bits(16)))?;
        add(&mut sums, &rows[better], 1);
        (chosen[out], chosen[better]) = (false, true);
    }
    None
}

/// Returns by how much the sum of squared gaps grows when a row is added.
fn growth(sums: &[i64], row: &Entries, least: i64) -> i64 {
    let of = |&(link, units): &(u32, u64)| {
        let (before, units) = (sums[wide(link)], i64::try_from(units).expect("units of a row"));
        gap(before + units, least).pow(2) - gap(before, least).pow(2)
    };
    row.iter().map(of).sum()
}

/// Returns the distance of a sum from the interval [least, least + 1], negative below it.
fn gap(sum: i64, least: i64) -> i64 {
    (sum - least).min(0) + (sum - least - 1).max(0)
}

fn add(sums: &mut [i64], row: &Entries, times: i64) {
    for &(link, units) in row {
        sums[wide(link)] += times * i64::try_from(units).expect("units of a row");
    }
}
