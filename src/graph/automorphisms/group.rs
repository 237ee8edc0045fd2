//! The group of all automorphisms of a graph, by a chain of stabilizers.

use super::colored::{ColoredGraph, narrow};
use super::joined::{Joined, orbits};
use super::refine::{Partition, Refiner};
use super::{Budget, Spent};

/// The automorphisms of a graph, by generators along a base.
///
/// G₀ is the group, and G₍ᵢ₊₁₎ the elements of Gᵢ that fix base node i too; only the identity fixes all base
/// nodes. So the order of the group is the product of the lengths of the orbits of base node i under Gᵢ (C.
/// Sims 1970).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutomorphismGroup {
    base: Vec<u32>,
    orbit_lengths: Vec<u64>,
    generators: Vec<Vec<u32>>,
    /// How many generators, from the first on, fix the first base node; they generate its stabilizer.
    of_stabilizer: usize,
    /// By node: its cell in the coarsest equitable partition. Nodes of different cells differ.
    cells: Vec<u32>,
    is_complete: bool,
}

/// Finds all automorphisms of a graph, within a number of steps.
///
/// From the last base node to the first, an automorphism is searched that fixes the earlier base nodes and
/// takes this one to another node, unless those that are known do. The search individualises a node of either
/// partition and refines, and so on, until a map that keeps the links is found or none can be (B. D. `McKay`,
/// A. Piperno, *Practical graph isomorphism II*, 2014; the trial of a whole map in each search node: P. Darga
/// and others, *Faster symmetry discovery using sparsity of symmetries*, 2008).
///
/// # Complexity
/// At most `steps` links and nodes are visited; O(b · n) space for b base nodes. Without backtracking it
/// takes O(b · n · A log n) time.
///
/// # Examples
/// ```
/// use isotask::graph::{ColoredGraph, automorphism_group};
/// // A ring of five nodes has five rotations and five mirrors.
/// let links: Vec<[u32; 2]> = (0..5).flat_map(|node| [[node, (node + 1) % 5], [(node + 1) % 5, node]]).collect();
/// let group = automorphism_group(&ColoredGraph::new(&[0; 5], &links), 1 << 20);
/// assert!(group.is_complete());
/// assert_eq!(group.orbit_lengths(), [5, 2]);
/// ```
#[must_use]
pub fn automorphism_group(graph: &ColoredGraph, steps: u64) -> AutomorphismGroup {
    let mut found = AutomorphismGroup {
        base: Vec::new(),
        orbit_lengths: Vec::new(),
        generators: Vec::new(),
        of_stabilizer: 0,
        cells: vec![0; graph.nodes()],
        is_complete: false,
    };
    let mut search =
        Search { graph, refiner: Refiner::new(graph), budget: Budget(steps), levels: Vec::new() };
    found.is_complete = search.run(&mut found).is_ok();
    found
}

impl AutomorphismGroup {
    /// Returns whether these are all automorphisms. Else the steps were spent: the generators generate some
    /// of them, and the lengths of orbits are lower bounds.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the base: only the identity fixes all its nodes.
    #[must_use]
    pub fn base(&self) -> &[u32] {
        &self.base
    }

    /// Returns the lengths of the orbits of the base nodes, each under the elements that fix the earlier
    /// ones.
    #[must_use]
    pub fn orbit_lengths(&self) -> &[u64] {
        &self.orbit_lengths
    }

    /// Returns the generators, each by the images of all nodes.
    #[must_use]
    pub fn generators(&self) -> &[Vec<u32>] {
        &self.generators
    }

    /// Returns generators of the elements that fix the first base node.
    #[must_use]
    pub fn stabilizer(&self) -> &[Vec<u32>] {
        &self.generators[..self.of_stabilizer]
    }

    /// Returns for every node the least node to which the generators take it.
    #[must_use]
    pub fn orbits(&self) -> Vec<u32> {
        orbits(self.cells.len(), &self.generators)
    }

    /// Returns two nodes that no automorphism takes to each other, the least there are; none if all nodes are
    /// alike, or nothing is proved.
    #[must_use]
    pub fn different_nodes(&self) -> Option<[u32; 2]> {
        let orbits = self.orbits();
        let class = if self.is_complete { &orbits } else { &self.cells };
        let first = class.first()?;
        let other = class.iter().position(|found| found != first)?;
        Some([0, narrow(other)])
    }
}

/// One node of the base.
struct Level {
    /// The equitable partition in which the earlier base nodes are alone.
    partition: Partition,
    /// The place of the cell from which the base node is taken.
    cell: usize,
    node: usize,
    /// The trace of the refinement in which it is put alone.
    trace: u64,
}

struct Search<'a> {
    graph: &'a ColoredGraph,
    refiner: Refiner<'a>,
    budget: Budget,
    levels: Vec<Level>,
}

impl Search<'_> {
    fn run(&mut self, found: &mut AutomorphismGroup) -> Result<(), Spent> {
        let root = self.refiner.root(&mut self.budget)?;
        found.cells = (0..self.graph.nodes()).map(|node| narrow(root.cell_of(node))).collect();
        self.choose_base(root)?;
        found.base = self.levels.iter().map(|level| narrow(level.node)).collect();
        found.orbit_lengths = vec![1; found.base.len()];
        let mut joined = Joined::new(self.graph.nodes());
        for level in (0..self.levels.len()).rev() {
            if level == 0 {
                found.of_stabilizer = found.generators.len();
            }
            self.extend_orbit(level, found, &mut joined)?;
        }
        Ok(())
    }

    /// Puts one node after the other alone until all are.
    fn choose_base(&mut self, root: Partition) -> Result<(), Spent> {
        let mut partition = root;
        while let Some(cell) = partition.first_open_cell() {
            let node = partition.cell(cell).iter().copied().min().expect("a cell is not empty");
            let (next, trace) = self.refiner.individualized(&partition, node, &mut self.budget)?;
            self.levels.push(Level { partition, cell, node, trace });
            partition = next;
        }
        Ok(())
    }

    /// Finds the orbit of a base node under the automorphisms that fix the earlier ones.
    ///
    /// `joined` has the orbits of the automorphisms that are known; all of these fix the earlier base nodes.
    /// A node to which none takes the base node stands for all nodes to which they take that node.
    fn extend_orbit(
        &mut self,
        level: usize,
        found: &mut AutomorphismGroup,
        joined: &mut Joined,
    ) -> Result<(), Spent> {
        let Level { partition, cell, node, .. } = &self.levels[level];
        let (mut candidates, base) = (partition.cell(*cell).to_vec(), *node);
        candidates.sort_unstable();
        let mut refuted: Vec<usize> = Vec::new();
        for there in candidates {
            let own = joined.least(there);
            self.budget.spend(1 + refuted.len())?;
            if own == joined.least(base) || refuted.iter().any(|&other| joined.least(other) == own) {
                continue;
            }
            match self.image(level, there)? {
                None => refuted.push(there),
                Some(images) => {
                    joined.join_images(images.iter().copied());
                    found.generators.push(images.into_iter().map(narrow).collect());
                    let length = u64::try_from(joined.size(base)).expect("usize fits u64");
                    found.orbit_lengths[level] = length;
                }
            }
        }
        Ok(())
    }

    /// Searches an automorphism that fixes the base nodes before a level and takes that of the level to a
    /// node.
    fn image(&mut self, level: usize, there: usize) -> Result<Option<Vec<usize>>, Spent> {
        let partition = self.levels[level].partition.clone();
        self.choose_image(level, &partition, there)
    }

    /// Takes the base node of a level to a node of a partition of images, and goes on.
    fn choose_image(
        &mut self,
        level: usize,
        images: &Partition,
        there: usize,
    ) -> Result<Option<Vec<usize>>, Spent> {
        let (images, trace) = self.refiner.individualized(images, there, &mut self.budget)?;
        if trace != self.levels[level].trace {
            return Ok(None);
        }
        if let Some(found) = self.whole_map(level + 1, &images)? {
            return Ok(Some(found));
        }
        let Some(next) = self.levels.get(level + 1) else { return Ok(None) };
        let mut candidates = images.cell(next.cell).to_vec();
        if candidates.len() != next.partition.cell(next.cell).len() {
            return Ok(None);
        }
        candidates.sort_unstable();
        for there in candidates {
            if let Some(found) = self.choose_image(level + 1, &images, there)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Returns the map that takes cells to cells and moves as few nodes as it can, if it is an automorphism.
    fn whole_map(&mut self, level: usize, images: &Partition) -> Result<Option<Vec<usize>>, Spent> {
        self.budget.spend(self.graph.nodes())?;
        let last;
        let from = if let Some(level) = self.levels.get(level) {
            &level.partition
        } else {
            let level = self.levels.last().expect("a base node has an image");
            // All nodes are alone in it.
            last = self.refiner.individualized(&level.partition, level.node, &mut self.budget)?.0;
            &last
        };
        let mut map: Vec<usize> = (0..self.graph.nodes()).collect();
        for start in from.cells() {
            let (own, other) = (from.cell(start), images.cell(start));
            if own.len() != other.len() {
                return Ok(None);
            }
            // Nodes of both cells stay.
            let mut leaving: Vec<usize> =
                own.iter().copied().filter(|&node| images.cell_of(node) != start).collect();
            let mut coming: Vec<usize> =
                other.iter().copied().filter(|&node| from.cell_of(node) != start).collect();
            leaving.sort_unstable();
            coming.sort_unstable();
            for (node, there) in leaving.into_iter().zip(coming) {
                map[node] = there;
            }
        }
        self.budget.spend(self.graph.links_of_moved(&map))?;
        Ok(self.graph.keeps(&map).then_some(map))
    }
}
