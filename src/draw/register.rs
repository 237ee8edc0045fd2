//! The registers of pictures and of output formats: each entry has a file, and a line in [`PICTURES`] or
//! [`WRITINGS`].

use super::error::DrawError;
use super::picture::Picture;
use super::picture::front::FRONT;
use super::picture::heat_map::HEAT_MAP;
use super::picture::link_use::USE;
use super::picture::matrix::MATRIX;
use super::picture::network::NETWORK;
use super::picture::overview::OVERVIEW;
use super::picture::progress::PROGRESS;
use super::picture::rules::RULES;
use super::picture::space_time::SPACE_TIME;
use super::picture::terms::TERMS;
use super::picture::tree::TREE;
use super::sheet::{Look, Sheet};
use super::subject::Subject;
use super::writing::player::PLAYER;
use super::writing::svg::SVG;
use super::writing::tikz::TIKZ;
use super::writing::{Writer, Writing};

/// All pictures. The words and help of `isotask draw --picture` come from here.
pub const PICTURES: [&Picture; 11] =
    [&HEAT_MAP, &SPACE_TIME, &NETWORK, &OVERVIEW, &USE, &RULES, &MATRIX, &TERMS, &FRONT, &PROGRESS, &TREE];

/// All output formats of pictures. The words and help of `isotask draw --to` come from here.
pub const WRITINGS: [&Writing; 3] = [&SVG, &PLAYER, &TIKZ];

/// The most bytes of a picture.
pub const MAX_BYTES: usize = 2 << 20;

/// Returns the picture of a word; none if there is no such picture.
#[must_use]
pub fn picture(word: &str) -> Option<&'static Picture> {
    PICTURES.into_iter().find(|picture| picture.word == word)
}

/// Returns the output format of a word; none if there is no such format.
#[must_use]
pub fn writing(word: &str) -> Option<&'static Writing> {
    WRITINGS.into_iter().find(|writing| writing.word == word)
}

/// Returns the pictures that suit a subject: the usual one first, then those that need less space.
fn usual(subject: &Subject) -> &'static [&'static Picture] {
    if !subject.front.is_empty() {
        return &[&FRONT];
    }
    if !subject.history.is_empty() {
        return &[&PROGRESS];
    }
    if subject.tree.is_some() {
        return &[&TREE];
    }
    if subject.sum.is_some() {
        return &[&TERMS];
    }
    if subject.summary.is_some() {
        return &[&USE];
    }
    if subject.story.is_some() {
        return if subject.is_whole { &[&HEAT_MAP, &USE] } else { &[&HEAT_MAP] };
    }
    let rows = subject.problem.as_ref().is_some_and(|problem| problem.rows().is_some());
    if rows { &[&MATRIX, &NETWORK] } else { &[&NETWORK, &MATRIX] }
}

/// A picture that was written.
#[derive(Debug)]
pub struct Drawn {
    /// The word of the picture; none for a page that plays the schedule.
    pub picture: Option<&'static str>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Draws a subject as the wanted picture, or as the usual one, or as the next if that is too large; a page
/// has its own look.
///
/// # Errors
/// [`DrawError`] of the picture that is wanted, or of the last that was tried; [`DrawError::TooManyBytes`]
/// above [`MAX_BYTES`].
///
/// # Complexity
/// O(moves · log moves), and one million evaluations for the directions of a matrix.
pub fn draw(
    subject: &Subject,
    wanted: Option<&'static Picture>,
    writing: &Writing,
    look: Look,
) -> Result<Drawn, DrawError> {
    let write = match writing.writer {
        Writer::Page(page) => return Ok(Drawn { picture: None, bytes: limited(page(subject)?)? }),
        Writer::Sheet(write) => write,
    };
    let one = |picture: &'static Picture| {
        let sheet = Sheet::new(subject, (picture.draw)(subject)?, look, writing.column);
        Ok(Drawn { picture: Some(picture.word), bytes: limited(write(&sheet))? })
    };
    if let Some(picture) = wanted {
        return one(picture);
    }
    let (first, others) = usual(subject).split_first().expect("every subject has a usual picture");
    others.iter().fold(one(first), |drawn, next| match drawn {
        Err(fault) if fault.is_of_size() => one(next),
        drawn => drawn,
    })
}

fn limited(text: String) -> Result<Vec<u8>, DrawError> {
    let found = text.len();
    if found > MAX_BYTES {
        return Err(DrawError::TooManyBytes { found, most: MAX_BYTES });
    }
    Ok(text.into_bytes())
}
