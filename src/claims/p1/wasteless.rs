//! Total exchange on the 2-cube by algorithms that waste no link but need not be symmetric, searched
//! exhaustively.

use crate::claims::Proved;
use crate::claims::code::Code;
use crate::claims::judge::prove::{Least, accepted, explicit, hypercube, total_exchange};
use crate::wire::Lower;
use std::collections::HashMap;

/// The number of waiting packets by node and tag; the tags are 1, 2 and 3.
type State = [[u8; 4]; 4];

/// For each node, the tag that it sends over each of its two links; 0 for nothing.
type Sends = [[u8; 2]; 4];

/// The packets `[from, to]`, and the moves `(packet, from, to)` slot by slot.
type Run = (Vec<[u64; 2]>, Vec<Vec<(u32, u64, u64)>>);

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code {
    file: file!(),
    id: "P1.non-wasting.any",
    parts: &[|docket| {
        let (packets, slots) = longest_run();
        let certificate = explicit(
            total_exchange(hypercube(2)),
            &packets,
            &slots,
            Lower::Weights { value: 2, weights: vec![1, 1], within: None },
        );
        let found = accepted(&certificate, Least::TIME)?;
        let run = Proved {
            lower: found.upper.clone(),
            how: "exhaustive: the longest of all runs, whose schedule is certified".to_owned(),
            ..found
        };
        // h + d − 1
        docket.at_most("hypercube 2, longest run", 3_u64, run);
        Ok(())
    }],
}];

/// Returns the packets and moves of the longest run.
fn longest_run() -> Run {
    let mut known = HashMap::new();
    let mut state: State = [[0, 1, 1, 1]; 4];
    longest(state, &mut known);
    let packets: Vec<[u64; 2]> = (0..4).flat_map(|from| (1..4).map(move |tag| [from, from ^ tag])).collect();
    // The current node of every packet.
    let mut at: Vec<u64> = packets.iter().map(|ends| ends[0]).collect();
    let mut slots = Vec::new();
    while let Some(&(_, Some(sends))) = known.get(&state) {
        let mut slot: Vec<(u32, u64, u64)> = Vec::new();
        for (node, sent) in (0_u64..).zip(sends) {
            for (link, tag) in (0_u32..).zip(sent) {
                let waits = |&(packet, ends): &(u32, &[u64; 2])| {
                    at[usize::try_from(packet).unwrap_or(0)] == node
                        && node ^ ends[1] == u64::from(tag)
                        && slot.iter().all(|moved| moved.0 != packet)
                };
                let packet = (0_u32..).zip(&packets).find(waits).filter(|_| tag > 0);
                if let Some((packet, _)) = packet {
                    slot.push((packet, node, node ^ (1 << link)));
                }
            }
        }
        for &(packet, _, to) in &slot {
            at[usize::try_from(packet).unwrap_or(0)] = to;
        }
        slot.sort_unstable();
        slots.push(slot);
        state = after(&state, sends);
    }
    (packets, slots)
}

/// Returns the slots of the longest run from a state, and notes in `known` its first sends.
fn longest(state: State, known: &mut HashMap<State, (u32, Option<Sends>)>) -> u32 {
    if let Some(&(slots, _)) = known.get(&state) {
        return slots;
    }
    let mut best = (0, None);
    if state.iter().any(|node| node[1..].iter().any(|&count| count > 0)) {
        let options = state.map(choices);
        for (&a, &b) in options[0].iter().flat_map(|a| options[1].iter().map(move |b| (a, b))) {
            for (&c, &e) in options[2].iter().flat_map(|c| options[3].iter().map(move |e| (c, e))) {
                let sends = [a, b, c, e];
                let slots = longest(after(&state, sends), known) + 1;
                if slots > best.0 {
                    best = (slots, Some(sends));
                }
            }
        }
    }
    known.insert(state, best);
    best.0
}

/// Lists the sends of a node that leave no link idle that a packet left behind could use: over link 0 the
/// tags 1 and 3, over link 1 the tags 2 and 3.
fn choices(node: [u8; 4]) -> Vec<[u8; 2]> {
    let mut choices = Vec::new();
    for first in [0, 1, 3] {
        for second in [0, 2, 3] {
            let mut left = node;
            let enough = [first, second].into_iter().filter(|&tag| tag > 0).all(|tag| {
                let count = &mut left[usize::from(tag)];
                let enough = *count > 0;
                *count = count.saturating_sub(1);
                enough
            });
            let wastes = first == 0 && left[1] + left[3] > 0 || second == 0 && left[2] + left[3] > 0;
            if enough && !wastes {
                choices.push([first, second]);
            }
        }
    }
    choices
}

fn after(state: &State, sends: Sends) -> State {
    let mut next = *state;
    for (node, sent) in sends.iter().enumerate() {
        for (link, &tag) in sent.iter().enumerate().filter(|(_, tag)| **tag > 0) {
            let left = usize::from(tag) ^ (1 << link);
            next[node][usize::from(tag)] -= 1;
            if left > 0 {
                next[node ^ (1 << link)][left] += 1;
            }
        }
    }
    next
}
