//! Names of variables and rows in the formats of integer programs.

use crate::wire::DelayVariable;

/// Returns the name of a variable in files, such as `q0_1_3`.
pub(super) fn literal(variable: DelayVariable) -> String {
    let words = variable.to_string();
    let mut parts = words.split(' ');
    let kind = parts.next().unwrap_or_default();
    let indices: Vec<&str> = parts.collect();
    format!("{kind}{}", indices.join("_"))
}

/// Returns the name of a row in files of linear programs, such as `entry_0_1_3`.
pub(super) fn identifier(name: &str) -> String {
    name.replace(' ', "_")
}

/// Writes lines as comments in ASCII. Each stays one line of the file, whatever characters it holds.
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
