//! §6: total exchange on hypercubes whose dimension is not prime.

use super::classes::{classes, period};
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, hypercube, isotropic, proved};
use crate::claims::{ClaimError, Docket, Proved, Value};
use crate::solve::Quotient;

/// Slots for the nondegenerate classes, one after the other: a class of d tags of i ones takes i.
fn nondegenerate(d: u64) -> u64 {
    classes(d).iter().filter(|class| class.2 == d).map(|class| class.0).sum()
}
/// How many words of d bits return only after d rotations.
fn aperiodic(d: u64) -> u64 {
    (1_u64 << d) - (1..d).filter(|q| d.is_multiple_of(*q)).map(aperiodic).sum::<u64>()
}
/// What the degenerate tags add to every column: half of them and 0 … 0, for they are as many as their
/// complements.
fn degenerate_column(d: u64) -> u64 {
    (1..d).filter(|q| d.is_multiple_of(*q)).map(aperiodic).sum::<u64>() / 2
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code {
    file: file!(),
    id: "P1.composite.order",
    parts: &[
        |docket| {
            strict(docket, &[4, 6, 8, 9, 10, 12])?;
            let sum =
                Proved::exact(degenerate_column(25), "tags counted by their periods; 1 … 1 needs 25 slots");
            docket.at_least("hypercube 25, column sum of the degenerate tags", 25_u64, sum);
            Ok(())
        },
        |docket| priority(docket, &[4, 6, 8, 9, 10, 12]),
        |docket| {
            strict(docket, &[8, 10, 12])?;
            let composite = (4..=64_u64).filter(|d| (2..*d).any(|q| d.is_multiple_of(q)));
            for d in composite.filter(|d| ![4, 6, 9, 25].contains(d)) {
                let sum = Proved::exact(degenerate_column(d), "tags counted by their periods");
                docket.at_least(format!("hypercube {d}, column sum of the degenerate tags"), d, sum);
            }
            Ok(())
        },
    ],
}];

/// Least time of the task of these tags.
fn least(d: u64, wanted: impl Fn(u64) -> bool) -> Result<Proved, ClaimError> {
    let packets: Vec<(u64, u64)> = (1..1 << d).filter(|tag| wanted(*tag)).map(|tag| (tag, 1)).collect();
    proved(&isotropic(hypercube(d), &packets), Some(&Quotient), Least::TIME)
}

fn strict(docket: &mut Docket, dimensions: &[u64]) -> Result<(), ClaimError> {
    for &d in dimensions {
        let first = nondegenerate(d);
        let found = least(d, |tag| period(d, tag) == d)?;
        docket.equal(format!("hypercube {d}, nondegenerate classes"), first, found);
        let found = least(d, |tag| period(d, tag) < d)?;
        docket.equal(format!("hypercube {d}, degenerate classes"), (1 << (d - 1)) - first, found);
    }
    Ok(())
}

fn priority(docket: &mut Docket, dimensions: &[u64]) -> Result<(), ClaimError> {
    for &d in dimensions {
        let (mut time, mut begun) = (0, Vec::new());
        for class in classes(d).into_iter().filter(|class| class.2 == d) {
            if (1 << (d - 1)) - time - class.0 >= d {
                time += class.0;
                begun.push(class.1);
            }
        }
        let class_of = |tag: u64| (0..d).map(|by| super::classes::rotated(d, tag, by)).min();
        let rest = least(d, |tag| !begun.iter().any(|&least| class_of(tag) == Some(least)))?;
        let found = rest.map(|slots| Value(slots.0 + whole(time)));
        let how = format!("after {time} slots for {} nondegenerate classes", begun.len());
        docket.equal(format!("hypercube {d}"), ratio(1_u64 << d, 2), found.because(&how));
    }
    Ok(())
}
