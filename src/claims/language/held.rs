//! Counts the memory of an evaluation: values on the heap count as long as they live.

use crate::model::count_of;
use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

thread_local! {
    /// The number of values of the evaluation that runs on this thread.
    static HELD: Cell<u64> = const { Cell::new(0) };
}

/// Returns the number of values that the evaluation holds.
pub(super) fn held_values() -> u64 {
    HELD.get()
}

/// The count of one evaluation. A nested evaluation that the thread begins meanwhile has its own count.
pub(in crate::claims) struct Account(u64);

impl Account {
    pub(in crate::claims) fn open() -> Self {
        Self(HELD.replace(0))
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        HELD.set(self.0);
    }
}

/// A number of values that count until this is dropped.
#[derive(Debug, Default)]
pub(super) struct Reservation(u64);

impl Reservation {
    pub(super) fn reserve(&mut self, values: usize) {
        let values = count_of(values);
        self.0 += values;
        HELD.set(HELD.get().saturating_add(values));
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        HELD.set(HELD.get().saturating_sub(self.0));
    }
}

/// A value on the heap that is counted.
#[derive(Debug)]
pub(in crate::claims) struct Counted<T> {
    of: T,
    /// The depth of nested lists; 0 if it is no list.
    pub(super) depth: u32,
    /// The number of values; items of lists count one by one.
    pub(super) size: u64,
    _hold: Reservation,
}

impl<T> Counted<T> {
    pub(super) fn new(places: usize, size: u64, depth: u32, of: T) -> Arc<Self> {
        let mut hold = Reservation::default();
        hold.reserve(places);
        Arc::new(Self { of, depth, size, _hold: hold })
    }
}

impl<T> Deref for Counted<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.of
    }
}

impl<T: PartialEq> PartialEq for Counted<T> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.of == other.of
    }
}

impl<T: Eq> Eq for Counted<T> {}

impl<T: Hash> Hash for Counted<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.of.hash(state);
    }
}
