//! The definitions of a document.

use super::formula::Definition;
use super::from_text::FromText;
use super::names::Name;

/// Definitions by name.
#[derive(Default)]
pub(in crate::claims) struct Definitions {
    all: Vec<FromText<Definition>>,
    /// By the number of a name: one more than the place of its definition, 0 if it has none.
    places: Vec<u32>,
}

impl Definitions {
    /// Adds a definition; returns false if its name has one already.
    pub(in crate::claims) fn add(&mut self, definition: FromText<Definition>) -> bool {
        let index = definition.of.name.index();
        if self.places.len() <= index {
            self.places.resize(index + 1, 0);
        }
        if self.places[index] > 0 {
            return false;
        }
        self.all.push(definition);
        self.places[index] = u32::try_from(self.all.len()).unwrap_or(0);
        true
    }

    pub(in crate::claims) fn iter(&self) -> impl Iterator<Item = &FromText<Definition>> {
        self.all.iter()
    }

    /// Returns the definition of a name, and its number.
    pub(super) fn numbered(&self, name: Name) -> Option<(u32, &FromText<Definition>)> {
        let number = self.places.get(name.index())?.checked_sub(1)?;
        Some((number, self.all.get(crate::model::wide(number))?))
    }

    /// Returns the definition of a name.
    pub(in crate::claims) fn of(&self, name: Name) -> Option<&Definition> {
        self.numbered(name).map(|(_, placed)| &placed.of)
    }
}
