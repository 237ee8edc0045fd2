//! The automorphisms of a small graph: their group, and its subgroups that act freely.

mod closure;
mod colored;
mod group;
mod joined;
mod links;
mod partial;
mod refine;
mod regular;
mod sample;
#[cfg(test)]
mod tests;

pub use closure::{NotAFreeGroup, free_elements};
pub use colored::ColoredGraph;
pub use group::{AutomorphismGroup, automorphism_group};
pub use links::{LinkOrbit, link_orbits};
pub use partial::PartialPermutation;
pub use regular::{RegularSubgroup, regular_subgroup};

/// The steps that a search may still take: links and nodes that it visits.
#[derive(Debug)]
struct Budget(u64);

/// A budget ended before the search did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Spent;

impl Budget {
    fn spend(&mut self, steps: usize) -> Result<(), Spent> {
        let steps = u64::try_from(steps).expect("usize fits u64");
        let left = self.0.checked_sub(steps);
        self.0 = left.unwrap_or(0);
        left.map(drop).ok_or(Spent)
    }
}
