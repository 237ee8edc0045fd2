//! Bisects the number of slots between the bound and the best known schedule.

use super::encoding::{Found, formula_size, schedule_of};
use super::freight::Freight;
use crate::bound::RefutedFormula;
use crate::job_shop::{CutShort, Effort, ListFound, ListSearch, ListTry, SearchState, SearchWork};
use crate::model::{DemandsTask, ExplicitSchedule, ParcelsTask, count_of};
use crate::wire::Lower;
use thiserror::Error;

/// Most clauses of a formula: some 300 bytes of memory each at worst.
const MAX_CLAUSES: u64 = 1 << 21;
/// Most (slots + 1) · (packets + 2 · directed links + 1): the checker refuses larger tables.
const MAX_CHECKER_TABLE_CELLS: u64 = 1 << 22;
/// Work on one formula with the usual effort, as conflicts × clauses: a larger formula gets fewer conflicts.
const CONFLICTS_TIMES_CLAUSES_PER_FORMULA: u64 = 1 << 33;
/// Least and most conflicts of a formula with the usual effort.
const MIN_CONFLICTS_PER_FORMULA: u64 = 1_000;
const MAX_CONFLICTS_PER_FORMULA: u64 = 30_000;
/// Growth factor of the budget of conflicts from round to round of an endless search.
const CONFLICT_GROWTH_FACTOR: u64 = 4;

const HOW: &str = "clauses on who has which packet when, solved";

/// A formula that is not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a schedule of {slots} slots makes {found} {what}, expected at most {most}")]
pub struct ClausesLimit {
    /// Its slots.
    pub slots: u64,
    /// The thing of which there are too many.
    pub what: &'static str,
    /// The number of them, or an upper bound on it.
    pub found: u64,
    /// The limit.
    pub most: u64,
}

/// A better schedule and a lower bound, as far as the solver found them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SatSearchResult {
    /// A schedule with fewer slots than the one that was known.
    pub better: Option<ListFound>,
    /// The greatest lower bound that a refuted formula proves, which may lie below the slots of the best
    /// schedule; none if nothing was refuted, or its proof is too long.
    pub bound: Option<Lower>,
}

/// Searches for a schedule with fewer slots than `known`, of packets that are personal or copied, and for a
/// proof that fewer slots are too few.
///
/// The numbers of slots between the bound and the known schedule are bisected. A number that the budget does
/// not settle counts as too few. An endless search then asks for one slot less than the best with growing
/// budgets, until that is settled or the caller stops.
///
/// # Errors
/// [`ClausesLimit`] if even the formula of the fewest slots is too large.
///
/// # Complexity
/// O(log G) formulas for G slots between the bound and the known schedule, each within a budget of conflicts
/// that decreases as the formula grows.
pub fn search_by_sat(
    task: &DemandsTask,
    known: u64,
    search: ListSearch<'_>,
) -> Result<SatSearchResult, ClausesLimit> {
    seek(&Freight::from(task), known, search)
}

/// Searches as [`search_by_sat`] does, for packets that differ in length or start. The packets of the
/// schedule are in increasing order, equal ones together; each move stands in the slot in which it begins.
///
/// # Errors
/// [`ClausesLimit`] if even the formula of the fewest slots is too large.
///
/// # Complexity
/// That of [`search_by_sat`].
pub fn search_parcels_by_sat(
    task: &ParcelsTask,
    known: u64,
    search: ListSearch<'_>,
) -> Result<SatSearchResult, ClausesLimit> {
    seek(&Freight::from(task), known, search)
}

fn seek(freight: &Freight<'_>, known: u64, search: ListSearch<'_>) -> Result<SatSearchResult, ClausesLimit> {
    let lower = search.lower.max(1);
    if lower >= known {
        return Ok(SatSearchResult { better: None, bound: None });
    }
    require_small_formula(freight, lower)?;
    let fits = |slots: &u64| require_small_formula(freight, *slots).is_ok();
    let most = greatest_fitting(lower, known - 1, &fits);
    let mut state = State {
        freight,
        search,
        known,
        lower,
        most,
        best: None,
        tries: Vec::new(),
        conflicts: 0,
        refuted: None,
        is_stopped: false,
    };
    state.bisect();
    state.retry_with_larger_budgets();
    let bound = state.derive_bound();
    Ok(SatSearchResult { better: state.found(), bound })
}

/// Returns the greatest number in `first..=last` that fits. `first` fits, and no number fits above one that
/// does not.
fn greatest_fitting(mut first: u64, mut last: u64, fits: &impl Fn(&u64) -> bool) -> u64 {
    while first < last {
        let middle = first + (last - first).div_ceil(2);
        if fits(&middle) { first = middle } else { last = middle - 1 }
    }
    first
}

/// Refuses formulas of `slots` slots that are too large by their `pairs` of a packet and a directed link
/// alone, before distances are known.
///
/// # Errors
/// [`ClausesLimit`] beyond 2²¹ pairs.
pub fn require_few_pairs(slots: u64, pairs: u64) -> Result<(), ClausesLimit> {
    let most = MAX_CLAUSES;
    if pairs > most {
        Err(ClausesLimit { slots, what: "pairs of a packet and a link", found: pairs, most })
    } else {
        Ok(())
    }
}

/// Whether the formula that a task has a schedule of `slots` slots is small enough to be written.
#[must_use]
pub fn fits_limits(task: &DemandsTask, slots: u64) -> bool {
    require_small_formula(&Freight::from(task), slots).is_ok()
}

fn require_small_formula(freight: &Freight<'_>, slots: u64) -> Result<(), ClausesLimit> {
    let arcs = u64::from(freight.frame.graph().arcs());
    require_few_pairs(slots, freight.packets().saturating_mul(arcs))?;
    // The checker counts the links of an incomplete hypercube as those of a whole one: at most twice as many.
    let rows = freight.packets().saturating_add(arcs.saturating_mul(2)).saturating_add(1);
    let (found, most) = (slots.saturating_add(1).saturating_mul(rows), MAX_CHECKER_TABLE_CELLS);
    if found > most {
        return Err(ClausesLimit { slots, what: "packets and links in all slots", found, most });
    }
    let (found, most) = (formula_size(freight, slots).clauses, MAX_CLAUSES);
    if found > most { Err(ClausesLimit { slots, what: "clauses", found, most }) } else { Ok(()) }
}

struct State<'a> {
    freight: &'a Freight<'a>,
    search: ListSearch<'a>,
    /// The slots of a schedule that others have.
    known: u64,
    /// No schedule has fewer slots, as far as bounds and refuted formulas say.
    lower: u64,
    /// The most slots that are still asked for.
    most: u64,
    best: Option<ExplicitSchedule>,
    tries: Vec<ListTry>,
    /// Conflicts that were allowed so far.
    conflicts: u64,
    /// The refutation of `lower` − 1 slots.
    refuted: Option<RefutedFormula>,
    is_stopped: bool,
}

impl State<'_> {
    /// Asks whether there is a schedule of `slots` slots.
    fn ask(&mut self, slots: u64, conflicts: u64) -> bool {
        let stop = || (self.search.stop)() || (self.search.cancel)();
        let work = SearchWork::Slots { tries: Some(slots), steps: self.conflicts };
        // A refutation by the solver is a bound only once its steps are known.
        self.search.watch.see(SearchState { best: Some(self.attained()), lower: self.search.lower, work });
        self.conflicts += conflicts;
        match schedule_of(self.freight, slots, conflicts, &stop) {
            Found::Schedule(schedule) => {
                self.tries.push(ListTry::new(HOW, false, &schedule.slots));
                self.most = count_of(schedule.slots.len()).saturating_sub(1);
                self.best = Some(schedule);
                return true;
            }
            Found::Refuted(refuted) if slots >= self.lower => {
                (self.lower, self.refuted) = (slots + 1, refuted);
            }
            Found::Refuted(_) | Found::Spent => {}
            Found::Stopped => self.is_stopped = true,
        }
        false
    }

    /// The slots of the best schedule.
    fn attained(&self) -> u64 {
        self.best.as_ref().map_or(self.known, |best| count_of(best.slots.len()))
    }

    fn bisect(&mut self) {
        let mut first = self.lower;
        while first <= self.most && !self.is_stopped {
            let middle = first + (self.most - first) / 2;
            if !self.ask(middle, self.budget(middle)) {
                first = middle + 1;
            }
        }
    }

    /// Asks for one slot less with larger and larger budgets, if the search is endless.
    fn retry_with_larger_budgets(&mut self) {
        let mut growth = CONFLICT_GROWTH_FACTOR;
        while self.search.effort.is_endless() && self.lower <= self.most && !self.is_stopped {
            let conflicts = self.budget(self.most).saturating_mul(growth);
            self.ask(self.most, conflicts);
            growth = growth.saturating_mul(CONFLICT_GROWTH_FACTOR);
        }
    }

    /// The conflicts that a formula of `slots` slots may cost the first time.
    fn budget(&self, slots: u64) -> u64 {
        let clauses = formula_size(self.freight, slots).clauses.max(1);
        let usual = (CONFLICTS_TIMES_CLAUSES_PER_FORMULA / clauses)
            .clamp(MIN_CONFLICTS_PER_FORMULA, MAX_CONFLICTS_PER_FORMULA);
        self.search.effort.min(Effort::Thorough).steps(usual)
    }

    /// Derives the bound from the refutation, step by step.
    fn derive_bound(&mut self) -> Option<Lower> {
        let stop = || (self.search.cancel)();
        self.refuted.take()?.bound(self.lower - 1, &stop)
    }

    fn found(self) -> Option<ListFound> {
        let is_done = self.lower > self.most;
        let cut_short = match (is_done, self.is_stopped) {
            (true, _) => None,
            (false, true) => Some(CutShort::Stopped),
            (false, false) => Some(CutShort::Steps),
        };
        Some(ListFound { schedule: self.best?, tries: self.tries, cut_short })
    }
}
