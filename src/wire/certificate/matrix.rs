//! The certificate of a matrix: `isotask.certificate/1` with `matrix` and `ports` in place of `task`.
//!
//! Without `switching` the terms add up to the matrix; with it they cover the matrix.

use super::{CertificateFormat, Status};
use crate::document::Document;
use crate::list::as_list;
use crate::matrix::MatrixDocument;
use crate::reading::tagged::tagged;
use crate::task::ports::Ports;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// A matrix, the partial permutation matrices whose sum it is, and what is claimed of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MatrixCertificateDocument {
    format: CertificateFormat,
    /// The matrix.
    pub matrix: MatrixDocument,
    /// How many entries a term may have.
    pub ports: Ports,
    /// The slots δ that every term costs beside its multiplicity. If it is there, the terms cover the matrix:
    /// every entry of their sum is at least that of the matrix. Without it the two are equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switching: Option<u64>,
    /// The terms, in the order in which they are served.
    pub terms: Vec<MatrixTerm>,
    /// The claims, at least one.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub claims: Vec<MatrixClaim>,
}

impl MatrixCertificateDocument {
    /// Puts a document together.
    #[must_use]
    pub fn new(
        matrix: MatrixDocument,
        ports: Ports,
        terms: Vec<MatrixTerm>,
        claims: Vec<MatrixClaim>,
    ) -> Self {
        Self { format: CertificateFormat, matrix, ports, switching: None, terms, claims }
    }

    /// Returns the document with terms that cover the matrix, each of which costs `switching` slots more.
    #[must_use]
    pub fn covering(self, switching: u64) -> Self {
        Self { switching: Some(switching), ..self }
    }
}

impl Document for MatrixCertificateDocument {
    const FORMAT: &'static str = "isotask.certificate/1";
}

/// A partial permutation matrix with its multiplicity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MatrixTerm {
    /// How often it occurs: for how many slots it is served.
    pub times: u64,
    /// Where its ones stand, each as `[row, column]`.
    pub entries: Vec<MatrixEntry>,
}

/// A place of a matrix: `[row, column]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "(u64, u64)", into = "(u64, u64)")]
pub struct MatrixEntry {
    /// The row, from 0.
    pub row: u64,
    /// The column, from 0.
    pub column: u64,
}

as_list!(MatrixEntry { row: u64, column: u64 });

/// One statement about the terms: a value, and a lower bound with its witness.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MatrixClaim {
    /// What is measured.
    pub quantity: MatrixQuantity,
    /// What the terms attain.
    pub value: u64,
    /// The lower bound, which binds all sums of partial permutation matrices that give the matrix, or cover
    /// it where the certificate has `switching`; one by `terms-search` binds only those of at most `slots`.
    pub lower: MatrixLower,
    /// Whether value and bound meet.
    pub status: Status,
}

/// What a claim of a matrix measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum MatrixQuantity {
    /// The sum of the multiplicities: slots until the matrix is cleared.
    CompletionTime,
    /// The number of terms, whatever their multiplicities.
    Terms,
    /// The sum of the multiplicities, and `switching` for each term.
    SwitchingCost,
}

impl MatrixQuantity {
    /// Returns the word that stands in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Names it as people read it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::CompletionTime => "completion time",
            Self::Terms => "number of terms",
            Self::SwitchingCost => "slots with switching",
        }
    }
}

/// A lower bound of a matrix: its value, and the line or the nodes from which anybody can recompute it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, !try_from))]
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "MatrixLowerKeys")]
pub enum MatrixLower {
    /// A completion time is at least the sum of any row.
    Row {
        /// The bound, in slots.
        value: u64,
        /// The row.
        row: u64,
    },
    /// A completion time is at least the sum of any column.
    Column {
        /// The bound, in slots.
        value: u64,
        /// The column.
        column: u64,
    },
    /// A completion time is at least the sum of all entries divided by the ports, rounded up.
    Total {
        /// The bound, in slots.
        value: u64,
    },
    /// With one half-duplex port a completion time is at least what a node sends and receives.
    Node {
        /// The bound, in slots.
        value: u64,
        /// The node, a row and a column.
        node: u64,
    },
    /// With one half-duplex port a slot clears at most (n − 1)/2 of the units between n nodes, for odd n.
    OddSet {
        /// The bound, in slots.
        value: u64,
        /// The nodes, an odd number of them, at least 3.
        nodes: Vec<u64>,
    },
    /// With one half-duplex port fewer slots are impossible: the checker tries all matchings, within its
    /// limit.
    SlotsSearch {
        /// The bound, in slots.
        value: u64,
    },
    /// There are at least as many terms as nonzero entries in any row.
    RowEntries {
        /// The bound, in terms.
        value: u64,
        /// The row.
        row: u64,
    },
    /// There are at least as many terms as nonzero entries in any column.
    ColumnEntries {
        /// The bound, in terms.
        value: u64,
        /// The column.
        column: u64,
    },
    /// There are at least as many terms as nonzero entries, divided by the most entries of a term.
    Entries {
        /// The bound, in terms.
        value: u64,
    },
    /// Fewer terms are impossible within `slots` slots: the checker tries all of them, within its limit.
    TermsSearch {
        /// The bound, in terms.
        value: u64,
        /// The greatest sum of the multiplicities that is tried.
        slots: u64,
    },
    /// The greatest of the bounds by row, column and total, plus `switching` times the greatest of those by
    /// row-entries, column-entries and entries.
    SlotsAndTerms {
        /// The bound, in slots.
        value: u64,
    },
    /// No cover costs less: the checker tries all that might, within its limit.
    CostSearch {
        /// The bound, in slots.
        value: u64,
    },
}

impl MatrixLower {
    /// Returns the bound.
    #[must_use]
    pub fn value(&self) -> u64 {
        match *self {
            Self::Row { value, .. }
            | Self::Column { value, .. }
            | Self::Total { value }
            | Self::Node { value, .. }
            | Self::OddSet { value, .. }
            | Self::SlotsSearch { value }
            | Self::RowEntries { value, .. }
            | Self::ColumnEntries { value, .. }
            | Self::Entries { value }
            | Self::TermsSearch { value, .. }
            | Self::SlotsAndTerms { value }
            | Self::CostSearch { value } => value,
        }
    }

    /// Returns the quantity that it bounds.
    #[must_use]
    pub fn quantity(&self) -> MatrixQuantity {
        match self {
            Self::Row { .. }
            | Self::Column { .. }
            | Self::Total { .. }
            | Self::Node { .. }
            | Self::OddSet { .. }
            | Self::SlotsSearch { .. } => MatrixQuantity::CompletionTime,
            Self::RowEntries { .. }
            | Self::ColumnEntries { .. }
            | Self::Entries { .. }
            | Self::TermsSearch { .. } => MatrixQuantity::Terms,
            Self::SlotsAndTerms { .. } | Self::CostSearch { .. } => MatrixQuantity::SwitchingCost,
        }
    }

    /// Returns the word that stands in documents.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        MatrixLowerKind::from(self).into()
    }
}

tagged! {
    enum MatrixLowerKind of MatrixLower(value) as MatrixLowerKeys;
    first { value: u64 }
    keys { row: u64, column: u64, node: u64, nodes: Vec<u64>, slots: u64 }
    kinds {
        Row "a row bound" { row };
        Column "a column bound" { column };
        Total "a total bound" {};
        Node "a node bound" { node };
        OddSet "an odd-set bound" { nodes };
        SlotsSearch "a slots-search bound" {};
        RowEntries "a row-entries bound" { row };
        ColumnEntries "a column-entries bound" { column };
        Entries "an entries bound" {};
        TermsSearch "a terms-search bound" { slots };
        SlotsAndTerms "a slots-and-terms bound" {};
        CostSearch "a cost-search bound" {};
    }
}
