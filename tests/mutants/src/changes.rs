//! The list of changes that cargo-mutants makes, and which of them are tried.

use crate::{Call, Outcome};
use serde::Deserialize;
use std::path::Path;
use std::process::Command;

/// A place of a file: lines and columns of characters, from 1.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Span {
    pub start: Place,
    pub end: Place,
}

/// What is changed.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq)]
pub enum Genre {
    /// A function returns at once; the span is that of its statements.
    FnValue,
    /// The span is that of the operator.
    BinaryOperator,
    /// The operator, which is the span, is left out.
    UnaryOperator,
    /// An arm is left out.
    MatchArm,
    /// The condition of an arm, which is the span, becomes true or false.
    MatchArmGuard,
    /// A field beside `..base` is left out.
    StructField,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Function {
    /// The return type as it is written, with its arrow.
    pub return_type: String,
    pub span: Span,
}

/// A change of one place: the text of the span is replaced.
#[derive(Clone, Debug, Deserialize)]
pub struct Change {
    pub file: String,
    /// The file, the place, and the replacement.
    pub name: String,
    pub genre: Genre,
    pub replacement: String,
    pub span: Span,
    pub function: Option<Function>,
}

impl Change {
    /// The name without the place, by which it is found again when lines have moved.
    pub fn bare(name: &str) -> String {
        let mut parts = name.splitn(4, ':');
        let file = parts.next().unwrap_or_default();
        format!("{file}:{}", parts.nth(2).unwrap_or_default())
    }

    /// Where the span stands in the file, in bytes.
    pub fn range(&self, source: &str) -> std::ops::Range<usize> {
        offset(source, self.span.start)..offset(source, self.span.end)
    }

    /// The file with the change alone.
    pub fn alone(&self, source: &str) -> String {
        let mut text = source.to_owned();
        text.replace_range(self.range(source), &self.replacement);
        text
    }
}

/// The byte at which a place begins.
fn offset(source: &str, place: Place) -> usize {
    let line: usize = source.split_inclusive('\n').take(place.line - 1).map(str::len).sum();
    let column = source[line..].char_indices().nth(place.column - 1);
    column.map_or(source.len(), |(at, _)| line + at)
}

/// All changes of the package, in the order of cargo-mutants.
pub fn list(call: &Call, copy: &Path) -> Outcome<Vec<Change>> {
    let output = Command::new(call.build.join("bin/cargo-mutants"))
        .args(["mutants", "--list", "--json", "--package", &call.package, "--dir"])
        .arg(copy)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Returns the numbers of the requested changes: those of some files, and of these a sample at equal
/// distances.
pub fn selected(call: &Call, changes: &[Change]) -> Vec<usize> {
    let chosen = |change: &Change| {
        call.files.is_empty() || call.files.iter().any(|prefix| change.file.starts_with(prefix))
    };
    let all: Vec<usize> = (0..changes.len()).filter(|&number| chosen(&changes[number])).collect();
    let sample = call.sample.unwrap_or(all.len()).min(all.len());
    (0..sample).map(|index| all[index * all.len() / sample]).collect()
}
