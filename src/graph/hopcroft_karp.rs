//! Maximum matchings in bipartite graphs.

use std::collections::VecDeque;

/// Finds a maximum matching by the algorithm of Hopcroft & Karp (1973): for every left node its partner.
///
/// `adjacent[u]` lists the right nodes, all less than `right`, that left node u may be matched with.
///
/// Left nodes are matched in their order, right nodes are tried in the order of their list: which of the
/// maximum matchings comes out is part of a schedule. petgraph's matching is one of general graphs, in
/// another order and slower; tests compare the sizes.
///
/// # Complexity
/// O(E √V) time, O(V) space besides the graph.
///
/// # Examples
/// ```
/// use isotask::graph::hopcroft_karp;
/// let matching = hopcroft_karp(&[vec![0, 1], vec![0]], 2);
/// assert_eq!(matching, [Some(1), Some(0)]);
/// ```
#[must_use]
pub fn hopcroft_karp(adjacent: &[Vec<usize>], right: usize) -> Vec<Option<usize>> {
    let mut search = Search {
        adjacent,
        partner: vec![None; adjacent.len()],
        owner: vec![None; right],
        level: vec![None; adjacent.len()],
    };
    while search.layers() {
        let mut next = vec![0; adjacent.len()];
        for start in 0..adjacent.len() {
            if search.partner[start].is_none() {
                search.augment(start, &mut next);
            }
        }
    }
    search.partner
}

struct Search<'a> {
    adjacent: &'a [Vec<usize>],
    partner: Vec<Option<usize>>,
    owner: Vec<Option<usize>>,
    level: Vec<Option<usize>>,
}

impl Search<'_> {
    /// Layers the left nodes by the length of a shortest alternating path; returns whether one of these ends
    /// at a free node.
    fn layers(&mut self) -> bool {
        let mut queue = VecDeque::new();
        for (node, partner) in self.partner.iter().enumerate() {
            self.level[node] = partner.is_none().then_some(0);
            if partner.is_none() {
                queue.push_back((node, 0));
            }
        }
        let mut ends_free = false;
        while let Some((node, level)) = queue.pop_front() {
            for &right in &self.adjacent[node] {
                match self.owner[right] {
                    None => ends_free = true,
                    Some(owner) if self.level[owner].is_none() => {
                        self.level[owner] = Some(level + 1);
                        queue.push_back((owner, level + 1));
                    }
                    Some(_) => {}
                }
            }
        }
        ends_free
    }

    /// Follows the layers from a free left node to a free right one, with an explicit path, and flips the
    /// path.
    fn augment(&mut self, start: usize, next: &mut [usize]) {
        let mut path = vec![start];
        while let Some(&node) = path.last() {
            let Some(&right) = self.adjacent[node].get(next[node]) else {
                // A dead end: no path of this phase passes here any more.
                path.pop();
                if let Some(&before) = path.last() {
                    next[before] += 1;
                }
                continue;
            };
            match self.owner[right] {
                None => {
                    for &node in &path {
                        let right = self.adjacent[node][next[node]];
                        self.partner[node] = Some(right);
                        self.owner[right] = Some(node);
                        next[node] += 1;
                    }
                    return;
                }
                Some(owner) if self.level[owner] == self.level[node].map(|level| level + 1) => {
                    path.push(owner);
                }
                Some(_) => next[node] += 1,
            }
        }
    }
}
