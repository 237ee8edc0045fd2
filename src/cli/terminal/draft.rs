//! A file that is being written where no other process sees it, and is then moved to its place in one step.

use crate::cli::terminal::interrupt;
use std::error::Error;
use std::fs::{self, File, Permissions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// A temporary file in the folder of its target.
#[derive(Debug)]
pub(crate) struct Draft {
    file: File,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// The file has no name, so that nothing remains of it however the process ends.
    #[cfg(target_os = "linux")]
    Nameless {
        folder: PathBuf,
    },
    Named(TempPath),
}

impl Draft {
    /// Creates a draft in a folder; without a name where the system has such files.
    pub(crate) fn new(folder: &Path, permissions: &Permissions) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(file) = nameless(folder, permissions) {
            return Ok(Self { file, kind: Kind::Nameless { folder: folder.to_owned() } });
        }
        let file = tempfile::Builder::new()
            .prefix(".isotask-")
            .permissions(permissions.clone())
            .tempfile_in(folder)
            .map_err(system_error)?;
        interrupt::remove_at_exit(file.path());
        let (file, path) = file.into_parts();
        Ok(Self { file, kind: Kind::Named(path) })
    }

    /// Discards what was written.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()
    }

    /// Moves the draft to `target`, in place of any file there.
    pub(crate) fn replace(self, target: &Path) -> io::Result<()> {
        match self.kind {
            #[cfg(target_os = "linux")]
            Kind::Nameless { folder } => {
                let name = named(&self.file, &folder)?;
                fs::rename(&name, target).inspect_err(|_| {
                    // The fault that is reported is the first.
                    let _gone = fs::remove_file(&name);
                })
            }
            Kind::Named(path) => path.persist(target).map_err(|fault| fault.error),
        }
    }

    /// Moves the draft to `target`; fails if a file is there.
    pub(crate) fn place(self, target: &Path) -> io::Result<()> {
        match self.kind {
            #[cfg(target_os = "linux")]
            Kind::Nameless { .. } => link(&self.file, target),
            Kind::Named(path) => path.persist_noclobber(target).map_err(|fault| fault.error),
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Where Linux lists the open files of a process by name.
#[cfg(target_os = "linux")]
const OPEN_FILES: &str = "/proc/self/fd";

/// Creates a file without a name, if the file system has such files.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path, permissions: &Permissions) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    use std::os::unix::fs::PermissionsExt;
    let mode = Mode::from_raw_mode(permissions.mode() & 0o777);
    let flags = OFlags::WRONLY | OFlags::TMPFILE | OFlags::CLOEXEC;
    let file = rustix::fs::open(folder, flags, mode).ok()?;
    Path::new(OPEN_FILES).is_dir().then(|| File::from(file))
}

/// Gives an open file a name.
#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let open = format!("{OPEN_FILES}/{}", file.as_raw_fd());
    Ok(linkat(CWD, open, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

/// Gives an open file a name in a folder that no other file has.
#[cfg(target_os = "linux")]
fn named(file: &File, folder: &Path) -> io::Result<PathBuf> {
    let mut number = 0_u64;
    loop {
        let name = folder.join(format!(".isotask-{}-{number}", std::process::id()));
        match link(file, &name) {
            Err(fault) if fault.kind() == io::ErrorKind::AlreadyExists => number += 1,
            done => return done.map(|()| name),
        }
    }
}

/// Returns the system's own error, without the name of the temporary file that tempfile puts around it.
pub(crate) fn system_error(fault: io::Error) -> io::Error {
    let source = fault.get_ref().and_then(|wrapped| wrapped.source());
    match source.and_then(|source: &(dyn Error + 'static)| source.downcast_ref::<io::Error>()?.raw_os_error())
    {
        Some(code) => io::Error::from_raw_os_error(code),
        None => fault,
    }
}
