//! §7: what the paper expects of networks whose nodes use all ports at once.

use super::networks::{Tables, cayley};
use crate::claims::code::formula;
use crate::claims::exact::ratio;
use crate::claims::prove::{By, Least, proved, total_exchange};
use crate::claims::{Claim, ClaimError, Docket, Part};
use crate::solve::CayleyMethod;
use crate::wire::Family;
use num_rational::BigRational;

formula! {
    /// All links busy but for a part of the last slot: the status over the links of a node.
    fn busy_links(status: u64, links: usize) -> BigRational {
        ratio(status, links).ceil()
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "P3.multiport",
    place: "§7, end, where it is said to seem so",
    statement: "With all ports it is not enough to keep all nodes busy; an optimal total exchange must keep all links busy, so that it takes ⌈s(v)/m⌉ slots \
                with m links of each node.",
    printed: "T = ⌈s(v)/m⌉",
    parts: &[
        Part::printed(
            busy_links::CODE,
            "complete graphs of 3 to 6 nodes, star and pancake graphs of 3 to 5 symbols, bubble-sort graphs of 3 to 5, cube-connected cycles and butterflies \
             of dimension 3",
            |docket| {
                let complete = (3..=6).map(|n| (Family::Complete, "complete", n));
                let small = [3, 4].into_iter().flat_map(|n| {
                    [
                        (Family::Star, "star", n),
                        (Family::Pancake, "pancake", n),
                        (Family::BubbleSort, "bubble-sort", n),
                    ]
                });
                let others = [
                    (Family::CubeConnectedCycles, "cube-connected-cycles", 3),
                    (Family::Butterfly, "butterfly", 3),
                    (Family::Star, "star", 5),
                    (Family::Pancake, "pancake", 5),
                    (Family::BubbleSort, "bubble-sort", 5),
                ];
                optimal(docket, complete.chain(small).chain(others))
            },
        ),
        Part::restriction(
            "graphs with an automorphism from any link to any other: star and complete graphs (edge symmetries should play a more important role, §7)",
            busy_links::CODE,
            "complete graphs of 3 to 8 nodes, star graphs of 3 to 5 symbols",
            |docket| {
                let complete = (3..=8).map(|n| (Family::Complete, "complete", n));
                optimal(docket, complete.chain((3..=5).map(|n| (Family::Star, "star", n))))
            },
        ),
    ],
}];

fn optimal(
    docket: &mut Docket,
    networks: impl Iterator<Item = (Family, &'static str, u64)>,
) -> Result<(), ClaimError> {
    for (family, name, n) in networks {
        let network = cayley(family, n);
        let table = Tables::new(format!("{name} {n}"), &network)?;
        let found = proved(&total_exchange(network), By::Cayley(CayleyMethod::JobShop), Least::TIME)?;
        let status = table.distances(0).iter().sum();
        docket.equal(&table.name, busy_links(status, table.near[0].len()), found);
    }
    Ok(())
}
