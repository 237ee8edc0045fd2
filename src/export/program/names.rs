//! The names of variables and rows as the formats of programs allow them.

use crate::wire::DelayVariable;

/// The name of a variable in pseudo-Boolean files, such as `q0_1_3`.
pub(super) fn literal(variable: DelayVariable) -> String {
    let words = variable.to_string();
    let mut parts = words.split(' ');
    let kind = parts.next().unwrap_or_default();
    let indices: Vec<&str> = parts.collect();
    format!("{kind}{}", indices.join("_"))
}

/// The name of a row in files of linear programs, such as `entry_0_1_3`.
pub(super) fn identifier(name: &str) -> String {
    name.replace(' ', "_")
}

/// Lines as comments, a line of the file for each whatever stands in it, in ASCII.
pub(in crate::export) fn comments(mark: &str, lines: &[String]) -> String {
    let plain = |line: &String| -> String {
        let letter = |c: char| match c {
            '×' => 'x',
            ' '..='~' => c,
            _ => '?',
        };
        line.chars().map(letter).collect()
    };
    lines.iter().fold(String::new(), |text, line| text + mark + &plain(line) + "\n")
}
