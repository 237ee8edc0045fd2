//! Lists as Coq reads them.

/// Longest line of a list.
const WIDTH: usize = 110;

/// A list of numbers.
pub(in crate::export) fn numbers(numbers: &[u64]) -> String {
    list(numbers.iter().map(u64::to_string))
}

/// A list, broken into lines where it is long.
pub(in crate::export) fn list(items: impl Iterator<Item = String>) -> String {
    let mut text = String::from("[");
    let mut column = 0;
    for (place, item) in items.enumerate() {
        if place > 0 {
            text.push_str(if column > WIDTH { ";\n  " } else { "; " });
            column = if column > WIDTH { 0 } else { column + 2 };
        }
        column += item.len();
        text.push_str(&item);
    }
    text.push(']');
    text
}
