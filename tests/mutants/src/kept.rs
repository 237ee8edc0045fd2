//! Stores the verdict of every change in the build folder, and the survivors beside this tool.

use crate::changes::Change;
use crate::trial::Verdict;
use crate::{Call, Outcome};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

/// The verdicts so far, a line each: the digest of the changed file, the verdict, the name of the change.
/// With another digest a change is tried again, and so is one that was missed, for there may be a new test.
pub struct Kept {
    digests: BTreeMap<String, String>,
    found: BTreeMap<String, String>,
    file: Mutex<File>,
}

impl Kept {
    pub fn read(call: &Call, digests: BTreeMap<String, String>) -> Outcome<Self> {
        let path = call.build.join(format!("{}.verdicts", call.package));
        let file = OpenOptions::new().create(true).append(true).open(&path)?;
        let mut found = BTreeMap::new();
        for line in fs::read_to_string(&path)?.lines() {
            let mut fields = line.splitn(3, '\t');
            if let (Some(digest), Some(verdict), Some(name)) = (fields.next(), fields.next(), fields.next()) {
                let file = name.split(':').next().unwrap_or_default();
                if digests.get(file).is_some_and(|now| now == digest) {
                    found.insert(name.to_owned(), verdict.to_owned());
                }
            }
        }
        Ok(Self { digests, found, file: Mutex::new(file) })
    }

    /// The word of the verdict of a change.
    pub fn of(&self, change: &Change) -> Option<&str> {
        self.found.get(&change.name).map(String::as_str)
    }

    pub fn tell(&self, change: &Change, word: &str) -> Outcome<()> {
        let digest = self.digests.get(&change.file).ok_or("a file of the last commit")?;
        let line = format!("{digest}\t{word}\t{}\n", change.name);
        Ok(self.file.lock().expect("no worker panics").write_all(line.as_bytes())?)
    }
}

/// No test has noticed the change.
pub const MISSED: &str = "missed";

/// No quick test has noticed it.
pub const LEFT: &str = "left";

/// The word that is kept.
pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Caught => "caught",
        Verdict::Late => "late",
        Verdict::Missed => MISSED,
    }
}

/// The list of survivors, each with a comment.
pub struct Survivors {
    path: PathBuf,
    lines: Vec<(String, String)>,
}

/// The comment of a survivor that has not been reviewed.
const OPEN_COMMENT: &str = "open";

impl Survivors {
    pub fn read(call: &Call) -> Outcome<Self> {
        let path = PathBuf::from(format!("tests/mutants/{}.missed", call.package));
        let text = if path.exists() { fs::read_to_string(&path)? } else { String::new() };
        let line = |line: &str| line.split_once('\t').map(|(name, why)| (name.to_owned(), why.to_owned()));
        Ok(Self { path, lines: text.lines().filter_map(line).collect() })
    }

    /// Rewrites the list: the survivors of the last verdicts, with their comments even if lines have moved
    /// since, and those that were not tried. Returns how many are open.
    pub fn write(mut self, changes: &[Change], kept: &Kept) -> Outcome<usize> {
        let names: BTreeSet<&str> = changes.iter().map(|change| change.name.as_str()).collect();
        let mut text = String::new();
        let mut open = 0;
        for change in changes {
            let verdict = kept.of(change);
            if !matches!(verdict, None | Some(MISSED | LEFT)) {
                continue;
            }
            let why = match self.said(&change.name, &names) {
                Some(why) => why,
                None if verdict == Some(MISSED) => OPEN_COMMENT.to_owned(),
                None => continue,
            };
            open += usize::from(why == OPEN_COMMENT);
            text += &format!("{}\t{why}\n", change.name);
        }
        fs::write(&self.path, text)?;
        Ok(open)
    }

    /// Returns the comment of this change, or else of the first vanished change that differs only in its
    /// place.
    fn said(&mut self, name: &str, names: &BTreeSet<&str>) -> Option<String> {
        let moved = |line: &(String, String)| {
            Change::bare(&line.0) == Change::bare(name) && !names.contains(line.0.as_str())
        };
        let exact = self.lines.iter().position(|line| line.0 == name);
        let at = exact.or_else(|| self.lines.iter().position(moved))?;
        Some(self.lines.remove(at).1)
    }
}
