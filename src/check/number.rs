//! Conversions of indices and lengths between integer widths.

/// Converts a length to 64 bits; lengths of lists in memory always fit.
pub(crate) fn wide(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// Converts a 64-bit index to an index into a list of this length, if it is one.
pub(crate) fn narrow(index: u64, length: usize) -> Option<usize> {
    usize::try_from(index).ok().filter(|&index| index < length)
}

/// Converts a 32-bit index to an index into a list; every such index fits.
pub(crate) fn place(index: u32) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}
