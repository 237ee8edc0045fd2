//! Ranks of necklaces of fixed density: the place of an orbit of bits under rotation, without listing those
//! before.

/// The least rotations of words of n bits with w ones and no shorter period: Lyndon words, by increasing
/// number.
///
/// A word m that is least among its rotations is a prefix filter. Reading a cyclic word bit by bit, the
/// longest prefix of m that has just been read grows as long as bits agree. A bit smaller than the next of m
/// makes some rotation smaller than m; after a greater bit no prefix of m is left, m being a Lyndon word. So
/// the cyclic words all of whose rotations exceed m are those cut into segments of a proper prefix of m and a
/// 1 where m has a 0, which are counted by length and ones. Words of shorter periods are taken off by Möbius'
/// inversion.
#[derive(Debug, Clone, Copy)]
pub(super) struct Necklaces {
    pub(super) length: u32,
    pub(super) ones: u32,
}

impl Necklaces {
    /// Returns how many necklaces there are.
    ///
    /// # Complexity
    /// O(n²).
    pub(super) fn count(self) -> u64 {
        let words = self.by_divisors(binomial);
        words / u64::from(self.length)
    }

    /// Returns how many necklaces are less than one of them.
    ///
    /// # Complexity
    /// O(n² w) for each divisor of n.
    pub(super) fn rank(self, necklace: u64) -> u64 {
        self.count() - 1 - self.greater(necklace)
    }

    /// Returns the necklace of a rank, with `rank` necklaces less than it; none if there are not more than
    /// `rank`.
    ///
    /// # Complexity
    /// n times [`Self::rank`].
    pub(super) fn at(self, rank: u64) -> Option<u64> {
        if rank >= self.count() {
            return None;
        }
        // Bit by bit from the highest: the least number such that more than `rank` necklaces do not exceed
        // it.
        let mut found = 0;
        for bit in (0..self.length).rev() {
            let most = found | ((1 << bit) - 1);
            if self.up_to(most) <= rank {
                found |= 1 << bit;
            }
        }
        Some(found)
    }

    /// Returns how many necklaces do not exceed a number.
    fn up_to(self, number: u64) -> u64 {
        match greatest_lyndon(number, self.length) {
            Some(word) => self.count() - self.greater(word),
            None => 0,
        }
    }

    /// Returns how many necklaces are greater than a Lyndon word of this length and any number of ones.
    fn greater(self, word: u64) -> u64 {
        self.by_divisors(|length, ones| self.segmented(word, length, ones)) / u64::from(self.length)
    }

    /// Returns Σ μ(g) f(n/g, w/g) over the common divisors g of n and w.
    fn by_divisors(self, count: impl Fn(u32, u32) -> u64) -> u64 {
        let (mut plus, mut minus) = (0, 0);
        for g in (1..=self.length).filter(|g| self.length.is_multiple_of(*g) && self.ones.is_multiple_of(*g))
        {
            match moebius(g) {
                1 => plus += count(self.length / g, self.ones / g),
                -1 => minus += count(self.length / g, self.ones / g),
                _ => {}
            }
        }
        plus - minus
    }

    /// Counts words of `length` bits with `ones` ones whose infinite repetition, read from any place, is
    /// greater than a Lyndon word.
    fn segmented(self, word: u64, length: u32, ones: u32) -> u64 {
        // The segments by length, with their ones.
        let mut segments = Vec::new();
        let mut before = 0;
        for place in 0..self.length.min(length) {
            if word >> (self.length - 1 - place) & 1 == 1 {
                before += 1;
            } else {
                segments.push((index(place + 1), index(before + 1)));
            }
        }
        // ways[l][o]: sequences of segments of total length l with o ones.
        let (length, ones) = (index(length), index(ones));
        let mut ways = vec![vec![0_u64; ones + 1]; length + 1];
        ways[0][0] = 1;
        for l in 1..=length {
            for &(size, own) in segments.iter().filter(|segment| segment.0 <= l) {
                for o in own..=ones {
                    ways[l][o] += ways[l - size][o - own];
                }
            }
        }
        // Any place of the segment that holds the first bit may be the first.
        let fits = segments.iter().filter(|&&(_, own)| own <= ones);
        fits.map(|&(size, own)| crate::model::count_of(size) * ways[length - size][ones - own]).sum()
    }
}

fn index(number: u32) -> usize {
    crate::model::wide(number)
}

/// Returns the greatest Lyndon word of `length` bits that is at most a number; none if there is none.
///
/// With a prefix and a 0 behind it, ones at all other places are best: they are Lyndon if any are.
fn greatest_lyndon(number: u64, length: u32) -> Option<u64> {
    if is_lyndon(number, length) {
        return Some(number);
    }
    let smaller = |bit: u32| (number >> bit & 1 == 1).then(|| (number >> bit << bit) - 1);
    (0..length).filter_map(smaller).find(|&word| is_lyndon(word, length))
}

/// Returns whether a word is less than each of its other rotations.
fn is_lyndon(word: u64, length: u32) -> bool {
    (1..length).all(|by| rotated(word, length, by) > word)
}

/// Returns the word rotated by fewer bits than it has.
fn rotated(word: u64, length: u32, by: u32) -> u64 {
    if by == 0 { word } else { ((word << by) | (word >> (length - by))) & (u64::MAX >> (64 - length)) }
}

fn moebius(number: u32) -> i32 {
    let (mut left, mut sign) = (number, 1);
    for prime in 2..=number {
        if left.is_multiple_of(prime) {
            left /= prime;
            if left.is_multiple_of(prime) {
                return 0;
            }
            sign = -sign;
        }
    }
    sign
}

fn binomial(n: u32, k: u32) -> u64 {
    u64::try_from(num_integer::binomial(u128::from(n), u128::from(k))).expect("at most 62 choose 31")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_the_sorted_list() {
        for length in 1..=14 {
            for ones in 1..=length {
                let necklaces = Necklaces { length, ones };
                let all: Vec<u64> = (0..1 << length)
                    .filter(|&word: &u64| word.count_ones() == ones && is_lyndon(word, length))
                    .collect();
                assert_eq!(necklaces.count(), crate::model::count_of(all.len()));
                for (rank, &word) in (0..).zip(&all) {
                    assert_eq!(necklaces.rank(word), rank, "{word:b} of {length} bits");
                    assert_eq!(necklaces.at(rank), Some(word), "{rank} of {length} bits, {ones} ones");
                }
                assert_eq!(necklaces.at(necklaces.count()), None);
            }
        }
    }

    #[test]
    fn rank_and_unrank_are_inverse_on_62_bits() {
        for ones in [1, 2, 7, 30, 31, 45, 60, 61] {
            let necklaces = Necklaces { length: 62, ones };
            let count = necklaces.count();
            for rank in [0, count / 3, count / 2, count - 1] {
                let word = necklaces.at(rank).expect("a rank below the count");
                assert!(word.count_ones() == ones && is_lyndon(word, 62));
                assert_eq!(necklaces.rank(word), rank);
            }
        }
    }
}
