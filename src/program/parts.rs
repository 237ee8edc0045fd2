//! Proves a tree of multipliers in parts: it is cut near the root, each part is proved by itself, and the
//! trees of the parts are put together again.
//!
//! A part is a search node, with the values that are fixed on the path to it. The parts depend only on the
//! program, the goal and the depth, so all machines cut alike.

use super::branch::{Goal, evaluate_node};
use super::form::NamedProgram;
use super::multipliers::leaf_value;
use super::tree::{TimeLeft, TreeEnd, TreeSearch};
use crate::wire::{DelayRow, DelayVariable, DualNode};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

/// The statement that a tree is to prove of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proving {
    /// That no solution has an objective below it.
    AtLeast(u64),
    /// That there is no solution.
    NoSolution,
}

impl From<Proving> for Goal {
    fn from(proving: Proving) -> Self {
        match proving {
            Proving::AtLeast(value) => Self::AtLeast(value),
            Proving::NoSolution => Self::NoSolution,
        }
    }
}

/// The variables that are fixed on the path from the root, each with its value.
pub type Path = Vec<(DelayVariable, bool)>;

/// The result of the search on a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartEnd {
    /// A tree that proves the statement.
    Proved(Vec<DualNode>),
    /// A solution that refutes the statement.
    Refuted(Vec<bool>),
    /// Neither was found in time.
    Open,
}

/// The limits of the search on a part.
pub struct Spend<'a> {
    /// Threads; 0 for as many as there are cores.
    pub threads: u32,
    /// How long it may take.
    pub limit: Option<Duration>,
    /// Asked before every search node; `true` ends the search.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl fmt::Debug for Spend<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { threads, limit, .. } = self;
        formatter
            .debug_struct("Spend")
            .field("threads", threads)
            .field("limit", limit)
            .finish_non_exhaustive()
    }
}

/// The reason why parts do not make a tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartFault {
    /// A variable that the program does not have, or whose value is fixed before.
    #[error("the path fixes {0}, which the model does not leave open there")]
    Fixed(String),
    /// There is no part for one side of a branching.
    #[error("no part goes on from the path {0}")]
    Missing(String),
    /// Two parts are equal, or one is below the other.
    #[error("another part has the same path or one that begins so: {0}")]
    Overlap(String),
}

/// Returns the values of the variables that are fixed at the end of a path.
///
/// # Errors
/// [`PartFault::Fixed`].
fn domain(program: &NamedProgram, path: &[(DelayVariable, bool)]) -> Result<Vec<Option<bool>>, PartFault> {
    let mut domain = program.fixed.clone();
    for (variable, value) in path {
        let place = program.variables.iter().position(|name| name == variable);
        match place.map(|place| &mut domain[place]) {
            Some(free @ None) => *free = Some(*value),
            _ => return Err(PartFault::Fixed(name(*variable))),
        }
    }
    Ok(domain)
}

fn name(variable: DelayVariable) -> String {
    serde_json::to_string(&variable).unwrap_or_default()
}

fn words(path: &[(DelayVariable, bool)]) -> String {
    let words = path.iter().map(|&(variable, value)| format!("{} = {}", name(variable), u8::from(value)));
    let words: Vec<String> = words.collect();
    if words.is_empty() { "at the root".to_owned() } else { words.join(", ") }
}

/// Cuts the tree at a depth and returns the paths of its parts in preorder, 0 before 1. A part that needs no
/// branching ends above the depth.
///
/// # Complexity
/// At most `2^(depth + 1)` linear programs.
#[must_use]
pub fn cut(program: &NamedProgram, proving: Proving, depth: u32, stop: &dyn Fn() -> bool) -> Vec<Path> {
    let mut open: Vec<Path> = vec![Path::new()];
    let mut parts = Vec::new();
    while let Some(path) = open.pop() {
        let deep = path.len() >= usize::try_from(depth).unwrap_or(usize::MAX);
        let branch = (!deep && !stop())
            .then(|| {
                let domain = domain(program, &path).ok()?;
                let found = evaluate_node(program, &domain, proving.into(), None);
                let goal = Goal::from(proving);
                // A node whose leaf proves the goal, or whose solution refutes it, is not branched on.
                let ends = goal.is_reached(&found.leaf) || found.solution().is_some();
                found.branch.filter(|_| !ends)
            })
            .flatten();
        let Some(variable) = branch else {
            parts.push(path);
            continue;
        };
        for value in [true, false] {
            let mut longer = path.clone();
            longer.push((program.variables[variable], value));
            open.push(longer);
        }
    }
    parts
}

/// Proves a part, or finds a solution that refutes it, until `stop` or the time limit. The tree does not
/// depend on the number of threads. `root` gets the bound and leaf of the part's first node as soon as they
/// are known.
///
/// # Errors
/// [`PartFault::Fixed`].
///
/// # Complexity
/// Exponential time at worst.
pub fn prove_part(
    program: &NamedProgram,
    proving: Proving,
    path: &[(DelayVariable, bool)],
    spend: &Spend<'_>,
    root: &(dyn Fn(u64, Vec<DualNode>) + Sync),
) -> Result<PartEnd, PartFault> {
    let domain = domain(program, path)?;
    let start = Instant::now();
    let left = || match spend.limit.map(|limit| limit.saturating_sub(start.elapsed())) {
        _ if (spend.stop)() => TimeLeft::Nothing,
        remaining => remaining.into(),
    };
    let mut refuted = None;
    let mut improve = |values: &[bool]| {
        refuted = Some(values.to_vec());
        None
    };
    let growing = TreeSearch {
        program,
        domain: &domain,
        goal: proving.into(),
        nodes: u64::MAX,
        threads: spend.threads,
        left: &left,
        counted: &AtomicU64::new(0),
        root: &|leaf| {
            if let Some(value) = leaf.value {
                root(value, vec![leaf.node(program)]);
            }
        },
    };
    let grown = growing.grow(&mut improve);
    Ok(match (refuted, grown) {
        (Some(values), _) => PartEnd::Refuted(values),
        (None, TreeEnd::Complete { tree, .. }) => PartEnd::Proved(tree),
        (None, _) => PartEnd::Open,
    })
}

/// A piece of the tree above the parts, in preorder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A branching; the two sides follow, 0 before 1.
    Fix(DelayVariable),
    /// The tree of the part with this index.
    Part(usize),
}

/// Combines the trees of parts into one and returns its branchings and parts in preorder.
///
/// # Errors
/// [`PartFault::Missing`] where a branching lacks a side, [`PartFault::Overlap`] where parts overlap.
///
/// # Complexity
/// O(parts · depth²).
pub fn preorder(paths: &[Path]) -> Result<Vec<Step>, PartFault> {
    let mut steps = Vec::new();
    // A stack of the subtrees that are left, each as a path and the parts whose paths begin with it.
    let mut rest: Vec<(Path, Vec<usize>)> = vec![(Path::new(), (0..paths.len()).collect())];
    while let Some((prefix, mut parts)) = rest.pop() {
        let depth = prefix.len();
        let overlap = |parts: &[usize]| match parts.first() {
            None => Ok(()),
            Some(&part) => Err(PartFault::Overlap(words(&paths[part]))),
        };
        if let Some(here) = parts.iter().position(|&part| paths[part].len() == depth) {
            steps.push(Step::Part(parts.remove(here)));
            overlap(&parts)?;
            continue;
        }
        let Some(&(variable, _)) = parts.first().map(|&part| &paths[part][depth]) else {
            return Err(PartFault::Missing(words(&prefix)));
        };
        steps.push(Step::Fix(variable));
        for value in [true, false] {
            let (below, others) =
                parts.into_iter().partition(|&part| paths[part][depth] == (variable, value));
            parts = others;
            rest.push(([&prefix[..], &[(variable, value)]].concat(), below));
        }
        overlap(&parts)?;
    }
    Ok(steps)
}

/// Returns the bound that a part's tree proves: the least value of its leaves, `u64::MAX` where all refute
/// every solution. None if it is no tree of the program, or its numbers exceed 128 bits.
///
/// # Errors
/// [`PartFault::Fixed`].
///
/// # Complexity
/// O(leaves · variables + multipliers · entries of a row).
pub fn proved_by(
    program: &NamedProgram,
    proving: Proving,
    path: &[(DelayVariable, bool)],
    tree: &[DualNode],
) -> Result<Option<u64>, PartFault> {
    let mut domain = domain(program, path)?;
    let rows: BTreeMap<DelayRow, usize> =
        program.rows.iter().zip(0..).map(|(row, place)| (row.name, place)).collect();
    let places: BTreeMap<DelayVariable, usize> = program.variables.iter().copied().zip(0..).collect();
    // The branchings above the next node, each with whether that node is on the second side.
    let mut above: Vec<(usize, bool)> = Vec::new();
    let (mut least, mut complete) = (u64::MAX, false);
    for node in tree {
        if complete {
            return Ok(None);
        }
        match node {
            DualNode::Fix(variable) => {
                let Some(&place) = places.get(variable).filter(|&&place| domain[place].is_none()) else {
                    return Ok(None);
                };
                domain[place] = Some(false);
                above.push((place, false));
            }
            DualNode::Leaf { denominator, rows: multipliers } => {
                let named = multipliers.iter().map(|named| Some((*rows.get(&named.row)?, named.multiplier)));
                let Some(named) = named.collect::<Option<Vec<_>>>() else { return Ok(None) };
                let Some(value) = leaf_value(program, &domain, *denominator, &named) else { return Ok(None) };
                if proving == Proving::NoSolution && *denominator != 0 {
                    return Ok(Some(0));
                }
                least = least.min(value);
                complete = to_next(&mut above, &mut domain);
            }
        }
    }
    Ok(complete.then_some(least))
}

/// Leaves complete subtrees and goes to the next second child; returns whether there is none.
fn to_next(above: &mut Vec<(usize, bool)>, domain: &mut [Option<bool>]) -> bool {
    while let Some((place, second)) = above.pop() {
        if !second {
            above.push((place, true));
            domain[place] = Some(true);
            return false;
        }
        domain[place] = None;
    }
    true
}
