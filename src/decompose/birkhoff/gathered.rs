//! Gathers the terms of a decomposition and merges equal ones.

use super::error::{BirkhoffError, MAX_ENTRIES};
use crate::wire::{MatrixEntry, MatrixTerm};
use std::collections::BTreeMap;

/// Terms in the order in which they were first added; the multiplicities of equal terms add up.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    terms: Vec<MatrixTerm>,
    place: BTreeMap<Vec<MatrixEntry>, usize>,
    entries: usize,
}

impl Gathered {
    /// Adds a term, its entries by increasing row.
    pub(super) fn add(&mut self, times: u64, entries: Vec<MatrixEntry>) -> Result<(), BirkhoffError> {
        if let Some(&place) = self.place.get(&entries) {
            self.terms[place].times += times;
            return Ok(());
        }
        self.entries += entries.len();
        if self.entries > MAX_ENTRIES {
            return Err(BirkhoffError::TooManyEntries);
        }
        self.place.insert(entries.clone(), self.terms.len());
        self.terms.push(MatrixTerm { times, entries });
        Ok(())
    }

    pub(super) fn finish(self) -> Vec<MatrixTerm> {
        self.terms
    }
}
