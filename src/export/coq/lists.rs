//! Lists in the syntax of Coq.

/// A line of a list is broken after this column.
const BREAK_AFTER_COLUMN: usize = 110;

/// Writes a list of numbers.
pub(in crate::export) fn numbers(numbers: &[u64]) -> String {
    list(numbers.iter().map(u64::to_string))
}

/// Writes a list, broken into lines if it is long.
pub(in crate::export) fn list(items: impl Iterator<Item = String>) -> String {
    let mut text = String::from("[");
    let mut column = 0;
    for (place, item) in items.enumerate() {
        if place > 0 {
            text.push_str(if column > BREAK_AFTER_COLUMN { ";\n  " } else { "; " });
            column = if column > BREAK_AFTER_COLUMN { 0 } else { column + 2 };
        }
        column += item.len();
        text.push_str(&item);
    }
    text.push(']');
    text
}
