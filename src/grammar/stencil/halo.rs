//! Reads halo exchanges in words: `stencil 4x4x4 27-point`, the messages among the ranks of a grid.

use super::{AXES, differing, points_of, sides, steps};
use crate::grammar::error::GrammarError;
use crate::grammar::words::Words;
use crate::model::{Grid, count_of};
use crate::wire::{MatrixDocument, MatrixUnits};

/// The messages of a halo exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Halo {
    /// The ranks.
    pub grid: Grid,
    /// The neighbours of the stencil, each as −1, 0 or 1 for every side.
    pub steps: Vec<Vec<i8>>,
    /// The messages from the rank of the row to that of the column; ranks are named by their coordinates.
    pub matrix: MatrixDocument,
    /// Blocks that a rank sends to itself, round a side of length 1: no message, but a copy.
    pub local_copies: u64,
    /// The stencil, the grid and its periodic sides in words.
    pub title: String,
}

/// Reads the sides of the grid and the points of the stencil; `periodic` has the letters of the sides that
/// close round, or `all`.
///
/// Every rank sends a block to each neighbour, a rank whose coordinates differ by at most 1 each, as many of
/// them as the points allow: in three dimensions one for 7 points, two for 19 and three for 27. The last
/// coordinate varies fastest, as in `MPI_Cart_create`. On a periodic side of length 2 the neighbours on both
/// sides are one rank, which gets two blocks. A side that is not periodic ends at its border.
///
/// # Errors
/// [`GrammarError`] of the first word that does not fit, or of more than 2¹⁸ ranks.
///
/// # Complexity
/// O(n · points · log n) time and O(n · points) space for n ranks.
pub fn stencil(words: &[String], periodic: Option<&str>) -> Result<Halo, GrammarError> {
    let mut words = Words::new(words);
    let word = words.take().unwrap_or_default();
    debug_assert_eq!(word, "stencil");
    let sides_word =
        words.take().ok_or(GrammarError::MissingList { what: "the sides of the grid", example: "4x4x4" })?;
    let sides = sides(sides_word)?;
    let points = words.take().ok_or_else(|| GrammarError::Missing { what: points_of(sides.len()).1 })?;
    let differing = differing(points, sides.len())?;
    words.end("stencil")?;
    let closed = closed(periodic, sides.len())?;
    let letters: Vec<String> =
        AXES.iter().zip(&closed).filter(|(_, closed)| **closed).map(|(axis, _)| axis.to_string()).collect();
    let (steps, grid) = (steps(sides.len(), differing), Grid { sides, closed });
    let (matrix, local_copies) = messages(&grid, &steps);
    let around = if letters.is_empty() {
        "not periodic".to_owned()
    } else {
        format!("periodic in {}", letters.join(", "))
    };
    let title = format!("{points} stencil on {sides_word} ranks, {around}");
    Ok(Halo { grid, steps, matrix, local_copies, title })
}

/// Returns which sides close round.
fn closed(letters: Option<&str>, dimension: usize) -> Result<Vec<bool>, GrammarError> {
    let axes = &AXES[..dimension];
    let letters = match letters {
        None => "",
        Some("all") => return Ok(vec![true; dimension]),
        Some(letters) => letters,
    };
    if letters.chars().any(|letter| !axes.contains(&letter)) {
        let axes: Vec<String> = axes.iter().map(char::to_string).collect();
        return Err(GrammarError::Axes { word: letters.to_owned(), expected: axes.join(", ") });
    }
    Ok(axes.iter().map(|axis| letters.contains(*axis)).collect())
}

/// Returns the messages of all ranks, and the blocks that a rank sends to itself.
fn messages(grid: &Grid, steps: &[Vec<i8>]) -> (MatrixDocument, u64) {
    let ranks = grid.places();
    let (mut units, mut local_copies) = (Vec::new(), 0);
    for (row, place) in (0..).zip(&ranks) {
        for there in steps.iter().filter_map(|step| grid.beyond(place, step)) {
            match grid.rank(&there) {
                column if column == row => local_copies += 1,
                column => units.push(MatrixUnits { row, column, units: 1 }),
            }
        }
    }
    let name =
        |place: &Vec<u64>| format!("({})", place.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
    let names: Vec<String> = ranks.iter().map(name).collect();
    let matrix = MatrixDocument::of_units((count_of(ranks.len()), count_of(ranks.len())), units);
    (matrix.with_names(Some(names.clone()), Some(names)), local_copies)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halo(words: &[&str], periodic: Option<&str>) -> Halo {
        let words: Vec<String> = [&["stencil"], words].concat().iter().map(|&word| word.to_owned()).collect();
        stencil(&words, periodic).unwrap()
    }

    fn sent(halo: &Halo) -> Vec<u64> {
        halo.matrix.dense().unwrap().iter().map(|row| row.iter().sum()).collect()
    }

    #[test]
    fn on_a_periodic_grid_every_rank_has_all_neighbours() {
        for (sides, points) in [("3", 3), ("4x5", 5), ("4x5", 9), ("3x4x5", 7), ("3x4x5", 19), ("3x4x5", 27)]
        {
            let halo = halo(&[sides, &format!("{points}-point")], Some("all"));
            assert!(sent(&halo).iter().all(|&sent| sent == points - 1), "{sides} {points}");
            assert_eq!(halo.local_copies, 0);
        }
    }

    #[test]
    fn two_blocks_go_to_one_rank_round_a_side_of_two_and_none_round_a_side_of_one() {
        let of_two = halo(&["2", "3-point"], Some("x"));
        assert_eq!(*of_two.matrix.dense().unwrap(), [[0, 2], [2, 0]].map(Vec::from));
        assert_eq!(of_two.local_copies, 0);
        let of_one = halo(&["1x4", "5-point"], Some("xy"));
        // Up and down are the rank itself; left and right are two ranks.
        assert_eq!((sent(&of_one), of_one.local_copies), (vec![2; 4], 8));
    }

    #[test]
    fn borders_end_the_grid() {
        let line = halo(&["3", "3-point"], None);
        assert_eq!(*line.matrix.dense().unwrap(), [[0, 1, 0], [1, 0, 1], [0, 1, 0]].map(Vec::from));
        let half = halo(&["3x3", "5-point"], Some("y"));
        assert_eq!(sent(&half), [3, 3, 3, 4, 4, 4, 3, 3, 3]);
    }

    #[test]
    fn words_that_do_not_fit_are_told() {
        for (words, periodic, message) in [
            (&["stencil"][..], None, "the sides of the grid are missing, such as 4x4x4"),
            (&["stencil", "4x4"], None, "5-point or 9-point is missing"),
            (&["stencil", "4x4", "7-point"], None, "stencil \"7-point\", expected 5-point or 9-point"),
            (
                &["stencil", "513x512", "5-point"],
                None,
                "grid \"513x512\", expected 1 to 4 sides and at most 262144 ranks",
            ),
            (
                &["stencil", "0x4", "5-point"],
                None,
                "grid \"0x4\", expected 1 to 4 sides and at most 262144 ranks",
            ),
            (&["stencil", "4", "3-point"], Some("y"), "periodic \"y\", expected letters of x, or all"),
        ] {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(stencil(&words, periodic).unwrap_err().to_string(), message);
        }
    }
}
