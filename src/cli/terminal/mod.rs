//! Files, streams, signals and exit codes.

pub(crate) mod demands;
pub(crate) mod document;
pub(crate) mod draft;
pub(crate) mod early;
pub(crate) mod edges;
pub(crate) mod failure;
pub(crate) mod input;
pub(crate) mod interrupt;
pub(crate) mod manner;
pub(crate) mod memory;
pub(crate) mod output;
pub(crate) mod plain;
pub(crate) mod progress;
pub(crate) mod run;
pub(crate) mod threads;
pub(crate) mod width;
