//! Holds the floors of the design against the code: a module imports only from the floors below it.
//! Test code (files named `…tests.rs` and modules behind `#[cfg(test)]`) may look anywhere.

use std::fs;
use std::path::{Path, PathBuf};

/// The floors, from the ground up. `main` stands above `cli`, which it calls.
/// `wire` and `check` are crates of their own, so Cargo says what they import.
const FLOORS: [&[&str]; 9] = [
    &["wire", "check"],
    &["linear", "model"],
    &["bound", "route", "decompose", "tree", "shop"],
    &["delay", "program"],
    &["certify"],
    &["solve"],
    &["claims", "export"],
    &["cli"],
    &["main"],
];

/// Lines of the longest file, and of the front page of the library.
const LONGEST_FILE: usize = 650;
const LONGEST_LIB: usize = 150;

/// What may stand beside entries that begin with a dot or with LICENSE.
const TOP: [&str; 7] = ["Cargo.toml", "Cargo.lock", "README.md", "src", "models", "tests", "examples"];

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|modules| modules.contains(&module))
}

/// The source without comments, strings and characters; what is left out becomes a blank.
fn code_only(source: &str) -> String {
    let letters: Vec<char> = source.chars().collect();
    let at = |i: usize| letters.get(i).copied().unwrap_or('\0');
    let mut code = String::new();
    let mut i = 0;
    while i < letters.len() {
        let start = i;
        if at(i) == '/' && at(i + 1) == '/' {
            while i < letters.len() && at(i) != '\n' {
                i += 1;
            }
        } else if at(i) == '/' && at(i + 1) == '*' {
            let mut depth = 0;
            loop {
                match (at(i), at(i + 1)) {
                    ('/', '*') => (depth, i) = (depth + 1, i + 2),
                    ('*', '/') => (depth, i) = (depth - 1, i + 2),
                    _ => i += 1,
                }
                if depth == 0 || i >= letters.len() {
                    break;
                }
            }
        } else if at(i) == 'r' && (at(i + 1) == '"' || (at(i + 1) == '#' && "#\"".contains(at(i + 2)))) {
            let hashes = letters[i + 1..].iter().take_while(|&&c| c == '#').count();
            let end: String = format!("\"{}", "#".repeat(hashes));
            i += hashes + 2;
            while i < letters.len() && !letters[i..].iter().copied().take(hashes + 1).eq(end.chars()) {
                i += 1;
            }
            i += hashes + 1;
        } else if at(i) == '"' {
            i += 1;
            while i < letters.len() && at(i) != '"' {
                i += if at(i) == '\\' { 2 } else { 1 };
            }
            i += 1;
        } else if at(i) == '\'' && (at(i + 1) == '\\' || at(i + 2) == '\'') {
            i += if at(i + 1) == '\\' { 3 } else { 2 };
            while i < letters.len() && at(i) != '\'' {
                i += 1;
            }
            i += 1;
        }
        if i == start {
            code.push(at(i));
            i += 1;
        } else {
            code.push(' ');
            code.extend(letters[start..i.min(letters.len())].iter().filter(|&&c| c == '\n'));
        }
    }
    code
}

/// Code without the items that `#[cfg(test)]` stands before.
fn without_tests(code: &str) -> String {
    let mut kept = String::new();
    let mut rest = code;
    while let Some((before, after)) = rest.split_once("#[cfg(test)]") {
        kept.push_str(before);
        let mut depth = 0_usize;
        let end = after.char_indices().find_map(|(i, letter)| {
            match letter {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            (depth == 0 && matches!(letter, '}' | ';')).then_some(i + 1)
        });
        rest = end.map_or("", |end| &after[end..]);
    }
    kept + rest
}

/// The first names of what follows `crate::`: one, or several between braces.
fn first_names(path: &str) -> Vec<String> {
    let path = path.trim_start();
    let name = |text: &str| -> String {
        let text = text.trim_start();
        text.chars().take_while(|c| c.is_alphanumeric() || "_*".contains(*c)).collect()
    };
    let Some(group) = path.strip_prefix('{') else {
        return vec![name(path)];
    };
    let mut names = vec![name(group)];
    let mut depth = 1_usize;
    for (i, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(name(&group[i + 1..])),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The modules that a file names, through `crate::`, `isotask::` or enough `super::` to leave its own.
fn imports(module_depth: usize, source: &str) -> Vec<String> {
    let code = without_tests(&code_only(source));
    let code: String = code.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ::", "::");
    let code = code.replace(":: ", "::");
    let mut found = Vec::new();
    for root in ["crate::", "isotask::", "super::"] {
        for (i, _) in code.match_indices(root) {
            let before = &code[..i];
            if before.ends_with(|c: char| c.is_alphanumeric() || c == '_') || before.ends_with("super::") {
                continue;
            }
            let mut rest = &code[i + root.len()..];
            if root == "super::" {
                let mut ups = 1;
                while let Some(further) = rest.strip_prefix("super::") {
                    (ups, rest) = (ups + 1, further);
                }
                if ups < module_depth {
                    continue;
                }
            }
            found.extend(first_names(rest));
        }
    }
    found
}

/// Every import of a file that the floors forbid. `path` is relative to `src`, with slashes.
fn violations(path: &str, source: &str) -> Vec<String> {
    let parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    let module = parts[0];
    if module == "lib" || parts.last().is_some_and(|file| file.ends_with("tests")) {
        return Vec::new();
    }
    let depth = parts.len() - usize::from(parts.last() == Some(&"mod"));
    let used = imports(depth, source);
    let used = used.iter().map(String::as_str);
    let Some(own) = floor(module) else {
        return vec![format!("src/{path}: the module `{module}` has no floor")];
    };
    used.filter(|used| *used != module)
        .filter_map(|used| match floor(used) {
            Some(other) if other < own => None,
            Some(other) => Some(format!(
                "src/{path}: `{module}` (floor {own}) uses `{used}` (floor {other}), expected a floor below"
            )),
            None => Some(format!("src/{path}: `{module}` uses `{used}`, which has no floor")),
        })
        .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files below a folder of the repository; none if there is no such folder.
fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let path = entry.expect("an entry of a folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a Rust file in UTF-8")
}

#[test]
fn every_module_imports_only_from_the_floors_below_it() {
    let src = root().join("src");
    let mut found = Vec::new();
    for file in rust_files("src") {
        let path = file.strip_prefix(&src).expect("a file below src");
        if path.starts_with("wire") || path.starts_with("check") {
            continue;
        }
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        found.extend(violations(&parts.join("/"), &read(&file)));
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn a_forbidden_import_is_found_however_it_is_written() {
    let forbidden = [
        ("linear/mod.rs", "use crate::model::Network;"),
        ("linear/mod.rs", "use super::model::Network;"),
        ("linear/replay.rs", "fn f() { super::super::model::f(); }"),
        ("linear/a/b.rs", "use super::super::super::{wire::Move, model};"),
        ("linear/replay.rs", "use crate::{wire::{Move, Route}, model::Network};"),
        ("linear/replay.rs", "use crate::{\n    wire,\n    model,\n};"),
        ("linear/replay.rs", "use crate :: model;"),
        ("linear/replay.rs", "use crate::*;"),
        ("linear/replay.rs", "macro_rules! m { () => { $crate::model::f() } }"),
        ("linear.rs", "use crate::model;"),
        ("model/mod.rs", "use crate::solve;"),
        ("model/mod.rs", "#[cfg(test)]\nmod tests { use crate::solve; }\nuse crate::solve;"),
        ("model/mod.rs", "#[cfg(test)]\nmod tests;\nuse crate::solve;"),
        ("model/mod.rs", "const QUOTE: char = '\"'; use crate::solve; const OTHER: char = '\"';"),
        ("bound/mod.rs", "use crate::route;"),
        ("linear/task.rs", "use crate::cli::Options;"),
        ("linear/task.rs", "use crate::Outcome;"),
        ("cli/mod.rs", "fn f() { crate::main::g() }"),
        ("nameless/mod.rs", ""),
    ];
    for (path, source) in forbidden {
        assert_eq!(violations(path, source).len(), 1, "{path}: {source}");
    }
}

#[test]
fn an_allowed_import_is_not_reported() {
    let allowed = [
        ("lib.rs", "pub use crate::solve::Outcome;"),
        ("linear/mod.rs", "use crate::wire::{Move, Route};"),
        ("linear/replay.rs", "use super::model; use crate::linear::network;"),
        ("linear/replay.rs", "// use crate::model;\n/* crate::model /* nested */ crate::model */"),
        ("linear/replay.rs", "/// Unlike [`crate::model`].\nfn f<'a>(x: &'a str) {}"),
        (
            "linear/replay.rs",
            r##"const A: &str = "crate::model \" crate::model"; const B: &str = r#"crate::model"#;"##,
        ),
        ("linear/replay.rs", "#[cfg(test)]\nmod tests { use crate::model; fn f() { if true {} } }"),
        ("linear/replay_tests.rs", "use crate::model::Network;"),
        ("linear/replay.rs", "use mycrate::model; pub(crate) fn f() {}"),
        ("solve/mod.rs", "use crate::{certify, program, decompose::{euler, peel}, wire};"),
        ("main.rs", "fn main() { isotask::cli::run() }"),
    ];
    for (path, source) in allowed {
        assert_eq!(violations(path, source), Vec::<String>::new(), "{path}: {source}");
    }
}

#[test]
fn no_file_is_too_long_to_read() {
    for folder in ["src", "tests", "examples"] {
        for file in rust_files(folder) {
            let lines = read(&file).lines().count();
            let most = if file.ends_with("src/lib.rs") { LONGEST_LIB } else { LONGEST_FILE };
            assert!(lines <= most, "{}: {lines} lines, expected at most {most}", file.display());
        }
    }
}

#[test]
fn the_top_level_holds_nothing_else() {
    for entry in fs::read_dir(root()).expect("the folder of the package") {
        let name = entry.expect("an entry of a folder").file_name();
        let name = name.to_string_lossy();
        // What is built is not part of the repository.
        let known = TOP.contains(&&*name) || name == "target";
        assert!(
            known || name.starts_with('.') || name.starts_with("LICENSE-"),
            "{name} stands at the top level, expected only {}, LICENSE-* and dot entries",
            TOP.join(", ")
        );
    }
}
