//! `isotask export --to msccl-json` and `--to msccl-xml`, executed on symbols by interpreters of our own, and
//! by the tools of MSCCL where `MSCCL_TOOLS` names a checkout.

use super::{exported, python, slots};
use crate::{Place, fails};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Tasks, with their names in MSCCL, their nodes and their chunks.
const TASKS: [(&str, &str, u64, u64); 9] = [
    ("hypercube 3 total-exchange", "alltoall", 8, 1),
    ("torus 4x4 total-exchange", "alltoall", 16, 1),
    ("ring 5 total-exchange --count 2", "alltoall", 5, 2),
    ("star 3 total-exchange --ports one", "alltoall", 6, 1),
    ("torus 3x3 allgather", "allgather", 9, 1),
    ("hypercube 3 allgather --count 3", "allgather", 8, 3),
    ("circulant 7 1,2 allgather --ports one", "allgather", 7, 1),
    ("hypercube 3 reduce-scatter", "reducescatter", 8, 1),
    ("torus 4x3 reduce-scatter --count 2", "reducescatter", 12, 2),
];

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(number).collect()
}

/// Whether an algorithm does what its collective says, step by step, within its links and switches.
fn implements(algorithm: &Value) -> Result<(), String> {
    let chunks = algorithm["collective"]["chunks"].as_array().unwrap();
    let nodes = number(&algorithm["collective"]["nodes"]);
    let links: Vec<Vec<u64>> =
        algorithm["topology"]["links"].as_array().unwrap().iter().map(numbers).collect();
    let index = |number: u64| usize::try_from(number).unwrap();
    let mut held: BTreeSet<(u64, usize)> = BTreeSet::new();
    for (chunk, is) in chunks.iter().enumerate() {
        held.extend(numbers(&is["pre"]).into_iter().map(|node| (node, chunk)));
    }
    for (place, step) in algorithm["steps"].as_array().unwrap().iter().enumerate() {
        let sends: Vec<Vec<u64>> = step["sends"].as_array().unwrap().iter().map(numbers).collect();
        let (mut next, mut used) = (held.clone(), BTreeMap::new());
        for send in &sends {
            let (address, from, to) = (send[0], send[1], send[2]);
            *used.entry((from, to)).or_insert(0) += 1;
            for (chunk, is) in chunks.iter().enumerate() {
                if number(&is["addr"]) == address && held.contains(&(from, chunk)) {
                    next.insert((to, chunk));
                }
            }
        }
        for (&(from, to), &count) in &used {
            if count > links[index(to)][index(from)] {
                return Err(format!("step {place}: {from} to {to}"));
            }
        }
        for switch in algorithm["topology"]["switches"].as_array().unwrap() {
            let (from, to, most) = (numbers(&switch[0]), numbers(&switch[1]), number(&switch[2]));
            let through = used.iter().filter(|((a, b), _)| from.contains(a) && to.contains(b));
            if through.map(|(_, count)| count).sum::<u64>() > most {
                return Err(format!("step {place}: {}", switch[3]));
            }
        }
        held = next;
    }
    for (chunk, is) in chunks.iter().enumerate() {
        for node in numbers(&is["post"]) {
            assert!(node < nodes);
            if !held.contains(&(node, chunk)) {
                return Err(format!("chunk {chunk} is not at {node}"));
            }
        }
    }
    Ok(())
}

#[test]
fn the_algorithm_implements_its_collective() {
    let place = Place::new();
    for (words, word, nodes, count) in TASKS {
        let algorithm: Value = serde_json::from_str(&exported(&place, words, "msccl-json")).unwrap();
        assert_eq!(implements(&algorithm), Ok(()), "{words}");
        assert_eq!(algorithm["collective"]["runtime_name"], word);
        assert_eq!(number(&algorithm["instance"]["chunks"]), count);
        assert_eq!(number(&algorithm["instance"]["steps"]), slots(&place));
        assert_eq!(algorithm["steps"].as_array().unwrap().len().try_into(), Ok(slots(&place)));
        let all = if word == "allgather" { nodes } else { nodes * nodes } * count;
        let chunks = algorithm["collective"]["chunks"].as_array().unwrap();
        assert_eq!(chunks.len().try_into(), Ok(all), "{words}");
        // The controls: a send that is missing, and one too many for a link.
        let mut spoiled = algorithm.clone();
        let last = spoiled["steps"].as_array_mut().unwrap().last_mut().unwrap();
        last["sends"].as_array_mut().unwrap().pop();
        assert!(implements(&spoiled).is_err(), "{words}");
        let mut spoiled = algorithm;
        let sends = spoiled["steps"][0]["sends"].as_array_mut().unwrap();
        sends.push(sends[0].clone());
        assert!(implements(&spoiled).is_err(), "{words}");
    }
}

/// A step by its attributes.
type Attributes = BTreeMap<String, String>;

#[derive(Debug)]
struct Block {
    gpu: usize,
    id: usize,
    attributes: Attributes,
    steps: Vec<Attributes>,
}

fn attributes(tag: &str) -> Attributes {
    let mut found = BTreeMap::new();
    let mut rest = tag;
    while let Some((before, after)) = rest.split_once("=\"") {
        let (value, next) = after.split_once('"').unwrap();
        found.insert(before.rsplit(' ').next().unwrap().to_owned(), value.to_owned());
        rest = next;
    }
    found
}

fn of<T: std::str::FromStr>(attributes: &Attributes, key: &str) -> T {
    attributes[key].parse().unwrap_or_else(|_| unreachable!("{key} of {attributes:?}"))
}

/// The contents of a place: the origins of all summands, each with its place in their inputs.
type Symbols = BTreeSet<(usize, u64)>;

/// Thread blocks on symbols.
struct Runtime {
    algorithm: Attributes,
    blocks: Vec<Block>,
    buffers: BTreeMap<(usize, String, u64), Symbols>,
    /// The messages on the way from a node to another.
    channels: BTreeMap<(usize, usize), VecDeque<Symbols>>,
    /// The step that each block is at.
    at: Vec<usize>,
}

impl Runtime {
    fn new(text: &str) -> Self {
        let (mut algorithm, mut blocks, mut gpu) = (BTreeMap::new(), Vec::<Block>::new(), 0);
        let mut buffers = BTreeMap::new();
        for line in text.lines().map(str::trim) {
            let found = attributes(line);
            match line.split([' ', '>']).next().unwrap() {
                "<algo" => algorithm = found,
                "<gpu" => {
                    gpu = of(&found, "id");
                    for offset in 0..of(&found, "i_chunks") {
                        buffers.insert((gpu, "i".to_owned(), offset), BTreeSet::from([(gpu, offset)]));
                    }
                }
                "<tb" => {
                    blocks.push(Block { gpu, id: of(&found, "id"), attributes: found, steps: Vec::new() });
                }
                "<step" => {
                    let steps = &mut blocks.last_mut().unwrap().steps;
                    assert_eq!(of::<usize>(&found, "s"), steps.len());
                    steps.push(found);
                }
                "<!--" | "</tb" | "</gpu" | "</algo" => {}
                other => unreachable!("{other}"),
            }
        }
        let at = vec![0; blocks.len()];
        Self { algorithm, blocks, buffers, channels: BTreeMap::new(), at }
    }

    /// Does the next step of a block, if it can: a channel holds one message.
    fn step(&mut self, block: usize) -> bool {
        let here = &self.blocks[block];
        let Some(step) = here.steps.get(self.at[block]) else { return false };
        let (gpu, awaited) = (here.gpu, of::<i64>(step, "depid"));
        if awaited >= 0 {
            let other = |other: &Block| other.gpu == gpu && i64::try_from(other.id) == Ok(awaited);
            let other = self.blocks.iter().position(other).unwrap();
            let wanted: usize = of(step, "deps");
            assert_eq!(self.blocks[other].steps[wanted]["hasdep"], "1");
            if self.at[other] <= wanted {
                return false;
            }
        }
        let place = |buffer: &str, offset: &str| (gpu, step[buffer].clone(), of::<u64>(step, offset));
        let (from, to) = (place("srcbuf", "srcoff"), place("dstbuf", "dstoff"));
        let peer = |key| -> usize { of(&here.attributes, key) };
        match step["type"].as_str() {
            "s" => {
                let channel = self.channels.entry((gpu, peer("send"))).or_default();
                if !channel.is_empty() {
                    return false;
                }
                channel.push_back(self.buffers[&from].clone());
            }
            "r" | "rrc" => {
                let channel = self.channels.entry((peer("recv"), gpu)).or_default();
                let Some(mut come) = channel.pop_front() else { return false };
                if step["type"] == "rrc" {
                    let own = &self.buffers[&from];
                    assert!(come.is_disjoint(own), "a part is added twice");
                    come.extend(own);
                }
                self.buffers.insert(to, come);
            }
            "cpy" => {
                let copied = self.buffers[&from].clone();
                self.buffers.insert(to, copied);
            }
            other => unreachable!("{other}"),
        }
        self.at[block] += 1;
        true
    }

    /// Runs until nothing moves, the blocks in an order; whether all are at their end.
    fn run(&mut self, order: impl Fn(usize) -> usize) -> bool {
        loop {
            let mut moved = false;
            for turn in 0..self.blocks.len() {
                moved |= self.step(order(turn));
            }
            if !moved {
                return (0..self.blocks.len()).all(|block| self.at[block] == self.blocks[block].steps.len());
            }
        }
    }

    /// Whether the outputs are those of the collective.
    fn is_right(&self, word: &str, nodes: u64, count: u64) -> bool {
        let size = usize::try_from(nodes).unwrap();
        (0..size).zip(0..).all(|(node, index)| {
            let own = |offset: u64| self.buffers.get(&(node, "o".to_owned(), offset));
            let blocks = if word == "reducescatter" { 1 } else { nodes };
            (0..blocks * count).all(|offset| {
                let (start, chunk) = (usize::try_from(offset / count).unwrap(), offset % count);
                let expected: Symbols = match word {
                    "alltoall" => BTreeSet::from([(start, index * count + chunk)]),
                    "allgather" => BTreeSet::from([(start, chunk)]),
                    _ => (0..size).map(|other| (other, index * count + chunk)).collect(),
                };
                own(offset) == Some(&expected)
            })
        })
    }
}

#[test]
fn the_program_computes_its_collective_in_any_order() {
    let place = Place::new();
    for (words, word, nodes, count) in TASKS {
        let text = exported(&place, words, "msccl-xml");
        assert!(text.is_ascii() && !text.contains("<!DOCTYPE") && !text.contains('\t'), "{words}");
        let blocks = Runtime::new(&text).blocks.len();
        let orders: [&dyn Fn(usize) -> usize; 3] =
            [&|turn| turn, &|turn| blocks - 1 - turn, &|turn| (turn + blocks / 2) % blocks];
        for order in orders {
            let mut runtime = Runtime::new(&text);
            assert_eq!((&*runtime.algorithm["coll"], of::<u64>(&runtime.algorithm, "ngpus")), (word, nodes));
            assert!(runtime.run(order), "{words}: a block waits for ever");
            assert!(runtime.is_right(word, nodes, count), "{words}");
            // The input of the user stays as it is.
            let is_same = |((gpu, buffer, offset), symbols): (&(usize, String, u64), &Symbols)| {
                buffer != "i" || *symbols == BTreeSet::from([(*gpu, *offset)])
            };
            assert!(runtime.buffers.iter().all(is_same), "{words}");
        }
    }
}

/// The controls: a corrupted program computes something else, or stops.
#[test]
fn a_corrupted_program_does_not_compute_the_collective() {
    let place = Place::new();
    let text = exported(&place, "torus 4x4 total-exchange", "msccl-xml");
    let fails = |spoiled: &str| {
        assert_ne!(spoiled, text);
        let mut runtime = Runtime::new(spoiled);
        !runtime.run(|turn| turn) || !runtime.is_right("alltoall", 16, 1)
    };
    assert!(!fails(&text.replacen("by Isotask", "by nobody", 1)));
    assert!(fails(&text.replacen("srcbuf=\"i\" srcoff=\"1\"", "srcbuf=\"i\" srcoff=\"2\"", 1)));
    assert!(fails(&text.replacen("dstbuf=\"o\" dstoff=\"3\"", "dstbuf=\"o\" dstoff=\"4\"", 1)));
    // Without the last step of a block the receiver of its message waits for ever.
    let last = text.rfind("type=\"s\"").unwrap();
    let (start, end) = (text[..last].rfind('\n').unwrap(), last + text[last..].find('\n').unwrap());
    assert!(fails(&format!("{}{}", &text[..start], &text[end..])));
}

#[test]
fn a_program_is_read_back_as_correct_and_refused_without_a_wait() {
    let place = Place::new();
    for (words, ..) in TASKS {
        place.put("p.xml", exported(&place, words, "msccl-xml"));
        let (task, options) = words.split_once(" --").unwrap_or((words, ""));
        let option = format!("--{options}");
        let options = option.split(' ').filter(|word| *word != "--");
        let check: Vec<&str> = ["check", "p.xml", "--task", task].into_iter().chain(options).collect();
        let ended = place.run(&check);
        assert_eq!((ended.code, &*ended.err), (Some(0), ""), "{words}: {}", ended.out);
        assert!(ended.out.starts_with("p.xml: valid schedule, no claim\n"), "{}", ended.out);
        assert!(ended.out.contains("the program has no slots: each chunk got the earliest"), "{}", ended.out);
    }
    let text = exported(&place, "torus 4x4 total-exchange", "msccl-xml");
    // Before the first wait of the file its thread block only sends, and nothing else orders the step.
    let waits = text.lines().find(|line| line.contains("<step") && !line.contains("depid=\"-1\"")).unwrap();
    let (begin, end) = (waits.find("depid").unwrap(), waits.find("hasdep").unwrap());
    let without = format!("{}depid=\"-1\" deps=\"-1\" {}", &waits[..begin], &waits[end..]);
    place.put("p.xml", text.replacen(waits, &without, 1));
    let ended = place.run(&["check", "p.xml", "--task", "torus 4x4 total-exchange"]);
    assert_eq!(ended.code, Some(1), "{}", ended.err);
    assert!(ended.out.starts_with("p.xml: refused: it uses chunk "), "{}", ended.out);
    assert!(
        ended.out.contains("one of them writes, and no wait says which comes first [wrong-schedule] at gpu "),
        "{}",
        ended.out
    );
    place.put("p.xml", text.replacen("nchunksperloop=\"16\"", "nchunksperloop=\"15\"", 1));
    let ended = place.run(&["check", "p.xml", "--task", "torus 4x4 total-exchange"]);
    assert_eq!(ended.code, Some(2), "{}", ended.out);
    assert!(ended.err.contains("nchunksperloop 15, expected 16 for the count 1"), "{}", ended.err);
}

#[test]
fn tasks_that_are_no_collective_of_msccl_are_refused() {
    let place = Place::new();
    assert_eq!(place.run(&["solve", "hypercube", "3", "scatter", "-o", "s.json"]).code, Some(0));
    for format in ["msccl-json", "msccl-xml"] {
        fails(
            &place.run(&["export", "s.json", "--to", format]),
            "s.json: no collective of the format, expected total-exchange (alltoall), multinode-broadcast (allgather) or \
             multinode-accumulation (reduce-scatter)",
        );
    }
    exported(&place, "ring 64 total-exchange", "msccl-json");
    let long = place.run(&["export", "c.json", "--to", "msccl-xml"]);
    assert_eq!(long.code, Some(2), "{long:?}");
    assert!(long.err.contains("steps of a thread block, expected at most 256"), "{}", long.err);
}

#[test]
#[ignore = "needs the tools of MSCCL, their checkout in MSCCL_TOOLS"]
fn the_tools_of_msccl_find_that_it_implements_their_collective() {
    let Ok(folder) = std::env::var("MSCCL_TOOLS") else {
        unreachable!("MSCCL_TOOLS names a checkout of msccl-tools")
    };
    let place = Place::new();
    for (words, word, nodes, count) in TASKS {
        let text = exported(&place, words, "msccl-json");
        place.put("a.json", &text);
        let word = if word == "reducescatter" { "reduce_scatter" } else { word };
        let (nodes, count) = (nodes.to_string(), count.to_string());
        let checked = |file| python(&place, "msccl.py", &[&folder, file, &nodes, word, &count]);
        let said = format!("implements {}", slots(&place));
        assert!(checked("a.json").out.contains(&said), "{words}: {:?}", checked("a.json"));
        let mut spoiled: Value = serde_json::from_str(&text).unwrap();
        spoiled["steps"].as_array_mut().unwrap().last_mut().unwrap()["sends"].as_array_mut().unwrap().pop();
        place.put("spoiled.json", spoiled.to_string());
        assert!(checked("spoiled.json").out.contains("DIFFERENT"), "{words}");
    }
}
