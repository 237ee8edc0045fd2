//! §4: total exchange.

use super::made::{Problem, broken, exchange_certificate, index, of_algorithm, short, transmissions};
use super::recursion::{Exchange, Phases};
use crate::claims::code::formula;
use crate::claims::exact::whole;
use crate::claims::prove::{Least, accepted, explicit};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::model::count_of;
use crate::wire::{CertificateDocument, Lower, Ports};
use num_bigint::BigInt;
use num_rational::BigRational;

formula! {
    /// Eq. (3).
    fn equation_3(d: u64) -> BigRational {
        whole(d * (1_u64 << d) * (1_u64 << (d - 1)))
    }
    /// Eq. (4).
    fn equation_4(d: u64) -> BigRational {
        whole(1_u64 << (d - 1))
    }
    /// What all links carry in 2^(d−1) time units.
    fn capacity(d: u64) -> BigRational {
        whole(d * (1_u64 << d)) * equation_4(d)
    }
    /// The right-hand side of Eq. (5) and (6).
    fn in_time(d: u64, n: u64) -> u64 {
        (1 << (d - 1)) + n - 1
    }
    /// Eq. (6) of an exchange.
    fn equation_6(exchange: &Exchange) -> bool {
        let time = 1_u64 << (exchange.d - 1);
        exchange.time == time && (1..=time).all(|n| exchange.own(n) <= in_time(exchange.d, n))
    }
    /// The two equations on N_(d+1) in the proof of (6).
    fn halves(small: &Exchange, large: &Exchange) -> bool {
        let (half, d) = (1_u64 << (small.d - 1), small.d);
        (1..=half).all(|n| large.own(n) == small.own(n) + n)
            && (half + 1..=2 * half).all(|n| large.own(n) == (1 << d) - 1 + n)
    }
    /// The exchange of `[BeT89]`.
    fn after_phase_two(d: u64) -> BigRational {
        whole((1_u64 << d) - 1)
    }
    /// The columns of the dth table; links and columns count from 0.
    fn table(d: u64) -> Vec<Vec<u64>> {
        let mut columns: Vec<Vec<u64>> = vec![vec![1]];
        for k in 1..d {
            let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
            let entries = (0..rows).flat_map(|row| columns.iter().filter_map(move |c| c.get(row)));
            let mut last: Vec<u64> = entries.map(|entry| entry | 1 << k).collect();
            last.push(1 << k);
            columns.push(last);
        }
        columns
    }
    /// Whether the packets that node 0 sends first over link k leave in time units 1 … 2^(k−1), in the order of the table.
    fn as_in_the_table(exchange: &Exchange) -> bool {
        let sent = exchange.first_sends();
        let listed = |column: Vec<u64>| (0_u64..).zip(column).collect::<Vec<_>>();
        sent == table(exchange.d).into_iter().map(listed).collect::<Vec<_>>()
    }
    /// Whether node 0 receives over the link of bit k − 1 in groups of 2^(k−1): of one origin (y, 1, 0…0), for all nodes (0…0, x), y increasing.
    fn in_groups(exchange: &Exchange) -> bool {
        (1..).zip(exchange.receptions()).all(|(k, received)| {
            let size = 1_u64 << (k - 1);
            received.chunks(index(size)).zip(0_u64..).all(|(group, y)| {
                let mut to: Vec<u64> = group.iter().map(|packet| packet.2).collect();
                to.sort_unstable();
                group.iter().all(|packet| packet.1 == y << k | size) && to.into_iter().eq(0..size)
            })
        })
    }
    /// The link over which a packet that came over link k is sent on; links count from 1, 0 if it has arrived.
    fn sent_on(k: u64, node: u64, to: u64) -> u64 {
        (1..k).filter(|m| (to ^ node) >> (m - 1) & 1 == 1).max().unwrap_or(0)
    }
    /// Time, SLA.
    fn one_link(d: u64) -> BigRational {
        whole(BigInt::from(d) << (d - 1))
    }
    /// The recursion of the time, SLA.
    fn recursion_one(d: u64) -> BigRational {
        if d == 1 { whole(1) } else { whole(2) * recursion_one(d - 1) + whole(BigInt::from(1) << (d - 1)) }
    }
}

/// All three phases: phase two with phase one, phase three right after phase one.
const MLA: Phases = |time, _| (0, time);
/// Phase three after phase two.
const AFTER: Phases = |_, packets| (0, packets);
/// Phase three one time unit before the end of phase two.
const EARLIER: Phases = |time, packets| (0, time.max(packets - 1));
/// One phase after the other.
const SLA: Phases = |time, packets| (time, time + packets);

const TIES: &str = "d from 1 to 9, ties broken from left to right and in three random ways";

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P2.Eq3",
        place: "§4, Eq. (3)",
        statement: "A lower bound for the transmissions of a total exchange on the d-cube.",
        printed: "d·2^d·2^(d−1)",
        parts: &[Part::printed(equation_3::CODE, "d from 1 to 9", |docket| {
            for d in 1..=9 {
                let found = transmissions(&certified(d, 0, Ports::All, MLA)?, 1 << d)?;
                docket.at_least(format!("hypercube {d}"), equation_3(d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.Eq4",
        place: "§4, Eq. (4)",
        statement: "A lower bound for the time of a total exchange on the d-cube under the MLA assumption.",
        printed: "T_d ≥ 2^(d−1)",
        parts: &[Part::printed(equation_4::CODE, "d from 1 to 9", |docket| {
            for d in 1..=9 {
                let found = accepted(&certified(d, 0, Ports::All, MLA)?, Least::TIME)?;
                docket.at_least(format!("hypercube {d}"), equation_4(d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.busy",
        place: "§4, after Eq. (4)",
        statement: "To achieve the bound all packets must follow shortest paths and all links be busy all the time: the links carry no \
                    more in 2^(d−1) time units than the fewest transmissions.",
        printed: "d·2^d·T_d = d·2^d·2^(d−1)",
        parts: &[Part::printed(capacity::CODE, "d from 1 to 9", |docket| {
            for d in 1..=9 {
                let found = transmissions(&certified(d, 0, Ports::All, MLA)?, 1 << d)?;
                docket.equal(format!("hypercube {d}"), capacity(d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.MLA",
        place: "§4, the three phases with rules (a) and (b)",
        statement: "Phase three can begin right after phase one and proceed uninterrupted, however ties are broken, and the total exchange \
                    takes the optimal time.",
        printed: "T_d = 2^(d−1)",
        parts: &[Part::printed(equation_4::CODE, TIES, |docket| {
            for (d, seed) in instances() {
                let found = accepted(&certified(d, seed, Ports::All, MLA)?, Least::TIME)?;
                let found = found.because("no packet is sent on before it has crossed");
                docket.equal(format!("hypercube {d} ties {seed}"), equation_4(d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.Eq5",
        place: "§4, Eq. (5)",
        statement: "If phase three is to begin right after phase one and continue without delay, Eq. (5) is necessary; with rules (a) \
                    and (b) it is also enough.",
        printed: "N_d(i,n) ≤ 2^(d−1) + n − 1 for n = 1, …, 2^(d−1)",
        parts: &[Part::printed(
            equation_6::CODE,
            "1000 optimal total exchanges each on the 2-cube and the 3-cube",
            |docket| {
                for d in 2..=3 {
                    let (mut agree, mut late) = (true, 0);
                    for seed in 0..1000 {
                        let exchange =
                            Exchange::some_optimal(d, seed).ok_or_else(|| broken("no exchange"))?;
                        let holds = equation_6(&exchange);
                        late += u64::from(!holds);
                        // Rule (a), the earliest needed first, succeeds whenever any order does.
                        agree &= exchange.grown(MLA, |link| link).is_some() == holds;
                    }
                    let how = format!(
                        "phase three proceeds where Eq. (5) holds and only there; it fails for {late} of them"
                    );
                    docket.is(format!("hypercube {d}"), agree, how);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P2.Eq6",
        place: "§4, Eq. (6)",
        statement: "In the total exchange of §4 a node has sent at most so many of its own packets up to time n.",
        printed: "T_d = 2^(d−1) and N_d(i,n) ≤ 2^(d−1) + n − 1 for n = 1, …, 2^(d−1)",
        parts: &[Part::printed(equation_6::CODE, TIES, |docket| {
            for (d, seed) in instances() {
                let holds = equation_6(&made(d, seed, MLA)?);
                docket.is(
                    format!("hypercube {d} ties {seed}"),
                    holds,
                    "counted for all n; all nodes do the same",
                );
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.halves",
        place: "§4, the induction for Eq. (6)",
        statement: "N_(d+1)(i,n) = N_d(i,n) + n in the first half of the time and 2^d − 1 + n in the second.",
        printed: "N_(d+1)(i,n) = N_d(i,n) + n for n ≤ 2^(d−1), = 2^d − 1 + n for 2^(d−1) < n ≤ 2^d",
        parts: &[Part::printed(halves::CODE, TIES, |docket| {
            for (d, seed) in instances() {
                let holds = halves(&made(d, seed, MLA)?, &made(d + 1, seed, MLA)?);
                docket.is(format!("hypercube {d} ties {seed}"), holds, "counted for all n");
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.range",
        place: "§4, before Eq. (5)",
        statement: "N_d(i,n) ranges from 1 to 2^d − 1.",
        printed: "1 ≤ N_d(i,n) ≤ 2^d − 1",
        parts: &[
            Part::reading("it lies between the two", after_phase_two::CODE, TIES, |docket| {
                for (d, seed) in instances() {
                    let (exchange, most) = (made(d, seed, MLA)?, (1 << d) - 1);
                    let holds = (1..=1 << (d - 1)).all(|n| (1..=most).contains(&exchange.own(n)));
                    docket.is(format!("hypercube {d} ties {seed}"), holds, "counted for all n");
                }
                Ok(())
            }),
            Part::reading(
                "its least value is 1; it is d, since all links of a node are busy from the first time unit on, and with its own packets",
                "1",
                TIES,
                |docket| {
                    for (d, seed) in instances() {
                        let least = made(d, seed, MLA)?.own(1);
                        let found = Proved::exact(least, "N_d(i,1), counted; N_d increases with n");
                        docket.equal(format!("hypercube {d} ties {seed}"), 1_u64, found);
                    }
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P2.exchange.BeT89",
        place: "§4, on the algorithm of [BeT89], after the construction on the (d + 1)-cube",
        statement: "If phase three starts after the end of phase two, the execution time is 2^d − 1 units.",
        printed: "2^d − 1",
        parts: &[
            Part::reading("on the d-cube", after_phase_two::CODE, "d from 1 to 9", |docket| {
                phase_three_later(docket, 0)
            }),
            Part::reading(
                "on the (d + 1)-cube, of which the sentences around it speak; there it is 2^(d+1) − 1",
                after_phase_two::CODE,
                "d from 1 to 9",
                |docket| phase_three_later(docket, 1),
            ),
        ],
    },
    Claim {
        id: "P2.exchange.one-unit-earlier",
        place: "§4, how phase three can start earlier",
        statement: "If the packets for the counterpart nodes are sent last in phase two, phase three can start one time unit before the end \
                    of phase two.",
        printed: "phase three from time 2^d − 1 of phase two on",
        parts: &[Part::printed(after_phase_two::CODE, "d from 2 to 9", |docket| {
            for d in 2..=9 {
                let made = Exchange::new(d, 0, EARLIER);
                docket.is(
                    format!("hypercube {d}"),
                    made.is_some(),
                    "every packet crosses before it is sent on",
                );
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.table",
        place: "§4, Implementation of the Optimal Algorithm, the sequence of tables",
        statement: "A node sends its packets for the nodes (i_d … i_(k+1), ī_k, x …) over its kth link during time units 1 … 2^(k−1), the one \
                    for i ⊕ e_k last, in the order of the tables.",
        printed: "the last column is e_k and the entries of the (k − 1)st table with their kth bit set, row by row, e_k last",
        parts: &[Part::printed(as_in_the_table::CODE, "d from 1 to 10", |docket| {
            for d in 1..=10 {
                let holds = as_in_the_table(&made(d, 0, MLA)?);
                docket.is(format!("hypercube {d}"), holds, "all packets of node 0, ties from left to right");
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.arrivals",
        place: "§4, Implementation of the Optimal Algorithm, on arriving packets",
        statement: "Packets arrive over the kth link in groups of 2^(k−1), each of all packets of one node (y_d … y_(k+1), ī_k, i_(k−1) … i_1) \
                    for the nodes (i_d … i_k, x …), the groups in lexicographic order on (y_d ⊕ i_d, …, y_(k+1) ⊕ i_(k+1)).",
        printed: "groups of 2^(k−1), lexicographic",
        parts: &[Part::printed(in_groups::CODE, TIES, |docket| {
            for (d, seed) in instances() {
                let holds = in_groups(&made(d, seed, MLA)?);
                docket.is(format!("hypercube {d} ties {seed}"), holds, "all that node 0 receives");
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.queues",
        place: "§4, Implementation of the Optimal Algorithm, the rules of forwarding",
        statement: "With the own packets in the order of the tables and queues in lexicographic order of j ⊕ i, packets of one node in their \
                    order of arrival, forwarding over link k from time 2^(k−1) + 1 on, the total exchange takes the optimal time.",
        printed: "k_0 = max{m | x_m = ī_m}; 2^(d−1)",
        parts: &[Part::printed(sent_on::CODE, "d from 1 to 6, every node simulated", |docket| {
            for d in 1..=6 {
                let found = accepted(&simulated(d)?, Least::TIME)?;
                docket.equal(format!("hypercube {d}"), equation_4(d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.SLA",
        place: "§4, Total Exchange Under the SLA Assumption",
        statement: "With the three phases one after the other, the total exchange has one transmission and one reception of each node in \
                    every time unit and takes the optimal time.",
        printed: "T_d = d·2^(d−1)",
        parts: &[Part::printed(one_link::CODE, TIES, |docket| {
            for (d, seed) in instances() {
                let name = format!("hypercube {d} ties {seed}");
                let one = made(d, seed, SLA)?.slots().iter().all(|slot| slot.len() == 1);
                docket.is(format!("{name} one at a time"), one, "every time unit");
                let found = accepted(&certified(d, seed, Ports::One, SLA)?, Least::TIME)?;
                docket.equal(name, one_link(d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.exchange.recursion",
        place: "§4, Total Exchange Under the SLA Assumption",
        statement: "T_(d+1) = 2T_d + 2^d and T_1 = 1 give T_d = d·2^(d−1).",
        printed: "T_d = d·2^(d−1)",
        parts: &[Part::printed(recursion_one::CODE, "d from 1 to 60", |docket| {
            for d in 1..=60 {
                let found = Proved::exact(recursion_one(d), "the recursion computed");
                docket.equal(format!("hypercube {d}"), one_link(d), found);
            }
            Ok(())
        })],
    },
];

fn instances() -> impl Iterator<Item = (u64, u64)> {
    (1..=9).flat_map(|d| (0..4).map(move |seed| (d, seed)))
}

fn made(d: u64, seed: u64, phases: Phases) -> Result<Exchange, ClaimError> {
    Exchange::new(d, seed, phases).ok_or_else(|| broken("a packet would be sent on before it has crossed"))
}

fn certified(d: u64, seed: u64, ports: Ports, phases: Phases) -> Result<CertificateDocument, ClaimError> {
    Ok(exchange_certificate(d, ports, &made(d, seed, phases)?.slots()))
}

/// The time on the cube of so many dimensions more than the formula speaks of.
fn phase_three_later(docket: &mut Docket, more: u64) -> Result<(), ClaimError> {
    for d in 1..=9 {
        let document = certified(d + more, 0, Ports::All, AFTER)?;
        let found = of_algorithm(&document, Least::TIME)?;
        docket.equal(format!("hypercube {}", d + more), after_phase_two(d), found);
    }
    Ok(())
}

/// A packet in a queue, in the order of service: origin ⊕ node, then arrival.
type Waiting = (u64, u64, u64);

/// The rules of §4 carried out by every node for itself. A link without a packet to send stays idle.
fn simulated(d: u64) -> Result<CertificateDocument, ClaimError> {
    let nodes = 1_u64 << d;
    let columns = table(d);
    let mut queues: Vec<Vec<Vec<Waiting>>> = vec![vec![Vec::new(); index(d)]; index(nodes)];
    let packets: Vec<[u64; 2]> =
        (0..nodes).flat_map(|from| (1..nodes).map(move |x| [from, from ^ x])).collect();
    let name = |from: u64, to: u64| short(from * (nodes - 1) + (from ^ to) - 1);
    let mut slots = Vec::new();
    let mut arrived = 0;
    let mut clock = 0;
    while arrived < packets.len() {
        let time = count_of(slots.len());
        let mut sent: Vec<(u64, u64, u64, u64)> = Vec::new();
        for (node, link) in (0..nodes).flat_map(|node| (0..d).map(move |link| (node, link))) {
            if let Some(x) = columns[index(link)].get(slots.len()) {
                sent.push((node, link, node, node ^ x));
            } else if let Some(&first) = queues[index(node)][index(link)].iter().min() {
                queues[index(node)][index(link)].retain(|waiting| *waiting != first);
                sent.push((node, link, node ^ first.0, first.2));
            }
        }
        if time > 1 << d {
            return Err(broken("the queues of P2 §4 take more than twice the time"));
        }
        let mut slot = Vec::new();
        for (node, link, from, to) in sent {
            let next = node ^ (1 << link);
            slot.push((name(from, to), node, next));
            match sent_on(link + 1, next, to) {
                0 => arrived += 1,
                k => queues[index(next)][index(k - 1)].push((from ^ next, clock, to)),
            }
            clock += 1;
        }
        slot.sort_unstable();
        slots.push(slot);
    }
    let value = (d << (d - 1)).div_ceil(d);
    let lower = Lower::Weights { value, weights: vec![1; index(d)], within: None };
    Ok(explicit(Problem::Exchange.on_cube(d, Ports::All), &packets, &slots, lower))
}
