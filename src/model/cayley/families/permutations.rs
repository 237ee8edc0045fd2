//! The group that given permutations generate.

use super::limits::require_links;
use crate::model::cayley::{CayleyGraph, MAX_SYMBOLS};
use crate::model::{ModelError, count_of, wide};
use std::collections::{HashMap, HashSet};

/// Builds the group that permutations generate, numbered in breadth-first order from the identity, links in
/// the order of the generators. The number of elements is known only at the end.
pub(super) fn generated(generators: &[Vec<u64>]) -> Result<CayleyGraph, ModelError> {
    let generators = permutations(generators)?;
    require_inverses(&generators)?;
    let symbols = generators[0].len();
    let identity: Vec<u32> = (0..).take(symbols).collect();
    let mut found: HashMap<Vec<u32>, u32> = HashMap::from([(identity.clone(), 0)]);
    let mut elements = vec![identity];
    let mut neighbors: Vec<u32> = Vec::new();
    let mut next = 0;
    while next < elements.len() {
        for generator in &generators {
            let product: Vec<u32> = generator.iter().map(|&i| elements[next][wide(i)]).collect();
            let count = count_of(elements.len());
            let new = u32::try_from(count).expect("elements are at most 2^22");
            let number = *found.entry(product).or_insert_with_key(|product| {
                elements.push(product.clone());
                new
            });
            neighbors.push(number);
        }
        let (nodes, links) = (count_of(elements.len()), count_of(generators.len()));
        if nodes.saturating_mul(count_of(symbols)) > MAX_SYMBOLS {
            return Err(ModelError::TooManySymbols { symbols: MAX_SYMBOLS });
        }
        require_links(nodes, links)?;
        next += 1;
    }
    let links = u32::try_from(generators.len()).expect("a link is below 2^32");
    Ok(CayleyGraph::new(links, neighbors).expect("what is generated is reached"))
}

/// Reads the generators as permutations of equally many symbols; refuses the identity and repeated ones.
fn permutations(generators: &[Vec<u64>]) -> Result<Vec<Vec<u32>>, ModelError> {
    let Some(symbols) = generators.first().map(Vec::len) else { return Err(ModelError::NoGenerators) };
    let mut list: Vec<Vec<u32>> = Vec::with_capacity(generators.len());
    let mut known: HashMap<Vec<u32>, usize> = HashMap::new();
    for (index, generator) in generators.iter().enumerate() {
        let mut sorted = generator.clone();
        sorted.sort_unstable();
        if generator.len() != symbols || !(0..).zip(&sorted).all(|(i, &symbol)| i == symbol) {
            return Err(ModelError::NotAPermutation { index, symbols });
        }
        let images: Result<Vec<u32>, _> = generator.iter().map(|&symbol| u32::try_from(symbol)).collect();
        let images = images.map_err(|_| ModelError::NotAPermutation { index, symbols })?;
        if (0..).zip(&images).all(|(i, &symbol)| i == symbol) {
            return Err(ModelError::TrivialGenerator { index });
        }
        if let Some(&first) = known.get(&images) {
            return Err(ModelError::RepeatedGenerator { place: format!("permutations[{index}]"), first });
        }
        known.insert(images.clone(), index);
        list.push(images);
    }
    Ok(list)
}

fn require_inverses(generators: &[Vec<u32>]) -> Result<(), ModelError> {
    let known: HashSet<&Vec<u32>> = generators.iter().collect();
    for (index, generator) in generators.iter().enumerate() {
        let mut inverse = vec![0; generator.len()];
        for (place, &symbol) in (0..).zip(generator) {
            inverse[wide(symbol)] = place;
        }
        if !known.contains(&inverse) {
            return Err(ModelError::InverseMissing { index });
        }
    }
    Ok(())
}
