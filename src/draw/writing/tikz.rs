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
    column: Some(COLUMN),
    writer: Writer::Sheet(tikz),
};

/// The width of the text of an article in LaTeX, in points of TeX, of which 1 inch has 72.27, and in pixels.
const TEXT: i64 = 345;
const COLUMN: i64 = 458;

/// The size of a pixel in ten thousandths of a big point, of which 1 inch has 72.
#[derive(Debug, Clone, Copy)]
struct Unit(i64);

impl Unit {
    /// Three quarters of a big point, or less for a sheet that is wider than the text; or as it is wanted.
    fn new(sheet: &Sheet) -> Self {
        let width = sheet.panel.width.max(1);
        let fitting = |points: i64| points * 7_200_000 / (7227 * width);
        Self(
            sheet
                .width
                .map_or_else(|| fitting(TEXT * 10).min(7500), |points| fitting(i64::from(points) * 10)),
        )
    }

    /// Converts pixels to big points, as a decimal number.
    fn points(self, pixels: i64) -> String {
        let all = pixels * self.0;
        format!("{}.{:04}", all / 10_000, all % 10_000).trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// Writes a sheet; a pixel is three quarters of a big point, or less where the sheet would not fit into the
/// text of an article.
///
/// # Complexity
/// O(shapes).
fn tikz(sheet: &Sheet) -> String {
    let Panel { width, height, shapes, .. } = &sheet.panel;
    let mut colors: Vec<&str> = shapes.iter().flat_map(colors_of).map(|color| color.0).collect();
    colors.sort_unstable();
    colors.dedup();
    let unit = Unit::new(sheet);
    let side = unit.points(1);
    let options = format!("x={side}bp,y=-{side}bp,line cap=round,inner sep=0pt,outer sep=0pt");
    let mut out = format!("% \\usepackage{{tikz}}\n\\begin{{tikzpicture}}[{options}]\n");
    for color in colors {
        writeln!(out, "\\definecolor{{isotask{color}}}{{HTML}}{{{color}}}").expect("a string takes any text");
    }
    writeln!(out, "\\useasboundingbox (0,0) rectangle ({width},{height});").expect("a string takes any text");
    for shape in shapes {
        write_shape(&mut out, shape, unit);
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

fn write_shape(out: &mut String, shape: &Shape, unit: Unit) {
    let written = match shape {
        Shape::Box { at, width, height, round, fill, edge } => {
            let edge = edge.map_or_else(String::new, |edge| format!(",draw=isotask{}", edge.0));
            let (x, y, round) = (at.x + width, at.y + height, unit.points(*round * 4 / 3));
            writeln!(
                out,
                "\\path[fill=isotask{}{edge},rounded corners={round}bp] ({},{}) rectangle ({x},{y});",
                fill.0, at.x, at.y
            )
        }
        Shape::Line(points, pen) => writeln!(out, "\\draw[{}] {};", pen_of(*pen, unit), path(points)),
        Shape::Polygon(points, color) => {
            writeln!(out, "\\path[fill=isotask{}] {} -- cycle;", color.0, path(points))
        }
        Shape::Disc { at, radius, fill, edge } => writeln!(
            out,
            "\\draw[{},fill=isotask{}] ({},{}) circle[radius={radius}];",
            pen_of(*edge, unit),
            fill.0,
            at.x,
            at.y
        ),
        Shape::Text(place, text, style) => {
            writeln!(
                out,
                "\\node[{}] at ({},{}) {{{}}};",
                type_of(style, unit),
                place.x,
                place.y,
                escape(text)
            )
        }
    };
    written.expect("a string takes any text");
}

fn path(points: &[Point]) -> String {
    let words: Vec<String> = points.iter().map(|point| format!("({},{})", point.x, point.y)).collect();
    words.join(" -- ")
}

fn pen_of(pen: Pen, unit: Unit) -> String {
    let dashes = if pen.dashed { ",dashed" } else { "" };
    format!("isotask{},line width={}bp{dashes}", pen.color.0, unit.points(pen.width))
}

fn type_of(style: &Type, unit: Unit) -> String {
    let anchor = match style.anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    let (points, skip) = (unit.points(style.size), unit.points(style.size * 4 / 3));
    let bold = if style.bold { "\\bfseries" } else { "" };
    format!(
        "anchor={anchor},text=isotask{},font=\\fontsize{{{points}bp}}{{{skip}bp}}\\selectfont\\sffamily{bold}",
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
