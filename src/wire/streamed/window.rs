//! Holds the part of a source that was read and is not yet passed.

use std::io::Read;

/// Most bytes of a source that are held at a time.
const WINDOW_BYTES: usize = 1 << 18;

/// The bytes of a source that were read and are not yet passed.
#[derive(Debug)]
pub(super) struct Window<R> {
    source: R,
    held: Vec<u8>,
    /// The bytes that are held and not yet passed are `held[at..end]`.
    at: usize,
    end: usize,
    is_over: bool,
}

impl<R: Read> Window<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, held: vec![0; WINDOW_BYTES], at: 0, end: 0, is_over: false }
    }

    /// Returns the next bytes: at least `wanted`, which is at most [`WINDOW_BYTES`], or all that are left;
    /// none if the source fails.
    #[inline]
    pub(super) fn ahead(&mut self, wanted: usize) -> Option<&[u8]> {
        if self.end - self.at < wanted && !self.is_over {
            self.fill(wanted)?;
        }
        self.held.get(self.at..self.end)
    }

    fn fill(&mut self, wanted: usize) -> Option<()> {
        self.held.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
        while self.end < wanted && !self.is_over {
            let more = self.source.read(self.held.get_mut(self.end..)?).ok()?;
            self.is_over = more == 0;
            self.end += more;
        }
        Some(())
    }

    /// Passes bytes that are ahead.
    #[inline]
    pub(super) fn pass(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.end);
    }

    /// Returns the next byte; none at the end.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.ahead(1)?.first().copied()
    }

    /// Passes and returns the next byte.
    #[inline]
    pub(super) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.pass(1);
        Some(byte)
    }

    /// Passes the space that JSON allows between tokens.
    #[inline]
    pub(super) fn pass_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.pass(1);
        }
    }

    /// Passes space, and returns the next byte behind it.
    #[inline]
    pub(super) fn peek_token(&mut self) -> Option<u8> {
        self.pass_space();
        self.peek()
    }

    /// Passes space and the next byte behind it, and returns that byte.
    #[inline]
    pub(super) fn next_token(&mut self) -> Option<u8> {
        self.pass_space();
        self.next()
    }

    /// Passes space and the next byte behind it; none if that byte is not `wanted`.
    pub(super) fn expect_token(&mut self, wanted: u8) -> Option<()> {
        (self.next_token()? == wanted).then_some(())
    }

    /// Reads items with commas between them, of which the first was read before, up to the closing bracket,
    /// which is not passed.
    pub(super) fn list<T>(&mut self, first: T, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut list = vec![first];
        while self.peek_token()? == b',' {
            self.pass(1);
            list.push(item(self)?);
        }
        Some(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives few bytes at a time.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let some = self.0.len().min(3).min(buffer.len());
            let (now, later) = self.0.split_at(some);
            buffer[..some].copy_from_slice(now);
            self.0 = later;
            Ok(some)
        }
    }

    #[test]
    fn a_source_that_gives_few_bytes_at_a_time_is_read_to_its_end() {
        let mut window = Window::new(Drops(b"0123456789"));
        assert_eq!(window.ahead(7).map(|bytes| bytes.starts_with(b"0123456")), Some(true));
        window.pass(5);
        assert_eq!((window.next(), window.ahead(100)), (Some(b'5'), Some(&b"6789"[..])));
        window.pass(100);
        assert_eq!((window.peek(), window.next(), window.ahead(1)), (None, None, Some(&b""[..])));
    }
}
