//! The word for cyclic cubes.

use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::{Group, Network};

pub(in crate::grammar) const CYCLIC_CUBE: NetworkWord = NetworkWord {
    word: "cyclic-cube",
    others: &["cyclic-cubes"],
    parameters: "N K",
    note: "N symbols, each of K ranks",
    sentence: "the circular orders of N ranked symbols, the wrapped butterfly of base K; a link moves the first \
               symbol behind the last and changes its rank, or does the reverse",
    examples: &["cyclic-cube 3 2", "cyclic-cube 2 3"],
    read: |words| {
        let symbols = words.number("the number N of symbols of the cyclic cube")?;
        let ranks = words.number("the number K of ranks of a symbol")?;
        cyclic_cube(symbols, ranks)
    },
};

/// Most ranked symbols of all nodes together: the limit on listed permutations.
const MAX_LISTED: u64 = 1 << 24;
/// Most links of all nodes together.
const MAX_LINKS: u64 = 1 << 26;

/// Makes the cyclic cube of N · Kᴺ nodes (A. W. Fu, S.-C. Chau, Cyclic-cubes: a new family of interconnection
/// networks of even fixed-degrees, IEEE Trans. Parallel Distrib. Syst. 9(12), 1998), as permutations of the
/// NK ranked symbols. The K ranks of a symbol are adjacent. Link 2r moves the first symbol behind the last
/// and adds r to its rank; link 2r + 1 is its inverse. If there are two symbols, links 0 and 1 coincide.
fn cyclic_cube(symbols: u64, ranks: u64) -> Result<Network, GrammarError> {
    let fits = || {
        let nodes = ranks.checked_pow(u32::try_from(symbols).ok()?)?.checked_mul(symbols)?;
        nodes.checked_mul(symbols)?.checked_mul(ranks).filter(|&listed| listed <= MAX_LISTED)?;
        nodes.checked_mul(2 * ranks).filter(|&links| links <= MAX_LINKS)
    };
    if symbols < 2 || ranks < 2 || fits().is_none() {
        return Err(GrammarError::Size {
            what: format!("a cyclic cube of {symbols} symbols with {ranks} ranks each"),
            expected: "N and K from 2, and at most 2^24 ranked symbols on all N * K^N nodes".to_owned(),
        });
    }
    let all = symbols * ranks;
    let forward = |rank: u64| {
        let image = move |at: u64| match at / ranks + 1 {
            block if block == symbols => (at + rank) % ranks,
            block => block * ranks + at % ranks,
        };
        (0..all).map(image).collect::<Vec<_>>()
    };
    let backward = |rank: u64| {
        let image = move |at: u64| match at / ranks {
            0 => (symbols - 1) * ranks + (at + ranks - rank) % ranks,
            block => (block - 1) * ranks + at % ranks,
        };
        (0..all).map(image).collect::<Vec<_>>()
    };
    let mut permutations: Vec<Vec<u64>> =
        (0..ranks).flat_map(|rank| [forward(rank), backward(rank)]).collect();
    if symbols == 2 {
        // A rotation of two symbols by one place is its own inverse.
        permutations.remove(1);
    }
    Ok(Network::Cayley(Group::Permutations { permutations }))
}
