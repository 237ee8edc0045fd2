//! The subject of a picture, with its title and lines.

use super::error::DrawError;
use super::story::{Choice, Story};
use crate::model::{Network, Problem, Profile, Schedule};
use crate::tree::CubeTree;
use crate::wire::{
    Claim, HistoryReport, Horizon, MatrixCertificateDocument, MatrixClaim, MatrixDocument, MatrixTerm, Per,
    PointReport, Quantity, Scope, Status,
};
use std::borrow::Cow;
use std::ops::Range;

/// The most letters of a title.
const MAX_TITLE_CHARS: usize = 90;
/// The most cells of a matrix whose document lists entries.
const MAX_DRAWN_CELLS: u64 = 1 << 24;

/// The subject of a picture, with the lines that stand above it.
#[derive(Debug)]
pub struct Subject {
    /// The title: the name that a user gave, unchanged, or a description.
    pub title: String,
    /// The facts about the subject, line by line.
    pub lines: Vec<String>,
    /// The network.
    pub(super) network: Option<Network>,
    /// The task.
    pub(super) problem: Option<Problem>,
    /// The schedule.
    pub(super) schedule: Option<Schedule>,
    /// The moves of the schedule.
    pub(super) story: Option<Story>,
    /// The summary of a schedule that has too many moves for a story.
    pub(super) summary: Option<Summary>,
    /// Whether the story leaves nothing out.
    pub(super) is_whole: bool,
    /// The proved lower bounds on the slots.
    pub(super) bounds: Vec<u64>,
    /// The points of a Pareto front.
    pub(super) front: Vec<PointReport>,
    /// The steps by which a search came to its incumbent and its bound.
    pub(super) history: Vec<HistoryReport>,
    /// A spanning tree.
    pub(super) tree: Option<CubeTree>,
    /// A matrix with the terms whose sum it is.
    pub(super) sum: Option<MatrixSum>,
    /// The certificate or schedule document, which a page carries.
    pub(super) document: Option<String>,
}

/// A matrix with the partial permutation matrices whose sum it is; a bare matrix has no terms.
#[derive(Debug)]
pub(super) struct MatrixSum {
    pub(super) rows: Vec<Vec<u64>>,
    pub(super) row_names: Vec<String>,
    pub(super) column_names: Vec<String>,
    pub(super) terms: Vec<MatrixTerm>,
}

/// The summary of a schedule in pools: its link use and its deliveries over time.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) slots: u64,
    pub(super) profile: Profile,
    /// The reason why there is no story.
    pub(super) unseen: DrawError,
}

/// The most parts into which a summary divides the time.
pub(super) const MAX_SUMMARY_PARTS: u64 = 240;

impl Subject {
    fn new(title: String, lines: Vec<String>) -> Self {
        let title = match title.char_indices().nth(MAX_TITLE_CHARS) {
            Some((end, _)) => format!("{}…", &title[..end]),
            None => title,
        };
        let (network, problem, schedule, story, summary) = (None, None, None, None, None);
        let (tree, sum) = (None, None);
        let (bounds, front, history) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            title,
            lines,
            network,
            problem,
            schedule,
            story,
            summary,
            is_whole: true,
            bounds,
            front,
            history,
            tree,
            sum,
            document: None,
        }
    }

    /// Adds the document of the subject, which a page carries for the proved checker.
    #[must_use]
    pub fn carrying(mut self, document: &[u8]) -> Self {
        self.document = std::str::from_utf8(document).ok().map(str::to_owned);
        self
    }

    /// Returns the subject of a network.
    #[must_use]
    pub fn of_network(network: Network) -> Self {
        let mut subject = Self::new(network.to_string(), Vec::new());
        subject.network = Some(network);
        subject
    }

    /// Returns the subject of a task.
    #[must_use]
    pub fn of_problem(problem: Problem) -> Self {
        let (what, place) = (problem.to_string(), problem.network_and_ports());
        let mut subject = match problem.name() {
            Some(name) => Self::new(name.to_owned(), vec![format!("{what}; {place}")]),
            None => Self::new(capital(&what), vec![place]),
        };
        subject.network = Some(problem.network().clone());
        subject.problem = Some(problem);
        subject
    }

    /// Returns the subject of the chosen part of a schedule of `slots` slots that the checker has accepted.
    /// `claims` are those of its certificate, all accepted too; a bare schedule has none.
    ///
    /// # Errors
    /// Those of [`Story::new`].
    ///
    /// # Complexity
    /// That of [`Story::new`], and of [`Schedule::profile`] for a schedule in intervals that has too many
    /// moves for it.
    pub fn of_schedule(
        problem: Problem,
        schedule: &Schedule,
        slots: u64,
        claims: &[Claim],
        choice: &Choice,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, DrawError> {
        let profile = || schedule.profile(MAX_SUMMARY_PARTS).filter(|_| choice.is_all());
        let (story, summary) = match Story::new(&problem, schedule, slots, choice, stop) {
            Ok(story) => (Some(story), None),
            Err(unseen @ DrawError::TooMuchWork { .. }) => match profile() {
                Some(profile) => (None, Some(Summary { slots, profile, unseen })),
                None => return Err(unseen),
            },
            Err(fault) => return Err(fault),
        };
        let mut subject = Self::of_problem(problem);
        if let Some(range) = &choice.slots {
            subject.title = format!("{}; {} of {slots}", subject.title, range_words(range));
        }
        subject.is_whole = choice.is_all();
        subject.lines.extend(claims.iter().map(claim_words));
        if claims.is_empty() {
            subject.lines.push(format!("{}, replayed by the checker; no bound", slots_words(slots)));
        }
        let time = claims.iter().filter(|claim| claim.quantity == Quantity::CompletionTime);
        subject.bounds = time.map(|claim| claim.lower.slots()).collect();
        subject.bounds.sort_unstable();
        subject.bounds.dedup();
        (subject.story, subject.summary) = (story, summary);
        subject.schedule = Some(schedule.clone());
        Ok(subject)
    }

    /// Returns the subject of a Pareto front, with its points as a result reports them.
    #[must_use]
    pub fn of_front(points: Vec<PointReport>) -> Self {
        let lines = vec!["As the result says; its certificates are not checked here".to_owned()];
        let mut subject = Self::new("Completion time against total delay".to_owned(), lines);
        subject.front = points;
        subject
    }

    /// Returns the subject of a search history, as a result reports it: with the task in words, and the final
    /// slots and bound where the result has them.
    #[must_use]
    pub fn of_history(history: Vec<HistoryReport>, task: Option<&str>, end: Option<(u64, u64)>) -> Self {
        let title = task.map_or_else(|| "A search for few slots".to_owned(), capital);
        let mut lines = vec!["As the result says; its certificate is not checked here".to_owned()];
        lines.extend(end.map(|(slots, bound)| format!("In the end {}, bound {bound}", slots_words(slots))));
        let mut subject = Self::new(title, lines);
        subject.history = history;
        subject
    }

    /// Returns the subject of a spanning tree of the hypercube.
    #[must_use]
    pub fn of_tree(tree: CubeTree) -> Self {
        let title = format!(
            "Spanning tree {} of the hypercube of dimension {}",
            tree.kind().word(),
            tree.dimension()
        );
        let line =
            format!("{} nodes, height {}, at most {} children", tree.nodes(), tree.height(), tree.fanout());
        let mut subject = Self::new(title, vec![line]);
        subject.tree = Some(tree);
        subject
    }

    /// Returns the subject of a matrix that the checker has accepted.
    ///
    /// # Errors
    /// [`DrawError`] beyond 2²⁴ cells.
    pub fn of_matrix(matrix: MatrixDocument) -> Result<Self, DrawError> {
        Self::of_terms("A matrix", matrix, Vec::new(), &[])
    }

    /// Returns the subject of a matrix certificate that the checker has accepted.
    ///
    /// # Errors
    /// [`DrawError`] beyond 2²⁴ cells.
    pub fn of_matrix_certificate(certificate: MatrixCertificateDocument) -> Result<Self, DrawError> {
        let title = match certificate.switching {
            None => "A matrix as a sum of permutation matrices",
            Some(_) => "A matrix covered by permutation matrices",
        };
        let MatrixCertificateDocument { matrix, terms, claims, .. } = certificate;
        Self::of_terms(title, matrix, terms, &claims)
    }

    fn of_terms(
        title: &str,
        matrix: MatrixDocument,
        terms: Vec<MatrixTerm>,
        claims: &[MatrixClaim],
    ) -> Result<Self, DrawError> {
        let shape = matrix.shape();
        let Some(rows) = matrix.dense().map(Cow::into_owned) else {
            let (found, most) = (shape.0.saturating_mul(shape.1), MAX_DRAWN_CELLS);
            return Err(DrawError::TooLarge { picture: "matrix", what: "cells", found, most, remedy: "" });
        };
        let MatrixDocument { row_names, column_names, .. } = matrix;
        let columns = rows.first().map_or(0, Vec::len);
        let total: u64 = rows.iter().flatten().sum();
        let mut lines = vec![format!("{} × {columns}, total σ = {total}", rows.len())];
        lines.extend(claims.iter().map(|claim| {
            let (what, value, lower) = (claim.quantity.words(), claim.value, claim.lower.value());
            match claim.status {
                Status::Optimal => format!("{what} {value}, optimal: the bound is {lower}"),
                Status::UpperBound => format!("{what} {value}; the bound is {lower}"),
            }
        }));
        let mut subject = Self::new(title.to_owned(), lines);
        let indices = |lines: usize| (0..lines).map(|line| line.to_string()).collect();
        subject.sum = Some(MatrixSum {
            row_names: row_names.unwrap_or_else(|| indices(rows.len())),
            column_names: column_names.unwrap_or_else(|| indices(columns)),
            rows,
            terms,
        });
        Ok(subject)
    }

    /// Returns the moves and the network; fails if the subject is no schedule.
    pub(super) fn require_story(&self, picture: &'static str) -> Result<(&Story, &Network), DrawError> {
        if let Some(summary) = &self.summary {
            return Err(summary.unseen.clone());
        }
        match (&self.story, &self.network) {
            (Some(story), Some(network)) => Ok((story, network)),
            _ => Err(DrawError::Nothing { picture, expected: "a schedule or certificate" }),
        }
    }
}

/// Describes a range of slots in words.
fn range_words(range: &Range<u64>) -> String {
    match range.end - range.start {
        1 => format!("slot {}", range.start),
        _ => format!("slots {} to {}", range.start, range.end - 1),
    }
}

fn slots_words(slots: impl Into<u128>) -> String {
    let slots = slots.into();
    format!("{slots} slot{}", if slots == 1 { "" } else { "s" })
}

/// Describes a claim that the checker has accepted; it is optimal only if the claim says so.
fn claim_words(claim: &Claim) -> String {
    let per = match claim.per {
        None => "",
        Some(Per::Node) => " of each node",
        Some(Per::Network) => " in the network",
    };
    let value = match claim.quantity {
        Quantity::CompletionTime => slots_words(claim.value),
        quantity => format!("{} {}{per}", quantity.words(), claim.value),
    };
    let whom = match claim.scope {
        Scope::All => "all schedules",
        Scope::Isotropic => "symmetric schedules",
        Scope::IsotropicShortest => "symmetric schedules along shortest paths",
    };
    let horizon = match claim.horizon {
        None | Some(Horizon::Any) => String::new(),
        Some(Horizon::Critical) => " within the least symmetric completion time".to_owned(),
        Some(Horizon::Slots(slots)) => format!(" of at most {}", slots_words(slots)),
    };
    match claim.status {
        Status::Optimal => {
            format!(
                "{value}: optimal, the bound for {whom}{horizon} is {} (scope {})",
                claim.lower.value(),
                claim.scope.as_str()
            )
        }
        Status::UpperBound => {
            format!(
                "{value}; the bound for {whom}{horizon} is {} (scope {})",
                claim.lower.value(),
                claim.scope.as_str()
            )
        }
    }
}

/// Capitalises the first letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
