//! Lays out JSON over several lines for people: a line for every key, and for every entry of a list of lists
//! or objects.

/// Lays out JSON that stands in one line without blanks: lists of words and numbers, and lists inside lists,
/// stay in one line.
///
/// # Complexity
/// O(length · depth).
pub(crate) fn pretty(compact: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(2 * compact.len());
    // For every open list and object: whether it is a list, and whether it stays in one line.
    let mut around: Vec<(bool, bool)> = Vec::new();
    let (mut in_string, mut is_escaped) = (false, false);
    for (at, &byte) in compact.iter().enumerate() {
        if in_string {
            out.push(byte);
            in_string = is_escaped || byte != b'"';
            is_escaped = !is_escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'[' | b'{' => {
                out.push(byte);
                let is_list = byte == b'[';
                let inside = around.last().is_some_and(|&(is_list, _)| is_list);
                let is_empty = matches!(compact.get(at + 1), Some(b']' | b'}'));
                let flat = is_empty || is_list && is_flat(&compact[at + 1..], inside);
                around.push((is_list, flat));
                if !flat {
                    new_line(&mut out, around.len());
                }
            }
            b']' | b'}' => {
                if let Some((_, false)) = around.pop() {
                    new_line(&mut out, around.len());
                }
                out.push(byte);
            }
            b',' if around.last().is_some_and(|&(_, flat)| flat) => out.extend(b", "),
            b',' => {
                out.push(byte);
                new_line(&mut out, around.len());
            }
            b':' => out.extend(b": "),
            _ => {
                in_string = byte == b'"';
                out.push(byte);
            }
        }
    }
    out
}

fn new_line(out: &mut Vec<u8>, depth: usize) {
    out.push(b'\n');
    out.extend(std::iter::repeat_n(b' ', 2 * depth));
}

/// Returns whether the list that begins here holds no objects and, unless it is in another list, no lists.
fn is_flat(text: &[u8], inside: bool) -> bool {
    let (mut depth, mut in_string, mut is_escaped) = (1, false, false);
    for &byte in text {
        if in_string {
            in_string = is_escaped || byte != b'"';
            is_escaped = !is_escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'{' => return false,
            b'[' if !inside => return false,
            b'[' => depth += 1,
            b']' if depth == 1 => return true,
            b']' => depth -= 1,
            _ => in_string = byte == b'"',
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn a_list_of_links_has_a_line_for_each_link() {
        let compact = r#"{"links":[[0,1],[1,2,[3,4],5]],"names":["b{","a]\\\",["],"none":[],"of":{},"list":[{"a":[1]},2],"also":[{"a":1}]}"#;
        let lines = r#"{
  "links": [
    [0, 1],
    [1, 2, [3, 4], 5]
  ],
  "names": ["b{", "a]\\\",["],
  "none": [],
  "of": {},
  "list": [
    {
      "a": [1]
    },
    2
  ],
  "also": [
    {
      "a": 1
    }
  ]
}"#;
        assert_eq!(String::from_utf8(pretty(compact.as_bytes())).as_deref(), Ok(lines));
    }
}
