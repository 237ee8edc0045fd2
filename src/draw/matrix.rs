//! The task matrix: how often each packet of node 0 uses each link; of demands how many go from where to
//! where.

use super::canvas::{Anchor, Panel, Type, at, text_width, whole};
use super::error::DrawError;
use super::palette::{EMPTY, GRAY, shade_of};
use super::picture::Picture;
use super::story::Story;
use super::subject::Subject;
use crate::model::{DemandsTask, IsotropicTask, Link, Network, Node, Packet, count_of, wide};
use crate::route::{SearchBudget, least_completion, task_matrix};

pub(super) const MATRIX: Picture = Picture {
    word: "matrix",
    sentence: "How often each packet of node 0 uses each link; of demands, how many go between nodes",
    draw: matrix,
};

const MOST_ROWS: u64 = 64;
const MOST_COLUMNS: u64 = 40;
/// Work of the search for directions of packets.
const EVALUATIONS: u64 = 1_000_000;
const HEIGHT: i64 = 24;
const TOP: i64 = 44;

/// Numbers with names at both sides.
struct Table {
    heading: &'static str,
    corner: &'static str,
    columns: Vec<String>,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    entries: Vec<u64>,
    /// How far it goes; of a row in which each entry goes elsewhere, one for each.
    distances: Vec<u64>,
}

/// Draws the matrix with its sums: as the schedule has it, or with the directions that the search finds best.
fn matrix(subject: &Subject) -> Result<Panel, DrawError> {
    let expected = "a task of rows, its schedule, or demands";
    let nothing = DrawError::Nothing { picture: MATRIX.word, expected };
    let Some(problem) = &subject.problem else { return Err(nothing) };
    let network = problem.network();
    let table = match (&subject.story, problem.demands(), problem.rows()) {
        (_, Some(task), _) if task.is_personal() => {
            fits(network.nodes(), network.nodes())?;
            of_demands(task)
        }
        (Some(story), _, _) if story.symmetric && problem.is_isotropic() => {
            fits(count_of(story.items.len()), network.links().into())?;
            of_story(story, network)
        }
        (None, _, Some(task)) => {
            fits(task.rows(), network.links().into())?;
            of_task(task)
        }
        _ => return Err(nothing),
    };
    Ok(drawn(&table))
}

fn fits(rows: u64, columns: u64) -> Result<(), DrawError> {
    for (what, found, most) in [("rows", rows, MOST_ROWS), ("columns", columns, MOST_COLUMNS)] {
        if found > most {
            let (picture, remedy) = (MATRIX.word, "network shows where it takes place");
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
    copy.map_or_else(|| name.clone(), |copy| format!("{name}#{}", copy + 1))
}

const USES: &str = "Task matrix: how often each packet of node 0 uses each link";

fn of_task(task: &IsotropicTask) -> Table {
    let network = task.network();
    let budget = SearchBudget { evaluations: EVALUATIONS, stop: &|| false };
    let route = least_completion(task, &budget);
    let matrix = task_matrix(task, &route.directions).expect("directions of the task itself");
    let class = |class: crate::model::OffsetClass| {
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
    let row = |item: &super::story::Item| {
        let to = match item.packet {
            Packet::Personal { to, .. } | Packet::Combined { to } => to,
            Packet::Copied { from } => from,
        };
        let distances = vec![network.distance(to)];
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
        distances: nodes().map(|to| network.distance_between(from, to)).collect(),
    };
    let mut rows: Vec<Row> = nodes().map(row).collect();
    let index = |node: Node| usize::try_from(node.0).expect("few nodes");
    for load in task.loads() {
        if let Packet::Personal { from, to } = load.packet {
            rows[index(from)].entries[index(to)] += load.count;
        }
    }
    let columns = nodes().map(|node| network.node_name(node)).collect();
    Table { heading: "Packets between nodes", corner: "from \\ to", columns, rows }
}

fn drawn(table: &Table) -> Panel {
    let names = table.rows.iter().map(|row| text_width(&row.name, 12));
    let left = names.max().unwrap_or(0).max(text_width(table.corner, 12)) + 14;
    let widest = table.columns.iter().map(|name| text_width(name, 12)).max().unwrap_or(0);
    let width = (widest + 14).max(40);
    let x = |column: usize| left + whole(column) * (width + 2);
    let y = |row: usize| TOP + whole(row) * (HEIGHT + 2);
    let (last, end) = (table.columns.len(), table.rows.len());
    let mut panel = Panel::new((x(last) + width).max(text_width(table.heading, 13)), y(end) + HEIGHT);
    panel.text(at(0, 14), table.heading, Type::new(13).bold(true));
    let style = Type::new(12).color(GRAY);
    let middle = |x: i64, y: i64| at(x + width / 2, y + HEIGHT / 2 + 4);
    panel.text(at(left - 12, TOP - 8), table.corner, style.anchor(Anchor::End));
    panel.text(at(left - 12, middle(0, y(end)).y), "sum", style.anchor(Anchor::End));
    for (column, name) in table.columns.iter().map(String::as_str).chain(["sum"]).enumerate() {
        panel.text(at(middle(x(column), 0).x, TOP - 8), name, style.anchor(Anchor::Middle));
    }
    let centred = Type::new(12).anchor(Anchor::Middle);
    let mut sums = vec![0; last + 1];
    for (index, row) in table.rows.iter().enumerate() {
        panel.text(
            at(left - 12, middle(0, y(index)).y),
            row.name.as_str(),
            Type::new(12).anchor(Anchor::End),
        );
        for (column, &entry) in row.entries.iter().enumerate() {
            let distance = row.distances.get(column).or(row.distances.last()).copied().unwrap_or(1);
            let color = if entry > 0 { shade_of(distance).pale } else { EMPTY };
            panel.fill(at(x(column), y(index)), width, HEIGHT, color);
            if entry > 0 {
                panel.text(middle(x(column), y(index)), entry.to_string(), centred);
                panel.legend.push(distance);
            }
            sums[column] += entry;
        }
        let sum: u64 = row.entries.iter().sum();
        sums[last] += sum;
        panel.text(middle(x(last), y(index)), sum.to_string(), centred.color(GRAY));
    }
    for (column, sum) in sums.iter().enumerate() {
        panel.text(middle(x(column), y(end)), sum.to_string(), centred.bold(column < last).color(GRAY));
    }
    panel.legend.sort_unstable();
    panel.legend.dedup();
    panel
}
