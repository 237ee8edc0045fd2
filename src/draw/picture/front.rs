//! A chart of completion time against total delay.

use super::Picture;
use crate::draw::canvas::{Anchor, Panel, Pen, Point, Type, at, whole};
use crate::draw::error::DrawError;
use crate::draw::palette::{EMPTY, GRAY, INK, PAPER, RULE, shade_of};
use crate::draw::subject::Subject;
use crate::model::count_of;
use crate::wire::{PointReport, Quantity};

pub(in crate::draw) const FRONT: Picture = Picture {
    word: "pareto",
    sentence: "Completion time against total delay, every point with its bound",
    draw: front,
};

const MAX_POINTS: u64 = 200;
const LEFT: i64 = 70;
const TOP: i64 = 12;
const WIDTH: i64 = 620;
const HEIGHT: i64 = 320;

/// The ranges of both axes, each at least 1 long.
struct Axes {
    slots: (u64, u64),
    delay: (u64, u64),
}

/// Draws the points of a Pareto front: filled if they are on it, hollow if not or if that is open.
fn front(subject: &Subject) -> Result<Panel, DrawError> {
    let points = &subject.front;
    if points.is_empty() {
        return Err(DrawError::NoFront { picture: FRONT.word });
    }
    let found = count_of(points.len());
    if found > MAX_POINTS {
        let (picture, what, remedy) = (FRONT.word, "points", "pareto shows a front, not a table");
        return Err(DrawError::TooLarge { picture, what, found, most: MAX_POINTS, remedy });
    }
    let axes = axes(points);
    let mut panel = Panel::new(LEFT + WIDTH + 20, TOP + HEIGHT + 74);
    panel.fill(at(LEFT, TOP), WIDTH, HEIGHT, EMPTY);
    scale(&mut panel, &axes, points);
    for point in points {
        if let Some(lower) = bound(point) {
            let place = axes.place(point.horizon_slots, lower);
            panel.line(at(place.x - 9, place.y), at(place.x + 9, place.y), Pen::new(INK, 2));
        }
    }
    for point in points {
        let color = shade_of(3).full;
        let fill = if point.pareto_optimal == Some(true) { color } else { PAPER };
        panel.disc(axes.place(point.horizon_slots, point.total_delay), 6, fill, Pen::new(color, 2));
    }
    let y = TOP + HEIGHT + 62;
    panel.disc(at(LEFT + 6, y - 4), 6, shade_of(3).full, Pen::new(shade_of(3).full, 2));
    panel.text(at(LEFT + 20, y), "on the front", Type::new(11).color(GRAY));
    panel.disc(at(LEFT + 126, y - 4), 6, PAPER, Pen::new(shade_of(3).full, 2));
    panel.text(at(LEFT + 140, y), "not on it, or open", Type::new(11).color(GRAY));
    panel.line(at(LEFT + 280, y - 4), at(LEFT + 298, y - 4), Pen::new(INK, 2));
    panel.text(at(LEFT + 306, y), "lower bound on the delay within so many slots", Type::new(11).color(GRAY));
    Ok(panel)
}

fn bound(point: &PointReport) -> Option<u64> {
    let delay = point.claims.iter().find(|claim| claim.quantity == Quantity::TotalDelay);
    delay.map(|claim| claim.lower.slots())
}

fn axes(points: &[PointReport]) -> Axes {
    let range = |values: &mut dyn Iterator<Item = u64>| {
        let (least, most) = values.fold((u64::MAX, 0), |(a, b), value| (a.min(value), b.max(value)));
        (least, most.max(least.saturating_add(1)))
    };
    let delays = points.iter().flat_map(|point| [Some(point.total_delay), bound(point)]);
    Axes {
        slots: range(&mut points.iter().map(|point| point.horizon_slots)),
        delay: range(&mut delays.flatten()),
    }
}

impl Axes {
    /// Returns the place of a point, with a margin of a tenth around the chart.
    fn place(&self, slots: u64, delay: u64) -> Point {
        let part = |value: u64, (least, most): (u64, u64), pixels: i64| -> i64 {
            let pixels = pixels * 8 / 10;
            let here = u128::from(value.clamp(least, most) - least) * u128::try_from(pixels).unwrap_or(0);
            whole(here / u128::from(most - least)) + pixels / 8
        };
        at(LEFT + part(slots, self.slots, WIDTH), TOP + HEIGHT - part(delay, self.delay, HEIGHT))
    }
}

fn scale(panel: &mut Panel, axes: &Axes, points: &[PointReport]) {
    let small = Type::new(11).color(GRAY);
    let mut taken = (i64::MIN, i64::MAX);
    for point in points {
        let place = axes.place(point.horizon_slots, point.total_delay);
        if place.x >= taken.0.saturating_add(44) {
            panel.line(at(place.x, TOP), at(place.x, TOP + HEIGHT), Pen::new(RULE, 1));
            let below = at(place.x, TOP + HEIGHT + 16);
            panel.text(below, point.horizon_slots.to_string(), small.anchor(Anchor::Middle));
            taken.0 = place.x;
        }
        if taken.1.saturating_sub(place.y).abs() >= 14 {
            panel.line(at(LEFT, place.y), at(LEFT + WIDTH, place.y), Pen::new(RULE, 1));
            panel.text(at(LEFT - 8, place.y + 4), point.total_delay.to_string(), small.anchor(Anchor::End));
            taken.1 = place.y;
        }
    }
    let middle = at(LEFT + WIDTH / 2, TOP + HEIGHT + 36);
    panel.text(middle, "slots that a schedule may take (horizon)", small.anchor(Anchor::Middle));
    panel.text(at(LEFT + 6, TOP + 14), "total delay", small);
}
