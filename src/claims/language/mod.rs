//! The language of formulas: what a paper prints, in letters that every keyboard has, read once, evaluated
//! exactly and shown as mathematics.

mod data;
mod draw;
mod evaluate;
mod fault;
mod known;
mod library;
mod lists;
mod mathematics;
mod matrix;
mod parse;
mod surd;

pub(super) use data::Datum;
pub(super) use draw::{Congruence, counts};
pub(super) use evaluate::{Definitions, Outside, Scope};
pub use fault::FormulaFault;
pub(super) use mathematics::{instances, mathematics};
pub(super) use parse::{Binders, Expression, Operator, Template};
