//! Networks of data centres that are lifts: dragonflies and slim flies.

use super::error::GrammarError;
use crate::wire::{Lift, LiftLink, Network, Ports};
use std::sync::Arc;

/// Most capacity of all directed links together, and most nodes.
const MOST_LINKS: u64 = 1 << 25;
const MOST_NODES: u64 = 1 << 20;
/// The greatest slim fly within them.
const MOST_FIELD: u64 = 223;

/// The dragonfly of a · h + 1 groups of a routers, each with h links to other groups (J. Kim, W. J. Dally, S.
/// Scott, D. Abts, Technology-driven, highly-scalable dragonfly topology, ISCA 2008). The a routers of a
/// group are linked completely. Which groups are linked by which routers is the palm tree arrangement (C.
/// Camarero, E. Vallejo, R. Beivide, Topological characterization of Hamming and dragonfly networks, ACM TACO
/// 11(4), 2014), which looks the same from every group: link k of router r in group g leads to group g −
/// (rh + k + 1), and there to router a − 1 − r.
pub(super) fn dragonfly(a: u64, h: u64) -> Result<Lift, GrammarError> {
    let size = || {
        let groups = a.checked_mul(h)?.checked_add(1)?;
        let nodes = groups.checked_mul(a).filter(|&nodes| nodes <= MOST_NODES)?;
        let links = nodes.checked_mul((a - 1).checked_add(h)?).filter(|&links| links <= MOST_LINKS)?;
        u32::try_from(links).ok().map(|_| groups)
    };
    if a == 0 || h == 0 {
        return Err(GrammarError::Dragonfly);
    }
    let groups = size().ok_or(GrammarError::Dragonfly)?;
    let narrow = |router: u64| u32::try_from(router).expect("at most 2^20 nodes");
    let link =
        |from, to, shift| LiftLink { from: narrow(from), to: narrow(to), shift: vec![shift], capacity: 1 };
    let local = (0..a).flat_map(|from| (from + 1..a).map(move |to| link(from, to, 0)));
    // From one of the two groups and from the other it is the same link; the one between opposite groups is
    // its own.
    let global = (0..a * h).filter(|port| 2 * port + 1 < groups).map(|port| {
        let router = port / h;
        link(router, a - 1 - router, groups - port - 1)
    });
    let links = local.chain(global).collect::<Vec<_>>().into();
    let names = (0..a).map(|router| format!("r{router}")).collect();
    Ok(of_routers(vec![groups], a, names, links))
}

/// The slim fly of 2q² routers over the field of q elements.
///
/// Routers (0, x, y) and (1, m, c) are linked when y = mx + c, (0, x, y) and (0, x, y′) when y − y′ is in X,
/// (1, m, c) and (1, m, c′) when c − c′ is in X′. Node xI of the base stands for all (0, I, y), mI for all
/// (1, I, c).
pub(super) fn slim_fly(q: u64) -> Result<Lift, GrammarError> {
    // B. D. McKay, M. Miller, J. Širáň, A note on large graphs of diameter two and given maximum degree, J.
    // Combin. Theory B 74, 1998; M. Besta, T. Hoefler, Slim fly: a cost effective low-diameter network
    // topology, SC 2014.
    let no_field = || GrammarError::Field { found: q, most: MOST_FIELD };
    let field = Field::new(q).ok_or_else(no_field)?;
    let narrow = |node: u64| u32::try_from(node).expect("at most 223");
    let link = |from, to, shift| LiftLink {
        from: narrow(from),
        to: narrow(to),
        shift: field.digits(shift),
        capacity: 1,
    };
    let mut links = Vec::new();
    for (kind, steps) in [(0, field.steps(0)), (1, field.steps(1))] {
        let once = steps.into_iter().filter(|&step| step <= field.negative(step));
        links.extend(once.flat_map(|step| (0..q).map(move |at| (kind * q + at, kind * q + at, step))));
    }
    let across = (0..q).flat_map(|x| (0..q).map(move |m| (x, m)));
    links.extend(across.map(|(x, m)| (x, q + m, field.negative(field.product(m, x)))));
    let links = links.into_iter().map(|(from, to, shift)| link(from, to, shift)).collect::<Vec<_>>().into();
    let names = ["x", "m"].into_iter().flat_map(|kind| (0..q).map(move |at| format!("{kind}{at}"))).collect();
    let group = field.digits(0).iter().map(|_| field.prime).collect();
    Ok(of_routers(group, 2 * q, names, links))
}

/// A lift whose nodes all send and receive.
fn of_routers(group: Vec<u64>, nodes: u64, names: Arc<[String]>, links: Arc<[LiftLink]>) -> Lift {
    Lift { group, nodes, names: Some(names), switches: None, switch_ports: Ports::All, links }
}

/// The network whose routers forward alone, each with so many hosts of its own, or itself if there are to be
/// none: host j of router r is node b + rP + j of the base, of which b are routers, and called `rhj`.
pub(super) fn with_hosts(routers: Lift, hosts: Option<u64>) -> Result<Network, GrammarError> {
    let Some(hosts) = hosts else { return Ok(Network::Lift(routers)) };
    let order: u64 = routers.group.iter().product();
    let nodes = hosts.checked_add(1).and_then(|own| own.checked_mul(routers.nodes));
    let is_small = |&nodes: &u64| nodes.checked_mul(order).is_some_and(|all| all <= MOST_NODES);
    let nodes = nodes.filter(|_| hosts > 0).filter(is_small).ok_or(GrammarError::Hosts)?;
    let number = |node: u64| u32::try_from(node).expect("at most 2^20 nodes");
    let shift = vec![0; routers.group.len()];
    let own = (0..routers.nodes).flat_map(|router| (0..hosts).map(move |host| (router, host)));
    let link = |(router, host): (u64, u64)| {
        let host = number(routers.nodes + router * hosts + host);
        LiftLink { from: number(router), to: host, shift: shift.clone(), capacity: 1 }
    };
    let links = routers.links.iter().cloned().chain(own.map(link)).collect::<Vec<_>>().into();
    let called = routers.names.iter().flat_map(|names| names.iter());
    let of_hosts = called.clone().flat_map(|router| (0..hosts).map(move |host| format!("{router}h{host}")));
    let names = called.cloned().chain(of_hosts).collect();
    let switches = (0..number(routers.nodes)).collect();
    Ok(Network::Lift(Lift { nodes, names: Some(names), switches: Some(switches), links, ..routers }))
}

/// A finite field; an element is a polynomial in ξ, and the number that its coefficients are as digits.
struct Field {
    prime: u64,
    degree: usize,
    /// ξ⁰, ξ¹, … of a primitive element ξ: all elements but 0.
    powers: Vec<u64>,
}

impl Field {
    /// The field of q elements, from 3 on.
    fn new(q: u64) -> Option<Self> {
        if !(3..=MOST_FIELD).contains(&q) {
            return None;
        }
        let prime = (2..=q).find(|&divisor| q.is_multiple_of(divisor))?;
        let degree =
            (1..8).find(|&degree| prime.pow(degree) >= q).filter(|&degree| prime.pow(degree) == q)?;
        // ξ to the power of the degree is a polynomial of lower degree; a primitive one makes ξ of order q −
        // 1.
        let powers = (1..q).find_map(|lead| powers(q, prime, lead))?;
        Some(Self { prime, degree: index(degree.into())?, powers })
    }

    /// The coefficients, the highest first.
    fn digits(&self, element: u64) -> Vec<u64> {
        let mut rest = element;
        let mut digits = vec![0; self.degree];
        for digit in digits.iter_mut().rev() {
            *digit = rest % self.prime;
            rest /= self.prime;
        }
        digits
    }

    fn negative(&self, element: u64) -> u64 {
        let digits = self.digits(element).into_iter().map(|digit| (self.prime - digit) % self.prime);
        digits.fold(0, |number, digit| number * self.prime + digit)
    }

    fn product(&self, a: u64, b: u64) -> u64 {
        let power = |of| self.powers.iter().position(|&element| element == of);
        let (Some(i), Some(j)) = (power(a), power(b)) else { return 0 };
        self.powers[(i + j) % self.powers.len()]
    }

    /// The set X, or X′, whose elements are ξ times those: for q = 4w − 1 the powers 0, 2, …, 2w − 2 and then
    /// 2w − 1, 2w + 1, …, 4w − 3, else all even ones.
    fn steps(&self, by: usize) -> Vec<u64> {
        let all = self.powers.len();
        let half = all / 2;
        let is_in = |power: usize| power % 2 == usize::from(all % 4 == 2 && power >= half);
        (0..all).filter(|&power| is_in(power)).map(|power| self.powers[(power + by) % all]).collect()
    }
}

/// The powers of ξ if they are q − 1, where ξ to the power of the degree is `lead`.
fn powers(q: u64, prime: u64, lead: u64) -> Option<Vec<u64>> {
    let (high, most) = (q / prime, index(q - 1)?);
    let sum = |mut a: u64, mut b: u64| {
        let (mut sum, mut unit) = (0, 1);
        while a + b > 0 {
            sum += (a + b) % prime * unit;
            (a, b, unit) = (a / prime, b / prime, unit * prime);
        }
        sum
    };
    let times = |element: u64| {
        let (top, rest) = (element / high, element % high * prime);
        (0..top).fold(rest, |found, _| sum(found, lead))
    };
    let mut found = vec![1];
    let mut next = times(1);
    while next > 1 && found.len() < most {
        found.push(next);
        next = times(next);
    }
    (next == 1 && found.len() == most).then_some(found)
}

fn index(number: u64) -> Option<usize> {
    usize::try_from(number).ok()
}
