//! The notice of rights in exported files.

/// The notice at the head of every file that other programs run or read.
pub(super) const RIGHTS: &str =
    "Written by isotask export. This file is its user's: no licence attaches to it.";
