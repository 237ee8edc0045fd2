//! Values of definitions, kept so that recursions need no second computation. All are forgotten when the
//! evaluation holds too much.

use super::data::Datum;
use std::collections::HashMap;

/// Places, a power of 2.
const PLACES: usize = 1 << 16;
/// Arguments of a definition whose values are kept.
const ARGUMENTS: usize = 4;
/// Values that are kept; all are forgotten before there are more.
const KEPT: u64 = 1_000_000;
/// Values in the arguments of a definition that is kept; greater ones cost more to compare than they spare.
const SIZE: u64 = 256;

/// A definition, by its number, and its arguments if they are integers that fit, and not too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    definition: u32,
    length: u32,
    arguments: [i64; ARGUMENTS],
}

impl Key {
    pub(super) fn new<'d>(definition: u32, values: impl ExactSizeIterator<Item = &'d Datum>) -> Option<Self> {
        let (length, mut arguments) = (values.len(), [0; ARGUMENTS]);
        if length > ARGUMENTS {
            return None;
        }
        for (argument, value) in arguments.iter_mut().zip(values) {
            let Datum::Integer(value) = value else { return None };
            *argument = i64::try_from(*value).ok()?;
        }
        Some(Self { definition, length: u32::try_from(length).ok()?, arguments })
    }

    /// Multiplication and rotation, for keys that nobody chooses to collide.
    fn place(&self) -> usize {
        let words = self.arguments.iter().map(|argument| argument.cast_unsigned());
        let mix = |mixed: u64, word: u64| (mixed.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = words.fold(u64::from(self.definition), mix);
        usize::try_from(mixed >> 40).unwrap_or(0) % PLACES
    }
}

/// The same with any other arguments.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct ListKey {
    definition: u32,
    arguments: Vec<Datum>,
}

impl ListKey {
    /// None if the arguments are long.
    pub(super) fn new<'d>(definition: u32, values: impl Iterator<Item = &'d Datum> + Clone) -> Option<Self> {
        let short = values.clone().all(|value| value.size() <= SIZE);
        short.then(|| Self { definition, arguments: values.cloned().collect() })
    }
}

/// What definitions were found to be: of integers the last value for every place that keys are scattered to.
#[derive(Default)]
pub(super) struct Known {
    places: Vec<Option<(Key, Datum)>>,
    of_lists: HashMap<ListKey, Datum>,
    kept: u64,
}

impl Known {
    pub(super) fn get(&self, key: &Key) -> Option<&Datum> {
        let (known, value) = self.places.get(key.place())?.as_ref()?;
        (known == key).then_some(value)
    }

    pub(super) fn keep(&mut self, key: Key, value: &Datum) {
        self.weigh(value.size());
        if self.places.is_empty() {
            self.places.resize(PLACES, None);
        }
        self.places[key.place()] = Some((key, value.clone()));
    }

    pub(super) fn get_of_lists(&self, key: &ListKey) -> Option<&Datum> {
        self.of_lists.get(key)
    }

    pub(super) fn keep_of_lists(&mut self, key: ListKey, value: &Datum) {
        self.weigh(8 + value.size() + key.arguments.iter().map(Datum::size).sum::<u64>());
        self.of_lists.insert(key, value.clone());
    }

    fn weigh(&mut self, size: u64) {
        self.kept += size;
        if self.kept > KEPT {
            self.forget();
            self.kept = size;
        }
    }

    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}
