//! Pictures as Scalable Vector Graphics.

use super::markup::escape;
use super::{Writer, Writing};
use crate::draw::canvas::{Anchor, Panel, Pen, Point, Shape, Type};
use crate::draw::palette::INK;
use crate::draw::sheet::Sheet;
use std::fmt::Write;

pub(in crate::draw) const SVG: Writing = Writing {
    word: "svg",
    ending: "svg",
    sentence: "Scalable Vector Graphics, for browsers and documents",
    column: None,
    writer: Writer::Sheet(svg),
};

/// Writes a sheet. Sizes are whole pixels, fonts the generic one without serifs; every shape is a line of
/// text.
///
/// # Complexity
/// O(shapes).
fn svg(sheet: &Sheet) -> String {
    let Panel { width, height, shapes, .. } = &sheet.panel;
    let wide = sheet.width.map_or(*width, i64::from);
    let high = (height * wide + width / 2) / (*width).max(1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" fill=\"#1A1A1A\" role=\"img\" aria-labelledby=\"t d\">\n\
         <title id=\"t\">{}</title>\n<desc id=\"d\">{}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n",
        escape(&sheet.title),
        escape(&sheet.description),
    );
    for shape in shapes {
        write_shape(&mut out, shape);
    }
    out.push_str("</svg>\n");
    out
}

fn write_shape(out: &mut String, shape: &Shape) {
    let written = match shape {
        Shape::Box { at, width, height, round, fill, edge } => {
            let edge = edge.map_or_else(String::new, |edge| format!(" stroke=\"#{}\"", edge.0));
            let round = if *round == 0 { String::new() } else { format!(" rx=\"{round}\"") };
            writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\"{round} fill=\"#{}\"{edge}/>",
                at.x, at.y, fill.0
            )
        }
        Shape::Line(points, pen) => {
            writeln!(out, "<path d=\"{}\" fill=\"none\"{}/>", path(points), stroke(*pen))
        }
        Shape::Polygon(points, color) => {
            writeln!(out, "<path d=\"{}Z\" fill=\"#{}\"/>", path(points), color.0)
        }
        Shape::Disc { at, radius, fill, edge } => writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"#{}\"{}/>",
            at.x,
            at.y,
            fill.0,
            stroke(*edge)
        ),
        Shape::Text(place, text, style) => {
            writeln!(
                out,
                "<text x=\"{}\" y=\"{}\"{}>{}</text>",
                place.x,
                place.y,
                type_of(style),
                escape(text)
            )
        }
    };
    written.expect("a string takes any text");
}

fn path(points: &[Point]) -> String {
    let mut path = String::new();
    for (index, point) in points.iter().enumerate() {
        write!(path, "{}{} {}", if index == 0 { "M" } else { "L" }, point.x, point.y)
            .expect("a string takes any text");
    }
    path
}

fn stroke(pen: Pen) -> String {
    let dashes = if pen.dashed { " stroke-dasharray=\"5 4\"" } else { "" };
    format!(" stroke=\"#{}\" stroke-width=\"{}\"{dashes}", pen.color.0, pen.width)
}

fn type_of(style: &Type) -> String {
    let anchor = match style.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let color = if style.color == INK { String::new() } else { format!(" fill=\"#{}\"", style.color.0) };
    let bold = if style.bold { " font-weight=\"bold\"" } else { "" };
    format!(" font-size=\"{}\"{color}{anchor}{bold}", style.size)
}
