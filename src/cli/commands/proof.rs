//! Runs `isotask proof`, which proves a bound in parts.

use crate::cli::arguments::proof::{
    JoinArguments, ModelWord, ProofArguments, ProofStep, RunArguments, SplitArguments,
};
use crate::cli::report::lines::{counted, quantity_words};
use crate::cli::report::tell_failure::tell_failure;
use crate::cli::terminal::document::{AnyDocument, not_a_task, parsed, verified};
use crate::cli::terminal::failure::{Exit, Failure, name_of, shown_path};
use crate::cli::terminal::input::{read, read_replaceable};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::manner::is_quiet;
use crate::cli::terminal::output::{Output, OutputFolder, same_place, wrote};
use crate::cli::terminal::progress::Progress;
use crate::model::{Problem, count_of};
use crate::program::Spend;
use crate::solve::parts::{
    Cut, JoinFault, Joined, PartModel, PartsError, Ran, join, proved, run as prove, split,
};
use crate::solve::{SolveOptions, solve};
use crate::wire::{
    CertificateDocument, Document, Lower, PartDocument, ResultDocument, ResultStatus, Status, TaskDocument,
    parse, to_bytes,
};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The formats of documents that can be proved in parts.
const KNOWN_FORMATS: [&str; 2] = [CertificateDocument::FORMAT, TaskDocument::FORMAT];

/// The file of the certificate whose bound the parts are to prove.
const CERTIFICATE: &str = "certificate.json";

pub(crate) fn run(arguments: &ProofArguments) -> Result<Exit, Failure> {
    match &arguments.step {
        ProofStep::Split(arguments) => cut(arguments),
        ProofStep::Run(arguments) => run_parts(arguments),
        ProofStep::Join(arguments) => put_together(arguments),
    }
}

fn fault(file: &str, fault: &PartsError) -> Failure {
    let remedy = if matches!(fault, PartsError::NotSymmetric) { " (solve --symmetric)" } else { "" };
    Failure::fault(file, "part-refused", format!("{fault}{remedy}"))
}

/// Writes the parts of a proof into a folder, beside the certificate.
fn cut(arguments: &SplitArguments) -> Result<Exit, Failure> {
    let file = arguments.input().name();
    let bytes = arguments.input().bytes()?;
    let folder = OutputFolder::open(&arguments.output)?;
    let as_json = arguments.json;
    let ending = interrupt::end_at_once(move || {
        tell_failure(&Failure::interrupted("interrupted: nothing was written"), "proof", as_json, false)
    });
    let certificate = certificate(&file, &bytes)?;
    let wanted = Cut {
        depth: arguments.depth,
        target: arguments.target,
        model: match arguments.model {
            None => PartModel::Fitting,
            Some(ModelWord::Flow) => PartModel::Flow,
            Some(ModelWord::Delay) => PartModel::Delay,
        },
    };
    let parts = split(&certificate, wanted, &|| false).map_err(|found| fault(&file, &found))?;
    drop(ending);
    let digits = parts.len().to_string().len().max(4);
    let named =
        (1..).zip(&parts).map(|(number, part)| (format!("part-{number:0digits$}.json"), to_bytes(part)));
    let files: Vec<_> = [(CERTIFICATE.to_owned(), to_bytes(&certificate))].into_iter().chain(named).collect();
    folder.finish(&files)?;
    let lines = parts.first().map(|part| {
        vec![
            format!(
                "to prove: no {} below {} ({} slots in the model)",
                quantity_words(part.quantity, None),
                part.target,
                part.horizon_slots
            ),
            format!(
                "wrote {} and the certificate to {}",
                counted(count_of(parts.len()), "part"),
                shown_path(&arguments.output)
            ),
            format!(
                "next: isotask proof run {0}/part-{1}.json, then isotask proof join {0} -o CERTIFICATE",
                shown_path(&arguments.output),
                "?".repeat(digits)
            ),
        ]
    });
    print_lines("proof split", &lines.unwrap_or_default(), Exit::Success, arguments.json)
}

/// Returns the certificate of a file, or that of the task in it, solved first.
fn certificate(file: &str, bytes: &[u8]) -> Result<CertificateDocument, Failure> {
    match AnyDocument::read(file, bytes, &KNOWN_FORMATS)? {
        AnyDocument::Task(document) => {
            let problem =
                Problem::new(&document).map_err(|fault| not_a_task(file, Some(bytes), &document, &fault))?;
            let progress = Progress::start();
            let show = |phase| progress.show_phase(phase);
            let options = SolveOptions {
                symmetric: problem.is_isotropic(),
                progress: &show,
                ..SolveOptions::default()
            };
            let outcome = solve(&problem, &options).map_err(|fault| Failure::solve(file, &fault))?;
            match outcome.solution() {
                Ok(solution) => Ok(solution.certificate),
                Err(reason) => Err(Failure::without_schedule(reason.to_string())),
            }
        }
        AnyDocument::Certificate(document) => {
            verified(file, &document)?;
            Ok(document)
        }
        other => Err(other.refused(file, &KNOWN_FORMATS)),
    }
}

/// The outcome of a part in words, and whether the part is proved.
struct PartOutcome {
    text: String,
    proved: bool,
}

/// Proves parts, each into a file beside it; parts that have a proof are skipped.
fn run_parts(arguments: &RunArguments) -> Result<Exit, Failure> {
    interrupt::listen("interrupted: ending with the parts that are done; interrupt again to end at once");
    let progress = Progress::start();
    let done = AtomicUsize::new(0);
    let all = arguments.parts.len();
    let threads = rayon::current_num_threads();
    let spend = Spend {
        // If there are fewer parts than threads, the other threads help inside the parts.
        threads: u32::try_from(threads / all.max(1)).unwrap_or(u32::MAX).max(1),
        limit: arguments.time_limit,
        stop: &interrupt::is_interrupted,
    };
    let one = |path: &PathBuf| {
        let line = run_part(path, &spend);
        let count = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.show_count(format!("{count} of {all} parts done"), count_of(count), count_of(all));
        line
    };
    // Parts are taken one by one, since some take much longer than others.
    let lines: Result<Vec<_>, Failure> = arguments.parts.par_iter().with_max_len(1).map(one).collect();
    drop(progress);
    let lines = lines?;
    let exit = if interrupt::is_interrupted() {
        Exit::Interrupted
    } else if lines.iter().all(|line| line.proved) {
        Exit::Success
    } else {
        Exit::NotProved
    };
    let words: Vec<String> = lines.into_iter().map(|line| line.text).collect();
    print_lines("proof run", &words, exit, arguments.json)
}

/// Returns the path of the file beside a part with this ending.
fn beside(part: &Path, ending: &str) -> PathBuf {
    part.with_extension(ending)
}

/// Reads the proof beside a part, if it is one of this part.
fn proof_of(path: &Path, part: &PartDocument) -> Option<PartDocument> {
    let bytes = fs::read(beside(path, "proof.json")).ok()?;
    parse::<PartDocument>(&bytes).ok().filter(|proof| proof.without_proof() == *part)
}

fn run_part(path: &Path, spend: &Spend<'_>) -> Result<PartOutcome, Failure> {
    let (file, name) = (name_of(path), shown_path(path));
    // Proofs may be listed among the parts, and better proofs replace them.
    let part: PartDocument = parsed(&file, &read_replaceable(path)?)?;
    let part = part.without_proof();
    // The file there may hold anything; what it does not prove is proved anew.
    let known = proof_of(path, &part).and_then(|proof| proved(proof).ok());
    let line = |text: String, proved| PartOutcome { text: format!("{name}: {text}"), proved };
    if known.is_some_and(|value| value >= part.target) {
        return Ok(line("proved before".to_owned(), true));
    }
    if interrupt::is_interrupted() {
        return Ok(line("not begun".to_owned(), false));
    }
    let write = |place: &Path, bytes: &[u8]| {
        if same_place(place, path) {
            let place = shown_path(place);
            return Err(Failure::usage(format!("{place} is the input {name}; the output would replace it")));
        }
        Output::open(place)?.finish(bytes)
    };
    match prove(&part, spend).map_err(|found| fault(&file, &found))? {
        Ran::Proved(proof) => {
            write(&beside(path, "proof.json"), &to_bytes(&proof))?;
            Ok(line(format!("proved, {}", counted(nodes(&proof), "node")), true))
        }
        Ran::Open(proof) if proof.lower.as_ref().map(Lower::slots) > known => {
            write(&beside(path, "proof.json"), &to_bytes(&proof))?;
            let value = proof.lower.as_ref().map_or(0, Lower::value);
            Ok(line(format!("open: {value} of {} proved", part.target), false))
        }
        Ran::Open(_) => Ok(line(format!("open: {} of {} proved", known.unwrap_or(0), part.target), false)),
        Ran::Nothing => Ok(line("open: nothing proved".to_owned(), false)),
        Ran::Better(certificate) => {
            let place = beside(path, "better.json");
            write(&place, &to_bytes(certificate.as_ref()))?;
            let told = wrote("its certificate", &place);
            Ok(line(
                format!("a better schedule, so that the target cannot be proved; {}", told.trim_end()),
                false,
            ))
        }
    }
}

fn nodes(part: &PartDocument) -> u64 {
    match &part.lower {
        Some(Lower::DualTree { tree, .. }) => count_of(tree.len()),
        _ => 0,
    }
}

/// Returns the files of the parts of a folder, in the order of their names.
fn parts_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let name = name_of(folder);
    let fails = |fault| Failure::io("cannot read", &name, &fault);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(fails)? {
        let path = entry.map_err(fails)?.path();
        let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
        let is_part = file.strip_prefix("part-").and_then(|rest| rest.strip_suffix(".json"));
        if is_part.is_some_and(|number| number.chars().all(|digit| digit.is_ascii_digit())) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Reads a part, with its proof if there is one beside it.
fn with_proof(path: &Path) -> Result<PartDocument, Failure> {
    let part: PartDocument = parsed(&name_of(path), &read(path)?)?;
    let place = beside(path, "proof.json");
    if !place.exists() {
        return Ok(part);
    }
    let beside = name_of(&place);
    let mut proof: PartDocument = parsed(&beside, &read(&place)?)?;
    let lower = proof.lower.take();
    if proof != part.without_proof() {
        let message = "the proof of another part than the one beside it";
        return Err(Failure::fault(&beside, "part-refused", message));
    }
    proof.lower = lower;
    Ok(proof)
}

/// Joins the proofs of a folder into one certificate.
fn put_together(arguments: &JoinArguments) -> Result<Exit, Failure> {
    require_no_part(arguments)?;
    let place = arguments.folder.join(CERTIFICATE);
    let file = name_of(&place);
    let certificate: CertificateDocument = parsed(&file, &read(&place)?)?;
    let output = Output::open(&arguments.output)?;
    let files = parts_of(&arguments.folder)?;
    let part = |index: usize| with_proof(&files[index]);
    let refused = |found| match found {
        JoinFault::Read(failure) => failure,
        JoinFault::Part(index, found) => fault(&name_of(&files[index]), &found),
        JoinFault::Unproved(first, more) => {
            let first = name_of(&files[first]);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let message = format!("not proved yet{more} (isotask proof run {first})");
            Failure::fault(&first, "part-not-proved", message)
        }
        JoinFault::Whole(found) => fault(&file, &found),
        JoinFault::Write(found) => Failure::io("cannot write", &name_of(&arguments.output), &found),
    };
    let stdout_taken = output.is_stdout();
    let Joined { verdict, quantity } =
        output.finish_whole(|sink| join(&certificate, files.len(), &part, sink).map_err(refused))?;
    // The joined bound is in the first claim of its quantity.
    let claim = verdict.claims.iter().find(|claim| claim.quantity == quantity);
    let optimal = claim.is_some_and(|claim| claim.status == Status::Optimal);
    let mut lines = vec![format!("joined {}", counted(count_of(files.len()), "part"))];
    lines.extend(claim.map(|claim| format!("{} {claim}", claim.quantity.words())));
    lines.extend(
        Some(wrote("the certificate", &arguments.output).trim_end().to_owned())
            .filter(|line| !line.is_empty()),
    );
    let exit = if optimal { Exit::Success } else { Exit::NotProved };
    if stdout_taken || (is_quiet() && !arguments.json) {
        return Ok(exit);
    }
    print_lines("proof join", &lines, exit, arguments.json)
}

/// Refuses an output that would replace a part, or look like one.
fn require_no_part(arguments: &JoinArguments) -> Result<(), Failure> {
    // A symbolic link is followed to its target.
    let place = fs::canonicalize(&arguments.output).unwrap_or_else(|_| arguments.output.clone());
    let name = place.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if name.starts_with("part-") && same_place(&place, &arguments.folder.join(name)) {
        let output = shown_path(&arguments.output);
        return Err(Failure::usage(format!(
            "-o {output} would be a part of the proof, expected another name"
        )));
    }
    Ok(())
}

/// Prints lines, or a document that holds them.
fn print_lines(command: &str, lines: &[String], exit: Exit, json: bool) -> Result<Exit, Failure> {
    let bytes = if json {
        let mut document = ResultDocument::new(command, ResultStatus::Done, exit.code());
        document.notes = lines.to_vec();
        to_bytes(&document)
    } else {
        (lines.join("\n") + "\n").into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(exit)
}
