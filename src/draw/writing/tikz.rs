//! Pictures for LaTeX.

use super::{Writer, Writing};
use crate::draw::canvas::{Anchor, Panel, Pen, Point, Shape, Type};
use crate::draw::palette::Color;
use crate::draw::sheet::Sheet;
use crate::model::plain;
use std::fmt::Write;

pub(in crate::draw) const TIKZ: Writing = Writing {
    word: "tikz",
    ending: "tex",
    sentence: "A tikzpicture for \\input in LaTeX, with the package tikz",
    writer: Writer::Sheet(tikz),
};

/// Writes a sheet; a pixel is three quarters of a point.
///
/// # Complexity
/// O(shapes).
fn tikz(sheet: &Sheet) -> String {
    let Panel { width, height, shapes, .. } = &sheet.panel;
    let mut colors: Vec<&str> = shapes.iter().flat_map(colors_of).map(|color| color.0).collect();
    colors.sort_unstable();
    colors.dedup();
    let options = "x=0.75bp,y=-0.75bp,line cap=round,inner sep=0pt,outer sep=0pt";
    let mut out = format!("% \\usepackage{{tikz}}\n\\begin{{tikzpicture}}[{options}]\n");
    for color in colors {
        writeln!(out, "\\definecolor{{isotask{color}}}{{HTML}}{{{color}}}").expect("a string takes any text");
    }
    writeln!(out, "\\useasboundingbox (0,0) rectangle ({width},{height});").expect("a string takes any text");
    for shape in shapes {
        write_shape(&mut out, shape);
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}

fn colors_of(shape: &Shape) -> Vec<Color> {
    match shape {
        Shape::Box { fill, edge, .. } => edge.iter().copied().chain([*fill]).collect(),
        Shape::Line(_, pen) => vec![pen.color],
        Shape::Polygon(_, color) => vec![*color],
        Shape::Disc { fill, edge, .. } => vec![*fill, edge.color],
        Shape::Text(_, _, style) => vec![style.color],
    }
}

fn write_shape(out: &mut String, shape: &Shape) {
    let written = match shape {
        Shape::Box { at, width, height, round, fill, edge } => {
            let edge = edge.map_or_else(String::new, |edge| format!(",draw=isotask{}", edge.0));
            let (x, y) = (at.x + width, at.y + height);
            writeln!(
                out,
                "\\path[fill=isotask{}{edge},rounded corners={round}bp] ({},{}) rectangle ({x},{y});",
                fill.0, at.x, at.y
            )
        }
        Shape::Line(points, pen) => writeln!(out, "\\draw[{}] {};", pen_of(*pen), path(points)),
        Shape::Polygon(points, color) => {
            writeln!(out, "\\path[fill=isotask{}] {} -- cycle;", color.0, path(points))
        }
        Shape::Disc { at, radius, fill, edge } => writeln!(
            out,
            "\\draw[{},fill=isotask{}] ({},{}) circle[radius={radius}];",
            pen_of(*edge),
            fill.0,
            at.x,
            at.y
        ),
        Shape::Text(place, text, style) => {
            writeln!(out, "\\node[{}] at ({},{}) {{{}}};", type_of(style), place.x, place.y, escape(text))
        }
    };
    written.expect("a string takes any text");
}

fn path(points: &[Point]) -> String {
    let words: Vec<String> = points.iter().map(|point| format!("({},{})", point.x, point.y)).collect();
    words.join(" -- ")
}

fn pen_of(pen: Pen) -> String {
    let dashes = if pen.dashed { ",dashed" } else { "" };
    let hundredths = pen.width * 75;
    format!("isotask{},line width={}.{:02}bp{dashes}", pen.color.0, hundredths / 100, hundredths % 100)
}

fn type_of(style: &Type) -> String {
    let anchor = match style.anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    let (points, skip) = (style.size * 3 / 4, style.size);
    let bold = if style.bold { "\\bfseries" } else { "" };
    format!(
        "anchor={anchor},text=isotask{},font=\\fontsize{{{points}}}{{{skip}}}\\selectfont\\sffamily{bold}",
        style.color.0
    )
}

/// Text in LaTeX, whatever it holds: no command, no end of a group or line. Letters that old engines do not
/// know are told by their numbers, but for a few that names of nodes and tasks have.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars().map(plain) {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', letter]),
            '→' => out.push_str("$\\rightarrow$"),
            '×' => out.push_str("$\\times$"),
            '±' => out.push_str("$\\pm$"),
            // The oldest fonts have other signs in these places.
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '…' => out.push_str("\\ldots{}"),
            'σ' => out.push_str("$\\sigma$"),
            // Ligatures such as ?` and -- turn into other signs.
            '`' | '\'' | '-' | '"' | ',' => out.extend(['{', letter, '}']),
            ' '..='~' => out.push(letter),
            other => write!(out, "(U+{:04X})", u32::from(other)).expect("a string takes any text"),
        }
    }
    out
}
