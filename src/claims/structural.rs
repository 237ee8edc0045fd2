//! The claims that are judged by functions of this program, since no formula can express them, such as
//! searches over all algorithms.

use super::code::{Code, Judge};
use super::{own, p1, p2, p3, p4, p5};

fn all() -> impl Iterator<Item = &'static Code> {
    [p1::LISTS, p2::LISTS, p3::LISTS, p4::LISTS, p5::LISTS, own::LISTS]
        .into_iter()
        .flatten()
        .copied()
        .flatten()
}

/// Returns the functions that judge a claim.
pub(super) fn judges(id: &str) -> &'static [Judge] {
    all().find(|code| code.id == id).map_or(&[], |code| code.parts)
}

/// Returns the file of the functions that judge a claim.
pub(super) fn file(id: &str) -> &'static str {
    all().find(|code| code.id == id).map_or("", |code| code.file)
}
