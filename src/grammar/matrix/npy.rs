//! Reads arrays of `NumPy`, the format `.npy`:
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.
//!
//! The bytes are a mark, two bytes of the version, the length of the header (two bytes, of later versions
//! four), the header, which is a dictionary of three keys written in Python, and the numbers one after the
//! other.

use super::scale::Scale;
use super::text::{MAX_CELLS, MAX_LINES, MatrixTextFault, ReadMatrix, add, shown};
use crate::grammar::table::number::word;
use crate::wire::MatrixDocument;

/// The first bytes of a file.
const MARK: &[u8] = b"\x93NUMPY";
/// Bytes in front of the length of the header.
const BEFORE_LENGTH: usize = 8;

/// Whether the bytes begin as such a file does.
pub(super) fn is_npy(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK)
}

/// Reads an array of two axes, of booleans, integers, or floating-point numbers that are whole. Places in
/// messages are bytes of the file, from 1.
///
/// # Complexity
/// O(bytes).
pub(super) fn read(bytes: &[u8], scale: &mut Scale) -> Result<ReadMatrix, MatrixTextFault> {
    let (header, first) = header(bytes)?;
    let fault = |message: String| MatrixTextFault::new(1, BEFORE_LENGTH + 1, message);
    let kind = Kind::of(value(header, "descr").map_err(fault)?).map_err(fault)?;
    let by_columns = match value(header, "fortran_order").map_err(fault)? {
        "True" => true,
        "False" => false,
        other => return Err(fault(format!("found fortran_order {}, expected True or False", shown(other)))),
    };
    let (rows, columns) = shape(value(header, "shape").map_err(fault)?).map_err(fault)?;
    let numbers = &bytes[first..];
    let is_fitting = |&cells: &usize| cells <= MAX_CELLS && rows.max(columns) <= MAX_LINES && cells > 0;
    let cells = rows.checked_mul(columns).filter(is_fitting).ok_or_else(|| {
        fault(format!(
            "found the shape ({rows}, {columns}), expected 1 to {MAX_LINES} rows and columns, and at most {MAX_CELLS} cells"
        ))
    })?;
    if numbers.len() != cells * kind.bytes {
        let (found, expected) = (numbers.len(), cells * kind.bytes);
        let message = format!("found {found} bytes of numbers, expected {expected}");
        return Err(MatrixTextFault::new(1, first + 1, message));
    }
    let (mut matrix, mut total) = (vec![vec![0; columns]; rows], 0);
    for (index, number) in numbers.chunks_exact(kind.bytes).enumerate() {
        let at = first + index * kind.bytes + 1;
        let units = match scale.unit() {
            Some(_) => kind.told(number).and_then(|told| scale.entry(word(&told), &told)),
            None => kind.units(number),
        };
        let units = units.map_err(|message| MatrixTextFault::new(1, at, message))?;
        add(&mut total, units, 1, at)?;
        let (row, column) =
            if by_columns { (index % rows, index / rows) } else { (index / columns, index % columns) };
        matrix[row][column] = units;
    }
    Ok(ReadMatrix {
        document: MatrixDocument::new(matrix, None, None),
        read_as: format!("array of NumPy, {}", kind.words()),
    })
}

/// Returns the header without its braces, and where the numbers begin.
fn header(bytes: &[u8]) -> Result<(&str, usize), MatrixTextFault> {
    let fault = |at: usize, message: &str| MatrixTextFault::new(1, at, message.to_owned());
    let version =
        *bytes.get(MARK.len()).ok_or_else(|| fault(MARK.len() + 1, "the file ends, expected a version"))?;
    let long = match version {
        1 => 2,
        2 | 3 => 4,
        _ => return Err(fault(MARK.len() + 1, &format!("version {version} of the format, expected 1 to 3"))),
    };
    let start = BEFORE_LENGTH + long;
    let ends = || fault(BEFORE_LENGTH + 1, "the file ends within its header");
    let length = bytes.get(BEFORE_LENGTH..start).ok_or_else(ends)?;
    let length = length.iter().rev().fold(0_usize, |length, &byte| length << 8 | usize::from(byte));
    let end = start.checked_add(length).filter(|&end| end <= bytes.len()).ok_or_else(ends)?;
    let header = std::str::from_utf8(&bytes[start..end])
        .ok()
        .and_then(|header| header.trim().strip_prefix('{')?.strip_suffix('}'))
        .ok_or_else(|| fault(start + 1, "found a header that is no dictionary"))?;
    Ok((header, end))
}

/// Returns the value of a key: a word without its quotation marks, or what stands in parentheses.
fn value<'a>(header: &'a str, key: &str) -> Result<&'a str, String> {
    let missing = || format!("found a header without {key:?}");
    let named = [format!("'{key}'"), format!("\"{key}\"")];
    if named.iter().map(|name| header.matches(name.as_str()).count()).sum::<usize>() > 1 {
        return Err(format!("found {key:?} twice in the header, expected it once"));
    }
    let (_, rest) = header
        .split_once(named[0].as_str())
        .or_else(|| header.split_once(named[1].as_str()))
        .ok_or_else(missing)?;
    let rest = rest.trim_start().strip_prefix(':').ok_or_else(missing)?.trim_start();
    if let Some(inside) = rest.strip_prefix('(') {
        return inside.split_once(')').map(|(inside, _)| inside).ok_or_else(missing);
    }
    Ok(rest.split([',', '}']).next().unwrap_or_default().trim().trim_matches(['\'', '"']))
}

/// Returns the lengths of the two axes.
fn shape(words: &str) -> Result<(usize, usize), String> {
    let axes: Option<Vec<usize>> = words
        .split(',')
        .map(str::trim)
        .filter(|axis| !axis.is_empty())
        .map(|axis| axis.parse().ok())
        .collect();
    match axes.as_deref() {
        Some(&[rows, columns]) => Ok((rows, columns)),
        _ => Err(format!(
            "found the shape ({}), expected two axes, rows and columns, as array.reshape makes them",
            words.trim()
        )),
    }
}

/// A type of numbers.
#[derive(Debug, Clone, Copy)]
struct Kind {
    /// `b` boolean, `i` signed, `u` unsigned, `f` floating-point.
    letter: char,
    bytes: usize,
    is_big_endian: bool,
}

impl Kind {
    /// Reads a type such as `<i8`: order of bytes, letter, number of bytes.
    fn of(word: &str) -> Result<Self, String> {
        let fault = || {
            format!(
                "found numbers of type {}, expected booleans, integers of 8 to 64 bits, or floating-point numbers of 32 or 64 bits, as array.astype makes them",
                shown(word)
            )
        };
        let mut letters = word.chars();
        let (order, letter) = letters.next().zip(letters.next()).ok_or_else(fault)?;
        let bytes = letters.as_str().parse().map_err(|_| fault())?;
        let is_known = match letter {
            'b' => bytes == 1,
            'i' | 'u' => [1, 2, 4, 8].contains(&bytes),
            'f' => [4, 8].contains(&bytes),
            _ => false,
        };
        if !is_known || !['<', '>', '|', '='].contains(&order) || (order == '|' && bytes > 1) {
            return Err(fault());
        }
        Ok(Self { letter, bytes, is_big_endian: order == '>' })
    }

    fn words(self) -> String {
        let kind = match self.letter {
            'b' => return "booleans".to_owned(),
            'i' => "signed integers",
            'u' => "unsigned integers",
            _ => "floating-point numbers",
        };
        format!("{kind} of {} bits", 8 * self.bytes)
    }

    /// Returns a number that is whole with all its digits, another one in the fewest decimal digits that name
    /// it among the numbers of its type.
    fn told(self, bytes: &[u8]) -> Result<String, String> {
        if let Ok(units) = self.units(bytes) {
            return Ok(units.to_string());
        }
        let bits = self.bits(bytes);
        match (self.letter, self.bytes) {
            ('f', 4) => Ok(f32::from_bits(u32::try_from(bits).expect("four bytes")).to_string()),
            ('f', _) => Ok(f64::from_bits(bits).to_string()),
            _ => self.units(bytes).map(|units| units.to_string()),
        }
    }

    fn bits(self, bytes: &[u8]) -> u64 {
        let mut all = [0; 8];
        for (place, &byte) in bytes.iter().enumerate() {
            all[if self.is_big_endian { bytes.len() - 1 - place } else { place }] = byte;
        }
        u64::from_le_bytes(all)
    }

    /// Returns a number as units, if it is whole and not negative.
    fn units(self, bytes: &[u8]) -> Result<u64, String> {
        let bits = self.bits(bytes);
        let told = |number: String| format!("found {number}, expected an integer from 0 on");
        match (self.letter, self.bytes) {
            ('f', bytes) => {
                let number = if bytes == 4 {
                    f64::from(f32::from_bits(u32::try_from(bits).expect("four bytes")))
                } else {
                    f64::from_bits(bits)
                };
                whole(number).ok_or_else(|| told(format!("{number:e}")))
            }
            ('i', bytes) if bits >> (8 * bytes - 1) == 1 => {
                let below = if bytes == 8 { 0 } else { u64::MAX << (8 * bytes) };
                Err(told(i64::from_le_bytes((bits | below).to_le_bytes()).to_string()))
            }
            ('b', _) if bits > 1 => Err(format!("found the byte {bits}, expected a boolean, 0 or 1")),
            _ => Ok(bits),
        }
    }
}

/// Returns a floating-point number as an integer, if it is one from 0 on and below 2⁶³.
fn whole(number: f64) -> Option<u64> {
    if number == 0.0 {
        return Some(0);
    }
    let bits = number.to_bits();
    // Sign, exponent and the 52 bits behind the leading one (IEEE 754).
    let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1) | 1 << 52);
    // The exponent of a number from 1 to 2⁶³, without sign, is 1023 to 1085.
    let shift = exponent.checked_sub(1023).filter(|&shift| shift < 63)?;
    if shift >= 52 {
        return Some(fraction << (shift - 52));
    }
    let behind = fraction & ((1 << (52 - shift)) - 1);
    (behind == 0).then_some(fraction >> (52 - shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a file as version 1 of the format has it.
    fn file(descr: &str, order: &str, shape: &str, numbers: &[u8]) -> Vec<u8> {
        let header = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
        let padded = format!("{header:<117}\n");
        [MARK, &[1, 0], &u16::try_from(padded.len()).unwrap().to_le_bytes(), padded.as_bytes(), numbers]
            .concat()
    }

    #[test]
    fn numbers_of_all_types_and_orders_are_read() {
        let of = |numbers: &[[u8; 8]]| numbers.concat();
        let doubles: Vec<[u8; 8]> = [0.0_f64, 1.0, 3.0, 1e15].map(f64::to_le_bytes).to_vec();
        let expected = [
            ("<i8", "False", of(&[1_i64, 2, 3, 4].map(i64::to_le_bytes)), [[1, 2], [3, 4]]),
            ("<i8", "True", of(&[1_i64, 2, 3, 4].map(i64::to_le_bytes)), [[1, 3], [2, 4]]),
            (">u2", "False", vec![0, 1, 1, 0, 0, 0, 255, 255], [[1, 256], [0, 65535]]),
            ("|b1", "False", vec![0, 1, 1, 0], [[0, 1], [1, 0]]),
            ("<f8", "False", of(&doubles), [[0, 1], [3, 1_000_000_000_000_000]]),
            (
                "<f4",
                "False",
                [0.0_f32, 2.0, 7.0, 16_777_216.0].map(f32::to_le_bytes).concat(),
                [[0, 2], [7, 16_777_216]],
            ),
        ];
        for (descr, order, numbers, rows) in &expected {
            let read = read(&file(descr, order, "(2, 2)", numbers), &mut Scale::new(None)).unwrap();
            assert_eq!(*read.document.dense().unwrap(), rows.map(Vec::from), "{descr} {order}");
        }
    }

    #[test]
    fn what_is_no_matrix_of_counts_is_told() {
        for (bytes, part) in [
            (file("<i8", "False", "(1, 2)", &[[1; 8], (-3_i64).to_le_bytes()].concat()), "found -3"),
            (file("|i1", "False", "(1, 1)", &[0x80]), "found -128"),
            (file("<f8", "False", "(1, 1)", &1.5_f64.to_le_bytes()), "found 1.5"),
            (file("<f8", "False", "(1, 1)", &f64::NAN.to_le_bytes()), "found NaN"),
            (file("<f8", "False", "(1, 1)", &1e300_f64.to_le_bytes()), "expected an integer"),
            (file("<c16", "False", "(1, 1)", &[0; 16]), "type \"<c16\""),
            (file("|O", "False", "(1, 1)", &[0; 8]), "type \"|O\""),
            (file("<i8", "False", "(3,)", &[0; 24]), "shape (3,), expected two axes"),
            (file("<i8", "False", "(2, 2)", &[0; 24]), "found 24 bytes of numbers, expected 32"),
            (file("<i8", "Maybe", "(1, 1)", &[0; 8]), "fortran_order"),
            (file("<i8", "False", "(4097, 4096)", &[]), "and at most 16777216 cells"),
            (file("<i8", "False", "(0, 2305843009213693952)", &[]), "expected 1 to 4194304 rows"),
            (file("|b1", "False", "(4194305, 1)", &[]), "expected 1 to 4194304 rows"),
            (file("|b1", "False", "(1, 2)", &[1, 2]), "found the byte 2"),
            (file("<i8', 'descr': '<i4", "False", "(1, 1)", &[0; 8]), "found \"descr\" twice"),
            (MARK.to_vec(), "expected a version"),
            ([MARK, &[9, 0]].concat(), "version 9"),
            ([MARK, &[1, 0, 200, 0, b'{']].concat(), "ends within its header"),
        ] {
            let fault = read(&bytes, &mut Scale::new(None)).unwrap_err();
            assert!(fault.message.contains(part), "{part}: {fault}");
        }
    }
}
