//! §3 and §6.1: the mappings σ, and Lemma 1.

use super::networks::{Tables, cayley, tables};
use crate::claims::code::Code;
use crate::claims::{ClaimError, Docket, Proved};
use crate::wire::Family;

/// A list of node lists, by node.
type Lists = [Vec<usize>];

fn is_automorphism(near: &Lists, map: &[usize]) -> bool {
    let sorted = |mut list: Vec<usize>| {
        list.sort_unstable();
        list.dedup();
        list
    };
    sorted(map.to_vec()).len() == map.len()
        && (0..map.len())
            .all(|x| sorted(near[x].iter().map(|&y| map[y]).collect()) == sorted(near[map[x]].clone()))
}
/// σ of `σ_i(j)` is `σ_i` after `σ_j`.
fn composes(sigma: &Lists) -> bool {
    let nodes = 0..sigma.len();
    nodes
        .clone()
        .all(|i| nodes.clone().all(|j| nodes.clone().all(|x| sigma[sigma[i][j]][x] == sigma[i][sigma[j][x]])))
}
fn edges_up_to(length: u64) -> usize {
    (0..=length).count()
}
fn edges_below(length: u64) -> usize {
    (0..length).count()
}
fn starts_there(sigma: &Lists, v0: usize) -> bool {
    (0..sigma.len()).all(|i| sigma[i][v0] == i && sigma[v0][i] == i)
}
/// (1), where `group[i][x]` is i · x and node 0 the identity.
fn mappings(group: &Lists, v0: usize) -> Vec<Vec<usize>> {
    let inverse = group[v0].iter().position(|&x| x == 0).unwrap_or(v0);
    (0..group.len()).map(|i| (0..group.len()).map(|x| group[group[i][inverse]][x]).collect()).collect()
}
/// Nodes of a ring with an even number of them: rotations by even numbers, reflections that take node 0
/// to odd ones.
fn dihedral(n: usize) -> Vec<Vec<usize>> {
    (0..n).map(|i| (0..n).map(|x| if i % 2 == 0 { (i + x) % n } else { (i + n - x) % n }).collect()).collect()
}
/// All mappings that keep edges and the lack of edges, by extending partial ones.
fn automorphisms(distances: &[Vec<u64>]) -> Vec<Vec<usize>> {
    let joined = |x: usize, y: usize| distances[x][y] == 1;
    let mut maps = vec![Vec::new()];
    for x in 0..distances.len() {
        let fits = |map: &Vec<usize>, y: usize| {
            !map.contains(&y) && (0..x).all(|z| joined(z, x) == joined(map[z], y))
        };
        let extend = |map: &Vec<usize>| {
            (0..distances.len())
                .filter(|&y| fits(map, y))
                .map(|y| [&map[..], &[y]].concat())
                .collect::<Vec<_>>()
        };
        maps = maps.iter().flat_map(extend).collect();
    }
    maps
}
fn keeps_distances(distances: &[Vec<u64>], map: &[usize]) -> bool {
    (0..map.len()).all(|v| (0..map.len()).all(|u| distances[map[v]][map[u]] == distances[v][u]))
}
/// The macro-star of l blocks of n symbols and one more: the first symbol is swapped with one of the
/// first block, or that block with another.
fn macro_star(l: usize, n: usize) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let all = permutations(l * n + 1);
    let place = |u: &Vec<usize>| all.iter().position(|other| other == u).unwrap_or(0);
    let neighbours = |v: &Vec<usize>| {
        let symbols = (1..=n).map(|i| {
            let mut u = v.clone();
            u.swap(0, i);
            u
        });
        let blocks = (1..l).map(|b| {
            let mut u = v.clone();
            (1..=n).for_each(|i| u.swap(i, b * n + i));
            u
        });
        symbols.chain(blocks).map(|u| place(&u)).collect()
    };
    let renamed = |names: &Vec<usize>| {
        all.iter().map(|v| place(&v.iter().map(|&symbol| names[symbol]).collect())).collect()
    };
    (all.iter().map(neighbours).collect(), all.iter().map(renamed).collect())
}
/// The cyclic-cube of n symbols in k ranks: node first · k^n + the ranks as digits; the first symbol
/// moves to the end and gains any rank, or the reverse.
fn cyclic_cube(n: usize, k: usize) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let power = |e: usize| (0..e).map(|_| k).product::<usize>();
    let rank = |v: usize, symbol: usize| v / power(symbol) % k;
    let node = |first: usize, rank: &dyn Fn(usize) -> usize| {
        first * power(n) + (0..n).map(|s| rank(s) * power(s)).sum::<usize>()
    };
    let neighbours = |v: usize| {
        let first = v / power(n);
        let last = (first + n - 1) % n;
        let gained = move |symbol: usize, by: usize| {
            move |s: usize| (rank(v, s) + if s == symbol { by } else { 0 }) % k
        };
        (0..k)
            .flat_map(|by| [node((first + 1) % n, &gained(first, by)), node(last, &gained(last, by))])
            .collect()
    };
    let moved = |i: usize| {
        let by = i / power(n);
        (0..n * power(n))
            .map(|x| node((x / power(n) + by) % n, &|s| (rank(i, s) + rank(x, (s + n - by) % n)) % k))
            .collect()
    };
    ((0..n * power(n)).map(neighbours).collect(), (0..n * power(n)).map(moved).collect())
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
    near[0].iter().all(|&a| {
        (0..sigma.len())
            .all(|i| picking(sigma, a, 0).iter().all(|&b| picking(sigma, a, i).contains(&sigma[i][b])))
    })
}
fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut list = vec![Vec::new()];
    for _ in 0..n {
        let longer = |p: &Vec<usize>| {
            (0..n).filter(|s| !p.contains(s)).map(|s| [&p[..], &[s]].concat()).collect::<Vec<_>>()
        };
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
            let swapped = |u: &&Vec<usize>| {
                u[0] != all[v][0] && u.iter().zip(&all[v]).filter(|(a, b)| a != b).count() == 2
            };
            all.iter().filter(swapped).filter_map(|u| all.iter().position(|other| other == u)).collect()
        }
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code { file: file!(), id: "P3.Cayley", parts: &[families] },
    Code {
        file: file!(),
        id: "P3.Cayley.recent",
        parts: &[|docket| {
            let stars =
                [(2, 1), (3, 1), (2, 2)].map(|(l, n)| (format!("macro-star {l},{n}"), macro_star(l, n)));
            let cubes =
                [(3, 2), (4, 2), (3, 3)].map(|(n, k)| (format!("cyclic-cube {n},{k}"), cyclic_cube(n, k)));
            for (name, (near, sigma)) in stars.into_iter().chain(cubes) {
                let regular = starts_there(&sigma, 0) && composes(&sigma);
                let holds = regular && sigma.iter().all(|map| is_automorphism(&near, map));
                docket.is(name, holds, REGULAR);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.path",
        parts: &[
            |docket| {
                path_edges(docket, edges_up_to);
                Ok(())
            },
            |docket| {
                path_edges(docket, edges_below);
                Ok(())
            },
        ],
    },
    Code {
        file: file!(),
        id: "P3.sigma",
        parts: &[|docket| {
            on_tables(docket, "every mapping on every edge", |t| {
                first_nodes(t).all(|v0| {
                    let sigma = mappings(&t.sigma, v0);
                    starts_there(&sigma, v0) && sigma.iter().all(|map| is_automorphism(&t.near, map))
                })
            })
        }],
    },
    Code {
        file: file!(),
        id: "P3.eq2",
        parts: &[|docket| {
            on_tables(docket, "all i, j and x", |t| {
                first_nodes(t).all(|v0| composes(&mappings(&t.sigma, v0)))
            })
        }],
    },
    Code {
        file: file!(),
        id: "P3.sigma.other",
        parts: &[|docket| {
            for n in (4..=16_usize).step_by(2) {
                let near: Vec<Vec<usize>> = (0..n).map(|v| textbook("ring", n, v)).collect();
                let satisfies = |sigma: &Lists| {
                    starts_there(sigma, 0)
                        && composes(sigma)
                        && sigma.iter().all(|map| is_automorphism(&near, map))
                };
                let (one, other) = (around(n), dihedral(n));
                let holds = one != other && satisfies(&one) && satisfies(&other);
                docket.is(format!("ring {n}"), holds, "two sets: all i, j and x, and every edge");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.distances",
        parts: &[|docket| {
            on_tables(
                docket,
                "all pairs of nodes under all of them; distances by breadth-first search",
                |t| {
                    let distances: Vec<Vec<u64>> = (0..t.near.len()).map(|v| t.distances(v)).collect();
                    let all = if t.near.len() <= 8 { automorphisms(&distances) } else { t.sigma.clone() };
                    all.len() >= t.near.len() && all.iter().all(|map| keeps_distances(&distances, map))
                },
            )
        }],
    },
    Code {
        file: file!(),
        id: "P3.sigma.circulant",
        parts: &[|docket| {
            circulants(docket);
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.Lemma1.a",
        parts: &[|docket| on_tables(docket, "all picks of all nodes", |t| lemma_1a(&t.sigma, &t.near))],
    },
    Code {
        file: file!(),
        id: "P3.Lemma1.b",
        parts: &[|docket| on_tables(docket, "all picks of all nodes", |t| lemma_1b(&t.sigma, &t.near))],
    },
    Code {
        file: file!(),
        id: "P3.sigma.hypercube",
        parts: &[|docket| {
            for d in 1..=7 {
                let n = 1 << d;
                let near: Vec<Vec<usize>> = (0..n).map(|v| textbook("hypercube", d, v)).collect();
                let sigma = exclusive_or(n);
                let inverse = sigma.iter().all(|map| (0..n).all(|x| map[map[x]] == x));
                let holds = inverse && starts_there(&sigma, 0) && composes(&sigma);
                let holds = holds && sigma.iter().all(|map| is_automorphism(&near, map));
                docket.is(format!("hypercube {d}"), holds, "all i, j and x");
            }
            Ok(())
        }],
    },
];

/// What makes a graph a Cayley graph.
const REGULAR: &str = "a group of automorphisms of the edges that are defined, one for every node";

/// The nodes that are tried for `v_0`.
fn first_nodes(table: &Tables) -> std::ops::Range<usize> {
    0..if table.near.len() <= 24 { table.near.len() } else { 1 }
}

fn path_edges(docket: &mut Docket, printed: fn(u64) -> usize) {
    for length in 0..=12 {
        let vertices: Vec<u64> = (0..=length).collect();
        let edges = Proved::exact(vertices.windows(2).count(), "vertices next to each other, counted");
        docket.equal(format!("length {length}"), printed(length), edges);
    }
}

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
        let regular = starts_there(&sigma, 0) && composes(&sigma);
        let holds = regular && sigma.iter().all(|map| is_automorphism(&near, map));
        docket.is(name, holds, REGULAR);
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
                let holds = starts_there(&sigma, 0) && composes(&sigma);
                let holds = holds && sigma.iter().all(|map| is_automorphism(&near, map));
                let steps = if a == b { a.to_string() } else { format!("{a},{b}") };
                docket.is(format!("circulant {n} {steps}"), holds, "all i, j and x, and every edge");
            }
        }
    }
}
