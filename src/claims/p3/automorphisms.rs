//! §3 and §6.1: the mappings σ, and Lemma 1.

use super::networks::{NETWORKS, Tables, cayley, tables};
use crate::claims::code::formula;
use crate::claims::{Claim, ClaimError, Docket, Part};
use crate::wire::Family;

/// A list of node lists, by node.
type Lists = [Vec<usize>];

formula! {
    fn is_automorphism(near: &Lists, map: &[usize]) -> bool {
        let sorted = |mut list: Vec<usize>| { list.sort_unstable(); list.dedup(); list };
        sorted(map.to_vec()).len() == map.len() && (0..map.len()).all(|x| {
            sorted(near[x].iter().map(|&y| map[y]).collect()) == sorted(near[map[x]].clone())
        })
    }
    /// σ of `σ_i(j)` is `σ_i` after `σ_j`.
    fn composes(sigma: &Lists) -> bool {
        let nodes = 0..sigma.len();
        nodes.clone().all(|i| nodes.clone().all(|j| {
            nodes.clone().all(|x| sigma[sigma[i][j]][x] == sigma[i][sigma[j][x]])
        }))
    }
    fn starts_there(sigma: &Lists) -> bool {
        (0..sigma.len()).all(|i| sigma[i][0] == i && sigma[0][i] == i)
    }
    fn around(n: usize) -> Vec<Vec<usize>> {
        (0..n).map(|i| (0..n).map(|x| (i + x) % n).collect()).collect()
    }
    fn exclusive_or(n: usize) -> Vec<Vec<usize>> {
        (0..n).map(|i| (0..n).map(|x| i ^ x).collect()).collect()
    }
    /// Who picks node v when node 0 picks a.
    fn picking(sigma: &Lists, a: usize, v: usize) -> Vec<usize> {
        (0..sigma.len()).filter(|&i| sigma[i][a] == v).collect()
    }
    fn lemma_1a(sigma: &Lists, near: &Lists) -> bool {
        near[0].iter().all(|&a| (0..sigma.len()).all(|v| picking(sigma, a, v).len() == 1))
    }
    fn lemma_1b(sigma: &Lists, near: &Lists) -> bool {
        near[0].iter().all(|&a| (0..sigma.len()).all(|i| {
            picking(sigma, a, 0).iter().all(|&b| picking(sigma, a, i).contains(&sigma[i][b]))
        }))
    }
    fn permutations(n: usize) -> Vec<Vec<usize>> {
        let mut list = vec![Vec::new()];
        for _ in 0..n {
            let longer = |p: &Vec<usize>| (0..n).filter(|s| !p.contains(s)).map(|s| [&p[..], &[s]].concat()).collect::<Vec<_>>();
            list = list.iter().flat_map(longer).collect();
        }
        list
    }
    /// The neighbours of node v as textbooks have them.
    fn textbook(family: &str, n: usize, v: usize) -> Vec<usize> {
        let (x, p) = (v / n, v % n);
        let (up, down) = ((p + 1) % n, (p + n - 1) % n);
        match family {
            "hypercube" => (0..n).map(|bit| v ^ (1 << bit)).collect(),
            "ring" => vec![up, down],
            "complete" => (0..n).filter(|&u| u != v).collect(),
            "cube-connected-cycles" => vec![x * n + up, x * n + down, (x ^ (1 << p)) * n + p],
            "butterfly" => vec![x * n + up, (x ^ (1 << p)) * n + up, x * n + down, (x ^ (1 << down)) * n + down],
            _ => {
                let all = permutations(n);
                let swapped = |u: &&Vec<usize>| u[0] != all[v][0] && u.iter().zip(&all[v]).filter(|(a, b)| a != b).count() == 2;
                all.iter().filter(swapped).filter_map(|u| all.iter().position(|other| other == u)).collect()
            }
        }
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P3.Cayley",
        place: "§2, end; §1",
        statement: "Hypercubes, star graphs, complete graphs, rings, cube-connected cycles and wrapped butterflies are Cayley graphs: as textbooks define them, a \
                    group of as many automorphisms as nodes takes node 0 everywhere (Sabidussi, 1958).",
        printed: "",
        parts: &[Part::printed(
            textbook::CODE,
            "star graphs of 3 to 5 symbols, cube-connected cycles and butterflies of dimension 3 and 4, complete graphs of 2 to 8 nodes, hypercubes of \
             dimension 1 to 6, rings of 3 to 12 nodes",
            families,
        )],
    },
    Claim {
        id: "P3.sigma",
        place: "§3, (1)",
        statement: "The mappings (1) are automorphisms, that of node i takes node 0 to node i, and that of node 0 is the identity.",
        printed: "σ_i(x) = i · 0⁻¹ · x",
        parts: &[Part::printed(is_automorphism::CODE, NETWORKS, |docket| {
            on_tables(docket, "every mapping on every edge", |t| {
                starts_there(&t.sigma) && t.sigma.iter().all(|map| is_automorphism(&t.near, map))
            })
        })],
    },
    Claim {
        id: "P3.eq2",
        place: "§3, (2)",
        statement: "The mapping of node σ_i(j) is the composition of those of i and j.",
        printed: "σ_{σ_i(j)} = σ_i σ_j",
        parts: &[Part::printed(composes::CODE, NETWORKS, |docket| {
            on_tables(docket, "all i, j and x", |t| composes(&t.sigma))
        })],
    },
    Claim {
        id: "P3.sigma.circulant",
        place: "§3, the example of the ring",
        statement: "On every connected circulant graph the mappings i ⊕ x, modulo n, are automorphisms that satisfy (2).",
        printed: "σ_i(x) = i ⊕ x",
        parts: &[Part::printed(
            around::CODE,
            "n from 2 to 14, one or two steps in all ways that connect the nodes",
            |docket| {
                circulants(docket);
                Ok(())
            },
        )],
    },
    Claim {
        id: "P3.Lemma1.a",
        place: "§3, Lemma 1 (a)",
        statement: "If node 0 picks its neighbour a and every node i picks σ_i(a), every node is picked by exactly one.",
        printed: "",
        parts: &[Part::printed(lemma_1a::CODE, NETWORKS, |docket| {
            on_tables(docket, "all picks of all nodes", |t| lemma_1a(&t.sigma, &t.near))
        })],
    },
    Claim {
        id: "P3.Lemma1.b",
        place: "§3, Lemma 1 (b)",
        statement: "If b then picks node 0, σ_i(b) picks node i.",
        printed: "",
        parts: &[Part::printed(lemma_1b::CODE, NETWORKS, |docket| {
            on_tables(docket, "all picks of all nodes", |t| lemma_1b(&t.sigma, &t.near))
        })],
    },
    Claim {
        id: "P3.sigma.hypercube",
        place: "§6.1, (12)",
        statement: "On the hypercube the exclusive or is an automorphism that takes node 0 to node i; these satisfy (2), and each is its own inverse.",
        printed: "σ_i(x) = i ⊕_b x, σ_i⁻¹ = σ_i",
        parts: &[Part::printed(exclusive_or::CODE, "d from 1 to 7", |docket| {
            for d in 1..=7 {
                let n = 1 << d;
                let near: Vec<Vec<usize>> = (0..n).map(|v| textbook("hypercube", d, v)).collect();
                let sigma = exclusive_or(n);
                let inverse = sigma.iter().all(|map| (0..n).all(|x| map[map[x]] == x));
                let holds = inverse && starts_there(&sigma) && composes(&sigma);
                let holds = holds && sigma.iter().all(|map| is_automorphism(&near, map));
                docket.is(format!("hypercube {d}"), holds, "all i, j and x");
            }
            Ok(())
        })],
    },
];

fn on_tables(docket: &mut Docket, how: &str, holds: impl Fn(&Tables) -> bool) -> Result<(), ClaimError> {
    for table in tables()? {
        docket.is(&table.name, holds(&table), how);
    }
    Ok(())
}

/// The mappings of the library's group, on the edges of the textbook.
fn families(docket: &mut Docket) -> Result<(), ClaimError> {
    let named =
        |family: &'static str, sizes: std::ops::RangeInclusive<usize>| sizes.map(move |n| (family, n));
    let all = named("complete", 2..=8)
        .chain(named("ring", 3..=12))
        .chain(named("star", 3..=5))
        .chain(named("hypercube", 1..=6))
        .chain(named("cube-connected-cycles", 3..=4))
        .chain(named("butterfly", 3..=4));
    for (family, n) in all {
        let size = u64::try_from(n).map_err(|_| ClaimError::Broken("a size".to_owned()))?;
        let network = match family {
            "complete" => cayley(Family::Complete, size),
            "ring" => crate::claims::prove::ring(size),
            "star" => cayley(Family::Star, size),
            "hypercube" => crate::claims::prove::hypercube(size),
            "butterfly" => cayley(Family::Butterfly, size),
            _ => cayley(Family::CubeConnectedCycles, size),
        };
        let Tables { name, sigma, .. } = Tables::new(format!("{family} {n}"), &network)?;
        let near: Vec<Vec<usize>> = (0..sigma.len()).map(|v| textbook(family, n, v)).collect();
        let regular = starts_there(&sigma) && composes(&sigma);
        let holds = regular && sigma.iter().all(|map| is_automorphism(&near, map));
        docket.is(name, holds, "a group of automorphisms of the edges that are defined, one for every node");
    }
    Ok(())
}

fn circulants(docket: &mut Docket) {
    for n in 2_usize..=14 {
        for (a, b) in (1..=n / 2).flat_map(|a| (a..=n / 2).map(move |b| (a, b))) {
            let connected = [a, b].into_iter().fold(n, num_integer::gcd) == 1;
            if connected {
                let near: Vec<Vec<usize>> =
                    (0..n).map(|v| [a, b, n - a, n - b].map(|step| (v + step) % n).to_vec()).collect();
                let sigma = around(n);
                let holds = starts_there(&sigma) && composes(&sigma);
                let holds = holds && sigma.iter().all(|map| is_automorphism(&near, map));
                let steps = if a == b { a.to_string() } else { format!("{a},{b}") };
                docket.is(format!("circulant {n} {steps}"), holds, "all i, j and x, and every edge");
            }
        }
    }
}
