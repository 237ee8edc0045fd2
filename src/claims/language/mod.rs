//! The language of formulas: a paper's formula in ASCII is read once, evaluated exactly and shown as
//! mathematics.

mod data;
mod definitions;
mod evaluate;
mod fault;
mod formula;
mod from_text;
mod held;
mod known;
mod library;
mod mathematics;
mod names;
mod operate;
mod parse;
mod surd;

pub(super) use data::Datum;
pub(super) use definitions::Definitions;
pub(super) use evaluate::{ExternalFunctions, Scope};
pub(super) use fault::FaultAt;
pub use fault::FormulaFault;
pub(super) use formula::{Binders, Expression, Kind, Operator};
pub(super) use from_text::{Formula, FromText, Sweep, Words};
pub(super) use held::Account;
pub(super) use library::draw::{Congruence, counts};
pub(super) use mathematics::{instances, mathematics};
pub(super) use names::Name;

/// Most bytes of a formula, and of a text that is its value.
const MAX_TEXT_BYTES: usize = 65_536;
/// Deepest nesting of brackets.
const MAX_BRACKET_DEPTH: usize = 64;
/// Most operators or suffixes in a row.
const MAX_OPERATORS_IN_ROW: usize = 256;
/// Deepest nesting of formulas in a formula.
const MAX_FORMULA_DEPTH: usize = 512;
/// Deepest recursion of an evaluation through formulas and definitions.
const MAX_EVALUATION_DEPTH: usize = 1_500;
/// Most steps of one evaluation, which take minutes.
const MAX_STEPS: u64 = 1_000_000_000;
/// Most binary digits of a number.
const MAX_NUMBER_BITS: u64 = 65_536;
/// Most different square roots in a sum.
const MAX_ROOTS: usize = 64;
/// Deepest nesting of lists.
const MAX_LIST_DEPTH: u32 = 256;
/// Most values in a list.
const MAX_LIST_ITEMS: usize = 1 << 21;
/// Most values of 32 bytes that an evaluation holds at a time; longer numbers and texts count as several.
const MAX_HELD_PLACES: u64 = 1 << 23;
