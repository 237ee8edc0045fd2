//! The matrix document, `isotask.matrix/1`: a bare matrix of nonnegative integers.

use super::document::{Document, format_tag};
use crate::list::as_list;
use crate::reading::keys::{need, only};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

format_tag!(MatrixFormat, "isotask.matrix/1");

/// Most cells of a matrix whose rows are written out although few of its entries are not 0.
const MAX_WRITTEN_CELLS: u64 = 1 << 16;
/// Cells for each entry that is not 0, from which on a larger matrix lists its entries.
const CELLS_PER_ENTRY_OF_SPARSE: u64 = 4;
/// Most cells, and most rows, of a list of entries whose rows are made in memory.
const MAX_DENSE_CELLS: u64 = 1 << 24;
const MAX_DENSE_ROWS: u64 = 1 << 20;

/// A matrix of nonnegative integers, perhaps with names of its rows and columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(try_from = "MatrixKeys")]
pub struct MatrixDocument {
    format: MatrixFormat,
    /// The cells, their keys standing beside the others.
    #[serde(flatten)]
    pub cells: Cells,
    /// A name for every row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_names: Option<Vec<String>>,
    /// A name for every column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column_names: Option<Vec<String>>,
}

/// The cells of a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields))]
#[serde(untagged)]
pub enum Cells {
    /// All of them.
    Dense {
        /// The rows, each with an entry for every column.
        rows: Vec<Vec<u64>>,
    },
    /// Those that are not 0.
    Sparse {
        /// The numbers of rows and of columns.
        shape: (u64, u64),
        /// The entries that are not 0, each as `[row, column, units]`, by increasing row, in a row by
        /// increasing column.
        entries: Vec<MatrixUnits>,
    },
}

/// An entry of a matrix that is not 0: `[row, column, units]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "(u64, u64, u64)", into = "(u64, u64, u64)")]
pub struct MatrixUnits {
    /// The row, from 0.
    pub row: u64,
    /// The column, from 0.
    pub column: u64,
    /// The value of the entry.
    pub units: u64,
}

as_list!(MatrixUnits { row: u64, column: u64, units: u64 });

/// The keys of a matrix in either form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MatrixKeys {
    format: MatrixFormat,
    rows: Option<Vec<Vec<u64>>>,
    shape: Option<(u64, u64)>,
    entries: Option<Vec<MatrixUnits>>,
    row_names: Option<Vec<String>>,
    column_names: Option<Vec<String>>,
}

impl TryFrom<MatrixKeys> for MatrixDocument {
    type Error = String;

    fn try_from(found: MatrixKeys) -> Result<Self, String> {
        let MatrixKeys { format, rows, shape, entries, row_names, column_names } = found;
        let cells = if shape.is_none() && entries.is_none() {
            Cells::Dense { rows: need(rows, "rows")? }
        } else {
            only(&[("rows", rows.is_some())], &["shape", "entries"], "a matrix with a list of its entries")?;
            Cells::Sparse { shape: need(shape, "shape")?, entries: need(entries, "entries")? }
        };
        Ok(Self { format, cells, row_names, column_names })
    }
}

impl MatrixDocument {
    /// Puts a document together that has all rows.
    #[must_use]
    pub fn new(
        rows: Vec<Vec<u64>>,
        row_names: Option<Vec<String>>,
        column_names: Option<Vec<String>>,
    ) -> Self {
        Self { format: MatrixFormat, cells: Cells::Dense { rows }, row_names, column_names }
    }

    /// Puts a document together of units in any order, which add up where they stand in one place. It has all
    /// rows if the matrix has at most 2¹⁶ cells, or if at least a quarter of its cells are not 0.
    #[must_use]
    pub fn of_units(shape: (u64, u64), mut entries: Vec<MatrixUnits>) -> Self {
        entries.retain(|entry| entry.units > 0);
        entries.sort_unstable_by_key(|entry| (entry.row, entry.column));
        entries.dedup_by(|next, kept| {
            let is_one_place = (next.row, next.column) == (kept.row, kept.column);
            if is_one_place {
                // What is beyond 64 bits is beyond what the checker takes.
                kept.units = kept.units.saturating_add(next.units);
            }
            is_one_place
        });
        let cells = shape.0.saturating_mul(shape.1);
        let listed = u64::try_from(entries.len()).unwrap_or(u64::MAX);
        let is_sparse = cells > MAX_WRITTEN_CELLS && listed < cells / CELLS_PER_ENTRY_OF_SPARSE;
        let cells = Cells::Sparse { shape, entries };
        let sparse = Self { format: MatrixFormat, cells, row_names: None, column_names: None };
        match sparse.dense() {
            Some(rows) if !is_sparse => Self::new(rows.into_owned(), None, None),
            _ => sparse,
        }
    }

    /// Returns the document with names of its rows and columns.
    #[must_use]
    pub fn with_names(self, row_names: Option<Vec<String>>, column_names: Option<Vec<String>>) -> Self {
        Self { row_names, column_names, ..self }
    }

    /// Returns the numbers of rows and of columns.
    #[must_use]
    pub fn shape(&self) -> (u64, u64) {
        let count = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
        match &self.cells {
            Cells::Dense { rows } => (count(rows.len()), count(rows.first().map_or(0, Vec::len))),
            Cells::Sparse { shape, .. } => *shape,
        }
    }

    /// Returns the entries that are not 0, by increasing row and column in a document that holds.
    #[must_use]
    pub fn entries(&self) -> Box<dyn Iterator<Item = MatrixUnits> + '_> {
        match &self.cells {
            Cells::Dense { rows } => Box::new((0..).zip(rows).flat_map(|(row, units)| {
                let places = (0..).zip(units).filter(|&(_, &units)| units > 0);
                places.map(move |(column, &units)| MatrixUnits { row, column, units })
            })),
            Cells::Sparse { entries, .. } => Box::new(entries.iter().copied()),
        }
    }

    /// Returns all rows, each with an entry for every column. None for a list of entries of a matrix of more
    /// than 2²⁴ cells or 2²⁰ rows, or with an entry outside of it.
    #[must_use]
    pub fn dense(&self) -> Option<Cow<'_, [Vec<u64>]>> {
        let (shape, entries) = match &self.cells {
            Cells::Dense { rows } => return Some(Cow::Borrowed(rows)),
            Cells::Sparse { shape, entries } => (*shape, entries),
        };
        let is_small = shape.0 <= MAX_DENSE_ROWS && shape.0.saturating_mul(shape.1) <= MAX_DENSE_CELLS;
        let lines = |count: u64| usize::try_from(count).ok().filter(|_| is_small);
        let mut rows = vec![vec![0; lines(shape.1)?]; lines(shape.0)?];
        for &MatrixUnits { row, column, units } in entries {
            *rows.get_mut(usize::try_from(row).ok()?)?.get_mut(usize::try_from(column).ok()?)? = units;
        }
        Some(Cow::Owned(rows))
    }
}

impl Document for MatrixDocument {
    const FORMAT: &'static str = "isotask.matrix/1";
}
