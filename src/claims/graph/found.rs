//! The results and faults of functions of networks.

use crate::claims::language::{Datum, FormulaFault};
use crate::model::count_of;

pub(super) type Found = Result<Datum, FormulaFault>;

pub(super) fn fault(of: &dyn std::fmt::Display) -> FormulaFault {
    FormulaFault::Undefined(of.to_string())
}

/// Returns a list of nodes or numbers.
pub(super) fn listed(of: impl IntoIterator<Item = usize>) -> Datum {
    Datum::list(of.into_iter().map(|number| count_of(number).into()).collect())
}
