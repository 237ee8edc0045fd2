//! The functions of formulas on networks, which are named as on the command line: `'circulant 12 1,5'`.

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

/// Returns the place of the network among the arguments of a function, and their number.
pub(super) fn arity(name: &str) -> Option<(usize, usize)> {
    Some(match name {
        "nodes" => (0, 1),
        "neighbours" | "translates" | "automorphism" => (0, 2),
        "dependencies" | "waiting_cycle" => (1, 2),
        "routes" => (1, 3),
        "distance" => (0, 3),
        "path" => (1, 4),
        "fifo" => (0, 4),
        _ => return None,
    })
}

/// The networks that formulas have asked for, by name.
#[derive(Default)]
pub(super) struct Networks(RefCell<HashMap<String, Rc<Tables>>>);

impl Networks {
    /// Returns the value of a function; none if it is no function of networks.
    pub(super) fn call(&self, name: &str, arguments: &[Datum]) -> Option<Found> {
        let (place, expected) = arity(name)?;
        if arguments.len() != expected {
            let (name, found) = (name.to_owned(), arguments.len());
            return Some(Err(FormulaFault::Arguments { name, expected, found }));
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
        // Formulas go through networks one after the other, so 64 are enough, and of large networks one.
        if all.len() >= 64 || tables.nodes() > 1 << 10 {
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
