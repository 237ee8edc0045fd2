//! Computes the least total delay of tiny tasks by exhaustive search.

use isotask::model::{IsotropicTask, TaskMatrix, Way};

/// Returns the least total delay of a matrix within some slots, by exhaustive search.
struct Exhaustive {
    ports: usize,
    seen: std::collections::HashMap<(Vec<u8>, u64), Option<u64>>,
    columns: usize,
}

impl Exhaustive {
    fn least(matrix: &TaskMatrix, ports: u32, slots: u64) -> Option<u64> {
        let columns = usize::try_from(matrix.columns()).expect("few");
        let mut left = vec![0; matrix.rows() * columns];
        for row in 0..matrix.rows() {
            for (column, units) in matrix.row(row) {
                left[row * columns + usize::try_from(column).expect("few")] =
                    u8::try_from(units).expect("small");
            }
        }
        let ports = usize::try_from(ports).expect("few");
        Self { ports, seen: std::collections::HashMap::new(), columns }.rest(left, slots)
    }

    fn rest(&mut self, left: Vec<u8>, slots: u64) -> Option<u64> {
        let waiting = left.chunks(self.columns).filter(|row| row.iter().any(|&units| units > 0)).count();
        if waiting == 0 {
            return Some(0);
        }
        if slots == 0 {
            return None;
        }
        let key = (left, slots);
        if let Some(&known) = self.seen.get(&key) {
            return known;
        }
        let mut best = None;
        self.serve(&mut key.0.clone(), 0, 0, 0, slots - 1, &mut best);
        let found = best.map(|best: u64| best + u64::try_from(waiting).expect("few"));
        self.seen.insert(key, found);
        found
    }

    /// Goes through the choices of one slot row by row.
    fn serve(
        &mut self,
        left: &mut Vec<u8>,
        row: usize,
        used: usize,
        moves: usize,
        slots: u64,
        best: &mut Option<u64>,
    ) {
        if row * self.columns == left.len() {
            let found = self.rest(left.clone(), slots);
            *best = [*best, found].into_iter().flatten().min();
            return;
        }
        self.serve(left, row + 1, used, moves, slots, best);
        for column in 0..self.columns {
            let at = row * self.columns + column;
            if left[at] > 0 && used >> column & 1 == 0 && moves < self.ports {
                left[at] -= 1;
                self.serve(left, row + 1, used | 1 << column, moves + 1, slots, best);
                left[at] += 1;
            }
        }
    }
}

/// Returns the least over all directions of ties, or with `detours` over all directions, by exhaustive
/// search.
pub(crate) fn exhaustive(task: &IsotropicTask, detours: bool, slots: u64) -> Option<u64> {
    let rings = task.network().dimensions();
    let packets: Vec<_> =
        task.classes().flat_map(|class| (0..class.count).map(move |_| class.offset)).collect();
    let mut rows: Vec<Vec<Vec<(u32, u64)>>> = vec![Vec::new()];
    for offset in packets {
        let mut ways: Vec<Vec<(u32, u64)>> = vec![Vec::new()];
        for ring in rings {
            let x = ring.coordinate(offset);
            let mut legs: Vec<(u32, u64)> = [Way::Plus, Way::Minus]
                .map(|way| (ring.link(way).0, ring.hops(x, way)))
                .into_iter()
                .filter(|leg| x > 0 && (detours || leg.1 == ring.distance(x)))
                .collect();
            legs.dedup();
            if !legs.is_empty() {
                ways = ways
                    .iter()
                    .flat_map(|way| legs.iter().map(|&leg| [way.clone(), vec![leg]].concat()))
                    .collect();
            }
        }
        rows = rows
            .iter()
            .flat_map(|rows| ways.iter().map(|way| [rows.clone(), vec![way.clone()]].concat()))
            .collect();
    }
    let delay = |rows: Vec<Vec<(u32, u64)>>| {
        let mut matrix = TaskMatrix::new(task.network().links());
        for row in rows {
            matrix.push_row(row).expect("links increase");
        }
        Exhaustive::least(&matrix, task.ports(), slots)
    };
    rows.into_iter().filter_map(delay).min()
}
