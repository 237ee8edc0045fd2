//! Decomposes a matrix of counts, such as a task matrix or a satellite's traffic: here a random one, by the
//! quotient method and by P1's own construction, with two ports.
//!
//! `cargo run --example bare_matrix`

use isotask::decompose::{color, hall, quotient};
use isotask::model::TaskMatrix;
use std::error::Error;
use std::io::{Write, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let rows = [vec![3, 0, 1, 2], vec![0, 2, 2, 0], vec![1, 1, 0, 4], vec![2, 0, 3, 1], vec![0, 5, 0, 0]];
    let matrix = TaskMatrix::from_dense(&rows)?;
    let mut out = stdout().lock();
    writeln!(out, "critical sum {}, total {}", matrix.critical_sum(), matrix.total())?;
    for ports in [1, 2, 4] {
        let intervals = quotient(&matrix, ports);
        let coloring = color(&matrix, &intervals);
        coloring.replay(&matrix, ports)?;
        let literal = hall(&matrix, ports)?;
        literal.replay(&matrix, ports)?;
        writeln!(
            out,
            "{ports} ports: {} slots, {} by P1's construction; {} intervals hold the schedule",
            coloring.length(),
            literal.length(),
            intervals.intervals.len()
        )?;
    }
    Ok(())
}
