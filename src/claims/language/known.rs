//! A cache of values of definitions, so that recursions compute each once. It is emptied when the evaluation
//! holds too much memory.

use super::data::Datum;
use std::collections::HashMap;

/// Places of the table of integer keys, a power of 2.
const TABLE_PLACES: usize = 1 << 16;
/// Most arguments of an integer key.
const MAX_KEY_ARGUMENTS: usize = 4;
/// Most values in the cache, which is emptied before it holds more.
const MAX_KEPT_VALUES: u64 = 1_000_000;
/// Most values in an argument of a list key; comparing larger ones costs more than it saves.
const MAX_LIST_KEY_VALUES: u64 = 256;

/// A cache key of a definition, by its number, and of a few arguments that are integers of 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    definition: u32,
    length: u32,
    arguments: [i64; MAX_KEY_ARGUMENTS],
}

impl Key {
    pub(super) fn new<'d>(definition: u32, values: impl ExactSizeIterator<Item = &'d Datum>) -> Option<Self> {
        let (length, mut arguments) = (values.len(), [0; MAX_KEY_ARGUMENTS]);
        if length > MAX_KEY_ARGUMENTS {
            return None;
        }
        for (argument, value) in arguments.iter_mut().zip(values) {
            let Datum::Integer(value) = value else { return None };
            *argument = i64::try_from(*value).ok()?;
        }
        Some(Self { definition, length: u32::try_from(length).ok()?, arguments })
    }

    /// Hashes the key by multiplication and rotation; it need not withstand chosen collisions.
    fn place(&self) -> usize {
        let words = self.arguments.iter().map(|argument| argument.cast_unsigned());
        let mix = |mixed: u64, word: u64| (mixed.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = words.fold(u64::from(self.definition), mix);
        usize::try_from(mixed >> 40).unwrap_or(0) % TABLE_PLACES
    }
}

/// A cache key of a definition and arguments of any kind.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct ListKey {
    definition: u32,
    arguments: Vec<Datum>,
}

impl ListKey {
    /// Makes a key; returns none if an argument is long.
    pub(super) fn new<'d>(definition: u32, values: impl Iterator<Item = &'d Datum> + Clone) -> Option<Self> {
        let short = values.clone().all(|value| value.size() <= MAX_LIST_KEY_VALUES);
        short.then(|| Self { definition, arguments: values.cloned().collect() })
    }
}

/// The cache. For integer keys, each place of the table has the last value that was hashed to it.
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
        self.count_kept(value.size());
        if self.places.is_empty() {
            self.places.resize(TABLE_PLACES, None);
        }
        self.places[key.place()] = Some((key, value.clone()));
    }

    pub(super) fn get_of_lists(&self, key: &ListKey) -> Option<&Datum> {
        self.of_lists.get(key)
    }

    pub(super) fn keep_of_lists(&mut self, key: ListKey, value: &Datum) {
        self.count_kept(8 + value.size() + key.arguments.iter().map(Datum::size).sum::<u64>());
        self.of_lists.insert(key, value.clone());
    }

    fn count_kept(&mut self, size: u64) {
        self.kept += size;
        if self.kept > MAX_KEPT_VALUES {
            self.forget();
            self.kept = size;
        }
    }

    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}
