//! Moves as two or three integers.

/// Two or three integers of 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Two.
    Two(u32, u32),
    /// Three.
    Three(u32, u32, u32),
}

/// A move that may be written as two or three integers.
pub trait Step: Sized {
    /// Returns the move of these numbers, if it has as many.
    fn of(numbers: Numbers) -> Option<Self>;
}
