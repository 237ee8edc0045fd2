//! Clauses for the satisfiability solver, and how much an answer may cost.

use crate::bound::{ClauseList, RefutedFormula};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};
use std::cell::Cell;

/// Decisions of the solver between two checks whether to stop.
const DECISIONS_PER_STOP_CHECK: u32 = 16;
/// Most literals for which "at most one" is encoded by pairs.
const MAX_PAIRWISE_LITERALS: usize = 5;

/// Most literals of learned clauses that are kept for a refutation.
const MAX_LEARNED_LITERALS: usize = 1 << 24;

/// The number of a literal.
fn number(literal: Lit) -> i32 {
    let number = i32::try_from(literal.var().idx() + 1).expect("a formula has at most 2^23 variables");
    if literal.sign() { number } else { -number }
}

/// The budget of an answer, and the clauses that were learned for it.
pub(super) struct ConflictBudget<'a> {
    /// Conflicts that are left.
    conflicts: u64,
    /// The clauses that the solver has learned, in their order; none if there are too many.
    learned: Option<ClauseList>,
    stop: &'a dyn Fn() -> bool,
    until_stop_check: Cell<u32>,
    is_stopped: Cell<bool>,
}

impl ConflictBudget<'_> {
    /// Checks whether the caller wants to stop; once it does, it is not asked again.
    fn check_stop(&self) -> bool {
        let is_stopped = self.is_stopped.get() || (self.stop)();
        self.is_stopped.set(is_stopped);
        is_stopped
    }
}

impl Callbacks for ConflictBudget<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.conflicts = self.conflicts.saturating_sub(1);
        if let Some(learned) = &mut self.learned {
            learned.push(clause.iter().map(|&literal| number(literal)));
        }
        self.learned.take_if(|learned| learned.literals() > MAX_LEARNED_LITERALS);
    }

    fn stop(&self) -> bool {
        let left = self.until_stop_check.get();
        self.until_stop_check.set(left.checked_sub(1).unwrap_or(DECISIONS_PER_STOP_CHECK));
        self.conflicts == 0 || self.is_stopped.get() || left == 0 && self.check_stop()
    }
}

/// The answer of the solver for a formula.
pub(super) enum Answer<'a> {
    /// It has a solution.
    Satisfied(Solution<'a>),
    /// It has none; with the learned clauses, unless they exceed the limit.
    Refuted(Option<RefutedFormula>),
    /// The budget of conflicts was spent.
    Spent,
    /// The caller stopped the search.
    Stopped,
}

/// A formula as a set of clauses.
pub(super) struct Clauses<'a> {
    solver: Box<Solver<ConflictBudget<'a>>>,
    clause: Vec<Lit>,
    /// All of them, as they were added.
    formula: ClauseList,
}

impl<'a> Clauses<'a> {
    /// No clauses yet; an answer may cost `conflicts` conflicts.
    pub(super) fn new(conflicts: u64, stop: &'a dyn Fn() -> bool) -> Self {
        let (until_stop_check, is_stopped) = (Cell::new(0), Cell::new(false));
        let learned = Some(ClauseList::default());
        let budget = ConflictBudget { conflicts, learned, stop, until_stop_check, is_stopped };
        let solver = Box::new(Solver::new(SolverOpts::default(), budget));
        Self { solver, clause: Vec::new(), formula: ClauseList::default() }
    }

    /// Whether the caller wants to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.solver.cb().check_stop()
    }

    /// A variable that no clause has yet.
    pub(super) fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// One of some literals is true.
    pub(super) fn add(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.clause.clear();
        self.clause.extend(literals);
        self.formula.push(self.clause.iter().map(|&literal| number(literal)));
        // A formula that is refuted already takes further clauses and stays so.
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Requires that of some literals at most `most`, which is at least 1, are true: by pairs, or by a
    /// sequential counter.
    ///
    /// Source: C. Sinz, *Towards an optimal CNF encoding of Boolean cardinality constraints*, 2005.
    ///
    /// # Complexity
    /// O(n · k) variables and clauses for n literals of which at most k are true.
    pub(super) fn at_most(&mut self, most: usize, literals: &[Lit]) {
        if literals.len() <= most {
            return;
        }
        if most == 1 && literals.len() <= MAX_PAIRWISE_LITERALS {
            for (place, &first) in literals.iter().enumerate() {
                for &second in &literals[place + 1..] {
                    self.add([!first, !second]);
                }
            }
            return;
        }
        // `counted[j]`: more than j of the literals so far are true.
        let mut counted: Vec<Lit> = Vec::new();
        for &literal in literals {
            if let Some(&full) = counted.get(most - 1) {
                self.add([!literal, !full]);
            }
            let next: Vec<Lit> = (0..most.min(counted.len() + 1)).map(|_| self.variable()).collect();
            for (place, &now) in next.iter().enumerate() {
                if let Some(&before) = counted.get(place) {
                    self.add([!before, now]);
                }
                match place.checked_sub(1) {
                    None => self.add([!literal, now]),
                    Some(fewer) => self.add([!literal, !counted[fewer], now]),
                }
            }
            counted = next;
        }
    }

    /// The clauses in the order in which they were added.
    #[cfg(test)]
    pub(super) fn formula(&self) -> &ClauseList {
        &self.formula
    }

    /// Solves the formula. The answer is a solution, a refutation, or neither: the budget was spent or the
    /// caller stopped.
    pub(super) fn solve(mut self) -> Answer<'a> {
        let found = self.solver.solve_limited(&[]);
        if found == lbool::TRUE {
            Answer::Satisfied(Solution { solver: self.solver })
        } else if found == lbool::FALSE {
            let learned = self.solver.cb_mut().learned.take();
            Answer::Refuted(learned.map(|learned| RefutedFormula::new(self.formula, learned)))
        } else if self.solver.cb().is_stopped.get() {
            Answer::Stopped
        } else {
            Answer::Spent
        }
    }
}

/// The values of the variables in a solution.
pub(super) struct Solution<'a> {
    solver: Box<Solver<ConflictBudget<'a>>>,
}

impl Solution<'_> {
    /// Whether a literal is true.
    pub(super) fn is_true(&self, literal: Lit) -> bool {
        self.solver.value_lit(literal) == lbool::TRUE
    }
}
