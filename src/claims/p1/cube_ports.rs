//! §7: only k links of each node are used.

use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, counts, hypercube, isotropic, proved, total_exchange, with_ports};
use crate::claims::{Claim, ClaimError, Docket, Part};
use crate::solve::Quotient;
use crate::wire::Ports;
use num_rational::BigRational;

formula! {
    /// T with k ports of a matrix whose rows are the offsets of packets, so often each.
    fn time_of_ports(d: u64, k: u64, packets: &[(u64, u64)]) -> BigRational {
        let row = packets.iter().filter(|p| p.1 > 0).map(|p| u64::from(p.0.count_ones())).max();
        let column = (0..d).map(|j| packets.iter().map(|p| (p.0 >> j & 1) * p.1).sum::<u64>()).max();
        let sigma: u64 = packets.iter().map(|p| u64::from(p.0.count_ones()) * p.1).sum();
        ratio(sigma, k).ceil().max(whole(row.max(column).unwrap_or(0)))
    }
    /// T of total exchange with k ports.
    fn total_exchange_of_ports(d: u64, k: u64) -> BigRational {
        ratio((1_u64 << d) * d, 2 * k).ceil()
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P1.Thm7",
        place: "§7, Theorem 7",
        statement: "The optimal completion time of an isotropic task on a hypercube when each node can use up to k ≤ d links during \
                    a slot, h and σ being the critical and the total sum of its task matrix.",
        printed: "max(⌈σ/k⌉, h)",
        parts: &[Part::printed(
            time_of_ports::CODE,
            "d from 1 to 5, all k ≤ d: 5 tasks each with counts 0 … 3 by the linear congruence of Knuth's MMIX",
            tasks,
        )],
    },
    Claim {
        id: "P1.T_TE.ports",
        place: "§7, after Theorem 7",
        statement: "The optimal completion time of total exchange on a hypercube when up to k links of a node are used.",
        printed: "T_TE^(k) = ⌈nd/(2k)⌉",
        parts: &[Part::printed(total_exchange_of_ports::CODE, "d from 1 to 10, all k ≤ d", |docket| {
            for (d, k) in (1..=10).flat_map(|d| (1..=d).map(move |k| (d, k))) {
                let task = with_ports(total_exchange(hypercube(d)), Ports::AtMost(k));
                let found = proved(&task, Some(&Quotient), Least::TIME)?;
                docket.equal(format!("hypercube {d} ports {k}"), total_exchange_of_ports(d, k), found);
            }
            Ok(())
        })],
    },
];

fn tasks(docket: &mut Docket) -> Result<(), ClaimError> {
    for (d, k) in (1..=5).flat_map(|d| (1..=d).map(move |k| (d, k))) {
        for seed in 0..5 {
            let packets = counts(1 << d, seed + 100 * d, 4);
            let task = with_ports(isotropic(hypercube(d), &packets), Ports::AtMost(k));
            let found = proved(&task, Some(&Quotient), Least::TIME)?;
            docket.equal(
                format!("hypercube {d} ports {k} task {seed}"),
                time_of_ports(d, k, &packets),
                found,
            );
        }
    }
    Ok(())
}
