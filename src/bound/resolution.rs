//! Turns the learned clauses of a solver into an LRAT proof: each clause with the hints that derive it.
//!
//! Each learned clause is checked by reverse unit propagation, in the order of learning: its literals are
//! assumed to be false, and propagation must end in a conflict. The clauses that it used are its hints. Steps
//! that the empty clause does not need are left out.
//!
//! Source: Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp, *Efficient certified RAT verification*, 2017.

use crate::model::{count_of, wide};
use crate::wire::Lower;
use std::collections::HashSet;
use std::mem;

/// Most hints of all learned clauses together.
const MAX_DERIVATION_HINTS: usize = 1 << 25;
/// Most literals and hints of all steps of a refutation, about 20 MB of text.
const MAX_REFUTATION_NUMBERS: usize = 3 << 20;
/// Most literals of a formula, since the checker writes it anew.
const MAX_FORMULA_LITERALS: usize = 1 << 25;
/// Learned clauses from one call of `stop` to the next.
const CLAUSES_PER_STOP_CHECK: usize = 64;
/// Stands for no reason clause, and for no unit step.
const NO_CLAUSE: u32 = u32::MAX;

/// A list of clauses: a literal is the number of its variable, from 1, negative where it is negated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ClauseList {
    literals: Vec<i32>,
    ends: Vec<usize>,
}

impl ClauseList {
    pub(crate) fn push(&mut self, clause: impl IntoIterator<Item = i32>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of literals of all clauses.
    pub(crate) fn literals(&self) -> usize {
        self.literals.len()
    }

    fn start(&self, clause: usize) -> usize {
        clause.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    pub(crate) fn get(&self, clause: usize) -> &[i32] {
        &self.literals[self.start(clause)..self.ends[clause]]
    }

    pub(crate) fn get_mut(&mut self, clause: usize) -> &mut [i32] {
        let start = self.start(clause);
        &mut self.literals[start..self.ends[clause]]
    }
}

/// A clause with its hints: the numbers, from 1, of the clauses of the formula and earlier steps that imply
/// it.
type Step = (Vec<i32>, Vec<u32>);

/// An unsatisfiable formula, and the clauses that a solver learned until it knew this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RefutedFormula {
    formula: ClauseList,
    learned: ClauseList,
}

impl RefutedFormula {
    pub(crate) fn new(formula: ClauseList, learned: ClauseList) -> Self {
        Self { formula, learned }
    }

    /// Returns the bound that no schedule has `slots` slots, those of the formula; none if the steps to the
    /// empty clause are too many, or `stop` ends the derivation.
    ///
    /// # Complexity
    /// One unit propagation for each learned clause.
    pub(crate) fn bound(self, slots: u64, stop: &dyn Fn() -> bool) -> Option<Lower> {
        let Self { formula, learned } = self;
        if formula.literals() > MAX_FORMULA_LITERALS {
            return None;
        }
        let first = formula.len();
        let mut derivation = Derivation::new(formula);
        for clause in 0..learned.len() {
            if derivation.is_done || clause % CLAUSES_PER_STOP_CHECK == 0 && stop() {
                break;
            }
            derivation.derive(learned.get(clause))?;
        }
        let steps = derivation.is_done.then(|| needed_steps(derivation.steps, first)).flatten()?;
        Some(Lower::Resolution { value: slots + 1, steps })
    }
}

/// Returns the steps that the last one needs, renumbered.
fn needed_steps(steps: Vec<Step>, first: usize) -> Option<Vec<Step>> {
    let place = |number: u32| wide(number).checked_sub(first);
    let mut is_needed = vec![false; steps.len()];
    *is_needed.last_mut()? = true;
    for (at, (_, hints)) in steps.iter().enumerate().rev() {
        if is_needed[at] {
            hints.iter().filter_map(|&hint| place(hint)).for_each(|hint| is_needed[hint] = true);
        }
    }
    let (mut next, mut numbers) = (narrow(first), Vec::new());
    for &is_needed in &is_needed {
        numbers.push(next);
        next += u32::from(is_needed);
    }
    let kept = steps.into_iter().zip(&is_needed).filter(|&(_, &is_needed)| is_needed);
    let renumbered = kept.map(|((clause, mut hints), _)| {
        for hint in &mut hints {
            *hint = place(*hint).map_or(*hint, |at| numbers[at]) + 1;
        }
        (clause, hints)
    });
    let kept: Vec<Step> = renumbered.collect();
    let size: usize = kept.iter().map(|(clause, hints)| clause.len() + hints.len()).sum();
    (size <= MAX_REFUTATION_NUMBERS).then_some(kept)
}

/// Unit propagation with two watched literals a clause (Moskewicz, Madigan, Zhao, Zhang & Malik, *Chaff*,
/// 2001), which records the reason of every true literal.
struct Derivation {
    clauses: ClauseList,
    /// By clause: its number in the proof, from 0; clauses of the formula come first, then the steps.
    proof_numbers: Vec<u32>,
    steps: Vec<Step>,
    /// The number of the first step; clauses of the formula have the numbers before it.
    first_step: usize,
    /// The hints of all steps together.
    hints: usize,
    /// By literal: the clauses that watch it, in one of their first two places.
    watches: Vec<Vec<u32>>,
    /// By variable: 1 if it is true, −1 if it is false.
    values: Vec<i8>,
    /// By variable: the clause that made its literal true.
    reasons: Vec<u32>,
    /// By variable: the proof number of the unit clause that fixes it at decision level 0.
    units: Vec<u32>,
    trail: Vec<i32>,
    /// How many literals of the trail have been propagated.
    head: usize,
    /// How many literals of the trail have unit clauses in the proof.
    numbered: usize,
    is_done: bool,
}

impl Derivation {
    fn new(formula: ClauseList) -> Self {
        let last =
            (0..formula.len()).flat_map(|clause| formula.get(clause)).map(|literal| literal.unsigned_abs());
        let variables = wide(last.max().unwrap_or(0)) + 1;
        let number = formula.len();
        let mut derivation = Self {
            clauses: formula,
            proof_numbers: (0..narrow(number)).collect(),
            steps: Vec::new(),
            first_step: number,
            hints: 0,
            watches: vec![Vec::new(); 2 * variables],
            values: vec![0; variables],
            reasons: vec![NO_CLAUSE; variables],
            units: vec![NO_CLAUSE; variables],
            trail: Vec::new(),
            head: 0,
            numbered: 0,
            is_done: false,
        };
        for clause in 0..number {
            if !derivation.is_done {
                derivation.watch(clause);
            }
        }
        derivation.propagate_level_zero();
        derivation
    }

    fn value(&self, literal: i32) -> i8 {
        self.values[variable(literal)] * if literal > 0 { 1 } else { -1 }
    }

    fn assign(&mut self, literal: i32, reason: u32) {
        self.values[variable(literal)] = if literal > 0 { 1 } else { -1 };
        self.reasons[variable(literal)] = reason;
        self.trail.push(literal);
    }

    /// Adds a clause at decision level 0: sets its watches, or assigns its only open literal.
    fn watch(&mut self, clause: usize) {
        let values = &self.values;
        let is_false = |literal: i32| values[variable(literal)] == if literal > 0 { -1 } else { 1 };
        let literals = self.clauses.get_mut(clause);
        // Literals that are not false come first.
        literals.sort_by_key(|&literal| is_false(literal));
        let (open, first) =
            (literals.iter().take_while(|&&literal| !is_false(literal)).count(), literals.first());
        match (open, first.copied(), literals.get(1).copied()) {
            (0, _, _) => self.end_with_conflict(clause),
            (1, Some(only), _) if self.value(only) == 0 => self.assign(only, narrow(clause)),
            (2.., Some(first), Some(second)) => {
                self.watches[literal_index(first)].push(narrow(clause));
                self.watches[literal_index(second)].push(narrow(clause));
            }
            _ => {}
        }
    }

    /// Propagates the true literals of the trail; returns a conflict: a clause whose literals are all false.
    fn propagate(&mut self) -> Option<usize> {
        while let Some(&literal) = self.trail.get(self.head) {
            self.head += 1;
            let watching = mem::take(&mut self.watches[literal_index(-literal)]);
            let (mut kept, mut conflict) = (Vec::with_capacity(watching.len()), None);
            let mut rest = watching.into_iter();
            for clause in rest.by_ref() {
                if self.moves_watch(wide(clause), -literal) {
                    continue;
                }
                kept.push(clause);
                let first = self.clauses.get(wide(clause))[0];
                match self.value(first) {
                    0 => self.assign(first, clause),
                    -1 => {
                        conflict = Some(wide(clause));
                        break;
                    }
                    _ => {}
                }
            }
            kept.extend(rest);
            self.watches[literal_index(-literal)] = kept;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Replaces a falsified watch of a clause; returns false if no other literal can be watched, or the
    /// clause is true. Its other watched literal then stands first.
    fn moves_watch(&mut self, clause: usize, falsified: i32) -> bool {
        let literals = self.clauses.get_mut(clause);
        if literals[0] == falsified {
            literals.swap(0, 1);
        }
        let values = &self.values;
        let value = |literal: i32| values[variable(literal)] * if literal > 0 { 1 } else { -1 };
        if value(literals[0]) == 1 {
            return false;
        }
        let Some(other) = (2..literals.len()).find(|&at| value(literals[at]) != -1) else { return false };
        literals.swap(1, other);
        let watched = literal_index(literals[1]);
        self.watches[watched].push(narrow(clause));
        true
    }

    /// Propagates at decision level 0, and ends the proof at a conflict.
    fn propagate_level_zero(&mut self) {
        match self.propagate() {
            Some(clause) => self.end_with_conflict(clause),
            None => self.number_units(),
        }
    }

    /// Ends the proof: all literals of this clause are false at decision level 0.
    fn end_with_conflict(&mut self, clause: usize) {
        self.number_units();
        let hints = self.unit_hints(clause, None);
        self.push_step(Vec::new(), hints);
        self.is_done = true;
    }

    /// Adds a unit clause to the proof for every literal that is true at decision level 0.
    fn number_units(&mut self) {
        while let Some(&literal) = self.trail.get(self.numbered) {
            self.numbered += 1;
            let reason = wide(self.reasons[variable(literal)]);
            self.units[variable(literal)] = if self.clauses.get(reason).len() == 1 {
                self.proof_numbers[reason]
            } else {
                let hints = self.unit_hints(reason, Some(literal));
                self.push_step(vec![literal], hints)
            };
        }
    }

    /// Returns the hints of a unit or empty clause: the units that falsify the other literals, and the
    /// clause.
    fn unit_hints(&self, clause: usize, but: Option<i32>) -> Vec<u32> {
        let others = self.clauses.get(clause).iter().filter(|&&literal| Some(literal) != but);
        others.map(|&literal| self.units[variable(literal)]).chain([self.proof_numbers[clause]]).collect()
    }

    fn push_step(&mut self, clause: Vec<i32>, hints: Vec<u32>) -> u32 {
        self.hints += hints.len();
        self.steps.push((clause, hints));
        narrow(self.first_step + self.steps.len() - 1)
    }

    /// Derives a learned clause; none if it does not follow by unit propagation, or hints are too many.
    fn derive(&mut self, learned: &[i32]) -> Option<()> {
        if learned.iter().any(|&literal| self.value(literal) == 1) {
            return Some(());
        }
        let fixed = self.trail.len();
        let clause: Vec<i32> = learned.iter().copied().filter(|&literal| self.value(literal) == 0).collect();
        for &literal in &clause {
            if self.value(literal) == 0 {
                self.assign(-literal, NO_CLAUSE);
            }
        }
        let conflict = self.propagate()?;
        let hints = self.hints_from(conflict, fixed);
        for literal in self.trail.drain(fixed..) {
            self.values[variable(literal)] = 0;
        }
        self.head = fixed;
        let number = self.push_step(clause.clone(), hints);
        self.clauses.push(clause);
        self.proof_numbers.push(number);
        self.watch(self.clauses.len() - 1);
        if !self.is_done {
            self.propagate_level_zero();
        }
        (self.hints <= MAX_DERIVATION_HINTS).then_some(())
    }

    /// Returns the hints of a learned clause: the units of decision level 0 first, then the reasons of the
    /// conflict, in the order of propagation.
    fn hints_from(&self, conflict: usize, fixed: usize) -> Vec<u32> {
        let mut is_used: HashSet<usize> = HashSet::new();
        let (mut units, mut hints) = (Vec::new(), Vec::new());
        let mut take = |clause: usize, is_used: &mut HashSet<usize>| {
            hints.push(self.proof_numbers[clause]);
            for place in self.clauses.get(clause).iter().copied().map(variable) {
                if is_used.insert(place) && self.units[place] != NO_CLAUSE {
                    units.push(self.units[place]);
                }
            }
        };
        take(conflict, &mut is_used);
        for place in self.trail[fixed..].iter().rev().copied().map(variable) {
            let reason = self.reasons[place];
            if reason != NO_CLAUSE && is_used.contains(&place) {
                take(wide(reason), &mut is_used);
            }
        }
        units.extend(hints.into_iter().rev());
        units
    }
}

fn variable(literal: i32) -> usize {
    wide(literal.unsigned_abs())
}

/// Returns the index of a literal in a list of all literals.
fn literal_index(literal: i32) -> usize {
    2 * variable(literal) + usize::from(literal < 0)
}

fn narrow(number: usize) -> u32 {
    u32::try_from(count_of(number)).expect("formulas have at most 2^21 clauses, refutations 2^25 hints")
}
