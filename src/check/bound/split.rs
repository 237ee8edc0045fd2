//! The split bound: the packets of every dimension alone are divided between its two directions.

use crate::bound::kind::{Asked, Bound};
use crate::network::offsets::census::Census;
use crate::network::rings::Dimension;
use crate::network::topology::Topology;
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Form;
use crate::task::isotropic::Isotropic;
use crate::task::problem::Problem;
use isotask_wire::{Per, Quantity, Scope};
use std::collections::BTreeMap;

/// Most coordinates of one dimension that are held in memory.
const COORDINATE_LIMIT: usize = 1 << 20;

/// Steps of a coordinate in the binary search: five looks in each of 63 rounds.
const STEPS_OF_A_BINARY_SEARCH: u64 = 4 * 5 * 63;

/// The packets of one dimension, by increasing coordinate.
struct Ways {
    radix: u64,
    /// Pairs of a coordinate above 0 and its number of packets.
    runs: Vec<(u64, u64)>,
}

/// The number of packets with each coordinate. The walk keeps most coordinates for a while, so the map is
/// updated only when one changes.
#[derive(Default)]
struct Histogram {
    current: (u64, u64),
    counts: BTreeMap<u64, u64>,
}

impl Histogram {
    fn add(&mut self, x: u64, count: u64) {
        if self.current.0 != x {
            self.flush();
            self.current = (x, 0);
        }
        // The size of the task keeps every number of packets below 2⁶³.
        self.current.1 += count;
    }

    fn flush(&mut self) {
        if self.current.0 != 0 {
            *self.counts.entry(self.current.0).or_insert(0) += self.current.1;
        }
    }
}

/// The witness, which is the value alone.
pub(crate) struct Split;

impl Bound for Split {
    fn binds(&self, problem: &Problem, form: Form) -> (Quantity, Option<Scope>) {
        (Quantity::CompletionTime, of_rings(problem, form))
    }

    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let Problem::Isotropic(task) = asked.problem else {
            return Err(asked.not_for_task());
        };
        least_time(task.on_torus()?.as_ref().unwrap_or(task), asked.claim).map(u128::from)
    }
}

/// Returns the widest scope of bounds over directions, which need rings with two ways round and schedules
/// that are the same at every node.
pub(super) fn of_rings(problem: &Problem, form: Form) -> Option<Scope> {
    let rings = match &problem.network().topology {
        Topology::Rings(_) => true,
        Topology::Group(cayley) => cayley.radices().is_some(),
        Topology::Incomplete(_) | Topology::Graph(_) => false,
    };
    let symmetric = matches!(problem, Problem::Isotropic(_)) && form.per() == Per::Node;
    (symmetric && rings).then_some(Scope::Isotropic)
}

/// Returns the least T ≥ 0 that satisfies (a), (b) and (c) of models/formats/certificate.md.
///
/// All three hold for every T above one for which they hold, so T is found by binary search.
///
/// # Complexity
/// Time O(offsets · dimensions + 63 · coordinates), space O(coordinates), those being the distinct
/// coordinates summed over the dimensions.
fn least_time(task: &Isotropic, claim: usize) -> Result<u64, Rejection> {
    let ways = match task.census() {
        Some(census) => counted(task, census, claim)?,
        None => collected(task, claim)?,
    };
    let runs = ways.iter().map(|ways| wide(ways.runs.len())).sum();
    task.network.effort.spend_times(runs, STEPS_OF_A_BINARY_SEARCH)?;
    // With all packets + along their longest routes, every sum is at most `longest`.
    let (mut low, mut high) =
        (task.farthest, u64::try_from(task.longest).unwrap_or(u64::MAX).max(task.farthest));
    while low < high {
        let middle = low + (high - low) / 2;
        if possible(&ways, middle, task.ports) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(low)
}

/// Counts the packets with each coordinate by the census.
fn counted(task: &Isotropic, census: &Census, claim: usize) -> Result<Vec<Ways>, Rejection> {
    let mut all = Vec::new();
    for (i, d) in task.network.dimensions().iter().enumerate() {
        Census::spend_coordinates(&task.network, i)?;
        let mut runs = Vec::new();
        for (x, packets) in census.coordinates(&task.network, i) {
            // The size of the task keeps every number of packets below 2⁶³.
            runs.push((x, u64::try_from(packets).map_err(|_| Rejection::TaskTooLarge)?));
            require_values(runs.len(), claim)?;
        }
        all.push(Ways { radix: d.radix, runs });
    }
    Ok(all)
}

/// Counts the packets with each coordinate by going through all offsets.
fn collected(task: &Isotropic, claim: usize) -> Result<Vec<Ways>, Rejection> {
    let dimensions = task.network.dimensions();
    let mut histograms: Vec<Histogram> = dimensions.iter().map(|_| Histogram::default()).collect();
    task.visit(|offset| {
        for (histogram, &x) in histograms.iter_mut().zip(offset.coordinates) {
            histogram.add(x, offset.count);
            require_values(histogram.counts.len(), claim)?;
        }
        Ok(())
    })?;
    let of = |(d, mut histogram): (&Dimension, Histogram)| {
        histogram.flush();
        require_values(histogram.counts.len(), claim)?;
        Ok(Ways { radix: d.radix, runs: histogram.counts.into_iter().collect() })
    };
    dimensions.iter().zip(histograms).map(of).collect()
}

fn require_values(values: usize, claim: usize) -> Result<(), Rejection> {
    if values > COORDINATE_LIMIT {
        return Err(Rejection::TooManyValues { claim, limit: wide(COORDINATE_LIMIT) });
    }
    Ok(())
}

/// Returns whether conditions (b) and (c) hold for T.
fn possible(ways: &[Ways], time: u64, ports: u64) -> bool {
    let hops: Option<Vec<u128>> = ways.iter().map(|ways| ways.least_hops(time)).collect();
    // Each sum is at most twice the time, there are at most 62, and k ≤ 124.
    hops.is_some_and(|hops| hops.iter().sum::<u128>() <= u128::from(ports) * u128::from(time))
}

impl Ways {
    /// Returns the least total hops of a division with both sums at most `time`; none if there is none.
    fn least_hops(&self, time: u64) -> Option<u128> {
        if self.radix == 2 {
            let hops = self.plus_hops(u64::MAX);
            return (hops <= u128::from(time)).then_some(hops);
        }
        let packets: u64 = self.runs.iter().map(|&(_, n)| n).sum();
        // At most this many packets, those with the smallest coordinates, go +.
        let most_plus = fill(self.runs.iter().copied(), time);
        let down = self.runs.iter().rev().map(|&(x, n)| (self.radix - x, n));
        let least_plus = packets - fill(down, time);
        if least_plus > most_plus {
            return None;
        }
        // Sending one more packet + changes the total by 2x − p: it falls while x < p/2.
        let shortest: u64 = self.runs.iter().filter(|&&(x, _)| x < self.radix - x).map(|&(_, n)| n).sum();
        let plus = shortest.clamp(least_plus, most_plus);
        Some(self.plus_hops(plus) + self.minus_hops(packets - plus))
    }

    /// Returns the hops of the `packets` packets with the smallest coordinates, all going +.
    fn plus_hops(&self, packets: u64) -> u128 {
        sum(self.runs.iter().copied(), packets)
    }

    /// Returns the hops of the `packets` packets with the largest coordinates, all going −.
    fn minus_hops(&self, packets: u64) -> u128 {
        sum(self.runs.iter().rev().map(|&(x, n)| (self.radix - x, n)), packets)
    }
}

/// Returns how many packets, taken in this order, fit into `time` hops together.
fn fill(runs: impl Iterator<Item = (u64, u64)>, time: u64) -> u64 {
    let (mut rest, mut packets) = (time, 0);
    for (hops, n) in runs {
        let fit = n.min(rest / hops);
        packets += fit;
        rest -= fit * hops;
        if fit < n {
            break;
        }
    }
    packets
}

/// Returns the hops of the first `packets` packets in this order.
fn sum(runs: impl Iterator<Item = (u64, u64)>, packets: u64) -> u128 {
    let (mut rest, mut total) = (packets, 0);
    for (hops, n) in runs {
        let taken = n.min(rest);
        // The size of the task keeps the total below 2⁶⁸.
        total += u128::from(hops) * u128::from(taken);
        rest -= taken;
    }
    total
}
