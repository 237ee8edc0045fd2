//! Link weights, and the weight that must move against the weight that can move.

use crate::network::routes::largest;
use crate::network::topology::Network;
use crate::refusal::rejection::Rejection;
use crate::task::isotropic::Isotropic;

/// Refuses a list that does not give every link a weight.
pub(crate) fn require_weights(
    network: &Network,
    weights: &[u64],
    place: impl Fn() -> String,
) -> Result<(), Rejection> {
    let (found, expected) = (weights.len(), network.links());
    if found == expected {
        return Ok(());
    }
    Err(Rejection::WeightCount { place: place(), found, expected })
}

/// The weight that must move, and the weight that can move.
#[derive(Debug)]
pub(crate) struct Scale {
    claim: usize,
    /// Σ n · d, and the terms that a leaf adds.
    pub(crate) sum: i128,
    /// L · W(w).
    pub(crate) capacity: i128,
}

impl Scale {
    /// Starts with an empty sum against the capacity of `slots` slots.
    pub(crate) fn new(
        task: &Isotropic,
        claim: usize,
        weights: &[u64],
        slots: u64,
    ) -> Result<Self, Rejection> {
        let capacity = largest(weights, task.ports)
            .checked_mul(u128::from(slots))
            .and_then(|capacity| i128::try_from(capacity).ok())
            .ok_or_else(|| Rejection::Overflow { place: format!("claims[{claim}].lower") })?;
        Ok(Self { claim, sum: 0, capacity })
    }

    /// Adds packets of one weight.
    pub(crate) fn add(&mut self, packets: u64, weight: i128) -> Result<(), Rejection> {
        let product = weight.checked_mul(i128::from(packets));
        self.sum = product
            .and_then(|product| self.sum.checked_add(product))
            .ok_or_else(|| Rejection::Overflow { place: format!("claims[{}].lower", self.claim) })?;
        Ok(())
    }
}
