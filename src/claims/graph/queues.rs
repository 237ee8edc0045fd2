//! First-in-first-out queues, one at each node.

use super::found::{Found, fault, listed};
use super::tables::Tables;
use crate::claims::language::{Datum, FormulaFault};
use std::collections::VecDeque;

/// Most messages sent over all slots.
const MAX_SENT_MESSAGES: usize = 1 << 18;

/// A message: source and destination.
type Message = (usize, usize);

/// Simulates the queues and returns the messages sent in each slot until all have arrived.
pub(super) fn fifo(tables: &Tables, start: &Datum, routes: &Datum, all: bool) -> Found {
    let (mut queues, next) = (queues(tables, start)?, table(tables, routes)?);
    let (mut slots, mut sent) = (Vec::new(), 0);
    while queues.iter().any(|queue| !queue.is_empty()) {
        let mut moves: Vec<(Message, usize, usize)> = Vec::new();
        for (node, queue) in queues.iter_mut().enumerate() {
            let oldest = queue.front().map(|message| next[node][message.1]);
            let free = tables.near(node).iter().filter(|&&to| all || Some(to) == oldest);
            for &to in free {
                if let Some(place) = queue.iter().position(|message| next[node][message.1] == to) {
                    moves.extend(queue.remove(place).map(|message| (message, node, to)));
                }
            }
        }
        if moves.is_empty() {
            return Err(fault(&"a message is to go where its node has no link"));
        }
        sent += moves.len();
        if sent > MAX_SENT_MESSAGES {
            return Err(fault(&format!("more than {MAX_SENT_MESSAGES} messages are sent")));
        }
        for &(message, _, to) in moves.iter().filter(|(message, _, to)| message.1 != *to) {
            queues[to].push_back(message);
        }
        let shown = |&((source, destination), from, to): &(Message, usize, usize)| {
            listed([source, destination, from, to])
        };
        slots.push(Datum::list(moves.iter().map(shown).collect()));
    }
    Ok(Datum::list(slots))
}

fn queues(tables: &Tables, start: &Datum) -> Result<Vec<VecDeque<Message>>, FormulaFault> {
    let message = |of: &Datum| match of.items()? {
        [source, destination] => Ok((tables.node(source)?, tables.node(destination)?)),
        _ => Err(fault(&"a message is [source, destination]")),
    };
    let queue = |of: &Datum| of.items()?.iter().map(message).collect();
    by_node(tables, start)?.iter().map(queue).collect()
}

fn table(tables: &Tables, routes: &Datum) -> Result<Vec<Vec<usize>>, FormulaFault> {
    let row = |of: &Datum| by_node(tables, of)?.iter().map(|node| tables.node(node)).collect();
    by_node(tables, routes)?.iter().map(row).collect()
}

/// Returns a list that has one item for every node.
fn by_node<'d>(tables: &Tables, of: &'d Datum) -> Result<&'d [Datum], FormulaFault> {
    let items = of.items()?;
    if items.len() == tables.nodes() {
        Ok(items)
    } else {
        Err(fault(&format!("{} items for {} nodes", items.len(), tables.nodes())))
    }
}
