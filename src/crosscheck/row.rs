//! A row of a cross-check and its meaning.

use num_rational::BigRational;

/// Where a row comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A formula of a paper, by its claim.
    ClosedForm,
    /// A schedule by a method.
    Construction,
    /// A run of the integer program.
    Program,
    /// A lower bound with its witness.
    Bound,
}

impl Source {
    /// Returns the word that stands in texts and documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ClosedForm => "closed form",
            Self::Construction => "construction",
            Self::Program => "program",
            Self::Bound => "bound",
        }
    }
}

/// A quantity whose least value is in question, and the schedules over which it is taken. Delay is that of
/// all packets of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Least {
    /// Slots of any schedule.
    Slots,
    /// Slots of symmetric schedules.
    SymmetricSlots,
    /// Delay of any schedule of any length.
    Delay,
    /// Delay of symmetric schedules of any length.
    SymmetricDelay,
    /// Delay of symmetric schedules of the least number of slots.
    DelayWithin,
}

impl Least {
    /// All quantities.
    pub const ALL: [Self; 5] =
        [Self::Slots, Self::SymmetricSlots, Self::Delay, Self::SymmetricDelay, Self::DelayWithin];

    /// Returns whether this least value is at most another one, because it is taken over more schedules.
    #[must_use]
    pub fn is_at_most(self, other: Self) -> bool {
        let rank = |least| match least {
            Self::Slots => (0, 0),
            Self::SymmetricSlots => (0, 1),
            Self::Delay => (1, 0),
            Self::SymmetricDelay => (1, 1),
            Self::DelayWithin => (1, 2),
        };
        let ((mine, narrow), (its, wide)) = (rank(self), rank(other));
        mine == its && narrow <= wide
    }

    /// Returns whether the quantity is a number of slots, not a delay.
    #[must_use]
    pub fn is_of_slots(self) -> bool {
        matches!(self, Self::Slots | Self::SymmetricSlots)
    }
}

/// Lower and upper bounds on a least value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Says {
    /// Which least value.
    pub least: Least,
    /// The least value is at least this.
    pub from: Option<BigRational>,
    /// The least value is at most this.
    pub to: Option<BigRational>,
}

impl Says {
    pub(super) fn at_least(least: Least, value: impl Into<BigRational>) -> Self {
        Self { least, from: Some(value.into()), to: None }
    }

    pub(super) fn at_most(least: Least, value: impl Into<BigRational>) -> Self {
        Self { least, from: None, to: Some(value.into()) }
    }

    pub(super) fn exactly(least: Least, value: BigRational) -> Self {
        Self { least, from: Some(value.clone()), to: Some(value) }
    }
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Where it comes from.
    pub source: Source,
    /// The claim, the method, the question to the program, or the kind of the bound.
    pub name: String,
    /// The formula with its verdict, or how the value is known.
    pub how: String,
    /// The number of slots that the row states.
    pub slots: Option<BigRational>,
    /// The delay of all packets of the network that the row states.
    pub delay: Option<BigRational>,
    /// The bounds that follow on least values; a refuted formula gives none.
    pub says: Vec<Says>,
}

impl Row {
    /// Creates a row without a value.
    pub(super) fn new(source: Source, name: impl Into<String>, how: impl Into<String>) -> Self {
        let (name, how) = (name.into(), how.into());
        Self { source, name, how, slots: None, delay: None, says: Vec::new() }
    }
}
