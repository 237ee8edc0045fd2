//! Matrices, and certificates of their decomposition into partial permutation matrices.
//!
//! The rules are those of `models/formats/matrix.md`, implemented here independently of the solver.

mod bound;
mod entries;
pub(crate) mod fault;
mod matchings;
mod search;
pub(crate) mod sums;

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use entries::Entries;
use fault::MatrixFault;
use isotask_wire::{
    MatrixCertificateDocument, MatrixClaim, MatrixDocument, MatrixLower, MatrixQuantity, MatrixTerm, Ports,
    Status,
};
use search::{Instance, Steps};
use std::collections::BTreeMap;
use std::fmt;
use sums::MatrixSums;

/// A certificate of a matrix that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedMatrix {
    /// The matrix.
    pub sums: MatrixSums,
    /// Most entries of a term.
    pub ports: u64,
    /// Number of terms.
    pub terms: u64,
    /// The sum of the multiplicities.
    pub completion_time: u64,
    /// The slots that every term costs beside its multiplicity, where the terms cover the matrix.
    pub switching: Option<u64>,
    /// The claims in the order of the document.
    pub claims: Vec<VerifiedMatrixClaim>,
}

impl fmt::Display for VerifiedMatrix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sums, ports, terms, completion_time, switching, .. } = self;
        let what = if switching.is_some() { "covered by" } else { "the sum of" };
        write!(
            formatter,
            "{sums}: {what} {terms} partial permutation matrices of at most {ports} entries, {completion_time} with multiplicities"
        )?;
        match switching {
            Some(switching) => write!(formatter, ", {switching} slots for each configuration"),
            None => Ok(()),
        }
    }
}

/// A claim of a matrix that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedMatrixClaim {
    /// The quantity that is measured.
    pub quantity: MatrixQuantity,
    /// The value that the terms attain.
    pub value: u64,
    /// The lower bound with its witness.
    pub lower: MatrixLower,
    /// Whether value and bound meet.
    pub status: Status,
}

impl fmt::Display for VerifiedMatrixClaim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { quantity, value, lower, status } = self;
        let unit = match quantity {
            MatrixQuantity::CompletionTime => "slots",
            MatrixQuantity::Terms => "terms",
            MatrixQuantity::SwitchingCost => "slots with switching",
        };
        let line = match lower {
            MatrixLower::Row { row, .. } | MatrixLower::RowEntries { row, .. } => format!(" {row}"),
            MatrixLower::Column { column, .. } | MatrixLower::ColumnEntries { column, .. } => {
                format!(" {column}")
            }
            MatrixLower::Node { node, .. } => format!(" {node}"),
            MatrixLower::OddSet { nodes, .. } => format!(" of {} nodes", nodes.len()),
            MatrixLower::TermsSearch { slots, .. } => format!(" within {slots} slots"),
            MatrixLower::Total { .. }
            | MatrixLower::Entries { .. }
            | MatrixLower::SlotsAndTerms { .. }
            | MatrixLower::SlotsSearch { .. }
            | MatrixLower::CostSearch { .. } => String::new(),
        };
        let (kind, bound, status) = (lower.kind(), lower.value(), status.as_str());
        write!(formatter, "{value} {unit}, lower bound {bound} by {kind}{line}: {status}")
    }
}

/// Checks that all rows have one length, or that listed entries are inside, not 0 and in increasing order;
/// that the total is below 2⁶³, and that lists of names, if there are any, have a name for every row or
/// column.
///
/// # Errors
/// The first [`Rejection`] met, in the order rows or entries, total, names.
///
/// # Complexity
/// O(document + rows + columns).
pub fn check_matrix(document: &MatrixDocument) -> Result<MatrixSums, Rejection> {
    read_matrix(document).map(|(_, sums)| sums)
}

fn read_matrix(document: &MatrixDocument) -> Result<(Entries, MatrixSums), Rejection> {
    let (entries, sums) = Entries::read(document).map_err(Rejection::matrix)?;
    require_names("row_names", document.row_names.as_deref(), entries.rows)?;
    require_names("column_names", document.column_names.as_deref(), entries.columns)?;
    Ok((entries, sums))
}

fn require_names(key: &'static str, names: Option<&[String]>, lines: usize) -> Result<(), Rejection> {
    match names {
        Some(names) if names.len() != lines => {
            Err(Rejection::matrix(MatrixFault::NameCount { key, found: names.len(), lines }))
        }
        _ => Ok(()),
    }
}

/// Checks a certificate of a matrix. Its terms must be partial permutation matrices of at most k entries, and
/// with one half-duplex port also matchings, in which no node is both a row and a column. They must add up to
/// the matrix, or cover it if the certificate has `switching`, and every claim must hold.
///
/// # Errors
/// The first [`Rejection`] met, in the order matrix, ports, terms, their sum, claims.
///
/// # Complexity
/// O(document + rows + columns) space, and as much time but for a binary search in a row for every entry of a
/// term; a bound by search takes at most 2²⁷ steps more, beyond which it is refused.
///
/// # Examples
/// ```
/// use isotask_check as check;
/// use isotask_wire as wire;
/// let text = br#"{ "format": "isotask.certificate/1",
///   "matrix": { "format": "isotask.matrix/1", "rows": [[2, 1], [0, 2], [1, 0]] }, "ports": "all",
///   "terms": [{ "times": 2, "entries": [[0, 0], [1, 1]] }, { "times": 1, "entries": [[0, 1], [2, 0]] }],
///   "claims": [{ "quantity": "completion-time", "value": 3,
///     "lower": { "kind": "row", "value": 3, "row": 0 }, "status": "optimal" }] }"#;
/// let certificate = wire::parse::<wire::MatrixCertificateDocument>(text)?;
/// assert_eq!(check::check_matrix_certificate(&certificate)?.completion_time, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_matrix_certificate(
    certificate: &MatrixCertificateDocument,
) -> Result<VerifiedMatrix, Rejection> {
    let (entries, sums) = read_matrix(&certificate.matrix)?;
    let ports = ports(certificate.ports, sums)?;
    if certificate.ports == Ports::OneHalfDuplex {
        require_messages(&entries).map_err(Rejection::matrix)?;
    }
    let completion_time = require_terms(certificate, &entries, sums, ports)?;
    let terms = wide(certificate.terms.len());
    let claims = require_claims(certificate, &entries, ports, completion_time)?;
    let switching = certificate.switching;
    Ok(VerifiedMatrix { sums, ports, terms, completion_time, switching, claims })
}

/// Returns the most entries of a term: as many as the ports allow and the lines have room for.
fn ports(ports: Ports, sums: MatrixSums) -> Result<u64, Rejection> {
    let room = sums.rows.min(sums.columns);
    match ports {
        Ports::All => Ok(room),
        Ports::One => Ok(room.min(1)),
        Ports::AtMost(0) => Err(Rejection::matrix(MatrixFault::NoPorts)),
        Ports::AtMost(k) => Ok(k.min(room)),
        Ports::OneHalfDuplex => Ok(room / 2),
    }
}

/// Requires that row i and column i are one node, which sends nothing to itself.
fn require_messages(entries: &Entries) -> Result<(), MatrixFault> {
    let (rows, columns) = (wide(entries.rows), wide(entries.columns));
    if rows != columns {
        return Err(MatrixFault::NotSquare { rows, columns });
    }
    let own = (0..entries.rows).find_map(|node| entries.at(node, node).map(|entry| (node, entry)));
    match own {
        Some((node, entry)) => {
            Err(MatrixFault::OwnMessage { node, place: entries.place(node, node, Some(entry)) })
        }
        None => Ok(()),
    }
}

/// Requires that every term is a partial permutation matrix, and that their sum is the matrix, or covers it;
/// returns the sum of the multiplicities.
fn require_terms(
    certificate: &MatrixCertificateDocument,
    entries: &Entries,
    sums: MatrixSums,
    ports: u64,
) -> Result<u64, Rejection> {
    let Entries { rows, columns, .. } = *entries;
    let mut found = TermSum { entries, of_entry: vec![0; entries.len()], elsewhere: BTreeMap::new() };
    // By row and column: 1 + the index of the last term with an entry there, or 0; and that entry's index.
    let mut seen = Seen { row: vec![(0, 0); rows], column: vec![(0, 0); columns] };
    let is_half_duplex = certificate.ports == Ports::OneHalfDuplex;
    let mut slots = 0_u64;
    for (term, given) in certificate.terms.iter().enumerate() {
        require_term(term, given, ports).map_err(Rejection::matrix)?;
        for (entry, place) in given.entries.iter().enumerate() {
            let inside = narrow(place.row, rows).zip(narrow(place.column, columns));
            let (row, column) =
                inside.ok_or(Rejection::matrix(MatrixFault::EntryOutside { term, entry, sums }))?;
            let noted = if is_half_duplex {
                seen.note_node(term, entry, row).and_then(|()| seen.note_node(term, entry, column))
            } else {
                seen.note(term, entry, row, column)
            };
            noted.map_err(Rejection::matrix)?;
            found.add(row, column, given.times);
        }
        let place = || format!("terms[{term}].times");
        slots = slots.checked_add(given.times).ok_or_else(|| Rejection::Overflow { place: place() })?;
    }
    found.require(certificate.switching.is_some()).map_err(Rejection::matrix)?;
    Ok(slots)
}

/// The sum of terms.
struct TermSum<'a> {
    entries: &'a Entries,
    /// The sum at every entry of the matrix that is not 0.
    of_entry: Vec<u128>,
    /// The sum at the other places, by row and column.
    elsewhere: BTreeMap<(usize, usize), u128>,
}

impl TermSum<'_> {
    fn add(&mut self, row: usize, column: usize, times: u64) {
        let sum = match self.entries.at(row, column) {
            Some(entry) => &mut self.of_entry[entry],
            None => self.elsewhere.entry((row, column)).or_default(),
        };
        // Fewer than 2^64 terms of at most 2^64 − 1 each do not overflow 128 bits.
        *sum += u128::from(times);
    }

    /// Requires that the sum is the matrix, or where terms cover it at least the matrix.
    fn require(&self, covers: bool) -> Result<(), MatrixFault> {
        let is_wrong = |found: u128, expected: u64| {
            if covers { found < expected.into() } else { found != expected.into() }
        };
        let mut wrong = (0..self.entries.rows).flat_map(|row| {
            let of_row = self.entries.row(row);
            of_row.map(move |(entry, column, units)| (row, column, self.of_entry[entry], units))
        });
        let listed = wrong.find(|&(_, _, found, expected)| is_wrong(found, expected));
        let elsewhere = self.elsewhere.iter().map(|(&(row, column), &found)| (row, column, found, 0));
        let elsewhere = elsewhere.take(1).find(|&(_, _, found, expected)| is_wrong(found, expected));
        let first = listed.into_iter().chain(elsewhere).min();
        let Some((row, column, found, expected)) = first else { return Ok(()) };
        let place = Box::new(self.entries.place(row, column, self.entries.at(row, column)));
        Err(if covers {
            MatrixFault::NotCovered { row, column, found, expected, place }
        } else {
            MatrixFault::SumDiffers { row, column, found, expected, place }
        })
    }
}

/// Requires a multiplicity above 0, and no more entries than ports.
fn require_term(term: usize, given: &MatrixTerm, ports: u64) -> Result<(), MatrixFault> {
    if given.times == 0 {
        return Err(MatrixFault::ZeroTimes { term });
    }
    let found = wide(given.entries.len());
    if found > ports {
        return Err(MatrixFault::TooManyEntries { term, found, ports });
    }
    Ok(())
}

/// The last term with an entry in each line, counted from 1, and that entry.
struct Seen {
    row: Vec<(usize, usize)>,
    column: Vec<(usize, usize)>,
}

impl Seen {
    /// Notes a node that sends or receives, whichever it is; the rows stand for the nodes.
    fn note_node(&mut self, term: usize, entry: usize, node: usize) -> Result<(), MatrixFault> {
        let (last, first) = std::mem::replace(&mut self.row[node], (term + 1, entry));
        if last == term + 1 {
            return Err(MatrixFault::NodeTwice { term, entry, node, first });
        }
        Ok(())
    }

    fn note(&mut self, term: usize, entry: usize, row: usize, column: usize) -> Result<(), MatrixFault> {
        for (line, index, last) in
            [("row", row, &mut self.row[row]), ("column", column, &mut self.column[column])]
        {
            if last.0 == term + 1 {
                return Err(MatrixFault::LineTwice { term, entry, line, index, first: last.1 });
            }
            *last = (term + 1, entry);
        }
        Ok(())
    }
}

/// Requires that all claims hold.
fn require_claims(
    certificate: &MatrixCertificateDocument,
    entries: &Entries,
    ports: u64,
    completion_time: u64,
) -> Result<Vec<VerifiedMatrixClaim>, Rejection> {
    let claims = &certificate.claims;
    if claims.is_empty() {
        return Err(Rejection::NoClaims);
    }
    let terms = wide(certificate.terms.len());
    let is_half_duplex = certificate.ports == Ports::OneHalfDuplex;
    let instance = Instance { entries, ports, is_half_duplex, switching: certificate.switching };
    let steps = Steps::new();
    let mut verified = Vec::new();
    for (index, claim) in claims.iter().enumerate() {
        let of_it = |other: &MatrixClaim| other.quantity == claim.quantity;
        if let Some(first) = claims[..index].iter().position(of_it) {
            return Err(Rejection::matrix(MatrixFault::RepeatedQuantity { claim: index, first }));
        }
        let attained = match claim.quantity {
            MatrixQuantity::CompletionTime => completion_time,
            MatrixQuantity::Terms => terms,
            MatrixQuantity::SwitchingCost => {
                let switching = certificate
                    .switching
                    .ok_or(Rejection::matrix(MatrixFault::NoSwitching { claim: index }))?;
                let cost = switching.checked_mul(terms).and_then(|cost| cost.checked_add(completion_time));
                cost.ok_or_else(|| Rejection::Overflow { place: "switching".to_owned() })?
            }
        };
        let MatrixClaim { quantity, value, ref lower, status } = *claim;
        if value != attained {
            let (found, attained) = (value, attained);
            return Err(Rejection::matrix(MatrixFault::ValueDiffers { claim: index, found, attained }));
        }
        bound::require(index, claim, &instance, completion_time, &steps)?;
        verified.push(VerifiedMatrixClaim { quantity, value, lower: lower.clone(), status });
    }
    Ok(verified)
}
