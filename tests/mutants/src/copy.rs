//! The copy of the last commit that is changed, and its compilation.

use crate::changes::Change;
use crate::programs::Package;
use crate::{Call, Outcome, weave};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Copy {
    pub folder: PathBuf,
    target: PathBuf,
}

/// Sources by their paths.
type Sources = BTreeMap<String, String>;

/// A part of what was compiled: tests inside the library, or a program of tests.
pub struct Program {
    pub name: String,
    pub file: PathBuf,
    pub folder: PathBuf,
}

impl Copy {
    /// Takes the last commit of the repository.
    pub fn of(call: &Call) -> Outcome<Self> {
        let copy = Self { folder: call.build.join("copy"), target: call.build.join("target") };
        let repository = std::env::current_dir()?;
        if !copy.folder.exists() {
            done(Command::new("git").args(["clone", "-q", "."]).arg(&copy.folder))?;
        }
        done(copy.git().args(["fetch", "-q"]).arg(repository).arg("HEAD"))?;
        done(copy.git().args(["checkout", "-q", "--force", "--detach", "FETCH_HEAD"]))?;
        Ok(copy)
    }

    fn git(&self) -> Command {
        let mut git = Command::new("git");
        git.arg("-C").arg(&self.folder);
        git
    }

    /// Takes all changes back.
    pub fn restore(&self) -> Outcome<()> {
        done(self.git().args(["checkout", "-q", "--force"]))
    }

    /// Returns the digest of each file.
    pub fn digests(&self) -> Outcome<BTreeMap<String, String>> {
        let output = self.git().args(["ls-files", "-s"]).output()?;
        let text = String::from_utf8(output.stdout)?;
        // Mode, digest, stage, and after a tab the path.
        let line = |line: &str| {
            let (head, path) = line.split_once('\t')?;
            Some((path.to_owned(), head.split(' ').nth(1)?.to_owned()))
        };
        Ok(text.lines().filter_map(line).collect())
    }

    pub fn read(&self, file: &str) -> Outcome<String> {
        Ok(fs::read_to_string(self.folder.join(file))?)
    }

    pub fn write(&self, file: &str, text: &str) -> Outcome<()> {
        Ok(fs::write(self.folder.join(file), text)?)
    }

    /// Weaves these changes into the sources; returns those that the compiler rejects, which it leaves out.
    pub fn weave(
        &self,
        package: &Package,
        changes: &[Change],
        numbers: &[usize],
    ) -> Outcome<BTreeSet<usize>> {
        self.restore()?;
        let wire = self.read("src/wire/lib.rs")?;
        let mut sources = Sources::new();
        for &number in numbers {
            let file = &changes[number].file;
            if !sources.contains_key(file) {
                sources.insert(file.clone(), self.read(file)?);
            }
        }
        // A function that returns `impl Iterator` has one type, so a change of its result does not compile
        // beside it.
        let opaque = |change: &Change| {
            change.function.as_ref().is_some_and(|function| function.return_type.contains("impl "))
                && change.genre == crate::changes::Genre::FnValue
        };
        let mut left: BTreeSet<usize> = numbers.iter().copied().filter(|&n| opaque(&changes[n])).collect();
        loop {
            let rest: Vec<usize> = numbers.iter().copied().filter(|number| !left.contains(number)).collect();
            let woven = woven(&sources, changes, &rest)?;
            self.write("src/wire/lib.rs", &wire)?;
            for (file, text) in &woven {
                self.write(file, text)?;
            }
            let text = self.read("src/wire/lib.rs")?;
            self.write("src/wire/lib.rs", &(text + include_str!("chosen.rs")))?;
            let errors = self.errors(package)?;
            if errors.is_empty() {
                // Also those for which there was no place.
                let inside =
                    |number: &usize| woven[&changes[*number].file].contains(&format!("/*{}*/", number + 1));
                left.extend(rest.into_iter().filter(|number| !inside(number)));
                return Ok(left);
            }
            let blamed: BTreeSet<usize> =
                errors.iter().flat_map(|error| blamed(error, &woven, changes, &rest)).collect();
            eprintln!("{} errors, {} changes left out", errors.len(), blamed.len());
            if blamed.is_empty() {
                return Err(errors[0]["rendered"].to_string().into());
            }
            left.extend(blamed);
        }
    }

    /// Whether the sources compile as they stand.
    pub fn compiles(&self, package: &Package) -> Outcome<bool> {
        Ok(self.errors(package)?.is_empty())
    }

    /// The errors of the compiler on what is not a test.
    fn errors(&self, package: &Package) -> Outcome<Vec<Value>> {
        let output = self.cargo(package, "check").args(["--lib", "--bins"]).stderr(Stdio::null()).output()?;
        let messages = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let mut errors = Vec::new();
        for message in messages {
            let message: Value = serde_json::from_slice(message)?;
            if message["reason"] == "compiler-message" && message["message"]["level"] == "error" {
                errors.push(message["message"].clone());
            }
        }
        if errors.is_empty() && !output.status.success() {
            return Err("cargo ended without a message".into());
        }
        Ok(errors)
    }

    fn cargo(&self, package: &Package, command: &str) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(&self.folder).env("CARGO_TARGET_DIR", &self.target).env("CARGO_INCREMENTAL", "1");
        cargo.args([command, "--locked", "--message-format=json"]).args(package.features);
        for name in package.packages {
            cargo.args(["--package", name]);
        }
        cargo
    }

    /// Compiles the programs of tests.
    pub fn programs(&self, package: &Package) -> Outcome<Vec<Program>> {
        let mut cargo = self.cargo(package, "test");
        let output = cargo.args(["--no-run", "--tests"]).stderr(Stdio::null()).output()?;
        if !output.status.success() {
            return Err("the tests do not compile".into());
        }
        let mut programs = Vec::new();
        for message in output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            let message: Value = serde_json::from_slice(message)?;
            if let (Some(file), Some(name), Some(manifest)) = (
                message["executable"].as_str(),
                message["target"]["name"].as_str(),
                message["manifest_path"].as_str(),
            ) && message["profile"]["test"] == true
                && package.programs.contains(&name)
            {
                let folder = Path::new(manifest).parent().unwrap_or(Path::new("")).to_owned();
                programs.push(Program { name: name.into(), file: file.into(), folder });
            }
        }
        Ok(programs)
    }
}

/// The files with the changes of these numbers; inside texts they count from one.
fn woven(sources: &Sources, changes: &[Change], numbers: &[usize]) -> Outcome<Sources> {
    let mut woven = Sources::new();
    for (file, source) in sources {
        let here: Vec<(usize, &Change)> = numbers
            .iter()
            .filter(|&&number| changes[number].file == *file)
            .map(|&number| (number + 1, &changes[number]))
            .collect();
        woven.insert(file.clone(), weave::weave(source, &here)?);
    }
    Ok(woven)
}

/// The changes that an error is about: in whose text it stands, else those of arms in its function, which
/// then does not treat all cases, else all of its function.
fn blamed(error: &Value, woven: &Sources, changes: &[Change], numbers: &[usize]) -> BTreeSet<usize> {
    let spans = error["spans"].as_array().map_or(&[][..], Vec::as_slice);
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let inside = |span: &Value| {
        let text = woven.get(span["file_name"].as_str()?)?;
        Some(weave::whose(text, number(&span["byte_start"])?)? - 1)
    };
    let (first, other): (Vec<_>, Vec<_>) = spans.iter().partition(|span| span["is_primary"] == true);
    for spans in [first, other] {
        let found: BTreeSet<usize> = spans.into_iter().filter_map(inside).collect();
        if !found.is_empty() {
            return found;
        }
    }
    let around = |change: &Change| {
        spans.iter().any(|span| {
            let line = number(&span["line_start"]).unwrap_or(0);
            let lines =
                change.function.as_ref().map(|function| function.span.start.line..=function.span.end.line);
            span["file_name"] == change.file.as_str() && lines.is_some_and(|lines| lines.contains(&line))
        })
    };
    let all: BTreeSet<usize> = numbers.iter().copied().filter(|&number| around(&changes[number])).collect();
    let arm = |number: &usize| changes[*number].genre == crate::changes::Genre::MatchArm;
    let arms: BTreeSet<usize> = all.iter().copied().filter(arm).collect();
    if arms.is_empty() { all } else { arms }
}

fn done(command: &mut Command) -> Outcome<()> {
    if command.status()?.success() { Ok(()) } else { Err(format!("{command:?} failed").into()) }
}
