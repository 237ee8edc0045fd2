//! Reads integers in plain digits from eight bytes at a time.

/// '0' in every byte.
const ZEROS: u64 = 0x3030_3030_3030_3030;
/// Added to a byte of seven bits, it sets the highest bit of a byte above 9.
const ABOVE_NINE: u64 = 0x7676_7676_7676_7676;
/// The lower seven bits of every byte.
const LOW_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// An integer and the number of its digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Digits {
    pub(super) value: u32,
    pub(super) length: usize,
}

/// Returns the integer of at most seven digits with which eight bytes begin; none if they begin with no
/// digit, with a needless zero, or with eight digits.
#[inline]
pub(super) fn digits(bytes: [u8; 8]) -> Option<Digits> {
    let word = u64::from_le_bytes(bytes) ^ ZEROS;
    // The highest bit is set in each byte that is no digit; the sum of seven bits and 0x76 has no carry.
    let others = (((word & LOW_BITS) + ABOVE_NINE) | word) & !LOW_BITS;
    let bits = others.trailing_zeros() & !7;
    if bits == 0 || bits == 64 || (bits > 8 && bytes[0] == b'0') {
        return None;
    }
    // The digits move to the upper end, behind zeros; then pairs, fours and all eight become numbers.
    let word = word << (64 - bits);
    let pairs = (word.wrapping_mul(10) + (word >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    let all = (fours.wrapping_mul(10_000) + (fours >> 32)) & 0xFFFF_FFFF;
    Some(Digits { value: u32::try_from(all).ok()?, length: usize::try_from(bits / 8).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bytes_that_begin_with_no_plain_integer_give_none() {
        for text in
            [b",1234567", b"01234567", b"12345678", b"00,,,,,,", b"-1,,,,,,", b"        ", b"\xB11,,,,,,"]
        {
            assert_eq!(digits(*text), None, "{text:?}");
        }
        assert_eq!(digits(*b"0]999999"), Some(Digits { value: 0, length: 1 }));
        assert_eq!(digits(*b"9999999]"), Some(Digits { value: 9_999_999, length: 7 }));
    }

    proptest! {
        #[test]
        fn an_integer_is_read_up_to_the_first_byte_that_is_no_digit(value in 0_u32..10_000_000, next in any::<u8>(), rest in any::<[u8; 7]>()) {
            prop_assume!(!next.is_ascii_digit());
            let mut text = value.to_string().into_bytes();
            let length = text.len();
            text.push(next);
            text.extend(rest);
            let eight: [u8; 8] = text[..8].try_into().unwrap();
            prop_assert_eq!(digits(eight), Some(Digits { value, length }));
        }
    }
}
