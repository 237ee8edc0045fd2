//! Runs the commands that README.md and the guide print.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A fenced block: its info string and its text.
struct Block {
    info: String,
    text: String,
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(here().join(path)).expect("a text of the repository")
}

/// README.md and the pages of the guide.
fn pages() -> Vec<PathBuf> {
    let guide = fs::read_dir(here().join("src/guide")).expect("the guide");
    let mut pages: Vec<PathBuf> = guide.map(|entry| entry.expect("a page").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    pages.insert(0, here().join("README.md"));
    pages
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) => open = Some(Block { info: info.to_owned(), text: String::new() }),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.text.extend([line, "\n"]);
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

fn isotask(words: &str, folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_isotask"))
        .args(in_quotes(words))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command starts")
}

/// Divides words at blanks, as a shell does: not within single quotes.
fn in_quotes(words: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut is_quoted = false;
    for letter in words.chars() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => found.push(String::new()),
            _ => found.last_mut().expect("a word").push(letter),
        }
    }
    found
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the command prints UTF-8")
}

/// Runs a line `$ isotask WORDS`, which ends with exit code 0 or with that in a comment behind it.
fn run(line: &str, folder: &Path) -> String {
    let (line, code) = line.split_once(" # exit code ").unwrap_or((line, "0"));
    let words = line.strip_prefix("$ isotask ").expect("a command");
    let output = isotask(words, folder);
    let code = code.parse().expect("an exit code");
    assert_eq!(output.status.code(), Some(code), "{line}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// A session with a command of a feature needs it as a whole.
fn is_possible(session: &Block) -> bool {
    let says = |words: &[&str]| words.iter().any(|word| session.text.contains(word));
    let claims = cfg!(feature = "claims") || !says(&["isotask claims", "isotask crosscheck"]);
    let programs = says(&["--pareto", "--method ilp", "isotask proof", "isotask crosscheck"]);
    claims && (cfg!(feature = "ilp") || !programs)
}

#[test]
fn every_session_runs_and_prints_the_text_that_follows_it() {
    let (mut commands, mut texts) = (0, 0);
    for page in pages() {
        let folder = tempfile::tempdir().expect("a folder");
        let blocks = blocks(&read(&page));
        for (i, session) in blocks.iter().enumerate() {
            if session.info != "console" || !is_possible(session) {
                continue;
            }
            let mut printed = String::new();
            for line in session.text.lines() {
                printed = run(line, folder.path());
                commands += 1;
            }
            if let Some(after) = blocks.get(i + 1).filter(|block| block.info == "text") {
                assert_eq!(printed.trim_end(), after.text.trim_end(), "{}: {}", page.display(), session.text);
                texts += 1;
            }
        }
    }
    assert!(commands >= 30 && texts >= 4, "{commands} commands, {texts} texts");
}

#[test]
fn the_first_command_prints_the_first_result() {
    let readme = read("README.md");
    let blocks = blocks(&readme[readme.find("<!-- ci: first command -->").expect("the first command")..]);
    let (setup, words) = blocks[0].text.trim().split_once(" -- ").expect("arguments after --");
    assert_eq!(setup, "bash .ci/setup && cargo run");
    let output = isotask(words, here());
    assert_eq!(blocks[1].info, "text");
    assert_eq!(text(&output.stdout).trim_end(), blocks[1].text.trim_end());
    assert!(output.status.success());
}

#[test]
fn the_test_command_sets_up_and_tests() {
    let readme = read("README.md");
    let block = &blocks(&readme[readme.find("<!-- ci: test command -->").expect("the test command")..])[0];
    assert_eq!(
        (block.info.as_str(), block.text.trim()),
        ("sh", "bash .ci/setup && cargo test --no-fail-fast")
    );
    assert!(here().join(".ci/setup").is_file());
}

#[test]
fn the_tasks_that_the_table_writes_are_tasks() {
    let mut run = 0;
    let readme = read("README.md");
    for span in readme.split('`').filter(|span| span.starts_with("new ") && !span.contains('\n')) {
        let output = isotask(span, here());
        assert!(output.status.success(), "{span}: {}", text(&output.stderr));
        run += 1;
    }
    assert!(run >= 2, "the table names several tasks");
}

#[test]
fn the_task_file_is_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = blocks(&read("README.md")).into_iter().find(|block| block.info == "json");
    let file = folder.path().join("task.json");
    fs::write(&file, json.expect("README.md shows a task file").text).expect("the file is written");
    let output = isotask("solve task.json", folder.path());
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// The loops over twenty tori, in jq and in Python, give one table, whose odd rows are those of P1: T = n(n² − 1)/8.
#[test]
#[ignore = "needs the programs jq and python3"]
fn tables_over_many_networks_are_made_as_the_guide_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = Path::new(env!("CARGO_BIN_EXE_isotask")).parent().expect("a folder of programs");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").expect("a path"));
    let page = blocks(&read("src/guide/methods.md"));
    let block = |info: &str, word: &str| {
        let found = page.iter().find(|block| block.info == info && block.text.contains(word));
        found.unwrap_or_else(|| unreachable!("the guide has such a loop")).text.clone()
    };
    let loops = [
        ("sh", "-c", block("sh", "jq -r") + "cat tori.csv"),
        ("python3", "-c", block("python", "subprocess")),
    ];
    let tables = loops.map(|(shell, option, text)| {
        let mut command = Command::new(shell);
        let run = command.args([option, &text]).env("PATH", &path).current_dir(folder.path()).output();
        let printed = run.expect("the loop runs");
        assert!(printed.status.success(), "{shell}: {}", String::from_utf8_lossy(&printed.stderr));
        csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(&*printed.stdout)
            .into_records()
            .map(|record| record.expect("a record").iter().map(str::to_owned).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    });
    assert_eq!(tables[0], tables[1]);
    assert_eq!(tables[0].len(), 20);
    for (n, row) in (3_u64..).zip(&tables[0]).filter(|(n, _)| n % 2 == 1) {
        let slots = n * (n * n - 1) / 8;
        assert_eq!(
            row[1..],
            [n * n, slots, slots, 0]
                .map(|number| number.to_string())
                .into_iter()
                .chain(["all".to_owned()])
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn every_page_that_is_linked_is_there() {
    for page in pages() {
        let text = read(&page);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://") && !link.starts_with('#')) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = page.parent().expect("a folder").join(file);
            assert!(target.exists(), "{}: {link}", page.display());
            let slug = |line: &str| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
            let stands = || read(&target).lines().any(|line| line.starts_with('#') && slug(line) == heading);
            assert!(heading.is_empty() || stands(), "{}: {link}", page.display());
        }
    }
}

#[test]
fn the_readme_is_short() {
    let bytes = read("README.md").len();
    assert!(bytes <= 8 * 1024, "README.md has {bytes} bytes, expected at most 8 kB");
}

/// The table of total exchange with all ports says what the library's documentation says, whose rows are
/// solved in another test.
#[test]
fn the_table_of_cayley_graphs_is_that_of_the_documentation() {
    let (page, documentation) = (read("src/guide/cayley.md"), include_str!("../../src/job_shop/mod.rs"));
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
        let found = of(&page, family);
        assert!(!found.is_empty());
        assert_eq!(found, of(documentation, family), "{family}");
    }
}

/// The table of claims counts the verdicts that `models/claims` keeps, which another test judges again.
#[test]
fn the_table_of_claims_counts_the_verdicts_of_the_record() {
    let page = read("src/guide/claims.md");
    let record = fs::read(here().join("models/claims/record.json")).expect("the record");
    let record: Vec<serde_json::Value> = serde_json::from_slice(&record).expect("a list of claims");
    let source = |claim: &serde_json::Value| {
        claim[0].as_str().and_then(|id| id.split('.').next()).expect("an identifier").to_owned()
    };
    let mut sources: Vec<String> = record.iter().map(source).collect();
    sources.dedup();
    for wanted in &sources {
        let claims: Vec<_> = record.iter().filter(|claim| source(claim) == *wanted).collect();
        let count = |verdict: &str| claims.iter().filter(|claim| claim[1] == verdict).count();
        let verdicts = ["confirmed", "narrower", "refuted", "open"].map(count);
        assert_eq!(verdicts.iter().sum::<usize>(), claims.len());
        let end = format!("| {} | {} |", claims.len(), verdicts.map(|count| count.to_string()).join(" | "));
        let row = page.lines().find(|line| line.starts_with(&format!("| {wanted} |")));
        let row = row.unwrap_or_else(|| unreachable!("the guide has no row for {wanted}"));
        assert!(row.ends_with(&end), "{row} should end with {end}");
    }
    assert!(sources.len() >= 4, "{} sources", sources.len());
}
