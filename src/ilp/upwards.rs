//! The least number of slots: one program after the other, each solved or refuted by a tree of multipliers.

use super::IlpError;
use super::branch::{Goal, look, prove};
use super::named_door::Wanted;
use super::search::{Budget, DelayEnd, Found, Instance, by_program, step};
use crate::model::count_of;
use crate::wire::DualNode;

/// Tries one number of slots after the other until there is a schedule, or no model more.
pub(super) fn upwards<I: Instance>(
    first: I,
    budget: &Budget,
    tell: &dyn Fn(Found<I::Schedule>),
    mut model: impl FnMut(u64) -> Result<Option<I>, IlpError>,
) -> Result<(), IlpError> {
    let mut latest: Found<I::Schedule> = Found {
        schedule: None,
        lower: count_of(first.program().slots()),
        tree: Vec::new(),
        end: DelayEnd::Solver,
    };
    let mut next = Some(first);
    // Invariant: fewer slots than `latest.lower` are refuted, and none below those of `next` has given a schedule.
    while let Some(instance) = next {
        let slots = count_of(instance.program().slots());
        match decide(&instance, latest.lower == slots, budget)? {
            Verdict::Schedule(schedule) => {
                latest.end = if latest.lower == slots { DelayEnd::Proved } else { latest.end };
                latest.schedule = Some(schedule);
                tell(latest);
                return Ok(());
            }
            Verdict::Refuted(tree) => {
                latest.lower = slots + 1;
                latest.tree = tree;
            }
            Verdict::Unknown(end) => latest.end = end,
        }
        tell(latest.clone());
        if budget.is_over() {
            return Ok(());
        }
        next = model(slots + 1)?;
    }
    Ok(())
}

/// What became of one number of slots.
enum Verdict<S> {
    Schedule(S),
    Refuted(Vec<DualNode>),
    Unknown(DelayEnd),
}

fn decide<I: Instance>(
    instance: &I,
    refute: bool,
    budget: &Budget,
) -> Result<Verdict<I::Schedule>, IlpError> {
    let program = instance.program();
    if refute {
        let root = look(program, &program.fixed, Goal::NoSolution, budget.remaining());
        if root.leaf.value.is_none() {
            return Ok(Verdict::Refuted(vec![root.leaf.node(program)]));
        }
        if let Some(schedule) = root.solution.and_then(|values| instance.read(&values).ok()) {
            return Ok(Verdict::Schedule(schedule));
        }
    }
    // What is left is for the tree.
    let share = if refute { budget.half() } else { budget.clone() };
    if let Some(schedule) = by_program(instance, Wanted::Any, &share)? {
        return Ok(Verdict::Schedule(schedule));
    }
    if !refute || budget.is_over() {
        return Ok(Verdict::Unknown(DelayEnd::Solver));
    }
    let (mut nodes, mut schedule) = (0, None);
    let mut improve = |values: &[bool]| {
        schedule = instance.read(values).ok();
        // Any number says that there is a solution.
        schedule.as_ref().map(|_| 0)
    };
    let tree = prove(program, Goal::NoSolution, &mut improve, &mut || step(budget, &mut nodes));
    Ok(match (schedule, tree) {
        (Some(schedule), _) => Verdict::Schedule(schedule),
        (None, Some(tree)) => Verdict::Refuted(tree),
        (None, None) => {
            Verdict::Unknown(if nodes > budget.nodes { DelayEnd::Nodes } else { DelayEnd::Solver })
        }
    })
}
