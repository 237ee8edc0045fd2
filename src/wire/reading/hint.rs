//! Suggests the word that was probably meant.

/// Words that people use for those of documents.
const SYNONYMS: [(&str, &str); 19] = [
    ("all-to-all", "total-exchange"),
    ("all2all", "total-exchange"),
    ("exchange", "total-exchange"),
    ("broadcast", "single-node-broadcast"),
    ("bcast", "single-node-broadcast"),
    ("all-gather", "multinode-broadcast"),
    ("accumulation", "single-node-accumulation"),
    ("neighborhood", "neighbourhood-exchange"),
    ("cube", "hypercube"),
    ("n-cube", "hypercube"),
    ("cycle", "ring"),
    ("half-duplex", "one-half-duplex"),
    ("makespan", "completion-time"),
    ("time", "completion-time"),
    ("delay", "average-delay"),
    ("latency", "average-delay"),
    ("dim", "dimension"),
    ("dimensions", "radices"),
    ("size", "nodes"),
];

/// Families of Cayley graphs, which people take for kinds of networks.
const FAMILIES: [&str; 7] =
    ["star", "pancake", "bubble-sort", "complete", "cube-connected-cycles", "butterfly", "circulant"];

/// Returns what was probably meant by a word where one of `known` is expected, as a document writes it.
pub(crate) fn suggest(word: &str, known: &[&str]) -> Option<String> {
    if known.contains(&"cayley") && FAMILIES.contains(&word) {
        return Some(format!("\"kind\": \"cayley\", \"family\": \"{word}\""));
    }
    let other = SYNONYMS.iter().find(|(other, _)| *other == word).map(|(_, near)| *near);
    let near = other.filter(|near| known.contains(near)).or_else(|| nearest(word, known))?;
    Some(format!("\"{near}\""))
}

/// Returns the first known word that begins with `word`, else the one at the least edit distance; none if
/// that distance exceeds half the letters of the known word.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let letters = word.chars().count();
    if letters > 40 {
        return None;
    }
    let lower = word.to_lowercase();
    let begun = known.iter().copied().find(|near| letters > 2 && near.starts_with(&lower));
    begun.or_else(|| {
        let near = known.iter().copied().min_by_key(|near| edits(&lower, near))?;
        (2 * edits(&lower, near) <= near.chars().count()).then_some(near)
    })
}

/// Returns the edit distance of Levenshtein: the least number of letters put in, left out or changed.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut before = i + 1;
        let mut row = vec![before];
        for (j, &other) in to.iter().enumerate() {
            before = (above[j] + usize::from(letter != other)).min(above[j + 1] + 1).min(before + 1);
            row.push(before);
        }
        above = row;
    }
    above[to.len()]
}

#[cfg(test)]
mod tests {
    use super::{edits, suggest};

    #[test]
    fn a_misspelt_word_suggests_the_nearest_known_word() {
        assert_eq!((edits("", "ring"), edits("rnig", "ring"), edits("ring", "ring")), (4, 2, 0));
        let networks = ["hypercube", "torus", "ring", "incomplete-hypercube", "cayley"];
        for (word, near) in [
            ("Torus", Some("\"torus\"")),
            ("hyper", Some("\"hypercube\"")),
            ("cube", Some("\"hypercube\"")),
            ("star", Some("\"kind\": \"cayley\", \"family\": \"star\"")),
            ("moon", None),
            ("", None),
        ] {
            assert_eq!(suggest(word, &networks).as_deref(), near, "{word}");
        }
    }
}
