//! §6: personalised communication with one port, along the balanced and along the binomial tree.

use super::balanced::shape;
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::packets::{startups, time};
use crate::claims::shape::Shape;
use crate::claims::{ClaimError, Docket};
use crate::tree::TreeKind;
use num_rational::BigRational;

/// Whether the BST does not take less than the SBT.
fn sbt_is_no_slower(sbt_at_least: &BigRational, bst_at_most: &BigRational) -> bool {
    sbt_at_least <= bst_at_most
}

const PROOF_OF_BOTH_BOUNDS: &str = "a schedule in which a node sends or receives one packet at a time, the farthest destinations first, and the start-ups and elements of the \
                        source";

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code {
    file: file!(),
    id: "P5.personal.one-port.large",
    parts: &[|docket| judge_comparison(docket, 3)],
}];

/// Returns the time of the source's sends, which no schedule along the tree undercuts.
fn at_least(shape: &Shape, n: u64, b: u64, tau: &BigRational, transfer: &BigRational) -> BigRational {
    whole(startups(shape, b)) * tau + whole((1_u64 << n) - 1) * transfer
}

/// Lists the packet sizes b from 2 to N/2, the greatest of use.
fn sizes(n: u64) -> impl Iterator<Item = (u64, usize)> {
    (2..=1_u64 << (n - 1)).zip(2_usize..)
}

fn judge_comparison(docket: &mut Docket, from: u64) -> Result<(), ClaimError> {
    let (tau, transfer) = (whole(5), ratio(1, 2));
    for n in from..=5 {
        let (sbt, bst) = (Shape::new(TreeKind::Sbt, n)?, shape(n)?);
        for (b, size) in sizes(n) {
            let bounds = |shape| (at_least(shape, n, b, &tau, &transfer), time(shape, size, &tau, &transfer));
            let ((sbt_least, sbt_most), (bst_least, bst_most)) = (bounds(&sbt), bounds(&bst));
            let instance = format!("hypercube {n} B {b}M");
            let how =
                format!("SBT {sbt_least} … {sbt_most}, BST {bst_least} … {bst_most}: {PROOF_OF_BOTH_BOUNDS}");
            if !sbt_is_no_slower(&sbt_least, &bst_most) {
                docket.is(instance, false, how);
            } else if sbt_is_no_slower(&sbt_most, &bst_least) {
                docket.is(instance, true, how);
            } else {
                docket.open(instance, how);
            }
        }
    }
    Ok(())
}
