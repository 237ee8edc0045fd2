//! Appendix: the exchange of two customers in the proof of Proposition 1, over all small schedules.

use super::pooled::{after_slots, services};
use crate::claims::code::Code;
use crate::claims::{ClaimError, Docket, Proved};

/// The slots in which a customer is served, slot t as bit t.
type Slots = u32;

/// Returns the first `count` slots of a set.
fn first(slots: Slots, count: u32) -> Slots {
    let mut left = slots;
    for _ in 0..count {
        left &= left - 1;
    }
    slots & !left
}
/// Exchanges as in case 1: j is served in slot s instead of i, i in slot `m_i` + 1, and w in slot `m_j`.
fn case_1(i: Slots, j: Slots, s: u32) -> (Slots, Slots) {
    let (m_i, m_j) = (last(i), last(j));
    (i & !(1 << s) | 1 << (m_i + 1), j & !(1 << m_j) | 1 << s)
}
/// Returns the sets of case 2: `Ã_j`, the union of `A_i` − `Ã_j` and `A_j` − `Ã_j`, and χ.
fn case_2(a_i: Slots, a_j: Slots, r_j: u32) -> (Slots, Slots, u32) {
    let tilde = first(a_i | a_j, r_j);
    (tilde, (a_i | a_j) & !tilde, (a_i & a_j & !tilde).count_ones())
}
/// Swaps the slots from s on in which one of the two is served: j takes the first of them, i the others.
fn swapped(i: Slots, j: Slots, s: u32) -> (Slots, Slots) {
    let one = (i ^ j) >> s << s;
    let taken = first(one, (j & one).count_ones());
    (i & !one | one & !taken, j & !one | taken)
}

/// A schedule with two customers that violate property (b) in the first slot with a violation.
#[derive(Debug)]
struct Pair {
    servers: usize,
    schedule: Vec<Slots>,
    i: usize,
    j: usize,
    s: u32,
}

impl Pair {
    fn slots(&self) -> (Slots, Slots) {
        (self.schedule[self.i], self.schedule[self.j])
    }
    /// Returns the number of the customer's slots from s on.
    fn residual(&self, customer: usize) -> u32 {
        (self.schedule[customer] >> self.s).count_ones()
    }
    /// Returns the slots of i and j in case 2.
    fn later(&self, from: SetStart) -> (Slots, Slots) {
        let start = if from == SetStart::Violation { self.s } else { self.s + 1 };
        let (i, j) = self.slots();
        (i >> start << start, j >> start << start)
    }
    fn is_case_1(&self) -> bool {
        let (i, j) = self.slots();
        last(j) <= last(i)
    }
}

/// The slot at which the sets `A_i` and `A_j` begin: at the violation, or after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SetStart {
    After,
    Violation,
}

fn last(slots: Slots) -> u32 {
    slots.ilog2()
}

fn cost(schedule: &[Slots]) -> u64 {
    schedule.iter().map(|&slots| u64::from(last(slots))).sum()
}

/// Lists every schedule that gives each customer its service, at most `servers` in a slot.
fn schedules(services: &[u64], servers: usize, length: u32) -> Vec<Vec<Slots>> {
    let fits = |schedule: &[Slots]| {
        (1..=length).all(|t| schedule.iter().filter(|slots| *slots >> t & 1 == 1).count() <= servers)
    };
    let mut all: Vec<Vec<Slots>> = vec![Vec::new()];
    for &service in services {
        let sets: Vec<Slots> = (0..1_u32 << length)
            .map(|set| set << 1)
            .filter(|set| u64::from(set.count_ones()) == service)
            .collect();
        let longer = all.iter().flat_map(|begun| sets.iter().map(|&set| [&begun[..], &[set]].concat()));
        all = longer.filter(|schedule| fits(schedule)).collect();
    }
    all
}

/// Lists all pairs that violate property (b) in the first slot with a violation.
fn violations(servers: usize, schedule: &[Slots], length: u32) -> Vec<Pair> {
    for s in 1..=length {
        let mut pairs = Vec::new();
        for (i, j) in (0..schedule.len()).flat_map(|i| (0..schedule.len()).map(move |j| (i, j))) {
            let pair = Pair { servers, schedule: schedule.to_vec(), i, j, s };
            let served = |customer: usize| schedule[customer] >> s & 1 == 1;
            if served(i) && !served(j) && (1..pair.residual(i)).contains(&pair.residual(j)) {
                pairs.push(pair);
            }
        }
        if !pairs.is_empty() {
            return pairs;
        }
    }
    Vec::new()
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P1.Prop1.case-1",
        parts: &[|docket| {
            rows(docket, false, Pair::is_case_1, |pair| (!keeps_case_1(pair)).then(String::new))
        }],
    },
    Code {
        file: file!(),
        id: "P1.Prop1.case-2",
        parts: &[
            |docket| rows(docket, false, is_case_2, |pair| fails_case_2(pair, SetStart::After)),
            |docket| rows(docket, false, is_case_2, |pair| fails_case_2(pair, SetStart::Violation)),
            |docket| rows(docket, true, is_case_2, |pair| fails_case_2(pair, SetStart::After)),
            |docket| rows(docket, true, is_case_2, |pair| fails_case_2(pair, SetStart::Violation)),
            |docket| rows(docket, false, is_case_2, |pair| (!keeps_swap(pair)).then(String::new)),
        ],
    },
    Code {
        file: file!(),
        id: "P1.Prop1.case-2-slots",
        parts: &[
            |docket| {
                rows(docket, false, is_case_2, |pair| unequal(pair, SetStart::After, pair.residual(pair.j)))
            },
            |docket| {
                rows(docket, false, is_case_2, |pair| {
                    unequal(pair, SetStart::Violation, pair.residual(pair.j))
                })
            },
            |docket| {
                rows(docket, false, is_case_2, |pair| unequal(pair, SetStart::After, pair.residual(pair.i)))
            },
            |docket| {
                rows(docket, false, is_case_2, |pair| {
                    unequal(pair, SetStart::Violation, pair.residual(pair.i))
                })
            },
            |docket| {
                rows(
                    docket,
                    false,
                    |pair| is_case_2(pair) && common(pair) == 0,
                    |pair| unequal(pair, SetStart::Violation, pair.residual(pair.i)),
                )
            },
            |docket| {
                rows(docket, false, is_case_2, |pair| {
                    unequal(pair, SetStart::Violation, pair.residual(pair.i) - common(pair))
                })
            },
        ],
    },
    Code {
        file: file!(),
        id: "P1.Prop1.case-2-chi",
        parts: &[|docket| {
            rows(docket, false, is_case_2, |pair| {
                let short = |from| {
                    let (a_i, a_j) = pair.later(from);
                    let (tilde, _, chi) = case_2(a_i, a_j, pair.residual(pair.j));
                    (a_j >> last(tilde) >> 1).count_ones() < chi || last(a_j) - last(tilde) < chi
                };
                (short(SetStart::After) || short(SetStart::Violation)).then(String::new)
            })
        }],
    },
];

fn is_case_2(pair: &Pair) -> bool {
    !pair.is_case_1()
}

/// Adds a row for each list of services with wanted pairs: the number of pairs that fail, and a description
/// of the first.
#[expect(clippy::unnecessary_wraps, reason = "one of the judges, most of which can fail")]
fn rows(
    docket: &mut Docket,
    optimal: bool,
    wanted: fn(&Pair) -> bool,
    fails: fn(&Pair) -> Option<String>,
) -> Result<(), ClaimError> {
    for (servers, customers) in [(1, 2), (1, 3), (2, 2), (2, 3)] {
        for list in services(customers, 3) {
            let total = u32::try_from(list.iter().sum::<u64>()).unwrap_or(u32::MAX);
            let length = if servers == 1 { total } else { total.min(5) };
            let least = after_slots(&list, servers);
            let mut pairs = schedules(&list, servers, length);
            pairs.retain(|schedule| !optimal || cost(schedule) == least);
            let pairs: Vec<Pair> = pairs
                .iter()
                .flat_map(|schedule| violations(servers, schedule, length))
                .filter(wanted)
                .collect();
            if pairs.is_empty() {
                continue;
            }
            let failing: Vec<(&Pair, String)> =
                pairs.iter().filter_map(|pair| fails(pair).map(|words| (pair, words))).collect();
            let mut how = format!("exhaustive: pairs that fail, counted; {} in all", pairs.len());
            if let Some((pair, words)) = failing.first() {
                let (i, j) = pair.slots();
                how = format!(
                    "{how}; the first: i in slots {}, j in {}, violation in {}{words}",
                    listed(i),
                    listed(j),
                    pair.s
                );
            }
            let words: Vec<String> = list.iter().map(u64::to_string).collect();
            let plural = if servers == 1 { "server" } else { "servers" };
            docket.equal(
                format!("{servers} {plural}, services {}", words.join(" ")),
                0_u64,
                Proved::exact(failing.len(), how),
            );
        }
    }
    Ok(())
}

fn listed(slots: Slots) -> String {
    let slots: Vec<String> =
        (0..32).filter(|slot| slots >> slot & 1 == 1).map(|slot: u32| slot.to_string()).collect();
    slots.join(" ")
}

/// Whether the exchange of case 1 has the properties of the proof, for some w if one is needed.
fn keeps_case_1(pair: &Pair) -> bool {
    let (i, j) = pair.slots();
    let (m_i, m_j) = (last(i), last(j));
    let (new_i, new_j) = case_1(i, j, pair.s);
    let delays = last(new_i) == m_i + 1 && last(new_j) < m_j;
    let sizes = new_i.count_ones() == i.count_ones() && new_j.count_ones() == j.count_ones();
    let busy = pair.schedule.iter().filter(|slots| *slots >> (m_i + 1) & 1 == 1).count() == pair.servers;
    let movable = |slots: &Slots| slots >> (m_i + 1) & 1 == 1 && slots >> m_j & 1 == 0;
    let moves = |slots: Slots| last(slots & !(1 << (m_i + 1)) | 1 << m_j) <= last(slots);
    let w = pair.schedule.iter().find(|slots| movable(slots));
    delays && sizes && (!busy || w.is_some_and(|&slots| moves(slots)))
}

/// Describes why the exchange of case 2 lacks a property of the proof; none if it has all.
fn fails_case_2(pair: &Pair, from: SetStart) -> Option<String> {
    let ((i, j), (a_i, a_j)) = (pair.slots(), pair.later(from));
    let (m_i, m_j) = (last(i), last(j));
    let (tilde, union, chi) = case_2(a_i, a_j, pair.residual(pair.j));
    let slots = (m_i..=m_i + chi).fold(union, |slots, slot| slots | 1 << slot);
    // The number of slots that i needs from the start of these sets.
    let needed = a_i.count_ones();
    if slots.count_ones() < needed {
        return Some(format!(": i gets slots {} where it needs {needed}", listed(slots)));
    }
    let saved = i64::from(m_i + m_j) - i64::from(last(tilde) + last(slots));
    let printed = i64::from(m_j) - i64::from(last(tilde) + chi);
    (saved < printed || printed < 0).then(|| format!(": saves {saved}, printed ≥ {printed}"))
}

/// Describes why the union of the sets of case 2 does not have `size` − χ slots; none if it has.
fn unequal(pair: &Pair, from: SetStart, size: u32) -> Option<String> {
    let (a_i, a_j) = pair.later(from);
    let (_, union, chi) = case_2(a_i, a_j, pair.residual(pair.j));
    let found = union.count_ones();
    (i64::from(found) != i64::from(size) - i64::from(chi))
        .then(|| format!(": {found} slots, printed {}", i64::from(size) - i64::from(chi)))
}

/// Returns the number of slots of `Ã_j` in both sets, which begin at the violation.
fn common(pair: &Pair) -> u32 {
    let (a_i, a_j) = pair.later(SetStart::Violation);
    (case_2(a_i, a_j, pair.residual(pair.j)).0 & a_i & a_j).count_ones()
}

/// Whether the exchange of the correction is a schedule that serves j in slot s and costs no more.
fn keeps_swap(pair: &Pair) -> bool {
    let (i, j) = pair.slots();
    let (new_i, new_j) = swapped(i, j, pair.s);
    let sizes = new_i.count_ones() == i.count_ones() && new_j.count_ones() == j.count_ones();
    let same = new_i & new_j == i & j && new_i | new_j == i | j;
    sizes && same && new_j >> pair.s & 1 == 1 && last(new_i) + last(new_j) <= last(i) + last(j)
}
