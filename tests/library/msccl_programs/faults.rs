//! Programs of MSCCL that are corrupted, each in one way, and the faults that are reported.

use super::player::{Player, seems_right};
use super::written::{Block, Program, Step, block, programs, ring_allgather, step};
use super::{accepted, problem};
use isotask::grammar::schedule;
use isotask::graph::Random;
use isotask::model::Problem;
use isotask::wire::Ports;

/// A program with one more thread block on a device, or with other steps in one.
fn with(program: &Program, change: impl Fn(&mut Program)) -> Program {
    let mut changed = program.clone();
    change(&mut changed);
    changed
}

fn drop_step(block: &mut Block, step: usize) {
    block.steps.remove(step);
}

/// Returns the fault for which a program is refused.
fn fault(text: &str, problem: &Problem) -> String {
    schedule(text.as_bytes(), problem).expect_err(text).to_string()
}

#[test]
fn a_program_that_is_wrong_in_some_order_is_refused_with_its_steps() {
    let all = programs();
    let [ring, exchange, sums, direct, relay] = [0, 3, 5, 6, 7].map(|at| (&all[at].0, &all[at].1));
    let cases = [
        // The second chunk may come before the first one has gone on.
        (
            with(relay.0, |p| p.gpus[1][0].steps[2].after = None),
            relay.1,
            "chunk 0 of buffer s",
            "which comes first",
        ),
        // What is sent on may not have come.
        (
            with(relay.0, |p| p.gpus[1][1].steps[0].after = None),
            relay.1,
            "chunk 0 of buffer s",
            "which comes first",
        ),
        // The first of two parts may not have come: the wait of the nop is gone.
        (
            with(direct.0, |p| drop_step(&mut p.gpus[0][2], 1)),
            direct.1,
            "chunk 0 of buffer s",
            "which comes first",
        ),
        // A copy ends where a message does.
        (
            with(ring.0, |p| p.gpus[0].push(block(None, None, vec![step("cpy", ('i', 0), ('o', 1))]))),
            ring.1,
            "it uses chunk 1 of buffer o, as gpu 0 tb 2 step 0 does",
            "which comes first",
        ),
        (
            with(relay.0, |p| p.gpus[0][1].steps[0].from = ('o', 0)),
            relay.1,
            "chunk 0 of buffer o",
            "nothing lies",
        ),
        (
            with(ring.0, |p| p.gpus[1][0].steps[0].from = ('s', 0)),
            ring.1,
            "chunk 0 of buffer s",
            "nothing lies",
        ),
        (
            with(exchange.0, |p| drop_step(&mut p.gpus[0][0], 0)),
            exchange.1,
            "",
            "never sends what it receives",
        ),
        (
            with(exchange.0, |p| drop_step(&mut p.gpus[0][0], 1)),
            exchange.1,
            "",
            "never receives what it sends",
        ),
        (
            with(exchange.0, |p| p.gpus[0][0].channel = 1),
            exchange.1,
            "",
            "never receives what it sends on channel 1",
        ),
        // All receive before they send.
        (
            with(ring.0, |p| p.gpus.iter_mut().for_each(|blocks| blocks[0].steps.swap(0, 2))),
            ring.1,
            "it waits for ever, in a circle with",
            "gpu 1 tb 0 step 0",
        ),
        // A step that waits for one behind it.
        (
            with(ring.0, |p| p.gpus[0][0].steps[0].after = Some([0, 2])),
            ring.1,
            "it waits for ever: it waits for its own thread block",
            "",
        ),
        (with(ring.0, |p| p.gpus[2][0].steps[1].chunks = 2), ring.1, "", "cnt 2"),
        (with(sums.0, |p| p.gpus[0][0].steps[1].from.1 = 0), sums.1, "parts of different sums are added", ""),
        (with(sums.0, |p| p.gpus[0][0].steps[1].word = "rcs"), sums.1, "", "expected"),
        (
            with(direct.0, |p| p.gpus[0][2].steps[3].from.1 = 0),
            direct.1,
            "the part of device 1 is added a second time",
            "",
        ),
        (
            with(exchange.0, |p| p.gpus[0][0].steps[1].to.1 = 0),
            exchange.1,
            "chunk 0 of buffer o",
            "which comes first",
        ),
    ];
    for (program, problem, told, more) in cases {
        let fault = fault(&program.xml(), problem);
        assert!(fault.contains(told) && fault.contains(more), "{told}, {more}: {fault}");
        assert!(!seems_right(&program, &mut Random::new(1), 20_000), "{told}: {}", program.xml());
    }
}

/// Chunks go in portions of one or all: the first comes back round the ring before the second has gone.
#[test]
fn a_message_round_the_ring_orders_only_the_chunks_up_to_its_own() {
    let (ring, task) = (ring_allgather(3, 2, false), problem("ring 3 allgather", 2, Ports::All));
    let round = |first: u64| {
        with(&ring, |program| {
            program.scratch = 3;
            let on = |word: &'static str| step(word, ('s', 0), ('s', 0)).of(2);
            let fill = step("cpy", ('i', 0), ('s', 0)).of(2);
            program.gpus[0].push(Block { channel: 1, ..block(Some(1), None, vec![fill, on("s")]) });
            let back = step("r", ('i', 0), ('s', first)).of(2);
            program.gpus[0].push(Block { channel: 1, ..block(None, Some(2), vec![back]) });
            program.gpus[1].push(Block { channel: 1, ..block(Some(2), Some(0), vec![on("rcs")]) });
            program.gpus[2].push(Block { channel: 1, ..block(Some(0), Some(1), vec![on("rcs")]) });
        })
    };
    let mut random = Random::new(7);
    assert!(schedule(round(0).xml().as_bytes(), &task).is_ok());
    assert!(seems_right(&round(0), &mut random, 0));
    let fault = fault(&round(1).xml(), &task);
    assert!(fault.contains("chunk 1 of buffer s, as gpu 0 tb 2 step 1 does"), "{fault}");
    // A copy whose chunks overlap may be made chunk by chunk or at once.
    let copy = with(&ring, |program| {
        program.scratch = 4;
        let steps = vec![step("cpy", ('i', 0), ('s', 0)).of(2), step("cpy", ('s', 0), ('s', 1)).of(2)];
        program.gpus[0].push(block(None, None, steps));
    });
    assert!(self::fault(&copy.xml(), &task).contains("for different chunks of its cnt"));
}

/// Two devices that both send all before they receive.
fn eager_pair(chunks: u64, chunks_of_step: u64) -> Program {
    let both = |gpu: u64| {
        let all = || (0..chunks).step_by(usize::try_from(chunks_of_step).expect("few"));
        let mut steps: Vec<Step> =
            all().map(|at| step("s", ('i', at), ('o', 0)).of(chunks_of_step)).collect();
        let other = 1 - gpu;
        steps.push(step("cpy", ('i', 0), ('o', gpu * chunks)).of(chunks));
        steps.extend(all().map(|at| step("r", ('i', 0), ('o', other * chunks + at)).of(chunks_of_step)));
        let peer = usize::try_from(other).ok();
        vec![block(peer, peer, steps)]
    };
    Program { coll: "allgather", in_place: false, count: chunks, scratch: 0, gpus: vec![both(0), both(1)] }
}

#[test]
fn a_program_that_needs_more_room_than_channels_have_is_refused() {
    let task = |chunks: u64| problem("complete 2 allgather", chunks, Ports::All);
    assert!(accepted(&eager_pair(2, 1), &task(2)).is_some());
    let three = eager_pair(3, 1);
    let fault = fault(&three.xml(), &task(3));
    assert!(fault.contains("where a channel holds no more than 2 messages, in a circle"), "{fault}");
    assert!(schedule(three.xml().replace("Simple", "LL").as_bytes(), &task(3)).is_ok());
    let comes_to_end = |room: usize| Player::new(&three, true, room).is_right_by_chance(&mut Random::new(1));
    assert!(!comes_to_end(2) && comes_to_end(3));
    // A program that hangs only with large chunks is accepted with a remark.
    for (chunks, hangs) in [(2, false), (3, true)] {
        let program = eager_pair(chunks, chunks);
        let read = accepted(&program, &task(chunks)).expect("right where chunks are small");
        assert_eq!(read.notes.iter().any(|note| note.contains("goes wrong: it waits for ever")), hangs);
        assert_eq!(!Player::new(&program, false, 2).is_right_by_chance(&mut Random::new(1)), hangs);
    }
}

/// Replaces one text in a program by another, and expects the third in the reported fault.
fn require_faults(program: &Program, task: &Problem, cases: &[(&str, String, &str)]) {
    let text = program.xml();
    for (from, to, told) in cases {
        assert!(text.contains(from), "{from}");
        let fault = fault(&text.replacen(from, to, 1), task);
        assert!(fault.contains(told), "{to}: {fault}");
    }
}

#[test]
fn a_program_of_other_devices_buffers_or_chunks_is_refused_with_its_line() {
    let all = programs();
    let cases = [
        ("<tb id=\"1\"", "<block/><tb id=\"1\"".into(), "line 8: element block, expected tb"),
        ("coll=\"allgather\"", "coll=\"allreduce\"".into(), "a program for allreduce of 3 devices, expected"),
        ("coll=\"allgather\"", String::new(), "a program for  of 3 devices"),
        ("ngpus=\"3\"", "ngpus=\"4\"".into(), "of 4 devices, expected all-gather of 3 devices"),
        ("ngpus=\"3\"", String::new(), "line 1: ngpus missing, expected a number"),
        (
            "nchunksperloop=\"3\"",
            "nchunksperloop=\"6\"".into(),
            "line 1: nchunksperloop 6, expected 3 for the count 1 of the task",
        ),
        ("inplace=\"0\"", "inplace=\"2\"".into(), "line 1: inplace 2, expected 0 or 1"),
        (
            "i_chunks=\"1\"",
            "i_chunks=\"2\"".into(),
            "line 2: i_chunks 2, expected 1 for the count 1 of the task",
        ),
        (
            "o_chunks=\"3\"",
            "o_chunks=\"2\"".into(),
            "line 2: o_chunks 2, expected 3 for the count 1 of the task",
        ),
        ("s_chunks=\"1\"", "s_chunks=\"-1\"".into(), "line 2: s_chunks -1, expected a number"),
        ("s_chunks=\"1\"", "s_chunks=\"99999999999\"".into(), "cells of all devices, expected at most"),
        (
            "<gpu id=\"1\"",
            "<gpu id=\"0\" i_chunks=\"0\" o_chunks=\"0\" s_chunks=\"0\"/><gpu id=\"1\"".into(),
            "line 12: gpu 0 a second time, expected each once",
        ),
        ("<gpu id=\"0\"", "<gpu id=\"3\"".into(), "line 2: gpu 3, expected one below 3"),
        ("<gpu id=\"2\" i_chunks=\"1\" o_chunks=\"3\" s_chunks=\"1\">", "<!--".into(), "line"),
    ];
    require_faults(&all[0].0, &all[0].1, &cases);
}

#[test]
fn thread_blocks_and_steps_that_no_runtime_carries_out_are_refused_with_their_line() {
    let all = programs();
    let second = "<tb id=\"1\" send=\"-1\" recv=\"-1\" chan=\"0\">";
    let copy =
        "type=\"cpy\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\" depid=\"-1\" deps=\"-1\"";
    let waits = |waits: &str| copy.replace("depid=\"-1\" deps=\"-1\"", waits);
    let cases = [
        (
            second,
            second.replace("id=\"1\"", "id=\"0\""),
            "line 2: gpu 0 has tb 0 twice, expected ids 0, 1, 2",
        ),
        (second, second.replace("id=\"1\"", "id=\"2\""), "line 2: gpu 0 has tb 2 and no tb 1, expected ids"),
        (
            second,
            second.replace("send=\"-1\"", "send=\"0\""),
            "line 8: send 0, expected another gpu below 3, or -1",
        ),
        (
            second,
            second.replace("recv=\"-1\"", "recv=\"3\""),
            "line 8: recv 3, expected another gpu below 3, or -1",
        ),
        (
            second,
            second.replace("send=\"-1\"", "send=\"1\""),
            "gpu 0 tb 1: it sends to gpu 1 on channel 0 as tb 0 does, expected one thread block at most",
        ),
        (
            second,
            second.replace("recv=\"-1\"", "recv=\"2\""),
            "gpu 0 tb 1: it receives from gpu 2 on channel 0 as tb 0",
        ),
        (
            "send=\"1\" recv=\"2\" chan=\"0\"",
            "send=\"1\" recv=\"2\" chan=\"-1\"".into(),
            "line 3: chan -1, expected",
        ),
        (
            "send=\"1\" recv=\"2\" chan",
            "send=\"-1\" recv=\"2\" chan".into(),
            "line 4: type s in a thread block without send",
        ),
        (
            "send=\"1\" recv=\"2\" chan",
            "send=\"1\" recv=\"-1\" chan".into(),
            "line 5: type rcs in a thread block without recv",
        ),
        (
            "s=\"1\" type",
            "s=\"0\" type".into(),
            "line 5: step 0, expected 1: the runtime counts steps from 0",
        ),
        ("s=\"1\" type", "s=\"2\" type".into(), "line 5: step 2, expected 1"),
        (copy, copy.replace("cpy", "copy"), "line 9: type copy, expected s, r, rcs"),
        (copy, copy.replace("srcbuf=\"i\"", "srcbuf=\"q\""), "line 9: srcbuf q, expected i, o or s"),
        (
            copy,
            copy.replace("dstoff=\"0\"", "dstoff=\"3\""),
            "line 9: dstoff 3 with cnt 1, expected an end within the 3 chunks of buffer o of gpu 0",
        ),
        (copy, copy.replace("cnt=\"1\"", "cnt=\"0\""), "line 9: cnt 0, expected 1 to"),
        (
            copy,
            copy.replace("cnt=\"1\"", "cnt=\"18446744073709551615\""),
            "line 9: cnt 18446744073709551615, expected 1 to",
        ),
        (
            copy,
            waits("depid=\"2\" deps=\"0\""),
            "gpu 0 tb 1 step 0: depid 2, expected a thread block of gpu 0",
        ),
        (
            copy,
            waits("depid=\"0\" deps=\"3\""),
            "gpu 0 tb 1 step 0: deps 3, expected a step of tb 0, which has 3",
        ),
        (
            copy,
            waits("depid=\"0\" deps=\"2\""),
            "it waits for step 2 of tb 0, which does not tell that it is done",
        ),
    ];
    require_faults(&all[0].0, &all[0].1, &cases);
}

#[test]
fn truncated_and_oversized_files_and_other_xml_are_refused() {
    let all = programs();
    let (text, task) = (all[0].0.xml(), &all[0].1);
    assert!(fault(&format!("<x>{text}</x>"), task).contains("line 1: element x, expected algo"));
    let missing = text.rfind("<gpu").expect("three of them");
    let end = format!("{}</algo>", &text[..missing]);
    assert!(fault(&end, task).contains("line 1: no gpu 2, expected each of ngpus"));
    assert!(fault(&text[..missing], task).contains("the text ends inside an element"));
    let lost = with(&all[6].0, |program| program.gpus[0][2].steps[2].after = None);
    assert!(fault(&lost.xml(), &all[6].1).contains("the runtime loses the wait of a nop"));
    let many = format!("<algo {}>", "a=\"0\" ".repeat(100));
    assert!(fault(&many, task).contains("more than 64 attributes"));
    let entity = format!("<!DOCTYPE algo [<!ENTITY a \"b\">]>{text}");
    assert!(fault(&entity, task).contains("DTD"));
}
