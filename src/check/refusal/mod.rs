//! Why a document is refused: the reasons with their words, and where in the document they stand.

mod place;
pub(crate) mod rejection;
pub(crate) mod value;
