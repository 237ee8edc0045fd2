//! Runs what README.md prints.

#![cfg(feature = "cli")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const README: &str = include_str!("../README.md");

/// A fenced block: its info string and its lines, each with a line break.
struct Block {
    info: &'static str,
    text: String,
}

fn blocks(from: &str) -> Vec<Block> {
    let start = README.find(from).expect("README.md has the passage");
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in README[start..].lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) => open = Some(Block { info, text: String::new() }),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    blocks
}

fn isotask(words: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_isotask"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the command prints UTF-8")
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_first_command_prints_the_first_result() {
    let blocks = blocks("<!-- ci: first command -->");
    let command = blocks[0].text.trim();
    let (setup, words) = command.split_once(" -- ").expect("arguments after --");
    assert_eq!(setup, "bash .ci/setup && cargo run --release --quiet");
    let words: Vec<&str> = words.split(' ').collect();
    let output = isotask(&words, here());
    assert_eq!(blocks[1].info, "text");
    assert_eq!(text(&output.stdout).trim_end(), blocks[1].text.trim_end());
    assert!(output.status.success());
}

#[test]
fn the_picture_is_what_show_draws() {
    let command = "isotask show ";
    let at = README.find(command).expect("README.md shows a task");
    let file = README[at + command.len()..].split('`').next().expect("a file");
    let output = isotask(&["show", file], here());
    let picture = &blocks("## What it does, in a picture")[0].text;
    assert!(text(&output.stdout).contains(picture), "expected\n{}", text(&output.stdout));
}

#[test]
fn the_commands_of_a_session_succeed_one_after_the_other() {
    let folder = tempfile::tempdir().expect("a folder");
    // A session with a command of the feature `ilp` needs it as a whole.
    let possible = |text: &str| {
        cfg!(feature = "ilp") || !["--pareto", "--method ilp"].iter().any(|word| text.contains(word))
    };
    let sessions =
        blocks("## Commands").into_iter().filter(|block| block.info == "console" && possible(&block.text));
    let lines: Vec<String> =
        sessions.flat_map(|block| block.text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let mut run = 0;
    for line in lines {
        let words = line.strip_prefix("$ isotask ").expect("a command");
        let words: Vec<&str> = words.split(' ').collect();
        let output = isotask(&words, folder.path());
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        run += 1;
    }
    assert!(run >= 6, "sessions of several commands");
}

/// Runs the commands of the first session after a passage, and compares what the last prints with the block that follows.
fn require_printed(passage: &str) {
    let blocks = blocks(passage);
    let folder = tempfile::tempdir().expect("a folder");
    let mut printed = String::new();
    for line in blocks[0].text.lines() {
        let words = line.strip_prefix("$ isotask ").expect("a command");
        let output = isotask(&words.split(' ').collect::<Vec<_>>(), folder.path());
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        printed = text(&output.stdout);
    }
    assert_eq!(blocks[1].info, "text");
    assert_eq!(printed.trim_end(), blocks[1].text.trim_end());
}

#[cfg(feature = "ilp")]
#[test]
fn the_front_is_what_solve_prints() {
    require_printed("`solve --pareto` lists");
}

#[test]
fn the_result_on_the_circulant_is_what_solve_prints() {
    require_printed("Circulants meet the bound more often");
}

#[test]
fn the_cycle_of_the_ring_is_what_channels_prints() {
    let command = "isotask channels ring 5";
    let printed = &blocks(&format!("`{command}` says"))[0];
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let output = isotask(&words, here());
    assert_eq!((printed.info, output.status.code()), ("text", Some(1)));
    assert_eq!(text(&output.stdout).trim_end(), printed.text.trim_end());
}

#[test]
fn the_multinode_broadcast_is_what_solve_prints() {
    require_printed("Every result claims completion time and transmissions");
}

/// The table of total exchange with all ports says what the library's documentation says, whose rows are solved in another test.
#[test]
fn the_table_of_cayley_graphs_is_that_of_the_documentation() {
    let documentation = include_str!("../src/shop/mod.rs");
    let numbers = |line: &str| -> Vec<u64> {
        let cells = line.split('|').skip(1).take(2).collect::<Vec<_>>().concat();
        cells.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    let of = |text: &str, family: &str| -> Vec<u64> {
        let rows = text.lines().map(|line| line.trim_start_matches("//! "));
        let rows = rows.filter(|line| line.starts_with('|') && line.contains(family));
        let mut all: Vec<u64> = rows.flat_map(numbers).collect();
        all.sort_unstable();
        all
    };
    for family in [
        "star graph of",
        "pancake graph of",
        "bubble-sort graph",
        "cube-connected cycles of",
        "wrapped butterfly",
    ] {
        let found = of(README, family);
        assert!(!found.is_empty());
        assert_eq!(found, of(documentation, family), "{family}");
    }
}

#[test]
fn the_tasks_that_the_table_writes_are_tasks() {
    let mut run = 0;
    for span in README.split('`').filter(|span| span.starts_with("new ") && !span.contains('\n')) {
        let words: Vec<&str> = span.split(' ').collect();
        let output = isotask(&words, here());
        assert!(output.status.success(), "{span}: {}", text(&output.stderr));
        run += 1;
    }
    assert!(run >= 2, "the table names several tasks");
}

#[test]
fn the_task_file_is_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = blocks("A task file is small").into_iter().find(|block| block.info == "json");
    let file = folder.path().join("task.json");
    fs::write(&file, json.expect("README.md shows a task file").text).expect("the file is written");
    let output = isotask(&["solve", "task.json"], folder.path());
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn the_test_command_sets_up_and_tests() {
    let block = &blocks("<!-- ci: test command -->")[0];
    assert_eq!((block.info, block.text.trim()), ("sh", "bash .ci/setup && cargo test"));
    assert!(here().join(".ci/setup").is_file());
}

/// The table of claims counts the verdicts that `models/claims` keeps, which another test judges again.
#[test]
fn the_table_of_claims_counts_the_verdicts_of_the_record() {
    let mut files = 0;
    for entry in fs::read_dir(here().join("models/claims")).expect("the record") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let record: serde_json::Value =
            serde_json::from_slice(&fs::read(&path).expect("a file")).expect("a document");
        let claims = record["literature"].as_array().expect("claims");
        let count = |verdict: &str| claims.iter().filter(|claim| claim["verdict"] == verdict).count();
        let source = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let verdicts = ["confirmed", "narrower", "refuted", "open"].map(|verdict| count(verdict).to_string());
        assert_eq!(
            ["confirmed", "narrower", "refuted", "open"].map(count).iter().sum::<usize>(),
            claims.len()
        );
        let end = format!("| {} | {} |", claims.len(), verdicts.join(" | "));
        let is_row = |line: &&str| line.starts_with(&format!("| {source} |"));
        let row =
            README.lines().find(is_row).unwrap_or_else(|| unreachable!("README.md has no row for {source}"));
        assert!(row.ends_with(&end), "{row} should end with {end}");
        files += 1;
    }
    assert!(files >= 4, "{files} sources");
}

#[test]
fn the_schedule_of_demands_is_what_solve_prints() {
    require_printed("nodes 0 … n − 1 for any n");
}

#[test]
fn the_claims_about_rings_are_what_claims_prints() {
    require_printed("the list says what fails where");
}
