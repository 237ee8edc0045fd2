//! §1 and §2: the cube, binomial trees, periods and generator sets.

use crate::claims::code::Code;

/// log N paths without a common inner node from 0 to x, of |x| or |x| + 2 links.
fn disjoint_paths(n: u64, x: u64) -> bool {
    let ones: Vec<u64> = (0..n).filter(|j| x >> j & 1 == 1).collect();
    let turned = |by: usize| ones.iter().cycle().skip(by).take(ones.len()).copied().collect::<Vec<_>>();
    let short = (0..ones.len()).map(turned);
    let long = (0..n).filter(|j| x >> j & 1 == 0).map(|j| [vec![j], turned(0), vec![j]].concat());
    let paths: Vec<Vec<u64>> = short.chain(long).collect();
    let mut inner = Vec::new();
    for path in &paths {
        let visited: Vec<u64> = path
            .iter()
            .scan(0, |at, j| {
                *at ^= 1 << j;
                Some(*at)
            })
            .collect();
        if visited.last() != Some(&x) {
            return false;
        }
        inner.extend_from_slice(&visited[..visited.len() - 1]);
    }
    let all = inner.len();
    inner.sort_unstable();
    inner.dedup();
    u64::try_from(paths.len()) == Ok(n) && all == inner.len() && !inner.contains(&0) && !inner.contains(&x)
}
/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code {
    file: file!(),
    id: "P5.cube.paths",
    parts: &[|docket| {
        for n in 1..=9 {
            let all = (1..1 << n).all(|x| disjoint_paths(n, x));
            docket.is(
                format!("hypercube {n}"),
                all,
                "paths built and compared; translation carries them to any pair",
            );
        }
        Ok(())
    }],
}];
