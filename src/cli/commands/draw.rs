//! `isotask draw`.

use crate::check::{check_matrix, check_matrix_certificate};
use crate::cli::arguments::draw::DrawArguments;
use crate::cli::commands::show::node::{node_named, slots_named};
use crate::cli::report::lines::Report;
use crate::cli::terminal::document::{AnyDocument, format_of, replayed, verified};
use crate::cli::terminal::failure::{Exit, Failure, shown_path};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::{CommandReport, Output, finish_report, written, wrote};
use crate::draw::{
    Called, Choice, DrawError, Drawn, Look, Subject, WRITINGS, Writer, Writing, draw, empty_page,
};
use crate::model::{Network, Node, Problem, Schedule};
use crate::tree::{CubeTree, TreeKind};
use crate::wire::{
    CertificateDocument, ChannelsDocument, Claim, Document, MatrixDocument, ResultDocument, ResultStatus,
    ScheduleBody, ScheduleDocument, TaskDocument, TreeReport,
};

/// The formats of documents that there are pictures of.
const KNOWN_FORMATS: [&str; 6] = [
    CertificateDocument::FORMAT,
    ScheduleDocument::FORMAT,
    TaskDocument::FORMAT,
    ResultDocument::FORMAT,
    ChannelsDocument::FORMAT,
    MatrixDocument::FORMAT,
];

/// The names of options and documents that errors refer to, as the command line has them.
const COMMAND_LINE_NAMES: Called = Called {
    picture: "--picture ",
    range: "--slots A..B",
    choice: "--slots and --node",
    front: "the result of isotask solve --pareto --json",
    history: "the result of isotask solve --json that has a history, as it has where a search improved its first schedule or bound",
    tree: "the result of isotask tree --json",
};

pub(crate) fn run(arguments: &DrawArguments) -> Result<Exit, Failure> {
    if arguments.empty {
        return run_empty(arguments);
    }
    let input = arguments.input();
    let writing = writing(arguments)?;
    if let (Writer::Page(_), Some(picture)) = (&writing.writer, arguments.picture) {
        let (word, picture) = (writing.word, picture.word);
        return Err(Failure::usage(format!(
            "--picture {picture} is one of a picture; {word} plays the schedule"
        )));
    }
    if let (Writer::Page(_), true) = (&writing.writer, arguments.bare || arguments.width.is_some()) {
        let word = writing.word;
        return Err(Failure::usage(format!(
            "--bare and --width are of pictures; {word} is a page, as wide as its window"
        )));
    }
    let look = Look { bare: arguments.bare, width: arguments.width };
    let bytes = input.bytes()?;
    let output = Output::open(&arguments.output)?;
    interrupt::listen(interrupt::ENDING_WITH_INCUMBENT);
    let file = input.name();
    let subject = subject(arguments, &file, &bytes)?;
    drop(bytes);
    let drawn = draw(&subject, arguments.picture, writing, look).map_err(|fault| failure(&file, &fault))?;
    if interrupt::is_interrupted() {
        return Err(failure(&file, &DrawError::Stopped));
    }
    let stdout_taken = output.is_stdout();
    output.finish(&drawn.bytes)?;
    report_drawing(arguments, &file, &subject, writing, &drawn, stdout_taken)
}

/// Writes a page without a certificate, which verifies those that are given to it by hand.
fn run_empty(arguments: &DrawArguments) -> Result<Exit, Failure> {
    let page = WRITINGS.into_iter().find(|writing| matches!(writing.writer, Writer::Page(_)));
    let page = page.expect("a page is among what is written");
    let is_named = arguments.to.is_some() || arguments.output.extension().is_some();
    if is_named && writing(arguments)?.word != page.word {
        let word = page.word;
        return Err(Failure::usage(format!("--empty is a page, expected --to {word} or a name in .{word}")));
    }
    if let Some(option) = arguments.options.first_given().or(arguments.packet.first_given()) {
        return Err(Failure::usage(format!("{option} is of a task or schedule, and --empty has none")));
    }
    let output = Output::open(&arguments.output)?;
    let stdout_taken = output.is_stdout();
    let bytes = empty_page().into_bytes();
    output.finish(&bytes)?;
    let drawn = Drawn { picture: None, bytes };
    let mut report = Report::default();
    report.line("title", "a page that verifies certificates, dropped on it or chosen");
    print_report(arguments, report, None, page, &drawn, stdout_taken)
}

/// Returns the output format that `--to` names, else that of the output's ending, else the first.
fn writing(arguments: &DrawArguments) -> Result<&'static Writing, Failure> {
    if let Some(writing) = arguments.to {
        return Ok(writing);
    }
    let Some(ending) = arguments.output.extension() else { return Ok(WRITINGS[0]) };
    let known = WRITINGS.into_iter().find(|writing| ending.eq_ignore_ascii_case(writing.ending));
    known.ok_or_else(|| {
        let endings: Vec<String> = WRITINGS.iter().map(|writing| format!(".{}", writing.ending)).collect();
        let name = shown_path(&arguments.output);
        let expected = endings.join(" or ");
        Failure::usage(format!(
            "{name}: expected a name that ends with {expected}, or --to (rsvg-convert and Inkscape make PDF and PNG of SVG)"
        ))
    })
}

/// Returns the subject of a document; a certificate or schedule has to be accepted by the checker.
fn subject(arguments: &DrawArguments, file: &str, bytes: &[u8]) -> Result<Subject, Failure> {
    let problem = |document: &TaskDocument| arguments.input().problem_of(bytes, document);
    let format = format_of(file, bytes)?;
    let is_scheduled = [ScheduleDocument::FORMAT, CertificateDocument::FORMAT].contains(&&*format);
    if !is_scheduled && (arguments.slots.is_some() || arguments.node.is_some()) {
        let message = "--slots and --node choose from a schedule, expected a schedule or certificate";
        return Err(Failure::usage(message.to_owned()));
    }
    if let Some(option) = arguments.packet.first_given().filter(|_| !is_scheduled) {
        let message = format!("{option} says how long a schedule takes, expected a schedule or certificate");
        return Err(Failure::usage(message));
    }
    match AnyDocument::of_format(file, bytes, &format, &KNOWN_FORMATS)? {
        AnyDocument::Task(document) => Ok(Subject::of_problem(problem(&document)?)),
        AnyDocument::Schedule(document) => {
            let slots = replayed(file, &document)?.completion_time;
            let problem = problem(&document.task)?;
            let subject = scheduled(arguments, file, problem, (&document.body, slots), &[])?;
            Ok(subject.carrying(bytes))
        }
        AnyDocument::Certificate(document) => {
            let slots = verified(file, &document)?.replayed.completion_time;
            let problem = problem(&document.task)?;
            let subject = scheduled(arguments, file, problem, (&document.schedule, slots), &document.claims)?;
            Ok(subject.carrying(bytes))
        }
        AnyDocument::Channels(document) => {
            let network =
                Network::new(&document.network).map_err(|fault| Failure::model_in(file, bytes, &fault))?;
            Ok(Subject::of_network(network))
        }
        AnyDocument::Matrix(document) => {
            check_matrix(&document).map_err(|rejection| {
                Failure::refused_at(file, &rejection, rejection.place_at_top("matrix"))
            })?;
            Subject::of_matrix(document).map_err(|fault| failure(file, &fault))
        }
        AnyDocument::MatrixCertificate(document) => {
            check_matrix_certificate(&document).map_err(|rejection| Failure::refused(file, &rejection))?;
            let subject = Subject::of_matrix_certificate(document);
            Ok(subject.map_err(|fault| failure(file, &fault))?.carrying(bytes))
        }
        AnyDocument::Result(document) => result(file, *document),
    }
}

/// Returns the subject of the chosen part of a schedule of `slots` slots.
fn scheduled(
    arguments: &DrawArguments,
    file: &str,
    problem: Problem,
    (body, slots): (&ScheduleBody, u64),
    claims: &[Claim],
) -> Result<Subject, Failure> {
    let choice = Choice {
        slots: arguments.slots.as_deref().map(|word| slots_named(slots, word)).transpose()?,
        node: arguments.node.as_deref().map(|word| node_named(problem.network(), word)).transpose()?,
    };
    let schedule = Schedule::accepted(&problem, body);
    let subject =
        Subject::of_schedule(problem, &schedule, slots, claims, &choice, &interrupt::is_interrupted);
    let mut subject = subject.map_err(|fault| failure(file, &fault))?;
    if let Some(time) = arguments.packet.slot_time(None)? {
        subject.lines.push(format!("all slots: {}", time.words(slots)));
    }
    Ok(subject)
}

fn result(file: &str, document: ResultDocument) -> Result<Subject, Failure> {
    match document.tree {
        Some(report) => tree(&report).map(Subject::of_tree).ok_or_else(|| {
            Failure::fault(
                file,
                "unknown-tree",
                format!("no spanning tree \"{}\" of that shape", report.kind.escape_debug()),
            )
        }),
        None if document.points.is_empty() && !document.history.is_empty() => {
            let end = document.completion_time.zip(document.bound);
            Ok(Subject::of_history(document.history, document.task.as_deref(), end))
        }
        None if document.points.is_empty() => {
            let message = "the result holds neither points (solve --pareto) nor a tree (tree --json), nor the history \
                           of a search (solve --json, where a search improved its first schedule or bound)";
            Err(Failure::fault(file, "nothing-to-draw", message))
        }
        None => Ok(Subject::of_front(document.points)),
    }
}

fn tree(report: &TreeReport) -> Option<CubeTree> {
    let index = report.index.unwrap_or(0);
    let kinds = [TreeKind::Sbt, TreeKind::Msbt { index }, TreeKind::Bst, TreeKind::Tcbt, TreeKind::Path];
    let kind = kinds.into_iter().find(|kind| kind.word() == report.kind)?;
    CubeTree::new(kind, report.dimension, Node(report.root)).ok()
}

fn failure(file: &str, fault: &DrawError) -> Failure {
    match fault {
        DrawError::Stopped => Failure::interrupted("interrupted: nothing was written"),
        fault => Failure::fault(file, fault.reason(), fault.words(&COMMAND_LINE_NAMES)),
    }
}

fn report_drawing(
    arguments: &DrawArguments,
    file: &str,
    subject: &Subject,
    writing: &Writing,
    drawn: &Drawn,
    stdout_taken: bool,
) -> Result<Exit, Failure> {
    let mut report = Report::default();
    report.line("title", &subject.title);
    for line in &subject.lines {
        report.line("", line);
    }
    print_report(arguments, report, Some(file), writing, drawn, stdout_taken)
}

/// Adds to a report what was written, and prints it.
fn print_report(
    arguments: &DrawArguments,
    mut report: Report,
    file: Option<&str>,
    writing: &Writing,
    drawn: &Drawn,
    stdout_taken: bool,
) -> Result<Exit, Failure> {
    let picture =
        drawn.picture.map_or_else(|| writing.word.to_owned(), |word| format!("{word} as {}", writing.word));
    report.line("picture", format!("{picture}, {} bytes", drawn.bytes.len()));
    let text = report.render();
    let report = if arguments.json {
        let mut document = ResultDocument::new("draw", ResultStatus::Done, Exit::Success.code());
        document.input = file.map(str::to_owned);
        document.written.extend(written(writing.word, &arguments.output));
        document.notes = text.lines().map(str::to_owned).collect();
        CommandReport::Document(Box::new(document))
    } else {
        CommandReport::Words(text + &wrote("the picture", &arguments.output))
    };
    finish_report(&report, stdout_taken)?;
    Ok(Exit::Success)
}
