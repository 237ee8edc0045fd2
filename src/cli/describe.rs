//! What every document of a task is about.

use super::collective;
use super::listed;
use super::report::{Report, describe_document, isotropic_words, task_words};
use crate::model::Task;
use crate::wire::TaskDocument;

/// The lines that describe a task, as its document says it.
pub(super) fn describe(document: &TaskDocument, task: &Task) -> Report {
    let words = match task {
        Task::Isotropic(task) => task_words(task),
        Task::Cayley(task) => isotropic_words(task.document(), task.rows(), task.classes().len()),
        Task::Collective(task) => collective::task_words(task),
        Task::Listed(task) => listed::task_words(task),
    };
    let mut report = Report::default();
    describe_document(&mut report, document, task.network(), &words);
    report
}
