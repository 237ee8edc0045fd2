//! Schedules slot by slot by P1's two rules, one of which comes first.

use super::scheme::{Lines, Scheme};
use super::waiting::Waiting;
use crate::model::{Coloring, TaskMatrix, wide};

/// Which rule comes first when both cannot be kept (P1 §6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bias {
    /// The optimal completion time rule: every slot clears a unit of every critical line.
    CompletionTime,
    /// The optimal average delay directive: no packet is served before one that is nearer to its destination.
    AverageDelay,
}

/// Schedules slot by slot by P1's two rules, the optimal completion time rule (OCTR) and the optimal average
/// delay directive (OADD).
///
/// A line is *critical* when its sum equals max(h, ⌈σ/k⌉) of what is left, the least number of slots for it.
/// With [`Bias::CompletionTime`] a slot serves every critical line; the schedule then has exactly max(h,
/// ⌈σ/k⌉) slots. Among the schemes that do so it serves as many rows as possible, and of these schemes it
/// takes one whose residuals, sorted, are the least place by place, hence also in sum. With
/// [`Bias::AverageDelay`] it serves as many rows as possible with the least residuals, without regard to
/// critical lines, and among such schemes takes one with most critical columns. (Rows of equal residual are
/// all critical or none is.) Ties go to rows of least index. Either way it is a heuristic for the average
/// delay.
///
/// The order of the rows matters much. Observed for the total exchange on cubes of d = 2 … 14: with the
/// packets of one distance sorted into orbits under rotation of the bits, whole orbits first, ΣC is the
/// pooled bound for d ≤ 7, d = 11 and d = 13, and within 0.06 % of it otherwise; with the packets in the
/// order of their tags it is up to 2.4 % above.
///
/// The completion time is optimal because a scheme that serves all critical lines on at most k columns
/// exists: what is left, padded to a perfect matrix ([`crate::decompose::pad_to_perfect`]) of line sum L =
/// max(h, ⌈σ/k⌉), has k units in every permutation matrix of it, and lines of sum L hold no padding (P1
/// Theorem 7). Serving more rows along augmenting paths keeps the lines served. The padding inside has kL − σ
/// units, so a scheme of most rows leaves at most k(L − 1) units, and no line more than L − 1.
///
/// # Complexity
/// O(T · m · k · (m + log m) + E · m · log N) time at most and O(entries) space for T slots, m columns, k
/// ports, E units, N rows; with [`Bias::AverageDelay`] and k < m the first summand is up to m times as long.
///
/// # Panics
/// If `ports` is 0 while the matrix has units, or the schedule would have 2³² slots or more.
///
/// # Examples
/// ```text
///          bit 0  bit 1  sum
/// 01         1      0     1
/// 10         0      1     1
/// 11         1      1     2      critical, like both columns
/// ```
/// ```
/// use isotask::delay::{Bias, octr};
/// use isotask::model::TaskMatrix;
/// let matrix = TaskMatrix::from_dense(&[vec![1, 0], vec![0, 1], vec![1, 1]])?;
/// // Packet 11 must move at once, on bit 1, since packet 01 comes first among those that can be served beside it.
/// assert_eq!(octr(&matrix, 2, Bias::CompletionTime).slots, [0, 1, 1, 0]);
/// // First both short packets, then packet 11 alone.
/// assert_eq!(octr(&matrix, 2, Bias::AverageDelay).slots, [0, 0, 1, 2]);
/// # Ok::<(), isotask::model::MatrixError>(())
/// ```
#[must_use]
pub fn octr(matrix: &TaskMatrix, ports: u32, bias: Bias) -> Coloring {
    let mut waiting = Waiting::new(matrix);
    let mut slots = vec![0_u32; usize::try_from(matrix.total()).expect("the units fit memory")];
    let ports = wide(ports).min(waiting.columns());
    assert!(ports > 0 || waiting.total() == 0, "at least one port");
    let mut slot = 0_u32;
    while waiting.total() > 0 {
        assert!(slot < u32::MAX, "fewer than 2^32 slots");
        let scheme = match bias {
            Bias::CompletionTime => completion_first(&waiting, ports),
            Bias::AverageDelay => delay_first(&waiting, ports),
        };
        assert!(scheme.size() > 0, "some row needs some column");
        for (column, row) in scheme.into_row_of().into_iter().enumerate() {
            if let Some(row) = row {
                slots[waiting.serve(row, column)] = slot;
            }
        }
        slot += 1;
    }
    Coloring { slots }
}

/// Builds a scheme that serves every critical line, then the rows of least residual.
fn completion_first(waiting: &Waiting, ports: usize) -> Scheme<'_> {
    let left = waiting.least_slots(ports);
    let rows = waiting.rows_of_greatest_sum(left);
    let columns = waiting.columns_of_sum(left);
    let mut scheme = Scheme::choose(waiting, ports, Lines { rows: &rows, columns: &columns });
    if scheme.size() < ports {
        scheme.cover(&columns);
    }
    debug_assert!(columns.iter().all(|&column| scheme.serves(column)), "Mendelsohn & Dulmage");
    scheme
}

/// Builds a scheme that serves the rows of least residual, and as many critical columns as they allow.
fn delay_first(waiting: &Waiting, ports: usize) -> Scheme<'_> {
    let columns = waiting.columns_of_sum(waiting.least_slots(ports));
    let mut best = Scheme::choose(waiting, ports, Lines::default());
    if best.size() < ports {
        best.cover(&columns);
        return best;
    }
    // The sets of columns that the cheapest schemes of k rows use are the bases of a matroid, since the costs
    // of the sets form a valuated one (Dress & Wenzel 1992); so taking the columns one by one reaches the
    // greatest number. All critical columns can be served at once by k rows, as said at `octr`, so every
    // trial takes k rows and only its cost is in question.
    let mut covered: Vec<usize> = Vec::new();
    for column in columns {
        covered.push(column);
        if covered.iter().all(|&column| best.serves(column)) {
            continue;
        }
        let trial = Scheme::choose(waiting, ports, Lines { rows: &[], columns: &covered });
        if trial.cost() == best.cost() {
            best = trial;
        } else {
            covered.pop();
        }
    }
    best
}
