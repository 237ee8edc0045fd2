//! Runs `isotask messages`: the steps of an isotropic task if a message carries several packets.

use crate::check::{Options, check_schedule};
use crate::cli::arguments::matrices::messages::MessagesArguments;
use crate::cli::report::draw;
use crate::cli::report::lines::{counted, describe};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{CommandReport, Output, finish_report, written, wrote};
use crate::decompose::{messages_of_all_ports, messages_of_one_port};
use crate::grammar::MessageTime;
use crate::model::{CayleyTask, IsotropicTask, Link, Network as Model, Node, Problem, TaskMatrix};
use crate::route::{
    MAX_MESSAGE_PACKETS, MessagePorts, MessageSteps, SearchBudget, message_front, message_front_of_words,
    message_routes,
};
use crate::wire::{
    Demand, Ends, Graph, GraphLink, MessagesReport, MessagesRow, Network, NodeRef, Objective, Ports,
    ResultDocument, ResultStatus, ScheduleBody, ScheduleDocument, Slots, Task, TaskDocument, Transfer,
    to_bytes,
};
use std::collections::BTreeMap;

/// Work of the search for routes on a network that is no product of rings.
const ROUTE_EVALUATIONS: u64 = 1 << 20;
/// Most moves of a schedule, all of which it lists.
const MAX_MOVES: u64 = 1 << 22;

pub(crate) fn run(arguments: &MessagesArguments) -> Result<Exit, Failure> {
    let output = arguments.schedule.as_deref().map(Output::open).transpose()?;
    let problem = arguments.input().problem()?;
    let name = arguments.input().name();
    let ports = ports(&name, &problem)?;
    let traffic = Traffic::of(&name, &problem)?;
    let front = traffic.front(ports).map_err(|fault| Failure::fault(&name, "too-large", fault))?;
    let is_least = front.iter().all(|row| row.steps == row.least);
    let exit = if is_least { Exit::Success } else { Exit::NotProved };
    let schedule = arguments.packets.filter(|_| output.is_some());
    let schedule = schedule.map(|packets| traffic.schedule(&name, ports, packets)).transpose()?;
    let found = report(&front, time(arguments));
    let printed = if arguments.json {
        let status = if is_least { ResultStatus::Optimal } else { ResultStatus::UpperBound };
        let mut result = ResultDocument::new("messages", status, exit.code());
        result.input = Some(name);
        result.messages = Some(found);
        result.written =
            arguments.schedule.iter().filter_map(|place| written("the schedule", place)).collect();
        CommandReport::Document(Box::new(result))
    } else {
        let wrote = arguments.schedule.as_deref().map(|place| wrote("the schedule", place));
        CommandReport::Words(text(arguments, &problem, &found) + &wrote.unwrap_or_default())
    };
    let stdout_taken = output.as_ref().is_some_and(Output::is_stdout);
    if let Some((output, schedule)) = output.zip(schedule) {
        output.finish(&to_bytes(&schedule))?;
    }
    finish_report(&printed, stdout_taken)?;
    Ok(exit)
}

fn ports(name: &str, problem: &Problem) -> Result<MessagePorts, Failure> {
    match problem.document().ports {
        Ports::All => Ok(MessagePorts::All),
        Ports::One => Ok(MessagePorts::One),
        Ports::AtMost(_) | Ports::OneHalfDuplex => {
            let message = "these ports have no formula for messages of several packets, expected all or one";
            Err(Failure::fault(name, "ports", message))
        }
    }
}

/// A task whose routes are counts of links.
enum Traffic<'a> {
    /// On a hypercube, torus or ring.
    Rows(&'a IsotropicTask),
    /// On another Abelian network.
    Words(&'a CayleyTask),
}

impl<'a> Traffic<'a> {
    fn of(name: &str, problem: &'a Problem) -> Result<Self, Failure> {
        let refused = |reason, message: &str| Failure::fault(name, reason, message);
        if problem.objective() != Objective::CompletionTime {
            return Err(refused(
                "objective",
                "a task that minimises delay, expected the objective completion-time",
            ));
        }
        if !problem.network().is_symmetric() {
            let message = "the nodes of the network differ, expected a hypercube, torus, ring, circulant, lattice graph or HyperX";
            return Err(refused("not-symmetric", message));
        }
        if !problem.is_isotropic() {
            let message = "expected a total or neighbourhood exchange or an isotropic task, in which every node sends the same packets";
            return Err(refused("not-isotropic", message));
        }
        if let Some(packets) = problem.packets_of_a_node().filter(|&packets| packets > MAX_MESSAGE_PACKETS) {
            let message = format!("{packets} packets of a node, expected at most {MAX_MESSAGE_PACKETS}");
            return Err(refused("too-large", &message));
        }
        if let Some(task) = problem.rows() {
            return Ok(Self::Rows(task));
        }
        let task = problem.words().map_err(|fault| Failure::model(name, &fault))?;
        if task.graph().is_abelian() {
            return Ok(Self::Words(task));
        }
        let message = "on this network the order of the hops of a route matters, expected a hypercube, torus, ring, \
             circulant, lattice graph or HyperX";
        Err(refused("not-abelian", message))
    }

    fn front(&self, ports: MessagePorts) -> Result<Vec<MessageSteps>, crate::model::MatrixError> {
        match self {
            Self::Rows(task) => Ok(message_front(task, ports)),
            Self::Words(task) => message_front_of_words(task, ports, &budget()).map(|found| found.0),
        }
    }

    /// Returns the steps with messages of up to `packets` packets as a schedule that the checker accepts.
    fn schedule(&self, name: &str, ports: MessagePorts, packets: u32) -> Result<ScheduleDocument, Failure> {
        let fails = |fault: &dyn std::fmt::Display| Failure::fault(name, "no-schedule", fault);
        let (network, offsets, matrix): (&Model, Vec<Node>, TaskMatrix) = match self {
            Self::Rows(task) => {
                let classes = task.classes();
                let offsets = classes.flat_map(|class| (0..class.count).map(move |_| class.offset)).collect();
                (task.network(), offsets, message_routes(task, ports, packets.into()).matrix)
            }
            Self::Words(task) => {
                let classes = task.classes().iter();
                let offsets = classes.flat_map(|class| (0..class.count).map(move |_| class.offset)).collect();
                let found = message_front_of_words(task, ports, &budget()).map_err(|fault| fails(&fault))?;
                (task.network(), offsets, found.1)
            }
        };
        let moves = matrix.total().saturating_mul(network.nodes());
        if moves > MAX_MOVES {
            return Err(fails(&format!("{moves} moves, expected at most {MAX_MOVES} in a schedule")));
        }
        let steps = match ports {
            MessagePorts::All => messages_of_all_ports(&matrix, packets).map_err(|fault| fails(&fault))?,
            MessagePorts::One => messages_of_one_port(&matrix, packets),
        };
        let document = document(network, &offsets, &steps, packets);
        check_schedule(&document, &Options::default())
            .map_err(|rejection| Failure::self_check(format!("our own schedule is refused: {rejection}")))?;
        Ok(document)
    }
}

fn budget() -> SearchBudget<'static> {
    SearchBudget { evaluations: ROUTE_EVALUATIONS, stop: &|| false }
}

/// Lists the moves of all nodes, on links of which each carries `packets` packets in a slot.
fn document(network: &Model, offsets: &[Node], steps: &Slots<(u32, u32)>, packets: u32) -> ScheduleDocument {
    let reference = |node: Node| NodeRef::Index(node.0);
    let narrow = |node: Node| u32::try_from(node.0).expect("few nodes");
    let nodes: Vec<Node> = (0..network.nodes()).map(Node).collect();
    let ends = |&from: &Node| {
        let to = offsets.iter().map(move |&offset| network.translate(from, offset));
        to.map(move |to| (from, to))
    };
    let pairs: Vec<(Node, Node)> = nodes.iter().flat_map(ends).collect();
    let mut demands: Vec<Demand> = Vec::new();
    for &(from, to) in &pairs {
        match demands.last_mut() {
            Some(last) if (&last.from, &last.to) == (&reference(from), &reference(to)) => last.count += 1,
            _ => demands.push(Demand { from: reference(from), to: reference(to), count: 1 }),
        }
    }
    let mut at: Vec<Node> = vec![Node(0); offsets.len()];
    let mut slots = Slots::new();
    for step in steps {
        let mut moves = Vec::new();
        for (first, &node) in nodes.iter().enumerate() {
            for &(row, link) in step {
                let row = usize::try_from(row).expect("few packets");
                let from = network.translate(node, at[row]);
                let to = network.neighbor(from, Link(link));
                let packet = u32::try_from(first * offsets.len() + row).expect("few packets");
                moves.push(Transfer::new(packet, reference(from), reference(to)));
            }
        }
        for &(row, link) in step {
            let row = usize::try_from(row).expect("few packets");
            at[row] = network.neighbor(at[row], Link(link));
        }
        slots.push(moves);
    }
    // Links side by side are one link of a graph.
    let mut capacities: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for &from in &nodes {
        for link in 0..network.links() {
            let to = network.neighbor(from, Link(link));
            let capacity = capacities.entry((narrow(from), narrow(to))).or_default();
            *capacity = capacity.saturating_add(packets);
        }
    }
    let links = capacities.into_iter().map(|((from, to), capacity)| GraphLink { from, to, capacity });
    let graph = Network::Graph(Graph {
        nodes: network.nodes(),
        directed: true,
        names: None,
        switches: None,
        switch_ports: Ports::All,
        links: links.collect(),
    });
    let task = Task::Demands { packets: demands, count: 1 };
    let task = TaskDocument::new(None, graph, task, Ports::All, Objective::CompletionTime);
    let packets = pairs.iter().map(|&(from, to)| Ends::new(vec![reference(from), reference(to)])).collect();
    ScheduleDocument::new(task, ScheduleBody::Explicit { packets, slots })
}

/// Returns what messages cost, if all of it is given.
fn time(arguments: &MessagesArguments) -> Option<MessageTime> {
    let (start, byte, block) = (arguments.alpha?, arguments.beta?, arguments.bytes?);
    Some(MessageTime { start, byte, block })
}

/// Returns the front with its times.
fn report(front: &[MessageSteps], time: Option<MessageTime>) -> MessagesReport {
    let seconds = |row: &MessageSteps| Some(time?.seconds(row.steps, row.steps.saturating_mul(row.packets)));
    let rows = front.iter().map(|row| MessagesRow {
        packets: row.packets,
        steps: row.steps,
        least: row.least,
        seconds: seconds(row),
    });
    let mut fastest: Option<&MessageSteps> = None;
    for row in front.iter().filter(|_| time.is_some()) {
        let cost = |row: &MessageSteps| (row.steps, row.steps.saturating_mul(row.packets));
        if fastest.is_none_or(|best| time.is_some_and(|time| time.is_less(cost(row), cost(best)))) {
            fastest = Some(row);
        }
    }
    MessagesReport { front: rows.collect(), fastest: fastest.map(|row| row.packets) }
}

fn text(arguments: &MessagesArguments, problem: &Problem, found: &MessagesReport) -> String {
    let mut report = describe(problem.document(), problem);
    let open = found.front.iter().filter(|row| row.steps > row.least).count();
    let verdict = match open {
        0 => {
            "optimal: no schedule in which every node does the same, translated, takes fewer steps".to_owned()
        }
        _ => format!("not proved least for {open} of {} lines of the table", found.front.len()),
    };
    report.verdict("steps", verdict);
    let time = time(arguments);
    if let Some((time, best)) = time.zip(found.fastest) {
        let row = found.front.iter().find(|row| row.packets == best);
        let words = row.map(|row| time.words(row.steps, row.steps.saturating_mul(row.packets)));
        report.line(
            "fastest",
            format!(
                "messages of {}: {}, where a message takes {} to start and {} a byte, and a packet is {} bytes",
                counted(best, "packet"),
                words.unwrap_or_default(),
                time.start,
                time.byte,
                time.block
            ),
        );
    }
    let row = |row: &MessagesRow| {
        let volume = row.steps.saturating_mul(row.packets);
        let known = if row.steps == row.least {
            row.steps.to_string()
        } else {
            format!("{}, at least {}", row.steps, row.least)
        };
        let seconds = time.map(|time| time.words(row.steps, volume));
        [row.packets.to_string(), known, volume.to_string()].into_iter().chain(seconds).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<String>> = found.front.iter().take(draw::MAX_LINES).map(row).collect();
    let more = match found.front.len() - rows.len() {
        0 => String::new(),
        left => format!("(and {left} more lines, which --json has)\n"),
    };
    let header = ["packets of a message", "steps", "steps × packets", "time"];
    let header = &header[..rows.first().map_or(header.len(), Vec::len)];
    format!("{}\n{}\n{more}", report.render(), draw::words(header, rows).trim_end_matches('\n'))
}
