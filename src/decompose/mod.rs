//! Decomposes a task matrix into partial permutation matrices. Each is used for one slot or, if it has a
//! multiplicity, for several. Let h be the greatest row or column sum, σ the total, and k the number of
//! ports. The matrix is a sum of max(h, ⌈σ/k⌉) such matrices of at most k entries, and of no fewer (König; P1
//! Theorems 4 and 7). [`quotient`] is linear in the entries and suits few columns, [`euler_split`] halves and
//! suits many; [`decompose`] chooses. [`birkhoff`] also returns multiplicities, padding and critical lines.
//! [`hall`] is the construction of P1. `fewest_terms` and `cheapest_cover` look for few terms, and
//! `matchings` is for nodes with one half-duplex port. [`non_wasting`] is greedy: a link idles only if every
//! packet that waits for it moves over another link in that slot. It may need more slots than the others.

mod birkhoff;
mod by_slot;
mod choice;
mod color;
mod combined;
mod configurations;
mod euler;
mod fill;
mod hall;
mod matchings;
mod messages;
mod non_wasting;
mod peel;
mod perfect;
mod quotient;
mod regular;
mod uninterrupted;

pub use birkhoff::{Birkhoff, BirkhoffWay, birkhoff};
pub(crate) use by_slot::by_slot;
pub use choice::decompose;
pub use euler::euler_split;
pub use hall::hall;
pub use non_wasting::non_wasting;
pub use quotient::quotient;

// Parts of these methods.
#[doc(hidden)]
pub use self::{
    birkhoff::{BirkhoffError, FirstMatching, first_matching, tightest_rows},
    choice::Decomposition,
    color::{color, color_into},
    combined::{Combined, CombinedRound, combined},
    configurations::{Configurations, cheapest_cover, fewest_terms},
    hall::{HallError, MAX_HALL_CELLS, hall_with_progress},
    matchings::{Matchings, matchings},
    messages::{messages_of_all_ports, messages_of_one_port},
    non_wasting::{NonWastingRange, non_wasting_range},
    peel::{Term, peel},
    perfect::{PaddingError, pad_to_perfect},
    uninterrupted::{Uninterrupted, uninterrupted},
};
