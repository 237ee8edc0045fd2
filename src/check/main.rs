//! `isotask-check`: the certificate checker alone, without solver and command-line library.
//!
//! Exit: 0 all documents verified, 1 a document refused, 2 a problem of usage, reading or parsing.

#![forbid(unsafe_code)]

use isotask_check::{self as check, Options, Rejection, Replayed, Verdict, VerifiedChannels};
use isotask_wire::{
    CertificateDocument, ChannelsDocument, Document, ErrorReport, Horizon, Per, Quantity, ReportedClaim,
    ResultDocument, ResultStatus, ScheduleDocument, Scope, SelfCheckReport, Status, WireError,
};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::process::ExitCode;

const HELP: &str = "\
Check certificates of Isotask, trusting nothing but the document

Usage: isotask-check [--json] [--] FILE…

FILE is a certificate (isotask.certificate/1), a schedule (isotask.schedule/1, which is only
replayed) or the channels of a routing rule (isotask.channels/1); - is standard input.

Options:
      --json     print one isotask.result/1 document; with a single FILE
  -h, --help     print this help
  -V, --version  print the version

Exit: 0 all verified, 1 a document refused, 2 a problem of usage, reading or parsing.
";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let json = arguments.iter().take_while(|a| *a != "--").any(|a| a == "--json");
    let outcome = match Call::parse(&arguments) {
        Ok(Call::Print(text)) => Outcome { stdout: text, ..Outcome::default() },
        Ok(Call::Check { files }) => check_files(&files, json),
        Err(message) => usage_problem(&message, json),
    };
    outcome.hand_out()
}

/// What the arguments ask for.
enum Call {
    Print(String),
    Check { files: Vec<OsString> },
}

impl Call {
    fn parse(arguments: &[OsString]) -> Result<Self, String> {
        let (mut files, mut json, mut options) = (Vec::new(), false, true);
        for argument in arguments {
            match argument.to_str() {
                Some("--") if options => options = false,
                Some("--json") if options => json = true,
                Some("--help" | "-h") if options => return Ok(Self::Print(HELP.to_owned())),
                Some("--version" | "-V") if options => {
                    let version = env!("CARGO_PKG_VERSION");
                    return Ok(Self::Print(format!("isotask-check {version}\n")));
                }
                Some(text) if options && text.len() > 1 && text.starts_with('-') => {
                    return Err(format!("unknown option {text:?}"));
                }
                _ => files.push(argument.clone()),
            }
        }
        if files.is_empty() {
            return Err("no file, expected at least one".to_owned());
        }
        if json && files.len() > 1 {
            return Err(format!("{} files with --json, expected one", files.len()));
        }
        if files.iter().filter(|file| *file == "-").count() > 1 {
            return Err("standard input named twice, expected once".to_owned());
        }
        Ok(Self::Check { files })
    }
}

/// What goes out, and how the process ends.
#[derive(Default)]
struct Outcome {
    stdout: String,
    stderr: String,
    exit: u8,
}

impl Outcome {
    fn hand_out(&self) -> ExitCode {
        // Nobody is left to be told when standard error itself is closed.
        let _ = io::stderr().lock().write_all(self.stderr.as_bytes());
        let mut stdout = io::stdout().lock();
        match stdout.write_all(self.stdout.as_bytes()).and_then(|()| stdout.flush()) {
            Ok(()) => ExitCode::from(self.exit),
            Err(fault) if fault.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(fault) => {
                let message = format!("isotask-check: standard output: {fault}\n");
                let _ = io::stderr().lock().write_all(message.as_bytes());
                ExitCode::from(2)
            }
        }
    }
}

fn usage_problem(message: &str, json: bool) -> Outcome {
    let stderr = format!("isotask-check: {message}\nTry isotask-check --help\n");
    let mut stdout = String::new();
    if json {
        let mut result = ResultDocument::new("check", ResultStatus::Error, 2);
        result.error = Some(ErrorReport {
            reason: "usage".to_owned(),
            file: None,
            place: None,
            message: message.to_owned(),
        });
        stdout = document(&result);
    }
    Outcome { stdout, stderr, exit: 2 }
}

fn check_files(files: &[OsString], json: bool) -> Outcome {
    let mut all = Outcome::default();
    for file in files {
        let name = name(file);
        let checked = read(file).map_err(Problem::Unread).and_then(|bytes| check(&bytes));
        let exit = match &checked {
            Ok(Checked::Refused { .. }) => 1,
            Ok(_) => 0,
            Err(_) => 2,
        };
        all.exit = all.exit.max(exit);
        if let Err(problem) = &checked {
            let _ = writeln!(all.stderr, "isotask-check: {name}: {}", problem.message());
        }
        if json {
            all.stdout = document(&result(&name, &checked, exit));
        } else if let Ok(checked) = &checked {
            report(&mut all.stdout, &name, checked);
        }
    }
    all
}

/// The name of a file as people read it, on one line.
fn name(file: &OsString) -> String {
    if file == "-" {
        return "<stdin>".to_owned();
    }
    file.to_string_lossy().chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect()
}

fn read(file: &OsString) -> io::Result<Vec<u8>> {
    if file == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(file)
}

/// A document that was checked, one way or the other.
enum Checked {
    Certificate { verdict: Verdict, certificate: Box<CertificateDocument> },
    Schedule(Replayed),
    Channels(VerifiedChannels),
    Refused { rejection: Rejection, place: String },
}

/// A document that could not be checked.
enum Problem {
    Unread(io::Error),
    Unparsed(WireError),
    Foreign(String),
}

impl Problem {
    fn message(&self) -> String {
        match self {
            Self::Unread(fault) => fault.to_string(),
            Self::Unparsed(fault) => fault.to_string(),
            Self::Foreign(format) => format!(
                "format {format:?}, expected \"{}\", \"{}\" or \"{}\"",
                CertificateDocument::FORMAT,
                ScheduleDocument::FORMAT,
                ChannelsDocument::FORMAT
            ),
        }
    }

    fn report(&self, file: &str) -> ErrorReport {
        let (reason, place) = match self {
            Self::Unread(_) => ("unreadable", String::new()),
            Self::Unparsed(fault) => (fault.kind.reason(), fault.path.clone()),
            Self::Foreign(_) => ("wrong-format", "format".to_owned()),
        };
        ErrorReport {
            reason: reason.to_owned(),
            file: Some(file.to_owned()),
            place: Some(place).filter(|place| !place.is_empty()),
            message: self.message(),
        }
    }
}

fn check(bytes: &[u8]) -> Result<Checked, Problem> {
    let format = isotask_wire::peek_format(bytes).map_err(Problem::Unparsed)?;
    let options = Options::default();
    if format == CertificateDocument::FORMAT {
        let certificate: CertificateDocument = isotask_wire::parse(bytes).map_err(Problem::Unparsed)?;
        return Ok(match check::check_certificate(&certificate, &options) {
            Ok(verdict) => Checked::Certificate { verdict, certificate: Box::new(certificate) },
            Err(rejection) => Checked::Refused { place: rejection.place(), rejection },
        });
    }
    if format == ScheduleDocument::FORMAT {
        let schedule: ScheduleDocument = isotask_wire::parse(bytes).map_err(Problem::Unparsed)?;
        return Ok(match check::check_schedule(&schedule, &options) {
            Ok(replayed) => Checked::Schedule(replayed),
            Err(rejection) => Checked::Refused { place: rejection.place_at_top("schedule"), rejection },
        });
    }
    if format == ChannelsDocument::FORMAT {
        let channels: ChannelsDocument = isotask_wire::parse(bytes).map_err(Problem::Unparsed)?;
        return Ok(match check::check_channels(&channels) {
            Ok(found) => Checked::Channels(found),
            Err(rejection) => Checked::Refused { place: rejection.place_at_top("task"), rejection },
        });
    }
    Err(Problem::Foreign(format))
}

fn report(out: &mut String, name: &str, checked: &Checked) {
    // Writing into a String cannot fail.
    let _ = match checked {
        Checked::Refused { rejection, place } => {
            let reason = rejection.reason();
            writeln!(out, "{name}: refused: {rejection} [{reason}] at {place}")
        }
        Checked::Channels(found) => writeln!(out, "{name}: verified\n  {}", channels_line(found)),
        Checked::Schedule(replayed) => {
            let _ = writeln!(out, "{name}: valid schedule, no claim");
            let (time, moves) = (replayed.completion_time, replayed.transmissions);
            let per = per(Some(replayed.form.per()));
            let _ = writeln!(out, "  completion time  {time} slots");
            let _ = writeln!(out, "  transmissions    {moves} {per}");
            if let Some(total) = replayed.total_delay {
                let _ = writeln!(out, "  total delay      {total} slots per node");
            }
            let _ = out.write_str(&average_line(replayed));
            writeln!(out, "{}", replay_line(replayed))
        }
        Checked::Certificate { verdict, .. } => {
            let _ = writeln!(out, "{name}: verified");
            for claim in &verdict.claims {
                let _ = writeln!(
                    out,
                    "  {:<15}  {} {}, lower bound {} by {}, scope {}{}: {}",
                    quantity(claim.quantity),
                    claim.value,
                    unit(claim.quantity, claim.per),
                    claim.lower,
                    claim.kind.as_str(),
                    scope(claim.scope),
                    horizon(claim.horizon),
                    status(claim.status)
                );
            }
            if claims_delay(verdict) {
                let _ = out.write_str(&average_line(&verdict.replayed));
            }
            writeln!(out, "{}", replay_line(&verdict.replayed))
        }
    };
}

/// What a channels document proves.
fn channels_line(found: &VerifiedChannels) -> String {
    let VerifiedChannels { channels, nodes, .. } = found;
    if found.acyclic {
        format!(
            "acyclic: {channels} channels numbered, increasing on every route among {nodes} nodes; no deadlock"
        )
    } else {
        format!("cyclic: the packets of {channels} channels wait for each other; deadlock")
    }
}

/// Whether the average delay is among what was claimed.
fn claims_delay(verdict: &Verdict) -> bool {
    verdict.claims.iter().any(|claim| claim.quantity == Quantity::TotalDelay)
}

/// The average delay of a packet as an exact fraction; nothing where it was not counted.
fn average_line(replayed: &Replayed) -> String {
    let average = replayed.average_delay();
    average.map_or_else(String::new, |average| format!("  average delay    {average} slots\n"))
}

fn replay_line(replayed: &Replayed) -> String {
    format!(
        "  replay           {} form, {}, {} packets{}, {} nodes with {} links",
        replayed.form.as_str(),
        replayed.replay.as_str(),
        replayed.packets,
        if replayed.form.per() == Per::Node { " a node" } else { "" },
        replayed.nodes,
        replayed.links
    )
}

fn result(name: &str, checked: &Result<Checked, Problem>, exit: u8) -> ResultDocument {
    let status = match exit {
        0 => ResultStatus::Verified,
        1 => ResultStatus::Refused,
        _ => ResultStatus::Error,
    };
    let mut result = ResultDocument::new("check", status, exit);
    result.input = Some(name.to_owned());
    match checked {
        Ok(Checked::Certificate { verdict, certificate }) => {
            result.claims = certificate.claims.iter().map(ReportedClaim::from).collect();
            add_replay(&mut result, &verdict.replayed);
            if !claims_delay(verdict) {
                result.average_delay = None;
            }
        }
        Ok(Checked::Channels(found)) => result.notes.push(channels_line(found)),
        Ok(Checked::Schedule(replayed)) => {
            add_replay(&mut result, replayed);
            result.notes.push("valid schedule, no claim".to_owned());
        }
        Ok(Checked::Refused { rejection, place }) => {
            result.error = Some(ErrorReport {
                reason: rejection.reason().to_owned(),
                file: Some(name.to_owned()),
                place: Some(place.clone()),
                message: rejection.to_string(),
            });
        }
        Err(problem) => result.error = Some(problem.report(name)),
    }
    result
}

fn add_replay(result: &mut ResultDocument, replayed: &Replayed) {
    result.set_transmissions(replayed.transmissions, replayed.form.per());
    result.average_delay = replayed.average_delay().map(|average| average.to_string());
    result.self_check = Some(SelfCheckReport {
        form: replayed.form.as_str().to_owned(),
        replay: replayed.replay.as_str().to_owned(),
    });
}

fn document(result: &ResultDocument) -> String {
    String::from_utf8_lossy(&isotask_wire::to_bytes(result)).into_owned()
}

fn quantity(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::CompletionTime => "completion time",
        Quantity::Transmissions => "transmissions",
        Quantity::TotalDelay => "total delay",
    }
}

fn unit(quantity: Quantity, counted: Option<Per>) -> String {
    match quantity {
        Quantity::CompletionTime => "slots".to_owned(),
        Quantity::Transmissions => per(counted).to_owned(),
        Quantity::TotalDelay => format!("slots {}", per(counted)),
    }
}

fn per(per: Option<Per>) -> &'static str {
    match per {
        Some(Per::Network) => "in the network",
        Some(Per::Node) | None => "per node",
    }
}

fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::All => "all",
        Scope::Isotropic => "isotropic",
        Scope::IsotropicShortest => "isotropic-shortest",
    }
}

/// The horizon behind the scope; nothing where there is none.
fn horizon(horizon: Option<Horizon>) -> String {
    match horizon {
        None => String::new(),
        Some(Horizon::Any) => ", horizon any".to_owned(),
        Some(Horizon::Critical) => ", horizon critical".to_owned(),
        Some(Horizon::Slots(slots)) => format!(", horizon {slots} slots"),
    }
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Optimal => "optimal",
        Status::UpperBound => "upper bound",
    }
}
