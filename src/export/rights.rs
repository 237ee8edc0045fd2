//! Whose the files are that are written.

/// What stands at the head of every file that others run or read as theirs.
pub(super) const RIGHTS: &str =
    "Written by isotask export. This file is its user's: no licence attaches to it.";
