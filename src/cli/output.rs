//! Writing results: opened before the work starts, in place all at once.

use super::failure::Failure;
use super::interrupt;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A place to write to.
#[derive(Debug)]
pub(super) struct Output {
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
        file: NamedTempFile,
        target: PathBuf,
    },
}

impl Output {
    pub(super) fn stdout() -> Self {
        Self { name: "standard output".to_owned(), sink: Sink::Stdout }
    }

    /// Opens a file for writing, or standard output for `-`; a regular file keeps its content until [`Output::finish`].
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Ok(Self::stdout());
        }
        let name = path.display().to_string();
        let sink = open_sink(path).map_err(|fault| Failure::io("cannot write", &name, &fault))?;
        Ok(Self { name, sink })
    }

    pub(super) fn is_stdout(&self) -> bool {
        matches!(self.sink, Sink::Stdout)
    }

    /// Writes everything and puts it in its place.
    pub(super) fn finish(self, bytes: &[u8]) -> Result<(), Failure> {
        let name = self.name;
        write_all(self.sink, bytes).map_err(|fault| Failure::io("cannot write", &name, &fault))
    }
}

/// Whether two paths lead to one regular file, or are the same.
pub(super) fn same_place(a: &Path, b: &Path) -> bool {
    a == b || matches!((place(a), place(b)), (Some(a), Some(b)) if a == b)
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
            beside(&fs::canonicalize(path)?, found.permissions())
        }
        Ok(_) => Ok(Sink::Direct(OpenOptions::new().write(true).open(path)?)),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => beside(path, usual_permissions()),
        Err(fault) => Err(fault),
    }
}

fn beside(target: &Path, permissions: Permissions) -> io::Result<Sink> {
    if target.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    }
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // Asked first because its answer names the folder's fault, not that of a temporary file.
    fs::metadata(folder)?;
    let file = tempfile::Builder::new()
        .prefix(".isotask-")
        .permissions(permissions)
        .tempfile_in(folder)
        .map_err(system_error)?;
    interrupt::forget_at_exit(file.path());
    Ok(Sink::Beside { file, target: target.to_owned() })
}

/// The system's own error, without the name of the temporary file that tempfile puts around it.
fn system_error(fault: io::Error) -> io::Error {
    let source = fault.get_ref().and_then(|wrapped| wrapped.source());
    match source.and_then(|source| source.downcast_ref::<io::Error>()?.raw_os_error()) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => fault,
    }
}

#[cfg(unix)]
fn usual_permissions() -> Permissions {
    use std::os::unix::fs::PermissionsExt;
    Permissions::from_mode(0o666)
}

fn write_all(sink: Sink, bytes: &[u8]) -> io::Result<()> {
    match sink {
        Sink::Stdout => {
            let mut stdout = io::stdout().lock();
            stdout.write_all(bytes)?;
            stdout.flush()
        }
        Sink::Direct(mut file) => {
            file.write_all(bytes)?;
            file.flush()
        }
        Sink::Beside { mut file, target } => {
            file.write_all(bytes)?;
            file.flush()?;
            file.persist(&target).map_err(|fault| fault.error)?;
            Ok(())
        }
    }
}
