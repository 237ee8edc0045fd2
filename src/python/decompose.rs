//! Matrices into permutation matrices.

use crate::fault;
use crate::read;
use crate::work::interruptible;
use isotask::check::{check_matrix, check_matrix_certificate};
use isotask::decompose::{BirkhoffWay, birkhoff};
use isotask::model::TaskMatrix;
use isotask::wire::{MatrixDocument, Ports, to_bytes};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::json;

/// Decomposes the matrix in a text: its certificate, accepted by the checker, and the numbers beside it.
#[pyfunction]
pub(crate) fn decompose(
    py: Python<'_>,
    matrix: Vec<u8>,
    ports: Option<u64>,
    method: Option<&str>,
) -> PyResult<(Vec<u8>, String)> {
    let way = method.map(named).transpose()?;
    interruptible(py, move |_| {
        let document: MatrixDocument = read::document(&matrix)?;
        check_matrix(&document)
            .map_err(|rejection| fault::refused(&rejection, &rejection.place_at_top("matrix")))?;
        let matrix = TaskMatrix::from_dense(&document.rows)
            .map_err(|fault| PyValueError::new_err(fault.to_string()))?;
        let most = ports.map_or(u32::MAX, |ports| u32::try_from(ports).unwrap_or(u32::MAX));
        let sum = birkhoff(&matrix, most, way).map_err(|fault| PyValueError::new_err(fault.to_string()))?;
        let certificate = sum.certificate(document, ports.map_or(Ports::All, Ports::AtMost));
        check_matrix_certificate(&certificate).map_err(|rejection| {
            PyRuntimeError::new_err(format!("our own certificate is refused: {rejection}"))
        })?;
        let padding = sum.padding.as_ref().map(|padding| {
            padding.row_iter().map(|row| row.iter().copied().collect::<Vec<u64>>()).collect::<Vec<_>>()
        });
        let numbers = json!({
            "completion_time": sum.length,
            "h": sum.critical_sum,
            "sigma": sum.total,
            "critical_rows": sum.critical_rows,
            "critical_columns": sum.critical_columns,
            "padding": padding,
            "method": sum.way.as_str(),
        });
        Ok((to_bytes(&certificate), numbers.to_string()))
    })?
}

fn named(word: &str) -> PyResult<BirkhoffWay> {
    let way = BirkhoffWay::EVERY.into_iter().find(|way| way.as_str() == word);
    way.ok_or_else(|| {
        let known = BirkhoffWay::EVERY.map(BirkhoffWay::as_str).join(", ");
        PyValueError::new_err(format!("method: {word:?}, expected one of {known}"))
    })
}
