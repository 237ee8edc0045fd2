//! `HyperX`: products of complete graphs; the links of a dimension add 1, 2, … to its coordinate, each as
//! often as links lie side by side (Ahn and others 2009).

use super::limits::require_links;
use super::table::table;
use crate::model::cayley::CayleyGraph;
use crate::model::network::mixed_radix::strides;
use crate::model::{ModelError, count_of};

/// Returns every radix with how many links of each step lie side by side in its dimension.
fn multiplicities<'a>(
    radices: &'a [u64],
    multiplicity: Option<&'a [u64]>,
) -> impl Iterator<Item = (u64, u64)> + 'a {
    (0..radices.len()).map(move |i| (radices[i], multiplicity.map_or(1, |links| links[i])))
}

/// A link that adds `by` to one coordinate.
#[derive(Clone, Copy)]
struct Step {
    radix: u64,
    stride: u64,
    by: u64,
}

impl Step {
    fn from(self, node: u64) -> u64 {
        let x = node / self.stride % self.radix;
        node - x * self.stride + (x + self.by) % self.radix * self.stride
    }
}

/// Returns the name of a link: dimension (from 1) and step, `2+3`; of several side by side also which, from
/// 1: `2+3#1`.
pub(super) fn link_name(radices: &[u64], multiplicity: Option<&[u64]>, link: u64) -> String {
    let mut first = 0;
    let name = |((radix, copies), dimension): ((u64, u64), u64)| {
        let place = link - first;
        first += (radix - 1) * copies;
        let (step, copy) = (place / copies + 1, place % copies + 1);
        let copy = if copies > 1 { format!("#{copy}") } else { String::new() };
        (link < first).then(|| format!("{dimension}+{step}{copy}"))
    };
    multiplicities(radices, multiplicity).zip(1..).find_map(name).expect("a name for every link")
}

pub(super) fn hyperx(radices: &[u64], multiplicity: Option<&[u64]>) -> Result<CayleyGraph, ModelError> {
    let (nodes, links) = size(radices, multiplicity)?;
    require_links(nodes, links)?;
    let dimensions = multiplicities(radices, multiplicity).zip(strides(radices));
    let steps = dimensions.flat_map(|((radix, copies), stride)| {
        let step = move |by| (0..copies).map(move |_| Step { radix, stride, by });
        (1..radix).flat_map(step)
    });
    Ok(table(nodes, steps.map(|step| move |node| step.from(node))).expect("every coordinate can be changed"))
}

/// Returns the number of nodes and of links of a node; the greatest numbers where they are too many.
fn size(radices: &[u64], multiplicity: Option<&[u64]>) -> Result<(u64, u64), ModelError> {
    if radices.is_empty() {
        return Err(ModelError::NoRadices);
    }
    if let Some(i) = radices.iter().position(|&p| p < 2) {
        return Err(ModelError::RadixTooSmall { place: format!("radices[{i}]"), found: radices[i] });
    }
    if let Some(links) = multiplicity.filter(|links| links.len() != radices.len()) {
        let expected = count_of(radices.len());
        return Err(ModelError::MultiplicityCount { found: links.len(), expected });
    }
    if let Some(index) = multiplicity.and_then(|links| links.iter().position(|&links| links == 0)) {
        return Err(ModelError::MultiplicityZero { index });
    }
    let nodes = radices.iter().fold(1_u64, |nodes, &radix| nodes.saturating_mul(radix));
    let links = multiplicities(radices, multiplicity)
        .fold(0_u64, |sum, (radix, copies)| sum.saturating_add((radix - 1).saturating_mul(copies)));
    Ok((nodes, links))
}
