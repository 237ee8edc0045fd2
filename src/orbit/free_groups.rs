//! The groups that are tried on networks that are not symmetric.

use super::automorphisms::semiregular_groups;
use crate::model::{Network, Node, Subgroup};
use crate::wire;

/// Returns nontrivial groups of automorphisms that act freely, by increasing number of classes of nodes. They
/// are: of a lift the translations of its group, and of its subgroups that are products of subgroups of its
/// parts; of an incomplete hypercube all translations; of a graph or mesh those that `semiregular_groups`
/// finds.
///
/// # Complexity
/// O(n) for each group of a lift, of which there are as many as choices of a divisor of each part.
#[must_use]
pub fn free_groups(network: &Network) -> Vec<Subgroup> {
    let mut groups = match network.kind() {
        wire::Network::Lift(lift) => of_lift(network, lift),
        wire::Network::IncompleteHypercube { nodes } => {
            let bits = (0..nodes.trailing_zeros()).map(|bit| Node(1 << bit));
            Subgroup::new(network, bits.collect()).into_iter().collect()
        }
        _ => semiregular_groups(network),
    };
    groups.retain(|group| group.order() > 1);
    groups.sort_by_key(Subgroup::classes);
    groups
}

/// Most subgroups of a lift that are tried.
const MAX_LIFT_SUBGROUPS: usize = 16;

fn of_lift(network: &Network, lift: &wire::Lift) -> Vec<Subgroup> {
    let Some(whole) = Subgroup::of_lift(network) else { return Vec::new() };
    let units: Vec<u64> = whole.generators().iter().map(|unit| unit.0).collect();
    let mut choices = vec![(1, Vec::new())];
    for &radix in &lift.group {
        let divisors = || (1..=radix).filter(|divisor| radix.is_multiple_of(*divisor));
        let more = |(index, steps): &(u64, Vec<u64>)| -> Vec<(u64, Vec<u64>)> {
            let one = |divisor| (index * divisor, steps.iter().copied().chain([divisor]).collect());
            divisors().map(one).collect()
        };
        choices = choices.iter().flat_map(more).collect();
        choices.sort_unstable();
        choices.truncate(MAX_LIFT_SUBGROUPS);
    }
    let group = |(_, steps): &(u64, Vec<u64>)| {
        let generators = steps.iter().zip(&lift.group).zip(&units);
        let generators = generators.filter(|((step, radix), _)| step < radix);
        Subgroup::new(network, generators.map(|((step, _), unit)| Node(step * unit)).collect())
    };
    choices.iter().filter_map(group).collect()
}
