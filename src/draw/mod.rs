//! Pictures of schedules, tasks, networks, fronts and trees: each has a file and an entry in [`PICTURES`],
//! each output format an entry in [`WRITINGS`].
//!
//! A picture is a list of shapes at integer coordinates on a [`Panel`]; a subject always gives the same
//! bytes.

mod canvas;
mod circle;
mod error;
mod grid;
mod layers;
mod layout;
mod names;
mod palette;
mod picture;
mod register;
mod sheet;
mod story;
mod stress;
mod subject;
mod writing;

pub use canvas::{Anchor, Panel, Pen, Point, Shape, Type};
pub use error::{Called, DrawError};
pub use palette::Color;
pub use picture::Picture;
pub use register::{Drawn, MAX_BYTES, PICTURES, WRITINGS, draw, picture, writing};
pub use sheet::{Look, Sheet};
pub use story::{Choice, MAX_MOVES, Story};
pub use subject::Subject;
pub use writing::{Writer, Writing, empty_page};
