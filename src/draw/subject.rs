//! What a picture is drawn of.

use super::error::DrawError;
use super::story::{Choice, Story};
use crate::model::{Network, Problem, Profile, Schedule};
use crate::tree::CubeTree;
use crate::wire::{
    Claim, HistoryReport, Horizon, MatrixCertificateDocument, MatrixClaim, MatrixDocument, MatrixTerm, Per,
    PointReport, Quantity, Scope, Status,
};
use std::ops::Range;

/// Most letters of a title.
const LONGEST_TITLE: usize = 90;

/// What a picture is drawn of, with the lines that stand above it.
#[derive(Debug)]
pub struct Subject {
    /// The title: the name that a user gave, as it is, or what it is.
    pub title: String,
    /// What is known of it, line by line.
    pub lines: Vec<String>,
    /// Where it takes place.
    pub(super) network: Option<Network>,
    /// What is to be done.
    pub(super) problem: Option<Problem>,
    /// The schedule itself.
    pub(super) schedule: Option<Schedule>,
    /// What a schedule does.
    pub(super) story: Option<Story>,
    /// What a schedule does that has too many moves for a story.
    pub(super) summary: Option<Summary>,
    /// Whether the story leaves nothing out.
    pub(super) is_whole: bool,
    /// The proved lower bounds on the slots.
    pub(super) bounds: Vec<u64>,
    /// The points of a Pareto front.
    pub(super) front: Vec<PointReport>,
    /// How a search came to its best schedule and its bound.
    pub(super) history: Vec<HistoryReport>,
    /// A spanning tree.
    pub(super) tree: Option<CubeTree>,
    /// A matrix with the terms whose sum it is.
    pub(super) sum: Option<MatrixSum>,
    /// The certificate or schedule itself, which a page carries.
    pub(super) document: Option<String>,
}

/// A matrix with the partial permutation matrices whose sum it is; of a bare matrix none.
#[derive(Debug)]
pub(super) struct MatrixSum {
    pub(super) rows: Vec<Vec<u64>>,
    pub(super) row_names: Vec<String>,
    pub(super) column_names: Vec<String>,
    pub(super) terms: Vec<MatrixTerm>,
}

/// A schedule told from its pools: how busy it is, and how much it delivers.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) slots: u64,
    pub(super) profile: Profile,
    /// Why there is no story.
    pub(super) unseen: DrawError,
}

/// Parts of time that are told apart in a summary.
pub(super) const MOST_PARTS: u64 = 240;

impl Subject {
    fn new(title: String, lines: Vec<String>) -> Self {
        let title = match title.char_indices().nth(LONGEST_TITLE) {
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

    /// The subject with the document that it was read from, which a page carries for the proved checker.
    #[must_use]
    pub fn carrying(mut self, document: &[u8]) -> Self {
        self.document = std::str::from_utf8(document).ok().map(str::to_owned);
        self
    }

    /// A network.
    #[must_use]
    pub fn of_network(network: Network) -> Self {
        let mut subject = Self::new(network.to_string(), Vec::new());
        subject.network = Some(network);
        subject
    }

    /// A task.
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

    /// A schedule of so many slots that the checker has accepted, or what is chosen of it, with the claims of
    /// its certificate, all accepted too; none of a bare schedule.
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
        let profile = || schedule.profile(MOST_PARTS).filter(|_| choice.is_all());
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

    /// The points of a Pareto front, as a result reports them.
    #[must_use]
    pub fn of_front(points: Vec<PointReport>) -> Self {
        let lines = vec!["As the result says; its certificates are not checked here".to_owned()];
        let mut subject = Self::new("Completion time against total delay".to_owned(), lines);
        subject.front = points;
        subject
    }

    /// The history of a search for few slots, as a result reports it, with the task in words and the
    /// slots and the bound at its end, where it says them.
    #[must_use]
    pub fn of_history(history: Vec<HistoryReport>, task: Option<&str>, end: Option<(u64, u64)>) -> Self {
        let title = task.map_or_else(|| "A search for few slots".to_owned(), capital);
        let mut lines = vec!["As the result says; its certificate is not checked here".to_owned()];
        lines.extend(end.map(|(slots, bound)| format!("In the end {}, bound {bound}", slots_words(slots))));
        let mut subject = Self::new(title, lines);
        subject.history = history;
        subject
    }

    /// A spanning tree of the hypercube.
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

    /// A matrix that the checker has accepted.
    #[must_use]
    pub fn of_matrix(matrix: MatrixDocument) -> Self {
        Self::of_terms("A matrix", matrix, Vec::new(), &[])
    }

    /// A certificate of a matrix that the checker has accepted.
    #[must_use]
    pub fn of_matrix_certificate(certificate: MatrixCertificateDocument) -> Self {
        let title = match certificate.switching {
            None => "A matrix as a sum of permutation matrices",
            Some(_) => "A matrix covered by permutation matrices",
        };
        let MatrixCertificateDocument { matrix, terms, claims, .. } = certificate;
        Self::of_terms(title, matrix, terms, &claims)
    }

    fn of_terms(title: &str, matrix: MatrixDocument, terms: Vec<MatrixTerm>, claims: &[MatrixClaim]) -> Self {
        let MatrixDocument { rows, row_names, column_names, .. } = matrix;
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
        subject
    }

    /// What moves; an error of the picture if it is no schedule.
    pub(super) fn told(&self, picture: &'static str) -> Result<(&Story, &Network), DrawError> {
        if let Some(summary) = &self.summary {
            return Err(summary.unseen.clone());
        }
        match (&self.story, &self.network) {
            (Some(story), Some(network)) => Ok((story, network)),
            _ => Err(DrawError::Nothing { picture, expected: "a schedule or certificate" }),
        }
    }
}

/// The slots from the first to the last.
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

/// A claim that the checker has accepted: optimal only if it says so.
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

/// With a capital at the beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
