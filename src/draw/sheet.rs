//! A picture with its title, the lines about its subject, and its legend.

use super::canvas::{Panel, Type, at, text_width};
use super::palette::{GRAY, MAX_COLORED_DISTANCE, shade_of};
use super::subject::Subject;

const MARGIN: i64 = 30;
/// The margin of a bare picture, in pixels.
const BARE_MARGIN: i64 = 2;

/// The look of a picture.
#[derive(Debug, Clone, Copy, Default)]
pub struct Look {
    /// Whether title, lines and legend are left out, for instance because a caption says them.
    pub bare: bool,
    /// The width in pixels, or in points of TeX. None keeps the natural width, in TeX at most the text width
    /// of an article.
    pub width: Option<u32>,
}

/// A picture ready to be written.
#[derive(Debug)]
pub struct Sheet {
    /// Title, lines and picture.
    pub panel: Panel,
    /// The title as text, for screen readers.
    pub title: String,
    /// The lines as text, for screen readers.
    pub description: String,
    /// The width that is asked for.
    pub width: Option<u32>,
}

impl Sheet {
    /// Puts title, lines and legend over a picture, unless it is to be bare; lines that are wider than the
    /// picture and than `column` are folded.
    #[must_use]
    pub fn new(subject: &Subject, mut picture: Panel, look: Look, column: Option<i64>) -> Self {
        let legend = std::mem::take(&mut picture.legend);
        let (title, description) = (subject.title.clone(), subject.lines.join("; "));
        if look.bare {
            let mut panel = Panel::new(picture.width + 2 * BARE_MARGIN, picture.height + 2 * BARE_MARGIN);
            panel.put(at(BARE_MARGIN, BARE_MARGIN), picture);
            return Self { panel, title, description, width: look.width };
        }
        let room = column.map(|column| picture.width.max(column - 2 * MARGIN));
        let mut panel = Panel::new(picture.width, 0);
        let mut y = MARGIN + 14;
        // A title is one line, smaller where it would make the picture wider.
        let fits = |&size: &i64| room.is_none_or(|room| text_width(&title, size) <= room);
        let size = (13..=20).rev().find(fits).unwrap_or(13);
        panel.text(at(MARGIN, y), title.as_str(), Type::new(size).bold(true));
        panel.width = panel.width.max(text_width(&title, size));
        for line in subject.lines.iter().flat_map(|line| folded(line, 13, room)) {
            y += 21;
            panel.width = panel.width.max(text_width(&line, 13));
            panel.text(at(MARGIN, y), line, Type::new(13).color(GRAY));
        }
        if !legend.is_empty() {
            y += 26;
            key(&mut panel, y, &legend);
        }
        panel.height = y + 26 + picture.height + MARGIN;
        panel.width += 2 * MARGIN;
        panel.put(at(MARGIN, y + 26), picture);
        Self { panel, title, description, width: look.width }
    }
}

/// Folds a text between words into lines of at most `room` pixels.
fn folded(text: &str, size: i64, room: Option<i64>) -> Vec<String> {
    let Some(room) = room else { return vec![text.to_owned()] };
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let fits = |line: &&mut String| text_width(line, size) + text_width(word, size) + size <= room;
        if let Some(line) = lines.last_mut().filter(fits) {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Draws the legend: the colours of the distances that occur.
fn key(panel: &mut Panel, y: i64, distances: &[u64]) {
    panel.text(at(MARGIN, y), "hops in all", Type::new(12).color(GRAY));
    let mut x = MARGIN + text_width("hops in all", 12) + 8;
    let shown = distances.iter().filter(|&&distance| distance < MAX_COLORED_DISTANCE);
    let mut words: Vec<(u64, String)> = shown.map(|&distance| (distance, distance.to_string())).collect();
    match distances.iter().filter(|&&distance| distance >= MAX_COLORED_DISTANCE).collect::<Vec<_>>()[..] {
        [] => {}
        [only] => words.push((*only, only.to_string())),
        [first, ..] => words.push((*first, format!("{first} and more"))),
    }
    for (distance, word) in words {
        panel.fill(at(x, y - 11), 14, 14, shade_of(distance).full);
        panel.text(at(x + 20, y), word.as_str(), Type::new(12));
        x += 36 + text_width(&word, 12);
    }
    panel.width = panel.width.max(x - MARGIN);
}
