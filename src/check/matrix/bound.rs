//! The lower bounds of a matrix, recomputed.

use super::fault::MatrixFault;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire::{MatrixClaim, MatrixDocument, MatrixLower, Status};

/// The bound of a claim is one of its quantity, is what its line gives, is not above the value, and the
/// status says whether they meet.
pub(super) fn require(
    index: usize,
    claim: &MatrixClaim,
    matrix: &MatrixDocument,
    ports: u64,
) -> Result<(), Rejection> {
    let MatrixClaim { quantity, value, lower, status } = *claim;
    if lower.quantity() != quantity {
        let kind = lower.kind();
        return Err(Rejection::Matrix(MatrixFault::BoundDoesNotFit { claim: index, kind, quantity }));
    }
    let (found, recomputed) =
        (lower.value(), recompute(index, lower, matrix, ports).map_err(Rejection::Matrix)?);
    if found != recomputed {
        let (found, recomputed) = (found.into(), recomputed.into());
        return Err(Rejection::LowerMismatch { claim: index, found, recomputed });
    }
    if found > value {
        // A bound that holds is never above what is attained.
        return Err(Rejection::LowerAboveValue { claim: index, value: value.into(), lower: found.into() });
    }
    let expected = if found == value { Status::Optimal } else { Status::UpperBound };
    if status != expected {
        return Err(Rejection::StatusMismatch { claim: index, found: status, expected });
    }
    Ok(())
}

/// What the line of a bound gives.
fn recompute(
    claim: usize,
    lower: MatrixLower,
    matrix: &MatrixDocument,
    ports: u64,
) -> Result<u64, MatrixFault> {
    let rows = &matrix.rows;
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
    // The sums of a matrix have at most 63 bits.
    Ok(match lower {
        MatrixLower::Row { row: index, .. } => row(index)?.iter().sum(),
        MatrixLower::Column { column: index, .. } => column(index)?.sum(),
        MatrixLower::Total { .. } => shared(all().sum(), ports),
        MatrixLower::RowEntries { row: index, .. } => nonzero(row(index)?.iter().copied()),
        MatrixLower::ColumnEntries { column: index, .. } => nonzero(column(index)?),
        MatrixLower::Entries { .. } => shared(nonzero(all()), ports),
    })
}

/// How many of some entries are not 0.
fn nonzero(entries: impl Iterator<Item = u64>) -> u64 {
    wide(entries.filter(|&entry| entry > 0).count())
}

/// A count divided by the ports, rounded up; a matrix without room for an entry has nothing to count.
fn shared(count: u64, ports: u64) -> u64 {
    if ports == 0 { 0 } else { count.div_ceil(ports) }
}
