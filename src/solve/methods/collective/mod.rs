//! Methods for broadcasts, accumulations, scatter and gather alone.

pub(super) mod along_tree;
pub(super) mod bst_and_kin;
pub(super) mod compatible_classes;
pub(super) mod conversion;
pub(super) mod flow;
pub(super) mod matching;
pub(super) mod msbt;
pub(super) mod rotation_classes;
pub(super) mod spreading;
