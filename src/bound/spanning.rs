//! A packet that is copied or combined crosses as many links as a spanning tree has.

use crate::wire::Lower;

/// The links of the trees, in networks whose nodes are listed.
pub(super) fn spanning(value: u128) -> Lower {
    Lower::Spanning { value: u64::try_from(value).unwrap_or(u64::MAX) }
}
