//! Appendix: the exchange of two customers in the proof of Proposition 1, over all small schedules.

use super::pooled::{after_slots, services};
use crate::claims::code::formula;
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};

/// The slots in which a customer is served, slot t as bit t.
type Slots = u32;

formula! {
    /// The first slots of a set, so many.
    fn first(slots: Slots, count: u32) -> Slots {
        let mut left = slots;
        for _ in 0..count {
            left &= left - 1;
        }
        slots & !left
    }
    /// Case 1: j is served in slot s instead of i, i in slot `m_i` + 1, and w in slot `m_j`.
    fn case_1(i: Slots, j: Slots, s: u32) -> (Slots, Slots) {
        let (m_i, m_j) = (last(i), last(j));
        (i & !(1 << s) | 1 << (m_i + 1), j & !(1 << m_j) | 1 << s)
    }
    /// Case 2: `Ã_j`, the union of `A_i` − `Ã_j` and `A_j` − `Ã_j`, and χ.
    fn case_2(a_i: Slots, a_j: Slots, r_j: u32) -> (Slots, Slots, u32) {
        let tilde = first(a_i | a_j, r_j);
        (tilde, (a_i | a_j) & !tilde, (a_i & a_j & !tilde).count_ones())
    }
    /// Of the slots from s on in which one of the two is served, j takes the first, i the others.
    fn swapped(i: Slots, j: Slots, s: u32) -> (Slots, Slots) {
        let one = (i ^ j) >> s << s;
        let taken = first(one, (j & one).count_ones());
        (i & !one | one & !taken, j & !one | taken)
    }
}

/// A schedule with two customers that violate property (b) in its first slot that does.
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
    /// Slots still to come, s among them.
    fn residual(&self, customer: usize) -> u32 {
        (self.schedule[customer] >> self.s).count_ones()
    }
    /// The slots of i and j that case 2 speaks of.
    fn later(&self, from: From) -> (Slots, Slots) {
        let start = if from == From::Violation { self.s } else { self.s + 1 };
        let (i, j) = self.slots();
        (i >> start << start, j >> start << start)
    }
    fn is_case_1(&self) -> bool {
        let (i, j) = self.slots();
        last(j) <= last(i)
    }
}

/// From which slot on the sets `A_i` and `A_j` are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    After,
    Violation,
}

fn last(slots: Slots) -> u32 {
    slots.ilog2()
}

fn cost(schedule: &[Slots]) -> u64 {
    schedule.iter().map(|&slots| u64::from(last(slots))).sum()
}

/// Every schedule that gives each customer its service, at most so many at once.
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

/// All pairs that violate property (b) in the first slot in which one does.
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

const RANGE: &str = "1 and 2 servers, 2 or 3 customers of 1 … 3 slots; all schedules with property (a) of up to as many slots as services, with 2 servers of up \
                     to 5, and all pairs i, j in the first slot that violates (b)";
const OPTIMAL: &str = "the same, only schedules of least cost";

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P1.Prop1.case-1",
        place: "Appendix, proof of Proposition 1, case (1) and the observation before it",
        statement: "If j is done no later than i, which is served in slot s though j waits with less residual time, then serving j in slot s, i in slot m_i + 1 and, \
                    if no server idles there, some w of that slot in slot m_j is a schedule, in which i is done 1 slot later, j at least 1 earlier, w no later.",
        printed: "delay of i + 1, delay of j ≤ − 1, delay of w not increased; cost not increased",
        parts: &[Part::printed(case_1::CODE, RANGE, |docket| {
            rows(docket, false, Pair::is_case_1, |pair| (!keeps_case_1(pair)).then(String::new))
        })],
    },
    Claim {
        id: "P1.Prop1.case-2",
        place: "Appendix, proof of Proposition 1, case (2)",
        statement: "If j is done later than i, then serving j in the first r_j slots Ã_j of B = A_i ∪ A_j and i in (A_i − Ã_j) ∪ (A_j − Ã_j) and in the slots m_i, m_i + 1, …, \
                    m_i + χ gives i the slots it needs and saves this much. The paper takes A_i and A_j after slot s(π_1), yet says at the end that j takes the place of i \
                    in that slot.",
        printed: "cost of π_1 − cost of π_2 ≥ m_j − max(Ã_j) − χ ≥ 0",
        parts: &[
            Part::reading(
                "A_i and A_j after slot s(π_1), as defined; i keeps slot s(π_1)",
                case_2::CODE,
                RANGE,
                |docket| rows(docket, false, is_case_2, |pair| fails_case_2(pair, From::After)),
            ),
            Part::reading(
                "A_i and A_j from slot s(π_1) on, so that j takes that slot",
                case_2::CODE,
                RANGE,
                |docket| rows(docket, false, is_case_2, |pair| fails_case_2(pair, From::Violation)),
            ),
            Part::reading("the first reading, π_1 being optimal", case_2::CODE, OPTIMAL, |docket| {
                rows(docket, true, is_case_2, |pair| fails_case_2(pair, From::After))
            }),
            Part::reading("the second reading, π_1 being optimal", case_2::CODE, OPTIMAL, |docket| {
                rows(docket, true, is_case_2, |pair| fails_case_2(pair, From::Violation))
            }),
            Part::correction(
                "Leave the slots in which both or neither are served; of the others from s(π_1) on let j have the first, as many as it had, and i the rest: a \
                 schedule in which j takes slot s(π_1) and whose cost is not greater",
                "i may use slots of j up to m_j, so that it is done by m_j, not by m_i + χ as the cost printed supposes; and m_i + 1, … may be \
                 among the slots it has already. In the exchange above i is done by m_j, the last slot of all. Of the slots exchanged i had more than j, so the last that \
                 j gets is no later than one of i's; the slots that both have end by m_i. So j is done by m_i, and the cost is at most m_i + m_j. \
                 Nobody else is moved.",
                swapped::CODE,
                RANGE,
                |docket| rows(docket, false, is_case_2, |pair| (!keeps_swap(pair)).then(String::new)),
            ),
        ],
    },
    Claim {
        id: "P1.Prop1.case-2-slots",
        place: "Appendix, proof of Proposition 1, case (2)",
        statement: "χ being the number of slots in (A_i − Ã_j) ∩ (A_j − Ã_j), the union of these sets has so many. The index may be garbled: i needs r_i slots.",
        printed: "r_j − χ",
        parts: &[
            Part::reading(
                "r_j − χ as scanned, A_i and A_j after slot s(π_1)",
                case_2::CODE,
                RANGE,
                |docket| {
                    rows(docket, false, is_case_2, |pair| unequal(pair, From::After, pair.residual(pair.j)))
                },
            ),
            Part::reading(
                "r_j − χ as scanned, A_i and A_j from slot s(π_1) on",
                case_2::CODE,
                RANGE,
                |docket| {
                    rows(docket, false, is_case_2, |pair| {
                        unequal(pair, From::Violation, pair.residual(pair.j))
                    })
                },
            ),
            Part::reading("r_i − χ, A_i and A_j after slot s(π_1)", case_2::CODE, RANGE, |docket| {
                rows(docket, false, is_case_2, |pair| unequal(pair, From::After, pair.residual(pair.i)))
            }),
            Part::reading("r_i − χ, A_i and A_j from slot s(π_1) on", case_2::CODE, RANGE, |docket| {
                rows(docket, false, is_case_2, |pair| unequal(pair, From::Violation, pair.residual(pair.i)))
            }),
            Part::restriction(
                "r_i − χ, A_i and A_j from slot s(π_1) on, if no slot of Ã_j is in both A_i and A_j",
                case_2::CODE,
                RANGE,
                |docket| {
                    rows(
                        docket,
                        false,
                        |pair| is_case_2(pair) && common(pair) == 0,
                        |pair| unequal(pair, From::Violation, pair.residual(pair.i)),
                    )
                },
            ),
            Part::correction(
                "r_i − χ − |A_i ∩ A_j ∩ Ã_j|, A_i and A_j from slot s(π_1) on",
                "The sets have r_i and r_j elements. Ã_j, of r_j elements of their union, takes as many from both together, and one more for every slot that is \
                 in both; a slot in both that Ã_j leaves is counted twice, which χ mends.",
                case_2::CODE,
                RANGE,
                |docket| {
                    rows(docket, false, is_case_2, |pair| {
                        unequal(pair, From::Violation, pair.residual(pair.i) - common(pair))
                    })
                },
            ),
        ],
    },
    Claim {
        id: "P1.Prop1.case-2-chi",
        place: "Appendix, proof of Proposition 1, case (2)",
        statement: "At least χ elements of A_j are larger than any element of Ã_j, whichever slot A_i and A_j begin with.",
        printed: "m_j − max(Ã_j) ≥ χ",
        parts: &[Part::printed(case_2::CODE, RANGE, |docket| {
            rows(docket, false, is_case_2, |pair| {
                let short = |from| {
                    let (a_i, a_j) = pair.later(from);
                    let (tilde, _, chi) = case_2(a_i, a_j, pair.residual(pair.j));
                    (a_j >> last(tilde) >> 1).count_ones() < chi || last(a_j) - last(tilde) < chi
                };
                (short(From::After) || short(From::Violation)).then(String::new)
            })
        })],
    },
];

fn is_case_2(pair: &Pair) -> bool {
    !pair.is_case_1()
}

/// A row for each list of services with such pairs: how many of them fail, what the first failing one is, in
/// words of the judge.
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

/// Whether case 1 does what is said of it, for some w if one is needed.
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

/// Why case 2 does not do what is said of it.
fn fails_case_2(pair: &Pair, from: From) -> Option<String> {
    let ((i, j), (a_i, a_j)) = (pair.slots(), pair.later(from));
    let (m_i, m_j) = (last(i), last(j));
    let (tilde, union, chi) = case_2(a_i, a_j, pair.residual(pair.j));
    let slots = (m_i..=m_i + chi).fold(union, |slots, slot| slots | 1 << slot);
    // What case 2 leaves of i before these sets begin.
    let needed = a_i.count_ones();
    if slots.count_ones() < needed {
        return Some(format!(": i gets slots {} where it needs {needed}", listed(slots)));
    }
    let saved = i64::from(m_i + m_j) - i64::from(last(tilde) + last(slots));
    let printed = i64::from(m_j) - i64::from(last(tilde) + chi);
    (saved < printed || printed < 0).then(|| format!(": saves {saved}, printed ≥ {printed}"))
}

/// Why the union of the sets of case 2 has not so many slots more than χ lacks.
fn unequal(pair: &Pair, from: From, size: u32) -> Option<String> {
    let (a_i, a_j) = pair.later(from);
    let (_, union, chi) = case_2(a_i, a_j, pair.residual(pair.j));
    let found = union.count_ones();
    (i64::from(found) != i64::from(size) - i64::from(chi))
        .then(|| format!(": {found} slots, printed {}", i64::from(size) - i64::from(chi)))
}

/// Slots of `Ã_j` in both sets, these from the violation on.
fn common(pair: &Pair) -> u32 {
    let (a_i, a_j) = pair.later(From::Violation);
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
