//! Automorphisms of networks.

use super::found::{Found, fault, listed};
use super::tables::Tables;
use crate::claims::language::{Datum, FormulaFault};

/// Most images that the search tries.
const MAX_TRIED_IMAGES: u64 = 50_000_000;

/// Returns the images of all nodes under the first automorphism with the given pairs.
pub(super) fn automorphism(tables: &Tables, pairs: &Datum) -> Found {
    tables.require_pairs()?;
    let mut search = Search {
        tables,
        images: vec![None; tables.nodes()],
        taken: vec![false; tables.nodes()],
        given: vec![None; tables.nodes()],
        tries: 0,
    };
    for pair in pairs.items()? {
        let [from, to] = pair.items()? else { return Err(fault(&"a pair is [u, v]")) };
        let (from, to) = (tables.node(from)?, tables.node(to)?);
        if search.given[from].replace(to).is_some_and(|before| before != to) {
            return Ok(listed([]));
        }
    }
    let order = order(tables, &search.given);
    Ok(if search.extends(&order)? { listed(search.images.into_iter().flatten()) } else { listed([]) })
}

/// Orders the nodes: first those whose images are given, then each next to an earlier one where possible.
fn order(tables: &Tables, given: &[Option<usize>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..given.len()).filter(|&node| given[node].is_some()).collect();
    let mut seen: Vec<bool> = given.iter().map(Option::is_some).collect();
    let mut next = 0;
    for start in 0..given.len() {
        while let Some(&node) = order.get(next) {
            for &there in tables.near(node) {
                if !std::mem::replace(&mut seen[there], true) {
                    order.push(there);
                }
            }
            next += 1;
        }
        if !std::mem::replace(&mut seen[start], true) {
            order.push(start);
        }
    }
    order
}

/// A depth-first search for an automorphism.
struct Search<'t> {
    tables: &'t Tables,
    images: Vec<Option<usize>>,
    taken: Vec<bool>,
    given: Vec<Option<usize>>,
    tries: u64,
}

impl Search<'_> {
    /// Extends the images to all nodes of the order, or returns that this is impossible.
    fn extends(&mut self, order: &[usize]) -> Result<bool, FormulaFault> {
        let Some((&node, rest)) = order.split_first() else { return Ok(true) };
        let beside = self.tables.near(node).iter().find_map(|&there| self.images[there]);
        let all: Vec<usize> = match (self.given[node], beside) {
            (Some(image), _) => vec![image],
            (None, Some(image)) => self.tables.near(image).to_vec(),
            (None, None) => (0..self.tables.nodes()).collect(),
        };
        for image in all {
            self.tries += 1;
            if self.tries > MAX_TRIED_IMAGES {
                return Err(FormulaFault::Steps(MAX_TRIED_IMAGES));
            }
            if self.fits(node, image) {
                self.images[node] = Some(image);
                self.taken[image] = true;
                if self.extends(rest)? {
                    return Ok(true);
                }
                self.images[node] = None;
                self.taken[image] = false;
            }
        }
        Ok(false)
    }

    /// Whether an image has the node's degree and keeps its links to the nodes that have images already.
    fn fits(&self, node: usize, image: usize) -> bool {
        let (near, there) = (self.tables.near(node), self.tables.near(image));
        !self.taken[image]
            && near.len() == there.len()
            && near.iter().filter_map(|&beside| self.images[beside]).all(|beside| there.contains(&beside))
    }
}
