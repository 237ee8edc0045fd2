//! What there is to choose from: each with its word and a sentence.

use isotask::draw::{PICTURES, WRITINGS};
use isotask::export::FORMATS;
use isotask::solve::METHODS;
use pyo3::prelude::*;

/// Words with a sentence each.
type Words = Vec<(&'static str, &'static str)>;

/// The formats of exports.
#[pyfunction]
pub(crate) fn formats() -> Words {
    FORMATS.iter().map(|format| (format.word, format.sentence)).collect()
}

/// The methods that make schedules.
#[pyfunction]
pub(crate) fn methods() -> Words {
    METHODS.iter().map(|method| (method.word(), method.sentence())).collect()
}

/// The pictures.
#[pyfunction]
pub(crate) fn pictures() -> Words {
    PICTURES.iter().map(|picture| (picture.word, picture.sentence)).collect()
}

/// What pictures are written as.
#[pyfunction]
pub(crate) fn writings() -> Words {
    WRITINGS.iter().map(|writing| (writing.word, writing.sentence)).collect()
}
