//! Reads the matrix to decompose: from a file of numbers, a document, or a task.

use crate::check::{Rejection, check_matrix};
use crate::cli::arguments::matrices::decompose::DecomposeArguments;
use crate::cli::arguments::task::TaskOptions;
use crate::cli::report::draw::row_names;
use crate::cli::terminal::document::{AnyDocument, format_of};
use crate::cli::terminal::failure::{Exit, Failure, Fault};
use crate::cli::terminal::input::read;
use crate::cli::terminal::plain::plain_text;
use crate::grammar::{MatrixTextFault, Unit, is_dist_graph, matrix_in_units, without_mark};
use crate::model::{Link, Problem, TaskMatrix, wide};
use crate::route::{SearchBudget, least_completion, task_matrix};
use crate::wire::{CertificateDocument, Document, MatrixDocument, Ports, TaskDocument, position};

/// The formats of documents that hold a matrix, or imply one.
const KNOWN_FORMATS: [&str; 3] = [MatrixDocument::FORMAT, CertificateDocument::FORMAT, TaskDocument::FORMAT];
/// The schedules that a task matrix speaks of.
const SYMMETRIC_ONLY: &str = "if all nodes do the same";
/// The most entries of a task matrix, zeros included.
const MAX_CELLS: u64 = 1 << 24;

/// A matrix with its ports.
pub(super) struct MatrixInput {
    pub(super) name: String,
    pub(super) document: MatrixDocument,
    pub(super) matrix: TaskMatrix,
    pub(super) ports: Ports,
    /// How the input was read, in words.
    pub(super) read_as: String,
}

impl MatrixInput {
    pub(super) fn read(arguments: &DecomposeArguments) -> Result<Self, Failure> {
        let (input, asked, unit) = (arguments.input(), arguments.options.ports, arguments.options.unit);
        let (name, bytes) = (input.name(), bytes_of(arguments)?);
        let bytes = without_mark(&bytes);
        let (document, own, read_as) = if is_document(bytes) {
            require_no_unit(&name, unit)?;
            let format = format_of(&name, bytes)?;
            match AnyDocument::of_format(&name, bytes, &format, &KNOWN_FORMATS)? {
                AnyDocument::Matrix(document) => (document, None, MatrixDocument::FORMAT.to_owned()),
                AnyDocument::MatrixCertificate(document) => {
                    (document.matrix, Some(document.ports), "the matrix of a certificate".to_owned())
                }
                AnyDocument::Task(mut document) => {
                    document.ports = asked.unwrap_or(document.ports);
                    let problem = input.problem_of(bytes, &document)?;
                    (
                        of_task(&name, &problem)?,
                        Some(document.ports),
                        format!("the task matrix of {problem}, {SYMMETRIC_ONLY}"),
                    )
                }
                _ => return Err(of_schedule(&name)),
            }
        } else {
            let (document, read_as) = table(&name, bytes, unit)?;
            (document, None, read_as)
        };
        let ports = ports(asked.or(own).unwrap_or(Ports::All))?;
        check_matrix(&document).map_err(|rejection| refused(&name, bytes, &rejection))?;
        let matrix =
            TaskMatrix::from_document(&document).map_err(|fault| Failure::fault(&name, "matrix", fault))?;
        Ok(Self { name, document, matrix, ports, read_as })
    }
}

/// Returns the bytes of the file, or of the task that the words name.
fn bytes_of(arguments: &DecomposeArguments) -> Result<Vec<u8>, Failure> {
    let input = arguments.input();
    let Some(file) = input.file() else { return input.bytes() };
    let others = TaskOptions { ports: None, unit: None, ..arguments.options.clone() };
    match others.first_given() {
        Some(option) => {
            let message = format!("{option} is one of NETWORK TASK in words; a file says its own");
            Err(Failure::usage(message))
        }
        None => read(file),
    }
}

/// Returns whether the bytes are an object of JSON, but for one that another program made.
fn is_document(bytes: &[u8]) -> bool {
    bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{') && !is_dist_graph(bytes)
}

/// Refuses a unit for a document.
fn require_no_unit(name: &str, unit: Option<Unit>) -> Result<(), Failure> {
    let message =
        "--unit divides the numbers of a table, of Matrix Market or of NumPy; expected one of these";
    if unit.is_some() { Err(Failure::fault(name, "unit", message)) } else { Ok(()) }
}

/// Reads a table of numbers or another foreign format, and says how it was read.
fn table(name: &str, bytes: &[u8], unit: Option<Unit>) -> Result<(MatrixDocument, String), Failure> {
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[') {
        let message = "a list, expected an object {\"format\":\"isotask.matrix/1\",\"rows\":[[…]]}, or a table of numbers";
        return Err(Failure::fault(name, "matrix", message));
    }
    let read = matrix_in_units(bytes, unit).map_err(|fault| text_fault(name, &fault))?;
    Ok((read.document, read.read_as))
}

/// Reads a matrix document, or a foreign format whose numbers are divided by the unit, and says how it was
/// read.
pub(in crate::cli::commands) fn matrix_of_file(
    name: &str,
    bytes: &[u8],
    unit: Option<Unit>,
) -> Result<(MatrixDocument, String), Failure> {
    let bytes = without_mark(bytes);
    if !is_document(bytes) {
        return table(name, bytes, unit);
    }
    require_no_unit(name, unit)?;
    let format = format_of(name, bytes)?;
    match AnyDocument::of_format(name, bytes, &format, &[MatrixDocument::FORMAT])? {
        AnyDocument::Matrix(document) => Ok((document, MatrixDocument::FORMAT.to_owned())),
        _ => Err(of_schedule(name)),
    }
}

fn text_fault(name: &str, fault: &MatrixTextFault) -> Failure {
    at(name, None, Some((fault.line, fault.column)), &fault.message)
}

/// Returns the failure of a fault at a place of the input.
fn at(name: &str, place: Option<String>, at: Option<(usize, usize)>, message: &str) -> Failure {
    let at = at.map(|(line, column)| (line, Some(column)));
    let fault = Fault { reason: "matrix", place, at, message: plain_text(message) };
    Failure {
        exit: Exit::BadInput,
        reason: fault.reason,
        file: Some(name.to_owned()),
        place: fault.place.clone(),
        message: fault.in_file(name),
        faults: vec![fault],
    }
}

/// Returns the failure of a matrix document that the checker refuses.
pub(in crate::cli::commands) fn refused(name: &str, bytes: &[u8], rejection: &Rejection) -> Failure {
    let inside = [rejection.place_at_top("matrix"), rejection.place()];
    let found =
        inside.into_iter().map(|place| (position(bytes, &place), place)).find(|found| found.0.is_some());
    let (position, place) = found.unwrap_or((None, rejection.place_at_top("matrix")));
    at(name, Some(place), position, &rejection.to_string())
}

fn ports(ports: Ports) -> Result<Ports, Failure> {
    match ports {
        Ports::OneHalfDuplex => Err(Failure::usage(
            "ports one-half-duplex, which isotask rounds knows; expected --ports all, one or a number"
                .to_owned(),
        )),
        Ports::AtMost(0) => Err(Failure::usage("--ports 0, expected at least 1".to_owned())),
        ports => Ok(ports),
    }
}

fn of_schedule(name: &str) -> Failure {
    let message = "a certificate of a task, expected a matrix, its certificate or a task; \
                   isotask show draws the schedule slot by slot";
    Failure::fault(name, "wrong-format", message)
}

/// Returns the task matrix of symmetric schedules, as `show` draws it.
fn of_task(name: &str, problem: &Problem) -> Result<MatrixDocument, Failure> {
    let task = problem.rows().ok_or_else(|| {
        let message = "no task matrix: only isotropic tasks on hypercubes, tori and rings have one; \
                       expected one of these, or a matrix";
        Failure::fault(name, "no-task-matrix", message)
    })?;
    let network = task.network();
    let cells = task.rows().checked_mul(network.links().into());
    if cells.is_none_or(|cells| cells > MAX_CELLS) {
        let message = format!(
            "a task matrix of {} rows and {} columns, expected at most {MAX_CELLS} entries; isotask solve makes its schedule",
            task.rows(),
            network.links()
        );
        return Err(Failure::fault(name, "too-many-rows", message));
    }
    let route = least_completion(task, &SearchBudget { evaluations: 1_000_000, stop: &|| false });
    let matrix = task_matrix(task, &route.directions).expect("directions of the task itself");
    let row = |row| {
        let mut entries = vec![0; wide(matrix.columns())];
        for (column, units) in matrix.row(row) {
            entries[wide(column)] = units;
        }
        entries
    };
    let columns = (0..network.links()).map(|link| network.link_name(Link(link))).collect();
    let rows = (0..matrix.rows()).map(row).collect();
    Ok(MatrixDocument::new(rows, Some(row_names(task)), Some(columns)))
}
