//! A certificate that the checker has accepted, with the texts, tables and pictures that Python asks of it.

use crate::moves::{Moves, moves};
use crate::work::{Stop, interruptible};
use isotask::check::Verdict;
use isotask::delay::{rules, rules_report};
use isotask::draw::{Choice, Look, Subject, draw, picture, writing};
use isotask::export::{Format, NetworkGraph, Plan, Transmissions, Writer, format, rounds};
use isotask::model::{Problem, Schedule};
use isotask::wire::{CertificateDocument, Claim, Quantity, Scope, to_bytes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::sync::Arc;

/// A certificate with its schedule, accepted by the checker.
#[pyclass(frozen, module = "isotask._native")]
#[derive(Debug)]
pub(crate) struct Accepted(Arc<Held>);

#[derive(Debug)]
struct Held {
    problem: Problem,
    schedule: Schedule,
    document: CertificateDocument,
    verdict: Verdict,
}

impl Accepted {
    /// Keeps a certificate of the problem that the checker has accepted.
    pub(crate) fn new(problem: Problem, document: CertificateDocument, verdict: Verdict) -> Self {
        let schedule = Schedule::accepted(&problem, &document.schedule);
        Self(Arc::new(Held { problem, schedule, document, verdict }))
    }

    /// Runs work on the certificate, on a thread of its own.
    fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Held, &Stop) -> PyResult<T> + Send + 'static,
    ) -> PyResult<T> {
        let held = Arc::clone(&self.0);
        interruptible(py, move |stop| work(&held, stop))?
    }
}

#[pymethods]
impl Accepted {
    /// Returns the document as it is written to files.
    fn text(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        self.work(py, |held, _| Ok(to_bytes(&held.document)))
    }

    /// Returns a summary of the task in one line.
    #[getter]
    fn summary(&self) -> String {
        self.0.document.task.summary()
    }

    /// Returns the number of slots until every packet has arrived.
    #[getter]
    fn completion_time(&self) -> u64 {
        self.0.verdict.replayed.completion_time
    }

    /// Returns the average delay as a text, a fraction or a number; none if the delay is not counted.
    #[getter]
    fn average_delay(&self) -> Option<String> {
        self.0.verdict.replayed.average_delay()
    }

    /// Returns value, bound and scope of the strongest claim on a quantity.
    fn foremost(&self, quantity: &str) -> Option<(u128, u128, &'static str)> {
        let quantity = match quantity {
            "completion-time" => Quantity::CompletionTime,
            "transmissions" => Quantity::Transmissions,
            "total-delay" => Quantity::TotalDelay,
            _ => return None,
        };
        let claim = Claim::foremost(&self.0.document.claims, quantity)?;
        Some((claim.value, claim.lower.value(), claim.scope.as_str()))
    }

    /// Returns whether every part of the objective is proved least within a scope, and the second of two
    /// parts among all schedules.
    #[getter]
    fn optimal(&self) -> bool {
        self.0.document.is_optimal()
    }

    /// Returns whether every part of the objective is proved least, and the second of two parts among
    /// symmetric schedules.
    #[getter]
    fn optimal_among_symmetric(&self) -> bool {
        self.0.document.is_optimal_among(Scope::Isotropic)
    }

    /// Returns the claims as a JSON text.
    #[getter]
    fn claims(&self) -> String {
        json!(self.0.document.claims).to_string()
    }

    /// Returns all transmissions and the packets that they carry, as numbers of eight bytes each.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let Moves { sends, packets } = self.work(py, |held, stop| {
            let slots = held.all_listed()?;
            moves(&held.problem, &held.schedule, slots.end, &|| stop.is_asked()).ok_or_else(stopped)
        })?;
        Ok((PyBytes::new(py, &sends), PyBytes::new(py, &packets)))
    }

    /// Checks the schedule against the rules of P1 and returns the report as a JSON text.
    fn rules(&self, py: Python<'_>) -> PyResult<String> {
        self.work(py, |held, _| {
            let slots = 0..held.verdict.replayed.completion_time;
            held.schedule.require_near(&slots).map_err(|fault| refused(fault.words("fewer slots")))?;
            let found = rules(&held.problem, &held.schedule).map_err(refused)?;
            Ok(json!(rules_report(held.problem.network(), &found)).to_string())
        })
    }

    /// Writes the schedule in the export format that a word names.
    fn export(&self, py: Python<'_>, word: &str) -> PyResult<Vec<u8>> {
        let format = format(word).ok_or_else(|| {
            let words: Vec<&str> = isotask::export::FORMATS.iter().map(|format| format.word).collect();
            PyValueError::new_err(format!("format \"{word}\", expected one of {}", words.join(", ")))
        })?;
        self.work(py, move |held, stop| held.export(format, &|| stop.is_asked()))
    }

    /// Draws a picture of the schedule, the usual one if none is named.
    fn draw(&self, py: Python<'_>, picture: Option<&str>, to: &str) -> PyResult<Vec<u8>> {
        let none = |what, word| PyValueError::new_err(format!("no {what} \"{word}\""));
        let picture = match picture {
            Some(word) => Some(self::picture(word).ok_or_else(|| none("picture", word))?),
            None => None,
        };
        let writing = writing(to).ok_or_else(|| none("way to write a picture", to))?;
        self.work(py, move |held, stop| {
            let (problem, slots) = (held.problem.clone(), held.verdict.replayed.completion_time);
            let (claims, choice) = (&held.document.claims, Choice::default());
            let subject =
                Subject::of_schedule(problem, &held.schedule, slots, claims, &choice, &|| stop.is_asked());
            let subject = subject.map(|subject| subject.carrying(&to_bytes(&held.document)));
            let drawn = subject.and_then(|subject| draw(&subject, picture, writing, Look::default()));
            drawn.map(|drawn| drawn.bytes).map_err(refused)
        })
    }
}

impl Held {
    /// Returns all slots if their transmissions can be listed.
    fn all_listed(&self) -> PyResult<Range<u64>> {
        let slots = 0..self.verdict.replayed.completion_time;
        Transmissions::count(self.problem.network(), &self.schedule, None, &slots).map_err(refused)?;
        Ok(slots)
    }

    fn export(&self, format: &'static Format, stop: &dyn Fn() -> bool) -> PyResult<Vec<u8>> {
        let Self { problem, schedule, document, .. } = self;
        let mut out = Vec::new();
        let slots = self.verdict.replayed.completion_time;
        let plan = || Plan::new(problem, schedule, slots, stop).map_err(refused);
        match format.writer {
            Writer::Transmissions(write) => {
                let slots = self.all_listed()?;
                let wanted = Transmissions { problem, schedule, node: None, slots, stop };
                write(&wanted, &mut out).map_err(unwritten)?;
            }
            Writer::Graph(write) => write(&NetworkGraph::of_plan(&plan()?), &mut out).map_err(unwritten)?,
            Writer::Plan(write) => {
                write(&plan()?, &mut out).map_err(refused)?;
            }
            Writer::Rounds(write) => out = write(&rounds(&plan()?, None).map_err(refused)?),
            Writer::Source(write) => out = write(problem, schedule).map_err(refused)?,
            Writer::Theorem(write) => out = write(document).map_err(refused)?,
            _ => {
                let word = format.word;
                return Err(refused(format!(
                    "{word} is of a model of the delay and not of a schedule; isotask export FILE --to {word} writes it"
                )));
            }
        }
        Ok(out)
    }
}

/// Returns the `ValueError` for a request that is too large or does not suit the schedule.
fn refused(fault: impl Display) -> PyErr {
    PyValueError::new_err(fault.to_string())
}

/// Returns the error of work that was stopped. No user sees it: Python raises the reason of the stop.
fn stopped() -> PyErr {
    io::Error::from(ErrorKind::Interrupted).into()
}

fn unwritten(fault: io::Error) -> PyErr {
    fault.into()
}
