//! Values of definitions, for integers and for short lists, kept so that recursions need no second computation.

use super::data::Datum;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Places, a power of 2.
const PLACES: usize = 1 << 16;
/// Values and items of lists that are kept; all are forgotten before there are more.
const KEPT: usize = 1_000_000;
/// The same for definitions of lists.
const KEPT_OF_LISTS: usize = 8_000_000;
/// Arguments of a definition whose values are kept.
const ARGUMENTS: usize = 4;

/// The arguments of a definition, which is known by where its name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    name: usize,
    length: usize,
    arguments: [i64; ARGUMENTS],
}

impl Key {
    /// None unless all arguments are integers that fit, and not too many.
    pub(super) fn new<'d>(name: &str, values: impl ExactSizeIterator<Item = &'d Datum>) -> Option<Self> {
        let (length, mut arguments) = (values.len(), [0; ARGUMENTS]);
        if length > ARGUMENTS {
            return None;
        }
        for (argument, value) in arguments.iter_mut().zip(values) {
            *argument = i64::try_from(value.small()?).ok()?;
        }
        Some(Self { name: name.as_ptr().addr(), length, arguments })
    }

    fn place(&self) -> usize {
        let words = self.arguments.iter().map(|argument| argument.cast_unsigned());
        let mixed = words.fold(crate::model::count_of(self.name), mix);
        usize::try_from(mixed >> 40).unwrap_or(0) % PLACES
    }
}

/// What definitions were found to be: the last value for every place that keys are scattered to.
#[derive(Default)]
pub(super) struct Known {
    places: Vec<Option<(Key, Datum)>>,
    kept: usize,
}

impl Known {
    pub(super) fn get(&self, key: &Key) -> Option<&Datum> {
        let (known, value) = self.places.get(key.place())?.as_ref()?;
        (known == key).then_some(value)
    }

    pub(super) fn keep(&mut self, key: Key, value: &Datum) {
        let weight = size(value);
        if self.kept + weight > KEPT || self.places.is_empty() {
            self.places.clear();
            self.places.resize(PLACES, None);
            self.kept = 0;
        }
        let before = self.places[key.place()].replace((key, value.clone()));
        self.kept = self.kept + weight - before.map_or(0, |(_, value)| size(&value));
    }
}

/// Values in an argument of a definition that is kept; greater ones cost more to compare than they spare.
const ITEMS: usize = 256;

/// The arguments of a definition where they are not integers alone.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct ListKey {
    name: usize,
    arguments: Vec<Datum>,
}

impl ListKey {
    /// None if an argument is long.
    pub(super) fn new<'d>(name: &str, values: impl Iterator<Item = &'d Datum>) -> Option<Self> {
        let arguments = values.map(|value| value.size(ITEMS).map(|_| value.clone()));
        Some(Self { name: name.as_ptr().addr(), arguments: arguments.collect::<Option<_>>()? })
    }
}

/// What definitions were found to be for such arguments.
#[derive(Default)]
pub(super) struct KnownOfLists {
    values: HashMap<ListKey, Datum>,
    kept: usize,
}

impl KnownOfLists {
    pub(super) fn get(&self, key: &ListKey) -> Option<&Datum> {
        self.values.get(key)
    }

    pub(super) fn keep(&mut self, key: ListKey, value: &Datum) {
        let weight = key.arguments.iter().map(size).sum::<usize>() + size(value);
        if self.kept + weight > KEPT_OF_LISTS {
            self.values.clear();
            self.kept = 0;
        }
        self.kept += weight;
        self.values.insert(key, value.clone());
    }
}

/// Multiplication and rotation, for keys that nobody chooses to collide.
fn mix(mixed: u64, word: u64) -> u64 {
    (mixed.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A map by name, looked into for every function of a formula.
pub(super) type Named<T> = HashMap<String, T, BuildHasherDefault<Mixed>>;

/// The hash of short names.
#[derive(Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let word = part.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.0 = mix(self.0, word);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// How many values a value holds, counted no further than to the bound.
fn size(of: &Datum) -> usize {
    match of {
        Datum::List(items) => {
            items.iter().fold(1, |sum, item| if sum > KEPT { sum } else { sum + size(item) })
        }
        _ => 1,
    }
}
