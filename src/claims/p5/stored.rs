//! Broadcasts with one port in so few steps as no schedule undercuts, found by a search for a satisfying
//! assignment.

use crate::tree::Rule;

/// The certificate of c packets on the n-cube.
macro_rules! kept {
    ($name:literal) => {
        include_bytes!(concat!("../../../models/claims/stored/broadcast-", $name, ".json"))
    };
}

/// With one send and one receive: n, c, document.
const ONE: [(u64, u64, &[u8]); 18] = [
    (2, 5, kept!("one-2-5")),
    (2, 6, kept!("one-2-6")),
    (2, 7, kept!("one-2-7")),
    (2, 8, kept!("one-2-8")),
    (3, 3, kept!("one-3-3")),
    (3, 4, kept!("one-3-4")),
    (3, 5, kept!("one-3-5")),
    (3, 6, kept!("one-3-6")),
    (3, 7, kept!("one-3-7")),
    (3, 8, kept!("one-3-8")),
    (4, 2, kept!("one-4-2")),
    (4, 3, kept!("one-4-3")),
    (4, 4, kept!("one-4-4")),
    (4, 5, kept!("one-4-5")),
    (4, 6, kept!("one-4-6")),
    (4, 7, kept!("one-4-7")),
    (4, 8, kept!("one-4-8")),
    (5, 5, kept!("one-5-5")),
];

/// With one send or one receive: n, c, document.
const HALF_DUPLEX: [(u64, u64, &[u8]); 10] = [
    (3, 5, kept!("half-3-5")),
    (3, 6, kept!("half-3-6")),
    (3, 7, kept!("half-3-7")),
    (3, 8, kept!("half-3-8")),
    (4, 3, kept!("half-4-3")),
    (4, 4, kept!("half-4-4")),
    (4, 5, kept!("half-4-5")),
    (4, 6, kept!("half-4-6")),
    (4, 7, kept!("half-4-7")),
    (4, 8, kept!("half-4-8")),
];

/// The schedule of so many packets, where the methods for broadcasts miss the bound.
pub(super) fn stored(n: u64, packets: u64, rule: Rule) -> Option<&'static [u8]> {
    let list: &[(u64, u64, &[u8])] = match rule {
        Rule::One => &ONE,
        Rule::HalfDuplex => &HALF_DUPLEX,
        Rule::All => &[],
    };
    list.iter().find(|kept| (kept.0, kept.1) == (n, packets)).map(|kept| kept.2)
}
