//! The conveyor lemma: long packets that never wait, and fillers between them.

/// Who moves.
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
    /// Who moves.
    pub rider: Rider,
    /// The class that it leaves.
    pub class: usize,
}

/// Sends long packets and fillers round a directed ring of r classes.
///
/// A long packet of so many hops starts in each class of `starts`, and in every class a filler of `filler` hops.
/// Let K be the greatest number of long packets that start in a window of `length` classes, counted as often as
/// they stand in it, which is the greatest load that they put on a link. All is done in max(length, filler + K)
/// slots, the least that load and length allow.
///
/// In the first `length` slots the long packets never wait; a filler that comes to a class of `starts`, or starts
/// there, waits one slot, and again whenever a long packet passes. Every wait uses up a long packet of its own,
/// which started in the window of `length` classes that ends where the filler is: so every filler makes at least
/// `length` − K hops. Fillers that stop after these stand one in each class again, and go on together.
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
/// // As much work for every link, and nobody who needs so long.
/// assert_eq!(conveyor(&[false, false], 0, 4).len(), 4);
/// ```
#[must_use]
pub fn conveyor(starts: &[bool], length: u64, filler: u64) -> Vec<Vec<Ride>> {
    assert!(!starts.is_empty(), "at least one class");
    let cut = filler.min(length - greatest_load(starts, length));
    let mut fillers: Vec<Filler> =
        (0..starts.len()).map(|class| Filler { class, hops: 0, waits: starts[class] }).collect();
    let mut slots: Vec<Vec<Ride>> =
        (0..length).map(|slot| mixed_slot(starts, slot, cut, &mut fillers)).collect();
    for _ in cut..filler {
        slots
            .push(fillers.iter_mut().enumerate().map(|(start, filler)| filler.ride(start, starts)).collect());
    }
    slots
}

/// The greatest number of long packets that cross a link.
fn greatest_load(starts: &[bool], length: u64) -> u64 {
    let classes = u64::try_from(starts.len()).expect("a list has fewer than 2^64 entries");
    let all = u64::try_from(starts.iter().filter(|&&starts| starts).count()).expect("at most the classes");
    let rest = usize::try_from(length % classes).expect("fewer than the classes");
    let mut window = starts[..rest].iter().filter(|&&starts| starts).count();
    let mut most = window;
    for first in 0..starts.len() {
        window += usize::from(starts[(first + rest) % starts.len()]);
        window -= usize::from(starts[first]);
        most = most.max(window);
    }
    length / classes * all + u64::try_from(most).expect("at most the classes")
}

/// A filler on its way.
struct Filler {
    class: usize,
    hops: u64,
    /// Whether it has come to a class where long packets start, and has not waited there yet.
    waits: bool,
}

impl Filler {
    fn ride(&mut self, start: usize, starts: &[bool]) -> Ride {
        let class = self.class;
        self.class = (class + 1) % starts.len();
        self.hops += 1;
        self.waits = starts[self.class];
        Ride { rider: Rider::Filler(start), class }
    }
}

/// The moves of a slot in which long packets move.
fn mixed_slot(starts: &[bool], slot: u64, cut: u64, fillers: &mut [Filler]) -> Vec<Ride> {
    let classes = starts.len();
    let gone = usize::try_from(slot % u64::try_from(classes).expect("few")).expect("fewer than the classes");
    let mut taken = vec![false; classes];
    let mut rides = Vec::with_capacity(classes);
    for start in (0..classes).filter(|&start| starts[start]) {
        let class = (start + gone) % classes;
        taken[class] = true;
        rides.push(Ride { rider: Rider::Long(start), class });
    }
    for (start, filler) in fillers.iter_mut().enumerate() {
        if filler.hops == cut {
            continue;
        }
        if std::mem::take(&mut filler.waits) || taken[filler.class] {
            continue;
        }
        rides.push(filler.ride(start, starts));
    }
    rides
}
