//! Decomposition of matrices into permutation matrices.

use crate::fault::{self, DocumentError};
use crate::read;
use crate::work::interruptible;
use isotask::check::{check_matrix, check_matrix_certificate};
use isotask::decompose::{BirkhoffError, BirkhoffWay, birkhoff, cheapest_cover, fewest_terms};
use isotask::grammar::matrix_in;
use isotask::model::TaskMatrix;
use isotask::wire::{MatrixDocument, MatrixQuantity, Ports, Status, to_bytes};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::json;

/// Reads the matrix in a table of numbers or a Matrix Market text; returns its document and the format that
/// was recognized.
#[pyfunction]
pub(crate) fn matrix(py: Python<'_>, text: Vec<u8>, name: String) -> PyResult<(Vec<u8>, String)> {
    interruptible(py, move |_| {
        let read = matrix_in(&text)
            .map_err(|fault| DocumentError::new_err((format!("{name}: {fault}"), "matrix", "")))?;
        Ok((to_bytes(&read.document), read.read_as))
    })?
}

/// Decomposes the matrix in a text, into few terms or a cheap cover if asked for. Returns the certificate,
/// accepted by the checker, and figures such as the completion time as a JSON text.
#[pyfunction]
pub(crate) fn decompose(
    py: Python<'_>,
    matrix: Vec<u8>,
    ports: Option<u64>,
    method: Option<&str>,
    fewest: bool,
    switching: Option<u64>,
) -> PyResult<(Vec<u8>, String)> {
    let way = method.map(way_named).transpose()?;
    interruptible(py, move |_| {
        let document: MatrixDocument = read::document(&matrix)?;
        check_matrix(&document)
            .map_err(|rejection| fault::refused(&rejection, &rejection.place_at_top("matrix")))?;
        let matrix =
            TaskMatrix::from_document(&document).map_err(|fault| PyValueError::new_err(fault.to_string()))?;
        let most = ports.map_or(u32::MAX, |ports| u32::try_from(ports).unwrap_or(u32::MAX));
        let refused = |fault: BirkhoffError| PyValueError::new_err(fault.to_string());
        let sum = birkhoff(&matrix, most, way).map_err(refused)?;
        let few = match switching {
            Some(switching) => Some(cheapest_cover(&matrix, most, switching, &sum).map_err(refused)?),
            None if fewest => Some(fewest_terms(&matrix, most, &sum).map_err(refused)?),
            None => None,
        };
        let ports = ports.map_or(Ports::All, Ports::AtMost);
        let certificate = match &few {
            Some(few) => few.certificate(&document, ports),
            None => sum.certificate(document, ports),
        };
        check_matrix_certificate(&certificate).map_err(|rejection| {
            PyRuntimeError::new_err(format!("our own certificate is refused: {rejection}"))
        })?;
        let padding = sum.padding.as_ref().map(|padding| {
            padding.row_iter().map(|row| row.iter().copied().collect::<Vec<u64>>()).collect::<Vec<_>>()
        });
        let numbers = json!({
            "completion_time": few.as_ref().map_or(sum.length, |few| few.length),
            "optimal": certificate.claims.iter().all(|claim| {
                claim.status == Status::Optimal || switching.is_some() && claim.quantity == MatrixQuantity::CompletionTime
            }),
            "switching_cost": few.as_ref().filter(|_| switching.is_some()).map(|few| few.value),
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

fn way_named(word: &str) -> PyResult<BirkhoffWay> {
    let way = BirkhoffWay::EVERY.into_iter().find(|way| way.as_str() == word);
    way.ok_or_else(|| {
        let known = BirkhoffWay::EVERY.map(BirkhoffWay::as_str).join(", ");
        PyValueError::new_err(format!("method: {word:?}, expected one of {known}"))
    })
}
