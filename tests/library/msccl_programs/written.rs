//! Programs of MSCCL, put together by hand and written as XML.

use super::problem;
use isotask::model::Problem;
use isotask::wire::Ports;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A step: its word, where it reads and writes, its chunks, and the step that it waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) word: &'static str,
    pub(super) from: (char, u64),
    pub(super) to: (char, u64),
    pub(super) chunks: u64,
    pub(super) after: Option<[usize; 2]>,
}

/// A thread block: whom it sends to, whom it receives from, its channel and its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) send: Option<usize>,
    pub(super) recv: Option<usize>,
    pub(super) channel: u64,
    pub(super) steps: Vec<Step>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) coll: &'static str,
    pub(super) in_place: bool,
    pub(super) count: u64,
    pub(super) scratch: u64,
    pub(super) gpus: Vec<Vec<Block>>,
}

pub(super) fn step(word: &'static str, from: (char, u64), to: (char, u64)) -> Step {
    Step { word, from, to, chunks: 1, after: None }
}

impl Step {
    pub(super) fn after(self, block: usize, step: usize) -> Self {
        Self { after: Some([block, step]), ..self }
    }

    pub(super) fn of(self, chunks: u64) -> Self {
        Self { chunks, ..self }
    }

    pub(super) fn has(&self, words: &[&str]) -> bool {
        words.contains(&self.word)
    }

    pub(super) fn receives(&self) -> bool {
        self.has(&["r", "rcs", "rrs", "rrc", "rrcs"])
    }

    pub(super) fn sends(&self) -> bool {
        self.has(&["s", "rcs", "rrs", "rrcs"])
    }
}

pub(super) fn block(send: Option<usize>, recv: Option<usize>, steps: Vec<Step>) -> Block {
    Block { send, recv, channel: 0, steps }
}

impl Program {
    pub(super) fn devices(&self) -> u64 {
        u64::try_from(self.gpus.len()).expect("few")
    }

    pub(super) fn sizes(&self) -> [u64; 2] {
        let all = self.count * self.devices();
        match self.coll {
            "allgather" => [self.count, all],
            "reduce_scatter" => [all, self.count],
            "alltoall" => [all, all],
            _ => [self.count, self.count],
        }
    }

    pub(super) fn xml(&self) -> String {
        let [input, output] = self.sizes();
        let mut text = format!(
            "<algo name=\"test\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"{}\" ngpus=\"{}\" coll=\"{}\" \
             inplace=\"{}\">\n",
            input.max(output),
            self.gpus.len(),
            self.coll,
            u8::from(self.in_place)
        );
        let peer = |peer: Option<usize>| peer.map_or_else(|| "-1".to_owned(), |peer| peer.to_string());
        for (id, blocks) in self.gpus.iter().enumerate() {
            let awaited: BTreeSet<[usize; 2]> =
                blocks.iter().flat_map(|block| block.steps.iter().filter_map(|step| step.after)).collect();
            let scratch = self.scratch;
            writeln!(
                text,
                "<gpu id=\"{id}\" i_chunks=\"{input}\" o_chunks=\"{output}\" s_chunks=\"{scratch}\">"
            )
            .expect("a string");
            for (id, block) in blocks.iter().enumerate() {
                let (send, recv) = (peer(block.send), peer(block.recv));
                writeln!(text, "<tb id=\"{id}\" send=\"{send}\" recv=\"{recv}\" chan=\"{}\">", block.channel)
                    .expect("a string");
                for (s, step) in block.steps.iter().enumerate() {
                    let [depid, deps] = step
                        .after
                        .map_or(["-1".to_owned(), "-1".to_owned()], |after| after.map(|n| n.to_string()));
                    let hasdep = u8::from(awaited.contains(&[id, s]));
                    let Step { word, from, to, chunks, .. } = step;
                    writeln!(
                        text,
                        "<step s=\"{s}\" type=\"{word}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" dstoff=\"{}\" \
                         cnt=\"{chunks}\" depid=\"{depid}\" deps=\"{deps}\" hasdep=\"{hasdep}\"/>",
                        from.0, from.1, to.0, to.1
                    )
                    .expect("a string");
                }
                text.push_str("</tb>\n");
            }
            text.push_str("</gpu>\n");
        }
        text + "</algo>\n"
    }
}

/// Blocks of all devices of a ring go round, received and sent on at once.
pub(super) fn ring_allgather(devices: usize, count: u64, in_place: bool) -> Program {
    let wide = |device: usize| u64::try_from(device).expect("few");
    let gpus = (0..devices)
        .map(|gpu| {
            let at = |back: usize| ('o', wide((gpu + devices - back) % devices) * count);
            let mut steps = vec![step("s", ('i', 0), ('o', 0)).of(count)];
            for back in 1..devices {
                let word = if back + 1 < devices { "rcs" } else { "r" };
                steps.push(step(word, ('i', 0), at(back)).of(count));
            }
            let ring = block(Some((gpu + 1) % devices), Some((gpu + devices - 1) % devices), steps);
            let keep = block(None, None, vec![step("cpy", ('i', 0), at(0)).of(count)]);
            if in_place { vec![ring] } else { vec![ring, keep] }
        })
        .collect();
    Program { coll: "allgather", in_place, count, scratch: 1, gpus }
}

/// Every device sends to every other one, in a thread block for each.
pub(super) fn direct_exchange(devices: usize) -> Program {
    let wide = |device: usize| u64::try_from(device).expect("few");
    let gpus = (0..devices)
        .map(|gpu| {
            let others = (0..devices).filter(|&other| other != gpu);
            let mut blocks: Vec<Block> = others
                .map(|other| {
                    let cell = wide(other);
                    let steps = vec![step("s", ('i', cell), ('o', 0)), step("r", ('i', 0), ('o', cell))];
                    block(Some(other), Some(other), steps)
                })
                .collect();
            blocks.push(block(None, None, vec![step("cpy", ('i', wide(gpu)), ('o', wide(gpu)))]));
            blocks
        })
        .collect();
    Program { coll: "alltoall", in_place: false, count: 1, scratch: 1, gpus }
}

/// Sums go once round a ring of three.
pub(super) fn ring_reduce_scatter() -> Program {
    let gpus = (0..3_u64)
        .map(|gpu| {
            let at = |back: u64| ('i', (gpu + 3 - back) % 3);
            let steps =
                vec![step("s", at(1), ('o', 0)), step("rrs", at(2), ('o', 0)), step("rrc", at(0), ('o', 0))];
            let peer = |ahead: u64| usize::try_from((gpu + ahead) % 3).expect("few");
            vec![block(Some(peer(1)), Some(peer(2)), steps)]
        })
        .collect();
    Program { coll: "reduce_scatter", in_place: false, count: 1, scratch: 1, gpus }
}

/// Parts come side by side and are added in the device.
pub(super) fn direct_reduce_scatter() -> Program {
    let gpus = (0..3_u64)
        .map(|gpu| {
            let peer = |ahead: u64| usize::try_from((gpu + ahead) % 3).expect("few");
            let cell = |ahead: u64| ('i', (gpu + ahead) % 3);
            let mut blocks: Vec<Block> = [1, 2]
                .into_iter()
                .map(|ahead| {
                    let steps = vec![step("s", cell(ahead), ('o', 0)), step("r", ('i', 0), ('s', ahead - 1))];
                    block(Some(peer(ahead)), Some(peer(ahead)), steps)
                })
                .collect();
            blocks.push(block(
                None,
                None,
                vec![
                    step("cpy", ('i', gpu), ('o', 0)),
                    step("nop", ('i', 0), ('o', 0)).after(0, 1),
                    step("re", ('s', 0), ('o', 0)).after(1, 1),
                    step("re", ('s', 1), ('o', 0)),
                ],
            ));
            blocks
        })
        .collect();
    Program { coll: "reduce_scatter", in_place: false, count: 1, scratch: 2, gpus }
}

/// Two chunks from device 0 over device 1 to device 2, through one chunk of scratch.
pub(super) fn relayed_broadcast() -> Program {
    let gpus = vec![
        vec![
            block(Some(1), None, vec![step("s", ('i', 0), ('o', 0)), step("s", ('i', 1), ('o', 0))]),
            block(None, None, vec![step("cpy", ('i', 0), ('o', 0)).of(2)]),
        ],
        vec![
            block(
                None,
                Some(0),
                vec![
                    step("r", ('i', 0), ('s', 0)),
                    step("cpy", ('s', 0), ('o', 0)),
                    step("r", ('i', 0), ('s', 0)).after(1, 0),
                    step("cpy", ('s', 0), ('o', 1)),
                ],
            ),
            block(
                Some(2),
                None,
                vec![step("s", ('s', 0), ('o', 0)).after(0, 0), step("s", ('s', 0), ('o', 0)).after(0, 2)],
            ),
        ],
        vec![block(None, Some(1), vec![step("r", ('i', 0), ('o', 0)), step("r", ('i', 0), ('o', 1))])],
    ];
    Program { coll: "broadcast", in_place: false, count: 2, scratch: 1, gpus }
}

/// The programs with their tasks, and the slots that they take.
pub(super) fn programs() -> Vec<(Program, Problem, usize)> {
    let task = |words: &str, count: u64| problem(words, count, Ports::All);
    vec![
        (ring_allgather(3, 1, false), task("ring 3 allgather", 1), 2),
        (ring_allgather(4, 1, true), task("ring 4 allgather", 1), 3),
        // Two chunks on a link, one after the other: the second follows the first round.
        (ring_allgather(3, 2, false), task("ring 3 allgather", 2), 4),
        (direct_exchange(3), task("complete 3 all-to-all", 1), 1),
        // The thread blocks take their ports in their order, in which device 2 finds none in the first slot.
        (direct_exchange(3), problem("complete 3 all-to-all", 1, Ports::One), 3),
        (ring_reduce_scatter(), task("ring 3 reduce-scatter", 1), 2),
        (direct_reduce_scatter(), task("complete 3 reduce-scatter", 1), 1),
        (relayed_broadcast(), task("ring 3 broadcast 0", 2), 3),
    ]
}
