//! The steps of checking documents: they are counted, so that a document has the same answer on every
//! machine.

use isotask_check::{Answer, Options, Rejection, check_document};
use std::fs;
use std::path::Path;

/// The least limits that suffice for the task of a file of `models/certificates`, with its schedule, and with
/// its claims. Steps are counted, so that a limit that suffices does so on every machine. A version that
/// counts more work may need greater limits; a change of them needs a reason.
const COSTS: &[(&str, [u64; 3])] = &[
    ("automorphisms.dragonfly-4-2-total-exchange", [47_808, 219_672, 223_920]),
    ("automorphisms.graph-doubled-square-total-exchange", [172, 2764, 2788]),
    ("automorphisms.graph-petersen-total-exchange", [1984, 16_904, 17_404]),
    ("automorphisms.graph-square-multinode-accumulation", [96, 2176, 2272]),
    ("automorphisms.lift-switches-dragonfly-total-exchange", [4192, 10_240, 20_140]),
    ("automorphisms.lift-switches-multinode-broadcast", [1440, 2304, 2448]),
    ("automorphisms.slim-fly-5-total-exchange", [109_824, 391_024, 399_124]),
    ("conveyor.ring-7-four-packets", [0, 6992, 6992]),
    ("cut.mesh-3x3-total-exchange", [864, 864, 1272]),
    ("cut.torus-2x3-gather", [0, 0, 192]),
    ("cut.torus-2x3-scatter", [0, 0, 192]),
    ("direction-tree.ring-4-total-exchange-old-name", [38, 610, 718]),
    ("direction-tree.ring-4-total-exchange", [38, 610, 718]),
    ("distance.hypercube-6-farthest", [235, 9219, 9219]),
    ("distance.hyperx-3x2-double-one-packet", [4992, 7584, 7584]),
    ("dual-tree.circulant-4-total-exchange", [112, 800, 2266]),
    ("dual-tree.graph-directed-scatter", [40, 40, 892]),
    ("dual-tree.graph-directed-switch-multinode-accumulation", [48, 48, 788]),
    ("dual-tree.graph-fat-tree-4-total-exchange", [10_176, 89_344, 1_011_296]),
    ("dual-tree.graph-switch-8-total-exchange-one-port", [1056, 1056, 664_176]),
    ("dual-tree.graph-switch-demands", [72, 72, 2382]),
    ("dual-tree.hyperx-2x2-double-gather", [2048, 2048, 4592]),
    ("dual-tree.incomplete-hypercube-3-multinode-broadcast", [0, 0, 1368]),
    ("dual-tree.incomplete-hypercube-5-demands", [0, 0, 1573]),
    ("dual-tree.incomplete-hypercube-6-demands-backwards", [0, 0, 2468]),
    ("dual-tree", [0, 3040, 6548]),
    ("dual-tree.lift-switches-demands", [776, 776, 3044]),
    ("dual-tree.lift-switches-dragonfly-total-exchange", [4192, 10_240, 46_960]),
    ("dual-tree.pancake-3-two-packets", [288, 1512, 5832]),
    ("dual-tree.ring-4-total-exchange-flow", [38, 610, 1326]),
    ("dual-tree.torus-2x3-half-duplex", [0, 0, 6000]),
    ("emission.graph-kautz-2-2-reduce-scatter", [144, 144, 288]),
    ("emission.hyperx-4x3-double-scatter", [13_952, 13_952, 13_952]),
    ("emission.torus-2x3-scatter", [0, 0, 0]),
    ("explicit.hypercube-2-broadcast", [0, 0, 0]),
    ("explicit.hyperx-4x3-demands", [10_880, 10_880, 23_572]),
    ("intervals-with-routes.ring-3-three-packets", [0, 468, 468]),
    ("intervals.hypercube-16-total-exchange", [2040, 110_328, 110_584]),
    ("intervals.torus-5x5-total-exchange", [101, 44_549, 44_629]),
    ("last-packet.ring-3-broadcast-of-two", [0, 0, 0]),
    ("orbit.lattice-twisted-4x3-total-exchange", [8240, 118_736, 128_000]),
    ("orbit.ring-4-half-duplex-multinode-broadcast", [0, 768, 768]),
    ("orbit.ring-7-four-packets", [0, 5072, 5072]),
    ("orbit.ring-8-total-exchange", [74, 7746, 7810]),
    ("orbit.torus-4x3-total-exchange", [72, 15_992, 16_048]),
    ("placed.hypercube-2-multinode-accumulation", [0, 640, 640]),
    ("placed.lattice-twisted-4x4-multinode-broadcast", [10_240, 83_968, 83_968]),
    ("placed.ring-3-multinode-broadcast-of-two", [0, 720, 720]),
    ("prices.graph-kautz-2-2-total-exchange", [744, 744, 5724]),
    ("prices.graph-switch-8-allgather-one-port", [200, 200, 14_000]),
    ("reception.lift-capacities-gather-two-ports", [1992, 1992, 2002]),
    ("reception.lift-switches-dragonfly-demands", [2752, 2752, 2758]),
    ("reception.lift-switches-dragonfly-multinode-broadcast", [2880, 2880, 3168]),
    ("reception.mesh-2x4-reduce-scatter", [768, 768, 992]),
    ("reception.ring-1000000-two-demands", [0, 0, 4]),
    ("reception.torus-2x3-gather", [0, 0, 0]),
    ("schedule.ring-3-three-packets", [0, 468, 468]),
    ("schedule.torus-4x4-total-exchange", [85, 15_245, 15_245]),
    ("spanning.hypercube-2-accumulation", [0, 0, 0]),
    ("split.circulant-12-total-exchange", [560, 9536, 19_820]),
    ("split.ring-4-total-exchange", [38, 610, 4454]),
    ("timed-prices.graph-two-packets-one-bridge", [64, 64, 3524]),
    ("volume.lift-moebius-8-total-exchange", [3792, 3792, 4160]),
    ("volume.ring-2-half-duplex-multinode-accumulation", [0, 0, 0]),
    ("weights-within.circulant-10-two-packets", [312, 1752, 2472]),
    ("weights-within.torus-3x3-three-packets", [0, 1620, 1652]),
    ("weights.hypercube-3-total-exchange", [77, 3201, 3249]),
    ("weights.hyperx-3x2-double-total-exchange", [4248, 14_640, 19_272]),
    ("weights.hyperx-3x3-total-exchange", [6692, 32_648, 39_596]),
    ("weights.lattice-face-centred-2-total-exchange", [21_184, 136_704, 158_272]),
    ("windows.hypercube-12-total-exchange", [1010, 1010, 2450]),
    ("windows.hypercube-30-total-exchange", [10_895, 10_895, 18_815]),
    ("windows.hypercube-6-total-exchange", [235, 329_659, 330_091]),
    ("windows.torus-5x5x5-total-exchange", [169, 1_438_145, 1_438_601]),
];

/// Returns the part at which a limit refuses a document: 0 for its task, 1 for its schedule, 2 for a claim; 3
/// if the limit suffices.
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

/// Returns the least limits that suffice for its task, with its schedule, and with its claims.
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
fn every_kind_of_document_takes_a_fixed_number_of_steps() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/certificates");
    let mut changed = Vec::new();
    for (name, costs) in COSTS {
        let bytes = fs::read(models.join(format!("{name}.json"))).expect("a file of the corpus");
        let is_least = |(part, &cost): (usize, &u64)| {
            reached(name, &bytes, cost) > part && (cost == 0 || reached(name, &bytes, cost - 1) <= part)
        };
        if !costs.iter().enumerate().all(is_least) {
            changed.push((name, least_limits(name, &bytes)));
        }
    }
    assert!(changed.is_empty(), "other costs: {changed:?}");
}

#[test]
fn an_accepted_certificate_says_which_limit_it_needs() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/certificates");
    let mut certificates = 0;
    for (name, [_, _, steps]) in COSTS {
        let bytes = fs::read(models.join(format!("{name}.json"))).expect("a file of the corpus");
        let answer = check_document(&bytes, &Options::default()).expect("a document");
        let Answer::Certificate { verdict, .. } = answer else { continue };
        assert_eq!(verdict.steps, *steps, "{name}");
        certificates += 1;
    }
    assert!(certificates > 60);
}
