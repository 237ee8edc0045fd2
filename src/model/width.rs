//! Conversions between integers of different widths.

/// Converts a 32-bit index to an index of a slice.
///
/// # Panics
/// Never on the machines that Rust's standard library supports with 32 bits or more.
pub(crate) fn wide(index: u32) -> usize {
    usize::try_from(index).expect("u32 fits usize on machines of 32 bits and more")
}

/// Converts the length of a slice to a 64-bit number.
///
/// # Panics
/// Never: no machine has a longer address than 64 bits.
pub(crate) fn count_of(count: usize) -> u64 {
    u64::try_from(count).expect("usize fits u64")
}
