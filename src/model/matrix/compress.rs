//! Slots for the bits of masks, eight columns at a time, on processors with AVX2 or AVX-512.
//!
//! The cursors of eight columns stand in one vector. What a byte of a mask wants is that vector without the
//! columns whose bits are zero, an instruction or two; eight places are written, and the next byte begins
//! behind the ones. Processors without such an instruction go bit by bit, as [`super::rows::Cursors`] does
//! it.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for the vectors of its caller")]

use crate::model::width::wide;
use fearless_simd::{Level, mask32x8, prelude::*, u32x8};

/// Places that are open to a mask of up to eight bytes: the last one may begin behind 56 and writes eight.
const ROOM: usize = 72;

/// Gives every bit of every mask of so many bytes the next slot of its column, without a look at ends, and
/// tells how many bits they are; slots behind them may hold anything. Hands the masks back, none of them
/// taken, where the processor has no vectors for it.
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

/// As [`take`], by the vectors of a processor.
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
                    let mut room = [0; ROOM];
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

/// Writes the slots of one mask, then anything; tells how many they are.
#[inline(always)]
fn take_mask<S: Simd, const BYTES: usize>(
    simd: S,
    cursors: &mut [u32x8<S>; BYTES],
    mask: u64,
    room: &mut [u32; ROOM],
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
    use crate::model::{Cursors, Straight, Turn};
    use fearless_simd::dispatch;

    /// Looks at ends that no cursor gets to, so that bits are taken one by one.
    struct OneByOne;

    impl Turn for OneByOne {
        const LOOKS: bool = true;

        fn turn(&mut self, _: &mut Cursors, column: usize) {
            unreachable!("column {column} has slots enough")
        }
    }

    /// None, all, the lowest, the others, and random bits, few and many.
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

    /// The slots that a way gives, and the next slots of all columns after it.
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
                let found = taken(bits, |to, slots| to.take_masks(width, all(), &mut Straight, slots));
                assert_eq!(found, expected, "{width} bits, {end} masks");
                // Vectors need not be fast to be right.
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
        cursors.take_masks(8, [0xff, 0b11].into_iter(), &mut Straight, &mut [0; 9]);
    }
}
