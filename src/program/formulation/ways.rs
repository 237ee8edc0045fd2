//! The routes that packets of a delay model may take, its size, and a sufficient number of slots.

use crate::model::{Dimension, IsotropicTask, Way, wide};
use crate::program::error::ProgramError;
use crate::program::size::{MAX_VARIABLES, Model, ModelSize};
use crate::route::Directions;
use crate::wire::Scope;

/// Most nodes that are searched for the packets of a task that gives them by distance.
pub const MAX_NODES: u64 = 1 << 22;
/// Most variables of a model with detours for any horizon, [`widest_model`].
pub const MAX_DETOUR_VARIABLES: u64 = 5_000;
/// The routes among which the delay is minimised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DelayWays<'a> {
    /// Packets take shortest paths; where both directions are equally long, the direction is free.
    TiesFree,
    /// The direction is free in every dimension. Detours for which no schedule within the horizon has
    /// capacity are left out, so the least delay is that of all symmetric schedules within the horizon.
    DetoursFree,
    /// Packets take these directions; bounds do not bind other directions.
    Fixed(&'a Directions),
}

/// Counts the size of a delay model without building it. It includes all detours for which the dimensions and
/// ports have capacity.
///
/// # Complexity
/// O(distinct coordinates).
#[must_use]
pub fn delay_size(task: &IsotropicTask, ways: DelayWays<'_>, horizon: u64) -> ModelSize {
    let capacity = DetourCapacity::new(task, horizon);
    let (mut lanes, mut needs, mut choices) = (0_u64, 0_u64, 0_u64);
    for (index, ring) in task.network().dimensions().iter().enumerate() {
        for counted in task.coordinate_counts(index) {
            let least = ring.distance(counted.x);
            let extra = if ring.is_single_link() { 0 } else { ring.radix() - 2 * least };
            let (both, moves) = match ways {
                _ if ring.is_single_link() => (0, least),
                DelayWays::Fixed(_) => (0, least + extra),
                DelayWays::DetoursFree if capacity.fits(0, index, extra) => (1, least + extra),
                _ => (u64::from(extra == 0), least),
            };
            lanes = lanes.saturating_add(counted.packets.saturating_mul(1 + both));
            choices = choices.saturating_add(counted.packets.saturating_mul(both));
            needs = needs.saturating_add(counted.packets.saturating_mul(moves));
        }
    }
    let columns = u64::from(task.network().links()) + 1;
    let each_slot = lanes.saturating_add(needs.saturating_mul(2)).saturating_add(columns);
    let uses = lanes.saturating_mul(horizon);
    let sums = uses.saturating_mul(horizon) / 2;
    let rest = lanes.saturating_add(needs).saturating_mul(4).saturating_mul(horizon);
    ModelSize {
        model: Model::Delay,
        slots: horizon,
        variables: needs
            .saturating_mul(horizon.saturating_add(1))
            .saturating_add(uses)
            .saturating_add(choices),
        rows: each_slot.saturating_mul(horizon),
        entries: sums.saturating_add(rest),
    }
}

/// The capacity that the shortest routes leave for a detour.
#[derive(Debug)]
pub(super) struct DetourCapacity {
    slots: u64,
    /// By dimension, the slots of both links less the hops of all shortest routes.
    dimensions: Vec<u64>,
    /// The slots of all ports less the hops of all shortest routes.
    ports: u64,
}

impl DetourCapacity {
    pub(super) fn new(task: &IsotropicTask, slots: u64) -> Self {
        let shortest = |(index, ring): (usize, &Dimension)| -> u64 {
            task.coordinate_counts(index).iter().map(|c| c.packets * ring.distance(c.x)).sum()
        };
        let rings = task.network().dimensions().iter().enumerate();
        Self {
            slots,
            dimensions: rings.map(|ring| slots.saturating_mul(2).saturating_sub(shortest(ring))).collect(),
            ports: slots
                .saturating_mul(u64::from(task.ports()))
                .saturating_sub(u64::try_from(task.total_distance()).unwrap_or(u64::MAX)),
        }
    }

    /// Whether a schedule may let a packet of a distance make `extra` moves more than necessary in a
    /// dimension of two links.
    ///
    /// Every other packet makes at least the moves of its shortest route. Superfluous moves of a packet can
    /// be left out, which raises no `C_i`, so no other case must be considered.
    pub(super) fn fits(&self, distance: u64, dimension: usize, extra: u64) -> bool {
        distance.saturating_add(extra) <= self.slots
            && extra <= self.dimensions[dimension]
            && extra <= self.ports
    }
}

/// Refuses a task whose packets would have to be searched for among too many nodes.
pub(super) fn require_nodes(task: &IsotropicTask) -> Result<(), ProgramError> {
    let nodes = task.network().nodes();
    if task.packets().exchange().is_some() && nodes > MAX_NODES {
        return Err(ProgramError::TooManyNodes { found: nodes, most: MAX_NODES });
    }
    Ok(())
}

/// Returns the scope of a model's bounds; none if they bind only given directions. Where every dimension has
/// one link, superfluous moves are the only detours, and never help.
#[must_use]
pub fn delay_scope(task: &IsotropicTask, ways: DelayWays<'_>) -> Option<Scope> {
    match ways {
        DelayWays::Fixed(_) => None,
        DelayWays::DetoursFree => Some(Scope::Isotropic),
        DelayWays::TiesFree if task.network().dimensions().iter().all(Dimension::is_single_link) => {
            Some(Scope::Isotropic)
        }
        DelayWays::TiesFree => Some(Scope::IsotropicShortest),
    }
}

/// Returns a number of slots beyond which no symmetric schedule has less delay: along shortest paths, or with
/// `detours` along any.
///
/// A unit can be moved into an earlier slot in which its packet, its link and a port are free, which raises
/// no `C_i`. Packet and link are free in all but `r_i` − 1 + `c_j` − 1 slots, and a port in all but ⌊(σ −
/// 1)/k⌋. Each number is taken at its greatest over all routes. With all hops one after the other, σ slots
/// suffice as well.
///
/// # Complexity
/// O(C · D) for C offsets and D dimensions.
///
/// # Errors
/// [`ProgramError::TooManyNodes`].
pub fn sufficient_horizon(task: &IsotropicTask, detours: bool) -> Result<u64, ProgramError> {
    require_nodes(task)?;
    let rings = task.network().dimensions();
    let ways = |ring: &Dimension, x: u64| -> Vec<Way> {
        if x == 0 {
            Vec::new()
        } else if ring.is_tie(x) || (detours && !ring.is_single_link()) {
            vec![Way::Plus, Way::Minus]
        } else {
            vec![shorter(ring, x)]
        }
    };
    let longest = |ring: &Dimension, x: u64| ways(ring, x).into_iter().map(|way| ring.hops(x, way)).max();
    let mut columns = vec![0_u64; wide(task.network().links())];
    let mut total = 0_u64;
    for class in task.classes() {
        for ring in rings {
            let x = ring.coordinate(class.offset);
            total += longest(ring, x).unwrap_or(0) * class.count;
            for way in ways(ring, x) {
                columns[wide(ring.link(way).0)] += ring.hops(x, way) * class.count;
            }
        }
    }
    let few = task.ports() < task.network().links();
    let busy = if few { total.saturating_sub(1) / u64::from(task.ports()) } else { 0 };
    let mut slots = 0;
    for class in task.classes() {
        let moves: u64 = rings.iter().filter_map(|ring| longest(ring, ring.coordinate(class.offset))).sum();
        for ring in rings {
            for way in ways(ring, ring.coordinate(class.offset)) {
                slots = slots.max(moves + columns[wide(ring.link(way).0)] - 1 + busy);
            }
        }
    }
    Ok(slots.min(total))
}

/// Chooses the widest model for any horizon, with its horizon, [`sufficient_horizon`]: with detours if that
/// has at most `with_detours` variables, else along shortest paths.
///
/// # Errors
/// [`ProgramError::TooManyNodes`], [`ProgramError::TooLarge`]; nothing is built before.
///
/// # Complexity
/// O(C · D) for C offsets and D dimensions.
pub fn widest_model(
    task: &IsotropicTask,
    with_detours: u64,
) -> Result<(DelayWays<'static>, u64), ProgramError> {
    let small = |ways, slots, most| delay_size(task, ways, slots).require(most);
    // Every horizon is at least the moves of all packets over the ports. Checking that size first keeps the
    // numbers below small.
    let least = u64::try_from(task.total_distance().div_ceil(task.ports().into())).unwrap_or(u64::MAX);
    small(DelayWays::TiesFree, least, MAX_VARIABLES)?;
    let horizon = sufficient_horizon(task, true)?;
    if small(DelayWays::DetoursFree, horizon, with_detours).is_ok() {
        return Ok((DelayWays::DetoursFree, horizon));
    }
    let horizon = sufficient_horizon(task, false)?;
    small(DelayWays::TiesFree, horizon, MAX_VARIABLES)?;
    Ok((DelayWays::TiesFree, horizon))
}

/// Returns the shorter direction to a coordinate, + where both are equally long.
pub(super) fn shorter(ring: &Dimension, x: u64) -> Way {
    if ring.is_single_link() || x * 2 <= ring.radix() { Way::Plus } else { Way::Minus }
}
