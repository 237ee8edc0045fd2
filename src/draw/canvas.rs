//! Shapes at integer coordinates, which every output format of pictures writes.

use super::palette::{Color, INK};

/// A point: x to the right, y downwards, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// Pixels to the right.
    pub x: i64,
    /// Pixels downwards.
    pub y: i64,
}

/// Returns a [`Point`].
pub(super) fn at(x: i64, y: i64) -> Point {
    Point { x, y }
}

/// Converts a count to a length; what is drawn is small.
pub(super) fn whole<N: TryInto<i64>>(count: N) -> i64 {
    count.try_into().unwrap_or(i64::MAX / 1_000_000)
}

/// Estimates the width of a text in pixels.
pub(super) fn text_width(text: &str, size: i64) -> i64 {
    whole(text.chars().count()) * size * 3 / 5
}

/// Which part of a text stands at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// The style of a text.
#[derive(Debug, Clone, Copy)]
pub struct Type {
    /// Height of the letters, in pixels.
    pub size: i64,
    /// Colour.
    pub color: Color,
    /// Whether it is bold.
    pub bold: bool,
    /// Which part of the text stands at its point.
    pub anchor: Anchor,
}

impl Type {
    pub(super) fn new(size: i64) -> Self {
        Self { size, color: INK, bold: false, anchor: Anchor::Start }
    }

    pub(super) fn color(self, color: Color) -> Self {
        Self { color, ..self }
    }

    pub(super) fn bold(self, bold: bool) -> Self {
        Self { bold, ..self }
    }

    pub(super) fn anchor(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }
}

/// The style of a line: its colour, its width, and whether it is dashed.
#[derive(Debug, Clone, Copy)]
pub struct Pen {
    /// Colour.
    pub color: Color,
    /// Width in pixels.
    pub width: i64,
    /// Whether it is dashed.
    pub dashed: bool,
}

impl Pen {
    pub(super) fn new(color: Color, width: i64) -> Self {
        Self { color, width, dashed: false }
    }
}

/// One shape of a picture.
#[derive(Debug, Clone)]
pub enum Shape {
    /// A rectangle with rounded corners.
    Box {
        /// The upper left corner.
        at: Point,
        /// Width.
        width: i64,
        /// Height.
        height: i64,
        /// Radius of the corners.
        round: i64,
        /// Inside.
        fill: Color,
        /// The line around it.
        edge: Option<Color>,
    },
    /// A line through points.
    Line(Vec<Point>, Pen),
    /// A filled polygon.
    Polygon(Vec<Point>, Color),
    /// A disc with its edge.
    Disc {
        /// The middle.
        at: Point,
        /// Radius.
        radius: i64,
        /// Inside.
        fill: Color,
        /// The line around it.
        edge: Pen,
    },
    /// A line of text; its point is on the base line.
    Text(Point, String, Type),
}

impl Shape {
    fn moved(self, by: Point) -> Self {
        let to = |p: Point| at(p.x + by.x, p.y + by.y);
        let all = |points: Vec<Point>| points.into_iter().map(to).collect();
        match self {
            Self::Box { at, width, height, round, fill, edge } => {
                Self::Box { at: to(at), width, height, round, fill, edge }
            }
            Self::Line(points, pen) => Self::Line(all(points), pen),
            Self::Polygon(points, color) => Self::Polygon(all(points), color),
            Self::Disc { at, radius, fill, edge } => Self::Disc { at: to(at), radius, fill, edge },
            Self::Text(place, text, style) => Self::Text(to(place), text, style),
        }
    }
}

/// Shapes on an area, in coordinates from its upper left corner.
#[derive(Debug, Clone, Default)]
pub struct Panel {
    /// Width.
    pub width: i64,
    /// Height.
    pub height: i64,
    /// From the back to the front.
    pub shapes: Vec<Shape>,
    /// The distances whose colours occur, in increasing order.
    pub legend: Vec<u64>,
}

impl Panel {
    pub(super) fn new(width: i64, height: i64) -> Self {
        Self { width, height, ..Self::default() }
    }

    pub(super) fn text(&mut self, place: Point, text: impl Into<String>, style: Type) {
        self.shapes.push(Shape::Text(place, text.into(), style));
    }

    pub(super) fn line(&mut self, from: Point, to: Point, pen: Pen) {
        self.shapes.push(Shape::Line(vec![from, to], pen));
    }

    /// Adds a rectangle without an edge.
    pub(super) fn fill(&mut self, at: Point, width: i64, height: i64, fill: Color) {
        self.shapes.push(Shape::Box { at, width, height, round: 2, fill, edge: None });
    }

    pub(super) fn disc(&mut self, at: Point, radius: i64, fill: Color, edge: Pen) {
        self.shapes.push(Shape::Disc { at, radius, fill, edge });
    }

    /// Adds a line with an arrowhead at its end.
    pub(super) fn arrow(&mut self, from: Point, to: Point, color: Color) {
        let back = toward(to, from, 8);
        let (dx, dy) = (to.x - back.x, to.y - back.y);
        let side = |sign: i64| at(back.x - sign * dy / 2, back.y + sign * dx / 2);
        self.line(from, toward(to, from, 6), Pen::new(color, 2));
        self.shapes.push(Shape::Polygon(vec![to, side(1), side(-1)], color));
    }

    /// Adds another panel, moved by `by`.
    pub(super) fn put(&mut self, by: Point, other: Self) {
        self.shapes.extend(other.shapes.into_iter().map(|shape| shape.moved(by)));
        self.legend.extend(other.legend);
        self.legend.sort_unstable();
        self.legend.dedup();
    }
}

/// Returns the point at `pixels` from `from` on the way to `to`, rounded.
pub(super) fn toward(from: Point, to: Point, pixels: i64) -> Point {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // The length is in sixteenths of a pixel, for the rounding.
    let length = (dx * dx * 256 + dy * dy * 256).isqrt().max(1);
    let part = |d: i64| {
        let twice = d * pixels * 32;
        (twice + twice.signum() * length) / (2 * length)
    };
    at(from.x + part(dx), from.y + part(dy))
}
