//! Behaviour under limits of the system: threads, memory.

use super::{Place, fails};

/// The least memory, in kB and to 2 MB, in which the program starts at all; how large it is depends on the build.
fn least_memory(place: &Place) -> u64 {
    // Just below it Rust's own beginning may panic, before any of the program runs.
    let starts =
        |memory: &u64| place.shell(&format!("ulimit -v {memory}; $I --version 2>&1")).code == Some(0);
    (10_000..=200_000).step_by(2_000).find(starts).expect("it starts")
}

#[test]
fn without_threads_one_is_enough() {
    let place = Place::new();
    // A limit of processes does not bind root, one of memory does: a stack for a thread takes more than is left.
    for limit in ["ulimit -u 0".to_owned(), format!("ulimit -v {}", least_memory(&place) + 4_000)] {
        let ended = place.shell(&format!("{limit}; $I solve ring 5 total-exchange -q"));
        assert_eq!(ended.code, Some(0), "{limit}: {}", ended.err);
        assert!(ended.out.contains("optimal: no schedule is shorter"), "{limit}: {}", ended.out);
    }
}

#[test]
fn memory_that_cannot_be_had_is_refused_beforehand() {
    let place = Place::new();
    for words in ["hypercube 10 scatter 0 --count 50", "hypercube 10 gather 0 --count 50"] {
        assert_eq!(place.shell(&format!("$I new {words} -o t.json")).code, Some(0));
        fails(
            &place.shell("ulimit -v 50000; $I solve t.json"),
            "a schedule of 256000 moves or more needs about 30 MB of memory, which the system does not grant; \
             expected more of it, or a higher ulimit -v",
        );
    }
    assert_eq!(place.shell("ulimit -v 50000; $I solve hypercube 6 scatter 0 -q").code, Some(0));
}

#[cfg(feature = "claims")]
#[test]
fn claims_are_not_judged_without_memory() {
    let place = Place::new();
    let ended = place.shell(&format!("ulimit -v {}; $I claims P1.Cor1", least_memory(&place) + 4_000));
    assert_eq!(ended.code, Some(2), "{}", ended.err);
    assert!(ended.err.contains("judging claims needs about 32 MB of memory"), "{}", ended.err);
}

#[test]
fn help_that_cannot_be_written_is_a_failure() {
    let place = Place::new();
    for words in ["--help", "--version", "solve --help", "help solve"] {
        let ended = place.shell(&format!("$I {words} >/dev/full"));
        fails(&ended, "cannot write standard output: No space left on device");
        assert_eq!(place.shell(&format!("$I {words} | true")).code, Some(0));
    }
}

/// If memory ends in the midst of work, the exit code is that of too little memory, with a message.
#[test]
fn running_out_of_memory_in_the_midst_of_work_is_no_crash() {
    let place = Place::new();
    let mesh = format!(r#"{{"kind":"mesh","radices":{:?}}}"#, [2; 20]);
    place.put(
        "mesh.json",
        format!(
            r#"{{"format":"isotask.task/1","network":{mesh},"task":{{"kind":"demands","packets":[{{"from":0,"to":1}}]}},
              "ports":"all","objective":"completion-time"}}"#
        ),
    );
    for (memory, words) in
        [(60_000, "$I bound mesh.json"), (100_000, "$I solve mesh.json"), (90_000, "$I claims --judge -q")]
    {
        let ended = place.shell(&format!("unset RUST_BACKTRACE; ulimit -v {memory}; {words}"));
        assert_eq!(ended.code, Some(2), "{memory} kB, {words}: {}", ended.err);
        // Rust says so, or the program beforehand, or C++.
        let says = ["memory", "bad_alloc"].iter().any(|word| ended.err.contains(word));
        assert!(says, "{memory} kB, {words}: {}", ended.err);
    }
}

/// From the least memory on: an answer, or that there is too little, but no abort.
#[test]
fn no_command_aborts_for_lack_of_memory() {
    let place = Place::new();
    assert_eq!(place.run(&["solve", "task.json", "-q", "-o", "c.json"]).code, Some(0));
    let least = least_memory(&place);
    for memory in (least..least + 40_000).step_by(4_000) {
        for words in [
            "solve ring 6 total-exchange -q",
            "solve ring 6 total-exchange --method ilp -q",
            "solve ring 6 total-exchange --method ilp -q --threads 8",
            "check c.json",
        ] {
            let ended = place.shell(&format!("ulimit -v {memory}; $I {words}"));
            // What is left out of the build is refused; an abort ends with 2 too, and must be for want of memory.
            let words_of_refusal = ["memory", "bad_alloc", "thread", "invalid value 'ilp'"];
            let is_told = words_of_refusal.iter().any(|word| ended.err.contains(word));
            assert!(
                matches!(ended.code, Some(0 | 3)) || ended.code == Some(2) && is_told,
                "{memory} kB, {words}: {:?} {}",
                ended.code,
                ended.err
            );
            let crash = ["panicked", "overflowed its stack"].iter().find(|word| ended.err.contains(**word));
            assert_eq!(crash, None, "{memory} kB, {words}: {}", ended.err);
        }
    }
}
