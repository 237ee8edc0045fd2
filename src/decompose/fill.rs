//! The units that make a large matrix perfect, without its zeros.

/// Units to be added to one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PaddingCell {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) units: u64,
}

/// Computes what [`super::pad_to_perfect`] adds to a matrix from its line sums alone: first inside until the
/// total is k·H, then in the border. In each block a cell takes all that its row or its column lacks,
/// whichever is less, and completes that line. Only the last cell inside can stop earlier, at the total k·H,
/// but the very last cell completes two lines. Hence there are at most as many cells as lines; they are found
/// by the north-west corner rule of the transportation problem (Dantzig 1951).
///
/// # Complexity
/// O(R + m) time and space for R rows and m columns.
pub(super) fn north_west_corner(
    rows: &[u64],
    columns: &[u64],
    ports: usize,
    line_sum: u64,
) -> Vec<PaddingCell> {
    let side = rows.len() + columns.len() - ports;
    let room = |sums: &[u64]| {
        let mut rooms: Vec<u64> = sums.iter().map(|sum| line_sum - sum).collect();
        rooms.resize(side, line_sum);
        rooms
    };
    let (mut row_room, mut column_room) = (room(rows), room(columns));
    let mut fillings = Vec::new();
    let total: u64 = rows.iter().sum();
    let most = crate::model::count_of(ports).checked_mul(line_sum).expect("a multigraph in memory");
    let mut fill =
        |(mut row, row_end): (usize, usize), (mut column, column_end): (usize, usize), mut missing: u64| {
            while missing > 0 && row < row_end && column < column_end {
                let units = row_room[row].min(column_room[column]).min(missing);
                if units > 0 {
                    fillings.push(PaddingCell { row, column, units });
                }
                row_room[row] -= units;
                column_room[column] -= units;
                missing -= units;
                if row_room[row] == 0 {
                    row += 1;
                } else if column_room[column] == 0 {
                    column += 1;
                }
            }
            missing
        };
    let (rows, columns) = (rows.len(), columns.len());
    let missing = fill((0, rows), (0, columns), most - total);
    assert!(missing == 0, "while units are missing some row and some column have room");
    fill((0, rows), (columns, side), u64::MAX);
    fill((rows, side), (0, columns), u64::MAX);
    assert!(
        row_room.iter().chain(&column_room).all(|&room| room == 0),
        "the border holds what the lines lack"
    );
    fillings
}
