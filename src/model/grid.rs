//! Grids of ranks, some of whose sides close round.

/// A grid of ranks, some of whose sides close round; the last coordinate varies fastest with the rank, as in
/// `MPI_Cart_create`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The length of each side.
    pub sides: Vec<u64>,
    /// By side: whether it closes round.
    pub closed: Vec<bool>,
}

impl Grid {
    /// Returns the coordinates of all ranks in their order.
    #[must_use]
    pub fn places(&self) -> Vec<Vec<u64>> {
        product(&self.sides.iter().map(|&side| (0..side).collect()).collect::<Vec<_>>())
    }

    /// Returns the rank at some coordinates.
    #[must_use]
    pub fn rank(&self, place: &[u64]) -> u64 {
        place.iter().zip(&self.sides).fold(0, |rank, (at, side)| rank * side + at)
    }

    /// Returns the coordinates one step on; none beyond a border.
    #[must_use]
    pub fn beyond(&self, place: &[u64], step: &[i8]) -> Option<Vec<u64>> {
        (0..self.sides.len())
            .map(|axis| coordinate(place[axis], step[axis], self.sides[axis], self.closed[axis]))
            .collect()
    }
}

/// Returns a coordinate one step on; none beyond the border.
fn coordinate(at: u64, step: i8, side: u64, is_closed: bool) -> Option<u64> {
    let there = at.checked_add_signed(step.into()).filter(|&there| there < side);
    let around = || if step < 0 { side - 1 } else { 0 };
    there.or_else(|| is_closed.then(around))
}

/// Returns all lists of one item of each choice, the last varying fastest.
pub(crate) fn product<T: Copy>(choices: &[Vec<T>]) -> Vec<Vec<T>> {
    choices.iter().fold(vec![Vec::new()], |lists, choice| {
        lists.iter().flat_map(|list| choice.iter().map(|&item| [list.as_slice(), &[item]].concat())).collect()
    })
}
