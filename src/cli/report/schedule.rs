//! Draws schedules in all their forms for people.

use crate::cli::report::cycles::cycles;
use crate::cli::report::draw;
use crate::cli::report::lines::counted;
use crate::cli::terminal::width::{columns, prose};
use crate::model::{Link, Network, Node, ParcelsTask, Problem, copy_numbers, count_of};
use crate::wire::{
    Ends, Interval, Move, MultinodeMove, NodeRef, OrbitMove, Route, ScheduleBody, Slots, Transfer, Window,
};
use std::collections::BTreeMap;

/// The advice where slots are too many or too wide for a drawing.
pub(crate) const REMEDY: &str = "isotask show FILE --slots A..B shows some; isotask draw FILE -o PICTURE.svg draws \
     up to 2^20 moves, isotask export FILE --to csv writes up to 2^24, of some slots with --slots A..B";

fn slots_not_drawn(remedy: &str) -> String {
    draw::not_drawn("the slots are", &draw::too_large(), remedy)
}

/// Returns the schedule as it stands under the report of a solve.
pub(crate) fn solved(problem: &Problem, body: &ScheduleBody, is_kept: bool) -> String {
    let remedy = if is_kept { REMEDY.to_owned() } else { format!("solve -o FILE keeps it: {REMEDY}") };
    match body {
        ScheduleBody::Symmetric { packets, slots } => {
            let drawing = drawn(problem.network(), packets, slots);
            let title =
                "Which packet of node 0 moves over which link; every node does the same with its own:";
            drawing.map_or_else(
                || if slots.is_empty() { String::new() } else { slots_not_drawn(&remedy) },
                |drawing| format!("\n{}{drawing}", prose(title)),
            )
        }
        ScheduleBody::Intervals { intervals, .. } if intervals.is_empty() => String::new(),
        ScheduleBody::Intervals { .. }
        | ScheduleBody::Multinode { .. }
        | ScheduleBody::Explicit { .. }
        | ScheduleBody::Orbit { .. }
        | ScheduleBody::Conveyor { .. }
        | ScheduleBody::Windows { .. }
        | ScheduleBody::OrbitMultinode { .. } => drawn_or(problem, body, &remedy),
    }
}

/// Returns the schedule as `isotask show` describes it.
pub(crate) fn shown(problem: &Problem, body: &ScheduleBody) -> String {
    drawn_or(problem, body, REMEDY)
}

/// Returns the schedule, or the advice for one that is too large.
fn drawn_or(problem: &Problem, body: &ScheduleBody, remedy: &str) -> String {
    let is_carried = problem.packets_of_a_node().is_some();
    match body {
        ScheduleBody::Symmetric { packets, slots } if is_carried => {
            symmetric(problem.network(), packets, slots, remedy)
        }
        ScheduleBody::Intervals { groups, intervals, routes, .. } if is_carried => {
            in_intervals(groups, intervals, routes, remedy)
        }
        ScheduleBody::Multinode { slots } if problem.collective().is_some() => placed(problem, slots, remedy),
        ScheduleBody::Explicit { packets, slots } => explicit(problem, packets, slots, remedy),
        ScheduleBody::Orbit { subgroup, packets, slots } => {
            let step = |step: &Move| (step.packet, None, step.link);
            orbit(problem.network(), subgroup, packets, (slots, step), remedy)
        }
        ScheduleBody::OrbitMultinode { subgroup, packets, slots } => {
            let step = |step: &OrbitMove| (step.packet, Some(step.node.clone()), step.link);
            orbit(problem.network(), subgroup, packets, (slots, step), remedy)
        }
        ScheduleBody::Conveyor { minus } => conveyor(*minus, remedy),
        ScheduleBody::Windows { plan } => in_windows(plan, remedy),
        ScheduleBody::Symmetric { .. } | ScheduleBody::Intervals { .. } | ScheduleBody::Multinode { .. } => {
            "\nThe schedule is of a kind that this task cannot have.\n".to_owned()
        }
    }
}

/// Draws a symmetric schedule slot by slot, if it is small enough.
fn drawn(network: &Network, packets: &[NodeRef], slots: &Slots<Move>) -> Option<String> {
    draw::is_drawable(count_of(slots.len()), network.links()).then(|| draw::slots(network, packets, slots))
}

fn symmetric(network: &Network, packets: &[NodeRef], slots: &Slots<Move>, remedy: &str) -> String {
    let moves = slots.moves().len();
    let mut text = format!(
        "\nSymmetric schedule: {}, {} of each node\n",
        counted(count_of(slots.len()), "slot"),
        counted(count_of(moves), "move")
    );
    match drawn(network, packets, slots) {
        Some(drawing) => text.push_str(&drawing),
        None if slots.is_empty() => {}
        None => text.push_str(&slots_not_drawn(remedy)),
    }
    text
}

/// Describes a conveyor, from which its moves follow.
fn conveyor(minus: u64, remedy: &str) -> String {
    let text = format!(
        "Conveyor: of the packets of all nodes {minus} go -, those of the greatest offsets; long packets never wait"
    );
    format!("\n{}", prose(&text))
        + draw::not_drawn("the slots are", "they follow from this", &format!("{remedy} --node NODE"))
            .trim_start()
}

/// Describes a plan of windows: which rows of every distance are joined to those before.
fn in_windows(plan: &[Window], remedy: &str) -> String {
    let row = |(window, distance): (&Window, usize)| {
        let blocks = window.blocks.len() + window.bins.len();
        let numbers = [distance, window.ends.len(), window.last.len(), blocks];
        numbers.map(|number| number.to_string()).to_vec()
    };
    let head = ["distance", "rows joined", "rows held", "listed blocks"];
    let title = "Schedule in windows: rows that are held begin the group that the next distance completes; all others are \
                 blocks, one after the other";
    format!("\n{}", prose(title))
        + &draw::words(&head, plan.iter().zip(1..).map(row).collect())
        + draw::not_drawn("the slots are", "they follow from this", &format!("{remedy} --node NODE"))
            .trim_start()
}

fn in_intervals(groups: &[u64], intervals: &[Interval], routes: &[Route], remedy: &str) -> String {
    let mut text = format!(
        "\nSchedule in intervals: {}, {}, {}\n",
        counted(count_of(groups.len()), "group"),
        counted(count_of(intervals.len()), "interval"),
        counted(count_of(routes.len()), "listed route")
    );
    if intervals.len() <= draw::MAX_LINES {
        let row = |owned: &Interval| {
            let end = owned.start.saturating_add(owned.width);
            let last = end.saturating_sub(1);
            let slots =
                if last == owned.start { last.to_string() } else { format!("{} … {last}", owned.start) };
            vec![slots, owned.group.to_string(), owned.link.to_string()]
        };
        text.push_str(&draw::words(&["slots", "group", "link"], intervals.iter().map(row).collect()));
    } else {
        let why = format!("more than {} of them", draw::MAX_LINES);
        text.push_str(draw::not_drawn("the intervals are", &why, remedy).trim_start());
    }
    text
}

/// Draws slots as lines and links as columns, with the sending position in every cell.
fn placed(task: &Problem, slots: &Slots<MultinodeMove>, remedy: &str) -> String {
    let network = task.network();
    let moves = slots.moves().len();
    let mut text = format!(
        "\nSymmetric schedule: {}, {} of each node\n",
        counted(count_of(slots.len()), "slot"),
        counted(count_of(moves), "move")
    );
    if !draw::is_drawable(count_of(slots.len()), network.links()) {
        return text + &slots_not_drawn(remedy);
    }
    text.push_str(&prose(if task.is_combining() {
        "From which node the packet for node 0 is sent over which link; those for the others as translates:"
    } else {
        "From which node the packet of node 0 is sent over which link; those of the others as translates:"
    }));
    let mut header = vec!["slot".to_owned()];
    header.extend((0..network.links()).map(|link| network.link_name(Link(link))));
    let rows = slots.iter().enumerate().map(|(slot, moves)| {
        let cell = |link| {
            let step = moves.iter().find(|step| step.link == link)?;
            let position = node_name(network, &step.position);
            Some(step.packet.map_or_else(|| position.clone(), |packet| format!("{position}#{packet}")))
        };
        let cells = (0..network.links()).map(|link| cell(link).unwrap_or_else(|| "·".to_owned()));
        std::iter::once(slot.to_string()).chain(cells).collect()
    });
    text.push_str(&draw::grid(header, rows.collect()));
    text
}

/// Returns the slots until the last move has ended.
fn length_of(task: &ParcelsTask, slots: &Slots<Transfer>) -> u64 {
    let length = |step: &Transfer| task.length(usize::try_from(step.packet()).unwrap_or(usize::MAX));
    let ends = (0..).zip(slots).flat_map(|(slot, moves)| moves.iter().map(move |step| slot + length(step)));
    ends.max().unwrap_or(0)
}

/// What the moves of a block that is kept apart carry.
const KEPT_APART: &str =
    "; a move carries the part of its sender and what came from all its neighbours but the receiver";

/// Returns a line for every slot with its moves, if they are few enough.
fn explicit(problem: &Problem, packets: &[Ends], slots: &Slots<Transfer>, remedy: &str) -> String {
    let moves = slots.moves().len();
    let text = match problem.parcels() {
        Some(task) => {
            let moves = counted(count_of(moves), "move");
            let slots = counted(length_of(task, slots), "slot");
            format!("\nExplicit schedule: {slots}, {moves}; a move stands in the slot in which it begins\n")
        }
        None => format!(
            "\nExplicit schedule: {}, {}{}\n",
            counted(count_of(slots.len()), "slot"),
            counted(count_of(moves), "move"),
            if packets.iter().any(Ends::is_apart) { KEPT_APART } else { "" }
        ),
    };
    if slots.len() > draw::MAX_LINES || moves > 8 * draw::MAX_LINES {
        let why = format!("more than {} slots or {} moves", draw::MAX_LINES, 8 * draw::MAX_LINES);
        return text + &draw::not_drawn("the moves are", &why, remedy);
    }
    text + &moves_of_slots(problem, packets, 0, slots)
}

/// Returns a line for every slot with the moves of one packet of each orbit, if they are few enough. A move
/// has a packet, its node unless earlier moves imply it, and a link.
fn orbit<M>(
    network: &Network,
    subgroup: &[NodeRef],
    packets: &[Ends],
    (slots, step): (&Slots<M>, impl Fn(&M) -> (u32, Option<NodeRef>, u32)),
    remedy: &str,
) -> String {
    let moves = slots.moves().len();
    let names: Vec<String> = subgroup.iter().map(|by| generator_name(network, by)).collect();
    let generated = if names.is_empty() { "the identity".to_owned() } else { names.join(", ") };
    let translates = if network.link_list().is_some() { "images" } else { "translates" };
    let text = prose(&format!(
        "\nOrbit schedule: {}, {} of one packet of each orbit; the {translates} under the group generated by {generated} do the same",
        counted(count_of(slots.len()), "slot"),
        counted(count_of(moves), "move"),
    ));
    if slots.len() > draw::MAX_LINES || moves > 8 * draw::MAX_LINES {
        return text + &slots_not_drawn(remedy);
    }
    // These are the nodes at which personal packets are: on a graph a link is named by its ends.
    let start = |ends: &Ends| network.node(ends.nodes().first()?, String::new).ok();
    let mut places: Vec<Option<Node>> = packets.iter().map(start).collect();
    let mut name = |made: &M| {
        let (packet, node, link) = step(made);
        let index = usize::try_from(packet).ok().filter(|&index| index < packets.len());
        let ends = index.map(|index| packets[index].nodes()).unwrap_or_default();
        let ends: Vec<String> = ends.iter().map(|node| node_name(network, node)).collect();
        if network.link_list().is_some() {
            let own = node.and_then(|node| network.node(&node, String::new).ok());
            let from = own.or_else(|| places[index?]);
            let to = from.and_then(|from| network.adjacent(from, Link(link)));
            if let Some(index) = index {
                places[index] = to;
            }
            let name =
                |node: Option<Node>| node.map_or_else(|| "?".to_owned(), |node| network.node_name(node));
            return format!("{} over {}→{}", ends.join("→"), name(from), name(to));
        }
        let from = node.map_or_else(String::new, |node| format!(" from {}", node_name(network, &node)));
        let over =
            if link < network.links() { network.link_name(Link(link)) } else { format!("link {link}?") };
        format!("{}{from} over {over}", ends.join("→"))
    };
    let mut rows = Vec::new();
    for (slot, moves) in slots.iter().enumerate() {
        let mut label = slot.to_string();
        for line in lines_of(moves.iter().map(&mut name)) {
            rows.push(vec![std::mem::take(&mut label), line]);
        }
    }
    text + &draw::words(&["slot", "packets"], rows)
}

/// Returns the name of a generator of a group: the node to which it takes node 0, an element of the group of
/// a lift, or the cycles of a permutation, cut off if they are long.
fn generator_name(network: &Network, generator: &NodeRef) -> String {
    let NodeRef::Coordinates(list) = generator else { return node_name(network, generator) };
    if network.link_list().is_none() {
        return node_name(network, generator);
    }
    if count_of(list.len()) < network.nodes() {
        let parts: Vec<String> = list.iter().map(u64::to_string).collect();
        return parts.join(",");
    }
    cycles(network, list)
}

/// Returns a line for every slot with its moves; the slots are numbered from `first`.
pub(crate) fn moves_of_slots<'a>(
    problem: &Problem,
    packets: &[Ends],
    first: u64,
    slots: impl IntoIterator<Item = &'a [Transfer]>,
) -> String {
    let network = problem.network();
    let ends = |ends: &Ends| -> Vec<Option<Node>> {
        ends.nodes().iter().map(|node| network.node(node, String::new).ok()).collect()
    };
    let all: Vec<Vec<Option<Node>>> = packets.iter().map(ends).collect();
    let copies = copy_numbers(&all);
    // A gather's packets all go to one node: their origins tell them apart. Other packets are told apart by
    // their destinations, if all that go to a node come from one.
    let gathers = packets.windows(2).all(|pair| pair[0].nodes().last() == pair[1].nodes().last());
    let are_told_apart = destinations_tell(&all);
    let name = |step: &Transfer| {
        let way =
            format!("{}→{}", quoted_node_name(network, &step.from()), quoted_node_name(network, &step.to()));
        let index = usize::try_from(step.packet()).unwrap_or(usize::MAX);
        let copy = copies.get(index).copied().flatten();
        let copy = copy.map_or_else(String::new, |copy| format!("#{copy}"));
        let ends = match packets.get(index).map(Ends::nodes).as_deref() {
            Some([from, _]) if gathers => format!("from {}", quoted_node_name(network, from)),
            Some([_, to]) if are_told_apart => format!("for {}", quoted_node_name(network, to)),
            Some([from, to]) => {
                format!("from {} for {}", quoted_node_name(network, from), quoted_node_name(network, to))
            }
            Some([home]) if packets.len() > 1 && !gathers => {
                format!("of {}", quoted_node_name(network, home))
            }
            _ => String::new(),
        };
        let words = [ends, copy].concat();
        let length = problem.parcels().map_or(1, |task| task.length(index));
        let way = if length > 1 { format!("{way} in {length} slots") } else { way };
        if words.is_empty() { way } else { format!("{way} ({words})") }
    };
    let mut rows = Vec::new();
    for (slot, moves) in (first..).zip(slots) {
        let mut label = slot.to_string();
        for line in lines_of(moves.iter().map(name)) {
            rows.push(vec![std::mem::take(&mut label), line]);
        }
        if moves.is_empty() {
            rows.push(vec![label, "·".to_owned()]);
        }
    }
    draw::words(&["slot", "moves"], rows)
}

/// Returns the name of a node, in quotation marks if it could be taken for more than a name.
fn quoted_node_name(network: &Network, node: &NodeRef) -> String {
    let name = node_name(network, node);
    if name.contains(['#', ' ', '"', '→']) { format!("{name:?}") } else { name }
}

/// Returns whether all packets that go to a node come from one.
fn destinations_tell(packets: &[Vec<Option<Node>>]) -> bool {
    let mut sources = BTreeMap::new();
    packets.iter().all(|ends| match ends[..] {
        [from, to] => *sources.entry(to).or_insert(from) == from,
        _ => true,
    })
}

/// The greatest width of a line of moves, in characters.
const MAX_LINE_CHARS: usize = 96;
/// The characters beside a line of moves in its table.
const TABLE_FRAME_CHARS: usize = 14;

/// Puts words on as few lines as their order allows; only a line of one word may be too wide for the
/// terminal.
fn lines_of(words: impl Iterator<Item = String>) -> Vec<String> {
    let widest = columns()
        .map_or(MAX_LINE_CHARS, |columns| columns.saturating_sub(TABLE_FRAME_CHARS).min(MAX_LINE_CHARS));
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() + 2 <= widest => {
                line.extend([", ", &word]);
            }
            _ => lines.push(word),
        }
    }
    lines
}

fn node_name(network: &Network, node: &NodeRef) -> String {
    match network.node(node, String::new) {
        Ok(node) => network.node_name(node),
        Err(_) => "?".to_owned(),
    }
}
