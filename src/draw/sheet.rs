//! A picture with its title, what is known of it, and its legend.

use super::canvas::{Panel, Type, at, text_width};
use super::palette::{FARTHEST, GRAY, shade_of};
use super::subject::Subject;

const MARGIN: i64 = 30;
/// The margin of a bare picture.
const EDGE: i64 = 2;

/// What a picture looks like.
#[derive(Debug, Clone, Copy, Default)]
pub struct Look {
    /// Whether title, lines and legend are left out, as where a caption says the same.
    pub bare: bool,
    /// How wide it is: in pixels, or in points of TeX; none as it comes, in TeX at most as wide as the text
    /// of an article.
    pub width: Option<u32>,
}

/// A picture as it is handed out.
#[derive(Debug)]
pub struct Sheet {
    /// Title, lines and picture.
    pub panel: Panel,
    /// The title once more, for those who hear it.
    pub title: String,
    /// The lines once more.
    pub description: String,
    /// How wide it is to be.
    pub width: Option<u32>,
}

impl Sheet {
    /// Puts title, lines and legend over a picture, unless it is to be bare; lines are folded where they are
    /// wider than the picture and than `column`.
    #[must_use]
    pub fn new(subject: &Subject, mut picture: Panel, look: Look, column: Option<i64>) -> Self {
        let legend = std::mem::take(&mut picture.legend);
        let (title, description) = (subject.title.clone(), subject.lines.join("; "));
        if look.bare {
            let mut panel = Panel::new(picture.width + 2 * EDGE, picture.height + 2 * EDGE);
            panel.put(at(EDGE, EDGE), picture);
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

/// A text in lines that have room, folded between words.
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

/// The colours of the distances that occur.
fn key(panel: &mut Panel, y: i64, distances: &[u64]) {
    panel.text(at(MARGIN, y), "hops in all", Type::new(12).color(GRAY));
    let mut x = MARGIN + text_width("hops in all", 12) + 8;
    let shown = distances.iter().filter(|&&distance| distance < FARTHEST);
    let mut words: Vec<(u64, String)> = shown.map(|&distance| (distance, distance.to_string())).collect();
    match distances.iter().filter(|&&distance| distance >= FARTHEST).collect::<Vec<_>>()[..] {
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
