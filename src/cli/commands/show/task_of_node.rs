//! Runs `isotask show TASK --node`: the task matrix of one node, where nodes send different packets.

use crate::cli::arguments::draw::ShowArguments;
use crate::cli::commands::show::node::node_named;
use crate::cli::commands::show::task_matrix::task_matrix_of;
use crate::cli::report::lines::describe;
use crate::cli::report::shown::{self, matrix_rows};
use crate::cli::report::solution::set_instance;
use crate::cli::terminal::document::{format_of, parsed};
use crate::cli::terminal::failure::Failure;
use crate::model::{IsotropicTask, Node, Problem};
use crate::wire::{Document, ResultDocument, ShowReport, TaskDocument};

/// A task, and one of its nodes.
pub(super) struct TaskOfNode {
    document: TaskDocument,
    problem: Problem,
    node: Node,
    /// The isotropic task in which every node sends what this one does; none if it sends nothing.
    sent: Option<IsotropicTask>,
}

impl TaskOfNode {
    /// Reads the task whose node the arguments name; none if they name none, or the input is no task.
    pub(super) fn read(file: &str, bytes: &[u8], arguments: &ShowArguments) -> Result<Option<Self>, Failure> {
        let Some(word) = arguments.node.as_deref() else { return Ok(None) };
        if format_of(file, bytes)? != TaskDocument::FORMAT {
            return Ok(None);
        }
        if arguments.slots.is_some() {
            return Err(Failure::usage("--slots goes with a schedule or certificate, not a task".to_owned()));
        }
        let document: TaskDocument = parsed(file, bytes)?;
        let problem = arguments.input().problem_of(bytes, &document)?;
        let node = node_named(problem.network(), word)?;
        if !problem.network().is_symmetric() {
            let message = "the nodes of the network differ, so packets have no routing tags, expected a hypercube, torus or ring";
            return Err(Failure::fault(file, "not-symmetric", message));
        }
        let sent = match (problem.rows(), problem.demands()) {
            (Some(task), _) => Some(task.clone()),
            (None, Some(task)) if task.is_personal() => {
                let of_node = task.of_node(node).map_err(|fault| Failure::model(file, &fault))?;
                let model = |fault| Failure::model(file, &fault);
                of_node.map(|of_node| IsotropicTask::new(&of_node)).transpose().map_err(model)?
            }
            _ => {
                let message = "a task without task matrices, expected demands on a hypercube, torus or ring, or an isotropic task there";
                return Err(Failure::fault(file, "no-task-matrix", message));
            }
        };
        Ok(Some(Self { document, problem, node, sent }))
    }

    /// Returns the task matrix for people.
    pub(super) fn text(&self) -> String {
        let mut report = describe(&self.document, &self.problem);
        report.line("node", self.problem.network().node_words(self.node));
        report.render()
            + &self.sent.as_ref().map_or_else(
                || "\nThe node sends no packet: its task matrix has no rows.\n".to_owned(),
                |task| task_matrix_of(task, "packet of the node, by its routing tag,", "tag"),
            )
    }

    /// Adds the task matrix for programs.
    pub(super) fn report(&self, result: &mut ResultDocument, found: &mut ShowReport) {
        set_instance(result, &self.problem);
        shown::describe_names(found, &self.problem);
        match self.sent.as_ref().map(matrix_rows) {
            Some(Some(rows)) => found.rows = rows,
            Some(None) => result.notes.push(shown::too_many_rows()),
            None => {}
        }
    }
}
