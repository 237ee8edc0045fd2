//! The matrix document, `isotask.matrix/1`: a bare matrix of nonnegative integers.

use super::document::{Document, format_tag};
use serde::{Deserialize, Serialize};

format_tag!(MatrixFormat, "isotask.matrix/1");

/// A matrix of nonnegative integers, perhaps with names of its rows and columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MatrixDocument {
    format: MatrixFormat,
    /// The rows, each with an entry for every column.
    pub rows: Vec<Vec<u64>>,
    /// A name for every row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_names: Option<Vec<String>>,
    /// A name for every column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column_names: Option<Vec<String>>,
}

impl MatrixDocument {
    /// Puts a document together.
    #[must_use]
    pub fn new(
        rows: Vec<Vec<u64>>,
        row_names: Option<Vec<String>>,
        column_names: Option<Vec<String>>,
    ) -> Self {
        Self { format: MatrixFormat, rows, row_names, column_names }
    }
}

impl Document for MatrixDocument {
    const FORMAT: &'static str = "isotask.matrix/1";
}
