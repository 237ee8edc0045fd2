//! §8: completion time on wraparound meshes.

use super::clearing::{column_sums, row_sums};
use super::non_wasting::longest;
use super::torus_mesh::matrix_of;
use crate::claims::Proved;
use crate::claims::code::Code;
use crate::claims::exact::ratio;
use crate::claims::prove::{Least, proved, torus, total_exchange};
use crate::solve::Quotient;
use num_rational::BigRational;

/// T for even p.
fn even_time(p: u64, d: u32) -> BigRational {
    ratio(p * p.pow(d), 8)
}
/// The bound on non-wasting algorithms for even p.
fn even_non_wasting(p: u64, d: u32) -> BigRational {
    ratio(p.pow(d) * p, 8) + ratio(p * u64::from(d), 2)
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code {
    file: file!(),
    id: "P1.example.1000",
    parts: &[|docket| {
        let task = total_exchange(torus(&[10, 10, 10]));
        let found = proved(&task, Some(&Quotient), Least::TIME)?;
        docket.equal("torus 10x10x10, optimal", 1250_u64, found);
        let formula = "the formula printed for even p";
        docket.equal("np/8", 1250_u64, Proved::exact(even_time(10, 3), formula));
        docket.equal("np/8 + pd/2", 1265_u64, Proved::exact(even_non_wasting(10, 3), formula));
        let matrix = matrix_of(&total_exchange(torus(&[10, 10, 10])))?;
        let sums =
            |sums: Vec<u64>| Proved::exact(sums.into_iter().max().unwrap_or(0), "the task matrix added up");
        docket.equal("torus 10x10x10, h_c", 1250_u64, sums(column_sums(&matrix)));
        docket.equal("torus 10x10x10, h_r", 15_u64, sums(row_sums(&matrix)));
        docket.at_most("torus 10x10x10, non-wasting runs", 1265_u64, longest(&matrix)?);
        Ok(())
    }],
}];
