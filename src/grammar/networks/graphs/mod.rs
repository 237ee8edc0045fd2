//! Words for networks whose nodes may differ.

pub(super) mod de_bruijn;
pub(super) mod in_files;
pub(super) mod incomplete_hypercube;
pub(super) mod kautz;
pub(super) mod machine;
pub(super) mod mesh;
mod strings;
