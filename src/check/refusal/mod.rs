//! Why a document is refused: the reasons with their words, and where in the document they stand.

pub(crate) mod located;
pub(crate) mod rejection;
pub(crate) mod value;
