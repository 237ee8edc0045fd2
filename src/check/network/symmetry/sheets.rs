//! The translations of a lift: an element of the group is added to the element of a node.

use crate::network::symmetry::generator_fault::GeneratorFault;

/// The nodes (u, g) of a lift, with index g · b + u: a copy of the b nodes of the base for every element g of
/// a product of cyclic groups, the last part varying fastest.
#[derive(Debug)]
pub(crate) struct Sheets {
    pub(crate) group: Vec<u64>,
    /// Number of nodes of the base.
    pub(crate) base: u64,
}

impl Sheets {
    /// Returns the number of parts of an element.
    pub(crate) fn parts(&self) -> usize {
        self.group.len()
    }

    /// Returns the image of node 0 under the translation by an element.
    pub(crate) fn shift(&self, element: &[u64]) -> Result<u64, GeneratorFault> {
        let mut number = 0;
        for (part, (&found, &radix)) in element.iter().zip(&self.group).enumerate() {
            if found >= radix {
                return Err(GeneratorFault::Part { part, found, radix });
            }
            // Below the number of elements.
            number = number * radix + found;
        }
        Ok(number * self.base)
    }

    /// Returns the image of a node under the translation that takes node 0 to `shift`, if there is one.
    pub(crate) fn shifted(&self, shift: u64, node: u64) -> Option<u64> {
        let sum = |x: u64, y: u64, radix: u64| (x + y) % radix;
        shift.is_multiple_of(self.base).then(|| self.each_part(node, shift / self.base, sum))
    }

    /// Returns the image of `to` under the translation that takes `from` into the sheet of the identity.
    pub(crate) fn seen_from(&self, from: u64, to: u64) -> u64 {
        self.each_part(to, from / self.base, |x, y, radix| (x + radix - y) % radix)
    }

    /// Returns the node moved to the sheet whose element combines its own element and another one, part by
    /// part.
    fn each_part(&self, node: u64, element: u64, by: impl Fn(u64, u64, u64) -> u64) -> u64 {
        let (mut left, mut right, mut unit, mut found) = (node / self.base, element, 1, 0);
        for &radix in self.group.iter().rev() {
            found += by(left % radix, right % radix, radix) * unit;
            (left, right, unit) = (left / radix, right / radix, unit * radix);
        }
        found * self.base + node % self.base
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_numbered_the_last_part_fastest_and_added_part_by_part() {
        let sheets = Sheets { group: vec![3, 2, 4], base: 5 };
        let elements = || (0..3).flat_map(|a| (0..2).flat_map(move |b| (0..4).map(move |c| [a, b, c])));
        for (number, element) in (0..).zip(elements()) {
            let shift = number * 5;
            assert!(matches!(sheets.shift(&element), Ok(found) if found == shift));
            for (other, to) in (0..).zip(elements()) {
                let sum: Vec<u64> =
                    (0..3).map(|part| (element[part] + to[part]) % sheets.group[part]).collect();
                let place = elements().position(|element| element[..] == sum[..]).expect("an element");
                let there = u64::try_from(place).expect("few elements") * 5 + 3;
                assert_eq!(sheets.shifted(shift, other * 5 + 3), Some(there));
                assert_eq!(sheets.seen_from(shift + 1, there), other * 5 + 3);
            }
        }
        assert_eq!(sheets.shifted(7, 0), None);
    }
}
