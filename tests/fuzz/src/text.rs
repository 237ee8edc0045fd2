//! Changes of a text that keep it lines of words.

use crate::mutate::Random;

/// Words that mean something to a reader.
const WORDS: [&str; 40] = [
    "from",
    "to",
    "source",
    "target",
    "capacity",
    "bandwidth (GB/s)",
    "weight",
    "length",
    "type",
    "id",
    "graph",
    "node",
    "edge",
    "directed",
    "1",
    "true",
    "0",
    "01",
    "1.0",
    "4294967295",
    "18446744073709551616",
    "1e9",
    "-1",
    "nan",
    "1,5",
    "100G",
    "->",
    "--",
    "\"a b\"",
    "(0,1)",
    "a",
    "p edge 3 2",
    "e",
    "[",
    "]",
    "count",
    "GPU0",
    "NV4",
    "SwitchName=s",
    "n[0-3,7]",
];
const SEPARATORS: [char; 6] = [',', ';', '\t', ' ', '|', '='];

/// Changes a text in one to four places; none if it is too long afterwards.
pub fn change(text: &[u8], longest: usize, seed: u32) -> Option<Vec<u8>> {
    let mut random = Random::new(seed.into());
    let mut lines: Vec<String> = String::from_utf8_lossy(text).split('\n').map(str::to_owned).collect();
    for _ in 0..=random.below(4) {
        change_once(&mut lines, &mut random);
    }
    Some(lines.join("\n").into_bytes()).filter(|text| text.len() <= longest)
}

/// Changes lines in one place.
fn change_once(lines: &mut Vec<String>, random: &mut Random) {
    if lines.is_empty() {
        lines.push(String::new());
    }
    let (at, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(9) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[other].clone()),
        2 => lines.swap(at, other),
        3 => lines.truncate(at),
        4 => {
            let (old, new) = (SEPARATORS[random.below(6)], SEPARATORS[random.below(6)]);
            let is_whole = random.below(2) == 0;
            for line in lines.iter_mut().skip(if is_whole { 0 } else { at }).take(if is_whole {
                usize::MAX
            } else {
                1
            }) {
                *line = line.replace(old, &new.to_string());
            }
        }
        _ => change_word(&mut lines[at], random),
    }
}

/// Puts a word in the place of another, behind it, or nothing.
fn change_word(line: &mut String, random: &mut Random) {
    let mut words: Vec<String> = line.split_inclusive(SEPARATORS).map(str::to_owned).collect();
    if words.is_empty() {
        words.push(String::new());
    }
    let (at, other) = (random.below(words.len()), random.below(words.len()));
    let word = words[at].trim_end_matches(SEPARATORS).to_owned();
    let end = words[at][word.len()..].to_owned();
    match random.below(6) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[other].clone()),
        2 => words.swap(at, other),
        3 => words[at] = format!("\"{word}\"{end}"),
        _ => words[at] = format!("{}{end}", WORDS[random.below(WORDS.len())]),
    }
    *line = words.concat();
}
