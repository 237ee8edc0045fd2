//! Decompositions into few configurations: few terms, or low cost where each configuration takes time to be
//! set up.

mod cover;
mod greedy;
mod search;
mod step;

use super::birkhoff::{Birkhoff, BirkhoffError};
use crate::check::check_matrix_certificate;
use crate::model::{TaskMatrix, count_of, wide};
use crate::wire::{
    MatrixCertificateDocument, MatrixClaim, MatrixDocument, MatrixLower, MatrixQuantity, MatrixTerm, Ports,
    Status,
};
use search::{Answer, Asked};

/// Terms that are few, or cheap together, with lower bounds on their number or cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configurations {
    /// The partial permutation matrices with their multiplicities, in the order in which they are served.
    pub terms: Vec<MatrixTerm>,
    /// The slots δ that a term costs beside its multiplicity, where the terms cover the matrix; none where
    /// they add up to it.
    pub switching: Option<u64>,
    /// The sum of the multiplicities.
    pub length: u64,
    /// The number of terms, or `length` and δ for each term.
    pub value: u64,
    /// Lower bounds of the value, the greatest first. The last one needs no search.
    bounds: Vec<MatrixLower>,
    /// A lower bound of the length, from its critical line.
    least_length: MatrixLower,
}

impl Configurations {
    /// Puts the certificate together, with the greatest lower bound that the checker verifies by itself.
    ///
    /// # Complexity
    /// That of the checker, once for each bound that is tried.
    ///
    /// # Panics
    /// Never: the bounds by lines hold.
    #[must_use]
    pub fn certificate(&self, matrix: &MatrixDocument, ports: Ports) -> MatrixCertificateDocument {
        let claim = |quantity, value: u64, lower: MatrixLower| {
            let status = if lower.value() == value { Status::Optimal } else { Status::UpperBound };
            MatrixClaim { quantity, value, lower, status }
        };
        let time = claim(MatrixQuantity::CompletionTime, self.length, self.least_length.clone());
        let with = |lower: MatrixLower| {
            let claims = match self.switching {
                None => vec![time.clone(), claim(MatrixQuantity::Terms, self.value, lower)],
                Some(_) => vec![claim(MatrixQuantity::SwitchingCost, self.value, lower), time.clone()],
            };
            let document = MatrixCertificateDocument::new(matrix.clone(), ports, self.terms.clone(), claims);
            self.switching.map_or(document.clone(), |switching| document.covering(switching))
        };
        let (last, searched) = self.bounds.split_last().expect("a bound by lines");
        let verified = searched.iter().map(|lower| with(lower.clone()));
        verified
            .into_iter()
            .find(|document| check_matrix_certificate(document).is_ok())
            .unwrap_or_else(|| with(last.clone()))
    }
}

/// Decomposes a matrix into few terms among all whose multiplicities add up to T = max(h, ⌈σ/k⌉): those of
/// [`birkhoff`](super::birkhoff), or fewer if serving each as long as possible gives fewer. The number is
/// least where the matrix is small enough to try all multiplicities and places. Finding the fewest is
/// NP-hard.
///
/// # Errors
/// [`BirkhoffError`] without ports, and where the terms would be too long.
///
/// # Complexity
/// That of [`birkhoff`](super::birkhoff); for at most 1600 cells also O(terms · (log T + cells)) flows, and
/// for at most 64 nonzero entries a limited search.
///
/// # Panics
/// Never.
///
/// # Examples
/// ```
/// use isotask::decompose::{birkhoff, fewest_terms};
/// use isotask::model::TaskMatrix;
/// let matrix = TaskMatrix::from_dense(&[vec![1, 1], vec![1, 2]])?;
/// let found = fewest_terms(&matrix, 2, &birkhoff(&matrix, 2, None)?)?;
/// assert_eq!((found.length, found.value), (3, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
/// Dufossé & Uçar, *Notes on Birkhoff–von Neumann decomposition of doubly stochastic matrices*, 2016.
pub fn fewest_terms(
    matrix: &TaskMatrix,
    ports: u32,
    sum: &Birkhoff,
) -> Result<Configurations, BirkhoffError> {
    let rows = dense(matrix);
    let ports = fitting(matrix, ports)?;
    let mut terms = greedy::reduce(&rows, ports, sum.length, sum.terms.clone());
    let by_lines = fewest_by_lines(&rows, ports);
    let mut bounds = vec![by_lines.clone()];
    let mut asked = Asked { rows: &rows, ports, covers: false, terms: 0, slots: sum.length };
    let mut is_known = true;
    for number in by_lines.value().. {
        // Each search refutes its number of terms or finds them, until one gives up.
        if number >= count_of(terms.len()) {
            break;
        }
        asked.terms = number;
        match asked.search() {
            Answer::Terms(found) => terms = found,
            Answer::None => bounds.push(MatrixLower::TermsSearch { value: number + 1, slots: sum.length }),
            Answer::Unknown => {
                is_known = false;
                break;
            }
        }
    }
    // More terms may be found or refuted sooner than fewer.
    while !is_known && count_of(terms.len()) > by_lines.value() {
        asked.terms = count_of(terms.len()) - 1;
        match asked.search() {
            Answer::Terms(found) => terms = found,
            Answer::None => {
                let value = count_of(terms.len());
                bounds.push(MatrixLower::TermsSearch { value, slots: sum.length });
                break;
            }
            Answer::Unknown => break,
        }
    }
    bounds.reverse();
    let value = count_of(terms.len());
    Ok(Configurations {
        terms,
        switching: None,
        length: sum.length,
        value,
        bounds,
        least_length: sum.lower.clone(),
    })
}

/// Covers a matrix with configurations, partial permutation matrices that are each held for some slots, at a
/// low cost: all slots plus `switching` for every configuration. An entry that is done may idle. The cost is
/// least where the matrix is small enough to try all multiplicities and places.
///
/// # Errors
/// [`BirkhoffError`] without ports, and where the cost would exceed 64 bits.
///
/// # Complexity
/// That of [`fewest_terms`] for every power of two up to the greatest entry.
///
/// # Panics
/// Never.
///
/// # Examples
/// ```
/// use isotask::decompose::{birkhoff, cheapest_cover};
/// use isotask::model::TaskMatrix;
/// // One configuration is held for two slots.
/// let matrix = TaskMatrix::from_dense(&[vec![1, 0], vec![0, 2]])?;
/// let found = cheapest_cover(&matrix, 2, 10, &birkhoff(&matrix, 2, None)?)?;
/// assert_eq!((found.length, found.terms.len(), found.value), (2, 1, 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cheapest_cover(
    matrix: &TaskMatrix,
    ports: u32,
    switching: u64,
    sum: &Birkhoff,
) -> Result<Configurations, BirkhoffError> {
    let rows = dense(matrix);
    let ports = fitting(matrix, ports)?;
    let cost = |terms: &[MatrixTerm]| cover::cost_of(terms, switching);
    let mut terms = cover::cheap(&rows, ports, switching, &sum.terms);
    let least_terms = fewest_by_lines(&rows, ports).value();
    let by_lines = u128::from(sum.length) + u128::from(switching) * u128::from(least_terms);
    let too_large = |_| BirkhoffError::CostTooLarge { switching };
    let by_lines = u64::try_from(by_lines).map_err(too_large)?;
    let mut bounds = vec![MatrixLower::SlotsAndTerms { value: by_lines }];
    let asked = Asked { rows: &rows, ports, covers: true, terms: 0, slots: 0 };
    let below = |value: u64| cheaper(&asked, value, switching, sum.length, least_terms);
    let mut value = u64::try_from(cost(&terms)).map_err(too_large)?;
    let mut is_known = value == by_lines;
    while value > by_lines {
        match below(value) {
            Answer::Terms(found) => {
                terms = cover::trimmed(&rows, found);
                value = u64::try_from(cost(&terms)).map_err(too_large)?;
                is_known = value == by_lines;
            }
            Answer::None => {
                bounds.push(MatrixLower::CostSearch { value });
                is_known = true;
                break;
            }
            Answer::Unknown => break,
        }
    }
    let mut raise = 1;
    while !is_known && by_lines.saturating_add(raise) < value {
        let Answer::None = below(by_lines + raise) else { break };
        bounds.push(MatrixLower::CostSearch { value: by_lines + raise });
        raise *= 2;
    }
    bounds.reverse();
    let length = terms.iter().map(|term| term.times).sum();
    Ok(Configurations {
        terms,
        switching: Some(switching),
        length,
        value,
        bounds,
        least_length: sum.lower.clone(),
    })
}

/// Searches for a cover whose cost is less than `value`.
fn cheaper(asked: &Asked, value: u64, switching: u64, least_slots: u64, least_terms: u64) -> Answer {
    let mut asked = *asked;
    for terms in least_terms.. {
        let slots = switching.checked_mul(terms).and_then(|switching| (value - 1).checked_sub(switching));
        let Some(slots) = slots.filter(|&slots| slots >= least_slots.max(terms)) else { break };
        (asked.terms, asked.slots) = (terms, slots);
        match asked.search() {
            Answer::None => {}
            found => return found,
        }
    }
    Answer::None
}

fn dense(matrix: &TaskMatrix) -> Vec<Vec<u64>> {
    let row = |row| {
        let mut entries = vec![0; wide(matrix.columns())];
        matrix.row(row).for_each(|(column, units)| entries[wide(column)] = units);
        entries
    };
    (0..matrix.rows()).map(row).collect()
}

/// Returns how many entries a term can have: the least of the ports, the rows and the columns.
fn fitting(matrix: &TaskMatrix, ports: u32) -> Result<u64, BirkhoffError> {
    if ports == 0 {
        return Err(BirkhoffError::NoPorts);
    }
    Ok(u64::from(ports.min(matrix.columns())).min(count_of(matrix.rows())))
}

/// Returns the greatest elementary lower bound on the number of terms: the nonzero entries of a line, or all
/// nonzero entries divided by the ports, rounded up.
fn fewest_by_lines(rows: &[Vec<u64>], ports: u64) -> MatrixLower {
    let columns = rows.first().map_or(0, Vec::len);
    let nonzero = |line: &mut dyn Iterator<Item = u64>| count_of(line.filter(|&entry| entry > 0).count());
    let of_row = |row: usize| nonzero(&mut rows[row].iter().copied());
    let of_column = |column: usize| nonzero(&mut rows.iter().map(|row| row[column]));
    let all = nonzero(&mut rows.iter().flatten().copied());
    let mut best = MatrixLower::Entries { value: if ports == 0 { 0 } else { all.div_ceil(ports) } };
    for row in 0..rows.len() {
        let value = of_row(row);
        if value > best.value() {
            best = MatrixLower::RowEntries { value, row: count_of(row) };
        }
    }
    for column in 0..columns {
        let value = of_column(column);
        if value > best.value() {
            best = MatrixLower::ColumnEntries { value, column: count_of(column) };
        }
    }
    best
}
