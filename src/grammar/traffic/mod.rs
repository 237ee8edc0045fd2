//! Reads tables of traffic: lines of origin, destination and number, or a square table.

mod fault;
mod layout;
mod measure;
mod order;

pub use fault::TrafficFault;

use self::layout::{Amount, Layout};
use self::order::Misplaced;
use super::error::shown;
use super::matrix::{MatrixTextFault, is_matrix_market, matrix_in};
use super::nodes::NodeWords;
use super::packet::Unit;
use super::table::amount::{decimal, share, shown_nano, whole};
use super::table::ends::ends as ends_of;
use super::table::fields::{Arrow, Separator, fields};
use super::table::number::may_be_thousands;
use super::table::text::Text;
use crate::model::count_of;
use crate::wire::{Demand, Network, NodeRef};
use std::collections::BTreeSet;

/// The packets of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadTraffic {
    /// A demand for each line, or cell, that has packets.
    pub demands: Vec<Demand>,
    /// The lines of the demands.
    pub lines: PacketLines,
    /// How ambiguous parts of the table were read, and what was skipped.
    pub remarks: Vec<String>,
}

/// The lines of a table that hold packets of a task.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PacketLines {
    before: usize,
    lines: Vec<usize>,
}

impl PacketLines {
    /// Returns these lines for a task that has `before` packets before those of the table.
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

/// The shape of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableShape {
    /// The shape is guessed from the text.
    Guessed,
    /// Numbers from row to column: as many rows as columns, or names of nodes above and before them.
    Square {
        /// Whether there are names.
        is_named: bool,
    },
    /// Names of columns, and below them a line for each origin and destination.
    List,
}

/// Most packets of a task of demands.
const MAX_PACKETS: u64 = 1 << 22;

/// Reads packets on a network.
///
/// Lines hold origin, destination and number, which is 1 if missing; a first line may name the columns, in
/// any order. Fields are separated by commas, semicolons, tabs or blanks. A square table with as many rows
/// and columns as the network has nodes, or hosts, holds the number from row to column; names of nodes may be
/// above and before it. With a `unit`, numbers are divided by it and rounded up: a packet carries one unit.
/// Zeros, and packets from a node to itself, are skipped.
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

/// Returns the columns of origin and destination, if the names of columns tell both.
#[must_use]
pub fn end_columns(names: &[String]) -> Option<[usize; 2]> {
    ends_of(names).ok().flatten()
}

/// Reads packets on a network from a table of known shape.
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
    if is_matrix_market(text.whole) {
        return market(bytes, Nodes { words: NodeWords::of(network), network }, unit);
    }
    let mut rows = Vec::new();
    let separator = Separator::of_lines(text);
    for line in text.lines() {
        let found = fields(line, separator)?;
        if found.arrow == Some(Arrow::BothWays) {
            return Err(TrafficFault::BothWays { line: line.number });
        }
        let is_semicolon = separator == Separator::Semicolon;
        if let Some(word) = found.words.iter().find(|word| is_semicolon && may_be_thousands(word)) {
            return Err(TrafficFault::Thousands { line: line.number, found: shown(word) });
        }
        // A line of separators only is an empty row of a spreadsheet.
        if found.words.iter().any(|word| !word.is_empty()) {
            rows.push(Row { line: line.number, words: found.words });
        }
    }
    let nodes = Nodes { words: NodeWords::of(network), network };
    let has_tabs = text.lines().next().is_some_and(|line| line.text.contains('\t'));
    let is_shape_given = shape != TableShape::Guessed;
    let mut table = Table { has_tabs, is_shape_given, ..Table::new(nodes, unit) };
    match shape {
        TableShape::Square { is_named } => {
            let square = table.square_of(&rows, is_named)?;
            table.read_square(&rows, &square)?;
            // Zeros of a matrix are no remark.
            table.zeros = 0;
        }
        TableShape::Guessed => match square(&rows).filter(|square| table.is_square(square, &rows)) {
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

/// Reads Matrix Market: a square table without names.
fn market(bytes: &[u8], nodes: Nodes<'_>, unit: Option<Unit>) -> Result<ReadTraffic, TrafficFault> {
    let read = matrix_in(bytes)?;
    let rows = read.document.dense().ok_or_else(|| {
        let (rows, columns) = read.document.shape();
        MatrixTextFault::new(1, 1, format!("{rows} × {columns}, expected at most 2^24 cells"))
    })?;
    let rows: Vec<Row> = rows.iter().map(|row| Row::of_numbers(row)).collect();
    let mut table = Table::new(nodes, unit);
    let square = table.square_of(&rows, false)?;
    let side = square.side;
    table.remarks.push(format!(
        "{}, a table of {side} rows and columns read as numbers from row to column",
        read.read_as
    ));
    table.read_square(&rows, &square)?;
    // Entries that are not listed are 0, and a row is no line of the text.
    (table.zeros, table.lines) = (0, Vec::new());
    table.finish()
}

/// The fields of a line.
struct Row {
    line: usize,
    words: Vec<String>,
}

impl Row {
    fn of_numbers(numbers: &[u64]) -> Self {
        Self { line: 0, words: numbers.iter().map(u64::to_string).collect() }
    }
}

/// A square table, perhaps with names above or before it.
#[derive(Debug, Clone, Copy)]
struct Square {
    has_names_above: bool,
    has_names_before: bool,
    side: usize,
}

/// Returns the square that lines make up, perhaps with names; none if they make no square.
fn square(rows: &[Row]) -> Option<Square> {
    let is_number = |word: &String| decimal(word).is_some();
    let first = rows.first()?;
    let body = rows.get(1..).filter(|body| !body.is_empty()).unwrap_or(rows);
    let width = body[0].words.len();
    // Numbers are names of rows too if the first line has nothing above them.
    let is_word_above = rows.len() == width
        && !is_number(&first.words[0])
        && width > 1
        && first.words[1..].iter().all(is_number);
    let has_corner = first.words.len() == width && (first.words[0].is_empty() || is_word_above)
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

/// The nodes of a network, with the words for them.
struct Nodes<'a> {
    words: NodeWords<'a>,
    network: &'a Network,
}

impl Nodes<'_> {
    /// Returns whether the last `count` words of a line are names of nodes.
    fn are_names(&self, words: &[String], count: usize) -> bool {
        let names: BTreeSet<&String> = self.words.names().iter().collect();
        words.iter().rev().take(count).all(|word| names.contains(word))
    }

    /// Returns the number of nodes and the hosts among them; none if a table could not list them.
    fn counts(&self) -> Option<(u64, Vec<u64>)> {
        let network = crate::model::Network::new(self.network).ok()?;
        let nodes = network.nodes();
        (nodes <= MAX_PACKETS).then(|| {
            (nodes, (0..nodes).filter(|&node| !network.is_switch(crate::model::Node(node))).collect())
        })
    }
}

/// The part of the table read so far.
struct Table<'a> {
    nodes: Nodes<'a>,
    unit: Option<Unit>,
    zeros: u64,
    own: u128,
    /// Whether the first line has tabs.
    has_tabs: bool,
    /// Whether the caller has given the shape of the table.
    is_shape_given: bool,
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
            is_shape_given: false,
            has_indices: false,
            demands: Vec::new(),
            lines: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// Returns the square that the caller declares the table to be.
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

    /// Returns whether a square is meant, and not a list whose number of lines happens to be their length.
    fn is_square(&self, square: &Square, rows: &[Row]) -> bool {
        // Names of nodes may be like those of columns: n1, n2.
        let has_nodes_above = square.has_names_above
            && square.has_names_before
            && rows.first().is_some_and(|row| self.nodes.are_names(&row.words, square.side));
        let is_header = !has_nodes_above && rows.first().is_some_and(|row| ends_of(&row.words) != Ok(None));
        // A list of two names and a number may have the size of a small table with names.
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
        if !square.has_names_above {
            self.require_order_of_names(rows, square, &in_order)?;
        }
        let mut unit = None;
        let columns: Vec<NodeRef> = match rows.first().filter(|_| square.has_names_above) {
            Some(names) => {
                let skipped = names.words.len() - square.side;
                if let Some(corner) = names.words[..skipped].first().filter(|word| !word.is_empty()) {
                    unit = self.corner(corner, names.line)?;
                }
                let mut columns = Vec::new();
                for word in &names.words[skipped..] {
                    let node = self.node(word, names.line, "a column")?;
                    require_new_node(&columns, &node, word, names.line)?;
                    columns.push(node);
                }
                columns
            }
            None => in_order.iter().map(|&node| NodeRef::Index(node)).collect(),
        };
        if unit.is_none() {
            self.remark_on_unit();
        }
        let mut before_rows = Vec::new();
        for (at, row) in rows.iter().skip(usize::from(square.has_names_above)).enumerate() {
            let from = match row.words.first().filter(|_| square.has_names_before) {
                Some(name) => {
                    let node = self.node(name, row.line, "a row")?;
                    require_new_node(&before_rows, &node, name, row.line)?;
                    before_rows.push(node.clone());
                    node
                }
                None => columns[at].clone(),
            };
            for (to, word) in columns.iter().zip(&row.words[before..]) {
                let count = self.count(word, row.line, "a number of packets", unit)?;
                self.add(Demand { from: from.clone(), to: to.clone(), count }, row.line);
            }
        }
        Ok(())
    }

    /// Adds the remark that numbers without a name are divided.
    fn remark_on_unit(&mut self) {
        let Some(unit) = self.unit.filter(|_| !self.is_shape_given) else { return };
        let (amount, is_bytes) = (shown_nano(unit.amount()), unit.bytes().is_some());
        self.remarks.push(if is_bytes {
            format!("numbers read as bytes, in packets of {amount} bytes, rounded up")
        } else {
            format!("numbers read in packets of {amount}, rounded up")
        });
    }

    /// Reads the corner above names of rows: a unit of all numbers, or a word that is skipped.
    fn corner(&mut self, corner: &str, line: usize) -> Result<Option<u128>, TrafficFault> {
        if self.is_shape_given {
            return Ok(None);
        }
        if let Some(amount) = Amount::of_corner(corner, line, self.unit)? {
            self.remarks.extend(amount.remark);
            return Ok(amount.bits);
        }
        let ends: Vec<String> =
            corner.split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned).collect();
        if let Ok(Some([from, to])) = ends_of(&ends) {
            if to < from {
                return Err(TrafficFault::Corner { line, corner: shown(corner) });
            }
            return Ok(None);
        }
        self.remarks.push(format!("{} in the corner left out", shown(corner)));
        Ok(None)
    }

    /// Adds a remark on the nodes of columns without names; refuses them if their order is ambiguous.
    fn require_order_of_names(
        &mut self,
        rows: &[Row],
        square: &Square,
        in_order: &[u64],
    ) -> Result<(), TrafficFault> {
        let names = self.nodes.words.names();
        if names.is_empty() {
            return Ok(());
        }
        if square.has_names_before {
            let found = rows.iter().map(|row| row.words[0].as_str());
            let is_in_order = order::names_of(names, in_order).eq(found);
            return if is_in_order { Ok(()) } else { Err(TrafficFault::NoNamesAbove) };
        }
        let misplaced = Misplaced::of(names, in_order);
        match misplaced {
            Some(Misplaced { at, found, by_name }) if !self.is_shape_given => {
                Err(TrafficFault::Order { row: at + 1, found: shown(found), by_name: shown(by_name) })
            }
            None if self.is_shape_given => Ok(()),
            _ => {
                let first = order::names_of(names, in_order).take(2).zip(1_u64..);
                let first: Vec<_> =
                    first.map(|(name, row)| format!("row {row} is {}", shown(name))).collect();
                let more = if in_order.len() > 2 { ", …" } else { "" };
                self.remarks.push(format!("{}{more}", first.join(", ")));
                Ok(())
            }
        }
    }

    /// Adds a remark on the nodes of numbers that are no names; refuses them if their order is ambiguous.
    fn require_order_of_indices(&mut self) -> Result<(), TrafficFault> {
        let names = self.nodes.words.names();
        let all: Vec<u64> = (0..count_of(names.len())).collect();
        if let Some(Misplaced { at, found, by_name }) =
            Misplaced::of(names, &all).filter(|_| !self.is_shape_given)
        {
            return Err(TrafficFault::IndexOrder { index: at, found: shown(found), by_name: shown(by_name) });
        }
        let first = order::names_of(names, &all).take(2).zip(0_u64..);
        let first: Vec<_> = first.map(|(name, index)| format!("{index} is {}", shown(name))).collect();
        let first = first.join(", ");
        self.remarks.push(format!("numbers that are no names read as indices of nodes, from 0: {first}"));
        Ok(())
    }

    fn wrong_side([rows, columns]: [usize; 2], nodes: u64, hosts: u64) -> TrafficFault {
        let hosts = if hosts == nodes { String::new() } else { format!(", or hosts ({hosts})") };
        TrafficFault::Square { rows, columns, nodes, hosts }
    }

    fn read_list(&mut self, rows: &[Row]) -> Result<(), TrafficFault> {
        let Some(first) = rows.first() else { return Ok(()) };
        let (layout, skipped) = match Layout::headed(&first.words, first.line, self.unit)? {
            Some(layout) => (layout, 1),
            None => (Layout::plain(), 0),
        };
        if skipped == 0 && self.is_list_or_table(rows) {
            return Err(TrafficFault::ListOrTable { line: first.line });
        }
        self.remarks.extend(layout.remarks.iter().cloned());
        if skipped == 0 && rows.iter().any(|row| row.words.len() > 2) {
            self.remark_on_unit();
        }
        for row in &rows[skipped..] {
            self.line(row, &layout)?;
        }
        Ok(())
    }

    /// Returns whether three lines of three numbers with a zero diagonal, on three nodes, may be a list or a
    /// table.
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

    /// Reads a line of origin, destination and number.
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
            // An empty cell of a named column is an error.
            None if layout.is_count_named && self.is_empty_cell(row, layout) => {
                self.count("", row.line, &layout.name, layout.unit)?
            }
            None => 1,
        };
        self.add(Demand { from, to, count }, row.line);
        Ok(())
    }

    /// Returns whether the number of a line is an empty cell and not left out. Trailing tabs are cut off.
    fn is_empty_cell(&self, row: &Row, layout: &Layout) -> bool {
        self.has_tabs || layout.count.is_some_and(|at| at < row.words.len())
    }

    fn node(&mut self, word: &str, line: usize, what: &str) -> Result<NodeRef, TrafficFault> {
        self.has_indices |= self.nodes.words.is_index_beside_names(word);
        self.nodes.words.node(word, what).map_err(|fault| TrafficFault::Node { line, fault })
    }

    /// Returns the packets of a number, rounded up to whole ones.
    fn count(&self, word: &str, line: usize, what: &str, column: Option<u128>) -> Result<u64, TrafficFault> {
        let found = if word.is_empty() { "nothing".to_owned() } else { shown(word) };
        let fault = |cure| TrafficFault::Count { line, what: what.to_owned(), found: found.clone(), cure };
        let Some(unit) = self.unit else {
            return whole(word).ok_or_else(|| fault("; --unit AMOUNT divides and rounds up"));
        };
        // The amount of the unit is in 10⁻⁹; the divisor has 8 bits to a byte if the column counts bits.
        let factor = column.unwrap_or(1).checked_mul(1_000_000_000);
        let divisor = unit.amount().checked_mul(if column.is_some() { 8 } else { 1 });
        let count = factor.zip(divisor).and_then(|(factor, divisor)| share(word, factor, divisor));
        count.ok_or_else(|| fault(""))
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
            self.require_order_of_indices()?;
        }
        if self.zeros > 0 {
            self.remarks.push(format!("{} passed over", counted(u128::from(self.zeros), "zero")));
        }
        if self.own > 0 {
            self.remarks.push(format!("{} of nodes for themselves passed over", counted(self.own, "packet")));
        }
        let found: u128 = self.demands.iter().map(|demand| u128::from(demand.count)).sum();
        if found > u128::from(MAX_PACKETS) {
            let pairs = u128::from(count_of(self.demands.len())).min(u128::from(MAX_PACKETS) - 1);
            let unit = found.div_ceil(u128::from(MAX_PACKETS) - pairs);
            return Err(TrafficFault::TooMany { found, most: MAX_PACKETS, unit });
        }
        let lines = PacketLines { before: 0, lines: self.lines };
        Ok(ReadTraffic { demands: self.demands, lines, remarks: self.remarks })
    }
}

/// Refuses a node that is among these nodes already.
fn require_new_node(nodes: &[NodeRef], node: &NodeRef, word: &str, line: usize) -> Result<(), TrafficFault> {
    if nodes.contains(node) {
        return Err(TrafficFault::RepeatedNode { line, node: shown(word) });
    }
    Ok(())
}

/// Writes a number with a noun in singular or plural.
fn counted(number: u128, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}
