//! Networks by name, in the words of the command line.

use crate::claims::language::FormulaFault;
use crate::model::families;
use crate::wire::{CirculantWord, Group, Network};

/// Returns the network of a name: `ring 12`, `torus 3x4`, `circulant 12 1,5`, `permutations 1,0,2 2,1,0`.
pub(in crate::claims) fn network(name: &str) -> Result<Network, FormulaFault> {
    let unknown = || FormulaFault::Unknown(format!("network {name}"));
    let words: Vec<&str> = name.split_whitespace().collect();
    let (kind, rest) = words.split_first().ok_or_else(unknown)?;
    let numbers = |word: &str, between: char| {
        let numbers = word.split(between).map(|number| number.parse::<u64>().ok());
        numbers.collect::<Option<Vec<u64>>>().ok_or_else(unknown)
    };
    let first = || rest.first().map_or_else(|| Err(unknown()), |word| numbers(word, ','));
    let (network, taken) = match *kind {
        "hypercube" => (Network::Hypercube { dimension: first()?[0] }, 1),
        "incomplete-hypercube" => (Network::IncompleteHypercube { nodes: first()?[0] }, 1),
        "ring" => (Network::Ring { nodes: first()?[0] }, 1),
        "torus" => (Network::Torus { radices: numbers(rest.first().ok_or_else(unknown)?, 'x')? }, 1),
        "hyperx" => {
            let word = rest.first().ok_or_else(unknown)?;
            let dimensions: Vec<_> =
                word.split('x').map(|word| word.split_once(':').unwrap_or((word, "1"))).collect();
            let all = |part: fn(&(&str, &str)) -> Option<u64>| {
                dimensions.iter().map(part).collect::<Option<Vec<_>>>().ok_or_else(unknown)
            };
            let radices = all(|(radix, _)| radix.parse().ok())?;
            (Network::hyperx(radices, Some(all(|(_, links)| links.parse().ok())?)), 1)
        }
        "lattice" => {
            let rows = rest.first().ok_or_else(unknown)?.split('/');
            (Network::Lattice { matrix: rows.map(|row| numbers(row, ',')).collect::<Result<_, _>>()? }, 1)
        }
        "circulant" => {
            let (n, steps) = (first()?[0], numbers(rest.get(1).ok_or_else(unknown)?, ',')?);
            (Network::Cayley(Group::Circulant { family: CirculantWord::Circulant, n, steps }), 2)
        }
        "permutations" => {
            let permutations = rest.iter().map(|word| numbers(word, ',')).collect::<Result<_, _>>()?;
            (Network::Cayley(Group::Permutations { permutations }), rest.len())
        }
        word => {
            let (_, family) = families().find(|&(known, _)| known == word).ok_or_else(unknown)?;
            (Network::Cayley(Group::Family { family, n: first()?[0] }), 1)
        }
    };
    if taken == rest.len() { Ok(network) } else { Err(unknown()) }
}
