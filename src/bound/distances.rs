//! Every packet that is carried makes as many moves as it is far.

use crate::wire::Lower;

/// The sum of the distances.
pub(super) fn distances(value: u128) -> Lower {
    Lower::Distances { value }
}
