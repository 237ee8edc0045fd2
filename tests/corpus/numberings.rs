//! Channels documents, `isotask.channels/1`: the checker accepts the library's documents for every rule and
//! size, and refuses every corruption of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot read a document has failed")]

use isotask::check::{Rejection, check_channels};
use isotask::deadlock::{
    ArrivalOrder, ChannelGraph, ChannelOrder, HighestLink, Message, MessagesEnd, NamedRouting, Routing,
    channels_between, channels_document, send_buffered,
};
use isotask::model::{IncompleteHypercube, Link, Network, Node};
use isotask::tree::incomplete_broadcast;
use isotask::wire::{
    self, ChannelsDocument, ChannelsWitness, HeldChannel, ListedChannel, RoutingRule, parse, to_bytes,
};
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

fn cube(nodes: u64) -> wire::Network {
    wire::Network::IncompleteHypercube { nodes }
}

fn torus(radices: &[u64]) -> wire::Network {
    wire::Network::Torus { radices: radices.to_vec() }
}

/// Returns the library's document of a rule, written and read back; `None` where the rule is not defined.
fn made(network: &wire::Network, rule: RoutingRule) -> Option<ChannelsDocument> {
    let network = Network::new(network).unwrap();
    let routing = NamedRouting::new(&network, rule)?;
    let document = channels_document(&network, rule, &ChannelGraph::new(&routing).unwrap().order());
    Some(parse(&to_bytes(&document)).unwrap())
}

fn is_acyclic(document: &ChannelsDocument) -> bool {
    check_channels(document).unwrap_or_else(|refused| unreachable!("{refused}: {document:?}")).acyclic
}

/// The document of P4's routing in closed form: channels by their number, without a graph.
fn closed_form(nodes: u64) -> ChannelsDocument {
    let network = IncompleteHypercube::new(nodes).unwrap();
    let routing = HighestLink::new(network);
    let mut channels: Vec<(u64, ListedChannel)> = Vec::new();
    for from in (0..nodes).map(Node) {
        for (link, to) in network.neighbors(from) {
            let number = routing.channel_number(from, link).unwrap();
            channels.push((number, ListedChannel { from: from.0, to: to.0, lane: 0 }));
        }
    }
    channels.sort_unstable();
    let numbering = channels.into_iter().map(|(_, channel)| channel).collect();
    ChannelsDocument::new(cube(nodes), RoutingRule::HighestLink, ChannelsWitness::Acyclic { numbering })
}

/// P4 Theorem 2 for every n up to 1024, each route of each to each followed by the checker.
#[test]
fn the_checker_accepts_the_numbering_of_every_incomplete_hypercube_up_to_1024_nodes() {
    (2..=1024_u64).into_par_iter().for_each(|nodes| {
        let verified = check_channels(&closed_form(nodes)).unwrap();
        // Every 1 among the bits of a node is a channel to a lower node, and there is a channel back.
        let ones: u64 = (0..nodes).map(|node| u64::from(node.count_ones())).sum();
        assert!(verified.acyclic, "{nodes} nodes");
        assert_eq!((verified.channels, verified.nodes), (2 * ones, nodes));
    });
}

#[test]
fn the_checker_accepts_the_numbering_that_the_graph_gives() {
    let sizes: Vec<u64> = (2..=128).chain([191, 255, 256, 257, 511, 512, 513]).collect();
    sizes.into_par_iter().for_each(|nodes| {
        assert!(is_acyclic(&made(&cube(nodes), RoutingRule::HighestLink).unwrap()), "{nodes} nodes");
        assert!(is_acyclic(&made(&cube(nodes), RoutingRule::LowestLink).unwrap()), "{nodes} nodes");
    });
}

/// P4's Algorithms 1 and 2 are one: a document of the incomplete hypercube of 2ᵈ nodes holds of the complete
/// one.
#[test]
fn a_complete_hypercube_is_the_incomplete_one_of_as_many_nodes() {
    for dimension in 1..=8_u64 {
        let complete = wire::Network::Hypercube { dimension };
        for rule in [RoutingRule::HighestLink, RoutingRule::LowestLink, RoutingRule::ParityOrder] {
            let (one, other) = (made(&complete, rule).unwrap(), made(&cube(1 << dimension), rule).unwrap());
            assert_eq!(one.witness, other.witness);
            assert_eq!(is_acyclic(&one), is_acyclic(&other));
            assert_eq!(is_acyclic(&one), rule != RoutingRule::ParityOrder || dimension < 2);
        }
    }
}

/// P4 §III and §V for every n up to 1024 and roots all over it: the path of a message is that of the
/// broadcast, and no longer than ⌈log₂ n⌉.
#[test]
fn paths_of_messages_are_those_of_broadcasts_and_no_longer_than_the_logarithm() {
    (2..=1024_u64).into_par_iter().for_each(|nodes| {
        let network = IncompleteHypercube::new(nodes).unwrap();
        let routing = HighestLink::new(network);
        let logarithm = (0_u32..64).find(|&d| 1 << d >= nodes).unwrap();
        let step = if nodes <= 64 { 1 } else { nodes / 5 };
        for root in (0..nodes).step_by(usize::try_from(step).unwrap()).chain([nodes - 1]) {
            let mut before: BTreeMap<Node, Node> = BTreeMap::new();
            for copy in incomplete_broadcast(&network, Node(root)) {
                assert_eq!(before.insert(copy.to, copy.from), None);
                assert!(copy.depth <= logarithm);
            }
            assert_eq!(u64::try_from(before.len()).unwrap(), nodes - 1);
            for to in (0..nodes).map(Node).filter(|to| to.0 != root) {
                let path = routing.path(Node(root), to);
                assert!(path.len() <= usize::try_from(logarithm).unwrap() + 1);
                assert_eq!(before[&to], path[path.len() - 2], "{nodes} nodes, {root} to {to:?}");
            }
        }
    });
}

#[test]
fn rings_of_four_or_more_nodes_have_a_cycle_of_channels_without_datelines_only() {
    let networks =
        [&[2][..], &[3], &[4], &[5], &[9], &[16], &[2, 2], &[3, 3], &[4, 2], &[3, 5], &[2, 3, 4], &[6, 6]];
    for radices in networks {
        let network = torus(radices);
        let document = made(&network, RoutingRule::DimensionOrder).unwrap();
        let least = radices.iter().copied().filter(|&radix| radix >= 4).min();
        assert_eq!(is_acyclic(&document), least.is_none(), "{radices:?}");
        if let ChannelsWitness::Cyclic { cycle } = &document.witness {
            // A circle of channels stays in a ring, as dimensions go by order, and goes all the way round.
            assert_eq!(u64::try_from(cycle.len()).ok(), least, "{radices:?}");
        }
        assert!(is_acyclic(&made(&network, RoutingRule::Dateline).unwrap()), "{radices:?}");
    }
}

fn graph(text: &str) -> wire::Network {
    serde_json::from_str(text).unwrap()
}

fn star() -> wire::Network {
    wire::Network::Cayley(wire::Group::Family { family: wire::Family::Star, n: 4 })
}

/// A ring of four nodes whose links lead one way.
const ONE_WAY: &str = r#"{"kind":"graph","nodes":4,"directed":true,"links":[[0,1],[1,2],[2,3],[3,0]]}"#;
/// Two hosts at each of two switches.
const SWITCHED: &str =
    r#"{"kind":"graph","nodes":6,"links":[[0,4],[1,4],[2,5],[3,5],[4,5]],"switches":[4,5]}"#;
/// A square, a triangle, and a node alone.
const PARTS: &str = r#"{"kind":"graph","nodes":8,"links":[[0,1],[1,2],[2,3],[0,3],[4,5],[5,6],[4,6]]}"#;

#[test]
fn rules_are_defined_on_their_networks_only() {
    use RoutingRule as R;
    let cubes = [R::HighestLink, R::LowestLink, R::ParityOrder, R::Shortest, R::UpDown];
    let mesh = wire::Network::Mesh { radices: vec![3, 2] };
    for (network, defined) in [
        (cube(5), &cubes[..]),
        (wire::Network::Hypercube { dimension: 3 }, &cubes[..]),
        (torus(&[3, 4]), &[R::DimensionOrder, R::Dateline, R::Shortest, R::UpDown]),
        (mesh, &[R::DimensionOrder, R::Shortest, R::UpDown]),
        (star(), &[R::Shortest, R::UpDown]),
        (graph(ONE_WAY), &[R::Shortest]),
        (graph(SWITCHED), &[R::UpDown]),
        (graph(PARTS), &[R::Shortest, R::UpDown]),
    ] {
        for rule in RoutingRule::EVERY {
            let defined = defined.contains(&rule);
            assert_eq!(made(&network, rule).is_some(), defined, "{network:?} {rule:?}");
            let witness = ChannelsWitness::Acyclic { numbering: Vec::new() };
            let refused = check_channels(&ChannelsDocument::new(network.clone(), rule, witness)).unwrap_err();
            assert_eq!(refused.reason() == "rule-not-for-network", !defined);
        }
    }
}

/// Schroeder and others, 1991: on every network whose links lead both ways no packets deadlock, every packet
/// arrives wherever a way leads, and none takes a link up after a link down.
#[test]
fn up_down_is_acyclic_and_leads_wherever_a_way_leads() {
    let dragonfly = isotask::grammar::network(&["dragonfly", "2", "2", "1"].map(str::to_owned));
    for network in [
        cube(13),
        torus(&[5]),
        torus(&[4, 4]),
        torus(&[2, 3, 4]),
        star(),
        graph(SWITCHED),
        graph(PARTS),
        dragonfly.unwrap(),
        wire::Network::Cayley(wire::Group::Family { family: wire::Family::CubeConnectedCycles, n: 3 }),
    ] {
        assert!(is_acyclic(&made(&network, RoutingRule::UpDown).unwrap()), "{network:?}");
        let network = Network::new(&network).unwrap();
        let routing = NamedRouting::new(&network, RoutingRule::UpDown).unwrap();
        let level = |node: Node| (0..network.nodes()).find_map(|root| network.hops_between(Node(root), node));
        for (v, w) in (0..network.nodes()).flat_map(|v| (0..network.nodes()).map(move |w| (Node(v), Node(w))))
        {
            assert_eq!(routing.has_way(v, w), network.hops_between(v, w).is_some());
            if !routing.has_way(v, w) {
                continue;
            }
            let way = channels_between(&routing, v, w).unwrap();
            let is_up = |end: [Node; 2]| (level(end[1]), end[1]) < (level(end[0]), end[0]);
            let ups: Vec<bool> = way.iter().map(|channel| is_up([channel.from, channel.to])).collect();
            assert!(ups.is_sorted_by(|before, after| before >= after), "{v:?} to {w:?}: {way:?}");
        }
    }
}

/// Every way is a shortest one, and of the links that begin one the first is taken.
#[test]
fn shortest_ways_are_as_long_as_the_distance() {
    for network in [cube(11), torus(&[5, 4]), star(), graph(ONE_WAY), graph(PARTS)] {
        is_acyclic(&made(&network, RoutingRule::Shortest).unwrap());
        let network = Network::new(&network).unwrap();
        let routing = NamedRouting::new(&network, RoutingRule::Shortest).unwrap();
        for (v, w) in (0..network.nodes()).flat_map(|v| (0..network.nodes()).map(move |w| (Node(v), Node(w))))
        {
            let Some(hops) = network.hops_between(v, w) else {
                assert!(!routing.has_way(v, w) && routing.next(v, w).is_none());
                continue;
            };
            let way = channels_between(&routing, v, w).unwrap();
            assert_eq!(u64::try_from(way.len()).unwrap(), hops);
            let first = way.first().map(|channel| network.link_between(v, channel.to).unwrap());
            // Links that a node of an incomplete cube lacks begin no way.
            for there in
                (0..first.map_or(0, |link| link.0)).filter_map(|link| network.adjacent(v, Link(link)))
            {
                assert!(network.hops_between(there, w) >= Some(hops));
            }
        }
    }
}

/// Dimension by dimension a packet of a mesh never turns back, so no circle of channels closes.
#[test]
fn dimension_order_is_acyclic_on_every_mesh() {
    for radices in [&[2][..], &[7], &[2, 2], &[4, 3], &[3, 2, 4]] {
        let mesh = wire::Network::Mesh { radices: radices.to_vec() };
        assert!(is_acyclic(&made(&mesh, RoutingRule::DimensionOrder).unwrap()), "{radices:?}");
        let network = Network::new(&mesh).unwrap();
        let routing = NamedRouting::new(&network, RoutingRule::DimensionOrder).unwrap();
        for (v, w) in (0..network.nodes()).flat_map(|v| (0..network.nodes()).map(move |w| (Node(v), Node(w))))
        {
            let way = channels_between(&routing, v, w).unwrap();
            assert_eq!(u64::try_from(way.len()).unwrap(), network.distance_between(v, w));
        }
    }
}

fn numbering(document: &ChannelsDocument) -> &[ListedChannel] {
    let ChannelsWitness::Acyclic { numbering } = &document.witness else { unreachable!("{document:?}") };
    numbering
}

fn refused(document: &ChannelsDocument, numbering: Vec<ListedChannel>) -> Rejection {
    let witness = ChannelsWitness::Acyclic { numbering };
    check_channels(&ChannelsDocument::new(document.network.clone(), document.rule, witness)).unwrap_err()
}

#[test]
fn every_corruption_of_a_numbering_is_refused() {
    for (network, rule) in [
        (cube(7), RoutingRule::HighestLink),
        (cube(8), RoutingRule::LowestLink),
        (torus(&[5]), RoutingRule::Dateline),
        (torus(&[4, 3]), RoutingRule::Dateline),
    ] {
        let document = made(&network, rule).unwrap();
        let good = numbering(&document);
        for place in 0..good.len() {
            let mut list = good.to_vec();
            let gone = list.remove(place);
            let fault = refused(&document, list);
            assert!(matches!(fault, Rejection::ChannelMissing { channel, .. } if channel == gone), "{fault}");
            let mut list = good.to_vec();
            list.push(gone);
            assert_eq!(refused(&document, list).reason(), "channel-twice");
            for wrong in [
                ListedChannel { to: gone.from, ..gone },
                ListedChannel { lane: rule.lanes(), ..gone },
                ListedChannel { from: u64::MAX, ..gone },
            ] {
                let mut list = good.to_vec();
                list[place] = wrong;
                assert_eq!(refused(&document, list).reason(), "no-such-channel");
            }
        }
        // Backwards, a dependency goes the wrong way.
        let back: Vec<ListedChannel> = good.iter().rev().copied().collect();
        assert_eq!(refused(&document, back).reason(), "number-not-increasing");
    }
}

/// Two channels that depend on each other directly may not change places; others may.
#[test]
fn a_list_is_refused_exactly_if_some_dependency_goes_back() {
    let network = Network::new(&cube(11)).unwrap();
    let routing = NamedRouting::new(&network, RoutingRule::HighestLink).unwrap();
    let graph = ChannelGraph::new(&routing).unwrap();
    let document = channels_document(&network, RoutingRule::HighestLink, &graph.order());
    let good = numbering(&document);
    let listed = |channel: isotask::deadlock::Channel| ListedChannel {
        from: channel.from.0,
        to: channel.to.0,
        lane: channel.lane.into(),
    };
    let mut both = [0, 0];
    for (i, j) in (0..good.len()).flat_map(|j| (0..j).map(move |i| (i, j))) {
        let mut list = good.to_vec();
        list.swap(i, j);
        let place = |channel| list.iter().position(|&other| other == listed(channel)).unwrap();
        let forwards = graph.dependencies().all(|d| place(d.before) < place(d.after));
        let witness = ChannelsWitness::Acyclic { numbering: list.clone() };
        let answer =
            check_channels(&ChannelsDocument::new(cube(11), RoutingRule::HighestLink, witness)).is_ok();
        assert_eq!(answer, forwards);
        both[usize::from(answer)] += 1;
    }
    assert!(both.iter().all(|&count| count > 10), "{both:?}");
}

#[test]
fn every_corruption_of_a_cycle_is_refused() {
    for (network, rule) in [
        (torus(&[5]), RoutingRule::DimensionOrder),
        (torus(&[4, 4]), RoutingRule::DimensionOrder),
        (wire::Network::Hypercube { dimension: 3 }, RoutingRule::ParityOrder),
    ] {
        let document = made(&network, rule).unwrap();
        let ChannelsWitness::Cyclic { cycle } = &document.witness else { unreachable!("a cycle") };
        let check = |cycle: Vec<HeldChannel>| {
            let witness = ChannelsWitness::Cyclic { cycle };
            check_channels(&ChannelsDocument::new(network.clone(), rule, witness))
        };
        let reason = |cycle| check(cycle).unwrap_err().reason();
        assert_eq!(reason(Vec::new()), "empty-cycle");
        assert_eq!(reason([&cycle[..], cycle].concat()), "channel-twice");
        for place in 0..cycle.len() {
            let mut turned = cycle.clone();
            turned.rotate_left(place);
            assert!(check(turned).is_ok(), "it begins anywhere");
            let mut list = cycle.clone();
            let gone = list.remove(place);
            assert_eq!(reason(list), "not-a-dependency");
            let mut list = cycle.clone();
            list[place].destination = gone.channel.to;
            assert_eq!(reason(list), "not-a-dependency", "who has arrived waits for nobody");
            let mut list = cycle.clone();
            list[place].destination = u64::MAX;
            assert_eq!(reason(list), "offset-out-of-range");
            let mut list = cycle.clone();
            list[place].channel.lane = 1;
            assert_eq!(reason(list), "no-such-channel");
        }
    }
}

/// Replays of total exchange in every order: delivered where the channels are numbered; in a deadlock the
/// witness is one of the checker.
#[test]
fn replays_deliver_or_hand_out_a_cycle_that_the_checker_accepts() {
    let mut deadlocks = 0;
    for network in [
        cube(2),
        cube(7),
        cube(13),
        cube(16),
        torus(&[3]),
        torus(&[8]),
        torus(&[4, 4]),
        torus(&[3, 5]),
        star(),
    ] {
        let network = Network::new(&network).unwrap();
        let n = network.nodes();
        let pairs = (0..n).flat_map(|v| (0..n).map(move |w| (Node(v), Node(w)))).filter(|(v, w)| v != w);
        let all: Vec<Message> =
            pairs.map(|(source, destination)| Message::new(source, destination)).collect();
        for rule in RoutingRule::EVERY {
            let Some(routing) = NamedRouting::new(&network, rule) else { continue };
            let acyclic = matches!(ChannelGraph::new(&routing).unwrap().order(), ChannelOrder::Acyclic(_));
            let random = (0..4).map(|seed| ArrivalOrder::Random { seed });
            let orders = [ArrivalOrder::BySource, ArrivalOrder::Reversed, ArrivalOrder::Rotating];
            for order in orders.into_iter().chain(random) {
                let mut messages = all.clone();
                order.arrange(n, &mut messages);
                let mut sorted = messages.clone();
                ArrivalOrder::BySource.arrange(n, &mut sorted);
                assert_eq!(sorted, all, "{order:?}: the same messages");
                match send_buffered(&routing, &messages, NonZeroU32::MIN).unwrap() {
                    MessagesEnd::Delivered { read } => assert_eq!(read.len(), all.len()),
                    MessagesEnd::Deadlocked { cycle, messages: stuck, .. } => {
                        assert!(!acyclic, "{rule:?}");
                        let witness = ChannelsWitness::Cyclic { cycle: isotask::deadlock::held(&cycle) };
                        let document = ChannelsDocument::new(network.kind().clone(), rule, witness);
                        assert!(!is_acyclic(&document));
                        for (step, message) in cycle.steps().iter().zip(stuck) {
                            let Message { source, destination, .. } = &messages[message];
                            let way = channels_between(&routing, *source, step.destination).unwrap();
                            assert!(way.contains(&step.channel));
                            assert_eq!(*destination, step.destination.into());
                        }
                        deadlocks += 1;
                    }
                }
            }
        }
    }
    assert!(deadlocks > 10, "{deadlocks}");
}

#[test]
fn messages_arrive_in_the_named_orders() {
    let message = |v, w| Message::new(Node(v), Node(w));
    let arranged = |order: ArrivalOrder| {
        let mut messages = vec![message(2, 0), message(0, 2), message(1, 0), message(0, 1)];
        order.arrange(3, &mut messages);
        let end = |m: &Message| m.destination.reached_from(m.source).next().unwrap();
        messages.iter().map(|m| (m.source.0, end(m).0)).collect::<Vec<_>>()
    };
    assert_eq!(arranged(ArrivalOrder::BySource), [(0, 1), (0, 2), (1, 0), (2, 0)]);
    assert_eq!(arranged(ArrivalOrder::Reversed), [(2, 0), (1, 0), (0, 2), (0, 1)]);
    // One on: 0 to 1, 2 to 0; two on: 0 to 2, 1 to 0.
    assert_eq!(arranged(ArrivalOrder::Rotating), [(0, 1), (2, 0), (0, 2), (1, 0)]);
    let seeds: Vec<_> = (0..8).map(|seed| arranged(ArrivalOrder::Random { seed })).collect();
    assert_eq!(seeds[0], arranged(ArrivalOrder::Random { seed: 0 }));
    assert!(seeds.iter().any(|order| *order != seeds[0]));
}

#[test]
fn dimension_order_is_not_for_cubes_that_lack_nodes() {
    let network = Network::new(&cube(6)).unwrap();
    assert!(isotask::deadlock::DimensionOrder::new(&network, false).is_none());
    let lowest = isotask::deadlock::LowestLink::new(IncompleteHypercube::new(6).unwrap());
    let parity = isotask::deadlock::ParityOrder::new(IncompleteHypercube::new(6).unwrap());
    // Node 5 = 101 lacks link 1, so from 5 for 3 = 011 link 2 comes first. The two rules agree at node 0
    // and differ at node 1.
    let link = |routing: &dyn Fn(Node, Node) -> Option<isotask::deadlock::Channel>, at, to| {
        routing(Node(at), Node(to)).map(|channel| Link((channel.from.0 ^ channel.to.0).ilog2()))
    };
    let (low, par) = (|at, to| lowest.next(at, to), |at, to| parity.next(at, to));
    assert_eq!(link(&low, 5, 3), Some(Link(2)));
    assert_eq!((link(&low, 0, 5), link(&par, 0, 5)), (Some(Link(0)), Some(Link(0))));
    assert_eq!((link(&low, 1, 4), link(&par, 1, 4)), (Some(Link(0)), Some(Link(2))));
    assert_eq!(link(&low, 4, 4), None);
}

/// The values of a document in `models/channels` by theory; `source` names it, and `null` stands where theory
/// gives none.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    channels: Option<usize>,
    dependencies: Option<usize>,
    #[serde(default)]
    longest_path: Option<u64>,
    #[serde(default)]
    cycle: Option<usize>,
    source: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models/channels")
}

#[test]
fn the_documents_of_the_corpus_are_reproduced_and_accepted() {
    let text = fs::read(folder().join("expected.json")).unwrap();
    let expected: BTreeMap<String, Expected> = serde_json::from_slice(&text).unwrap();
    let names = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.count(), expected.len() + 1, "every document has expected values");
    for (name, expected) in expected {
        assert!(expected.source.len() > 5, "{name}");
        let bytes = fs::read(folder().join(format!("{name}.json"))).unwrap();
        let document: ChannelsDocument = parse(&bytes).unwrap();
        assert_eq!(is_acyclic(&document), expected.cycle.is_none(), "{name}");
        assert!(name.ends_with(document.rule.as_str()), "{name}");
        let network = Network::new(&document.network).unwrap();
        let routing = NamedRouting::new(&network, document.rule).unwrap();
        let graph = ChannelGraph::new(&routing).unwrap();
        let order = graph.order();
        let again = to_bytes(&channels_document(&network, document.rule, &order));
        assert_eq!(again, bytes, "{name}");
        let (channels, dependencies) = (graph.channels().len(), graph.dependencies().count());
        assert_eq!(expected.channels.unwrap_or(channels), channels, "{name}");
        assert_eq!(expected.dependencies.unwrap_or(dependencies), dependencies, "{name}");
        match order {
            ChannelOrder::Acyclic(numbering) => {
                let longest = numbering.numbers().values().max().unwrap() + 1;
                assert_eq!(expected.longest_path.unwrap_or(longest), longest, "{name}");
            }
            ChannelOrder::Cyclic(cycle) => assert_eq!(expected.cycle, Some(cycle.steps().len()), "{name}"),
        }
    }
}

#[test]
fn every_channels_document_of_the_specification_is_accepted() {
    let text = fs::read_to_string(folder().join("../formats/channels.md")).unwrap();
    let blocks: Vec<&str> = text.split("```json channels\n").skip(1).collect();
    assert!(blocks.len() >= 3);
    for block in blocks {
        is_acyclic(&parse(block.split("\n```").next().unwrap().as_bytes()).unwrap());
    }
}
