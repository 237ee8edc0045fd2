//! The lower bounds of a matrix, recomputed.

use super::entries::Entries;
use super::fault::MatrixFault;
use super::matchings;
use super::search::{Asked, Enough, Instance, Steps};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire::{MatrixClaim, MatrixLower, Status};

/// Requires of the bound of a claim that it is on the claim's quantity; that it equals the one that its lines
/// give, or that a search finds no smaller value possible; is not above the value, and that the status says
/// whether they meet. The terms take `completion_time` slots.
pub(super) fn require(
    index: usize,
    claim: &MatrixClaim,
    instance: &Instance,
    completion_time: u64,
    steps: &Steps,
) -> Result<(), Rejection> {
    let MatrixClaim { quantity, value, ref lower, status } = *claim;
    if lower.quantity() != quantity {
        let kind = lower.kind();
        return Err(Rejection::matrix(MatrixFault::BoundDoesNotFit { claim: index, kind, quantity }));
    }
    let found = lower.value();
    let of_lines = recompute(index, lower, instance).map_err(Rejection::matrix)?;
    if let Some(recomputed) = of_lines.filter(|&recomputed| recomputed != u128::from(found)) {
        return Err(Rejection::LowerMismatch { claim: index, found: found.into(), recomputed });
    }
    if found > value {
        // A bound that holds is never above an attained value.
        return Err(Rejection::LowerAboveValue { claim: index, value: value.into(), lower: found.into() });
    }
    require_search(index, lower, instance, completion_time, steps)?;
    let expected = if found == value { Status::Optimal } else { Status::UpperBound };
    if status != expected {
        return Err(Rejection::StatusMismatch { claim: index, found: status, expected });
    }
    Ok(())
}

/// Requires that a bound by search holds: no value below it is possible.
fn require_search(
    claim: usize,
    lower: &MatrixLower,
    instance: &Instance,
    completion_time: u64,
    steps: &Steps,
) -> Result<(), Rejection> {
    let asked = Asked { claim, value: lower.value(), least_slots: least_slots(instance), steps };
    let below = match *lower {
        MatrixLower::TermsSearch { slots, .. } => {
            if slots < completion_time {
                let fault = MatrixFault::SlotsTooFew { claim, found: slots, attained: completion_time };
                return Err(Rejection::matrix(fault));
            }
            instance.has_fewer_terms(asked, slots)?
        }
        MatrixLower::CostSearch { .. } => instance.has_lower_cost(asked, least_terms(instance))?,
        MatrixLower::SlotsSearch { value } => match value.checked_sub(1) {
            Some(slots) if matchings::are_enough(instance.entries, slots, asked)? => {
                Some(Enough { terms: slots, slots })
            }
            _ => None,
        },
        _ => None,
    };
    match below {
        Some(Enough { terms, slots }) => {
            Err(Rejection::matrix(MatrixFault::LessIsPossible { claim, terms, slots }))
        }
        None => Ok(()),
    }
}

/// Returns the bound that its line gives; none for a bound by search.
fn recompute(claim: usize, lower: &MatrixLower, instance: &Instance) -> Result<Option<u128>, MatrixFault> {
    let Entries { rows, columns, .. } = *instance.entries;
    let line = |line, index, lines| {
        narrow(index, lines).ok_or(MatrixFault::NoSuchLine { claim, line, index, lines })
    };
    let in_row = |row| instance.entries.row(row).map(|(_, _, units)| units);
    let in_column = |column| {
        instance.entries.all().filter(move |&(_, place, _)| place == column).map(|(_, _, units)| units)
    };
    let all = || instance.entries.all().map(|(_, _, units)| units);
    // `Node`, `OddSet` and `SlotsSearch` bound matchings only (one half-duplex port), which the other
    // searches do not support.
    let fits = match lower {
        MatrixLower::Node { .. } | MatrixLower::OddSet { .. } | MatrixLower::SlotsSearch { .. } => {
            instance.is_half_duplex
        }
        MatrixLower::TermsSearch { .. } | MatrixLower::CostSearch { .. } => !instance.is_half_duplex,
        _ => true,
    };
    if !fits {
        return Err(MatrixFault::PortsDoNotFit { claim, kind: lower.kind() });
    }
    Ok(Some(match *lower {
        MatrixLower::Row { row, .. } => in_row(line("row", row, rows)?).sum::<u64>().into(),
        MatrixLower::Column { column, .. } => in_column(line("column", column, columns)?).sum::<u64>().into(),
        MatrixLower::Total { .. } => div_ceil_by_ports(all().sum(), instance.ports).into(),
        MatrixLower::Node { node, .. } => {
            let node = line("node", node, rows)?;
            (in_row(node).sum::<u64>() + in_column(node).sum::<u64>()).into()
        }
        MatrixLower::OddSet { ref nodes, .. } => odd_set(claim, nodes, instance.entries)?.into(),
        MatrixLower::RowEntries { row, .. } => wide(in_row(line("row", row, rows)?).count()).into(),
        MatrixLower::ColumnEntries { column, .. } => {
            wide(in_column(line("column", column, columns)?).count()).into()
        }
        MatrixLower::Entries { .. } => div_ceil_by_ports(wide(instance.entries.len()), instance.ports).into(),
        MatrixLower::SlotsAndTerms { .. } => {
            // 64 bits times 64 bits, and 64 bits more.
            let switching = u128::from(instance.switching.unwrap_or(0));
            u128::from(least_slots(instance)) + switching * u128::from(least_terms(instance))
        }
        MatrixLower::SlotsSearch { .. }
        | MatrixLower::TermsSearch { .. }
        | MatrixLower::CostSearch { .. } => {
            return Ok(None);
        }
    }))
}

/// Returns the units between an odd number n of nodes, divided by the (n − 1)/2 that a slot clears at most,
/// rounded up.
fn odd_set(claim: usize, nodes: &[u64], entries: &Entries) -> Result<u64, MatrixFault> {
    let is_set = nodes.len() >= 3 && nodes.len() % 2 == 1 && nodes.is_sorted_by(|one, other| one < other);
    if !is_set {
        return Err(MatrixFault::NoOddSet { claim, found: nodes.len() });
    }
    let lines = entries.rows;
    let mut is_inside = vec![false; lines];
    for &index in nodes {
        let no_node = MatrixFault::NoSuchLine { claim, line: "nodes", index, lines };
        is_inside[narrow(index, lines).ok_or(no_node)?] = true;
    }
    let between = entries.all().filter(|&(from, to, _)| is_inside[from] && is_inside[to]);
    let units: u64 = between.map(|(_, _, units)| units).sum();
    Ok(units.div_ceil(wide(nodes.len() / 2)))
}

/// Returns the greatest of all bounds on the slots: by row, by column, by total.
fn least_slots(instance: &Instance) -> u64 {
    let total = div_ceil_by_ports(instance.entries.all().map(|(_, _, units)| units).sum(), instance.ports);
    lines(instance.entries, |units| units).into_iter().fold(total, u64::max)
}

/// Returns the greatest of all bounds on the terms: by the nonzero entries of a row, of a column, of all.
fn least_terms(instance: &Instance) -> u64 {
    let total = div_ceil_by_ports(wide(instance.entries.len()), instance.ports);
    lines(instance.entries, |_| 1).into_iter().fold(total, u64::max)
}

/// Returns for every row and column the sum of `counted` over its entries that are not 0.
fn lines(entries: &Entries, counted: impl Fn(u64) -> u64) -> Vec<u64> {
    let mut sums = vec![0; entries.rows + entries.columns];
    for (row, column, units) in entries.all() {
        sums[row] += counted(units);
        sums[entries.rows + column] += counted(units);
    }
    sums
}

/// Returns a count divided by the ports, rounded up; with 0 ports the matrix is empty and the count 0.
fn div_ceil_by_ports(count: u64, ports: u64) -> u64 {
    if ports == 0 { 0 } else { count.div_ceil(ports) }
}
