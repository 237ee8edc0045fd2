//! Adds one node to a matching, along an augmenting path.

/// A matching of guests to places in a bipartite graph; the implementation chooses how to store it.
///
/// For a search to end, `next_place` or `next_holder` must return every place or holder at most once during
/// it: the implementation marks those that it has returned.
pub trait Assignment {
    /// A node that looks for a place.
    type Guest: Copy;
    /// A place, which may have room for several guests.
    type Place: Copy;

    /// Returns the next place that a guest may take, in the order of its preference; `step` begins with 0,
    /// and the implementation counts it.
    fn next_place(&mut self, guest: Self::Guest, step: &mut usize) -> Option<Self::Place>;

    /// Returns whether a place has room for another guest.
    fn has_room(&self, place: Self::Place) -> bool;

    /// Returns the next guest in a full place, one of whom would have to leave; `step` as in
    /// [`Self::next_place`].
    fn next_holder(&mut self, place: Self::Place, step: &mut usize) -> Option<Self::Guest>;

    /// Gives a place to a guest, who leaves the one it had.
    fn give(&mut self, guest: Self::Guest, place: Self::Place);
}

/// Finds a place for a guest along an augmenting path and returns whether there was one. Other guests may
/// change places; none loses its place.
///
/// The path is the first in depth-first order (Kuhn 1955; Ford & Fulkerson 1956). The sets of guests that can
/// have places together are the independent sets of a transversal matroid (Edmonds & Fulkerson 1965), so
/// calls for all guests by decreasing weight place a set of greatest weight. petgraph's matchings start from
/// an empty matching, and which guest gets which place is part of a schedule.
///
/// # Complexity
/// O(E) time for E pairs of a guest and a place that it may take; the depth of the recursion is at most the
/// number of guests.
///
/// # Examples
/// ```
/// use isotask::graph::{Assignment, augment};
/// /// For every place who has it, and who may.
/// struct Seats { taken: Vec<Option<usize>>, may: Vec<Vec<usize>>, seen: Vec<bool> }
/// impl Assignment for Seats {
///     type Guest = usize;
///     type Place = usize;
///     fn next_place(&mut self, guest: usize, step: &mut usize) -> Option<usize> {
///         let place = *self.may[guest][*step..].iter().find(|&&place| !self.seen[place])?;
///         self.seen[place] = true;
///         Some(place)
///     }
///     fn has_room(&self, place: usize) -> bool { self.taken[place].is_none() }
///     fn next_holder(&mut self, place: usize, step: &mut usize) -> Option<usize> {
///         *step += 1;
///         self.taken[place].filter(|_| *step == 1)
///     }
///     fn give(&mut self, guest: usize, place: usize) { self.taken[place] = Some(guest); }
/// }
/// let mut seats = Seats { taken: vec![None; 2], may: vec![vec![0, 1], vec![0]], seen: vec![false; 2] };
/// assert!(augment(&mut seats, 0));
/// seats.seen.fill(false);
/// assert!(augment(&mut seats, 1));
/// assert_eq!(seats.taken, [Some(1), Some(0)]);
/// ```
pub fn augment<A: Assignment>(matching: &mut A, guest: A::Guest) -> bool {
    let mut step = 0;
    while let Some(place) = matching.next_place(guest, &mut step) {
        if matching.has_room(place) || make_room(matching, place) {
            matching.give(guest, place);
            return true;
        }
    }
    false
}

/// Moves one of the holders of a full place to another place.
fn make_room<A: Assignment>(matching: &mut A, place: A::Place) -> bool {
    let mut step = 0;
    while let Some(holder) = matching.next_holder(place, &mut step) {
        if augment(matching, holder) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::hopcroft_karp;
    use proptest::prelude::*;

    /// Seats with room for some guests each.
    struct Seats<'a> {
        may: &'a [Vec<usize>],
        room: &'a [usize],
        seat_of: Vec<Option<usize>>,
        seen: Vec<bool>,
    }

    impl Assignment for Seats<'_> {
        type Guest = usize;
        type Place = usize;

        fn next_place(&mut self, guest: usize, _: &mut usize) -> Option<usize> {
            let place = *self.may[guest].iter().find(|&&place| !self.seen[place])?;
            self.seen[place] = true;
            Some(place)
        }

        fn has_room(&self, place: usize) -> bool {
            self.seat_of.iter().filter(|&&seat| seat == Some(place)).count() < self.room[place]
        }

        fn next_holder(&mut self, place: usize, step: &mut usize) -> Option<usize> {
            let holder = (*step..self.seat_of.len()).find(|&guest| self.seat_of[guest] == Some(place))?;
            *step = holder + 1;
            Some(holder)
        }

        fn give(&mut self, guest: usize, place: usize) {
            self.seat_of[guest] = Some(place);
        }
    }

    proptest! {
        #[test]
        fn every_prefix_of_guests_gets_as_many_places_as_by_hopcroft_karp(
            may in proptest::collection::vec(proptest::collection::vec(0_usize..5, 0..4), 0..12),
            room in proptest::collection::vec(0_usize..4, 5),
        ) {
            let (seat_of, seen) = (vec![None; may.len()], vec![false; 5]);
            let mut seats = Seats { may: &may, room: &room, seat_of, seen };
            // Every seat stands as often as it has room.
            let first = |place: usize| room[..place].iter().sum::<usize>();
            let copies = |place: &usize| first(*place)..first(*place) + room[*place];
            let adjacent: Vec<Vec<usize>> =
                may.iter().map(|places| places.iter().flat_map(copies).collect()).collect();
            let most = |guests: &[Vec<usize>]| {
                hopcroft_karp(guests, first(5)).iter().flatten().count()
            };
            for guest in 0..may.len() {
                seats.seen.fill(false);
                let before = most(&adjacent[..guest]);
                prop_assert_eq!(augment(&mut seats, guest), most(&adjacent[..=guest]) > before);
            }
            for (guest, seat) in seats.seat_of.iter().enumerate() {
                prop_assert!(seat.is_none_or(|seat| may[guest].contains(&seat)));
            }
            for (place, &room) in room.iter().enumerate() {
                prop_assert!(seats.seat_of.iter().filter(|&&seat| seat == Some(place)).count() <= room);
            }
        }
    }
}
