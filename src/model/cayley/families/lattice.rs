//! Lattice graphs: the integer vectors modulo a lattice, the links adding and subtracting the unit vectors;
//! twisted tori are among them (Cámara, Moretó, Vallejo, Beivide, Miguel-Alonso, Martínez & Navaridas 2010).

use super::limits::require_links;
use crate::model::cayley::CayleyGraph;
use crate::model::{Link, ModelError, count_of, wide};

/// The steps of one coordinate: where +1 takes every node.
type Step = Vec<u32>;

/// Returns the name of a link: `1+`, `1-`, `2+`, …, or `1±` where both ways are one link.
pub(super) fn link_name(matrix: &[Vec<u64>], graph: &CayleyGraph, link: Link) -> String {
    let mut next = 0;
    let ways = |dimension: usize| {
        let plus = Link(next);
        if graph.opposite(plus) == plus {
            next += 1;
            return vec![format!("{dimension}±")];
        }
        next += 2;
        vec![format!("{dimension}+"), format!("{dimension}-")]
    };
    (1..=matrix.len()).flat_map(ways).nth(wide(link.0)).expect("a name for every link")
}

/// Returns the sizes of the box in which every class has one vector: the diagonal.
pub(super) fn sizes(matrix: &[Vec<u64>]) -> Vec<u64> {
    matrix.iter().enumerate().map(|(i, row)| row[i]).collect()
}

/// Builds the graph one coordinate after the other. The vectors of the first i coordinates modulo the first i
/// columns are a group. The next coordinate x, of radix m, is put behind it: a step from x = m − 1 leads to x
/// = 0 and subtracts the entries above m in the column from the coordinates before.
pub(super) fn lattice(matrix: &[Vec<u64>]) -> Result<CayleyGraph, ModelError> {
    require_normal(matrix)?;
    let sizes = sizes(matrix);
    let nodes = sizes.iter().fold(1_u64, |nodes, &size| nodes.saturating_mul(size));
    // Every dimension has a link.
    require_links(nodes, count_of(matrix.len()))?;
    let mut steps: Vec<Step> = Vec::with_capacity(matrix.len());
    let mut before = 1;
    for (i, &size) in sizes.iter().enumerate() {
        let carry = carried(matrix, i, &steps, before);
        if size > 1 {
            for step in &mut steps {
                *step = on_every_copy(step, size);
            }
        }
        let last = size - 1;
        let plus = |node: u64| {
            let (rest, x) = (node / size, node % size);
            if x < last { narrow(node + 1) } else { narrow(u64::from(carry[index(rest)]) * size) }
        };
        steps.push((0..before * size).map(plus).collect());
        before *= size;
    }
    require_apart(&steps)?;
    let links: Vec<Step> = steps.into_iter().flat_map(both_ways).collect();
    require_links(nodes, count_of(links.len()))?;
    let neighbors = (0..index(nodes)).flat_map(|node| links.iter().map(move |step| step[node])).collect();
    let links = u32::try_from(links.len()).expect("a link is below 2^32");
    Ok(CayleyGraph::new(links, neighbors).expect("every vector is a sum of unit vectors"))
}

/// Returns minus the entries above the diagonal in column i, as a step of the coordinates before it.
fn carried(matrix: &[Vec<u64>], i: usize, steps: &[Step], nodes: u64) -> Step {
    let mut carry: Step = (0..nodes).map(narrow).collect();
    for (step, row) in steps.iter().zip(matrix) {
        let (mut power, mut left) = (inverse(step), row[i]);
        while left > 0 {
            if left % 2 == 1 {
                carry = composed(&carry, &power);
            }
            left /= 2;
            if left > 0 {
                power = composed(&power, &power);
            }
        }
    }
    carry
}

/// Returns a step of the coordinates before, repeated for every value of the coordinate behind them.
fn on_every_copy(step: &Step, size: u64) -> Step {
    let copies = |&to: &u32| (0..size).map(move |x| narrow(u64::from(to) * size + x));
    step.iter().flat_map(copies).collect()
}

fn composed(first: &Step, then: &Step) -> Step {
    first.iter().map(|&node| then[wide(node)]).collect()
}

fn inverse(step: &Step) -> Step {
    let mut inverse = vec![0; step.len()];
    for (from, &to) in (0..).zip(step) {
        inverse[wide(to)] = from;
    }
    inverse
}

/// Returns a step and its inverse, unless they are equal.
fn both_ways(plus: Step) -> impl Iterator<Item = Step> {
    let minus = inverse(&plus);
    let minus = (minus[0] != plus[0]).then_some(minus);
    std::iter::once(plus).chain(minus)
}

/// Refuses matrices that are not square, or not in Hermite normal form.
fn require_normal(matrix: &[Vec<u64>]) -> Result<(), ModelError> {
    let expected = matrix.len();
    if matrix.is_empty() {
        return Err(ModelError::NoGenerators);
    }
    if let Some(row) = matrix.iter().position(|row| row.len() != expected) {
        return Err(ModelError::NotSquare { row, found: matrix[row].len(), expected });
    }
    for (i, row) in matrix.iter().enumerate() {
        let is_normal = |(j, &entry): (usize, &u64)| match j.cmp(&i) {
            std::cmp::Ordering::Less => entry == 0,
            std::cmp::Ordering::Equal => entry > 0,
            std::cmp::Ordering::Greater => entry < row[i],
        };
        if let Some(column) = row.iter().enumerate().position(|place| !is_normal(place)) {
            return Err(ModelError::NotNormal { row: i, column, found: row[column] });
        }
    }
    Ok(())
}

/// Refuses unit vectors that lie in the lattice, or that lead where another one leads, there or back.
fn require_apart(steps: &[Step]) -> Result<(), ModelError> {
    let mut known: Vec<Option<usize>> = vec![None; steps[0].len()];
    for (index, step) in steps.iter().enumerate() {
        let there = wide(step[0]);
        let back = step.iter().position(|&to| to == 0).expect("a step is a permutation");
        if there == 0 {
            return Err(ModelError::UnitVanishes { index });
        }
        if let Some(first) = known[there] {
            return Err(ModelError::RepeatedGenerator { place: format!("matrix[{index}]"), first });
        }
        (known[there], known[back]) = (Some(index), Some(index));
    }
    Ok(())
}

fn narrow(node: u64) -> u32 {
    u32::try_from(node).expect("a node of a table is below 2^22")
}

fn index(node: u64) -> usize {
    usize::try_from(node).expect("a node of a table fits the address space")
}
