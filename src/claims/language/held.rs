//! The memory of an evaluation: what stands on the heap is counted as long as it lives.

use crate::model::count_of;
use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

thread_local! {
    /// The values of the evaluation that this thread is at.
    static HELD: Cell<u64> = const { Cell::new(0) };
}

/// How many values the evaluation holds.
pub(super) fn held() -> u64 {
    HELD.get()
}

/// An evaluation. Another one that a thread begins in the midst of it, while it waits, counts for itself.
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

/// So many values, until it is dropped.
#[derive(Debug, Default)]
pub(super) struct Hold(u64);

impl Hold {
    pub(super) fn more(&mut self, values: usize) {
        let values = count_of(values);
        self.0 += values;
        HELD.set(HELD.get().saturating_add(values));
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        HELD.set(HELD.get().saturating_sub(self.0));
    }
}

/// Something on the heap.
#[derive(Debug)]
pub(in crate::claims) struct Kept<T> {
    of: T,
    /// How deep lists stand in it; 0 if it is none.
    pub(super) depth: u32,
    /// How many values there are, those in lists counted one by one.
    pub(super) size: u64,
    _hold: Hold,
}

impl<T> Kept<T> {
    pub(super) fn new(places: usize, size: u64, depth: u32, of: T) -> Arc<Self> {
        let mut hold = Hold::default();
        hold.more(places);
        Arc::new(Self { of, depth, size, _hold: hold })
    }
}

impl<T> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.of
    }
}

impl<T: PartialEq> PartialEq for Kept<T> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.of == other.of
    }
}

impl<T: Eq> Eq for Kept<T> {}

impl<T: Hash> Hash for Kept<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.of.hash(state);
    }
}
