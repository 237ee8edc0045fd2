//! A formula, and the clauses that are derived from it by unit propagation.

use crate::number::wide;

/// Clauses in one list of literals. A literal is the number of a variable, from 1, and negative where the
/// variable is negated.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    literals: Vec<i32>,
    ends: Vec<usize>,
}

impl Clauses {
    pub(super) fn push(&mut self, clause: &[i32]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    /// Returns the number of literals of all clauses.
    pub(super) fn literals(&self) -> usize {
        self.literals.len()
    }

    /// Returns the clause with a number, from 1.
    fn get(&self, number: u32) -> Option<&[i32]> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        let end = *self.ends.get(place)?;
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.literals[start..end])
    }
}

/// Clauses, and an assignment of their variables.
#[derive(Debug)]
pub(super) struct Derivation {
    clauses: Clauses,
    /// For every variable 1 if it is true, −1 if it is false, 0 if it is not assigned.
    values: Vec<i8>,
    assigned: Vec<i32>,
}

impl Derivation {
    pub(super) fn new(clauses: Clauses, variables: usize) -> Self {
        Self { clauses, values: vec![0; variables + 1], assigned: Vec::new() }
    }

    /// Returns the number of literals that a step looks at.
    pub(super) fn work(&self, clause: &[i32], hints: &[u32]) -> u64 {
        let hinted = hints.iter().map(|&hint| self.clauses.get(hint).map_or(1, <[i32]>::len));
        wide(hinted.sum::<usize>() + clause.len())
    }

    /// Returns whether unit propagation along the hints refutes the negation of a clause: each hint but the
    /// last is a unit clause, and the last is false. The clause gets the next number, for hints of later
    /// steps.
    pub(super) fn follows(&mut self, clause: &[i32], hints: &[u32]) -> bool {
        let follows = clause.iter().all(|&literal| self.assume_false(literal)) && self.propagates(hints);
        for literal in self.assigned.drain(..) {
            self.values[variable(literal)] = 0;
        }
        self.clauses.push(clause);
        follows
    }

    /// Assigns the negation of a literal; returns false for a number that is no literal, and for a variable
    /// that is assigned already.
    fn assume_false(&mut self, literal: i32) -> bool {
        match self.values.get(variable(literal)) {
            Some(0) if literal != 0 => {
                self.assign(-i64::from(literal));
                true
            }
            // A literal stands once in a clause, and not beside its negation.
            _ => false,
        }
    }

    fn assign(&mut self, literal: i64) {
        // Only the negation of `i32::MIN` does not fit, and no variable has that number.
        if let Ok(literal) = i32::try_from(literal) {
            self.values[variable(literal)] = if literal > 0 { 1 } else { -1 };
            self.assigned.push(literal);
        }
    }

    fn value(&self, literal: i32) -> i8 {
        self.values[variable(literal)] * if literal > 0 { 1 } else { -1 }
    }

    fn propagates(&mut self, hints: &[u32]) -> bool {
        let Some((&last, units)) = hints.split_last() else { return false };
        for &hint in units {
            let Some(clause) = self.clauses.get(hint) else { return false };
            let mut open = clause.iter().filter(|&&literal| self.value(literal) != -1);
            let (Some(&unit), None) = (open.next(), open.next()) else { return false };
            if self.value(unit) != 0 {
                return false;
            }
            self.assign(unit.into());
        }
        self.clauses.get(last).is_some_and(|clause| clause.iter().all(|&literal| self.value(literal) == -1))
    }
}

fn variable(literal: i32) -> usize {
    usize::try_from(literal.unsigned_abs()).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all four clauses of two variables, which no assignment satisfies.
    fn all_of_two() -> Derivation {
        let mut clauses = Clauses::default();
        for clause in [[1, 2], [1, -2], [-1, 2], [-1, -2]] {
            clauses.push(&clause);
        }
        Derivation::new(clauses, 2)
    }

    #[test]
    fn a_clause_follows_only_by_its_hints_in_order() {
        assert!(all_of_two().follows(&[1], &[1, 2]));
        for (clause, hints) in [
            (&[1][..], &[1, 3][..]), // The third is true where the first is a unit.
            (&[1], &[1]),            // No contradiction yet.
            (&[1], &[2, 2]),         // A repeated hint is no unit.
            (&[1], &[1, 2, 3]),      // A contradiction ends the hints.
            (&[1], &[]),
            (&[1], &[0, 2]),
            (&[1], &[1, 5]), // It is no hint of itself.
            (&[0], &[1, 2]),
            (&[3], &[1, 2]),
            (&[1, -1], &[1]),
            (&[1, 1], &[1, 2]),
            (&[i32::MIN], &[1]),
            (&[], &[1, 2]),
        ] {
            assert!(!all_of_two().follows(clause, hints), "{clause:?} {hints:?}");
        }
    }

    #[test]
    fn steps_are_hints_of_later_ones() {
        let mut derivation = all_of_two();
        assert!(derivation.follows(&[1], &[1, 2]));
        assert!(derivation.follows(&[], &[5, 3, 4]));
        assert_eq!(derivation.work(&[], &[5, 3, 4]), 5);
    }
}
