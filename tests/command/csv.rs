//! `isotask export --to csv`: every transmission of the network, against the definitions of the schedules in
//! models/formats/schedule.md.

use super::local::Rings;
use super::{Place, document, fails, models};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;

const HEADER: &str = "slot,from,to,packet_from,packet_to,copy,link,link_name";

/// A line: slot, from, to, where the packet starts, where it goes, its copy.
type Line = (u64, u64, u64, Option<u64>, Option<u64>, u64);

/// A group by its product, and its generators in the order of the links.
struct Group {
    nodes: u64,
    links: Vec<u64>,
    product: Box<dyn Fn(u64, u64) -> u64>,
}

impl Group {
    fn rings(rings: Rings) -> Self {
        let links = rings.links().into_iter().map(|link| link.1).collect();
        Self { nodes: rings.nodes(), links, product: Box::new(move |a, b| rings.plus(a, b)) }
    }

    fn circulant(nodes: u64, links: Vec<u64>) -> Self {
        Self { nodes, links, product: Box::new(move |a, b| (a + b) % nodes) }
    }

    /// Permutations in lexicographic order; link i exchanges symbols 0 and i + 1; (v·g)[i] = v[g[i]].
    fn star(symbols: usize) -> Self {
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..symbols {
            let longer = |start: Vec<usize>| {
                let rest: Vec<usize> = (0..symbols).filter(|next| !start.contains(next)).collect();
                rest.into_iter().map(move |next| [start.clone(), vec![next]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        let index = |all: &[Vec<usize>], wanted: &[usize]| -> u64 {
            all.binary_search_by(|found| found.as_slice().cmp(wanted)).unwrap().try_into().unwrap()
        };
        let exchange = |with| {
            let mut swapped: Vec<usize> = (0..symbols).collect();
            swapped.swap(0, with);
            index(&all, &swapped)
        };
        let links = (1..symbols).map(exchange).collect();
        let nodes = all.len().try_into().unwrap();
        let product = move |v: u64, g: u64| {
            let (v, g) = (&all[usize::try_from(v).unwrap()], &all[usize::try_from(g).unwrap()]);
            let both: Vec<usize> = g.iter().map(|&i| v[i]).collect();
            index(&all, &both)
        };
        Self { nodes, links, product: Box::new(product) }
    }
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

/// Numbers equal items from 0 in their order.
fn copies<T: Ord>(items: &[T]) -> Vec<u64> {
    let mut seen: BTreeMap<&T, u64> = BTreeMap::new();
    let next = |item| {
        let next = seen.entry(item).or_default();
        *next += 1;
        *next - 1
    };
    items.iter().map(next).collect()
}

/// All transmissions of a schedule slot by slot, every node replayed on its own; `collecting` if packets are
/// combined.
fn replay(group: &Group, schedule: &Value, collecting: bool) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let (product, nodes) = (&group.product, group.nodes);
    let moves = (0..).zip(schedule["slots"].as_array().unwrap());
    let moves = moves
        .flat_map(|(slot, moves)| moves.as_array().unwrap().iter().map(move |step| (slot, numbers(step))));
    let index = |number: u64| usize::try_from(number).unwrap();
    let ends = |home| if collecting { (None, Some(home)) } else { (Some(home), None) };
    match (schedule["kind"].as_str().unwrap(), schedule.get("packets")) {
        ("symmetric", Some(packets)) => {
            let offsets = numbers(packets);
            let copies = copies(&offsets);
            let mut at: Vec<Vec<u64>> = vec![(0..nodes).collect(); offsets.len()];
            for (slot, step) in moves {
                let (packet, link) = (index(step[0]), group.links[index(step[1])]);
                for origin in 0..nodes {
                    let here = &mut at[packet][index(origin)];
                    let from = std::mem::replace(here, product(*here, link));
                    let to = Some(product(origin, offsets[packet]));
                    lines.push((slot, from, *here, Some(origin), to, copies[packet]));
                }
            }
        }
        ("symmetric", None) => {
            for (slot, step) in moves {
                let (copy, [position, link]) = match step.as_slice() {
                    [copy, position, link] => (*copy, [*position, *link]),
                    [position, link] => (0, [*position, *link]),
                    _ => unreachable!("a move has two or three numbers"),
                };
                for home in 0..nodes {
                    let from = product(home, position);
                    let (start, end) = ends(home);
                    lines.push((slot, from, product(from, group.links[index(link)]), start, end, copy));
                }
            }
        }
        ("explicit", Some(packets)) => {
            let packets: Vec<Vec<u64>> = packets.as_array().unwrap().iter().map(numbers).collect();
            let copies = copies(&packets);
            for (slot, step) in moves {
                let (start, end) = match packets[index(step[0])].as_slice() {
                    [start, end] => (Some(*start), Some(*end)),
                    home => ends(home[0]),
                };
                lines.push((slot, step[1], step[2], start, end, copies[index(step[0])]));
            }
        }
        ("orbit", Some(packets)) => {
            let packets: Vec<Vec<u64>> = packets.as_array().unwrap().iter().map(numbers).collect();
            // The group that the generators make, from the left.
            let mut shifts = vec![0];
            for place in 0.. {
                let Some(&shift) = shifts.get(place) else { break };
                for generator in numbers(&schedule["subgroup"]) {
                    let next = product(generator, shift);
                    if !shifts.contains(&next) {
                        shifts.push(next);
                    }
                }
            }
            let shifted =
                |ends: &[u64], shift| -> Vec<u64> { ends.iter().map(|&end| product(shift, end)).collect() };
            let orbit = |ends: &Vec<u64>| shifts.iter().map(|&shift| shifted(ends, shift)).min();
            let copies = copies(&packets.iter().map(orbit).collect::<Vec<_>>());
            for &shift in &shifts {
                let packets: Vec<Vec<u64>> = packets.iter().map(|ends| shifted(ends, shift)).collect();
                let mut at: Vec<u64> = packets.iter().map(|ends| ends[0]).collect();
                for (slot, step) in moves.clone() {
                    let packet = index(step[0]);
                    let (from, link) = match step.as_slice() {
                        [_, node, link] => (product(shift, *node), *link),
                        [_, link] => (at[packet], *link),
                        _ => unreachable!("a move has two or three numbers"),
                    };
                    at[packet] = product(from, group.links[index(link)]);
                    let (start, end) = match packets[packet].as_slice() {
                        [start, end] => (Some(*start), Some(*end)),
                        home => ends(home[0]),
                    };
                    lines.push((slot, from, at[packet], start, end, copies[packet]));
                }
            }
        }
        other => unreachable!("{other:?}"),
    }
    lines.sort_unstable();
    lines
}

fn parsed(text: &str) -> Vec<Line> {
    assert!(text.starts_with(&format!("{HEADER}\n")), "{text}");
    let line = |record: Result<::csv::StringRecord, ::csv::Error>| {
        let record = record.unwrap();
        let number = |field: &str| (!field.is_empty()).then(|| field.parse().unwrap());
        let fields: Vec<Option<u64>> = record.iter().take(6).map(number).collect();
        let [Some(slot), Some(from), Some(to), start, end, Some(copy)] = fields[..] else {
            unreachable!("{record:?}")
        };
        (slot, from, to, start, end, copy)
    };
    ::csv::Reader::from_reader(text.as_bytes()).into_records().map(line).collect()
}

/// The links of the table lead from the senders to the receivers, each by one name.
fn links_agree(place: &Place, group: &Group, file: &str) {
    let table = place.run(&["export", file, "--to", "csv"]).out;
    let mut names: BTreeMap<usize, String> = BTreeMap::new();
    for record in ::csv::Reader::from_reader(table.as_bytes()).into_records() {
        let record = record.unwrap();
        let [from, to]: [u64; 2] = [1, 2].map(|column| record[column].parse().unwrap());
        let link: usize = record[6].parse().unwrap();
        assert_eq!((group.product)(from, group.links[link]), to, "{record:?}");
        assert_eq!(names.entry(link).or_insert_with(|| record[7].to_owned()), &record[7]);
    }
    let shown = document(&place.run(&["show", file, "--json"]));
    for (link, name) in names {
        assert_eq!(shown["shown"]["links"][link], *name);
    }
}

/// Writes the lines as an explicit schedule of the task, so that the checker says whether they serve it.
fn as_explicit(task: &Value, lines: &[Line]) -> Value {
    let mut packets: Vec<(Option<u64>, Option<u64>, u64)> =
        lines.iter().map(|&(_, _, _, start, end, copy)| (start, end, copy)).collect();
    packets.sort_unstable();
    packets.dedup();
    let length = lines.iter().map(|line| line.0 + 1).max().unwrap();
    let mut slots = vec![Vec::new(); usize::try_from(length).unwrap()];
    for &(slot, from, to, start, end, copy) in lines {
        let packet = packets.binary_search(&(start, end, copy)).unwrap();
        slots[usize::try_from(slot).unwrap()].push(json!([packet, from, to]));
    }
    let ends = packets.iter().map(|&(start, end, _)| start.into_iter().chain(end).collect::<Vec<_>>());
    json!({"format": "isotask.schedule/1", "task": task, "kind": "explicit",
        "packets": ends.collect::<Vec<_>>(), "slots": slots})
}

fn exported(place: &Place, file: &str, words: &[&str]) -> Vec<Line> {
    let ended = place.run(&[&["export", file, "--to", "csv"], words].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    parsed(&ended.out)
}

/// The export of a file is `expected`, in this order, as a whole and in parts, and the checker accepts it.
fn agrees(place: &Place, group: &Group, file: &str, expected: &[Line]) {
    let all = exported(place, file, &[]);
    assert_eq!(all, expected);
    for node in [0, 1, group.nodes - 1] {
        let own: Vec<Line> = all.iter().filter(|line| line.1 == node || line.2 == node).copied().collect();
        assert_eq!(exported(place, file, &["--node", &node.to_string()]), own);
        let last: Vec<Line> = own.into_iter().filter(|line| line.0 == all.last().unwrap().0).collect();
        let slot = all.last().unwrap().0.to_string();
        assert_eq!(exported(place, file, &["--node", &node.to_string(), "--slots", &slot]), last);
    }
    let document: Value = serde_json::from_str(&place.text(file)).unwrap();
    place.put("explicit.json", as_explicit(&document["task"], &all).to_string());
    let checked = place.run(&["check", "explicit.json"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    links_agree(place, group, file);
}

/// Makes and solves a task.
fn solved(place: &Place, words: &str, form: &[&str]) -> Value {
    let words: Vec<&str> = words.split(' ').collect();
    let made = place.run(&[&["new"], words.as_slice(), &["-o", "t.json"]].concat());
    assert_eq!(made.code, Some(0), "{}", made.err);
    let ended = place.run(&[&["solve", "t.json", "-o", "c.json", "--schedule", "s.json"], form].concat());
    assert!(matches!(ended.code, Some(0 | 3)), "{}", ended.err);
    serde_json::from_str(&place.text("s.json")).unwrap()
}

fn cube(dimension: u32) -> Group {
    Group::rings(Rings::cube(dimension))
}

fn torus(radices: &[u64]) -> Group {
    Group::rings(Rings::torus(radices))
}

#[test]
fn every_packet_of_an_isotropic_task_goes_as_its_definition_says() {
    for (words, group) in [
        ("hypercube 3 total-exchange", cube(3)),
        ("torus 4x3 neighbourhood-exchange 1 2 --count 2", torus(&[4, 3])),
        ("torus 2x5 total-exchange --ports 2", torus(&[2, 5])),
        ("torus 7x3 isotropic 1,0:5 3,1:2", torus(&[7, 3])),
    ] {
        let place = Place::new();
        let expected = replay(&group, &solved(&place, words, &["--form", "slots", "--symmetric"]), false);
        agrees(&place, &group, "s.json", &expected);
        agrees(&place, &group, "c.json", &expected);
        // The schedule in intervals has these moves too.
        assert_eq!(solved(&place, words, &["--form", "intervals"])["kind"], "intervals");
        agrees(&place, &group, "s.json", &expected);
    }
}

#[test]
fn packets_of_an_orbit_go_as_its_representative_goes() {
    for (words, group) in [
        ("torus 6x3 total-exchange --ports 3", torus(&[6, 3])),
        ("torus 2x5 neighbourhood-exchange 1 3 --count 2", torus(&[2, 5])),
        ("ring 7 isotropic 3:4 2:1", torus(&[7])),
        ("ring 8 total-exchange", torus(&[8])),
    ] {
        let place = Place::new();
        let schedule = solved(&place, words, &[]);
        let expected = replay(&group, &schedule, false);
        agrees(&place, &group, "s.json", &expected);
        agrees(&place, &group, "c.json", &expected);
    }
}

#[test]
fn on_a_group_that_does_not_commute_nodes_send_the_translates_from_the_left() {
    for (words, collecting) in [
        ("star 4 total-exchange --ports one", false),
        ("star 3 total-exchange --count 2", false),
        ("star 4 allgather", false),
        ("star 3 reduce-scatter --count 2", true),
        ("star 3 scatter 4", false),
    ] {
        let place = Place::new();
        let group = Group::star(if words.starts_with("star 4") { 4 } else { 3 });
        let expected = replay(&group, &solved(&place, words, &[]), collecting);
        agrees(&place, &group, "c.json", &expected);
    }
}

#[test]
fn intervals_on_a_cayley_graph_take_their_listed_routes() {
    let place = Place::new();
    let task = r#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"circulant","n":5,"steps":[1,2]},"task":{"kind":"isotropic","packets":[{"offset":1},{"offset":3}]},"ports":"all","objective":"completion-time"}"#;
    place.put("s.json", format!(r#"{{"format":"isotask.schedule/1","task":{task},"kind":"intervals","groups":[0],"intervals":[[0,1,0,0],[1,1,0,2],[2,1,0,0]],"routes":[[0,[1,0,0,0]],[1,[1,0,1,0]]]}}"#));
    let group = Group::circulant(5, vec![1, 4, 2, 3]);
    // Row 1 goes over link 2 in slot 1, then over link 0 in slot 2.
    let slots = json!({"kind": "symmetric", "packets": [1, 3], "slots": [[[0, 0]], [[1, 2]], [[1, 0]]]});
    agrees(&place, &group, "s.json", &replay(&group, &slots, false));
    let shown = place.run(&["show", "s.json", "--node", "2", "--slots", "2"]).out;
    assert!(shown.contains("│ 2      +1     3          0 → 3    1               4 → 2"), "{shown}");
}

#[test]
fn the_table_of_the_specification_is_what_its_example_gives() {
    let place = Place::new();
    let text = fs::read_to_string(models().join("formats/schedule.md")).unwrap();
    let block = |from: &str| from.split("\n```").next().unwrap().to_owned();
    let before = text.split("## A schedule as a table").next().unwrap();
    let schedules = before.split("```json schedule\n").skip(1).map(block);
    let example =
        schedules.into_iter().find(|block| block.contains("\"multinode-broadcast\", \"count\": 2")).unwrap();
    place.put("s.json", example);
    let ended = place.run(&["export", "s.json", "--to", "csv"]);
    assert_eq!(ended.out.trim_end(), block(text.split("```csv\n").nth(1).unwrap()));
}

#[test]
fn copied_and_combined_packets_have_one_end() {
    for (words, group, collecting) in [
        ("hypercube 3 allgather", cube(3), false),
        ("hypercube 3 reduce-scatter", cube(3), true),
        ("torus 3x3 reduce-scatter --count 2", torus(&[3, 3]), true),
        ("torus 3x3 allgather --count 2", torus(&[3, 3]), false),
        ("hypercube 3 single-node-broadcast 5 --count 3", cube(3), false),
        ("torus 4x3 reduce 2 --ports one", torus(&[4, 3]), true),
        ("hypercube 3 gather 5 --count 2", cube(3), true),
        ("hypercube 2 allgather --ports one-half-duplex", cube(2), false),
    ] {
        let place = Place::new();
        let expected = replay(&group, &solved(&place, words, &[]), collecting);
        agrees(&place, &group, "c.json", &expected);
    }
}

#[test]
fn an_isotropic_task_with_one_half_duplex_port_is_exported_too() {
    let place = Place::new();
    let task = r#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":2},"task":{"kind":"total-exchange"},"ports":"one-half-duplex","objective":"completion-time"}"#;
    place.put("s.json", format!(r#"{{"format":"isotask.schedule/1","task":{task},"kind":"explicit","packets":[[1,0],[0,1]],"slots":[[[1,0,1]],[[0,1,0]]]}}"#));
    let ended = place.run(&["export", "s.json", "--to", "csv"]);
    assert_eq!(ended.out, format!("{HEADER}\n0,0,1,0,1,0,0,1±\n1,1,0,1,0,0,0,1±\n"));
    assert!(
        ended.err.contains("one of 1, to send or to receive")
            && ended.err.ends_with("written    2 transmissions in 2 slots\n"),
        "{}",
        ended.err
    );
}

#[test]
fn a_large_network_is_exported_node_by_node_and_slot_by_slot() {
    let place = Place::new();
    assert_eq!(place.run(&["new", "hypercube", "30", "total-exchange", "-o", "t.json"]).code, Some(0));
    assert_eq!(place.run(&["solve", "t.json", "-o", "c.json"]).code, Some(0));
    let export = |words: &[&str]| place.run(&[&["export", "c.json", "--to", "csv"], words].concat());
    let remedy =
        "expected at most 16777216; --node N writes those of one node, --slots A..B those of some slots";
    // 30 links of 2^30 nodes in 2^29 slots, all in use.
    fails(&export(&[]), &format!("c.json: up to {} transmissions, {remedy}", 30_u64 << 59));
    fails(&export(&["--node", "5"]), &format!("c.json: up to {} transmissions, {remedy}", 30_u64 << 30));
    fails(&export(&["--slots", "0"]), &format!("c.json: up to {} transmissions, {remedy}", 30_u64 << 30));
    let lines = exported(&place, "c.json", &["--node", "5", "--slots", "400000000..400000002"]);
    assert_eq!(lines.len(), 2 * 2 * 30);
    for (index, &(slot, from, to, start, end, copy)) in lines.iter().enumerate() {
        assert_eq!((slot, copy), (400_000_000 + u64::from(index >= 60), 0));
        assert!(from == 5 || to == 5);
        // On a shortest path between its ends.
        let (start, end) = (start.unwrap(), end.unwrap());
        let hops = |a: u64, b: u64| (a ^ b).count_ones();
        assert_eq!(hops(start, from) + 1 + hops(to, end), hops(start, end));
        assert_eq!(hops(from, to), 1);
    }
}

#[test]
fn what_cannot_be_exported_as_csv_is_refused_and_the_output_stays() {
    let place = Place::new();
    solved(&place, "torus 4x3 total-exchange", &["--form", "slots", "--symmetric"]);
    place.put("out", "old");
    let export = |file: &str, words: &[&str]| place.run(&[&["export", file, "--to"], words].concat());
    fails(
        &export("t.json", &["csv", "-o", "out"]),
        "t.json: at format: \"isotask.task/1\" is no format of this command, \
         expected isotask.certificate/1 or isotask.schedule/1",
    );
    fails(
        &export("c.json", &["csv", "--node", "12", "-o", "out"]),
        "--node 12: node 12, expected at most 11",
    );
    fails(
        &export("c.json", &["csv", "--slots", "0..8"]),
        "--slots 0..8: the schedule has 7 slots, numbered from 0",
    );
    fails(
        &export("c.json", &["csv", "--horizon", "9"]),
        "--horizon is one of a model, which csv does not write",
    );
    fails(
        &export("c.json", &["opb", "--node", "1"]),
        "--node and --slots choose from a schedule, expected --to csv",
    );
    for (file, prefix) in [("c.json", "schedule."), ("s.json", "")] {
        let mut broken: Value = serde_json::from_str(&place.text(file)).unwrap();
        let schedule = if prefix.is_empty() { &mut broken } else { &mut broken["schedule"] };
        let moves = schedule["slots"][0].as_array_mut().unwrap();
        moves.push(moves[0].clone());
        let end = format!("[packet-twice] at {prefix}slots[0][{}]\n", moves.len() - 1);
        place.put("broken.json", broken.to_string());
        let ended = export("broken.json", &["csv", "-o", "out"]);
        assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""));
        assert!(ended.err.ends_with(&end), "{}", ended.err);
    }
    assert_eq!(place.text("out"), "old");
    let full = export("c.json", &["csv", "-o", "/dev/full"]);
    fails(&full, "cannot write /dev/full: No space left on device");
    // What was written comes into the file all at once; the report says how much.
    let result = document(&export("c.json", &["csv", "-o", "out", "--json"]));
    assert_eq!(
        result["notes"].as_array().unwrap().last().unwrap(),
        "written    240 transmissions in 7 slots"
    );
    assert_eq!(fs::read_to_string(place.path("out")).unwrap(), export("c.json", &["csv"]).out);
}
