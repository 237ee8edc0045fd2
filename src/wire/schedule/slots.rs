//! The slots of a schedule, without a list for each.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::ops::{Index, IndexMut};

/// Slots of moves: all moves one behind the other, and where each slot ends. There may be millions.
///
/// # Examples
/// ```
/// use isotask_wire::Slots;
/// let mut slots = Slots::from(vec![vec!['a', 'b'], vec![]]);
/// slots.push(['c']);
/// assert_eq!((slots.len(), &slots[0], &slots[1], slots.moves()), (3, &['a', 'b'][..], &[][..], &['a', 'b', 'c'][..]));
/// assert_eq!(slots.iter().map(<[char]>::len).collect::<Vec<_>>(), [2, 0, 1]);
/// // The moves may come in any order, if the slot of each is given.
/// assert_eq!(Slots::sorted(3, [2, 0, 0].into_iter(), "cab".chars()), slots);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slots<M> {
    moves: Vec<M>,
    /// For every slot the number of moves in it and before it.
    ends: Vec<usize>,
}

impl<M> Default for Slots<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), ends: Vec::new() }
    }
}

impl<M> Slots<M> {
    /// Returns a list without slots.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a list without slots, with capacity for `slots` slots of together `moves` moves.
    #[must_use]
    pub fn with_capacity(slots: usize, moves: usize) -> Self {
        Self { moves: Vec::with_capacity(moves), ends: Vec::with_capacity(slots) }
    }

    /// Sorts moves into slots by counting sort, where `of` gives the slot of each move. Moves of one slot
    /// keep their order.
    ///
    /// # Panics
    /// If `of` gives a slot that is not below `slots`.
    ///
    /// # Complexity
    /// O(slots + moves) time and space.
    #[must_use]
    pub fn sorted(
        slots: usize,
        of: impl Iterator<Item = usize> + Clone,
        moves: impl Iterator<Item = M>,
    ) -> Self
    where
        M: Copy,
    {
        let mut ends = vec![0; slots];
        for slot in of.clone() {
            ends[slot] += 1;
        }
        // Each entry is where its slot begins, and becomes where the slot ends as moves are put there.
        let mut all = 0;
        for end in &mut ends {
            all += std::mem::replace(end, all);
        }
        let (mut list, mut of) = (Vec::new(), of);
        // `for_each` is faster than `next` for nested iterators, which then loop over their own parts.
        moves.for_each(|step| {
            let Some(slot) = of.next() else { return };
            if list.is_empty() {
                list = vec![step; all];
            }
            list[ends[slot]] = step;
            ends[slot] += 1;
        });
        Self { moves: list, ends }
    }

    /// Appends a slot.
    pub fn push(&mut self, slot: impl IntoIterator<Item = M>) {
        self.moves.extend(slot);
        self.ends.push(self.moves.len());
    }

    /// Returns the number of slots, including those without moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no slot.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the moves of all slots.
    #[must_use]
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// Returns the moves of all slots, to be changed in place.
    #[must_use]
    pub fn moves_mut(&mut self) -> &mut [M] {
        &mut self.moves
    }

    /// Returns the moves of a slot; none behind the last slot.
    #[must_use]
    pub fn get(&self, slot: usize) -> Option<&[M]> {
        let end = *self.ends.get(slot)?;
        self.moves.get(self.start(slot)..end)
    }

    /// Returns an iterator over the slots, in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, M> {
        Iter { moves: &self.moves, before: 0, ends: self.ends.iter() }
    }

    /// Returns a list for every slot, for callers that change single slots; [`Slots::from`] converts back.
    #[must_use]
    pub fn to_lists(&self) -> Vec<Vec<M>>
    where
        M: Clone,
    {
        self.iter().map(<[M]>::to_vec).collect()
    }

    /// Replaces every move by what `other` returns for it.
    #[must_use]
    pub fn map<N>(&self, other: impl FnMut(&M) -> N) -> Slots<N> {
        Slots { moves: self.moves.iter().map(other).collect(), ends: self.ends.clone() }
    }

    /// Replaces every move by what `other` returns for its slot, its place there and itself, if all succeed.
    pub(super) fn try_map<N, E>(
        self,
        mut other: impl FnMut(usize, usize, M) -> Result<N, E>,
    ) -> Result<Slots<N>, E> {
        let Self { moves, ends } = self;
        let (mut slot, mut start) = (0, 0);
        let mut list = Vec::with_capacity(moves.len());
        for (place, step) in moves.into_iter().enumerate() {
            while ends.get(slot).is_some_and(|&end| end <= place) {
                start = ends[slot];
                slot += 1;
            }
            list.push(other(slot, place - start, step)?);
        }
        Ok(Slots { moves: list, ends })
    }

    /// Adds a move to the slot that the next [`Slots::end_slot`] ends.
    pub(crate) fn add(&mut self, step: M) {
        self.moves.push(step);
    }

    /// Ends a slot.
    pub(crate) fn end_slot(&mut self) {
        self.ends.push(self.moves.len());
    }

    fn start(&self, slot: usize) -> usize {
        slot.checked_sub(1).map_or(0, |before| self.ends[before])
    }
}

impl<M> Index<usize> for Slots<M> {
    type Output = [M];

    fn index(&self, slot: usize) -> &[M] {
        &self.moves[self.start(slot)..self.ends[slot]]
    }
}

impl<M> IndexMut<usize> for Slots<M> {
    fn index_mut(&mut self, slot: usize) -> &mut [M] {
        let start = self.start(slot);
        &mut self.moves[start..self.ends[slot]]
    }
}

impl<M, S: IntoIterator<Item = M>> FromIterator<S> for Slots<M> {
    fn from_iter<I: IntoIterator<Item = S>>(slots: I) -> Self {
        let mut all = Self::new();
        for slot in slots {
            all.push(slot);
        }
        all
    }
}

impl<M> From<Vec<Vec<M>>> for Slots<M> {
    fn from(slots: Vec<Vec<M>>) -> Self {
        slots.into_iter().collect()
    }
}

impl<'a, M> IntoIterator for &'a Slots<M> {
    type Item = &'a [M];
    type IntoIter = Iter<'a, M>;

    fn into_iter(self) -> Iter<'a, M> {
        self.iter()
    }
}

/// An iterator over the slots, in order.
#[derive(Debug, Clone)]
pub struct Iter<'a, M> {
    /// Moves of the slots that are still to come.
    moves: &'a [M],
    /// Moves of the slots that were handed out.
    before: usize,
    ends: std::slice::Iter<'a, usize>,
}

impl<'a, M> Iterator for Iter<'a, M> {
    type Item = &'a [M];

    fn next(&mut self) -> Option<&'a [M]> {
        let end = *self.ends.next()?;
        let (slot, rest) = self.moves.split_at(end - self.before);
        (self.moves, self.before) = (rest, end);
        Some(slot)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ends.size_hint()
    }
}

impl<M> ExactSizeIterator for Iter<'_, M> {}

impl<M: Serialize> Serialize for Slots<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        for slot in self {
            list.serialize_element(slot)?;
        }
        list.end()
    }
}

#[cfg(test)]
impl<M: schemars::JsonSchema> schemars::JsonSchema for Slots<M> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        <Vec<Vec<M>>>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <Vec<Vec<M>>>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::Slots;

    /// Moves in slots that are empty first, in the middle and last.
    fn slots() -> Slots<char> {
        Slots::from(vec![vec![], vec!['a', 'b', 'c'], vec![], vec!['d'], vec!['e', 'f'], vec![]])
    }

    #[test]
    fn moves_that_are_sorted_keep_their_order_in_a_slot() {
        assert_eq!(Slots::sorted(6, [4, 1, 3, 1, 4, 1].into_iter(), "eadbfc".chars()), slots());
        assert_eq!(Slots::sorted(2, std::iter::empty(), "".chars()), Slots::from(vec![vec![], vec![]]));
    }

    #[test]
    fn a_slot_is_read_and_changed_by_its_index() {
        let mut slots = slots();
        let lists = slots.to_lists();
        assert_eq!(lists.concat(), slots.moves());
        for (place, list) in lists.iter().enumerate() {
            assert_eq!((slots.get(place), &slots[place]), (Some(list.as_slice()), list.as_slice()));
        }
        assert_eq!((slots.get(lists.len()), slots.len()), (None, lists.len()));
        slots[1][2] = 'x';
        slots[4].reverse();
        assert_eq!(slots.moves(), ['a', 'b', 'x', 'd', 'f', 'e']);
    }

    #[test]
    fn the_iterator_tells_how_many_slots_are_still_to_come() {
        let slots = slots();
        let mut iter = slots.iter();
        for left in (0..slots.len()).rev() {
            assert!(iter.next().is_some());
            assert_eq!((iter.len(), iter.size_hint()), (left, (left, Some(left))));
        }
        assert_eq!(iter.next(), None);
    }
}
