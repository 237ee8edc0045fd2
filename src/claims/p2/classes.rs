//! Classes under rotation and the numbers n(t), m(t) of P2 §2, made by the printed rules.

use super::made::index;
use crate::claims::prove::Congruence;
use crate::model::count_of;

/// A string of d bits rotated to the left by one bit.
pub(super) fn rotated(t: u64, d: u64) -> u64 {
    ((t << 1) | (t >> (d - 1))) & ((1 << d) - 1)
}

/// The elements of a class from one of them on, each the next one's rotation by one bit to the right.
pub(super) fn class_of(first: u64, d: u64) -> Vec<u64> {
    let next = |&t: &u64| Some(rotated(t, d)).filter(|&t| t != first);
    std::iter::successors(Some(first), next).collect()
}

/// Whether the k ones of a string stand side by side, round the end too.
pub(super) fn is_block(t: u64, d: u64) -> bool {
    class_of((1 << t.count_ones()) - 1, d).contains(&t)
}

/// The classes of k ones: that of the block of ones first, the others in an order that a seed gives.
pub(super) fn classes(d: u64, k: u32, seed: u64) -> Vec<Vec<u64>> {
    let least = |&t: &u64| t.count_ones() == k && class_of(t, d).into_iter().min() == Some(t);
    let mut classes: Vec<Vec<u64>> = (1..1 << d).filter(least).map(|t| class_of(t, d)).collect();
    // The block of ones is the least of all.
    Congruence(seed).shuffle(classes.get_mut(1..).unwrap_or_default());
    classes
}

/// The numbers of the node identities.
pub(super) struct Numbering {
    pub(super) d: u64,
    /// The identities by increasing n(t).
    pub(super) order: Vec<u64>,
    numbers: Vec<u64>,
}

impl Numbering {
    pub(super) fn new(d: u64, order: Vec<u64>) -> Self {
        let mut numbers = vec![0; order.len()];
        for (n, &t) in (0..).zip(&order) {
            numbers[index(t)] = n;
        }
        Self { d, order, numbers }
    }

    /// n(t).
    pub(super) fn n(&self, t: u64) -> u64 {
        self.numbers[index(t)]
    }

    /// m(t), for t ≠ 0.
    pub(super) fn m(&self, t: u64) -> u64 {
        1 + (self.n(t) - 1) % self.d
    }

    /// What t becomes when its bit in position m(t) is reversed.
    pub(super) fn parent(&self, t: u64) -> u64 {
        t ^ (1 << (self.m(t) - 1))
    }

    /// All identities but 0, by increasing number.
    pub(super) fn others(&self) -> impl Iterator<Item = u64> + '_ {
        self.order.iter().skip(1).copied()
    }
}

/// The numbering of §2: the first element of a class has a one in position m(t), and if it is a block of ones
/// a zero before it; whatever the paper leaves open is chosen by a seed. None if some class has no such
/// element.
pub(super) fn numbered(d: u64, seed: u64) -> Option<Numbering> {
    let mut choice = Congruence(seed);
    let mut order = vec![0];
    for k in (1..).take_while(|&k| u64::from(k) < d) {
        for (place, class) in classes(d, k, seed).into_iter().enumerate() {
            let m = 1 + (count_of(order.len()) - 1) % d;
            let before = if m > 1 { m - 1 } else { d };
            let bit = |t: u64, position: u64| t >> (position - 1) & 1;
            let mut firsts = class;
            firsts.retain(|&t| bit(t, m) == 1 && (place > 0 || bit(t, before) == 0));
            if firsts.is_empty() {
                return None;
            }
            order.extend(class_of(firsts[choice.below(firsts.len())], d));
        }
    }
    order.push((1 << d) - 1);
    Some(Numbering::new(d, order))
}

/// The classes of a dimension by number of ones, as §3 goes through them.
pub(super) fn all_classes(d: u64, seed: u64) -> impl Iterator<Item = (u32, Vec<u64>)> {
    let ones = (1..).take_while(move |&k| u64::from(k) < d);
    ones.flat_map(move |k| classes(d, k, seed).into_iter().map(move |class| (k, class)))
}
