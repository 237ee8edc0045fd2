//! Sentences of the README and the guide that are too long to be read once.

use std::fs;
use std::path::{Path, PathBuf};

/// Words of the longest sentence.
const MAX_WORDS: usize = 40;

/// The prose of a page: without blocks of code, tables and titles, a paragraph or an item of a list at a time.
fn paragraphs(page: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    let mut is_code = false;
    for line in page.lines().map(str::trim) {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        let starts = |marks: &[&str]| marks.iter().any(|mark| line.starts_with(mark));
        let is_numbered = line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
        if line.is_empty() || is_fence || is_numbered || starts(&["* ", "- ", "|", "#"]) {
            paragraphs.push(String::new());
        }
        if !(is_code || is_fence || starts(&["|", "#"])) {
            let last = paragraphs.last_mut().expect("there is a paragraph");
            last.push_str(line);
            last.push(' ');
        }
    }
    paragraphs
}

/// The sentences of a paragraph: up to a mark before a blank, or up to the middle dot of a list in a line.
fn sentences(paragraph: &str) -> Vec<Vec<&str>> {
    let ends = |word: &&str| *word == "·" || word.ends_with(['.', ':', ';', '?', '!']);
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    words.split_inclusive(ends).map(<[&str]>::to_vec).collect()
}

/// The pages of the guide, and the README last.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_dir(root.join("src/guide")).expect("the guide");
    let mut pages: Vec<_> = guide.map(|page| page.expect("a page").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    pages.push(root.join("README.md"));
    assert!(pages.len() > 10, "{pages:?}");
    pages
}

/// The papers, and the words by which their titles are known.
const PAPERS: [(&str, &str); 5] = [
    ("P1", "Communication Algorithms for Isotropic Tasks"),
    ("P2", "Optimal Communication Algorithms for Hypercubes"),
    ("P3", "Optimal Total Exchange in Cayley Graphs"),
    ("P4", "Incomplete Hypercubes"),
    ("P5", "Distributed Routing Algorithms for Broadcasting"),
];

#[test]
fn a_page_that_cites_a_paper_has_its_title() {
    let mut cited = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
        for (paper, title) in PAPERS {
            if words.contains(&paper) {
                cited += 1;
                assert!(joined.contains(title), "{}: {paper} without its title {title}", page.display());
            }
        }
    }
    assert!(cited > PAPERS.len(), "{cited} citations");
}

#[test]
fn a_sentence_of_the_guide_has_at_most_forty_words() {
    let pages = pages();
    let mut long = Vec::new();
    for page in &pages {
        for paragraph in paragraphs(&fs::read_to_string(page).expect("a page")) {
            let tell = |words: &Vec<&str>| format!("{}: {}", page.display(), words.join(" "));
            long.extend(sentences(&paragraph).iter().filter(|words| words.len() > MAX_WORDS).map(tell));
        }
    }
    assert!(long.is_empty(), "sentences of more than {MAX_WORDS} words:\n{}", long.join("\n\n"));
}

#[test]
fn sentences_end_at_marks_and_code_is_none() {
    let page = "# Title\n\nOne two.\n* three: four\n  five\n```\nsix\n```\n| seven |\n1. eight · nine\n";
    let found: Vec<Vec<Vec<String>>> = paragraphs(page)
        .iter()
        .map(|text| {
            sentences(text).iter().map(|words| words.iter().map(|&word| word.to_owned()).collect()).collect()
        })
        .collect();
    let counts: Vec<Vec<usize>> =
        found.iter().filter(|of| !of.is_empty()).map(|of| of.iter().map(Vec::len).collect()).collect();
    // The mark of an item counts as a word, and a middle dot as one.
    assert_eq!(counts, [vec![2], vec![2, 2], vec![1, 2, 1]]);
}
