//! From a task matrix to permutation matrices, each of which is one time slot.
//!
//! A matrix of critical sum h and total σ is a sum of max(h, ⌈σ/k⌉) partial permutation matrices of at most k
//! entries, and of no fewer (König; P1 Theorems 4 and 7). [`quotient`] finds them at the speed of reading the
//! matrix when its columns are few, [`euler_split`] by halving when they are many, and [`decompose`] by
//! whichever of the two suits. [`birkhoff`] gives a sum with multiplicities and all that a person would draw,
//! [`hall`] follows P1's own construction, `fewest_terms` and `cheapest_cover` look for few terms.
//! [`non_wasting`] never leaves a link idle and may need more slots.

mod birkhoff;
mod by_slot;
mod choice;
mod color;
mod configurations;
mod euler;
mod fill;
mod hall;
mod matchings;
mod non_wasting;
mod peel;
mod perfect;
mod quotient;
mod regular;

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
    configurations::{Configurations, cheapest_cover, fewest_terms},
    hall::{HallError, MOST_HALL_CELLS, hall_counted},
    matchings::{Matchings, matchings},
    peel::{Term, peel},
    perfect::{PaddingError, pad_to_perfect},
};
