//! Nodes that are vectors in a box, numbered in mixed radix with the last coordinate fastest.

use crate::model::{ModelError, Node};

/// By how much the index grows with each coordinate.
pub(super) fn strides(sizes: &[u64]) -> Vec<u64> {
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

/// The coordinates of a node.
pub(in crate::model) fn coordinates(sizes: &[u64], node: Node) -> Vec<u64> {
    sizes.iter().zip(strides(sizes)).map(|(&size, stride)| node.0 / stride % size).collect()
}

/// The node with these coordinates.
pub(in crate::model) fn at(
    sizes: &[u64],
    list: &[u64],
    place: impl Fn() -> String,
) -> Result<Node, ModelError> {
    if list.len() != sizes.len() {
        let (found, expected) = (list.len(), sizes.len());
        return Err(ModelError::WrongNumberOfCoordinates { place: place(), found, expected });
    }
    let mut index = 0;
    for (coordinate, (&x, &size)) in list.iter().zip(sizes).enumerate() {
        if x >= size {
            let (found, greatest) = (x, size - 1);
            return Err(ModelError::CoordinateOutOfRange { place: place(), coordinate, found, greatest });
        }
        index = index * size + x;
    }
    Ok(Node(index))
}
