//! Writes the digits of integers, up to seven at a time.

/// Bytes that are stored at a time; those behind the last digit are overwritten by the next store.
const WORD_BYTES: usize = 8;

/// '0' in every byte.
const ZEROS: u64 = 0x3030_3030_3030_3030;
/// The least number of eight digits.
const MIN_OF_EIGHT_DIGITS: u64 = 10_000_000;

/// Appends an integer and a byte behind it.
#[inline]
pub(super) fn put_number(value: u64, behind: u8, text: &mut Vec<u8>) {
    if value >= MIN_OF_EIGHT_DIGITS {
        put_long(value, text);
        text.push(behind);
        return;
    }
    let (word, bytes) = digits(value);
    put_word(word, bytes, behind, text);
}

/// Returns the digits of a number below 10⁷, the first in the lowest byte, and their number.
#[inline]
fn digits(value: u64) -> (u64, u32) {
    let digits = eight_digits(value);
    // Leading zeros are dropped, of which there is at least one; the last digit stays even if it is 0.
    let zeros = (digits.trailing_zeros() / 8).min(7);
    ((digits | ZEROS) >> (8 * zeros), 8 - zeros)
}

/// Bytes reserved at the end of a text for pieces whose total length has a known limit. Many small pieces are
/// written faster this way than by appending each.
pub(super) struct ReservedText<'a> {
    bytes: &'a mut [u8],
    /// Number of reserved bytes that are text.
    used: usize,
    /// Length of the text before the reserved bytes.
    before: usize,
}

impl<'a> ReservedText<'a> {
    /// Reserves `most` bytes behind a text.
    pub(super) fn after(text: &'a mut Vec<u8>, most: usize) -> Self {
        let before = text.len();
        text.resize(before + most + WORD_BYTES, 0);
        Self { bytes: &mut text[before..], used: 0, before }
    }

    /// Returns the length to which the text must be truncated.
    pub(super) fn end(self) -> usize {
        self.before + self.used
    }

    #[inline]
    pub(super) fn put_byte(&mut self, byte: u8) {
        self.put_bytes([byte]);
    }

    #[inline]
    pub(super) fn put_bytes<const N: usize>(&mut self, bytes: [u8; N]) {
        *self.next() = bytes;
        self.used += N;
    }

    #[inline]
    pub(super) fn put_number(&mut self, value: u32) {
        let (word, bytes) = match u64::from(value) {
            value @ 0..100 => two_digits(value),
            value @ 100..MIN_OF_EIGHT_DIGITS => digits(value),
            value => return self.put_long(value),
        };
        *self.next() = word.to_le_bytes();
        self.used += usize::try_from(bytes).expect("a few bytes");
    }

    #[cold]
    fn put_long(&mut self, value: u64) {
        for digit in value.to_string().bytes() {
            self.put_byte(digit);
        }
    }

    #[inline]
    fn next<const N: usize>(&mut self) -> &mut [u8; N] {
        self.bytes[self.used..].first_chunk_mut().expect("no more is written than there was to be room for")
    }
}

/// Returns the digits of a number below 100 as [`digits`] does, but faster.
#[inline]
fn two_digits(value: u64) -> (u64, u32) {
    let tens = (value * 103) >> 10;
    let word = (tens | ((value - 10 * tens) << 8)) | ZEROS;
    if tens == 0 { (word >> 8, 1) } else { (word, 2) }
}

/// Appends an integer of eight digits or more.
#[cold]
fn put_long(value: u64, text: &mut Vec<u8>) {
    text.extend_from_slice(value.to_string().as_bytes());
}

/// Appends the lowest `bytes` bytes of a word, at most seven, and the byte `behind`.
#[inline]
fn put_word(word: u64, bytes: u32, behind: u8, text: &mut Vec<u8>) {
    let word = (word & !(0xFF << (8 * bytes))) | (u64::from(behind) << (8 * bytes));
    let start = text.len();
    text.extend_from_slice(&word.to_le_bytes());
    text.truncate(start + usize::try_from(bytes).map_or(8, |bytes| bytes + 1));
}

/// Returns the eight digits of a number below 10⁸, the first in the lowest byte.
#[inline]
fn eight_digits(value: u64) -> u64 {
    // First the halves stand side by side, then the quarters, then the digits. In this range · 10486 / 2²⁰
    // divides by 100, and · 103 / 2¹⁰ divides by 10.
    let halves = (value / 10_000) | ((value % 10_000) << 32);
    let hundreds = (halves.wrapping_mul(10_486) >> 20) & 0x0000_007F_0000_007F;
    let quarters = hundreds | (halves.wrapping_sub(hundreds.wrapping_mul(100)) << 16);
    let tens = (quarters.wrapping_mul(103) >> 10) & 0x000F_000F_000F_000F;
    tens | (quarters.wrapping_sub(tens.wrapping_mul(10)) << 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn put(value: u64) -> String {
        let mut text = b"before ".to_vec();
        put_number(value, b']', &mut text);
        String::from_utf8(text).expect("digits")
    }

    #[test]
    fn put_number_writes_the_decimal_digits_of_small_numbers() {
        for value in (0..20_000).chain(9_990_000..10_010_000).chain([u64::MAX, 1 << 32]) {
            assert_eq!(put(value), format!("before {value}]"));
        }
    }

    #[test]
    fn reserved_text_takes_the_decimal_digits_of_numbers() {
        for value in (0..20_000).chain(9_990_000..10_010_000).chain([u32::MAX]) {
            let mut text = b"before ".to_vec();
            let mut reserved = ReservedText::after(&mut text, 12);
            reserved.put_number(value);
            reserved.put_bytes(*b"],");
            let end = reserved.end();
            assert_eq!(text[..end], *format!("before {value}],").as_bytes());
        }
    }

    proptest! {
        #[test]
        fn put_number_writes_the_decimal_digits_of_any_number(value in prop_oneof![0..100_000_000_u64, any::<u64>()]) {
            prop_assert_eq!(put(value), format!("before {value}]"));
        }
    }
}
