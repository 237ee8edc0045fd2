//! Writing results: opened before the work starts, in place all at once.

use crate::cli::terminal::draft::{Draft, system_error};
use crate::cli::terminal::early::Early;
use crate::cli::terminal::failure::{Failure, name_of, remark, shown_path};
use crate::cli::terminal::input::recorded;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::manner::unpainted;
use crate::cli::terminal::plain::plain_text;
use crate::cli::terminal::progress::Progress;
use crate::model::count_of;
use crate::solve::ahead;
use crate::wire::{ResultDocument, Text, WrittenReport, to_bytes};
use std::fs::{self, File, OpenOptions, Permissions};
#[cfg(feature = "ilp")]
use std::io::Seek;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// From so many bytes on writing is told of.
const MUCH: usize = 1 << 24;
/// As many bytes are written at a time then.
const PIECE: usize = 1 << 20;
/// From so many slots on the same.
const MANY_SLOTS: usize = 1 << 16;

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
    /// A regular file, written beside and renamed.
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
        let name = path.display().to_string();
        require_no_input(path, &name)?;
        let sink = open_sink(path).map_err(|fault| Failure::io("cannot write", &name, &fault))?;
        Ok(Self { name, sink })
    }

    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self.sink, Sink::Stdout)
    }

    /// A regular file that can be written before it is known whether it will be kept.
    pub(crate) fn early(&mut self) -> Option<Early<'_>> {
        match &mut self.sink {
            Sink::Beside { file, .. } => Some(Early::new(&self.name, file)),
            Sink::Stdout | Sink::Direct(_) => None,
        }
    }

    /// Puts what was written in its place.
    pub(crate) fn finish_early(self) -> Result<(), Failure> {
        self.finish_with(|_| Ok(()))
    }

    /// Writes everything and puts it in its place; of much it tells how far it is.
    pub(crate) fn finish(self, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.len() < MUCH || self.is_stdout() {
            return self.finish_with(|sink| sink.write_all(bytes));
        }
        let (progress, text) = (Progress::start(), format!("writing {}", self.name));
        let all = count_of(bytes.len());
        self.finish_with(|sink| {
            let mut done = 0;
            for piece in bytes.chunks(PIECE) {
                sink.write_all(piece)?;
                done += count_of(piece.len());
                progress.counted(text.clone(), done, all);
            }
            Ok(())
        })
    }

    /// The same of a text that is made while it is written.
    pub(crate) fn finish_text(self, text: Text<'_>) -> Result<(), Failure> {
        if text.slots() < MANY_SLOTS || self.is_stdout() {
            return self.finish_with(|sink| write_text(text, sink, &|_| ()));
        }
        let (progress, name) = (Progress::start(), format!("writing {}", self.name));
        let all = count_of(text.slots());
        let told = |done| progress.counted(name.clone(), count_of(done), all);
        self.finish_with(|sink| write_text(text, sink, &told))
    }

    /// The same in pieces. If it fails, a regular file keeps its content; anything else has got what was
    /// written until then.
    pub(crate) fn finish_with(
        self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.require_no_input()?;
        let name = self.name;
        write_with(self.sink, write).map_err(|fault| Failure::io("cannot write", &name, &fault))
    }

    /// Refuses to replace what was read after this output was opened.
    fn require_no_input(&self) -> Result<(), Failure> {
        match &self.sink {
            Sink::Beside { target, .. } => require_no_input(target, &self.name),
            Sink::Stdout | Sink::Direct(_) => Ok(()),
        }
    }

    /// The same for what may turn out to be false while it is written: until it is whole nothing of it is
    /// seen anywhere.
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

/// Writes a text piece by piece and tells how many slots were written.
fn write_text(text: Text<'_>, sink: &mut dyn Write, told: &dyn Fn(usize)) -> io::Result<()> {
    ahead(text, None, |mut pieces| {
        while let Some(piece) = pieces.next_piece() {
            sink.write_all(piece)?;
            told(pieces.written());
        }
        Ok(())
    })
}

/// Whether a path is standard output, by whatever name.
pub(crate) fn is_stdout(path: &Path) -> bool {
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| path == Path::new(name))
}

/// What was written where, for programs; nothing of standard output.
pub(crate) fn written(what: &str, place: &Path) -> Option<WrittenReport> {
    (!is_stdout(place)).then(|| WrittenReport { what: what.to_owned(), file: name_of(place) })
}

/// Says what was written where; nothing of standard output, which shows it.
pub(crate) fn wrote(what: &str, place: &Path) -> String {
    if is_stdout(place) { String::new() } else { format!("wrote {what} to {}\n", shown_path(place)) }
}

/// What a command says beside the documents that it writes.
pub(crate) enum Said {
    /// To people.
    Words(String),
    /// To programs.
    Document(Box<ResultDocument>),
}

/// Writes a report to standard output, or to standard error if standard output belongs to another document;
/// there words are a remark.
pub(crate) fn finish_report(report: &Said, stdout_taken: bool) -> Result<(), Failure> {
    match (report, stdout_taken) {
        (Said::Words(words), false) => Output::stdout().finish(words.as_bytes()),
        (Said::Words(words), true) => {
            remark(&unpainted(words));
            Ok(())
        }
        (Said::Document(document), false) => Output::stdout().finish(&to_bytes(&**document)),
        (Said::Document(document), true) => {
            // If nobody can read it, that is no reason to fail.
            let _unread = io::stderr().lock().write_all(&to_bytes(&**document));
            Ok(())
        }
    }
}

/// A folder that takes several files, all or none.
#[derive(Debug)]
pub(crate) struct OutputFolder {
    path: PathBuf,
    /// Whether it was made here, and goes if nothing comes into it.
    made: bool,
}

impl OutputFolder {
    /// Makes a folder, or takes one that is empty and can be written.
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
            interrupt::forget_at_exit(path);
        } else if fs::read_dir(path).map_err(fails)?.next().is_some() {
            return Err(Failure::usage(format!(
                "{} is not empty; expected a folder that is new or empty",
                shown_path(path)
            )));
        }
        // Asked now, so that nobody waits for what cannot be written.
        drop(tempfile::tempfile_in(path).map_err(|fault| fails(system_error(fault)))?);
        Ok(folder)
    }

    /// Where a file of the folder will stand.
    pub(crate) fn place(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes all files, then puts them in their places; what was put there goes again if one cannot be.
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
            // Only an empty folder goes.
            let _kept = fs::remove_dir(&self.path);
        }
    }
}

/// Refuses a place where a file stands that the command has read, under whatever name.
fn require_no_input(place: &Path, name: &str) -> Result<(), Failure> {
    let Some(input) = fs::metadata(place).ok().and_then(|found| recorded(&found)) else { return Ok(()) };
    let by = if input == name { "an input".to_owned() } else { format!("the input {}", plain_text(&input)) };
    Err(Failure::usage(format!("{} is {by}; the output would replace it", plain_text(name))))
}

/// Whether two paths lead to one regular file, or are the same.
pub(crate) fn same_place(a: &Path, b: &Path) -> bool {
    a == b || (is_stdout(a) && is_stdout(b)) || matches!((place(a), place(b)), (Some(a), Some(b)) if a == b)
}

/// Where a path leads if a regular file stands there or could be made there.
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
            // Whoever may not write the file may not replace it either.
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

/// A fault that the system would not find.
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
    // Asked first because its answer names the folder's fault, not that of a temporary file.
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
        // Whoever closes the pipe has read enough; the exit code says what was found all the same.
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
