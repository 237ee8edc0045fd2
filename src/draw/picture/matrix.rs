//! The task matrix: how often each packet of node 0 uses each link; of demands how many packets go from each
//! node to each.

use super::Picture;
use crate::draw::canvas::{Anchor, Panel, Point, Type, at, text_width, whole};
use crate::draw::error::DrawError;
use crate::draw::layout::MAX_NODES;
use crate::draw::palette::{EMPTY, GRAY, shade_of};
use crate::draw::story::{Item, Story};
use crate::draw::subject::Subject;
use crate::model::{DemandsTask, IsotropicTask, Link, Network, Node, OffsetClass, count_of, wide};
use crate::route::{SearchBudget, least_completion, task_matrix};

pub(in crate::draw) const MATRIX: Picture = Picture {
    word: "matrix",
    sentence: "How often each packet of node 0 uses each link; of demands, how many go between nodes",
    draw: matrix,
};

const MAX_ROWS: u64 = 64;
const MAX_COLUMNS: u64 = 40;
/// The evaluations that the search for directions of packets may make.
const MAX_SEARCH_EVALUATIONS: u64 = 1_000_000;
const ROW_HEIGHT: i64 = 24;
const TOP: i64 = 44;

/// A table of numbers with names of its rows and columns.
struct Table {
    heading: &'static str,
    corner: &'static str,
    columns: Vec<String>,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    entries: Vec<u64>,
    /// The distance of the packets: one for all entries, or one for each.
    distances: Vec<u64>,
}

/// Draws the matrix with its sums: as the schedule has it, or with the best directions that the search finds.
fn matrix(subject: &Subject) -> Result<Panel, DrawError> {
    let expected = "a task of rows, its schedule, or demands";
    let nothing = DrawError::Nothing { picture: MATRIX.word, expected };
    let Some(problem) = &subject.problem else { return Err(nothing) };
    let network = problem.network();
    let table = match (&subject.story, problem.demands(), problem.rows()) {
        (_, Some(task), _) if task.is_personal() => {
            fits(network, network.nodes(), network.nodes())?;
            of_demands(task)
        }
        (Some(story), _, _) if story.symmetric && problem.is_isotropic() => {
            fits(network, count_of(story.items.len()), network.links().into())?;
            of_story(story, network)
        }
        (None, _, Some(task)) => {
            fits(network, task.rows(), network.links().into())?;
            of_task(task)
        }
        _ => return Err(nothing),
    };
    Ok(drawn(&table))
}

fn fits(network: &Network, rows: u64, columns: u64) -> Result<(), DrawError> {
    for (what, found, most) in [("rows", rows, MAX_ROWS), ("columns", columns, MAX_COLUMNS)] {
        if found > most {
            let picture = MATRIX.word;
            let is_drawn = network.nodes() <= MAX_NODES;
            let remedy = if is_drawn { "network shows where it takes place" } else { "" };
            return Err(DrawError::TooLarge { picture, what, found, most, remedy });
        }
    }
    Ok(())
}

fn link_names(network: &Network) -> Vec<String> {
    (0..network.links()).map(|link| network.link_name(Link(link))).collect()
}

fn named(network: &Network, to: Node, copy: Option<u64>) -> String {
    let name = network.node_name(to);
    copy.map_or_else(|| name.clone(), |copy| format!("{name}#{copy}"))
}

const USES: &str = "Task matrix: how often each packet of node 0 uses each link";

fn of_task(task: &IsotropicTask) -> Table {
    let network = task.network();
    let budget = SearchBudget { evaluations: MAX_SEARCH_EVALUATIONS, stop: &|| false };
    let route = least_completion(task, &budget);
    let matrix = task_matrix(task, &route.directions).expect("directions of the task itself");
    let class = |class: OffsetClass| {
        (0..class.count).map(move |copy| (class.offset, (class.count > 1).then_some(copy)))
    };
    let row = |(index, (to, copy)): (usize, (Node, Option<u64>))| {
        let mut entries = vec![0; wide(network.links())];
        for (column, units) in matrix.row(index) {
            entries[wide(column)] = units;
        }
        Row { name: named(network, to, copy), entries, distances: vec![network.distance(to)] }
    };
    let rows = task.classes().flat_map(class).enumerate().map(row).collect();
    Table { heading: USES, corner: "packet to", columns: link_names(network), rows }
}

fn of_story(story: &Story, network: &Network) -> Table {
    let columns = link_names(network);
    let row = |item: &Item| {
        let to = item.packet.ends().1.or(item.packet.home()).unwrap_or(Node(0));
        let distances = vec![network.hops_between(Node(0), to).unwrap_or(0)];
        Row { name: named(network, to, item.copy), entries: vec![0; columns.len()], distances }
    };
    let mut rows: Vec<Row> = story.items.iter().map(row).collect();
    for hop in &story.hops {
        rows[hop.item].entries[hop.row] += 1;
    }
    Table { heading: USES, corner: "packet to", columns, rows }
}

fn of_demands(task: &DemandsTask) -> Table {
    let network = task.network();
    let nodes = || (0..network.nodes()).map(Node);
    let row = |from: Node| Row {
        name: network.node_name(from),
        entries: vec![0; nodes().count()],
        // Where no path leads there are no packets to be coloured.
        distances: nodes().map(|to| network.hops_between(from, to).unwrap_or(0)).collect(),
    };
    let mut rows: Vec<Row> = nodes().map(row).collect();
    let index = |node: Node| usize::try_from(node.0).expect("few nodes");
    for load in task.loads() {
        if let (Some(from), Some(to)) = load.packet().ends() {
            rows[index(from)].entries[index(to)] += load.count();
        }
    }
    let columns = nodes().map(|node| network.node_name(node)).collect();
    Table { heading: "Packets between nodes", corner: "from \\ to", columns, rows }
}

/// The geometry of the cells.
struct Grid {
    left: i64,
    width: i64,
}

impl Grid {
    fn new(table: &Table) -> Self {
        let widest =
            |names: &mut dyn Iterator<Item = &str>| names.map(|name| text_width(name, 12)).max().unwrap_or(0);
        let names = widest(&mut table.rows.iter().map(|row| row.name.as_str()).chain([table.corner]));
        let columns = widest(&mut table.columns.iter().map(String::as_str));
        Self { left: names + 14, width: (columns + 14).max(40) }
    }

    fn x(&self, column: usize) -> i64 {
        self.left + whole(column) * (self.width + 2)
    }

    fn middle(&self, column: usize, row: usize) -> Point {
        at(self.x(column) + self.width / 2, y(row) + ROW_HEIGHT / 2 + 4)
    }

    /// Returns the point where the name of a row ends.
    fn name(&self, row: usize) -> Point {
        at(self.left - 12, self.middle(0, row).y)
    }
}

fn y(row: usize) -> i64 {
    TOP + whole(row) * (ROW_HEIGHT + 2)
}

fn drawn(table: &Table) -> Panel {
    let (grid, last, end) = (Grid::new(table), table.columns.len(), table.rows.len());
    let width = (grid.x(last) + grid.width).max(text_width(table.heading, 13));
    let mut panel = Panel::new(width, y(end) + ROW_HEIGHT);
    panel.text(at(0, 14), table.heading, Type::new(13).bold(true));
    let gray = Type::new(12).color(GRAY);
    panel.text(at(grid.left - 12, TOP - 8), table.corner, gray.anchor(Anchor::End));
    panel.text(grid.name(end), "sum", gray.anchor(Anchor::End));
    for (column, name) in table.columns.iter().map(String::as_str).chain(["sum"]).enumerate() {
        panel.text(at(grid.middle(column, 0).x, TOP - 8), name, gray.anchor(Anchor::Middle));
    }
    let mut sums = vec![0; last + 1];
    for (index, row) in table.rows.iter().enumerate() {
        line(&mut panel, &grid, index, row);
        let all = row.entries.iter().sum::<u64>();
        for (sum, entry) in sums.iter_mut().zip(row.entries.iter().chain([&all])) {
            *sum += entry;
        }
        panel.text(grid.middle(last, index), all.to_string(), gray.anchor(Anchor::Middle));
    }
    for (column, sum) in sums.iter().enumerate() {
        let style = gray.anchor(Anchor::Middle).bold(column < last);
        panel.text(grid.middle(column, end), sum.to_string(), style);
    }
    panel.legend.sort_unstable();
    panel.legend.dedup();
    panel
}

/// Draws the name and the entries of a row.
fn line(panel: &mut Panel, grid: &Grid, index: usize, row: &Row) {
    panel.text(grid.name(index), row.name.as_str(), Type::new(12).anchor(Anchor::End));
    for (column, &entry) in row.entries.iter().enumerate() {
        let distance = row.distances.get(column).or(row.distances.first()).copied().unwrap_or(1);
        let color = if entry > 0 { shade_of(distance).pale } else { EMPTY };
        panel.fill(at(grid.x(column), y(index)), grid.width, ROW_HEIGHT, color);
        if entry > 0 {
            let style = Type::new(12).anchor(Anchor::Middle);
            panel.text(grid.middle(column, index), entry.to_string(), style);
            panel.legend.push(distance);
        }
    }
}
