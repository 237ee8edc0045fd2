//! Tables of numbers as C arrays.

use std::fmt::Write;

/// Greatest length of a line in bytes.
const LINE_BYTES: usize = 118;

/// Writes an array of the narrowest unsigned type that holds all numbers. An empty one gets a zero, because C
/// has no empty arrays.
pub(super) fn array(name: &str, numbers: &[u64]) -> String {
    let greatest = numbers.iter().copied().max().unwrap_or(0);
    let kind = match greatest {
        0..=0xff => "unsigned char",
        0x100..=0xffff => "unsigned short",
        _ => "unsigned int",
    };
    let numbers = if numbers.is_empty() { &[0] } else { numbers };
    let mut text = format!("static const {kind} {name}[] = {{\n");
    let mut line = String::from("   ");
    for number in numbers {
        let word = format!(" {number},");
        if line.len() + word.len() > LINE_BYTES {
            text.extend([line.as_str(), "\n"]);
            line.truncate(3);
        }
        line.push_str(&word);
    }
    writeln!(text, "{}\n}};", line.trim_end_matches(',')).expect("writing to a string");
    text
}

#[cfg(test)]
mod tests {
    use super::array;

    #[test]
    fn an_array_has_the_narrowest_type_that_holds_its_numbers() {
        assert_eq!(array("a", &[]), "static const unsigned char a[] = {\n    0\n};\n");
        assert_eq!(array("b", &[1, 256]), "static const unsigned short b[] = {\n    1, 256\n};\n");
        let long = array("c", &[70_000; 40]);
        assert!(long.starts_with("static const unsigned int c[]"));
        assert!(long.lines().all(|line| line.len() <= 118) && long.lines().count() == 5, "{long}");
    }
}
