//! The course of a search: incumbent and bound over counted steps.

use super::Picture;
use crate::draw::canvas::{Anchor, Panel, Pen, Point, Shape, Type, at, whole};
use crate::draw::error::DrawError;
use crate::draw::palette::{EMPTY, GRAY, INK, PAPER, RULE, shade_of};
use crate::draw::subject::Subject;
use crate::model::count_of;
use crate::wire::HistoryReport;

pub(in crate::draw) const PROGRESS: Picture = Picture {
    word: "progress",
    sentence: "How a search came to its result: the slots of the best schedule and the bound over counted steps",
    draw: progress,
};

const MAX_ENTRIES: u64 = 4096;
const LEFT: i64 = 70;
const TOP: i64 = 30;
const WIDTH: i64 = 620;
const HEIGHT: i64 = 320;
/// The distance of the curves from the edges, in pixels.
const MARGIN: i64 = 16;
/// The resolution of the logarithmic scale: parts of a doubling of steps.
const PARTS_PER_DOUBLING: u128 = 1 << 20;

/// The incumbent and the bound after some steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Known {
    steps: u64,
    best: u64,
    bound: u64,
}

/// Draws the incumbent's slots and the bound over the steps of the search, on a logarithmic scale.
fn progress(subject: &Subject) -> Result<Panel, DrawError> {
    let history = &subject.history;
    let found = count_of(history.len());
    if found > MAX_ENTRIES {
        let (picture, what) = (PROGRESS.word, "entries of a history");
        return Err(DrawError::TooLarge { picture, what, found, most: MAX_ENTRIES, remedy: "" });
    }
    let known = joined(history);
    let axes = Axes::new(&known).ok_or(DrawError::NoHistory { picture: PROGRESS.word })?;
    let mut panel = Panel::new(LEFT + WIDTH + 20, TOP + HEIGHT + 74);
    panel.fill(at(LEFT, TOP), WIDTH, HEIGHT, EMPTY);
    scale(&mut panel, &axes, &known);
    let (bound, best) = (Pen { dashed: true, ..Pen::new(INK, 2) }, Pen::new(shade_of(3).full, 2));
    panel.shapes.push(Shape::Line(axes.stairs(&known, |known| known.bound), bound));
    panel.shapes.push(Shape::Line(axes.stairs(&known, |known| known.best), best));
    let mut last = None;
    for step in known.iter().filter(|step| last.replace(step.best) != Some(step.best)) {
        panel.disc(axes.place(step.steps, step.best), 4, PAPER, best);
    }
    let y = TOP + HEIGHT + 62;
    panel.line(at(LEFT, y - 4), at(LEFT + 26, y - 4), best);
    panel.text(at(LEFT + 34, y), "best schedule, in slots", Type::new(11).color(GRAY));
    panel.line(at(LEFT + 220, y - 4), at(LEFT + 246, y - 4), bound);
    panel.text(at(LEFT + 254, y), "bound that is proved, in slots", Type::new(11).color(GRAY));
    Ok(panel)
}

/// Joins the histories of several searches, each of which counts its steps from 0. Incumbent and bound of an
/// earlier search remain valid.
fn joined(history: &[HistoryReport]) -> Vec<Known> {
    let mut known: Vec<Known> = Vec::with_capacity(history.len());
    let (mut before, mut last) = (0_u64, 0);
    for &HistoryReport { slots, bound, steps } in history {
        if steps < last {
            before = before.saturating_add(last);
        }
        last = steps;
        let (best, proved) = known.last().map_or((slots, bound), |known| (known.best, known.bound));
        let steps = before.saturating_add(steps);
        known.push(Known { steps, best: best.min(slots), bound: proved.max(bound) });
    }
    known
}

/// The ranges of both axes.
struct Axes {
    /// The logarithm of the last step number plus one, in parts.
    doublings: u128,
    least: u64,
    most: u64,
}

impl Axes {
    /// Returns the ranges of a history; none without entries.
    fn new(known: &[Known]) -> Option<Self> {
        let steps = known.last()?.steps;
        let least = known.iter().map(|known| known.best.min(known.bound)).min()?;
        let most = known.iter().map(|known| known.best.max(known.bound)).max()?;
        Some(Self {
            doublings: doublings(steps).max(PARTS_PER_DOUBLING),
            least,
            most: most.max(least.saturating_add(1)),
        })
    }

    fn place(&self, steps: u64, slots: u64) -> Point {
        let part = |part: u128, all: u128, pixels: i64| -> i64 {
            let pixels = u128::try_from(pixels - 2 * MARGIN).unwrap_or(0);
            MARGIN + whole(part * pixels / all.max(1))
        };
        let above = u128::from(slots.clamp(self.least, self.most) - self.least);
        let all = u128::from(self.most - self.least);
        let x = LEFT + part(doublings(steps).min(self.doublings), self.doublings, WIDTH);
        at(x, TOP + HEIGHT - part(above, all, HEIGHT))
    }

    /// Returns a step function that is constant up to the next entry, and from the last entry to the edge.
    fn stairs(&self, known: &[Known], value: impl Fn(&Known) -> u64) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::with_capacity(2 * known.len() + 1);
        for step in known {
            let place = self.place(step.steps, value(step));
            if let Some(last) = points.last().copied().filter(|last| last.y != place.y) {
                points.push(at(place.x, last.y));
            }
            points.push(place);
        }
        points.extend(points.last().map(|last| at(LEFT + WIDTH, last.y)));
        points.dedup();
        points
    }
}

/// Computes log₂(steps + 1) in parts: exact at powers of 2, linear between.
fn doublings(steps: u64) -> u128 {
    let steps = u128::from(steps) + 1;
    let whole = steps.ilog2();
    u128::from(whole) * PARTS_PER_DOUBLING + ((steps << 20) >> whole) - PARTS_PER_DOUBLING
}

/// Draws lines at powers of 10 of steps and at the slots of incumbents and bounds, where their labels have
/// space.
fn scale(panel: &mut Panel, axes: &Axes, known: &[Known]) {
    let small = Type::new(11).color(GRAY);
    let last = known.last().map_or(0, |known| known.steps);
    let mut before = i64::MIN;
    let powers = (0..20).map_while(|power| Some((power, 10_u64.checked_pow(power)?)));
    for (power, steps) in powers.take_while(|&(_, steps)| steps <= last.max(1)) {
        let x = axes.place(steps, axes.least).x;
        if x >= before.saturating_add(44) {
            panel.line(at(x, TOP), at(x, TOP + HEIGHT), Pen::new(RULE, 1));
            let words = if power < 4 { steps.to_string() } else { format!("10^{power}") };
            panel.text(at(x, TOP + HEIGHT + 16), words, small.anchor(Anchor::Middle));
            before = x;
        }
    }
    let mut slots: Vec<u64> = known.iter().flat_map(|known| [known.best, known.bound]).collect();
    slots.sort_unstable();
    slots.dedup();
    let mut below = i64::MAX;
    for slots in slots {
        let y = axes.place(0, slots).y;
        if y <= below.saturating_sub(14) {
            panel.line(at(LEFT, y), at(LEFT + WIDTH, y), Pen::new(RULE, 1));
            panel.text(at(LEFT - 8, y + 4), slots.to_string(), small.anchor(Anchor::End));
            below = y;
        }
    }
    let middle = at(LEFT + WIDTH / 2, TOP + HEIGHT + 36);
    let words = "steps that were counted, on a logarithmic scale; of several searches one after the other";
    panel.text(middle, words, small.anchor(Anchor::Middle));
    panel.text(at(LEFT, TOP - 10), "slots", small);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doublings_are_exact_at_powers_of_two_and_grow() {
        for power in 0..64 {
            assert_eq!(doublings((1 << power) - 1), power * PARTS_PER_DOUBLING);
        }
        assert_eq!(doublings(u64::MAX), 64 * PARTS_PER_DOUBLING);
        assert!((0..1000).all(|steps| doublings(steps) < doublings(steps + 1)));
    }

    #[test]
    fn steps_of_a_second_search_come_after_those_of_the_first() {
        let entry = |slots, bound, steps| HistoryReport { slots, bound, steps };
        let history = [entry(9, 4, 0), entry(8, 4, 100), entry(8, 5, 30), entry(9, 6, 50)];
        let known = |steps, best, bound| Known { steps, best, bound };
        let expected = [known(0, 9, 4), known(100, 8, 4), known(130, 8, 5), known(150, 8, 6)];
        assert_eq!(joined(&history), expected);
    }
}
