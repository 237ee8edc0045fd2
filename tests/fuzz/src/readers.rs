//! The readers of graphs, traffic and matrices attacked: properties that must hold for all bytes.

use isotask::export::{NetworkGraph, Writer, format};
use isotask::grammar::{GraphFault, ReadGraph, TrafficFault, Unit, graph, matrix_in, traffic};
use isotask::model;
use isotask_wire::{Graph, GraphLink, MatrixUnits, Network, NodeRef, Ports};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// Greatest length of a message.
const LONGEST_MESSAGE: usize = 1000;

/// The networks on which traffic is read, each with what a packet carries.
static NETWORKS: LazyLock<Vec<(Network, Option<Unit>)>> = LazyLock::new(|| {
    let named = |names: [&str; 4], switches: Option<Vec<u32>>| {
        let link = |(from, to)| GraphLink { from, to, capacity: 1 };
        Network::Graph(Graph {
            nodes: 4,
            directed: false,
            names: Some(names.map(str::to_owned).to_vec().into()),
            switches: switches.map(Into::into),
            switch_ports: Ports::All,
            links: [(0, 1), (0, 3), (1, 2), (2, 3)].map(link).to_vec().into(),
        })
    };
    let unit = |text: &str| Some(text.parse().expect("a unit"));
    vec![
        (Network::Ring { nodes: 4 }, None),
        (named(["1", "2", "3", "4"], None), unit("1000")),
        (named(["a", "b", "c", "s"], Some(vec![3])), unit("64KiB")),
    ]
});

/// Any bytes as a graph, as traffic and as a matrix: they are refused with a place, or what was read is written and read again.
/// Returns whether one of the three was read.
pub fn readers(bytes: &[u8]) -> bool {
    let lines = bytes.split(|&byte| matches!(byte, b'\n' | b'\r')).count();
    let mut is_read = false;
    for directed in [false, true] {
        match graph(bytes, directed) {
            Ok(read) => {
                require_plain(&read.doubts().unwrap_or_default());
                require_same_graph(&read.graph);
                require_same_elsewhere(bytes, directed, &read);
                is_read = true;
            }
            Err(fault) => require_place(&fault, lines),
        }
    }
    for (network, unit) in &*NETWORKS {
        is_read |= require_traffic(bytes, network, *unit, lines);
    }
    match matrix_in(bytes) {
        Ok(read) => {
            let (rows, columns) = read.document.shape();
            let dense = read.document.dense().unwrap_or_default();
            assert!(
                dense.iter().all(|row| u64::try_from(row.len()) == Ok(columns)),
                "rows of several lengths"
            );
            let entries: Vec<MatrixUnits> = read.document.entries().collect();
            let mut text = format!(
                "%%MatrixMarket matrix coordinate integer general\n{rows} {columns} {}\n",
                entries.len()
            );
            for MatrixUnits { row, column, units } in &entries {
                writeln!(text, "{} {} {units}", row + 1, column + 1).expect("a string takes any text");
            }
            let again = matrix_in(text.as_bytes())
                .map(|again| (again.document.shape(), again.document.entries().collect::<Vec<_>>()));
            assert_eq!(again, Ok(((rows, columns), entries)), "what was written reads otherwise");
            is_read = true;
        }
        Err(fault) => {
            assert!((1..=lines).contains(&fault.line) && fault.column >= 1, "a place outside: {fault}");
            require_plain(&fault.to_string());
        }
    }
    is_read
}

/// A message is one line of plain text.
fn require_plain(message: &str) {
    assert!(message.chars().count() <= LONGEST_MESSAGE, "a message without end: {message}");
    assert!(!message.chars().any(char::is_control), "a message with control letters: {message:?}");
}

/// A fault names a line of the text or a path of JSON, or concerns the file as a whole.
fn require_place(fault: &GraphFault, lines: usize) {
    let message = fault.to_string();
    require_plain(&message);
    let is_of_all = matches!(
        fault,
        GraphFault::Foreign { .. }
            | GraphFault::OwnDocument { .. }
            | GraphFault::DirectedTwice { .. }
            | GraphFault::RepeatedWord { .. }
            | GraphFault::TwoCapacities { .. }
            | GraphFault::Rates { .. }
            | GraphFault::Units { .. }
            | GraphFault::Empty
            | GraphFault::TooLarge { .. }
    );
    require_line(&message, is_of_all, lines);
}

fn require_line(message: &str, is_of_all: bool, lines: usize) {
    let behind = message.split_once("line ").map(|(_, rest)| rest);
    let digits = behind.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
    let line = digits.and_then(|digits| digits.parse::<usize>().ok());
    assert!(line.is_none_or(|line| (1..=lines + 1).contains(&line)), "a line outside: {message}");
    let of_whole = ["at ", "no nodes", "no edges", "both edges", "the name of node", "text in UTF-16"];
    let is_told = line.is_some() || of_whole.iter().any(|start| message.contains(start));
    assert!(is_of_all || is_told, "a fault without a place: {message}");
}

/// A graph that makes a network is read back equal from our own export.
fn require_same_graph(graph: &Graph) {
    let Ok(network) = model::Network::new(&Network::Graph(graph.clone())) else { return };
    let Ok(alone) = NetworkGraph::alone(&network, None) else { return };
    let Some(Writer::Graph(write)) = format("graphml").map(|format| &format.writer) else {
        unreachable!("GraphML is a format of graphs")
    };
    let mut text = Vec::new();
    write(&alone, &mut text).expect("a list of bytes takes all");
    let again = isotask::grammar::graph(&text, false).map(|again| again.graph);
    assert_eq!(
        again.as_ref(),
        Ok(graph),
        "what was written reads otherwise:\n{}",
        String::from_utf8_lossy(&text)
    );
}

/// Ends of lines and a byte order mark do not change a graph.
fn require_same_elsewhere(bytes: &[u8], directed: bool, read: &ReadGraph) {
    if bytes.starts_with(b"\xef\xbb\xbf") || bytes.contains(&b'\r') || bytes.contains(&b'"') {
        return;
    }
    let text = std::str::from_utf8(bytes).expect("it was read");
    for end in ["\r\n", "\r"] {
        let other = format!("\u{feff}{}", text.replace('\n', end));
        let again = graph(other.as_bytes(), directed);
        assert_eq!(again.as_ref(), Ok(read), "another graph with {end:?} at the ends of lines");
    }
}

/// Traffic goes from a node to another, at most as much as a task lists, and is unchanged after it is written
/// and read.
fn require_traffic(bytes: &[u8], network: &Network, unit: Option<Unit>, lines: usize) -> bool {
    let read = match traffic(bytes, network, unit) {
        Ok(read) => read,
        Err(fault) => {
            let is_of_all = matches!(
                fault,
                TrafficFault::UnitMissing { .. }
                    | TrafficFault::Square { .. }
                    | TrafficFault::Order { .. }
                    | TrafficFault::IndexOrder { .. }
                    | TrafficFault::NoNamesAbove
                    | TrafficFault::TooMany { .. }
            );
            require_plain(&fault.to_string());
            require_line(&fault.to_string(), is_of_all, lines);
            return false;
        }
    };
    read.remarks.iter().for_each(|remark| require_plain(remark));
    let mut text = "from,to,count\n".to_owned();
    for demand in &read.demands {
        let index = |node: &NodeRef| match node {
            // Coordinates, and indices that are too great, are judged with the task.
            NodeRef::Coordinates(_) => 0,
            NodeRef::Index(index) => *index,
        };
        assert!(demand.count > 0 && demand.from != demand.to, "nothing, or nowhere: {demand:?}");
        writeln!(text, "0d{},0d{},{}", index(&demand.from), index(&demand.to), demand.count).expect("text");
    }
    let has_coordinates = |node: &NodeRef| matches!(node, NodeRef::Coordinates(_));
    if !read.demands.iter().any(|demand| has_coordinates(&demand.from) || has_coordinates(&demand.to)) {
        let again = traffic(text.as_bytes(), network, None).map(|again| again.demands);
        assert_eq!(again.as_ref(), Ok(&read.demands), "what was written reads otherwise:\n{text}");
    }
    true
}
