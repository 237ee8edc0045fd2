//! `show --node`: the moves of one node in some slots, against a replay of the whole network.

use super::{Place, document, fails};
use serde_json::Value;
use std::collections::BTreeMap;

/// A network of rings as the tests see it: radices with their strides, in the order of the links.
pub(super) struct Rings {
    rings: Vec<(u64, u64)>,
    binary: bool,
}

impl Rings {
    pub(super) fn cube(dimension: u32) -> Self {
        Self { rings: (0..dimension).map(|bit| (2, 1 << bit)).collect(), binary: true }
    }

    pub(super) fn torus(radices: &[u64]) -> Self {
        let stride = |index: usize| radices[index + 1..].iter().product();
        Self { rings: radices.iter().enumerate().map(|(i, &p)| (p, stride(i))).collect(), binary: false }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.rings.iter().map(|ring| ring.0).product()
    }

    /// Returns the node at an offset from another, dimension by dimension.
    pub(super) fn plus(&self, a: u64, b: u64) -> u64 {
        self.rings.iter().map(|&(p, stride)| (a / stride % p + b / stride % p) % p * stride).sum()
    }

    /// Node 0's neighbours, by link, each with its name.
    pub(super) fn links(&self) -> Vec<(String, u64)> {
        let mut links = Vec::new();
        for (index, &(p, stride)) in self.rings.iter().enumerate() {
            match (self.binary, p) {
                (true, _) => links.push((format!("bit {index}"), stride)),
                (false, 2) => links.push((format!("{}±", index + 1), stride)),
                _ => links.extend([
                    (format!("{}+", index + 1), stride),
                    (format!("{}-", index + 1), (p - 1) * stride),
                ]),
            }
        }
        links
    }

    fn name(&self, node: u64) -> String {
        if self.binary {
            return format!("{node:0width$b}", width = self.rings.len());
        }
        let list: Vec<String> =
            self.rings.iter().map(|(p, stride)| (node / stride % p).to_string()).collect();
        format!("({})", list.join(","))
    }
}

/// `slot, link, to, packet, from, packet` for every line of the table.
fn lines(text: &str) -> Vec<Vec<String>> {
    let table = text.lines().filter_map(|line| line.strip_prefix("│ ")?.strip_suffix('│'));
    let mut lines = Vec::new();
    for line in table.skip(1) {
        let cells = line.split("   ").map(str::trim).filter(|cell| !cell.is_empty());
        lines.push(cells.map(str::to_owned).collect());
    }
    lines
}

/// All lines of all nodes, by a replay of a schedule in slots at every node.
fn replay(rings: &Rings, schedule: &Value) -> BTreeMap<u64, Vec<Vec<String>>> {
    let links = rings.links();
    let numbers = |value: &Value| -> Vec<u64> {
        value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
    };
    let offsets = numbers(&schedule["packets"]);
    // Where the copy of every packet is that started at every node.
    let mut at: Vec<Vec<u64>> = vec![(0..rings.nodes()).collect(); offsets.len()];
    let mut all: BTreeMap<u64, Vec<Vec<String>>> = BTreeMap::new();
    for (slot, moves) in schedule["slots"].as_array().unwrap().iter().enumerate() {
        // (node, link) with the neighbour and the packet.
        let mut sent = BTreeMap::new();
        let mut received = BTreeMap::new();
        for step in moves.as_array().unwrap().iter().map(numbers) {
            let (packet, link) = (usize::try_from(step[0]).unwrap(), usize::try_from(step[1]).unwrap());
            for origin in 0..rings.nodes() {
                let here = &mut at[packet][usize::try_from(origin).unwrap()];
                let there = rings.plus(*here, links[link].1);
                let journey =
                    format!("{} → {}", rings.name(origin), rings.name(rings.plus(origin, offsets[packet])));
                assert_eq!(sent.insert((*here, link), [rings.name(there), journey.clone()]), None);
                assert_eq!(received.insert((there, link), [rings.name(*here), journey]), None);
                *here = there;
            }
        }
        for ((node, link), [to, packet]) in sent {
            let [from, other] = received.remove(&(node, link)).unwrap();
            let line = [slot.to_string(), links[link].0.clone(), to, packet, from, other];
            all.entry(node).or_default().push(line.to_vec());
        }
        assert!(received.is_empty());
    }
    all
}

/// Asserts that the moves of nodes, in one call each and slot by slot, are those of the replay.
fn agrees(place: &Place, rings: &Rings, file: &str, schedule: &Value) {
    let expected = replay(rings, schedule);
    let slots = schedule["slots"].as_array().unwrap().len();
    for node in [0, 1, rings.nodes() / 2, rings.nodes() - 1] {
        let node_word = node.to_string();
        let shown = place.run(&["show", file, "--node", &node_word]);
        assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""));
        assert_eq!(lines(&shown.out), expected[&node], "{file}, node {node}: {}", shown.out);
        let part = place.run(&["show", file, "--node", &node_word, "--slots", &format!("1..{slots}")]);
        let later: Vec<_> = expected[&node].iter().filter(|line| line[0] != "0").cloned().collect();
        assert_eq!(lines(&part.out), later);
        let last = (slots - 1).to_string();
        let one = place.run(&["show", file, "--node", &node_word, "--slots", &last]);
        let wanted: Vec<_> = expected[&node].iter().filter(|line| line[0] == last).cloned().collect();
        assert_eq!(lines(&one.out), wanted);
    }
}

fn solved(place: &Place, words: &[&str], form: &str) -> Value {
    let made = place.run(&[&["new"], words, &["-o", "t.json"]].concat());
    assert_eq!(made.code, Some(0), "{}", made.err);
    let form = ["--symmetric", "--form", form, "-o", "c.json", "--schedule", "s.json"];
    let ended = place.run(&[["solve", "t.json"].as_slice(), &form].concat());
    assert!(matches!(ended.code, Some(0 | 3)), "{}", ended.err);
    serde_json::from_str(&place.text("s.json")).unwrap()
}

#[test]
fn every_move_of_a_node_is_that_of_the_whole_network() {
    let cases: [(&[&str], Rings); 6] = [
        (&["hypercube", "4", "total-exchange"], Rings::cube(4)),
        (&["hypercube", "5", "neighbourhood-exchange", "2", "3", "--count", "2"], Rings::cube(5)),
        (&["torus", "4x3", "total-exchange"], Rings::torus(&[4, 3])),
        (&["torus", "2x5x4", "total-exchange", "--ports", "2"], Rings::torus(&[2, 5, 4])),
        // Both ways round must be used: routes of their own.
        (&["torus", "7x3", "isotropic", "1,0:5", "3,1:2"], Rings::torus(&[7, 3])),
        (&["torus", "4x4", "isotropic", "2,2:3", "1,0"], Rings::torus(&[4, 4])),
    ];
    for (words, rings) in cases {
        let place = Place::new();
        let slots = solved(&place, words, "slots");
        agrees(&place, &rings, "s.json", &slots);
        agrees(&place, &rings, "c.json", &slots);
        // The schedule of the task in intervals has the slots that the solver wrote out above.
        solved(&place, words, "intervals");
        agrees(&place, &rings, "s.json", &slots);
        agrees(&place, &rings, "c.json", &slots);
    }
}

/// Listing the packets of the task, and adding slots that no unit takes, changes no answer.
#[test]
fn listed_packets_and_idle_slots_of_pools_make_no_difference() {
    let place = Place::new();
    let rings = Rings::torus(&[4, 4]);
    let slots = solved(&place, &["torus", "4x4", "total-exchange"], "slots");
    let mut schedule = solved(&place, &["torus", "4x4", "total-exchange"], "intervals");
    schedule["packets"] = (1..16).collect();
    let intervals = schedule["intervals"].as_array_mut().unwrap();
    let end = |interval: &Value| interval[0].as_u64().unwrap() + interval[1].as_u64().unwrap();
    let last = intervals.iter_mut().max_by_key(|interval| end(interval)).unwrap();
    last[1] = (last[1].as_u64().unwrap() + 5).into();
    place.put("s.json", schedule.to_string());
    agrees(&place, &rings, "s.json", &slots);
}

#[test]
fn the_30_cube_answers_from_its_certificate() {
    let place = Place::new();
    let new = ["new", "hypercube", "30", "total-exchange", "-o", "t.json"];
    assert_eq!(place.run(&new).code, Some(0));
    assert_eq!(place.run(&["solve", "t.json", "-o", "c.json"]).code, Some(0));
    let shown = place.run(&["show", "c.json", "--node", "5", "--slots", "0..8"]);
    assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""));
    let rings = Rings::cube(30);
    let lines = lines(&shown.out);
    // Every link is critical, so none is idle.
    assert_eq!(lines.len(), 8 * 30);
    let node = |name: &str| u64::from_str_radix(name, 2).unwrap();
    for (index, line) in lines.iter().enumerate() {
        let (slot, bit) = (index / 30, index % 30);
        assert_eq!((line[0].as_str(), line[1].as_str()), (&*slot.to_string(), &*format!("bit {bit}")));
        assert_eq!(line[2], rings.name(5 ^ 1 << bit));
        let (origin, destination) = line[3].split_once(" → ").unwrap();
        // Before the first slot a packet is where it starts; in all it goes over links that it needs.
        assert!(slot > 0 || node(origin) == 5);
        assert_eq!((node(origin) ^ node(destination)) >> bit & 1, 1);
        assert_eq!(node(destination) >> bit & 1, (5 ^ 1 << bit) >> bit & 1);
        // On a cube a neighbour makes the mirrored moves at the other end of the link.
        assert_eq!(line[4], line[2]);
        assert_eq!(
            line[5],
            format!("{} → {}", rings.name(node(origin) ^ 1 << bit), rings.name(node(destination) ^ 1 << bit))
        );
    }
    let whole = place.run(&["show", "c.json", "--node", "5"]);
    fails(&whole, "the schedule has 536870912 slots, expected --slots A..B with at most 1024 of them");
    let many = place.run(&["show", "c.json", "--node", "5", "--slots", "7..2000"]);
    fails(&many, "--slots 7..2000: 1993 slots, expected at most 1024");
}

#[test]
fn faulty_questions_are_refused_with_the_reason() {
    let place = Place::new();
    solved(&place, &["torus", "4x3", "total-exchange"], "slots");
    let ask = |file: &str, words: &[&str]| place.run(&[&["show", file], words].concat());
    let questions: [(&[&str], &str); 9] = [
        (&["--node", "12"], "--node 12: node 12, expected at most 11"),
        (&["--node", "x"], "--node: \"x\", expected an integer from 0 to 2^64 - 1"),
        (&["--node", "1,3"], "--node 1,3: coordinate 3, expected 0 to 2"),
        (&["--node", "1,1,1"], "--node 1,1,1: 3 coordinates, expected 2"),
        (&["--node", "1", "--slots", "7"], "--slots 7: the schedule has 7 slots, numbered from 0"),
        (&["--node", "1", "--slots", "0..8"], "--slots 0..8: the schedule has 7 slots, numbered from 0"),
        (
            &["--node", "1", "--slots", "3..1"],
            "--slots 3..1: no slots, expected the first and, greater than it, the end",
        ),
        (
            &["--node", "1", "--slots", "2..2"],
            "--slots 2..2: no slots, expected the first and, greater than it, the end",
        ),
        (&["--node", "1", "--slots", "a..2"], "--slots: \"a\", expected an integer from 0 to 2^64 - 1"),
    ];
    for (words, message) in questions {
        fails(&ask("c.json", words), message);
    }
    assert_eq!(ask("c.json", &["--node", "1,2"]).out, ask("c.json", &["--node", "5"]).out);
    fails(
        &ask("t.json", &["--node", "1", "--slots", "0"]),
        "--slots goes with a schedule or certificate, not a task",
    );
    assert_eq!(place.run(&["solve", "task.json", "-o", "cube.json"]).code, Some(0));
    fails(
        &ask("cube.json", &["--node", "1,1"]),
        "--node 1,1: a list of coordinates, expected an index: a hypercube's nodes are identity numbers",
    );
    let result = document(&ask("c.json", &["--node", "1", "--json"]));
    assert_eq!(result["status"], "done");
    // A schedule that the checker refuses is not shown.
    for (file, prefix) in [("c.json", "schedule."), ("s.json", "")] {
        let mut broken: Value = serde_json::from_str(&place.text(file)).unwrap();
        let schedule = if prefix.is_empty() { &mut broken } else { &mut broken["schedule"] };
        let first = schedule["slots"][0][0].clone();
        schedule["slots"][0].as_array_mut().unwrap().push(first);
        let index = schedule["slots"][0].as_array().unwrap().len() - 1;
        place.put("broken.json", broken.to_string());
        let ended = ask("broken.json", &["--node", "1"]);
        assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""));
        let end = format!("[packet-twice] at {prefix}slots[0][{index}]\n");
        assert!(ended.err.ends_with(&end), "{}", ended.err);
    }
}
