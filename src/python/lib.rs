//! The native module of the Python package `isotask`: documents go in and out as bytes, and the package turns
//! them into Python objects.
//!
//! All computation is the library's. Long work runs on a thread of its own, without Python's lock, and ends
//! when Python wants to raise an exception, as for `KeyboardInterrupt`.

mod accepted;
mod bound;
mod check;
mod decompose;
mod fault;
mod formats;
mod moves;
mod options;
mod read;
mod solve;
mod task;
mod told;
mod work;

use pyo3::prelude::*;

/// The module `isotask._native`.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::accepted::Accepted;
    #[pymodule_export]
    use super::bound::bound;
    #[pymodule_export]
    use super::check::check;
    #[pymodule_export]
    use super::decompose::{decompose, matrix};
    #[pymodule_export]
    use super::formats::{formats, methods, pictures, writings};
    #[pymodule_export]
    use super::read::read;
    #[pymodule_export]
    use super::solve::solve;
    #[pymodule_export]
    use super::task::{begins_with_network, end_columns, task};

    /// Adds the version, which is that of the library.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
