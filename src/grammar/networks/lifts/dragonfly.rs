//! The word for dragonflies.

use super::{MAX_NODES, hosts, of_routers, with_hosts};
use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::{Lift, LiftLink};

pub(in crate::grammar) const DRAGONFLY: NetworkWord = NetworkWord {
    word: "dragonfly",
    others: &[],
    parameters: "A H [P]",
    note: "A routers a group, H links of each to other groups; with P every router forwards alone and has P \
           hosts",
    sentence: "groups of routers, linked completely within and among each other",
    examples: &["dragonfly 2 1", "dragonfly 2 1 1"],
    read: |words| {
        let routers = words.number("the number A of routers of a group")?;
        let links = words.number("the number H of links of a router to other groups")?;
        with_hosts(dragonfly(routers, links)?, hosts(words)?)
    },
};

/// Greatest total capacity of all directed links.
const MAX_LINKS: u64 = 1 << 25;

/// Makes the dragonfly of a · h + 1 groups of a routers, each with h links to other groups (J. Kim, W. J.
/// Dally, S. Scott, D. Abts, Technology-driven, highly-scalable dragonfly topology, ISCA 2008). The a routers
/// of a group are linked completely. Groups are linked by the palm tree arrangement (C. Camarero, E. Vallejo,
/// R. Beivide, Topological characterization of Hamming and dragonfly networks, ACM TACO 11(4), 2014), which
/// is symmetric under rotation of the groups: link k of router r in group g leads to group g − (rh + k + 1),
/// and there to router a − 1 − r.
fn dragonfly(a: u64, h: u64) -> Result<Lift, GrammarError> {
    let size = || {
        let groups = a.checked_mul(h)?.checked_add(1)?;
        let nodes = groups.checked_mul(a).filter(|&nodes| nodes <= MAX_NODES)?;
        let links = nodes.checked_mul((a - 1).checked_add(h)?).filter(|&links| links <= MAX_LINKS)?;
        u32::try_from(links).ok().map(|_| groups)
    };
    let groups = Some(()).filter(|()| a > 0 && h > 0).and_then(|()| size());
    let groups = groups.ok_or_else(|| GrammarError::Size {
        what: format!("a dragonfly of groups of {a} routers with {h} links to other groups each"),
        expected: "A and H from 1, and at most 2^20 routers and 2^25 directed links".to_owned(),
    })?;
    let narrow = |router: u64| u32::try_from(router).expect("at most 2^20 nodes");
    let link =
        |from, to, shift| LiftLink { from: narrow(from), to: narrow(to), shift: vec![shift], capacity: 1 };
    let local = (0..a).flat_map(|from| (from + 1..a).map(move |to| link(from, to, 0)));
    // Each link appears from both of its groups; the link between opposite groups is its own reverse.
    let global = (0..a * h).filter(|port| 2 * port + 1 < groups).map(|port| {
        let router = port / h;
        link(router, a - 1 - router, groups - port - 1)
    });
    let links = local.chain(global).collect::<Vec<_>>().into();
    let names = (0..a).map(|router| format!("r{router}")).collect();
    Ok(of_routers(vec![groups], a, names, links))
}
