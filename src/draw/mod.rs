//! Pictures of schedules, tasks, networks, fronts and trees: a file for each, registered in [`PICTURES`], and
//! what they are written as, registered in [`WRITINGS`].
//!
//! A picture is shapes at whole places on a [`Panel`]; same subject, same shapes, same bytes.

mod canvas;
mod error;
mod front;
mod heat_map;
mod layers;
mod layout;
mod link_use;
mod markup;
mod matrix;
mod network;
mod overview;
mod palette;
mod picture;
mod player;
mod register;
mod sheet;
mod space_time;
mod story;
mod subject;
mod svg;
mod tags;
mod tikz;
mod tree;
mod writing;

pub use canvas::{Anchor, Panel, Pen, Point, Shape, Type};
pub use error::{Called, DrawError};
pub use palette::Color;
pub use picture::Picture;
pub use register::{Drawn, MOST_BYTES, PICTURES, WRITINGS, draw, picture, writing};
pub use sheet::Sheet;
pub use story::{Choice, MOST_MOVES, Story};
pub use subject::Subject;
pub use writing::{Writer, Writing};
