//! The summary of a schedule of any length: the use of links over time, and deliveries against their bound.

use super::Picture;
use crate::draw::canvas::{Anchor, Panel, Pen, Point, Shape, Type, at, whole};
use crate::draw::error::DrawError;
use crate::draw::palette::{Color, EMPTY, GRAY, INK, RULE, shade_of};
use crate::draw::story::Story;
use crate::draw::subject::{MAX_SUMMARY_PARTS, Subject, Summary};
use crate::model::{ExplicitGraph, Network, Problem, Profile, count_of};
use crate::wire::Ports;

pub(in crate::draw) const USE: Picture = Picture {
    word: "use",
    sentence: "A summary of any length: the use of links over time, and what is delivered against its bound",
    draw: link_use,
};

const LEFT: i64 = 64;
const WIDTH: i64 = 840;
const HEIGHT: i64 = 170;
/// The top edges of the two charts.
const USE_CHART_TOP: i64 = 34;
const DELIVERY_CHART_TOP: i64 = USE_CHART_TOP + HEIGHT + 76;

/// A count at the beginning of a slot: slot, count.
type CountAtSlot = (u64, u64);

/// The data of the picture.
struct ChartData {
    slots: u64,
    /// Slots per bar.
    part: u64,
    /// Moves in each bar.
    used: Vec<u64>,
    /// The number of links, each of which can carry one move in a slot.
    capacity: u64,
    /// A description of the packets that are delivered.
    whose: String,
    /// The number of deliveries before some slots, the last of which is the end.
    delivered: Vec<CountAtSlot>,
    /// An upper bound on the deliveries of any schedule before some slots.
    most: Option<Vec<CountAtSlot>>,
}

/// Draws how many links are busy over time, and the deliveries beside their upper bound.
fn link_use(subject: &Subject) -> Result<Panel, DrawError> {
    let told = if let (Some(summary), Some(problem)) = (&subject.summary, &subject.problem) {
        of_summary(summary, problem)
    } else {
        let (story, network) = subject.require_story(USE.word)?;
        if !subject.is_whole {
            return Err(DrawError::Whole { picture: USE.word });
        }
        of_story(story, subject.problem.as_ref(), network)
    };
    Ok(drawn(&told, &subject.bounds))
}

fn of_story(story: &Story, problem: Option<&Problem>, network: &Network) -> ChartData {
    let part = story.slots.div_ceil(MAX_SUMMARY_PARTS).max(1);
    let used = |index: u64| {
        let end = ((index + 1) * part).min(story.slots);
        let first = story.hops.partition_point(|hop| hop.slot < index * part);
        count_of(story.hops.partition_point(|hop| hop.slot < end) - first)
    };
    let numbered = |counts: Vec<u64>| (0..).zip(counts).collect();
    ChartData {
        slots: story.slots,
        part,
        used: (0..story.slots.div_ceil(part)).map(used).collect(),
        capacity: slot_capacity(story, network),
        whose: story.whose(network),
        delivered: numbered(sums(&story.delivered())),
        most: problem.and_then(|problem| most_delivered(story, problem, network)).map(numbered),
    }
}

/// Collects the data of a schedule in intervals, in which every node does the translate of node 0's moves.
fn of_summary(summary: &Summary, problem: &Problem) -> ChartData {
    let Profile { part, used, delivered } = &summary.profile;
    let slots = summary.slots;
    let begins = (0_u64..).map(|index| (index * part).min(slots));
    let links = u64::from(problem.network().links());
    let distances = problem.rows().map(crate::model::IsotropicTask::distance_counts);
    let capacity = u128::from(ports(problem, links));
    let most = distances.map(|distances| {
        let ends = begins.clone().take(used.len() + 1);
        ends.map(|slot| (slot, nearest_first(&distances, capacity, slot))).collect()
    });
    ChartData {
        slots,
        part: *part,
        used: used.clone(),
        capacity: links,
        whose: "packets of node 0; every node does the same".to_owned(),
        delivered: begins.zip(sums(delivered)).collect(),
        most,
    }
}

/// Returns an upper bound on the packets of these distances that are delivered before a slot: the nearest
/// first, with all the capacity used, none before its distance.
fn nearest_first(distances: &[(u64, u64)], capacity: u128, slot: u64) -> u64 {
    let (mut left, mut done) = (capacity * u128::from(slot), 0);
    for &(hops, packets) in distances.iter().filter(|(hops, _)| (1..=slot).contains(hops)) {
        let fit = (left / u128::from(hops)).min(packets.into());
        left -= fit * u128::from(hops);
        done += u64::try_from(fit).unwrap_or(packets);
        if fit < packets.into() {
            break;
        }
    }
    done
}

fn drawn(told: &ChartData, bounds: &[u64]) -> Panel {
    let mut panel = Panel::new(LEFT + WIDTH + 30, DELIVERY_CHART_TOP + HEIGHT + 56);
    let each = if told.part == 1 { "every slot".to_owned() } else { format!("every {} slots", told.part) };
    panel.text(at(0, 14), format!("Links used in {each}, percent"), Type::new(13).bold(true));
    axes(&mut panel, USE_CHART_TOP, "100", told.slots);
    bars(&mut panel, told);
    let deliveries = told.delivered.last().map_or(0, |(_, all)| *all);
    panel.text(
        at(0, DELIVERY_CHART_TOP - 20),
        format!("Delivered: {}", told.whose),
        Type::new(13).bold(true),
    );
    axes(&mut panel, DELIVERY_CHART_TOP, &deliveries.to_string(), told.slots);
    let end = told.slots.max(bounds.iter().copied().max().unwrap_or(0)).max(1);
    let chart = Chart { end, top: deliveries.max(1) };
    if let Some(most) = &told.most {
        curve(&mut panel, &chart, most, Pen { color: GRAY, width: 2, dashed: true });
    }
    curve(&mut panel, &chart, &told.delivered, Pen::new(shade_of(3).full, 3));
    for &bound in bounds {
        let x = chart.place(bound, 0).x;
        panel.line(
            at(x, DELIVERY_CHART_TOP),
            at(x, DELIVERY_CHART_TOP + HEIGHT),
            Pen { color: INK, width: 1, dashed: true },
        );
        panel.text(
            at(x, DELIVERY_CHART_TOP - 6),
            format!("bound {bound}"),
            Type::new(11).anchor(Anchor::End),
        );
    }
    key(&mut panel);
    panel
}

/// Returns the number of links, each of which can carry one move in a slot: those of a node, or of all nodes.
fn slot_capacity(story: &Story, network: &Network) -> u64 {
    if story.symmetric {
        network.links().into()
    } else {
        let all = network.nodes().saturating_mul(network.links().into());
        network.link_list().map_or(all, ExplicitGraph::arcs)
    }
}

fn axes(panel: &mut Panel, top: i64, most: &str, slots: u64) {
    let (small, thin) = (Type::new(11).color(GRAY), Pen::new(RULE, 1));
    panel.fill(at(LEFT, top), WIDTH, HEIGHT, EMPTY);
    panel.line(at(LEFT, top + HEIGHT), at(LEFT + WIDTH, top + HEIGHT), thin);
    panel.text(at(LEFT - 8, top + 10), most, small.anchor(Anchor::End));
    panel.text(at(LEFT - 8, top + HEIGHT), "0", small.anchor(Anchor::End));
    panel.text(at(LEFT, top + HEIGHT + 18), "slot 0", small);
    let last = format!("{slots} slots");
    panel.text(at(LEFT + WIDTH, top + HEIGHT + 18), last, small.anchor(Anchor::End));
}

fn bars(panel: &mut Panel, told: &ChartData) {
    let count = count_of(told.used.len());
    let color = shade_of(6).full;
    for (index, &used) in (0..).zip(&told.used) {
        let end = ((index + 1) * told.part).min(told.slots);
        let all = told.capacity.saturating_mul(end - index * told.part).max(1);
        let height = whole(u128::from(used) * u128::try_from(HEIGHT).unwrap_or(0) / u128::from(all));
        let (left, right) =
            (LEFT + WIDTH * whole(index) / whole(count), LEFT + WIDTH * whole(index + 1) / whole(count));
        let place = at(left, USE_CHART_TOP + HEIGHT - height);
        let gap = i64::from(right - left > 4);
        let width = right - left - gap;
        panel.shapes.push(Shape::Box { at: place, width, height, round: 0, fill: color, edge: None });
    }
}

/// The lower chart: slots to the right, deliveries upwards.
struct Chart {
    end: u64,
    top: u64,
}

impl Chart {
    fn place(&self, slot: u64, delivered: u64) -> Point {
        let part = |of: u64, all: u64, pixels: i64| -> i64 {
            whole(u128::from(of) * u128::try_from(pixels).unwrap_or(0) / u128::from(all))
        };
        at(
            LEFT + part(slot, self.end, WIDTH),
            DELIVERY_CHART_TOP + HEIGHT - part(delivered.min(self.top), self.top, HEIGHT),
        )
    }
}

/// Draws a line through counts, without the points that do not change its look.
fn curve(panel: &mut Panel, chart: &Chart, counts: &[CountAtSlot], pen: Pen) {
    let mut points: Vec<Point> = counts.iter().map(|&(slot, count)| chart.place(slot, count)).collect();
    points.dedup();
    let mut kept: Vec<Point> = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        // In a column of points only the first and the last are kept.
        let inside = index > 0 && points.get(index + 1).is_some_and(|next| next.x == point.x);
        if !(inside && points[index - 1].x == point.x) {
            kept.push(point);
        }
    }
    panel.shapes.push(Shape::Line(kept, pen));
}

/// Returns the sum before each item, and that of all.
fn sums(counts: &[u64]) -> Vec<u64> {
    let mut sum = 0;
    std::iter::once(0)
        .chain(counts.iter().map(|count| {
            sum += count;
            sum
        }))
        .collect()
}

/// Returns an upper bound on the deliveries of any schedule at the beginning of each slot: the nearest
/// packets first, with all the capacity that the ports leave, none before its distance. There is none for
/// sums, whose parts say little.
fn most_delivered(story: &Story, problem: &Problem, network: &Network) -> Option<Vec<u64>> {
    let ports = ports(problem, network.links().into());
    let nodes = if story.symmetric { 1 } else { network.nodes() };
    let mut hops: Vec<u64> = Vec::new();
    for hop in story.hops.iter().filter(|hop| hop.arrives) {
        let packet = story.items[hop.item].packet;
        if packet.is_combined() {
            return None;
        }
        hops.push(if packet.is_personal() { hop.distance } else { 1 });
    }
    hops.sort_unstable();
    let all = u128::from(ports) * u128::from(nodes);
    // Switches have ports of their own.
    let listed = problem.demands().filter(|_| network.switches().is_some());
    let room = listed.map_or(all, |task| task.moves_of_a_slot().into());
    let (mut done, mut used) = (0, 0_u128);
    let most = (0..=story.slots).map(|slot| {
        while let Some(&next) = hops.get(done)
            && used + u128::from(next) <= room * u128::from(slot)
            && next <= slot
        {
            used += u128::from(next);
            done += 1;
        }
        count_of(done)
    });
    Some(most.collect())
}

/// Returns the number of links that a node may use at once, if it has `links` of them.
fn ports(problem: &Problem, links: u64) -> u64 {
    match problem.ports() {
        Ports::All => links,
        Ports::One | Ports::OneHalfDuplex => 1,
        Ports::AtMost(k) => k.min(links),
    }
}

fn key(panel: &mut Panel) {
    let y = DELIVERY_CHART_TOP + HEIGHT + 40;
    let mut entry = |x: i64, color: Color, dashed: bool, word: &str| {
        panel.line(at(LEFT + x, y - 4), at(LEFT + x + 26, y - 4), Pen { color, width: 3, dashed });
        panel.text(at(LEFT + x + 34, y), word, Type::new(11).color(GRAY));
    };
    entry(0, shade_of(3).full, false, "delivered");
    entry(130, GRAY, true, "no schedule can deliver more: nearest packets first, all room used");
}
