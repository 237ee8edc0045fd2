//! The range in which the search for directions is exact: up to 64 packets or 8 offsets in 3 dimensions, rows
//! limiting detours.
#![expect(clippy::print_stderr, reason = "a test that takes minutes shows its worst case")]

use crate::common::{Demand, Listing, strategies};
use isotask::model::IsotropicTask;
use isotask::route::{RouteChoice, SearchBudget, least_completion};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::time::{Duration, Instant};

/// As in the pipeline.
const EVALUATIONS: u64 = 200_000_000;

fn answer(task: &IsotropicTask, evaluations: u64) -> RouteChoice {
    least_completion(task, &SearchBudget { evaluations, stop: &|| false })
}

/// Runs tasks that need a search, and returns those that it could not decide.
fn undecided(listings: impl Iterator<Item = Listing>) -> Vec<Listing> {
    let mut searched = 0;
    let mut worst = Duration::ZERO;
    let mut undecided = Vec::new();
    for listing in listings {
        let task = listing.task();
        let hasty = least_completion(&task, &SearchBudget { evaluations: 0, stop: &|| true });
        if hasty.completion == hasty.lower {
            continue;
        }
        searched += 1;
        let start = Instant::now();
        let choice = answer(&task, EVALUATIONS);
        let took = start.elapsed();
        let decided = choice.completion == choice.lower;
        if took > worst || !decided {
            eprintln!("{took:?}, {} to {}: {listing:?}", choice.lower, choice.completion);
        }
        worst = worst.max(took);
        if !decided {
            undecided.push(listing);
        }
    }
    eprintln!("{searched} tasks searched, {} undecided, worst {worst:?}", undecided.len());
    undecided
}

fn random(count: usize) -> impl Iterator<Item = Listing> {
    drawn(strategies::promised_listing(), count)
}

fn drawn(strategy: impl Strategy<Value = Listing>, count: usize) -> impl Iterator<Item = Listing> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let draw = move || strategy.new_tree(&mut runner).expect("few rejects").current();
    std::iter::repeat_with(draw).take(count).filter(|listing| {
        // The format admits 2^62 nodes and 2^63 hops.
        let nodes = listing.radices.iter().map(|&p| u128::from(p)).product::<u128>();
        let packets: u64 = listing.demands.iter().map(|d| d.count).sum();
        let hops = u128::from(packets) * listing.radices.iter().map(|&p| u128::from(p)).sum::<u128>();
        nodes <= 1 << 62 && hops < 1 << 63
    })
}

#[test]
#[ignore = "needs minutes"]
fn tasks_of_the_promised_size_are_decided() {
    assert_eq!(undecided(random(200_000)), []);
}

/// 40 to 64 packets of distinct offsets in 3 dimensions whose loads are 1 to 4 times a radix, every row limit
/// felt.
fn many_detours() -> impl Strategy<Value = Listing> {
    use proptest::collection::vec;
    let far = proptest::sample::select(vec![30_u64, 1000, 100_000, 10_000_000]);
    (far, 40_usize..=64).prop_flat_map(|(far, packets)| {
        let offsets = vec((vec(1..=far, 3), vec(proptest::bool::weighted(0.1), 3)), packets);
        (offsets, vec((80_u64..=120, 1_u64..=4), 3), 3_u64..=6).prop_map(move |(offsets, shape, ports)| {
            let radix = |(i, (percent, part)): (usize, &(u64, u64))| {
                let load: u64 = offsets.iter().map(|(to, _)| to[i]).sum();
                (load * percent / 100 / part).max(2 * far + 1)
            };
            let radices: Vec<u64> = shape.iter().enumerate().map(radix).collect();
            let turned = |(to, mirrored): &(Vec<u64>, Vec<bool>)| {
                let ways = to.iter().zip(mirrored).zip(&radices);
                ways.map(|((&x, &mirrored), p)| if mirrored { p - x } else { x }).collect()
            };
            let demands = offsets.iter().map(|offset| Demand { to: turned(offset), count: 1 }).collect();
            Listing { radices: radices.clone(), demands, ports }
        })
    })
}

#[test]
#[ignore = "needs minutes"]
fn tasks_with_many_detours_are_decided() {
    assert_eq!(undecided(drawn(many_detours(), 5_000)), []);
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
#[ignore = "needs minutes"]
fn long_ways_without_a_pattern_are_decided() {
    let demands: [(&[u64], u64); 55] = [
        (&[92_259, 1_384_664, 1_342_988], 1),
        (&[208, 1_412_657, 83_805], 1),
        (&[22_056, 35_243, 30_491], 1),
        (&[47_479, 44_891, 1_370_068], 1),
        (&[47_486, 45_965, 75_654], 1),
        (&[91_787, 1_428_163, 25_270], 1),
        (&[72_236, 79_153, 83_452], 1),
        (&[41_198, 89_812, 28_614], 1),
        (&[875_622, 51_181, 1_367_384], 1),
        (&[908_444, 1_387_246, 75_228], 1),
        (&[27_020, 1_421_684, 48_842], 1),
        (&[857_402, 64_003, 52_694], 1),
        (&[74_576, 427, 71_584], 1),
        (&[19_839, 5111, 71_597], 1),
        (&[860_122, 54_616, 74_200], 1),
        (&[49_725, 1_421_203, 1_345_278], 1),
        (&[57_014, 546, 78_067], 1),
        (&[70_324, 95_058, 56_849], 1),
        (&[63_951, 81_457, 25_974], 1),
        (&[70_709, 67_312, 64_475], 1),
        (&[914_617, 23_770, 84_371], 1),
        (&[821_707, 90_537, 1_365_634], 1),
        (&[902_675, 91_120, 74_614], 1),
        (&[70_061, 52_865, 26_949], 1),
        (&[81_117, 24_570, 1_327_387], 1),
        (&[66_727, 1_378_527, 35_223], 1),
        (&[824_740, 42_740, 22_234], 1),
        (&[18_464, 82_481, 22_519], 1),
        (&[29_988, 12_610, 69_330], 1),
        (&[876_772, 37_888, 1_314_628], 1),
        (&[93_814, 82_020, 21_506], 1),
        (&[24_716, 1_425_201, 81_479], 1),
        (&[18_821, 58_190, 8303], 1),
        (&[967, 37_830, 91_901], 1),
        (&[27_983, 56_766, 1_299_856], 1),
        (&[89_409, 29_344, 1_374_591], 1),
        (&[68_652, 62_994, 7253], 1),
        (&[73_580, 51_863, 38_500], 1),
        (&[18_442, 1_385_469, 20_057], 1),
        (&[39_758, 26_902, 1_327_093], 1),
        (&[59_148, 1_397_443, 28_138], 1),
        (&[24_452, 98_664, 84_088], 1),
        (&[33_511, 12_733, 27_063], 1),
        (&[1121, 36_526, 27_189], 1),
        (&[27_155, 1_424_500, 9682], 1),
        (&[84_664, 60_409, 33_293], 1),
        (&[24_767, 92_670, 96_954], 1),
        (&[95_219, 1_416_544, 38_673], 1),
        (&[70_452, 52_593, 1_312_842], 1),
        (&[855_366, 96_730, 47_502], 1),
        (&[74_692, 44_704, 86_511], 1),
        (&[37_661, 87_644, 4982], 1),
        (&[40_718, 43_395, 35_000], 1),
        (&[17_249, 1_384_964, 45_839], 1),
        (&[97_438, 1_361_945, 97_080], 1),
    ];
    assert_eq!(undecided(std::iter::once(Listing::new(&[919_836, 1_452_073, 1_392_746], &demands, 6))), []);
}
