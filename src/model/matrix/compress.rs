//! Slots for the bits of masks, eight columns at a time, on processors with AVX2 or AVX-512.
//!
//! The cursors of eight columns stand in one vector. A byte of a mask takes that vector without the columns
//! whose bits are zero, in one or two instructions; eight places are written, and the next byte begins behind
//! the ones. Processors without such an instruction go bit by bit, as [`super::rows::Cursors`] does.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for the vectors of its caller")]

use crate::model::width::wide;
use fearless_simd::{Level, mask32x8, prelude::*, u32x8};

/// Places that are open to a mask of up to eight bytes: the last one may begin behind 56 and writes eight.
const DECODE_PLACES: usize = 72;

/// Gives every bit of every mask of `BYTES` bytes the next slot of its column, without checking the ends of
/// columns, and returns the number of bits; slots behind them may hold any value. Returns the masks as the
/// error, none of them taken, if the processor has no vectors for it.
///
/// # Panics
/// If `slots` has no room for the bits, or `next` not eight cursors for each byte.
pub(in crate::model) fn take<const BYTES: usize, I: Iterator<Item = u64>>(
    next: &mut [u32],
    masks: I,
    slots: &mut [u32],
) -> Result<usize, I> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        let level = Level::new();
        if let Some(simd) = level.as_avx512() {
            return Ok(take_by::<_, BYTES>(simd, next, masks, slots));
        }
        if let Some(simd) = level.as_avx2() {
            return Ok(take_by::<_, BYTES>(simd, next, masks, slots));
        }
    }
    Err(masks)
}

/// Does what [`take`] does, with the vectors of a processor.
#[inline(always)]
pub(super) fn take_by<S: Simd, const BYTES: usize>(
    simd: S,
    next: &mut [u32],
    masks: impl Iterator<Item = u64>,
    slots: &mut [u32],
) -> usize {
    simd.vectorize(
        #[inline(always)]
        || {
            let eights: &mut [_; BYTES] =
                next.as_chunks_mut::<8>().0.first_chunk_mut().expect("eight cursors for each byte");
            let mut cursors: [u32x8<S>; BYTES] = eights.map(
                #[inline(always)]
                |eight| eight.simd_into(simd),
            );
            let mut at = 0;
            for mask in masks {
                if let Some(room) = slots[at..].first_chunk_mut() {
                    at += take_mask(simd, &mut cursors, mask, room);
                } else {
                    let mut room = [0; DECODE_PLACES];
                    let ones = take_mask(simd, &mut cursors, mask, &mut room);
                    slots[at..at + ones].copy_from_slice(&room[..ones]);
                    at += ones;
                }
            }
            for (eight, cursor) in eights.iter_mut().zip(cursors) {
                *eight = cursor.into();
            }
            at
        },
    )
}

/// Writes the slots of one mask, followed by arbitrary values; returns how many slots there are.
#[inline(always)]
fn take_mask<S: Simd, const BYTES: usize>(
    simd: S,
    cursors: &mut [u32x8<S>; BYTES],
    mask: u64,
    room: &mut [u32; DECODE_PLACES],
) -> usize {
    let mut ones = 0;
    for (eight, &bits) in cursors.iter_mut().zip(&mask.to_le_bytes()) {
        let wanted = mask32x8::from_bitmask(simd, u64::from(bits));
        // Before the last byte at most 56 places are taken.
        let here = room[ones & 63..].first_chunk_mut().expect("eight places behind the first 64");
        *here = eight.compress(wanted).into();
        *eight = wanted.select(*eight + 1, *eight);
        ones += wide(bits.count_ones());
    }
    ones
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Random;
    use crate::model::{Cursors, Pool, Unchecked};
    use fearless_simd::dispatch;

    /// Checks ends that no cursor gets to, so that bits are taken one by one.
    struct OneByOne;

    impl Pool for OneByOne {
        const CHECKS_ENDS: bool = true;

        fn refill(&mut self, _: &mut Cursors, column: usize) {
            unreachable!("column {column} has slots enough")
        }
    }

    /// Returns masks of no bits, all bits, the lowest bit, all others, and random bits, few and many.
    fn masks(width: u32) -> Vec<u64> {
        let mut random = Random::new(u64::from(width));
        let full = u64::MAX.checked_shr(64 - width).unwrap_or(0);
        let mut masks = vec![0, full, full & 1, full & !1];
        for _ in 0..50 {
            let (a, b) = (random.number() & full, random.number() & full);
            masks.extend([a, a & b, a | b]);
        }
        masks
    }

    /// Returns the slots that a method gives, and the next slots of all columns after it.
    fn taken(bits: usize, way: impl FnOnce(&mut Cursors, &mut [u32]) -> usize) -> (Vec<u32>, Vec<u32>) {
        let mut cursors = Cursors::new(64);
        for column in 0..64_u32 {
            cursors.set(wide(column), 1000 * column + 7..u32::MAX);
        }
        let mut slots = vec![u32::MAX; bits];
        assert_eq!(way(&mut cursors, &mut slots), bits);
        (slots, (0..64).map(|column| cursors.at_hand(column).start).collect())
    }

    #[test]
    fn vectors_give_the_slots_that_bits_get_one_by_one() {
        for width in 0..=64 {
            let masks = masks(width);
            for end in (0..masks.len()).step_by(7).chain([masks.len()]) {
                let (width, masks) = (wide(width), &masks[..end]);
                let all = || masks.iter().copied();
                let bits = all().map(|mask| wide(mask.count_ones())).sum();
                let expected = taken(bits, |to, slots| to.take_masks(width, all(), &mut OneByOne, slots));
                let found = taken(bits, |to, slots| to.take_masks(width, all(), &mut Unchecked, slots));
                assert_eq!(found, expected, "{width} bits, {end} masks");
                // The vectors that every processor has give equal results.
                let found = taken(
                    bits,
                    |to, slots| dispatch!(Level::baseline(), simd => take_by::<_, 8>(simd, &mut to.next, all(), slots)),
                );
                assert_eq!(found, expected, "{width} bits, {end} masks, vectors that all processors have");
            }
        }
    }

    #[test]
    #[should_panic(expected = "range end index 10 out of range for slice of length 9")]
    fn slots_without_room_are_refused() {
        let mut cursors = Cursors::new(8);
        cursors.take_masks(8, [0xff, 0b11].into_iter(), &mut Unchecked, &mut [0; 9]);
    }
}
