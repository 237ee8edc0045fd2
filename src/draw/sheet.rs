//! A picture with its title, what is known of it, and its legend.

use super::canvas::{Panel, Type, at, text_width};
use super::palette::{FARTHEST, GRAY, shade_of};
use super::subject::Subject;

const MARGIN: i64 = 30;

/// A picture as it is handed out.
#[derive(Debug)]
pub struct Sheet {
    /// Title, lines and picture.
    pub panel: Panel,
    /// The title once more, for those who hear it.
    pub title: String,
    /// The lines once more.
    pub description: String,
}

impl Sheet {
    /// Puts title, lines and legend over a picture.
    #[must_use]
    pub fn new(subject: &Subject, mut picture: Panel) -> Self {
        let legend = std::mem::take(&mut picture.legend);
        let mut panel = Panel::new(picture.width, 0);
        let mut y = MARGIN + 14;
        panel.text(at(MARGIN, y), subject.title.as_str(), Type::new(20).bold(true));
        panel.width = panel.width.max(text_width(&subject.title, 20));
        for line in &subject.lines {
            y += 21;
            panel.text(at(MARGIN, y), line.as_str(), Type::new(13).color(GRAY));
            panel.width = panel.width.max(text_width(line, 13));
        }
        if !legend.is_empty() {
            y += 26;
            key(&mut panel, y, &legend);
        }
        panel.height = y + 26 + picture.height + MARGIN;
        panel.width += 2 * MARGIN;
        panel.put(at(MARGIN, y + 26), picture);
        Self { panel, title: subject.title.clone(), description: subject.lines.join("; ") }
    }
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
