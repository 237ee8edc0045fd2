//! Words for networks of data centres that are lifts of a base graph.

pub(super) mod dragonfly;
mod field;
pub(super) mod slim_fly;

use crate::grammar::error::GrammarError;
use crate::grammar::number::number;
use crate::grammar::words::Words;
use crate::wire::{Lift, LiftLink, Network, Ports};
use std::sync::Arc;

/// Most nodes of a network.
const MAX_NODES: u64 = 1 << 20;

/// Reads the number of hosts of each router, if it is given.
fn hosts(words: &mut Words<'_>) -> Result<Option<u64>, GrammarError> {
    words.numeric_word().map(|word| number(word, "the number P of hosts of a router")).transpose()
}

/// Makes a lift without switches: all its nodes send and receive.
fn of_routers(group: Vec<u64>, nodes: u64, names: Arc<[String]>, links: Arc<[LiftLink]>) -> Lift {
    Lift { group, nodes, names: Some(names), switches: None, switch_ports: Ports::All, links }
}

/// Makes the network in which routers only forward and have `hosts` hosts each; without a number of hosts,
/// the routers themselves send and receive. Host j of router r is node b + rP + j of the base, of which b are
/// routers, and its name is `rhj`.
fn with_hosts(routers: Lift, hosts: Option<u64>) -> Result<Network, GrammarError> {
    let Some(hosts) = hosts else { return Ok(Network::Lift(routers)) };
    let order: u64 = routers.group.iter().product();
    let nodes = hosts.checked_add(1).and_then(|own| own.checked_mul(routers.nodes));
    let is_small = |&nodes: &u64| nodes.checked_mul(order).is_some_and(|all| all <= MAX_NODES);
    let nodes = nodes.filter(|_| hosts > 0).filter(is_small).ok_or_else(|| GrammarError::Size {
        what: format!("{hosts} hosts of each router"),
        expected: "1 at least, and at most 2^20 routers and hosts of all".to_owned(),
    })?;
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
