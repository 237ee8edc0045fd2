//! Writes results: an output is opened before the work starts, and its file is replaced in one step at the
//! end.

use crate::cli::terminal::draft::{Draft, system_error};
use crate::cli::terminal::early::EarlyWriter;
use crate::cli::terminal::failure::{Failure, name_of, remark, shown_path};
use crate::cli::terminal::input::recorded;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::manner::{is_quiet, unpainted};
use crate::cli::terminal::plain::plain_text;
use crate::cli::terminal::progress::Progress;
use crate::model::count_of;
use crate::solve::prefetch;
use crate::wire::{ResultDocument, Text, WrittenReport, to_bytes};
use std::fs::{self, File, OpenOptions, Permissions};
#[cfg(feature = "ilp")]
use std::io::Seek;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Documents of at least this many bytes show progress while they are written.
const MIN_BYTES_FOR_PROGRESS: usize = 1 << 24;
/// The bytes that are written between two updates of the progress.
const WRITE_CHUNK_BYTES: usize = 1 << 20;
/// Schedules of at least this many slots show progress while they are written.
const MIN_SLOTS_FOR_PROGRESS: usize = 1 << 16;

/// Whether a file was opened for a result, so that a quiet command needs no report beside it.
static OPENED_FILE: AtomicBool = AtomicBool::new(false);

/// A place to write to.
#[derive(Debug)]
pub(crate) struct Output {
    name: String,
    sink: Sink,
}

#[derive(Debug)]
enum Sink {
    Stdout,
    /// A device or a pipe.
    Direct(File),
    /// A regular file: a draft in its folder is written, then renamed.
    Beside {
        file: Draft,
        target: PathBuf,
    },
}

impl Output {
    pub(crate) fn stdout() -> Self {
        Self { name: "standard output".to_owned(), sink: Sink::Stdout }
    }

    /// Opens a file for writing, or standard output for `-`; a regular file keeps its content until
    /// [`Output::finish`]. Refuses a file that the command has read.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if is_stdout(path) {
            return Ok(Self::stdout());
        }
        OPENED_FILE.store(true, Ordering::Relaxed);
        let name = path.display().to_string();
        require_no_input(path, &name)?;
        let sink = open_sink(path).map_err(|fault| Failure::io("cannot write", &name, &fault))?;
        Ok(Self { name, sink })
    }

    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self.sink, Sink::Stdout)
    }

    /// Returns a writer into the draft of a regular file, for text that is not yet known to be kept.
    pub(crate) fn early(&mut self) -> Option<EarlyWriter<'_>> {
        match &mut self.sink {
            Sink::Beside { file, .. } => Some(EarlyWriter::new(&self.name, file)),
            Sink::Stdout | Sink::Direct(_) => None,
        }
    }

    /// Moves what was written early to its place.
    pub(crate) fn finish_early(self) -> Result<(), Failure> {
        self.finish_with(|_| Ok(()))
    }

    /// Writes all bytes and moves the file to its place; long documents show progress.
    pub(crate) fn finish(self, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.len() < MIN_BYTES_FOR_PROGRESS || self.is_stdout() {
            return self.finish_with(|sink| sink.write_all(bytes));
        }
        let (progress, text) = (Progress::start(), format!("writing {}", self.name));
        let all = count_of(bytes.len());
        self.finish_with(|sink| {
            let mut done = 0;
            for piece in bytes.chunks(WRITE_CHUNK_BYTES) {
                sink.write_all(piece)?;
                done += count_of(piece.len());
                progress.show_count(text.clone(), done, all);
            }
            Ok(())
        })
    }

    /// Writes a text that is made piece by piece and moves the file to its place, as [`Self::finish`] does.
    pub(crate) fn finish_text(self, text: Text<'_>) -> Result<(), Failure> {
        if text.slots() < MIN_SLOTS_FOR_PROGRESS || self.is_stdout() {
            return self.finish_with(|sink| write_text(text, sink, &|_| ()));
        }
        let (progress, name) = (Progress::start(), format!("writing {}", self.name));
        let all = count_of(text.slots());
        let told = |done| progress.show_count(name.clone(), count_of(done), all);
        self.finish_with(|sink| write_text(text, sink, &told))
    }

    /// Writes by `write` and moves the file to its place. If that fails, a regular file keeps its content;
    /// any other output has received what was written until then.
    pub(crate) fn finish_with(
        self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.require_no_input()?;
        let name = self.name;
        write_with(self.sink, write).map_err(|fault| Failure::io("cannot write", &name, &fault))
    }

    /// Refuses to replace a file that was read after this output was opened.
    fn require_no_input(&self) -> Result<(), Failure> {
        match &self.sink {
            Sink::Beside { target, .. } => require_no_input(target, &self.name),
            Sink::Stdout | Sink::Direct(_) => Ok(()),
        }
    }

    /// Writes by `write`, which may fail on its content; until all of it is written, nothing of it reaches
    /// the output.
    #[cfg(feature = "ilp")]
    pub(crate) fn finish_whole<T>(
        self,
        write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let name = self.name;
        let fails = |fault: io::Error| Failure::io("cannot write", &name, &fault);
        let whole = |file: &mut dyn Write| -> Result<T, Failure> {
            let mut buffered = BufWriter::with_capacity(1 << 16, file);
            let done = write(&mut buffered)?;
            buffered.flush().map_err(fails)?;
            Ok(done)
        };
        match self.sink {
            Sink::Beside { mut file, target } => {
                let done = whole(&mut file)?;
                require_no_input(&target, &name)?;
                file.replace(&target).map_err(fails)?;
                Ok(done)
            }
            sink => {
                let mut spool = tempfile::tempfile().map_err(|fault| fails(system_error(fault)))?;
                let done = whole(&mut spool)?;
                spool.rewind().map_err(fails)?;
                write_with(sink, |sink| io::copy(&mut spool, sink).map(|_| ())).map_err(fails)?;
                Ok(done)
            }
        }
    }
}

/// Writes a text piece by piece and reports the number of slots written.
fn write_text(text: Text<'_>, sink: &mut dyn Write, told: &dyn Fn(usize)) -> io::Result<()> {
    prefetch(text, None, |mut pieces| {
        while let Some(piece) = pieces.next_piece() {
            sink.write_all(piece)?;
            told(pieces.written());
        }
        Ok(())
    })
}

/// Returns whether a path is standard output, by any of its names.
pub(crate) fn is_stdout(path: &Path) -> bool {
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| path == Path::new(name))
}

/// Reports for programs what was written where; returns none for standard output.
pub(crate) fn written(what: &str, place: &Path) -> Option<WrittenReport> {
    (!is_stdout(place)).then(|| WrittenReport { what: what.to_owned(), file: name_of(place) })
}

/// Reports for people what was written where; returns no text for standard output, which shows it.
pub(crate) fn wrote(what: &str, place: &Path) -> String {
    if is_stdout(place) { String::new() } else { format!("wrote {what} to {}\n", shown_path(place)) }
}

/// The report of a command beside the documents that it writes.
pub(crate) enum CommandReport {
    /// The report for people.
    Words(String),
    /// The report for programs.
    Document(Box<ResultDocument>),
}

/// Writes a report to standard output. If that is taken by another document, the report goes to standard
/// error, where words are a remark. A quiet command whose result is in a file prints no words at all.
pub(crate) fn finish_report(report: &CommandReport, stdout_taken: bool) -> Result<(), Failure> {
    match (report, stdout_taken) {
        (CommandReport::Words(words), _) if words.is_empty() => Ok(()),
        (CommandReport::Words(_), false) if is_quiet() && OPENED_FILE.load(Ordering::Relaxed) => Ok(()),
        (CommandReport::Words(words), false) => Output::stdout().finish(words.as_bytes()),
        (CommandReport::Words(words), true) => {
            remark(&unpainted(words));
            Ok(())
        }
        (CommandReport::Document(document), false) => Output::stdout().finish(&to_bytes(&**document)),
        (CommandReport::Document(document), true) => {
            // A closed standard error is no reason to fail.
            let _unread = io::stderr().lock().write_all(&to_bytes(&**document));
            Ok(())
        }
    }
}

/// A folder that receives several files, all or none.
#[derive(Debug)]
pub(crate) struct OutputFolder {
    path: PathBuf,
    /// Whether the folder was made here; then it is removed if it stays empty.
    made: bool,
}

impl OutputFolder {
    /// Makes a folder, or opens one that is empty and can be written.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let fails = |fault: io::Error| Failure::io("cannot write", &name, &fault);
        let made = match fs::create_dir(path) {
            Ok(()) => true,
            Err(fault) if fault.kind() == io::ErrorKind::AlreadyExists => false,
            Err(fault) => return Err(fails(fault)),
        };
        let folder = Self { path: path.to_owned(), made };
        if made {
            interrupt::remove_at_exit(path);
        } else if fs::read_dir(path).map_err(fails)?.next().is_some() {
            return Err(Failure::usage(format!(
                "{} is not empty; expected a folder that is new or empty",
                shown_path(path)
            )));
        }
        // This is tested now, so that nobody waits for a result that cannot be written.
        drop(tempfile::tempfile_in(path).map_err(|fault| fails(system_error(fault)))?);
        Ok(folder)
    }

    /// Returns the path that a file of the folder will have.
    pub(crate) fn place(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes all files, then moves them to their places; if one cannot be moved, those already there are
    /// removed.
    pub(crate) fn finish(mut self, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
        let fails =
            |path: &Path, fault: &io::Error| Failure::io("cannot write", &path.display().to_string(), fault);
        let mut written = Vec::new();
        for (name, bytes) in files {
            let target = self.place(name);
            let sink = beside(&target, &usual_permissions()).and_then(|sink| match sink {
                Sink::Beside { mut file, target } => {
                    file.write_all(bytes)?;
                    file.flush()?;
                    Ok((file, target))
                }
                Sink::Stdout | Sink::Direct(_) => unreachable!("a file is written beside its place"),
            });
            written.push(sink.map_err(|fault| fails(&target, &fault))?);
        }
        let mut placed = Vec::new();
        for (file, target) in written {
            if let Err(fault) = file.place(&target) {
                for done in placed {
                    // The fault that is reported is the first.
                    let _gone = fs::remove_file(done);
                }
                return Err(fails(&target, &fault));
            }
            placed.push(target);
        }
        self.made = false;
        Ok(())
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        if self.made {
            // Only an empty folder is removed.
            let _kept = fs::remove_dir(&self.path);
        }
    }
}

/// Refuses a place at which a file stands that the command has read, by any name.
fn require_no_input(place: &Path, name: &str) -> Result<(), Failure> {
    let Some(input) = fs::metadata(place).ok().and_then(|found| recorded(&found)) else { return Ok(()) };
    let by = if input == name { "an input".to_owned() } else { format!("the input {}", plain_text(&input)) };
    Err(Failure::usage(format!("{} is {by}; the output would replace it", plain_text(name))))
}

/// Returns whether two paths are equal or lead to one regular file.
pub(crate) fn same_place(a: &Path, b: &Path) -> bool {
    a == b || (is_stdout(a) && is_stdout(b)) || matches!((place(a), place(b)), (Some(a), Some(b)) if a == b)
}

/// Returns the canonical path if a regular file stands there or could be made there.
fn place(path: &Path) -> Option<PathBuf> {
    if let Ok(found) = fs::canonicalize(path) {
        return found.is_file().then_some(found);
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(folder.join(path.file_name()?))
}

fn open_sink(path: &Path) -> io::Result<Sink> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {
            // A user who may not write the file may not replace it either.
            drop(OpenOptions::new().write(true).open(path)?);
            // Permissions do not stop root, but they say what the owner wants.
            if found.permissions().readonly() {
                return Err(refusal("it is write-protected; chmod u+w lets it be replaced"));
            }
            beside(&fs::canonicalize(path)?, &found.permissions())
        }
        Ok(_) => Ok(Sink::Direct(OpenOptions::new().write(true).open(path)?)),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => {
            if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
                return Err(refusal("it is a symbolic link to a file that does not exist"));
            }
            beside(path, &usual_permissions())
        }
        Err(fault) => Err(fault),
    }
}

/// Returns an error that the system itself would not raise.
fn refusal(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

fn beside(target: &Path, permissions: &Permissions) -> io::Result<Sink> {
    if target.file_name().is_none() {
        return Err(refusal("the path names no file"));
    }
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // The folder is asked first: its error names the folder's fault, not that of a temporary file.
    fs::metadata(folder)?;
    let file = Draft::new(folder, permissions)?;
    Ok(Sink::Beside { file, target: target.to_owned() })
}

#[cfg(unix)]
fn usual_permissions() -> Permissions {
    use std::os::unix::fs::PermissionsExt;
    Permissions::from_mode(0o666)
}

fn write_with(sink: Sink, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let whole = |sink: &mut dyn Write| {
        let mut buffered = BufWriter::with_capacity(1 << 16, sink);
        write(&mut buffered)?;
        buffered.flush()
    };
    match sink {
        // A closed pipe means that the reader has enough; the exit code still reports the result.
        Sink::Stdout => match whole(&mut io::stdout().lock()) {
            Err(fault) if fault.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            ended => ended,
        },
        Sink::Direct(mut file) => whole(&mut file),
        Sink::Beside { mut file, target } => {
            whole(&mut file)?;
            file.replace(&target)
        }
    }
}
