//! The conveyor lemma: long packets that never wait, and fillers between them.

use crate::model::count_of;

/// A packet on the conveyor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rider {
    /// The long packet that started in a class.
    Long(usize),
    /// The filler that started in a class.
    Filler(usize),
}

/// A rider moves over the link of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ride {
    /// The packet that moves.
    pub rider: Rider,
    /// The class that it leaves.
    pub class: usize,
}

/// Sends long packets and fillers round a directed ring of r classes.
///
/// A long packet of `length` hops starts in each class of `starts`, and in every class a filler of `filler`
/// hops. Let K be the greatest number of long packets that start in a window of `length` classes, counted as
/// often as they stand in it, which is the greatest load that they put on a link. All packets arrive in
/// max(length, filler + K) slots, the least that load and length allow.
///
/// In the first `length` slots the long packets never wait; a filler that comes to a class of `starts`, or
/// starts there, waits one slot, and again whenever a long packet passes. Every wait uses up a long packet of
/// its own, which started in the window of `length` classes that ends where the filler is: so every filler
/// makes at least `length` − K hops. Fillers that stop after these stand one in each class again, and go on
/// together.
///
/// # Complexity
/// O(r · slots) time and space.
///
/// # Panics
/// If there is no class.
///
/// # Examples
/// Total exchange on a ring of 8: of the ties one class goes +, 4 hops, beside packets of 2 hops.
/// ```
/// use isotask::orbit::conveyor;
/// assert_eq!(conveyor(&[true, false], 4, 2).len(), 4);
/// // Every link has as much work, but no packet is long.
/// assert_eq!(conveyor(&[false, false], 0, 4).len(), 4);
/// ```
#[must_use]
pub fn conveyor(starts: &[bool], length: u64, filler: u64) -> Vec<Vec<Ride>> {
    let mut belt = Belt::new(starts.to_vec(), length, filler);
    let all = 0..belt.slots();
    all.map(|_| belt.advance().into_iter().map(|(ride, _)| ride).collect()).collect()
}

/// A directed ring of classes on which long packets and fillers go round, slot by slot.
#[derive(Debug)]
pub(super) struct Belt {
    starts: Vec<bool>,
    length: u64,
    filler: u64,
    /// The hops after which fillers stop until all long packets have arrived.
    cut: u64,
    slot: u64,
    fillers: Vec<Filler>,
}

/// A filler on its way.
#[derive(Debug)]
struct Filler {
    class: usize,
    hops: u64,
    /// Whether it has come to a class where long packets start, and has not waited there yet.
    waits: bool,
}

impl Belt {
    /// Starts long packets of `length` hops from the classes of `starts` and fillers of `filler` hops from
    /// all.
    pub(super) fn new(starts: Vec<bool>, length: u64, filler: u64) -> Self {
        assert!(!starts.is_empty(), "at least one class");
        let cut = filler.min(length - greatest_load(&starts, length));
        let begin = |class: usize| Filler { class, hops: 0, waits: starts[class] };
        let fillers = (0..starts.len()).map(begin).collect();
        Self { starts, length, filler, cut, slot: 0, fillers }
    }

    /// Returns the number of slots after which all packets have arrived.
    pub(super) fn slots(&self) -> u64 {
        self.length + self.filler - self.cut
    }

    /// Advances to a slot, never backwards.
    pub(super) fn skip_to(&mut self, slot: u64) {
        while self.slot < slot.min(self.length) {
            self.advance();
        }
        if self.slot < slot {
            // Fillers stand one in each class, and go on together.
            self.slot = slot;
            let made = (self.cut + (slot - self.length)).min(self.filler);
            let classes = self.starts.len();
            for (start, filler) in self.fillers.iter_mut().enumerate() {
                let gone = usize::try_from(made % count_of(classes)).expect("fewer than the classes");
                (filler.hops, filler.class) = (made, (start + gone) % classes);
            }
        }
    }

    /// Returns the hops that all riders have made.
    pub(super) fn hops(&self) -> u128 {
        let long = u128::from(count_of(self.starts.iter().filter(|&&starts| starts).count()));
        let fillers: u128 = self.fillers.iter().map(|filler| u128::from(filler.hops)).sum();
        long * u128::from(self.slot.min(self.length)) + fillers
    }

    /// Makes the moves of the next slot; returns them with how many hops each packet has made before.
    pub(super) fn advance(&mut self) -> Vec<(Ride, u64)> {
        let mut rides = Vec::with_capacity(self.starts.len());
        let (slot, classes) = (self.slot, self.starts.len());
        self.slot += 1;
        let mut taken = vec![false; classes];
        if slot < self.length {
            let gone = usize::try_from(slot % count_of(classes)).expect("fewer than the classes");
            for start in (0..classes).filter(|&start| self.starts[start]) {
                let class = (start + gone) % classes;
                taken[class] = true;
                rides.push((Ride { rider: Rider::Long(start), class }, slot));
            }
        }
        let stop = if slot < self.length { self.cut } else { self.filler };
        for (start, filler) in self.fillers.iter_mut().enumerate() {
            let is_held = slot < self.length && (std::mem::take(&mut filler.waits) || taken[filler.class]);
            if filler.hops == stop || is_held {
                continue;
            }
            rides.push((Ride { rider: Rider::Filler(start), class: filler.class }, filler.hops));
            filler.class = (filler.class + 1) % classes;
            filler.hops += 1;
            filler.waits = self.starts[filler.class];
        }
        rides
    }
}

/// Returns the greatest number of long packets that cross a link.
fn greatest_load(starts: &[bool], length: u64) -> u64 {
    let classes = count_of(starts.len());
    let all = count_of(starts.iter().filter(|&&starts| starts).count());
    let rest = usize::try_from(length % classes).expect("fewer than the classes");
    let mut window = starts[..rest].iter().filter(|&&starts| starts).count();
    let mut most = window;
    for first in 0..starts.len() {
        window += usize::from(starts[(first + rest) % starts.len()]);
        window -= usize::from(starts[first]);
        most = most.max(window);
    }
    length / classes * all + count_of(most)
}
