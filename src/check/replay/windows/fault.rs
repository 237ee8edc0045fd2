//! The faults of a plan of windows.

use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// The reason why a plan of windows is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error, IntoStaticStr, VariantNames)]
#[strum(prefix = "plan-", serialize_all = "kebab-case")]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of every variant says what its fields mean")]
pub enum PlanFault {
    #[error("a plan of {found} distances, expected {expected}")]
    Length { found: usize, expected: u64 },
    #[error("an offset at distance {found}, expected one at distance {expected}")]
    Distance { found: u64, expected: u64 },
    #[error("an orbit of {found} rows, expected {expected}")]
    Period { found: usize, expected: String },
    #[error("an orbit that stands elsewhere in this distance, expected each once")]
    #[strum(serialize = "orbit-twice")]
    Repeated,
    #[error("orbits of {found} rows together, expected {expected}, as many as links")]
    Bin { found: usize, expected: usize },
    #[error(
        "no such row: {found:?}, expected an index of `cut` or behind it `rest`, and a turn below its period"
    )]
    NoRow { found: (u32, u32) },
    #[error("a row that stands elsewhere in `first`, `last` or `blocks`, expected each once")]
    RowTwice,
    #[error("{found} rows in `first`, `last` and `blocks`, expected all {expected} of `cut` and `rest`")]
    RowsMissing { found: usize, expected: usize },
    #[error("{found} rows of which {sum} use a link, expected {expected} rows and on each link {distance}")]
    Block { found: usize, sum: u64, expected: usize, distance: u64 },
    #[error("{listed} orbits of {period} rows listed of {all}, expected a multiple of {group} that are not")]
    Unlisted { listed: u128, all: u128, period: u64, group: u64 },
    #[error("links that differ by {found} uses after this group, expected at most 1")]
    Uneven { found: u64 },
    #[error("{found} pairs of links, expected one for each of the {expected} rows of the group")]
    Ends { found: usize, expected: usize },
    #[error("link {found}, which the row uses {uses} times in all, expected one that it uses as often")]
    NotUsed { found: u32, uses: u64 },
    #[error("link {found} again, or in a slot in which it is not free or not needed")]
    LinkTaken { found: u32 },
    #[error("{found} links served in the slot {when} the group, expected {expected}")]
    LinksLeft { found: usize, expected: usize, when: &'static str },
    #[error("{found} uses of links left, expected {expected} as in every row of the group")]
    RowSum { found: u64, expected: u64 },
    #[error("{found} rows begin a group that nothing completes")]
    Held { found: usize },
}
