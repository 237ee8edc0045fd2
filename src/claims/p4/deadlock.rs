//! §IV: Lemma 1 and the buffers of Algorithm 3, by slot-by-slot simulation of messages.

use crate::claims::code::Code;
use crate::claims::{Broken, ClaimError, Docket};
use crate::deadlock::{
    ChannelGraph, ChannelOrder, HighestLink, Message, MessagesEnd, ParityOrder, Routing,
    deadlocking_messages, send_buffered,
};
use crate::model::{IncompleteHypercube, Node};
use std::num::NonZeroU32;

/// One buffer on each channel.
const ONE: NonZeroU32 = NonZeroU32::MIN;

/// Whether each channel of the cycle ends where the next, for which it waits, begins.
fn lemma_1(channels: &[(u64, u64)]) -> bool {
    let next = channels.iter().cycle().skip(1);
    !channels.is_empty() && channels.iter().zip(next).all(|(before, after)| before.1 == after.0)
}

fn cube(n: u64) -> Result<IncompleteHypercube, ClaimError> {
    Ok(IncompleteHypercube::new(n).ok_or(Broken::NoCube(n))?)
}

fn name(n: u64) -> String {
    format!("incomplete-hypercube {n}")
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P4.Lemma1",
        parts: &[|docket| {
            for n in 4..=64 {
                judge_deadlocks(docket, n)?;
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P4.Thm2.buffers",
        parts: &[|docket| {
            for n in 2..=40 {
                let routing = HighestLink::new(cube(n)?);
                let orders = exchanges(n);
                let arrive = |order: &Vec<Message>| {
                    matches!(send_buffered(&routing, order, ONE), Ok(MessagesEnd::Delivered { .. }))
                };
                docket.is(name(n), orders.iter().all(arrive), "simulated slot by slot");
            }
            Ok(())
        }],
    },
];

/// Returns the messages of every node to every other at once, in order and in the reverse order.
fn exchanges(n: u64) -> [Vec<Message>; 2] {
    let message = |(from, to)| Message::new(Node(from), Node(to));
    let pairs = (0..n).flat_map(|from| (0..n).filter(move |&to| from != to).map(move |to| (from, to)));
    let all: Vec<Message> = pairs.map(message).collect();
    [all.clone(), all.into_iter().rev().collect()]
}

fn ends(cycle: &crate::deadlock::ChannelCycle) -> Vec<(u64, u64)> {
    cycle.steps().iter().map(|step| (step.channel.from.0, step.channel.to.0)).collect()
}

/// Adds rows for the message sets that deadlock.
fn judge_deadlocks(docket: &mut Docket, n: u64) -> Result<(), ClaimError> {
    let routing = ParityOrder::new(cube(n)?);
    let graph = ChannelGraph::new(&routing).map_err(Broken::from)?;
    let ChannelOrder::Cyclic(cycle) = graph.order() else {
        return Err(Broken::NoCycle.into());
    };
    let [all, reversed] = exchanges(routing.nodes());
    for (traffic, messages) in
        [("cycle", deadlocking_messages(&cycle, ONE)), ("exchange", all), ("exchange reversed", reversed)]
    {
        match send_buffered(&routing, &messages, ONE).map_err(Broken::from)? {
            MessagesEnd::Deadlocked { slot, cycle, .. } => {
                let channels = ends(&cycle);
                let how = format!("simulated: from slot {slot} on {} nodes wait in a circle", channels.len());
                docket.is(format!("{} {traffic}", name(n)), lemma_1(&channels) && cycle.is_of(&routing), how);
            }
            MessagesEnd::Delivered { .. } if traffic == "cycle" => {
                return Err(Broken::Arrived.into());
            }
            MessagesEnd::Delivered { .. } => {}
        }
    }
    Ok(())
}
