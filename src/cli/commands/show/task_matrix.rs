//! Draws the task matrix of a task.

use crate::cli::report::draw;
use crate::model::IsotropicTask;
use crate::route::{SearchBudget, least_completion, task_matrix};
use std::fmt::Write as _;

/// The advice for tasks that are too large for a drawing.
pub(super) const JSON_REMEDY: &str = "isotask show --json lists them";

/// Draws the task matrix, if it is small enough: `what` uses the links, and `rows` heads the rows.
pub(super) fn task_matrix_of(task: &IsotropicTask, what: &str, rows: &str) -> String {
    let mut text = String::new();
    if draw::is_drawable(task.rows(), task.network().links()) {
        let route = least_completion(task, &SearchBudget { evaluations: 1_000_000, stop: &|| false });
        let matrix = task_matrix(task, &route.directions).expect("directions of the task itself");
        let _ = writeln!(text, "\nTask matrix: how often each {what} uses each link");
        text.push_str(&draw::matrix(task, &matrix, rows));
    } else if task.rows() > 0 {
        text.push_str(&draw::not_drawn("the rows of the task matrix are", &draw::too_large(), JSON_REMEDY));
    }
    text
}
