//! The dual tree: a proof, by cases of direction choices, that a number of slots is not enough.

use super::directions::{Budget, Fixed, least};
use super::lower::{Scale, require_classes, require_weights};
use super::task::Task;
use super::{Rejection, narrow};
use crate::wire::TreeNode;

/// At most this many distinct offsets.
const CLASS_LIMIT: u64 = 1 << 16;

/// Packets of one offset with the same fixed directions.
#[derive(Debug, Clone, Copy)]
struct Class {
    /// Index into the offsets.
    offset: usize,
    packets: u64,
    fixed: Fixed,
}

/// A branch on the way to the current node, and the class as it was before.
#[derive(Debug)]
struct Branch {
    class: usize,
    before: Class,
    /// The bit of the dimension.
    bit: u64,
    plus: u64,
    /// Whether the second child has begun.
    second: bool,
}

/// The state of a walk through the tree in preorder.
struct Walk<'a> {
    task: &'a Task,
    claim: usize,
    /// The number of slots to refute.
    slots: u64,
    offsets: Vec<(u64, Vec<u64>)>,
    classes: Vec<Class>,
    branches: Vec<Branch>,
    budget: Budget,
}

/// Accepts a tree that refutes `value` − 1 slots.
///
/// # Complexity
/// Time O(nodes of the tree · classes · choices) within a fixed limit; space O(classes + depth).
pub(super) fn refute(task: &Task, claim: usize, value: u64, tree: &[TreeNode]) -> Result<(), Rejection> {
    let slots = value.checked_sub(1).ok_or(Rejection::TreeBoundZero { claim })?;
    let mut walk = Walk {
        task,
        claim,
        slots,
        offsets: Vec::new(),
        classes: Vec::new(),
        branches: Vec::new(),
        budget: Budget::new(claim),
    };
    task.visit(|offset| {
        require_classes(walk.classes.len() + 1, claim, CLASS_LIMIT)?;
        let (index, packets) = (walk.offsets.len(), offset.count);
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
            TreeNode::Branch { class, dimension, plus } => {
                walk.branch(node, *class, *dimension, *plus)?;
            }
            TreeNode::Leaf { weights } => {
                walk.leaf(node, weights)?;
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
        let dimensions = self.task.network.dimensions.len();
        let Some(i) = narrow(dimension, dimensions) else {
            return Err(Rejection::BranchDimension { claim, node, dimension, dimensions });
        };
        let before = self.classes[c];
        let bit = 1_u64 << i;
        let open = self.task.network.dimensions[i].radix > 2
            && self.offsets[before.offset].1[i] != 0
            && (before.fixed.plus | before.fixed.minus) & bit == 0;
        if !open {
            return Err(Rejection::BranchNotFree { claim, node, class, dimension });
        }
        if plus == 0 || plus > before.packets {
            let packets = before.packets;
            return Err(Rejection::BranchThreshold { claim, node, plus, packets });
        }
        self.branches.push(Branch { class: c, before, bit, plus, second: false });
        self.divide(c, before, plus, Fixed { plus: before.fixed.plus | bit, ..before.fixed });
        Ok(())
    }

    /// `packets` of the class get directions fixed, the others become a new class.
    fn divide(&mut self, class: usize, before: Class, packets: u64, fixed: Fixed) {
        self.classes[class] = Class { packets, fixed, ..before };
        self.classes.push(Class { packets: before.packets - packets, ..before });
    }

    /// After a leaf: leaves what is complete and goes to the next second child; false at the end.
    fn turn(&mut self) -> bool {
        while let Some(branch) = self.branches.last_mut() {
            self.classes.pop();
            let (class, before) = (branch.class, branch.before);
            self.classes[class] = before;
            if branch.second {
                self.branches.pop();
                continue;
            }
            branch.second = true;
            let fixed = Fixed { minus: before.fixed.minus | branch.bit, ..before.fixed };
            // 1 ≤ plus ≤ packets, so this is from 1 to packets.
            let packets = before.packets - branch.plus + 1;
            self.divide(class, before, packets, fixed);
            return true;
        }
        false
    }

    fn leaf(&mut self, node: usize, weights: &[u64]) -> Result<(), Rejection> {
        let claim = self.claim;
        let place = || format!("claims[{claim}].lower.tree[{node}].weights");
        require_weights(&self.task.network, weights, place)?;
        let mut scale = Scale::new(self.task, claim, weights, self.slots)?;
        for class in self.classes.iter().filter(|class| class.packets > 0) {
            let (index, coordinates) = &self.offsets[class.offset];
            let at = (*index, coordinates.as_slice());
            let network = &self.task.network;
            let budget = &mut self.budget;
            match least(network, at, weights, self.slots, class.fixed, budget)? {
                Some(weight) => scale.add(class.packets, weight)?,
                None => return Ok(()),
            }
        }
        if scale.sum > scale.capacity {
            return Ok(());
        }
        let Scale { sum, capacity, .. } = scale;
        Err(Rejection::LeafNotRefuted { claim, node, sum, capacity })
    }
}
