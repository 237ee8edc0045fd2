//! The lower bounds of a matrix, recomputed.

use super::fault::MatrixFault;
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
    let rows = instance.rows;
    let columns = rows.first().map_or(0, Vec::len);
    let row = |index| {
        let found = narrow(index, rows.len()).map(|row| &rows[row]);
        found.ok_or(MatrixFault::NoSuchLine { claim, line: "row", index, lines: rows.len() })
    };
    let column = |index| {
        let found = narrow(index, columns).map(|column| rows.iter().map(move |row| row[column]));
        found.ok_or(MatrixFault::NoSuchLine { claim, line: "column", index, lines: columns })
    };
    let all = || rows.iter().flatten().copied();
    // `Node` and `OddSet` bound matchings only (one half-duplex port), which the searches do not support.
    let fits = match lower {
        MatrixLower::Node { .. } | MatrixLower::OddSet { .. } => instance.is_half_duplex,
        MatrixLower::TermsSearch { .. } | MatrixLower::CostSearch { .. } => !instance.is_half_duplex,
        _ => true,
    };
    if !fits {
        return Err(MatrixFault::PortsDoNotFit { claim, kind: lower.kind() });
    }
    Ok(Some(match *lower {
        MatrixLower::Row { row: index, .. } => row(index)?.iter().sum::<u64>().into(),
        MatrixLower::Column { column: index, .. } => column(index)?.sum::<u64>().into(),
        MatrixLower::Total { .. } => div_ceil_by_ports(all().sum(), instance.ports).into(),
        MatrixLower::Node { node, .. } => {
            let no_node = MatrixFault::NoSuchLine { claim, line: "node", index: node, lines: rows.len() };
            if node >= wide(rows.len()) {
                return Err(no_node);
            }
            (row(node)?.iter().sum::<u64>() + column(node)?.sum::<u64>()).into()
        }
        MatrixLower::OddSet { ref nodes, .. } => odd_set(claim, nodes, rows)?.into(),
        MatrixLower::RowEntries { row: index, .. } => nonzero(row(index)?.iter().copied()).into(),
        MatrixLower::ColumnEntries { column: index, .. } => nonzero(column(index)?).into(),
        MatrixLower::Entries { .. } => div_ceil_by_ports(nonzero(all()), instance.ports).into(),
        MatrixLower::SlotsAndTerms { .. } => {
            // 64 bits times 64 bits, and 64 bits more.
            let switching = u128::from(instance.switching.unwrap_or(0));
            u128::from(least_slots(instance)) + switching * u128::from(least_terms(instance))
        }
        MatrixLower::TermsSearch { .. } | MatrixLower::CostSearch { .. } => return Ok(None),
    }))
}

/// Returns the units between an odd number n of nodes, divided by the (n − 1)/2 that a slot clears at most,
/// rounded up.
fn odd_set(claim: usize, nodes: &[u64], rows: &[Vec<u64>]) -> Result<u64, MatrixFault> {
    let is_set = nodes.len() >= 3 && nodes.len() % 2 == 1 && nodes.is_sorted_by(|one, other| one < other);
    if !is_set {
        return Err(MatrixFault::NoOddSet { claim, found: nodes.len() });
    }
    let no_node = |index| MatrixFault::NoSuchLine { claim, line: "nodes", index, lines: rows.len() };
    let inside: Vec<usize> = nodes
        .iter()
        .map(|&node| narrow(node, rows.len()).ok_or_else(|| no_node(node)))
        .collect::<Result<_, _>>()?;
    let units: u64 = inside.iter().flat_map(|&from| inside.iter().map(move |&to| rows[from][to])).sum();
    Ok(units.div_ceil(wide(nodes.len() / 2)))
}

/// Returns the greatest of all bounds on the slots: by row, by column, by total.
fn least_slots(instance: &Instance) -> u64 {
    let total = div_ceil_by_ports(instance.rows.iter().flatten().sum(), instance.ports);
    lines(instance.rows, |entry| entry).into_iter().fold(total, u64::max)
}

/// Returns the greatest of all bounds on the terms: by the nonzero entries of a row, of a column, of all.
fn least_terms(instance: &Instance) -> u64 {
    let total = div_ceil_by_ports(nonzero(instance.rows.iter().flatten().copied()), instance.ports);
    lines(instance.rows, |entry| u64::from(entry > 0)).into_iter().fold(total, u64::max)
}

/// Returns for every row and column the sum of `counted` over its entries.
fn lines(rows: &[Vec<u64>], counted: impl Fn(u64) -> u64) -> Vec<u64> {
    let mut columns = vec![0; rows.first().map_or(0, Vec::len)];
    let mut sums = Vec::new();
    for row in rows {
        let counts: Vec<u64> = row.iter().map(|&entry| counted(entry)).collect();
        columns.iter_mut().zip(&counts).for_each(|(sum, count)| *sum += count);
        sums.push(counts.iter().sum());
    }
    sums.extend(columns);
    sums
}

/// Returns how many of some entries are not 0.
fn nonzero(entries: impl Iterator<Item = u64>) -> u64 {
    wide(entries.filter(|&entry| entry > 0).count())
}

/// Returns a count divided by the ports, rounded up; with 0 ports the matrix is empty and the count 0.
fn div_ceil_by_ports(count: u64, ports: u64) -> u64 {
    if ports == 0 { 0 } else { count.div_ceil(ports) }
}
