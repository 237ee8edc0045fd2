//! How far the search for directions is exact: up to 64 packets or 8 offsets in 3 dimensions, rows limiting detours.
#![expect(
    clippy::print_stderr,
    reason = "whoever runs a test of minutes wants to see its worst case"
)]

mod common;

use common::{Listing, strategies};
use isotask::model::IsotropicTask;
use isotask::route::{RouteChoice, SearchBudget, least_completion};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::time::{Duration, Instant};

/// As in the pipeline.
const EVALUATIONS: u64 = 200_000_000;

fn answer(task: &IsotropicTask, evaluations: u64) -> RouteChoice {
    least_completion(
        task,
        &SearchBudget {
            evaluations,
            stop: &|| false,
        },
    )
}

/// Runs tasks that need a search, and returns those that it could not decide.
fn undecided(listings: impl Iterator<Item = Listing>) -> Vec<Listing> {
    let mut searched = 0;
    let mut worst = Duration::ZERO;
    let mut undecided = Vec::new();
    for listing in listings {
        let task = listing.task();
        let hasty = least_completion(
            &task,
            &SearchBudget {
                evaluations: 0,
                stop: &|| true,
            },
        );
        if hasty.completion == hasty.lower {
            continue;
        }
        searched += 1;
        let start = Instant::now();
        let choice = answer(&task, EVALUATIONS);
        let took = start.elapsed();
        let decided = choice.completion == choice.lower;
        if took > worst || !decided {
            eprintln!(
                "{took:?}, {} to {}: {listing:?}",
                choice.lower, choice.completion
            );
        }
        worst = worst.max(took);
        if !decided {
            undecided.push(listing);
        }
    }
    eprintln!(
        "{searched} tasks searched, {} undecided, worst {worst:?}",
        undecided.len()
    );
    undecided
}

fn random(count: usize) -> impl Iterator<Item = Listing> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = strategies::promised_listing();
    let draw = move || {
        strategy
            .new_tree(&mut runner)
            .expect("few rejects")
            .current()
    };
    std::iter::repeat_with(draw).take(count).filter(|listing| {
        // The format admits 2^62 nodes and 2^63 hops.
        let nodes = listing
            .radices
            .iter()
            .map(|&p| u128::from(p))
            .product::<u128>();
        let packets: u64 = listing.demands.iter().map(|d| d.count).sum();
        let hops =
            u128::from(packets) * listing.radices.iter().map(|&p| u128::from(p)).sum::<u128>();
        nodes <= 1 << 62 && hops < 1 << 63
    })
}

#[test]
#[ignore = "takes minutes"]
fn tasks_of_the_promised_size_are_decided() {
    assert_eq!(undecided(random(20_000)), []);
}

#[test]
fn a_small_sample_of_the_promised_size_is_consistent() {
    for listing in random(60) {
        let task = listing.task();
        let choice = answer(&task, 100_000);
        assert!(choice.lower <= choice.completion, "{listing:?}");
        assert_eq!(choice, answer(&task, 100_000), "the same answer every time");
    }
}

/// 55 packets whose coordinates are large numbers without pattern, radices near the load of their dimensions.
#[test]
#[ignore = "takes minutes"]
fn long_ways_without_a_pattern_are_decided() {
    let demands: [(&[u64], u64); 55] = [
        (&[92259, 1384664, 1342988], 1),
        (&[208, 1412657, 83805], 1),
        (&[22056, 35243, 30491], 1),
        (&[47479, 44891, 1370068], 1),
        (&[47486, 45965, 75654], 1),
        (&[91787, 1428163, 25270], 1),
        (&[72236, 79153, 83452], 1),
        (&[41198, 89812, 28614], 1),
        (&[875622, 51181, 1367384], 1),
        (&[908444, 1387246, 75228], 1),
        (&[27020, 1421684, 48842], 1),
        (&[857402, 64003, 52694], 1),
        (&[74576, 427, 71584], 1),
        (&[19839, 5111, 71597], 1),
        (&[860122, 54616, 74200], 1),
        (&[49725, 1421203, 1345278], 1),
        (&[57014, 546, 78067], 1),
        (&[70324, 95058, 56849], 1),
        (&[63951, 81457, 25974], 1),
        (&[70709, 67312, 64475], 1),
        (&[914617, 23770, 84371], 1),
        (&[821707, 90537, 1365634], 1),
        (&[902675, 91120, 74614], 1),
        (&[70061, 52865, 26949], 1),
        (&[81117, 24570, 1327387], 1),
        (&[66727, 1378527, 35223], 1),
        (&[824740, 42740, 22234], 1),
        (&[18464, 82481, 22519], 1),
        (&[29988, 12610, 69330], 1),
        (&[876772, 37888, 1314628], 1),
        (&[93814, 82020, 21506], 1),
        (&[24716, 1425201, 81479], 1),
        (&[18821, 58190, 8303], 1),
        (&[967, 37830, 91901], 1),
        (&[27983, 56766, 1299856], 1),
        (&[89409, 29344, 1374591], 1),
        (&[68652, 62994, 7253], 1),
        (&[73580, 51863, 38500], 1),
        (&[18442, 1385469, 20057], 1),
        (&[39758, 26902, 1327093], 1),
        (&[59148, 1397443, 28138], 1),
        (&[24452, 98664, 84088], 1),
        (&[33511, 12733, 27063], 1),
        (&[1121, 36526, 27189], 1),
        (&[27155, 1424500, 9682], 1),
        (&[84664, 60409, 33293], 1),
        (&[24767, 92670, 96954], 1),
        (&[95219, 1416544, 38673], 1),
        (&[70452, 52593, 1312842], 1),
        (&[855366, 96730, 47502], 1),
        (&[74692, 44704, 86511], 1),
        (&[37661, 87644, 4982], 1),
        (&[40718, 43395, 35000], 1),
        (&[17249, 1384964, 45839], 1),
        (&[97438, 1361945, 97080], 1),
    ];
    assert_eq!(
        undecided(std::iter::once(Listing::new(
            &[919836, 1452073, 1392746],
            &demands,
            6
        ))),
        []
    );
}
