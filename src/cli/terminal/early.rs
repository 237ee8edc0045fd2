//! Writes a certificate into its draft while the certificate is still being checked.

use crate::cli::terminal::draft::Draft;
use crate::cli::terminal::failure::Failure;
use crate::solve::TextTaker;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

/// Writes text that may yet be refused.
#[derive(Debug)]
pub(crate) struct EarlyWriter<'a> {
    name: &'a str,
    written: Mutex<Written<'a>>,
}

#[derive(Debug)]
struct Written<'a> {
    draft: &'a mut Draft,
    /// Whether everything so far could be written.
    in_full: bool,
    is_accepted: bool,
}

impl<'a> EarlyWriter<'a> {
    pub(crate) fn new(name: &'a str, draft: &'a mut Draft) -> Self {
        Self { name, written: Mutex::new(Written { draft, in_full: true, is_accepted: false }) }
    }

    /// Returns whether the draft holds the whole accepted text; otherwise the draft is emptied.
    pub(crate) fn end(self) -> Result<bool, Failure> {
        let written = self.written.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_whole = written.in_full && written.is_accepted;
        if !is_whole {
            written.draft.clear().map_err(|fault| Failure::io("cannot write", self.name, &fault))?;
        }
        Ok(is_whole)
    }

    fn with(&self, work: impl FnOnce(&mut Written<'_>)) {
        work(&mut self.written.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl TextTaker for EarlyWriter<'_> {
    fn take(&self, piece: &[u8]) {
        self.with(|written| written.in_full = written.in_full && written.draft.write_all(piece).is_ok());
    }

    fn accept(&self) {
        self.with(|written| written.is_accepted = true);
    }
}
