//! Masks, a bit for each entry: their bits as bytes, one by one, and counted.

/// Writes the places of the bits of a mask of so many bytes, increasing, then anything; tells how many they
/// are.
#[inline]
pub(super) fn decode<const BYTES: usize>(mask: u64, room: &mut [u8; 72]) -> usize {
    let mut ones = 0;
    let mut first = 0;
    for &bits in &mask.to_le_bytes()[..BYTES] {
        let byte = &BYTE_TABLE[usize::from(bits)];
        // Before the last byte at most 56 places are taken.
        let at = ones & 63;
        room[at..at + 8].copy_from_slice(&(byte.places + first).to_le_bytes());
        ones += byte.ones;
        first += 0x0808_0808_0808_0808;
    }
    ones
}

/// What a byte of a mask holds.
#[derive(Clone, Copy)]
struct Byte {
    /// The places of the ones, increasing, a byte each; then zeros.
    places: u64,
    /// How many ones.
    ones: usize,
}

static BYTE_TABLE: [Byte; 256] = bytes();

const fn bytes() -> [Byte; 256] {
    let mut table = [Byte { places: 0, ones: 0 }; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0_u64;
        while place < 8 {
            if byte >> place & 1 == 1 {
                let entry = &mut table[byte];
                entry.places |= place << (8 * entry.ones);
                entry.ones += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
}

/// Counts every bit of every mask in `counts`, by carry-save addition: bit j of plane i is bit i of the count
/// of column j.
pub(super) fn count_masks<M: Copy + Into<u64>>(masks: &[M], counts: &mut [u64]) {
    const PLANES: usize = 16;
    // So many masks that the planes cannot overflow.
    for part in masks.chunks((1 << PLANES) - 8) {
        let mut planes = [0_u64; PLANES];
        let (eights, rest) = part.as_chunks::<8>();
        for eight in eights {
            add_eight(&mut planes, &eight.map(Into::into));
        }
        let mut last = [0; 8];
        for (place, &mask) in last.iter_mut().zip(rest) {
            *place = mask.into();
        }
        add_eight(&mut planes, &last);
        for (column, count) in counts.iter_mut().enumerate().take(64) {
            for (weight, plane) in planes.iter().enumerate() {
                *count += (plane >> column & 1) << weight;
            }
        }
    }
}

fn add_eight(planes: &mut [u64], masks: &[u64; 8]) {
    let full = |a: u64, b: u64, c: u64| (a ^ b ^ c, (a & b) | ((a ^ b) & c));
    let mut twos = [0; 4];
    for (two, pair) in twos.iter_mut().zip(masks.as_chunks::<2>().0) {
        (planes[0], *two) = full(planes[0], pair[0], pair[1]);
    }
    let mut fours = [0; 2];
    for (four, pair) in fours.iter_mut().zip(twos.as_chunks::<2>().0) {
        (planes[1], *four) = full(planes[1], pair[0], pair[1]);
    }
    let (sum, mut carry) = full(planes[2], fours[0], fours[1]);
    planes[2] = sum;
    for plane in &mut planes[3..] {
        if carry == 0 {
            break;
        }
        (*plane, carry) = (*plane ^ carry, *plane & carry);
    }
}

/// The units of a mask.
pub(super) fn ones(mask: u64) -> u64 {
    u64::from(mask.count_ones())
}

/// The bits of a mask, increasing.
pub(super) fn visit_mask(mut mask: u64, mut f: impl FnMut(u32)) {
    while mask != 0 {
        f(mask.trailing_zeros());
        mask &= mask - 1;
    }
}
