//! Checks the architecture: a module imports only from the layers below it, files never import each other in
//! a cycle, and no file is too long to read. Cargo enforces this between packages, so the layers here are
//! those of `isotask`.
//!
//! Code behind `#[cfg(test)]` and files named `…tests.rs` may import from anywhere.

mod imports;
mod kinds;
mod names;
mod prose;

use imports::House;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The layers of `isotask`, the lowest first. `main` stands above `cli`, which it calls.
const FLOORS: [&[&str]; 10] = [
    &["graph", "guide"],
    &["linear", "model"],
    &["bound", "deadlock", "decompose", "grammar", "job_shop", "route", "tree"],
    &["delay", "orbit", "program", "sat"],
    &["certify"],
    &["solve"],
    &["claims", "draw", "export", "groups", "rate"],
    &["crosscheck"],
    &["cli"],
    &["main"],
];

/// Most lines of a file, and of the front page of the library.
const MAX_FILE_LINES: usize = 650;
const MAX_FRONT_PAGE_LINES: usize = 150;

/// What may stand beside entries that begin with a dot or with LICENSE.
const TOP: [&str; 8] =
    ["Cargo.toml", "Cargo.lock", "CITATION.cff", "README.md", "src", "models", "tests", "examples"];

/// All Rust files below a folder of the repository, with their paths in it and their text.
fn sources(folder: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).expect("a folder") {
            let entry = entry.expect("an entry of a folder").path();
            let name = entry.file_name().expect("a name").to_string_lossy().into_owned();
            let path = format!("{folder}/{name}");
            if entry.is_dir() {
                folders.push(path);
            } else if Path::new(&name).extension().is_some_and(|ending| ending == "rs") {
                files.insert(path, fs::read_to_string(entry).expect("a Rust file in UTF-8"));
            }
        }
    }
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn house() -> House {
    let sources = sources("src");
    let production = sources.iter().filter(|(path, _)| !path.contains("/tests/"));
    House::new(production.map(|(path, source)| (path.as_str(), source.as_str())))
}

/// Returns every import that the layers forbid.
fn violations(house: &House) -> Vec<String> {
    let room = |module: &str| Some(module.strip_prefix("isotask::")?.split("::").next()?.to_owned());
    let floor = |room: &String| FLOORS.iter().position(|rooms| rooms.contains(&room.as_str()));
    let rooms: BTreeSet<String> = house.modules().filter_map(room).collect();
    let homeless = rooms.iter().filter(|room| floor(room).is_none());
    let mut found: Vec<String> = homeless.map(|room| format!("`{room}` has no floor")).collect();
    for ((to, from), names) in &house.imports() {
        if let (Some(upper), Some(lower)) = (room(to), room(from))
            && upper != lower
            && floor(&upper) <= floor(&lower)
        {
            found.push(house.tell((to, from), names));
        }
    }
    found
}

#[test]
fn every_module_imports_only_from_the_layers_below_it() {
    let found = violations(&house());
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn no_files_import_each_other_in_a_cycle() {
    let found = house().circles();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn a_forbidden_import_is_found_however_it_is_written() {
    let forbidden = [
        "use crate::solve;\nfn f() { solve::run() }",
        "use crate::{wire::Network, solve::run};",
        "use super::solve::{self as upper, run as other};",
        "pub use super::solve::run;",
        "fn f() { super::solve::run() }",
        "fn f(outcome: &crate::solve::Outcome) {}",
        "fn f() { assert!(crate::solve::run()) }",
        "#[serde(with = \"crate::solve\")]\nstruct S(#[serde(with = \"crate::solve::run\")] u64);",
        "macro_rules! m { () => { $crate::solve::run() } }",
        "use crate::cli::run;",
        "fn f() { crate::handed_on() }",
        "#[cfg(test)]\nmod tests;\nuse crate::solve::run;",
    ];
    let house = |path, source| {
        let lib = ("src/lib.rs", "pub mod solve;\npub use solve::run as handed_on;");
        House::new([
            lib,
            ("src/solve/mod.rs", "pub use deep::run;"),
            ("src/solve/deep.rs", ""),
            ("src/cli.rs", "pub use crate::solve::run;"),
            (path, source),
        ])
    };
    for source in forbidden {
        assert_eq!(violations(&house("src/model.rs", source)).len(), 1, "{source}");
    }
    assert_eq!(violations(&house("src/nameless.rs", "")), ["`nameless` has no floor"]);
    let allowed = [
        "#[cfg(test)]\nmod tests { use crate::solve::run; }",
        "#[cfg(all(test, unix))]\nuse crate::solve::run;",
        "/// Unlike [`crate::solve::run`].\nconst A: &str = \"crate::solve::run\";",
        "use mycrate::solve::run;\nfn f() { run(); solve::run() }",
    ];
    for source in allowed {
        assert_eq!(violations(&house("src/model.rs", source)), Vec::<String>::new(), "{source}");
    }
    assert_eq!(violations(&house("src/model_tests.rs", "use crate::solve::run;")), Vec::<String>::new());
}

#[test]
fn an_import_cycle_through_a_re_export_is_found() {
    let of = |a, b, c| {
        let front = "pub mod a;\nmod b;\nmod c;\npub use b::second;\npub use self::c::third;";
        House::new([
            ("src/check/lib.rs", front),
            ("src/check/a.rs", a),
            ("src/check/b.rs", b),
            ("src/check/c.rs", c),
        ])
        .circles()
    };
    let first = "use crate::{a, second};";
    let circle = "a circle of 3 files:\n  \
        src/check/a.rs -> src/check/b.rs: second\n  \
        src/check/b.rs -> src/check/c.rs: third\n  \
        src/check/c.rs -> src/check/a.rs: first";
    assert_eq!(of(first, "use super::third;", "fn third() { crate::a::first() }"), [circle]);
    assert_eq!(
        of(first, "fn second() { crate::third() }", "use super::a;\nconst C: u64 = a::first;"),
        [circle]
    );
    assert_eq!(of(first, "use crate::a;\nfn second() {}", "fn third() {}"), Vec::<String>::new());
    let front = House::new([
        ("src/lib.rs", ""),
        ("src/model/mod.rs", "pub use child::f;\nfn g() { f() }"),
        ("src/model/child.rs", "use super::g;"),
    ]);
    assert_eq!(front.circles().len(), 1);
}

#[test]
fn no_file_is_too_long_to_read() {
    for (path, source) in ["src", "tests", "examples"].into_iter().flat_map(sources) {
        let most = if path == "src/lib.rs" { MAX_FRONT_PAGE_LINES } else { MAX_FILE_LINES };
        let lines = source.lines().count();
        assert!(lines <= most, "{path}: {lines} lines, expected at most {most}");
    }
}

/// Most Rust files in a folder of `src`, so that a reader sees all names at one glance.
const MAX_SIBLINGS: usize = 18;

#[test]
fn no_folder_has_too_many_files() {
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    let sources = sources("src");
    for path in sources.keys() {
        *folders.entry(path.rsplit_once('/').expect("a folder").0).or_default() += 1;
    }
    let full: Vec<_> = folders.into_iter().filter(|(_, files)| *files > MAX_SIBLINGS).collect();
    assert!(full.is_empty(), "more than {MAX_SIBLINGS} files in {full:?}: group them by what they are about");
}

/// Files outside the command line that name its options in what they write, and why.
const OPTIONS_NAMED: [(&str, &str); 13] = [
    ("src/check/main.rs", "the program isotask-check has options of its own"),
    ("src/check/refusal/rejection.rs", "who checks on a command line alone may raise the limit"),
    ("src/draw/picture/overview.rs", "a sheet has the same bytes whoever draws it"),
    ("src/export/coq/mod.rs", "the file says how it is written again"),
    ("src/export/mpi/source.rs", "the file says how it is written again"),
    ("src/export/plan/simgrid.rs", "the program that is written has an option of its own"),
    ("src/grammar/graph/fault.rs", "a refusal of a file names its cure"),
    ("src/grammar/graph/formats/foreign.rs", "a refusal of a file names its cure"),
    ("src/grammar/graph/gathered.rs", "what was guessed of a file names what says otherwise"),
    ("src/grammar/graph/node_words.rs", "what was guessed of a file names what says otherwise"),
    ("src/grammar/traffic/fault.rs", "a refusal of a file names its cure"),
    ("src/grammar/traffic/mod.rs", "a refusal of a file names its cure"),
    ("src/python/accepted.rs", "what Python has not is pointed to where it is"),
];

/// Whether a line of code, no comment, has an option of a command line in its words.
fn names_an_option(line: &str) -> bool {
    let code = line.trim_start();
    let is_option = |(place, _): (usize, &str)| {
        let before = code[..place].chars().next_back();
        let after = code[place + 2..].chars().next();
        before.is_none_or(|letter| " \"`(".contains(letter))
            && after.is_some_and(|letter| letter.is_ascii_lowercase())
    };
    !code.starts_with("//") && code.match_indices("--").any(is_option)
}

#[test]
fn texts_of_the_library_name_no_options_of_the_command() {
    assert!(names_an_option(r#"format!("{range}; --slots A..B chooses")"#));
    assert!(names_an_option(r#"    --slots A..B chooses fewer""#));
    assert!(!names_an_option("/// As `--slots` says."));
    assert!(!names_an_option(r#""a -- b", "<!--x-->""#));
    let of_others = |path: &str| {
        let is_test = path.contains("/tests/") || path.ends_with("tests.rs");
        !is_test && !path.starts_with("src/cli/")
    };
    let found: BTreeSet<String> = sources("src")
        .into_iter()
        .filter(|(path, source)| of_others(path) && source.lines().any(names_an_option))
        .map(|(path, _)| path)
        .collect();
    let known: BTreeSet<String> = OPTIONS_NAMED.iter().map(|(path, _)| (*path).to_owned()).collect();
    assert_eq!(found, known, "options of the command are named by the command alone, or with a reason");
}

/// Most names that the documentation shows, so that a reader can survey it.
const MAX_PUB_NAMES: usize = 125;

#[test]
fn the_library_shows_at_most_the_allowed_number_of_names() {
    let shown = names::shown(&sources("src"));
    for known in ["isotask/solve/solve", "isotask/wire/TaskDocument", "isotask/check/check_certificate"] {
        assert!(shown.contains(known), "{known} is shown");
    }
    let count =
        |room: &str| shown.iter().filter(|name| name.starts_with(&format!("isotask/{room}/"))).count();
    let rooms = ["bound", "check", "claims", "decompose", "export", "grammar", "model", "solve", "wire"];
    assert_eq!(rooms.map(count).iter().sum::<usize>(), shown.len(), "a room more: {shown:?}");
    let told = rooms.map(|room| format!("{room} {}", count(room))).join(", ");
    assert!(shown.len() <= MAX_PUB_NAMES, "{} names, expected at most {MAX_PUB_NAMES}: {told}", shown.len());
}

#[test]
fn hidden_names_are_not_counted() {
    let file = |path: &str, source: &str| (path.to_owned(), source.to_owned());
    let shown = names::shown(&BTreeMap::from([
        file(
            "src/lib.rs",
            "pub mod a;\n#[doc(hidden)]\npub mod b;\npub mod guide;\npub use isotask_wire as wire;",
        ),
        file(
            "src/a/mod.rs",
            "mod c;\npub use c::{D, e as f};\npub(crate) use c::G;\npub fn h() {}\nfn i() {}",
        ),
        file("src/b/mod.rs", "pub fn j() {}"),
        file("src/guide/mod.rs", "pub mod words {}"),
        file("src/wire/lib.rs", "pub enum K {}\n#[doc(hidden)]\npub use l::M;"),
    ]));
    assert_eq!(
        shown.iter().map(String::as_str).collect::<Vec<_>>(),
        ["isotask/a/D", "isotask/a/f", "isotask/a/h", "isotask/wire/K"]
    );
}

/// Returns the lines of comments that are wider than the given number of letters, except code and tables.
fn wide_comments(source: &str, most: usize) -> Vec<usize> {
    let (mut wide, mut in_code) = (Vec::new(), false);
    for (number, line) in (1..).zip(source.lines()) {
        let Some(text) = line.trim_start().strip_prefix("//") else {
            in_code = false;
            continue;
        };
        let text = text.trim_start_matches(['/', '!']).trim_start();
        in_code ^= text.starts_with("```");
        if !in_code && !text.starts_with('|') && line.chars().count() > most {
            wide.push(number);
        }
    }
    wide
}

#[test]
fn comments_are_no_wider_than_code() {
    let options = fs::read_to_string(root().join(".rustfmt.toml")).expect("the options of rustfmt");
    let width = options.lines().find_map(|line| line.strip_prefix("max_width = ")).expect("a width");
    let width: usize = width.parse().expect("a number");
    assert_eq!(wide_comments("/// four letters\n//\ncode(\"is left to rustfmt\");\n", 12), [1]);
    assert_eq!(wide_comments("/// ```\n/// let code = 1;\n/// ```\n/// | a | table |\n", 8), [0; 0]);
    for (path, source) in sources("src") {
        let wide = wide_comments(&source, width);
        assert!(wide.is_empty(), "{path}: comments of more than {width} letters in lines {wide:?}");
    }
}

/// The packages of a lock file with their versions.
fn locked(file: &str) -> BTreeSet<(String, String)> {
    let text = fs::read_to_string(root().join(file)).expect("a lock file");
    let lines: Vec<&str> = text.lines().collect();
    let value = |line: &str, key: &str| Some(line.strip_prefix(key)?.trim_matches('"').to_owned());
    let package = |lines: &[&str]| Some((value(lines[0], "name = ")?, value(lines[1], "version = ")?));
    lines.windows(2).filter_map(package).collect()
}

/// Else HiGHS would be compiled once more for Python.
#[test]
fn the_package_for_python_stands_on_the_same_versions() {
    let (top, python) = (locked("Cargo.lock"), locked("src/python/Cargo.lock"));
    assert!(python.iter().any(|(name, _)| name == "highs-sys"), "a lock file is read");
    let names: BTreeSet<&String> = top.iter().map(|(name, _)| name).collect();
    let other: Vec<_> = python.difference(&top).filter(|(name, _)| names.contains(name)).collect();
    assert!(other.is_empty(), "src/python/Cargo.lock has versions of its own: {other:?}");
}

/// Returns the packages that a manifest names, except our own.
fn asked_for(manifest: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(manifest)).expect("a manifest");
    let mut inside = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        if let Some(section) = line.strip_prefix('[') {
            inside = section.trim_end_matches(']').ends_with("dependencies");
        } else if let Some((name, _)) = line.split_once(['=', '.'])
            && inside
            && !line.starts_with('#')
        {
            found.insert(name.trim().to_owned());
        }
    }
    found.into_iter().filter(|name| !name.starts_with("isotask")).collect()
}

#[test]
fn the_guide_says_of_every_dependency_what_it_is_for() {
    let manifests =
        ["", "src/check/", "src/wire/", "src/python/", "tests/benches/", "tests/fuzz/", "tests/mutants/"];
    let asked: BTreeSet<String> =
        manifests.iter().flat_map(|folder| asked_for(&format!("{folder}Cargo.toml"))).collect();
    assert!(asked.contains("serde_json") && asked.contains("pyo3"), "{asked:?}");
    let guide = fs::read_to_string(root().join("src/guide/testing.md")).expect("a page of the guide");
    let rows = guide.split_once("| dependency | for what |").expect("the table").1;
    let named = rows
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
        .map(|(name, _)| name.to_owned());
    assert_eq!(named.collect::<BTreeSet<_>>(), asked);
}

#[test]
fn the_top_level_holds_only_the_listed_entries() {
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
