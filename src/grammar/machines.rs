//! The machines of practice that the command knows by name. Each is a file of `models/machines` and a line
//! here.

use crate::wire::{MachineDocument, parse};
use std::sync::OnceLock;

/// Every machine, in the order of the list for people.
const MACHINES: [&str; 43] = [
    include_str!("../../models/machines/pair.json"),
    include_str!("../../models/machines/line-4.json"),
    include_str!("../../models/machines/line-8.json"),
    include_str!("../../models/machines/ring-3.json"),
    include_str!("../../models/machines/ring-4.json"),
    include_str!("../../models/machines/ring-5.json"),
    include_str!("../../models/machines/ring-6.json"),
    include_str!("../../models/machines/ring-7.json"),
    include_str!("../../models/machines/ring-8.json"),
    include_str!("../../models/machines/hgx-a100-4.json"),
    include_str!("../../models/machines/mi300x-8.json"),
    include_str!("../../models/machines/dgx-1.json"),
    include_str!("../../models/machines/dgx-1-pair.json"),
    include_str!("../../models/machines/switch-4.json"),
    include_str!("../../models/machines/switch-8.json"),
    include_str!("../../models/machines/switch-16.json"),
    include_str!("../../models/machines/torus-4x4.json"),
    include_str!("../../models/machines/torus-8x8.json"),
    include_str!("../../models/machines/torus-16x16.json"),
    include_str!("../../models/machines/mesh-4x8.json"),
    include_str!("../../models/machines/mesh-8x8.json"),
    include_str!("../../models/machines/slice-2x2x1.json"),
    include_str!("../../models/machines/slice-2x2x2.json"),
    include_str!("../../models/machines/slice-2x2x4.json"),
    include_str!("../../models/machines/slice-2x4x4.json"),
    include_str!("../../models/machines/slice-4x4x4.json"),
    include_str!("../../models/machines/slice-4x4x8.json"),
    include_str!("../../models/machines/slice-4x8x8.json"),
    include_str!("../../models/machines/slice-8x8x8.json"),
    include_str!("../../models/machines/slice-8x8x16.json"),
    include_str!("../../models/machines/twisted-4x4x8.json"),
    include_str!("../../models/machines/twisted-4x8x8.json"),
    include_str!("../../models/machines/twisted-8x8x16.json"),
    include_str!("../../models/machines/hypercube-6.json"),
    include_str!("../../models/machines/hypercube-7.json"),
    include_str!("../../models/machines/dragonfly-36.json"),
    include_str!("../../models/machines/dragonfly-72.json"),
    include_str!("../../models/machines/slim-fly-50.json"),
    include_str!("../../models/machines/fat-tree-16.json"),
    include_str!("../../models/machines/tofu-unit.json"),
    include_str!("../../models/machines/tofu-96.json"),
    include_str!("../../models/machines/blue-gene-q-32.json"),
    include_str!("../../models/machines/blue-gene-q-512.json"),
];

/// Returns every machine, in the order of the list for people.
///
/// # Panics
/// Never: the files are part of the program, and a test reads them.
#[must_use]
pub fn machines() -> &'static [MachineDocument] {
    static READ: OnceLock<Vec<MachineDocument>> = OnceLock::new();
    READ.get_or_init(|| {
        let read = |text: &&str| parse(text.as_bytes()).expect("a test reads every file");
        MACHINES.iter().map(read).collect()
    })
}
