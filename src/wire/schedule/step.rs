//! Moves as two or three integers.

/// Two or three integers of 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Two.
    Two(u32, u32),
    /// Three.
    Three(u32, u32, u32),
}

/// What two or three integers may be.
pub trait Step: Sized {
    /// A move of these numbers, if it has so many.
    fn of(numbers: Numbers) -> Option<Self>;
}
