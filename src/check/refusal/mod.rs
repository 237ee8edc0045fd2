//! The reasons why a document is refused, with their words and their places in the document.

pub(crate) mod located;
pub(crate) mod rejection;
pub(crate) mod value;
