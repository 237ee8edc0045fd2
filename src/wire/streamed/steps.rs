//! Reads moves, packets and other short lists of integers from a stream.

use super::numbers::{Digits, digits};
use super::window::Window;
use crate::schedule::Ends;
use crate::schedule::step::Numbers;
use std::io::Read;

/// Bytes that hold a list of three integers of seven digits with brackets and commas, and eight bytes more.
const SHORT_LIST_BYTES: usize = 40;
/// Bytes in which many short lists are read at a time.
const LOOKAHEAD_BYTES: usize = 1 << 10;

impl<R: Read> Window<R> {
    /// Reads an integer of 32 bits in plain digits, and the space before it.
    pub(super) fn number(&mut self) -> Option<u32> {
        self.pass_space();
        if let Some(Digits { value, length }) = self.ahead(8)?.first_chunk().copied().and_then(digits) {
            self.pass(length);
            return Some(value);
        }
        let mut value = self.next().and_then(digit)?;
        while let Some(next) = self.peek().and_then(digit) {
            if value == 0 {
                return None;
            }
            value = value.checked_mul(10)?.checked_add(next)?;
            self.pass(1);
        }
        Some(value)
    }

    /// Reads a list of one or two integers, and the space before it.
    pub(super) fn ends(&mut self) -> Option<Ends> {
        self.expect_token(b'[')?;
        let first = self.number()?;
        match self.next_token()? {
            b']' => Some(Ends::of_indices(first, None)),
            b',' => {
                let second = self.number()?;
                self.expect_token(b']')?;
                Some(Ends::of_indices(first, Some(second)))
            }
            _ => None,
        }
    }

    /// Takes lists of two or three small integers without space between them, and returns whether it met the
    /// bracket that ends the slot. If not, the next list has another form, or the window does not hold all of
    /// it.
    #[inline]
    pub(super) fn take_short_lists(&mut self, take: &mut impl FnMut(Numbers) -> Option<()>) -> Option<bool> {
        let bytes = self.ahead(LOOKAHEAD_BYTES)?;
        let (mut at, mut is_end) = (0, false);
        while let Some(list) = bytes.get(at..).and_then(<[u8]>::first_chunk)
            && let Some((numbers, length)) = parse_short_list(list)
            && let Some(b',' | b']') = list.get(length)
        {
            take(numbers)?;
            is_end = list.get(length) == Some(&b']');
            at += length + 1;
            if is_end {
                break;
            }
        }
        self.pass(at);
        Some(is_end)
    }

    /// Reads a list of two or three integers, and the space before it.
    pub(super) fn numbers(&mut self) -> Option<Numbers> {
        self.expect_token(b'[')?;
        let first = self.number()?;
        self.expect_token(b',')?;
        let second = self.number()?;
        match self.next_token()? {
            b']' => Some(Numbers::Two(first, second)),
            b',' => {
                let third = self.number()?;
                self.expect_token(b']')?;
                Some(Numbers::Three(first, second, third))
            }
            _ => None,
        }
    }
}

fn digit(byte: u8) -> Option<u32> {
    char::from(byte).to_digit(10)
}

/// Parses a list of two or three integers of at most seven digits without space, and returns its length too.
#[inline]
fn parse_short_list(bytes: &[u8; SHORT_LIST_BYTES]) -> Option<(Numbers, usize)> {
    let number = |at: usize| digits(*bytes.get(at..)?.first_chunk()?);
    if bytes[0] != b'[' {
        return None;
    }
    let first = number(1)?;
    let comma = 1 + first.length;
    let second = number(comma + 1)?;
    let end = comma + 1 + second.length;
    match (bytes.get(comma)?, bytes.get(end)?) {
        (b',', b']') => Some((Numbers::Two(first.value, second.value), end + 1)),
        (b',', b',') => {
            let third = number(end + 1)?;
            let last = end + 1 + third.length;
            let numbers = Numbers::Three(first.value, second.value, third.value);
            (*bytes.get(last)? == b']').then_some((numbers, last + 1))
        }
        _ => None,
    }
}
