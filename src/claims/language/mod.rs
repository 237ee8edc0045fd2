//! The language of formulas: what a paper prints, in letters that every keyboard has, read once, evaluated
//! exactly and shown as mathematics.

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
pub(super) use evaluate::{Outside, Scope};
pub(super) use fault::FaultAt;
pub use fault::FormulaFault;
pub(super) use formula::{Binders, Expression, Kind, Operator};
pub(super) use from_text::{Formula, FromText, Sweep, Words};
pub(super) use held::Account;
pub(super) use library::draw::{Congruence, counts};
pub(super) use mathematics::{instances, mathematics};
pub(super) use names::Name;

/// Bytes of a formula, and of a text that is its value.
const LETTERS: usize = 65_536;
/// Brackets in brackets.
const BRACKETS: usize = 64;
/// Operators or suffixes in a row.
const TERMS: usize = 256;
/// Formulas in a formula, whichever way.
const INSIDE: usize = 512;
/// Formulas in formulas and definitions in definitions, while they are evaluated.
const LEVELS: usize = 1_500;
/// Steps of one evaluation: minutes.
const STEPS: u64 = 1_000_000_000;
/// Binary digits of a number.
const DIGITS: u64 = 65_536;
/// Different square roots in a sum.
const ROOTS: usize = 64;
/// Lists in lists.
const DEPTH: u32 = 256;
/// Values in a list.
const ITEMS: usize = 1 << 21;
/// Values that an evaluation holds at a time, of 32 bytes each; longer numbers and texts count as several.
const PLACES: u64 = 1 << 23;
