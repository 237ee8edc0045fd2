//! Tables of traffic as people have them: lines of origin, destination and number, or a square table.

use super::error::{GrammarError, shown};
use super::nodes::NodeWords;
use super::packet::{Unit, bytes};
use super::table::TableFault;
use super::table::amount::{decimal, share, whole};
use super::table::columns::{bare, split_unit};
use super::table::ends::ends;
use super::table::fields::{Arrow, Separator, fields};
use super::table::text::Text;
use crate::model::count_of;
use crate::wire::{Demand, Network, NodeRef};
use std::collections::BTreeSet;
use thiserror::Error;

/// The packets of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadTraffic {
    /// A demand for each line, or cell, that has packets.
    pub demands: Vec<Demand>,
    /// Where they stand.
    pub lines: PacketLines,
    /// How the table was read, wherever it could have been meant otherwise, and what was passed over.
    pub remarks: Vec<String>,
}

/// The lines of a table on which packets of a task stand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PacketLines {
    before: usize,
    lines: Vec<usize>,
}

impl PacketLines {
    /// Says how many packets of the task stand elsewhere, before those of the table.
    #[must_use]
    pub fn behind(self, before: usize) -> Self {
        Self { before, ..self }
    }

    /// Returns the line, from 1, of the packet that a place in a task names, such as `task.packets[5].to`;
    /// none if it names no packet of the table.
    #[must_use]
    pub fn line_of(&self, place: &str) -> Option<usize> {
        let (packet, _) = place.strip_prefix("task.packets[")?.split_once(']')?;
        self.lines.get(packet.parse::<usize>().ok()?.checked_sub(self.before)?).copied()
    }
}

/// What the lines of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableShape {
    /// What they look like.
    Guessed,
    /// Numbers from row to column: as many rows as columns, or names of nodes above and before them.
    Square {
        /// Whether names stand there.
        is_named: bool,
    },
    /// Names of columns, and below them a line for each origin and destination.
    List,
}

/// Why a table has no packets that could be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TrafficFault {
    /// A text without lines of fields.
    #[error(transparent)]
    Table(#[from] TableFault),
    /// A word that names no node.
    #[error("line {line}: {fault}")]
    Node {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        fault: GrammarError,
    },
    /// A number of packets that is none.
    #[error("line {line}: {what} {found}, expected a whole number from 0 to 2^64 - 1{cure}")]
    Count {
        /// The line, from 1.
        line: usize,
        /// Which number.
        what: String,
        /// What stands there.
        found: String,
        /// What helps.
        cure: &'static str,
    },
    /// A line of other than two or three values.
    #[error(
        "line {line}: {found}, expected from,to,count, or a square table of as many rows and columns as there are nodes"
    )]
    Fields {
        /// The line, from 1.
        line: usize,
        /// How many values stand there.
        found: String,
    },
    /// Packets between two nodes, of which none is said to be the origin.
    #[error(
        "line {line}: a mark of both ways between two nodes, expected from,to,count: a line for each way"
    )]
    BothWays {
        /// The line, from 1.
        line: usize,
    },
    /// A node that stands twice above or before a table.
    #[error("line {line}: node {node} again, expected each once above the table, or before it")]
    RepeatedNode {
        /// The line, from 1.
        line: usize,
        /// The node.
        node: String,
    },
    /// Three lines of three numbers on three nodes.
    #[error(
        "line {line}: three lines of three numbers on three nodes are a list or a table: write from,to,count above, or names of nodes above and before"
    )]
    ListOrTable {
        /// The line, from 1.
        line: usize,
    },
    /// A header that does not say where packets come from and go.
    #[error("line {line}: columns {found}, expected from,to,count")]
    Columns {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// An amount of bytes where nothing says how many a packet carries.
    #[error("column {column}: how many bytes does a packet carry? --unit 64KiB says it")]
    UnitMissing {
        /// The column.
        column: String,
    },
    /// A square table of another size than the network.
    #[error(
        "a table of {rows} rows and {columns} columns, expected as many of both as there are nodes ({nodes}){hosts}"
    )]
    Square {
        /// Rows of numbers.
        rows: usize,
        /// Columns of numbers.
        columns: usize,
        /// Nodes of the network.
        nodes: u64,
        /// Its hosts, if it has switches.
        hosts: String,
    },
    /// More packets than are listed.
    #[error(
        "{found} packets, of which a task lists at most {most}: --unit {unit} makes one of each {unit} or part of it"
    )]
    TooMany {
        /// How many there are.
        found: u128,
        /// The limit.
        most: u64,
        /// By what to divide.
        unit: u128,
    },
}

/// Most packets of a task of demands.
const MOST_PACKETS: u64 = 1 << 22;

/// Reads packets on a network.
///
/// Lines hold origin, destination and number, one if it is missing; a first line may name the columns, in any
/// order. Commas, semicolons, tabs or blanks stand between. A square table of as many rows and columns as the
/// network has nodes, or hosts, holds the number from row to column; names of nodes may stand above and
/// before it. With a `unit` a number is divided by it and rounded up: a packet carries that much. Zeros, and
/// what a node has for itself, are passed over.
///
/// # Errors
/// [`TrafficFault`] with the line of the first fault.
///
/// # Complexity
/// O(length of the text) time and space, and O(n) for names of n nodes.
///
/// # Examples
/// ```
/// use isotask::grammar::{network, traffic};
/// let ring = network(&["ring".to_owned(), "4".to_owned()])?;
/// let table = b"5,1,0,2\n0,3,1,1\n2,2,4,0\n1,0,1,6\n";
/// assert_eq!(traffic(table, &ring, None)?.demands.len(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn traffic(bytes: &[u8], network: &Network, unit: Option<Unit>) -> Result<ReadTraffic, TrafficFault> {
    traffic_of(bytes, network, unit, TableShape::Guessed)
}

/// Returns the columns of origin and destination, if names of columns tell both.
#[must_use]
pub fn end_columns(names: &[String]) -> Option<[usize; 2]> {
    ends(names).ok().flatten()
}

/// Reads packets on a network from a table of which it is known what its lines are.
///
/// # Errors
/// [`TrafficFault`] with the line of the first fault.
///
/// # Complexity
/// As [`traffic`].
pub fn traffic_of(
    bytes: &[u8],
    network: &Network,
    unit: Option<Unit>,
    shape: TableShape,
) -> Result<ReadTraffic, TrafficFault> {
    let text = Text::new(bytes)?;
    let mut rows = Vec::new();
    let separator = Separator::of_lines(text);
    for line in text.lines() {
        let found = fields(line, separator)?;
        if found.arrow == Some(Arrow::BothWays) {
            return Err(TrafficFault::BothWays { line: line.number });
        }
        rows.push(Row { line: line.number, words: found.words });
    }
    let nodes = Nodes { words: NodeWords::of(network), network };
    let has_tabs = text.lines().next().is_some_and(|line| line.text.contains('\t'));
    let mut table = Table { has_tabs, ..Table::new(nodes, unit) };
    match shape {
        TableShape::Square { is_named } => {
            let square = table.square_of(&rows, is_named)?;
            table.read_square(&rows, &square)?;
            // Zeros of a matrix are no matter of reading.
            table.zeros = 0;
        }
        TableShape::Guessed => match square(&rows).filter(|square| Table::is_square(square, &rows)) {
            Some(square) => {
                let side = square.side;
                table
                    .remarks
                    .push(format!("a table of {side} rows and columns read as numbers from row to column"));
                table.read_square(&rows, &square)?;
            }
            None => table.read_list(&rows)?,
        },
        TableShape::List => table.read_list(&rows)?,
    }
    table.finish()
}

/// A line, parted.
struct Row {
    line: usize,
    words: Vec<String>,
}

/// A table of as many rows as columns, with names above or before it or without.
#[derive(Debug, Clone, Copy)]
struct Square {
    has_names_above: bool,
    has_names_before: bool,
    side: usize,
}

/// The square that lines make up; none if they are of several lengths, or no square.
fn square(rows: &[Row]) -> Option<Square> {
    let is_number = |word: &String| decimal(word).is_some();
    let first = rows.first()?;
    let body = rows.get(1..).filter(|body| !body.is_empty()).unwrap_or(rows);
    let width = body[0].words.len();
    // Numbers are names of rows too where the first line has nothing above them.
    let has_corner = first.words.len() == width && first.words[0].is_empty()
        || first.words.len() + 1 == width && rows.len() == width;
    let has_names_before = width > 1
        && (has_corner || body.iter().any(|row| row.words.first().is_some_and(|word| !is_number(word))));
    let side = width - usize::from(has_names_before);
    let has_names_above = rows.len() == side + 1;
    let fits_above = first.words.len() == side || first.words.len() == width;
    let is_square = (has_names_above && fits_above || rows.len() == side)
        && body.iter().all(|row| row.words.len() == width)
        && (has_names_above || first.words.len() == width);
    (is_square && side > 0).then_some(Square { has_names_above, has_names_before, side })
}

/// The nodes of a network, by their words.
struct Nodes<'a> {
    words: NodeWords<'a>,
    network: &'a Network,
}

impl Nodes<'_> {
    /// How many there are, if a file can say it, and the hosts among them.
    fn counts(&self) -> Option<(u64, Vec<u64>)> {
        let network = crate::model::Network::new(self.network).ok()?;
        let nodes = network.nodes();
        (nodes <= MOST_PACKETS).then(|| {
            (nodes, (0..nodes).filter(|&node| !network.is_switch(crate::model::Node(node))).collect())
        })
    }
}

/// What was read so far.
struct Table<'a> {
    nodes: Nodes<'a>,
    unit: Option<Unit>,
    zeros: u64,
    own: u128,
    /// Whether tabs part the first line.
    has_tabs: bool,
    /// Whether some node is named by its number, though nodes have names.
    has_indices: bool,
    demands: Vec<Demand>,
    lines: Vec<usize>,
    remarks: Vec<String>,
}

impl<'a> Table<'a> {
    fn new(nodes: Nodes<'a>, unit: Option<Unit>) -> Self {
        Self {
            nodes,
            unit,
            zeros: 0,
            own: 0,
            has_tabs: false,
            has_indices: false,
            demands: Vec::new(),
            lines: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// The square that is said to stand there.
    fn square_of(&self, rows: &[Row], is_named: bool) -> Result<Square, TrafficFault> {
        let names = usize::from(is_named);
        let lengths = rows.iter().map(|row| row.words.len().saturating_sub(names));
        let (side, columns) = (rows.len().saturating_sub(names), lengths.clone().max().unwrap_or(0));
        // With names there may be fewer rows than columns.
        if columns > 0 && lengths.clone().all(|length| length == columns) && (is_named || columns == side) {
            return Ok(Square { has_names_above: is_named, has_names_before: is_named, side: columns });
        }
        let (nodes, hosts) = self.nodes.counts().unwrap_or_default();
        Err(Self::wrong_side([side, columns], nodes, count_of(hosts.len())))
    }

    /// Whether a square is meant, and no list of lines that happen to be as many as they are long.
    fn is_square(square: &Square, rows: &[Row]) -> bool {
        let is_header = rows.first().is_some_and(|row| ends(&row.words) != Ok(None));
        // Lines of two names and a number are as many as a small table with names has.
        let before = usize::from(square.has_names_before);
        let mut cells =
            rows.iter().skip(usize::from(square.has_names_above)).flat_map(|row| &row.words[before..]);
        let has_names = square.has_names_above && square.has_names_before;
        !is_header && (square.side > 3 || has_names && cells.all(|word| decimal(word).is_some()))
    }

    fn read_square(&mut self, rows: &[Row], square: &Square) -> Result<(), TrafficFault> {
        let Some((nodes, hosts)) = self.nodes.counts() else {
            return Err(Self::wrong_side([square.side; 2], u64::MAX, 0));
        };
        let side = count_of(square.side);
        let in_order: Vec<u64> = if side == nodes { (0..nodes).collect() } else { hosts.clone() };
        if count_of(in_order.len()) != side && !square.has_names_above {
            return Err(Self::wrong_side([square.side; 2], nodes, count_of(hosts.len())));
        }
        let before = usize::from(square.has_names_before);
        let columns: Vec<NodeRef> = match rows.first().filter(|_| square.has_names_above) {
            Some(names) => {
                let skipped = names.words.len() - square.side;
                let mut columns = Vec::new();
                for word in &names.words[skipped..] {
                    let node = self.node(word, names.line, "a column")?;
                    once(&columns, &node, word, names.line)?;
                    columns.push(node);
                }
                columns
            }
            None => in_order.iter().map(|&node| NodeRef::Index(node)).collect(),
        };
        let mut before_rows = Vec::new();
        for (at, row) in rows.iter().skip(usize::from(square.has_names_above)).enumerate() {
            let from = match row.words.first().filter(|_| square.has_names_before) {
                Some(name) => {
                    let node = self.node(name, row.line, "a row")?;
                    once(&before_rows, &node, name, row.line)?;
                    before_rows.push(node.clone());
                    node
                }
                None => columns[at].clone(),
            };
            for (to, word) in columns.iter().zip(&row.words[before..]) {
                let count = self.count(word, row.line, "a number of packets", None)?;
                self.add(Demand { from: from.clone(), to: to.clone(), count }, row.line);
            }
        }
        Ok(())
    }

    fn wrong_side([rows, columns]: [usize; 2], nodes: u64, hosts: u64) -> TrafficFault {
        let hosts = if hosts == nodes { String::new() } else { format!(", or hosts ({hosts})") };
        TrafficFault::Square { rows, columns, nodes, hosts }
    }

    fn read_list(&mut self, rows: &[Row]) -> Result<(), TrafficFault> {
        let Some(first) = rows.first() else { return Ok(()) };
        let (layout, skipped) = match Layout::headed(first, self.unit)? {
            Some(layout) => (layout, 1),
            None => (Layout::plain(), 0),
        };
        if skipped == 0 && self.is_list_or_table(rows) {
            return Err(TrafficFault::ListOrTable { line: first.line });
        }
        self.remarks.extend(layout.remarks.iter().cloned());
        for row in &rows[skipped..] {
            self.line(row, &layout)?;
        }
        Ok(())
    }

    /// Whether lines without names are three numbers each, with nothing on the diagonal, on three nodes.
    fn is_list_or_table(&self, rows: &[Row]) -> bool {
        let is_row = |(at, row): (usize, &Row)| {
            row.words.len() == 3
                && row.words.iter().all(|word| decimal(word).is_some())
                && decimal(&row.words[at]) == Some(0)
        };
        rows.len() == 3
            && rows.iter().enumerate().all(is_row)
            && self.nodes.counts().is_some_and(|(nodes, hosts)| nodes == 3 || hosts.len() == 3)
    }

    /// One line of origin, destination and number.
    fn line(&mut self, row: &Row, layout: &Layout) -> Result<(), TrafficFault> {
        let found = row.words.len();
        let fits = layout.columns.map_or((2..=3).contains(&found), |columns| found <= columns);
        let word = |at: usize| row.words.get(at).filter(|word| !word.is_empty());
        let (true, Some(from), Some(to)) = (fits, word(layout.ends[0]), word(layout.ends[1])) else {
            let found = counted(u128::from(count_of(found)), "value");
            return Err(TrafficFault::Fields { line: row.line, found });
        };
        let (from, to) = (self.node(from, row.line, "from")?, self.node(to, row.line, "to")?);
        let count = match layout.count.and_then(word) {
            Some(word) => self.count(word, row.line, &layout.name, layout.unit)?,
            // An empty cell under a name is no number.
            None if layout.is_count_named && self.is_empty_cell(row, layout) => {
                self.count("", row.line, &layout.name, layout.unit)?
            }
            None => 1,
        };
        self.add(Demand { from, to, count }, row.line);
        Ok(())
    }

    /// Whether the number of a line is a cell of nothing, and not left out. Tabs at the end of a line are cut
    /// off.
    fn is_empty_cell(&self, row: &Row, layout: &Layout) -> bool {
        self.has_tabs || layout.count.is_some_and(|at| at < row.words.len())
    }

    fn node(&mut self, word: &str, line: usize, what: &str) -> Result<NodeRef, TrafficFault> {
        self.has_indices |= self.nodes.words.is_index_beside_names(word);
        self.nodes.words.node(word, what).map_err(|fault| TrafficFault::Node { line, fault })
    }

    /// How many packets a number says, rounded up to whole ones.
    fn count(&self, word: &str, line: usize, what: &str, column: Option<u128>) -> Result<u64, TrafficFault> {
        let found = if word.is_empty() { "nothing".to_owned() } else { shown(word) };
        let fault = |cure| TrafficFault::Count { line, what: what.to_owned(), found: found.clone(), cure };
        let Some(unit) = self.unit else {
            return whole(word).ok_or_else(|| fault("; --unit AMOUNT divides and rounds up"));
        };
        // The amount of the unit is in 10⁻⁹.
        let factor = column.unwrap_or(1).checked_mul(1_000_000_000);
        factor.and_then(|factor| share(word, factor, unit.amount())).ok_or_else(|| fault(""))
    }

    fn add(&mut self, demand: Demand, line: usize) {
        if demand.count == 0 {
            self.zeros += 1;
        } else if demand.from == demand.to {
            self.own += u128::from(demand.count);
        } else {
            self.demands.push(demand);
            self.lines.push(line);
        }
    }

    fn finish(mut self) -> Result<ReadTraffic, TrafficFault> {
        if self.has_indices {
            self.remarks.push("numbers that are no names read as indices of nodes, from 0".to_owned());
        }
        if self.zeros > 0 {
            self.remarks.push(format!("{} passed over", counted(u128::from(self.zeros), "zero")));
        }
        if self.own > 0 {
            self.remarks.push(format!("{} of nodes for themselves passed over", counted(self.own, "packet")));
        }
        let found: u128 = self.demands.iter().map(|demand| u128::from(demand.count)).sum();
        if found > u128::from(MOST_PACKETS) {
            let pairs = u128::from(count_of(self.demands.len())).min(u128::from(MOST_PACKETS) - 1);
            let unit = found.div_ceil(u128::from(MOST_PACKETS) - pairs);
            return Err(TrafficFault::TooMany { found, most: MOST_PACKETS, unit });
        }
        let lines = PacketLines { before: 0, lines: self.lines };
        Ok(ReadTraffic { demands: self.demands, lines, remarks: self.remarks })
    }
}

/// Refuses a node that stands among others already.
fn once(nodes: &[NodeRef], node: &NodeRef, word: &str, line: usize) -> Result<(), TrafficFault> {
    if nodes.contains(node) {
        return Err(TrafficFault::RepeatedNode { line, node: shown(word) });
    }
    Ok(())
}

/// A number of things.
fn counted(number: u128, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// What stands in the columns of a list.
struct Layout {
    ends: [usize; 2],
    columns: Option<usize>,
    count: Option<usize>,
    /// Whether a header names the column of numbers.
    is_count_named: bool,
    name: String,
    /// How many bytes the unit of the column is.
    unit: Option<u128>,
    remarks: Vec<String>,
}

/// What people call the number of packets, the surest first.
const COUNTS: [&str; 13] = [
    "count", "packets", "messages", "number", "n", "demand", "demands", "traffic", "flow", "value", "weight",
    "amount", "volume",
];
const SIZES: [&str; 6] = ["bytes", "size", "msgsize", "messagesize", "length", "data"];

impl Layout {
    fn plain() -> Self {
        Self {
            ends: [0, 1],
            columns: None,
            count: Some(2),
            is_count_named: false,
            name: "the count".to_owned(),
            unit: None,
            remarks: Vec::new(),
        }
    }

    /// The columns that a first line names; none if it names none.
    fn headed(row: &Row, unit: Option<Unit>) -> Result<Option<Self>, TrafficFault> {
        let words = &row.words;
        let fault = || TrafficFault::Columns { line: row.line, found: shown(&words.join(",")) };
        let Some(ends) = ends(words).map_err(|_| fault())? else {
            let names =
                words.iter().any(|word| ["from", "source", "src", "count"].contains(&bare(word).as_str()));
            return if names { Err(fault()) } else { Ok(None) };
        };
        let others = || words.iter().enumerate().filter(|(at, word)| !ends.contains(at) && !word.is_empty());
        let of = |names: &[&str]| {
            let position =
                |name: &&str| others().find(|(_, word)| bare(split_unit(word).0) == **name).map(|(at, _)| at);
            names.iter().find_map(position)
        };
        // A bare unit, as in `src,dst,GB`.
        let bare_unit = || others().find(|(_, word)| bytes(word).is_some()).map(|(at, _)| at);
        let is_size = |at: usize| {
            of(&SIZES) == Some(at)
                || bytes(&words[at]).is_some()
                || split_unit(&words[at]).1.and_then(bytes).is_some()
        };
        let count = of(&COUNTS).or_else(|| of(&SIZES)).or_else(bare_unit);
        if count.is_none() && others().next().is_some() {
            return Err(fault());
        }
        // Two names above lines of three: the third is the count, as without names.
        let columns = Some(words.len().max(3));
        let count = count.or((words.len() == 2).then_some(2));
        let mut found = Self { ends, columns, count, ..Self::plain() };
        if let Some(at) = count.filter(|&at| at < words.len()) {
            found.is_count_named = true;
            found.describe(&words[at], is_size(at), unit)?;
        }
        let left: BTreeSet<&str> =
            others().filter(|(at, _)| Some(*at) != count).map(|(_, word)| word.as_str()).collect();
        if !left.is_empty() {
            let left: Vec<String> = left.into_iter().map(shown).collect();
            found.remarks.push(format!("columns {} left out", left.join(", ")));
        }
        Ok(Some(found))
    }

    /// Says what the column of numbers is.
    fn describe(&mut self, column: &str, is_size: bool, unit: Option<Unit>) -> Result<(), TrafficFault> {
        let name = shown(column);
        if is_size {
            let Some(unit) = unit.filter(|unit| unit.bytes().is_some()) else {
                return Err(TrafficFault::UnitMissing { column: name });
            };
            self.unit = bytes(column).or_else(|| split_unit(column).1.and_then(bytes));
            let each = unit.amount() / 1_000_000_000;
            self.remarks.push(format!("{name} read in packets of {each} bytes, rounded up"));
        } else if bare(column) != "count" {
            self.remarks.push(format!("{name} read as numbers of packets"));
        }
        self.name = name;
        Ok(())
    }
}
