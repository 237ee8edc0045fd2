//! Lists of the formats, methods and pictures to choose from: each with its word and a sentence.

use isotask::draw::{PICTURES, WRITINGS};
use isotask::export::FORMATS;
use isotask::solve::METHODS;
use pyo3::prelude::*;

/// Words, each with a sentence that explains it.
type Words = Vec<(&'static str, &'static str)>;

/// Lists the export formats.
#[pyfunction]
pub(crate) fn formats() -> Words {
    FORMATS.iter().map(|format| (format.word, format.sentence)).collect()
}

/// Lists the methods that make schedules.
#[pyfunction]
pub(crate) fn methods() -> Words {
    METHODS.iter().map(|method| (method.word(), method.sentence())).collect()
}

/// Lists the pictures.
#[pyfunction]
pub(crate) fn pictures() -> Words {
    PICTURES.iter().map(|picture| (picture.word, picture.sentence)).collect()
}

/// Lists the file formats of pictures.
#[pyfunction]
pub(crate) fn writings() -> Words {
    WRITINGS.iter().map(|writing| (writing.word, writing.sentence)).collect()
}
