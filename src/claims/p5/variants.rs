//! §3.4: variants of the broadcast along a Hamiltonian path.

use super::along::{broadcast, certified};
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::{ClaimError, Docket};
use crate::model::{ExplicitSchedule, Node, Packet, Schedule, Sent};
use crate::tree::Rule;
use num_rational::BigRational;

/// Whether two values differ by a factor of at most two.
fn factor_of_two(found: &BigRational, path: &BigRational) -> bool {
    *path <= whole(2) * found && *found <= whole(2) * path
}

/// How the packets go round the Hamiltonian cycle of the Gray code from the source, its node 0.
#[derive(Debug, Clone, Copy)]
enum Variant {
    /// Every packet goes both ways, to the middle.
    Centre,
    /// Packets go all round, alternately one way and the other.
    Opposite,
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code {
    file: file!(),
    id: "P5.HP.variants",
    parts: &[|docket| {
        for n in 2..=6 {
            for rule in [Rule::One, Rule::All] {
                for variant in [Variant::Centre, Variant::Opposite] {
                    judge(docket, n, rule, variant)?;
                }
            }
        }
        Ok(())
    }],
}];

/// Compares delay and cycles per packet of certified schedules with N − 1 and 1 along a path from its end. No
/// schedule has fewer: the source sends every packet once or twice, and one end is N/2 or N − 1 links away.
fn judge(docket: &mut Docket, n: u64, rule: Rule, variant: Variant) -> Result<(), ClaimError> {
    let mut slots = Vec::new();
    for c in [1, n, 3 * n] {
        let schedule = Schedule::from(round_the_cycle(n, c, rule, variant));
        let found = certified(&broadcast(n, c, rule), &schedule)?;
        slots.push(found.upper.map_or_else(|| whole(0), |upper| upper.0));
    }
    let (delay, cycles) = (&slots[0], (&slots[2] - &slots[1]) * ratio(1, 2 * n));
    let holds = factor_of_two(delay, &whole((1_u64 << n) - 1)) && factor_of_two(&cycles, &whole(1));
    let how = format!(
        "{delay} slots for one packet and {cycles} more for each further one, by certificates; N − 1 and 1 along a path (Tables 1 and 2)"
    );
    let way = match variant {
        Variant::Centre => "centred",
        Variant::Opposite => "opposite",
    };
    docket.is(format!("hypercube {n} ports {} {way}", rule.word()), holds, how);
    Ok(())
}

/// Schedules c packets, none of which waits on its way.
fn round_the_cycle(n: u64, c: u64, rule: Rule, variant: Variant) -> ExplicitSchedule {
    let nodes = 1_u64 << n;
    let node = |place: u64| Node((place % nodes) ^ (place % nodes) >> 1);
    let mut slots: Vec<Vec<Sent>> = Vec::new();
    for (packet, number) in (0..c).zip(0_u32..) {
        // The first slot and the number of links, in the direction of increasing and of decreasing places.
        let ways = match (variant, rule) {
            (Variant::Centre, Rule::All) => [Some((packet, nodes / 2)), Some((packet, nodes / 2 - 1))],
            (Variant::Centre, _) => [Some((2 * packet, nodes / 2)), Some((2 * packet + 1, nodes / 2 - 1))],
            (Variant::Opposite, _) => {
                let start = if rule == Rule::All { packet / 2 } else { packet };
                let way = Some((start, nodes - 1));
                if packet % 2 == 0 { [way, None] } else { [None, way] }
            }
        };
        for (upwards, (start, links)) in
            [true, false].into_iter().zip(ways).filter_map(|(up, way)| Some((up, way?)))
        {
            let at = |step: u64| node(if upwards { step } else { nodes - step });
            for (step, slot) in (0..links).zip(usize::try_from(start).unwrap_or(0)..) {
                slots.resize(slots.len().max(slot + 1), Vec::new());
                slots[slot].push(Sent::new(number, at(step), at(step + 1)));
            }
        }
    }
    for slot in &mut slots {
        slot.sort_unstable();
    }
    let packets = (0..c).map(|_| Packet::Copied { from: Node(0) }).collect();
    ExplicitSchedule { packets, slots }
}
