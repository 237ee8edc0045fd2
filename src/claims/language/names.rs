//! Names as numbers, which are compared fast.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, Mutex, PoisonError};

/// A name as a number; equal names have equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::claims) struct Name(u32);

#[derive(Default)]
struct Names {
    all: Vec<&'static str>,
    numbers: HashMap<&'static str, u32>,
}

static NAMES: LazyLock<Mutex<Names>> = LazyLock::new(|| {
    let mut names = Names::default();
    for name in ["", "x", "proof", "claimed"] {
        names.number(name);
    }
    Mutex::new(names)
});

impl Names {
    /// Returns the number of a name. Names are few, so their texts are kept as long as the program runs.
    fn number(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let name: &'static str = Box::leak(name.into());
        self.all.push(name);
        self.numbers.insert(name, number);
        number
    }
}

impl Name {
    /// A name that no formula can use.
    pub(super) const NONE: Self = Self(0);
    /// The name `x` of the measured value.
    pub(in crate::claims) const X: Self = Self(1);
    /// The name `proof` of the words on the measured value's proof.
    pub(in crate::claims) const PROOF: Self = Self(2);
    /// The name `claimed` of the formula of the part.
    pub(in crate::claims) const CLAIMED: Self = Self(3);

    pub(in crate::claims) fn of(text: &str) -> Self {
        Self(NAMES.lock().unwrap_or_else(PoisonError::into_inner).number(text))
    }

    pub(in crate::claims) fn text(self) -> &'static str {
        NAMES.lock().unwrap_or_else(PoisonError::into_inner).all.get(self.index()).copied().unwrap_or("")
    }

    /// Its number.
    pub(super) fn index(self) -> usize {
        crate::model::wide(self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text())
    }
}
