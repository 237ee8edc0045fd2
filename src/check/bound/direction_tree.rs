//! The bound by a tree of directions: a proof, by cases of direction choices, that a number of slots is not
//! enough.

use crate::bound::kind::{Asked, Bound};
use crate::bound::routes::directions::{Budget, Fixed, LinkPrices, least};
use crate::bound::routes::scale::{Scale, require_weights};
use crate::bound::split::of_rings;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Form;
use crate::task::isotropic::Isotropic;
use crate::task::problem::Problem;
use isotask_wire::{DirectionNode, Quantity, Scope};

/// Most distinct offsets.
const CLASS_LIMIT: u64 = 1 << 16;

/// The bound, and the tree that refutes one slot less.
pub(crate) struct DirectionTree<'a> {
    pub(crate) value: u64,
    pub(crate) tree: &'a [DirectionNode],
}

impl Bound for DirectionTree<'_> {
    fn binds(&self, problem: &Problem, form: Form) -> (Quantity, Option<Scope>) {
        (Quantity::CompletionTime, of_rings(problem, form))
    }

    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let Problem::Isotropic(task) = asked.problem else {
            return Err(asked.not_for_task());
        };
        let torus = task.on_torus()?;
        refute(torus.as_ref().unwrap_or(task), asked.claim, self.value, self.tree)?;
        Ok(self.value.into())
    }
}

/// A class of packets: those of one offset with equal fixed directions.
#[derive(Debug, Clone, Copy)]
struct Class {
    /// Index into the offsets.
    offset: usize,
    packets: u64,
    fixed: Fixed,
}

/// Bounds on the number of packets that go + in a dimension.
#[derive(Debug, Clone, Copy)]
struct Window {
    least: u64,
    most: u64,
}

/// The change that a branch or division on the path to the current node made.
#[derive(Debug)]
enum Change {
    /// A class was divided, at a threshold, by the dimension of a bit.
    Class { class: usize, before: Class, bit: u64, plus: u64 },
    /// The window of a dimension was divided at a threshold.
    Window { dimension: usize, before: Window, plus: u64 },
}

/// A branch or division on the path to the current node.
#[derive(Debug)]
struct Step {
    change: Change,
    /// Whether the second child has begun.
    second: bool,
}

/// The state of a walk through the tree in preorder.
struct Walk<'a> {
    task: &'a Isotropic,
    claim: usize,
    /// The number of slots to refute.
    slots: u64,
    offsets: Vec<(u64, Vec<u64>)>,
    classes: Vec<Class>,
    /// The window of every dimension.
    windows: Vec<Window>,
    steps: Vec<Step>,
    budget: Budget,
}

/// Accepts a tree that refutes `value` − 1 slots.
///
/// # Complexity
/// Time O(nodes of the tree · classes · choices) within a fixed limit; space O(classes + depth).
fn refute(task: &Isotropic, claim: usize, value: u64, tree: &[DirectionNode]) -> Result<(), Rejection> {
    let slots = value.checked_sub(1).ok_or(Rejection::TreeBoundZero { claim })?;
    let mut walk = Walk {
        task,
        claim,
        slots,
        offsets: Vec::new(),
        classes: Vec::new(),
        windows: vec![Window { least: 0, most: 0 }; task.network.dimensions().len()],
        steps: Vec::new(),
        budget: Budget::new(claim, task.network.effort.clone()),
    };
    task.visit(|offset| {
        require_classes(walk.classes.len() + 1, claim)?;
        let (index, packets) = (walk.offsets.len(), offset.count);
        for ((window, d), &x) in
            walk.windows.iter_mut().zip(task.network.dimensions()).zip(offset.coordinates)
        {
            if d.minus.is_some() && x != 0 {
                let overflow = || Rejection::Overflow { place: format!("claims[{claim}].lower.tree") };
                window.most = window.most.checked_add(packets).ok_or_else(overflow)?;
            }
        }
        walk.offsets.push((offset.index, offset.coordinates.to_vec()));
        walk.classes.push(Class { offset: index, packets, fixed: Fixed::default() });
        Ok(())
    })?;
    let mut complete = false;
    for (node, step) in tree.iter().enumerate() {
        if complete {
            return Err(Rejection::TreeTrailing { claim, node });
        }
        match step {
            DirectionNode::Branch { class, dimension, plus } => {
                walk.branch(node, *class, *dimension, *plus)?;
            }
            DirectionNode::Divide { dimension, plus } => walk.divide(node, *dimension, *plus)?,
            DirectionNode::Leaf { weights, plus } => {
                walk.leaf(node, weights, plus)?;
                complete = !walk.turn();
            }
        }
    }
    if complete { Ok(()) } else { Err(Rejection::TreeIncomplete { claim, node: tree.len() }) }
}

impl Walk<'_> {
    /// Goes to the first child of a branch.
    fn branch(&mut self, node: usize, class: u64, dimension: u64, plus: u64) -> Result<(), Rejection> {
        let claim = self.claim;
        let classes = self.classes.len();
        let Some(c) = narrow(class, classes) else {
            return Err(Rejection::BranchClass { claim, node, class, classes });
        };
        let dimensions = self.task.network.dimensions().len();
        let Some(i) = narrow(dimension, dimensions) else {
            return Err(Rejection::BranchDimension { claim, node, dimension, dimensions });
        };
        let before = self.classes[c];
        let bit = 1_u64 << i;
        let open = self.task.network.dimensions()[i].radix > 2
            && self.offsets[before.offset].1[i] != 0
            && (before.fixed.plus | before.fixed.minus) & bit == 0;
        if !open {
            return Err(Rejection::BranchNotFree { claim, node, class, dimension });
        }
        if plus == 0 || plus > before.packets {
            let packets = before.packets;
            return Err(Rejection::BranchThreshold { claim, node, plus, packets });
        }
        let change = Change::Class { class: c, before, bit, plus };
        self.steps.push(Step { change, second: false });
        self.part(c, before, plus, Fixed { plus: before.fixed.plus | bit, ..before.fixed });
        Ok(())
    }

    /// Goes to the first child of a division.
    fn divide(&mut self, node: usize, dimension: u64, plus: u64) -> Result<(), Rejection> {
        let claim = self.claim;
        let dimensions = self.task.network.dimensions().len();
        let Some(i) = narrow(dimension, dimensions) else {
            return Err(Rejection::BranchDimension { claim, node, dimension, dimensions });
        };
        if self.task.network.dimensions()[i].minus.is_none() {
            return Err(Rejection::DivideNotFree { claim, node, dimension });
        }
        let before = self.windows[i];
        let Window { least, most } = before;
        if plus <= least || plus > most {
            return Err(Rejection::DivideThreshold { claim, node, plus, least, most });
        }
        let change = Change::Window { dimension: i, before, plus };
        self.steps.push(Step { change, second: false });
        self.windows[i].least = plus;
        Ok(())
    }

    /// Fixes directions for `packets` packets of a class; the others become a new class.
    fn part(&mut self, class: usize, before: Class, packets: u64, fixed: Fixed) {
        self.classes[class] = Class { packets, fixed, ..before };
        self.classes.push(Class { packets: before.packets - packets, ..before });
    }

    /// Goes from a leaf back to the next second child and starts it; returns false at the end of the tree.
    fn turn(&mut self) -> bool {
        while let Some(mut step) = self.steps.pop() {
            match step.change {
                Change::Class { class, before, bit, plus } => {
                    self.classes.pop();
                    self.classes[class] = before;
                    if !step.second {
                        let fixed = Fixed { minus: before.fixed.minus | bit, ..before.fixed };
                        // 1 ≤ plus ≤ packets, so this is from 1 to packets.
                        self.part(class, before, before.packets - plus + 1, fixed);
                    }
                }
                Change::Window { dimension, before, plus } => {
                    self.windows[dimension] = before;
                    if !step.second {
                        // least < plus ≤ most, so this is from least to most − 1.
                        self.windows[dimension].most = plus - 1;
                    }
                }
            }
            if !step.second {
                step.second = true;
                self.steps.push(step);
                return true;
            }
        }
        false
    }

    /// Accepts a leaf that is refuted by its weights. Directions of the leaf would move Σ w · hops ≤ L ·
    /// W(w), as a link carries at most L hops and all links together k · L; and with `s_i` packets going + in
    /// dimension i, Σ `u_i` · `s_i` is at least Σ (`u_i` ≥ 0 ? `u_i` · least : `u_i` · most). The classes
    /// weigh Σ w · hops − Σ `u_i` · `s_i` at least, so both sums together exceeding the capacity is
    /// impossible.
    fn leaf(&mut self, node: usize, weights: &[u64], plus: &[i64]) -> Result<(), Rejection> {
        let claim = self.claim;
        let place = || format!("claims[{claim}].lower.tree[{node}].weights");
        require_weights(&self.task.network, weights, place)?;
        let (found, expected) = (plus.len(), self.windows.len());
        if found != 0 && found != expected {
            return Err(Rejection::PlusCount { claim, node, found, expected });
        }
        let mut scale = Scale::new(self.task, claim, weights, self.slots)?;
        let prices = LinkPrices { weights, plus };
        for class in self.classes.iter().filter(|class| class.packets > 0) {
            let (index, coordinates) = &self.offsets[class.offset];
            let at = (*index, coordinates.as_slice());
            let network = &self.task.network;
            match least(network, at, prices, self.slots, class.fixed, &mut self.budget)? {
                Some(weight) => scale.add(class.packets, weight)?,
                None => return Ok(()),
            }
        }
        for (&u, window) in plus.iter().zip(&self.windows) {
            scale.add(if u >= 0 { window.least } else { window.most }, i128::from(u))?;
        }
        if scale.sum > scale.capacity {
            return Ok(());
        }
        let Scale { sum, capacity, .. } = scale;
        Err(Rejection::LeafNotRefuted { claim, node, sum, capacity })
    }
}

/// Refuses more classes than a witness may ask to hold in memory.
fn require_classes(classes: usize, claim: usize) -> Result<(), Rejection> {
    if wide(classes) > CLASS_LIMIT {
        return Err(Rejection::TooManyClasses { claim, limit: CLASS_LIMIT });
    }
    Ok(())
}
