//! Masks, a bit for each entry: their bits as bytes, and one by one.

/// Writes the places of the bits of a mask of `BYTES` bytes, increasing, followed by arbitrary values;
/// returns how many bits there are.
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

/// The decoded bits of a byte of a mask.
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

/// Calls `f` with the bits of a mask, increasing.
pub(super) fn visit_mask(mut mask: u64, mut f: impl FnMut(u32)) {
    while mask != 0 {
        f(mask.trailing_zeros());
        mask &= mask - 1;
    }
}
