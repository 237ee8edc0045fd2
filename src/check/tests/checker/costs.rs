//! What documents cost: their steps are counted, so that the same document has the same answer everywhere.

use isotask_check::{Answer, Options, Rejection, check_document};
use std::fs;
use std::path::Path;

/// A limit that has sufficed suffices: the least ones for the task of a file of `models/certificates`, with
/// its schedule, and with its claims. Who changes them says why.
const COSTS: &[(&str, [u64; 3])] = &[
    ("automorphisms.dragonfly-4-2-total-exchange", [108_864, 109_440, 297_792]),
    ("automorphisms.graph-doubled-square-total-exchange", [576, 2016, 3168]),
    ("automorphisms.graph-petersen-total-exchange", [4800, 10_040, 19_960]),
    ("automorphisms.graph-square-multinode-accumulation", [0, 1408, 1504]),
    ("automorphisms.lift-switches-dragonfly-total-exchange", [5184, 5376, 19_776]),
    ("automorphisms.lift-switches-multinode-broadcast", [1296, 1392, 1536]),
    ("automorphisms.slim-fly-5-total-exchange", [268_800, 269_600, 752_800]),
    ("conveyor.ring-7-four-packets", [0, 56, 56]),
    ("cut.mesh-3x3-total-exchange", [864, 864, 1128]),
    ("direction-tree.ring-4-total-exchange-old-name", [6, 18, 78]),
    ("direction-tree.ring-4-total-exchange", [6, 18, 78]),
    ("distance.hypercube-6-farthest", [139, 163, 163]),
    ("distance.hyperx-3x2-double-one-packet", [4992, 4992, 4992]),
    ("dual-tree.circulant-4-total-exchange", [112, 128, 442]),
    ("dual-tree.graph-directed-scatter", [64, 64, 304]),
    ("dual-tree.graph-directed-switch-multinode-accumulation", [0, 0, 156]),
    ("dual-tree.graph-fat-tree-4-total-exchange", [25_344, 42_144, 333_664]),
    ("dual-tree.graph-switch-8-total-exchange-one-port", [2400, 2400, 149_664]),
    ("dual-tree.graph-switch-demands", [280, 280, 1092]),
    ("dual-tree.hyperx-2x2-double-gather", [2048, 2048, 2192]),
    ("dual-tree.incomplete-hypercube-3-multinode-broadcast", [0, 0, 240]),
    ("dual-tree.incomplete-hypercube-5-demands", [0, 0, 238]),
    ("dual-tree.incomplete-hypercube-6-demands-backwards", [0, 0, 260]),
    ("dual-tree", [0, 0, 1396]),
    ("dual-tree.lift-switches-demands", [800, 800, 1464]),
    ("dual-tree.lift-switches-dragonfly-total-exchange", [5184, 5376, 20_676]),
    ("dual-tree.pancake-3-two-packets", [288, 288, 672]),
    ("dual-tree.ring-4-total-exchange-flow", [6, 18, 158]),
    ("dual-tree.torus-2x3-half-duplex", [0, 0, 1512]),
    ("emission.graph-kautz-2-2-reduce-scatter", [0, 0, 144]),
    ("emission.hyperx-4x3-double-scatter", [13_952, 13_952, 13_952]),
    ("emission.torus-2x3-scatter", [0, 0, 0]),
    ("explicit.hypercube-2-broadcast", [0, 0, 0]),
    ("explicit.hyperx-4x3-demands", [10_880, 10_880, 11_440]),
    ("intervals-with-routes.ring-3-three-packets", [0, 48, 48]),
    ("intervals.hypercube-16-total-exchange", [1784, 110_072, 110_072]),
    ("intervals.torus-5x5-total-exchange", [21, 2469, 2469]),
    ("last-packet.ring-3-broadcast-of-two", [0, 0, 0]),
    ("orbit.lattice-twisted-4x3-total-exchange", [8240, 8528, 20_960]),
    ("orbit.ring-4-half-duplex-multinode-broadcast", [0, 64, 64]),
    ("orbit.ring-7-four-packets", [0, 56, 56]),
    ("orbit.ring-8-total-exchange", [10, 194, 194]),
    ("orbit.torus-4x3-total-exchange", [16, 480, 480]),
    ("placed.hypercube-2-multinode-accumulation", [0, 0, 0]),
    ("placed.lattice-twisted-4x4-multinode-broadcast", [10_240, 10_240, 10_240]),
    ("placed.ring-3-multinode-broadcast-of-two", [0, 0, 0]),
    ("prices.graph-kautz-2-2-total-exchange", [1296, 1296, 8496]),
    ("prices.graph-switch-8-allgather-one-port", [0, 0, 13_000]),
    ("reception.lift-capacities-gather-two-ports", [2400, 2400, 3360]),
    ("reception.lift-switches-dragonfly-demands", [3024, 3024, 3888]),
    ("reception.lift-switches-dragonfly-multinode-broadcast", [2592, 2592, 2880]),
    ("reception.mesh-2x4-reduce-scatter", [768, 768, 992]),
    ("reception.ring-1000000-two-demands", [0, 0, 0]),
    ("reception.torus-2x3-gather", [0, 0, 0]),
    ("schedule.ring-3-three-packets", [0, 48, 48]),
    ("schedule.torus-4x4-total-exchange", [21, 141, 141]),
    ("spanning.hypercube-2-accumulation", [0, 0, 0]),
    ("split.circulant-12-total-exchange", [560, 608, 8300]),
    ("split.ring-4-total-exchange", [6, 18, 3798]),
    ("volume.lift-moebius-8-total-exchange", [5376, 5376, 11_776]),
    ("volume.ring-2-half-duplex-multinode-accumulation", [0, 0, 0]),
    ("weights-within.circulant-10-two-packets", [312, 312, 1032]),
    ("weights-within.torus-3x3-three-packets", [0, 0, 16]),
    ("weights.hypercube-3-total-exchange", [29, 113, 113]),
    ("weights.hyperx-3x2-double-total-exchange", [4248, 4272, 10_488]),
    ("weights.hyperx-3x3-total-exchange", [6692, 6728, 16_052]),
    ("weights.lattice-face-centred-2-total-exchange", [21_184, 21_248, 52_160]),
    ("windows.hypercube-12-total-exchange", [818, 818, 2066]),
    ("windows.hypercube-30-total-exchange", [10_415, 10_415, 17_855]),
    ("windows.hypercube-6-total-exchange", [139, 3163, 3499]),
    ("windows.torus-5x5x5-total-exchange", [49, 3025, 3361]),
];

/// Where a limit of so many steps refuses a document: 0 at its task, 1 at its schedule, 2 at a claim; 3 if it
/// suffices.
fn reached(name: &str, bytes: &[u8], limit: u64) -> usize {
    let options = Options { limit, ..Options::default() };
    let answer = check_document(bytes, &options).expect("a document of one of the three kinds");
    let Answer::Refused { rejection, place } = answer else { return 3 };
    assert!(matches!(rejection, Rejection::LimitReached { .. }), "{name}: {rejection}");
    ["task", "schedule", "claims"]
        .iter()
        .position(|part| place.starts_with(part))
        .expect("a part of a document")
}

/// The least limits that suffice for its task, with its schedule, and with its claims.
fn least_limits(name: &str, bytes: &[u8]) -> [u64; 3] {
    [0, 1, 2].map(|part| {
        let (mut low, mut high) = (0, Options::default().limit);
        while low < high {
            let middle = low + (high - low) / 2;
            (low, high) =
                if reached(name, bytes, middle) > part { (low, middle) } else { (middle + 1, high) };
        }
        low
    })
}

#[test]
fn every_kind_of_document_costs_what_it_did() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/certificates");
    for (name, costs) in COSTS {
        let bytes = fs::read(models.join(format!("{name}.json"))).expect("a file of the corpus");
        for (part, &cost) in costs.iter().enumerate() {
            let least =
                reached(name, &bytes, cost) > part && (cost == 0 || reached(name, &bytes, cost - 1) <= part);
            assert!(least, "{name} costs {:?}", least_limits(name, &bytes));
        }
    }
}
