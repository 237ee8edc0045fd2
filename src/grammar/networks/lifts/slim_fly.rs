//! The word for slim flies.

use super::field::{Field, MAX_FIELD};
use super::{hosts, of_routers, with_hosts};
use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::{Lift, LiftLink};

pub(in crate::grammar) const SLIM_FLY: NetworkWord = NetworkWord {
    word: "slim-fly",
    others: &["slimfly"],
    parameters: "Q [P]",
    note: "",
    sentence: "2Q² routers of diameter two over the field of Q elements, a power of a prime",
    examples: &["slim-fly 3"],
    read: |words| {
        let field = words.number("the number Q of elements of the field")?;
        with_hosts(slim_fly(field)?, hosts(words)?)
    },
};

/// Makes the slim fly of 2q² routers over the field of q elements.
///
/// Routers (0, x, y) and (1, m, c) are linked when y = mx + c, (0, x, y) and (0, x, y′) when y − y′ is in
/// X, (1, m, c) and (1, m, c′) when c − c′ is in X′. Node xI of the base stands for all (0, I, y), mI for
/// all (1, I, c).
fn slim_fly(q: u64) -> Result<Lift, GrammarError> {
    // B. D. McKay, M. Miller, J. Širáň, A note on large graphs of diameter two and given maximum degree, J.
    // Combin. Theory B 74, 1998; M. Besta, T. Hoefler, Slim fly: a cost effective low-diameter network
    // topology, SC 2014.
    let field = Field::new(q).ok_or_else(|| GrammarError::Size {
        what: format!("a slim fly over a field of {q} elements"),
        expected: format!("a power of a prime from 3 to {MAX_FIELD}"),
    })?;
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
