//! Packs short orbits into blocks.

use super::orbits::RowOrbit;
use std::collections::BTreeMap;

/// A packing of short orbits.
#[derive(Debug, Default)]
pub(super) struct Packing {
    /// Rows of m each.
    pub(super) bins: Vec<Vec<usize>>,
    /// The rows that remain; fewer than m whenever the search succeeds, as it does for all hypercubes up to
    /// dimension 62.
    pub(super) rest: Vec<usize>,
}

/// Most steps of the search for an exact packing.
const MAX_PACKING_STEPS: u32 = 1_000_000;

/// Packs orbits, whose sizes divide m, into bins of exactly m rows such that fewer than m rows remain.
///
/// Orbits of one size fill bins by themselves; what then remains of every size is less than a bin and is
/// packed by search.
pub(super) fn pack(short: &[&RowOrbit], links: usize) -> Packing {
    let mut by_size: BTreeMap<usize, Vec<&RowOrbit>> = BTreeMap::new();
    for orbit in short {
        by_size.entry(orbit.rows.len()).or_default().push(orbit);
    }
    let mut packing = Packing::default();
    for (size, orbits) in &mut by_size {
        while orbits.len() * size >= links {
            packing.bins.push(rows_of(&orbits.split_off(orbits.len() - links / size)));
        }
    }
    let sizes: Vec<usize> = by_size.keys().rev().copied().collect();
    let counts: Vec<usize> = by_size.values().rev().map(Vec::len).collect();
    let bins = sizes.iter().zip(&counts).map(|(size, count)| size * count).sum::<usize>() / links;
    let mut search = BinSearch { sizes: &sizes, links, steps: MAX_PACKING_STEPS, bins: Vec::new() };
    let found = search.fill(&mut counts.clone(), bins);
    for bin in if found { search.bins } else { Vec::new() } {
        let mut chosen = Vec::new();
        for (size, count) in sizes.iter().zip(bin) {
            let orbits = by_size.get_mut(size).expect("a size of the search");
            chosen.extend(orbits.split_off(orbits.len() - count));
        }
        packing.bins.push(rows_of(&chosen));
    }
    packing.rest = by_size.values().flat_map(|orbits| rows_of(orbits)).collect();
    packing
}

fn rows_of(orbits: &[&RowOrbit]) -> Vec<usize> {
    orbits.iter().flat_map(|orbit| orbit.rows.iter().copied()).collect()
}

/// The search for bins, which decides how many orbits of every size go into each bin.
struct BinSearch<'a> {
    /// Sizes of orbits, decreasing.
    sizes: &'a [usize],
    links: usize,
    steps: u32,
    bins: Vec<Vec<usize>>,
}

impl BinSearch<'_> {
    /// Fills `bins` more bins from the orbits left.
    fn fill(&mut self, left: &mut Vec<usize>, bins: usize) -> bool {
        bins == 0 || self.choose(left, &mut Vec::new(), self.links, bins)
    }

    /// Chooses how many orbits of the next size go into the bin that lacks `room` rows; many first.
    fn choose(&mut self, left: &mut Vec<usize>, bin: &mut Vec<usize>, room: usize, bins: usize) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let place = bin.len();
        if place == self.sizes.len() {
            if room > 0 {
                return false;
            }
            self.bins.push(bin.clone());
            if self.fill(left, bins - 1) {
                return true;
            }
            self.bins.pop();
            return false;
        }
        for count in (0..=left[place].min(room / self.sizes[place])).rev() {
            left[place] -= count;
            bin.push(count);
            let found = self.choose(left, bin, room - count * self.sizes[place], bins);
            bin.pop();
            left[place] += count;
            if found {
                return true;
            }
        }
        false
    }
}
