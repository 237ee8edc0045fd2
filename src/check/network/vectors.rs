//! Groups of integer vectors modulo the columns of a triangular matrix: `HyperX` and lattice graphs.

use crate::network::limits::require_links;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire::{Group, Network};
use std::cmp::Ordering;

/// Most dimensions of more than one node, because there are at most 2²² nodes.
const MAX_DIMENSIONS: usize = 22;

/// A vector, filled up with 0 behind its dimensions. Sums and multiples of the columns of a lattice of 2²²
/// classes are far from an overflow.
type Vector = [i128; MAX_DIMENSIONS];

/// A dimension of more than one node; in a dimension of one node every vector of the box is 0.
#[derive(Debug)]
struct Axis {
    size: i128,
    stride: u64,
    /// The entries other than 0 above the diagonal in the column of this dimension, with the places of their
    /// axes.
    above: Vec<(usize, i128)>,
}

/// Vectors modulo a lattice. Every class has one vector in the box of the diagonal, whose index in mixed
/// radix, the last coordinate fastest, is its number.
#[derive(Debug)]
pub(crate) struct Vectors {
    axes: Vec<Axis>,
}

/// A group of vectors, and its generators.
#[derive(Debug)]
pub(crate) struct Stepped {
    pub(crate) vectors: Vectors,
    pub(crate) nodes: u64,
    pub(crate) generators: Vec<u64>,
}

impl Vectors {
    /// Builds the box of these sizes, whose product is at most 2²²; the columns are set later.
    fn new(sizes: &[u64]) -> Self {
        let mut stride = 1;
        let mut axes = Vec::new();
        for &size in sizes.iter().rev().filter(|&&size| size > 1) {
            axes.push(Axis { size: size.into(), stride, above: Vec::new() });
            stride *= size;
        }
        axes.reverse();
        Self { axes }
    }

    /// Returns the number of dimensions of more than one node.
    pub(crate) fn dimensions(&self) -> u64 {
        wide(self.axes.len())
    }

    /// Returns the number of the class of a vector: multiples of the columns are taken from it, the last
    /// first, until it lies in the box.
    fn number(&self, mut vector: Vector) -> u64 {
        let mut number = 0;
        for (k, axis) in self.axes.iter().enumerate().rev() {
            let times = vector[k].div_euclid(axis.size);
            if times != 0 {
                for &(i, entry) in &axis.above {
                    vector[i] -= times * entry;
                }
            }
            // The remainder is at least 0 and below the size.
            number += u64::try_from(vector[k] - times * axis.size).unwrap_or(0) * axis.stride;
        }
        number
    }

    /// Returns the vector in the box that has a number.
    fn vector(&self, mut number: u64) -> Vector {
        let mut vector = [0; MAX_DIMENSIONS];
        for (entry, axis) in vector.iter_mut().zip(&self.axes) {
            *entry = (number / axis.stride).into();
            number %= axis.stride;
        }
        vector
    }

    /// Returns the class of the sum of two classes.
    pub(crate) fn sum(&self, left: u64, right: u64) -> u64 {
        let mut sum = self.vector(left);
        sum.iter_mut().zip(self.vector(right)).for_each(|(entry, other)| *entry += other);
        self.number(sum)
    }

    /// Returns the class of the negative of a class.
    pub(crate) fn negative(&self, number: u64) -> u64 {
        self.number(self.vector(number).map(|entry| -entry))
    }
}

/// Builds the product of complete graphs: its generators add 1, 2, … to one coordinate, each as often as
/// there are parallel links.
pub(crate) fn hyperx(radices: &[u64], multiplicity: Option<&[u64]>) -> Result<Stepped, Rejection> {
    if radices.is_empty() {
        return Err(Rejection::NoRadices);
    }
    if let Some(i) = radices.iter().position(|&radix| radix < 2) {
        let place = format!("task.network.radices[{i}]");
        return Err(Rejection::RadixTooSmall { place, found: radices[i] });
    }
    let copies: Vec<u64> = multiplicity.map_or_else(|| radices.iter().map(|_| 1).collect(), <[u64]>::to_vec);
    if copies.len() != radices.len() {
        return Err(Rejection::MultiplicityCount { found: copies.len(), radices: radices.len() });
    }
    if let Some(index) = copies.iter().position(|&links| links == 0) {
        return Err(Rejection::ZeroMultiplicity { index });
    }
    let mut nodes = 1_u64;
    let mut links = 0_u64;
    for (&radix, &copies) in radices.iter().zip(&copies) {
        nodes = nodes.saturating_mul(radix);
        links = links.saturating_add((radix - 1).saturating_mul(copies));
    }
    require_links(nodes, usize::try_from(links).unwrap_or(usize::MAX))?;
    let vectors = Vectors::new(radices);
    let mut generators = Vec::new();
    // Every radix is above 1, so that there is one axis for each.
    for ((axis, &radix), &copies) in vectors.axes.iter().zip(radices).zip(&copies) {
        for step in 1..radix {
            generators.extend((0..copies).map(|_| step * axis.stride));
        }
    }
    Ok(Stepped { vectors, nodes, generators })
}

/// Builds the group of all integer vectors modulo the columns of a matrix, generated by the unit vectors and
/// their negatives.
pub(crate) fn lattice(matrix: &[Vec<u64>]) -> Result<Stepped, Rejection> {
    require_normal(matrix)?;
    let sizes: Vec<u64> = matrix.iter().enumerate().map(|(i, row)| row[i]).collect();
    let nodes = sizes.iter().fold(1_u64, |nodes, &size| nodes.saturating_mul(size));
    // Every dimension has a link.
    require_links(nodes, sizes.len())?;
    let mut vectors = Vectors::new(&sizes);
    // Rows with 1 on the diagonal have only 0 to the right of it.
    let rows: Vec<&Vec<u64>> =
        matrix.iter().zip(&sizes).filter(|&(_, &size)| size > 1).map(|(row, _)| row).collect();
    let column = |j: usize, above: usize| -> Vec<(usize, i128)> {
        let entries = rows[..above].iter().map(|row| i128::from(row[j])).enumerate();
        entries.filter(|&(_, entry)| entry != 0).collect()
    };
    let mut units = Vec::with_capacity(sizes.len());
    let mut place = 0;
    for (j, &size) in sizes.iter().enumerate() {
        let above = column(j, place);
        let mut unit = [0; MAX_DIMENSIONS];
        if size > 1 {
            unit[place] = 1;
            vectors.axes[place].above = above;
            place += 1;
        } else {
            // Reduced by its column, the unit vector lies in the dimensions before.
            for &(i, entry) in &above {
                unit[i] = -entry;
            }
        }
        units.push(unit);
    }
    let generators = both_ways(&vectors, nodes, &units)?;
    require_links(nodes, generators.len())?;
    Ok(Stepped { vectors, nodes, generators })
}

/// Returns the classes of the unit vectors and their negatives, each once; refuses a unit vector of class 0,
/// and one whose class is that of another or of its negative.
fn both_ways(vectors: &Vectors, nodes: u64, units: &[Vector]) -> Result<Vec<u64>, Rejection> {
    let mut known: Vec<Option<usize>> = vec![None; usize::try_from(nodes).unwrap_or(usize::MAX)];
    let mut generators = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        let plus = vectors.number(*unit);
        let minus = vectors.negative(plus);
        if plus == 0 {
            return Err(Rejection::UnitVanishes { index });
        }
        for step in [plus, minus] {
            let Some(at) = narrow(step, known.len()) else { continue };
            if let Some(first) = known[at].filter(|&first| first != index) {
                let place = format!("task.network.matrix[{index}]");
                return Err(Rejection::RepeatedGenerator { place, first });
            }
            if known[at].is_none() {
                known[at] = Some(index);
                generators.push(step);
            }
        }
    }
    Ok(generators)
}

/// Refuses a matrix that is not square or not in Hermite normal form.
fn require_normal(matrix: &[Vec<u64>]) -> Result<(), Rejection> {
    if matrix.is_empty() {
        return Err(Rejection::NoGenerators);
    }
    let rows = matrix.len();
    if let Some((row, entries)) = matrix.iter().enumerate().find(|(_, entries)| entries.len() != rows) {
        return Err(Rejection::NotSquare { row, found: entries.len(), rows });
    }
    for (row, entries) in matrix.iter().enumerate() {
        let size = entries[row];
        for (column, &found) in entries.iter().enumerate() {
            let is_normal = match column.cmp(&row) {
                Ordering::Less => found == 0,
                Ordering::Equal => size > 0,
                Ordering::Greater => found < size,
            };
            if !is_normal {
                return Err(Rejection::NotNormal { row, column, found });
            }
        }
    }
    Ok(())
}

/// Returns the product of the radices under a key of the network, or the greatest 64-bit number if it is
/// beyond 64 bits; refuses radices below 2.
pub(crate) fn product_of(radices: &[u64], key: &str) -> Result<u64, Rejection> {
    match radices.iter().position(|&radix| radix < 2) {
        Some(i) => {
            Err(Rejection::RadixTooSmall { place: format!("task.network.{key}[{i}]"), found: radices[i] })
        }
        None => Ok(radices.iter().fold(1, |product, &radix| product.saturating_mul(radix))),
    }
}

/// Returns the sizes of the box whose vectors the nodes are, the last coordinate varying fastest with the
/// index, if documents may write nodes as vectors.
pub(crate) fn box_sizes(network: &Network) -> Option<Vec<u64>> {
    match network {
        Network::Torus { radices } | Network::Mesh { radices } | Network::Hyperx { radices, .. } => {
            Some(radices.clone())
        }
        Network::Ring { nodes } => Some(vec![*nodes]),
        Network::Lattice { matrix } => {
            Some(matrix.iter().enumerate().filter_map(|(i, row)| row.get(i).copied()).collect())
        }
        _ => None,
    }
}

/// Returns the moduli by which negative numbers of an offset are reduced; empty where none may be negative.
pub(crate) fn moduli(network: &Network) -> Vec<u64> {
    match network {
        Network::Torus { .. } | Network::Ring { .. } | Network::Hyperx { .. } => {
            box_sizes(network).unwrap_or_default()
        }
        Network::Cayley(Group::Circulant { n, .. }) => vec![*n],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether a vector is an integer combination of the columns.
    fn is_lattice_point(matrix: &[Vec<u64>], vector: &[i128]) -> bool {
        let mut rest = vector.to_vec();
        for k in (0..matrix.len()).rev() {
            let size = i128::from(matrix[k][k]);
            if rest[k] % size != 0 {
                return false;
            }
            let times = rest[k] / size;
            for i in 0..=k {
                rest[i] -= times * i128::from(matrix[i][k]);
            }
        }
        true
    }

    #[test]
    fn steps_are_unit_vectors_up_to_vectors_of_the_lattice() {
        for matrix in [
            vec![vec![4, 0, 2], vec![0, 4, 2], vec![0, 0, 8]],
            vec![vec![6, 3, 5], vec![0, 2, 1], vec![0, 0, 3]],
            vec![vec![19, 12, 8], vec![0, 1, 0], vec![0, 0, 1]],
            vec![vec![5, 2, 1], vec![0, 1, 0], vec![0, 0, 4]],
            vec![vec![5, 2, 1, 3], vec![0, 1, 0, 0], vec![0, 0, 4, 2], vec![0, 0, 0, 3]],
        ] {
            let found = lattice(&matrix).expect("a good matrix");
            let rank = matrix.len();
            let coordinates = |number: u64| {
                let mut rest = i128::from(number);
                let mut all: Vec<i128> = (0..rank)
                    .rev()
                    .map(|i| {
                        let size = i128::from(matrix[i][i]);
                        let x = rest % size;
                        rest /= size;
                        x
                    })
                    .collect();
                all.reverse();
                all
            };
            let units = (0..rank).flat_map(|i| [(i, 1), (i, -1)]);
            for node in 0..found.nodes {
                for (step, (i, sign)) in found.generators.iter().zip(units.clone()) {
                    let (from, to) = (coordinates(node), coordinates(found.vectors.sum(node, *step)));
                    let gap: Vec<i128> =
                        (0..rank).map(|k| to[k] - from[k] - if k == i { sign } else { 0 }).collect();
                    assert!(is_lattice_point(&matrix, &gap), "{matrix:?} {node}");
                }
            }
        }
    }
}
