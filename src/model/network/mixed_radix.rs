//! Numbers in mixed radix, the last digit fastest: coordinates of meshes, elements of products of cyclic
//! groups.

use crate::model::{ModelError, Node};

/// Returns the digits of a number.
pub(in crate::model) fn digits(radices: &[u64], number: u64) -> Vec<u64> {
    let mut rest = number;
    let mut found: Vec<u64> = radices.iter().rev().map(|&radix| digit(&mut rest, radix)).collect();
    found.reverse();
    found
}

/// Returns by how much the index grows with each coordinate.
pub(in crate::model) fn strides(sizes: &[u64]) -> Vec<u64> {
    let mut stride = 1;
    let mut strides: Vec<u64> = sizes
        .iter()
        .rev()
        .map(|&size| {
            let here = stride;
            stride *= size;
            here
        })
        .collect();
    strides.reverse();
    strides
}

/// Returns the number of these digits, each below its radix.
pub(in crate::model) fn number(radices: &[u64], digits: &[u64]) -> u64 {
    radices.iter().zip(digits).fold(0, |number, (radix, digit)| number * radix + digit)
}

/// Returns the sum of two numbers, digit by digit without carry.
pub(in crate::model) fn sum(radices: &[u64], a: u64, b: u64) -> u64 {
    by_digits(radices, a, b, |x, y, radix| (x + y) % radix)
}

/// Returns the difference of two numbers, digit by digit without borrowing.
pub(in crate::model) fn difference(radices: &[u64], a: u64, b: u64) -> u64 {
    by_digits(radices, a, b, |x, y, radix| (x + radix - y) % radix)
}

fn by_digits(radices: &[u64], mut a: u64, mut b: u64, of: impl Fn(u64, u64, u64) -> u64) -> u64 {
    let (mut found, mut unit) = (0, 1);
    for &radix in radices.iter().rev() {
        found += of(digit(&mut a, radix), digit(&mut b, radix), radix) * unit;
        unit *= radix;
    }
    found
}

/// Removes the last digit and returns it.
pub(super) fn digit(number: &mut u64, radix: u64) -> u64 {
    let last = *number % radix;
    *number /= radix;
    last
}

/// Returns the node with these coordinates.
pub(in crate::model) fn node(
    radices: &[u64],
    coordinates: &[u64],
    place: impl Fn() -> String,
) -> Result<Node, ModelError> {
    if coordinates.len() != radices.len() {
        let (found, expected) = (coordinates.len(), radices.len());
        return Err(ModelError::WrongNumberOfCoordinates { place: place(), found, expected });
    }
    let mut index = 0;
    for (coordinate, (&found, &radix)) in coordinates.iter().zip(radices).enumerate() {
        if found >= radix {
            let (place, greatest) = (place(), radix - 1);
            return Err(ModelError::CoordinateOutOfRange { place, coordinate, found, greatest });
        }
        index = index * radix + found;
    }
    Ok(Node(index))
}
