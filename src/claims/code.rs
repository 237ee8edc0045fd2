//! The table entry of a claim that is judged by functions of this program.

use super::{ClaimError, Docket};

/// A function that puts a row into the docket for every instance of the range, by increasing size.
pub(super) type Judge = fn(&mut Docket) -> Result<(), ClaimError>;

/// The functions that judge a claim, in the order of its parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Code {
    /// The claim.
    pub(super) id: &'static str,
    /// The file of the functions.
    pub(super) file: &'static str,
    /// A function for each part that has no rows.
    pub(super) parts: &'static [Judge],
}
