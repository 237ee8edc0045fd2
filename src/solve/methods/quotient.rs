//! The method quotient: rows contracted to groups, a small perfect matrix decomposed, rows streamed.

use super::task_matrix::of_matrix::{build_matrix, of_matrix};
use crate::decompose::{Decomposition, decompose, quotient};
use crate::model::{
    CayleyTask, ImpliedRows, IntervalRows, IsotropicTask, Problem, Rows, Schedule, View, WordSchedule,
};
use crate::route::{Directions, SearchBudget, abelian_routes};
use crate::solve::method::{About, Candidate, Context, Method, SolveOptions, Suited, WORDS, When};
use crate::solve::notes::Explanation;
use crate::solve::options::{Form, MAX_AUTOMATIC_MOVES, MAX_MOVES, Phase};
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Most hops of a node's packets for which rows are stored and decomposed rather than counted by closed
/// forms.
const MAX_HOPS_FOR_STORED_ROWS: u64 = 100_000;

/// Most changes of routes in a search on an Abelian network.
const MAX_EVALUATIONS: u64 = 20_000_000;

/// [`quotient`] on the rows of a task matrix; on an Abelian network, where the order of links is free, on the
/// routes of [`abelian_routes`].
#[derive(Debug)]
pub(crate) struct Quotient;

const ABOUT: About = About {
    word: "quotient",
    sentence: "Contract the rows, decompose the small matrix, stream the rows",
    source: "P1 Theorem 4; König, Über Graphen und ihre Anwendung, 1916",
    tasks: WORDS,
};

impl Method for Quotient {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_rows<'a>(
        &'static self,
        problem: &'a Problem,
        task: &'a IsotropicTask,
    ) -> Result<Suited<'a>, Unsuited> {
        let in_time = problem.objective() == Objective::CompletionTime;
        let when = match in_time {
            true => When::FIRST,
            false if task.total_distance() <= MAX_MOVES.into() => When::LastResort,
            false => When::OnRequest,
        };
        Ok(Suited::new(self, View::Rows, when, move |context| Ok(by_rows(task, context))))
    }

    fn on_words<'a>(&'static self, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        let task = problem.words()?;
        if !task.graph().is_abelian() {
            return Err(Unsuited::NotAbelian);
        }
        // Routes by counts are the surer way to the least completion time.
        let tried = task.ports() > 1 && problem.objective() != Objective::AverageDelay;
        let when = if tried { When::Tried { turn: 1 } } else { When::OnRequest };
        Ok(Suited::new(self, View::Words, when, move |context| Ok(Some(by_words(task, context)))))
    }

    fn makes_intervals(&self) -> bool {
        true
    }
}

const OF_ROWS: &str = "rows contracted to groups, a small perfect matrix peeled, rows streamed";
const OF_ROUTES: &str = "routes as counts of links, whose order is free on an Abelian network; rows contracted to groups, a small perfect matrix peeled";

/// The rows of a task matrix, or of one that is never stored; none if it was cancelled.
pub(in crate::solve) fn by_rows(task: &IsotropicTask, context: &Context<'_>) -> Option<Candidate> {
    let (route, options) = (context.route?, context.options);
    let implied = implied_rows(task, options).filter(|_| route.directions == Directions::Default);
    let (rows, form) = if let Some(rows) = implied {
        (options.progress)(Phase::Decomposing);
        let form = quotient(&rows, task.ports());
        (IntervalRows::Implied(rows), form)
    } else {
        let matrix = build_matrix(task, context)?;
        let form = quotient(&matrix, task.ports());
        (IntervalRows::Stored(matrix), form)
    };
    let decomposition = match &rows {
        IntervalRows::Stored(matrix) => Decomposition::choose(matrix),
        IntervalRows::Implied(rows) => Decomposition::choose(rows),
    };
    let schedule = Schedule::of_intervals(rows, form, Vec::new());
    let mut candidate = of_matrix(&Quotient, schedule, OF_ROWS, route.directions.clone());
    candidate.tried.push(Explanation::Decomposition(decomposition));
    Some(candidate)
}

/// The rows of an exchange by distance whose schedule stays in intervals: nothing then asks for a stored
/// matrix.
pub(in crate::solve) fn implied_rows(
    task: &IsotropicTask,
    options: &SolveOptions<'_>,
) -> Option<ImpliedRows> {
    let by_quotient = options.method.is_none_or(Method::makes_intervals);
    let in_intervals = match options.form {
        Form::Automatic => task.total_distance() > MAX_AUTOMATIC_MOVES.into(),
        Form::Slots | Form::Windows => false,
        Form::Intervals => task.total_distance() > MAX_HOPS_FOR_STORED_ROWS.into(),
    };
    let by_distance = task.packets().exchange().is_some();
    let in_time = task.document().objective == Objective::CompletionTime;
    (by_quotient && in_intervals && by_distance && in_time)
        .then(|| ImpliedRows::new(task))
        .flatten()
        .filter(|rows| rows.greatest_row_sum() < rows.critical_sum())
}

/// Chooses routes, decomposes their task matrix, and gives every packet its links in the order of their
/// slots.
fn by_words(task: &CayleyTask, context: &Context<'_>) -> Candidate {
    let budget = SearchBudget { evaluations: MAX_EVALUATIONS, stop: context.options.stop };
    let routes = abelian_routes(task, context.bounds.greatest(), &budget);
    let matrix = routes.matrix(task.graph().links()).expect("routes of the task itself");
    let packets = task.classes().iter().flat_map(|class| (0..class.count).map(|_| class.offset)).collect();
    Candidate::new(
        &Quotient,
        WordSchedule::from_coloring(packets, &matrix, &decompose(&matrix, task.ports())),
        OF_ROUTES,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::parse;

    #[test]
    fn the_rows_of_an_exchange_in_intervals_are_not_stored() {
        let options = SolveOptions { form: Form::Intervals, ..SolveOptions::default() };
        for (dimension, ports, implied) in
            [(14, r#""all""#, true), (14, r#""one""#, true), (3, r#""all""#, false)]
        {
            let text = format!(
                r#"{{"format":"isotask.task/1","network":{{"kind":"hypercube","dimension":{dimension}}},
                "task":{{"kind":"total-exchange"}},"ports":{ports},"objective":"completion-time"}}"#
            );
            let task = IsotropicTask::new(&parse(text.as_bytes()).expect("a task")).expect("a task");
            assert_eq!(implied_rows(&task, &options).is_some(), implied, "{dimension} {ports}");
        }
    }
}
