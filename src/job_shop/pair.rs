//! Packets of one pair of nodes in the least number of slots.

use super::slots::in_slots;
use crate::model::{DemandsTask, ExplicitSchedule, Load, Node, PairFlow, Sent, count_of, wide};

/// A schedule of packets that all go from one node to another which no other is shorter than: on each of the
/// paths of a quickest flow one begins in every slot from which it is there in time (Ford & Fulkerson 1958,
/// temporally repeated flows), on shorter ones first. None where there is no such flow ([`PairFlow::pair`]).
///
/// # Complexity
/// That of [`PairFlow::of`], and O(M) for M moves.
#[must_use]
pub fn pair_schedule(task: &DemandsTask) -> Option<ExplicitSchedule> {
    let (_, _, packets) = PairFlow::pair(task)?;
    let flow = PairFlow::of(task)?;
    let (graph, slots) = (task.graph(), u32::try_from(flow.slots()).ok()?);
    let mut paths: Vec<Vec<u32>> = flow.paths().collect();
    paths.sort_by_key(Vec::len);
    let is_in_time = |begin: u32, path: &[u32]| count_of(path.len()) + u64::from(begin) <= u64::from(slots);
    let paths = &paths;
    let of_slot = |begin| paths.iter().map(move |path| (begin, path));
    let begun = (0..slots).flat_map(of_slot).filter(|&(begin, path)| is_in_time(begin, path));
    let begun = begun.zip(0..).take(usize::try_from(packets).ok()?);
    let moves = begun.flat_map(|((begin, path), packet)| {
        let node = |index: u32| Node(index.into());
        let sent = move |&arc: &u32| Sent::new(packet, node(graph.from(arc)), node(graph.to(arc)));
        (begin..).zip(path.iter().map(sent))
    });
    let all = task.loads().iter().flat_map(Load::packets).collect();
    Some(ExplicitSchedule { packets: all, slots: in_slots(wide(slots), moves) })
}
