//! Functions of task matrices: lists of rows of natural numbers, all of one length.

use super::draw::Congruence;
use crate::claims::language::data::{Datum, Entry, Found};
use crate::claims::language::fault::FormulaFault;
use crate::decompose::{decompose, hall, non_wasting};
use crate::delay::{Bias, octr};
use crate::model::{Coloring, TaskMatrix, count_of, wide};

type Rows = Vec<Vec<u64>>;
type Scheme = Vec<(usize, usize)>;

/// Most schemes that are listed of a matrix.
const MAX_SCHEMES: usize = 1 << 16;
/// Most entries of a matrix, and most units in it.
const MAX_UNITS: u64 = 1 << 20;

fn undefined(fault: &dyn std::fmt::Display) -> FormulaFault {
    FormulaFault::Undefined(fault.to_string())
}

pub(super) const FUNCTIONS: [Entry; 8] = [
    ("row_sums", 1, |all| Ok(numbers(&row_sums(&rows(&all[0])?)))),
    ("column_sums", 1, |all| Ok(numbers(&column_sums(&rows(&all[0])?)))),
    ("critical_sum", 1, |all| {
        let rows = rows(&all[0])?;
        let sums = row_sums(&rows).into_iter().chain(column_sums(&rows));
        Ok(sums.max().unwrap_or(0).into())
    }),
    ("schemes", 1, |all| Ok(Datum::list(schemes(&rows(&all[0])?)?.iter().rev().map(entries).collect()))),
    ("full_schemes", 1, |all| {
        let rows = rows(&all[0])?;
        let full = schemes(&rows)?.into_iter().filter(|scheme| is_full(&rows, scheme));
        Ok(Datum::list(full.map(|scheme| entries(&scheme)).collect()))
    }),
    ("less", 2, |all| less(&rows(&all[0])?, &all[1])),
    ("decomposed", 3, |all| decomposed(&rows(&all[0])?, all[1].natural()?, all[2].words()?)),
    ("wasteless_runs", 1, |all| {
        let run = |run: &Vec<Scheme>| Datum::list(run.iter().map(entries).collect());
        Ok(Datum::list(wasteless_runs(&rows(&all[0])?)?.iter().map(run).collect()))
    }),
];

fn numbers(of: &[u64]) -> Datum {
    Datum::list(of.iter().copied().map(Datum::from).collect())
}

fn entries(scheme: &Scheme) -> Datum {
    let entry = |&(row, column): &(usize, usize)| numbers(&[count_of(row), count_of(column)]);
    Datum::list(scheme.iter().map(entry).collect())
}

/// Reads a matrix whose sums fit 64 bits.
fn rows(of: &Datum) -> Result<Rows, FormulaFault> {
    let row = |row: &Datum| row.items()?.iter().map(Datum::natural).collect();
    let rows: Rows = of.items()?.iter().map(row).collect::<Result<_, FormulaFault>>()?;
    let columns = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != columns) {
        return Err(undefined(&"rows of different lengths"));
    }
    let mut units = rows.iter().flatten().map(|&entry| u128::from(entry));
    if count_of(rows.len() * columns.max(1)) > MAX_UNITS || units.any(|entry| entry > u128::from(MAX_UNITS)) {
        return Err(undefined(&format!("a matrix of more than {MAX_UNITS} entries, or with a greater one")));
    }
    Ok(rows)
}

fn row_sums(rows: &[Vec<u64>]) -> Vec<u64> {
    rows.iter().map(|row| row.iter().sum()).collect()
}

fn column_sums(rows: &[Vec<u64>]) -> Vec<u64> {
    let columns = rows.first().map_or(0, Vec::len);
    (0..columns).map(|column| rows.iter().map(|row| row[column]).sum()).collect()
}

/// Lists every partial permutation matrix S ≤ T, the empty one first.
fn schemes(rows: &[Vec<u64>]) -> Result<Vec<Scheme>, FormulaFault> {
    let columns = rows.first().map_or(0, Vec::len);
    let mut schemes: Vec<Scheme> = vec![Vec::new()];
    for column in 0..columns {
        for before in 0..schemes.len() {
            for row in (0..rows.len()).filter(|&row| rows[row][column] > 0) {
                if schemes[before].iter().all(|served| served.0 != row) {
                    schemes.push([&schemes[before][..], &[(row, column)]].concat());
                }
            }
            if schemes.len() > MAX_SCHEMES {
                return Err(undefined(&format!("a matrix of more than {MAX_SCHEMES} switching schemes")));
            }
        }
    }
    Ok(schemes)
}

/// Whether the scheme serves the row or the column of every positive entry (P1 §5).
fn is_full(rows: &[Vec<u64>], scheme: &Scheme) -> bool {
    let idle = |row: usize, column: usize| scheme.iter().all(|served| served.0 != row && served.1 != column);
    let row_is_full = |(i, row): (usize, &Vec<u64>)| (0..row.len()).all(|j| row[j] == 0 || !idle(i, j));
    rows.iter().enumerate().all(row_is_full)
}

fn less(rows: &[Vec<u64>], scheme: &Datum) -> Found {
    let mut left = rows.to_vec();
    for entry in scheme.items()? {
        let [row, column] = entry.items()? else { return Err(undefined(&"an entry is [i, j]")) };
        let place = |at: &Datum| at.natural().map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        let (row, column) = (place(row)?, place(column)?);
        let units = left.get_mut(row).and_then(|row| row.get_mut(column)).filter(|units| **units > 0);
        *units.ok_or_else(|| undefined(&format!("nothing waits at [{row}, {column}]")))? -= 1;
    }
    Ok(Datum::list(left.iter().map(|row| numbers(row)).collect()))
}

fn slots_of(matrix: &TaskMatrix, coloring: &Coloring) -> Vec<Scheme> {
    let entry = |(row, column): (u32, u32)| (wide(row), wide(column));
    let slots = coloring.to_slots(matrix);
    slots.iter().map(|slot| slot.iter().copied().map(entry).collect()).collect()
}

fn task_matrix(rows: &[Vec<u64>]) -> Result<TaskMatrix, FormulaFault> {
    let matrix = TaskMatrix::from_dense(rows).map_err(|fault| undefined(&fault))?;
    if matrix.total() > MAX_UNITS {
        return Err(undefined(&format!("a matrix of more than {MAX_UNITS} units")));
    }
    Ok(matrix)
}

/// Decomposes the matrix by a method and returns the slots, after a replay of the colouring.
fn decomposed(rows: &[Vec<u64>], ports: u64, by: &str) -> Found {
    let matrix = task_matrix(rows)?;
    let ports = u32::try_from(ports.min(u64::from(matrix.columns()))).unwrap_or(u32::MAX);
    if ports == 0 && matrix.total() > 0 {
        return Err(undefined(&"at least one entry of a scheme"));
    }
    let coloring = match by {
        "hall" => hall(&matrix, ports).map_err(|fault| undefined(&fault))?,
        "best" => decompose(&matrix, ports),
        "octr" => octr(&matrix, ports, Bias::CompletionTime),
        "non-wasting" if ports == matrix.columns() => non_wasting(&matrix),
        "non-wasting" => return Err(undefined(&"non-wasting runs use all columns")),
        other => return Err(FormulaFault::Unknown(format!("decomposition {other}"))),
    };
    coloring.replay(&matrix, ports).map_err(|fault| undefined(&fault))?;
    Ok(Datum::list(slots_of(&matrix, &coloring).iter().map(entries).collect()))
}

/// Makes non-wasting runs, in which no link idles while a packet waits for it, and replays each.
fn wasteless_runs(rows: &[Vec<u64>]) -> Result<Vec<Vec<Scheme>>, FormulaFault> {
    let matrix = task_matrix(rows)?;
    let mut runs = vec![slots_of(&matrix, &non_wasting(&matrix)), starving_run(rows)?];
    runs.extend((0..3).map(|seed| drawn_run(rows, seed)));
    if runs.iter().all(|run| is_wasteless(rows, run)) {
        Ok(runs)
    } else {
        Err(undefined(&"a run wastes a link"))
    }
}

/// Whether the slots of a run are full schemes that clear the matrix.
fn is_wasteless(rows: &[Vec<u64>], run: &[Scheme]) -> bool {
    let mut left = rows.to_vec();
    for scheme in run {
        let alone = |(index, &(row, column)): (usize, &(usize, usize))| {
            left[row][column] > 0
                && scheme[..index].iter().all(|before| before.0 != row && before.1 != column)
        };
        if !scheme.iter().enumerate().all(alone) || !is_full(&left, scheme) {
            return false;
        }
        serve(&mut left, scheme);
    }
    left.iter().flatten().all(|&units| units == 0)
}

fn serve(left: &mut [Vec<u64>], scheme: &Scheme) {
    for &(row, column) in scheme {
        left[row][column] -= 1;
    }
}

/// Adds each waiting entry, in this order, whose row and column are unserved.
fn filled(mut scheme: Scheme, waiting: impl IntoIterator<Item = (usize, usize)>) -> Scheme {
    for (i, j) in waiting {
        if scheme.iter().all(|served| served.0 != i && served.1 != j) {
            scheme.push((i, j));
        }
    }
    scheme
}

fn waiting(left: &[Vec<u64>]) -> Vec<(usize, usize)> {
    let of_row = |(i, row): (usize, &Vec<u64>)| {
        (0..row.len()).filter(|&j| row[j] > 0).map(|j| (i, j)).collect::<Vec<_>>()
    };
    left.iter().enumerate().flat_map(of_row).collect()
}

/// Makes a run that starves the longest row: it clears all others in as few slots as possible, and serves
/// that row only where a link would idle.
fn starving_run(rows: &[Vec<u64>]) -> Result<Vec<Scheme>, FormulaFault> {
    let sums = row_sums(rows);
    let Some(longest) = (0..sums.len()).max_by_key(|&row| sums[row]) else { return Ok(Vec::new()) };
    let mut others = rows.to_vec();
    others[longest].fill(0);
    let others = task_matrix(&others)?;
    let mut planned = slots_of(&others, &decompose(&others, others.columns())).into_iter();
    let mut left = rows.to_vec();
    let mut slots = Vec::new();
    loop {
        let next = planned.next();
        let ended = next.is_none();
        let mut scheme = next.unwrap_or_default();
        scheme.retain(|&(row, column)| left[row][column] > 0);
        let scheme = filled(scheme, waiting(&left));
        if !scheme.is_empty() {
            serve(&mut left, &scheme);
            slots.push(scheme);
        } else if ended {
            return Ok(slots);
        }
    }
}

/// Makes a run that serves the waiting entries greedily in a random order, slot by slot.
fn drawn_run(rows: &[Vec<u64>], seed: u64) -> Vec<Scheme> {
    let mut left = rows.to_vec();
    let mut slots = Vec::new();
    let mut draw = Congruence(seed);
    loop {
        let mut order: Vec<(u64, (usize, usize))> =
            waiting(&left).into_iter().map(|entry| (draw.number(), entry)).collect();
        if order.is_empty() {
            return slots;
        }
        order.sort_unstable();
        let scheme = filled(Scheme::new(), order.into_iter().map(|(_, entry)| entry));
        serve(&mut left, &scheme);
        slots.push(scheme);
    }
}
