//! What formulas may ask of networks, which are named as on the command line: `'circulant 12 1,5'`.
//!
//! | function | value |
//! |---|---|
//! | `nodes(g)` | how many nodes the network g has |
//! | `neighbours(g, v)` | the neighbours of node v, by link |
//! | `distance(g, u, v)` | the links of a shortest path from u to v, by breadth-first search; −1 if there is none |
//! | `translates(g, i)` | of a Cayley graph: i·0, i·1, …, the nodes to which the translation by node i takes 0, 1, … |
//! | `automorphism(g, p)` | the images of nodes 0, 1, … under the first automorphism that takes u to v for every pair [u, v] in p; an empty list if there is none |
//! | `path('rule', g, u, v)` | the nodes that a message from u to v visits under a routing rule of channels documents |
//! | `routes('rule', g, v)` | where a message at node v for node 0, 1, … goes next |
//! | `dependencies('rule', g)` | `[u, v, w]` for every two channels that some message takes one after the other |
//! | `waiting_cycle('rule', g)` | channels `[u, v]` of a shortest cycle of dependencies; an empty list if there is none |
//! | `fifo(g, m, r, all)` | the slots in which queues empty: for each the messages sent, `[source, destination, from, to]` |
//!
//! In `fifo`, `m` holds for every node its messages `[source, destination]`, the first to go first, and `r` for every
//! node where a message for node 0, 1, … goes next. A node sends the oldest message in a slot, or where `all` holds
//! over every link the oldest of those that go there; what it receives joins the end of its queue.

mod found;
mod named;
mod queues;
mod routing;
mod symmetry;
mod tables;

pub(super) use named::network;

use super::language::{Datum, FormulaFault};
use found::{Found, listed};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tables::Tables;

/// The networks that formulas have asked for, by name.
#[derive(Default)]
pub(super) struct Networks(RefCell<HashMap<String, Rc<Tables>>>);

impl Networks {
    /// The value of a function; none if it is no function of networks.
    pub(super) fn call(&self, name: &str, arguments: &[Datum]) -> Option<Found> {
        // Where the network stands among the arguments, and how many there are.
        let (place, arity) = match name {
            "nodes" => (0, 1),
            "neighbours" | "translates" | "automorphism" => (0, 2),
            "dependencies" | "waiting_cycle" => (1, 2),
            "routes" => (1, 3),
            "distance" => (0, 3),
            "path" => (1, 4),
            "fifo" => (0, 4),
            _ => return None,
        };
        if arguments.len() != arity {
            let (name, found) = (name.to_owned(), arguments.len());
            return Some(Err(FormulaFault::Arguments { name, expected: arity, found }));
        }
        Some(self.of(&arguments[place]).and_then(|tables| of(&tables, name, arguments)))
    }

    fn of(&self, name: &Datum) -> Result<Rc<Tables>, FormulaFault> {
        let name = name.words()?;
        if let Some(known) = self.0.borrow().get(name) {
            return Ok(Rc::clone(known));
        }
        let tables = Rc::new(Tables::new(&network(name)?)?);
        let mut all = self.0.borrow_mut();
        // A range of networks goes from one to the next; a few at a time are enough.
        if all.len() >= 64 {
            all.clear();
        }
        all.insert(name.to_owned(), Rc::clone(&tables));
        Ok(tables)
    }
}

fn of(tables: &Tables, name: &str, arguments: &[Datum]) -> Found {
    match name {
        "nodes" => Ok(crate::model::count_of(tables.nodes()).into()),
        "neighbours" => Ok(listed(tables.near(tables.node(&arguments[1])?).iter().copied())),
        "distance" => tables.distance(tables.node(&arguments[1])?, tables.node(&arguments[2])?),
        "translates" => tables.translates(tables.node(&arguments[1])?),
        "automorphism" => symmetry::automorphism(tables, &arguments[1]),
        "routes" => routing::routes(tables, arguments[0].words()?, tables.node(&arguments[2])?),
        "dependencies" => routing::dependencies(tables, arguments[0].words()?),
        "waiting_cycle" => routing::waiting_cycle(tables, arguments[0].words()?),
        "path" => {
            let ends = [2, 3].map(|place| tables.node(&arguments[place]));
            let [from, to] = ends;
            routing::path(tables, arguments[0].words()?, from?, to?)
        }
        _ => queues::fifo(tables, &arguments[1], &arguments[2], arguments[3].truth()?),
    }
}
