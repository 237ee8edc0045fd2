//! Many changes of documents, without counters of coverage: more than ten times as many in a second.
//!
//! `blind ATTACK FOLDER EXECUTIONS [SEED]`
//!
//! A document of the folder with at most 2 kB is changed, as JSON or by single bytes; files for readers are changed as lines of words;
//! the solver gets random bytes. An input that breaks something is printed and written beside the folder, and
//! the exit code is 1. The program also prints how many inputs reached the attacked code: were read,
//! accepted, or solved.

use isotask_fuzz::attacks::{checker, documents, solver, streams};
use isotask_fuzz::mutate::{Random, change_once};
use isotask_fuzz::readers::readers;
use isotask_fuzz::text;
use serde_json::Value;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs};

/// Most bytes of a document that is changed; longer ones take too long.
const MAX_DOCUMENT_BYTES: u64 = 2_048;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let [attack, folder, executions, seed @ ..] = words.as_slice() else {
        eprintln!("blind ATTACK FOLDER EXECUTIONS [SEED]");
        return ExitCode::from(2);
    };
    let attack: fn(&[u8]) -> bool = match attack.as_str() {
        "documents" => documents,
        "checker" => checker,
        "streams" => streams,
        "solver" => solver,
        "readers" => readers,
        _ => {
            eprintln!("documents, checker, streams, readers or solver");
            return ExitCode::from(2);
        }
    };
    let number = |word: &String| word.parse::<u64>().expect("a number");
    let (executions, mut random) = (number(executions), Random::new(seed.first().map_or(1, number)));
    let (mut documents, mut texts) = (Vec::new(), Vec::new());
    match words[0].as_str() {
        "solver" => {}
        "readers" => texts = files(Path::new(folder)),
        _ => documents = seeds(Path::new(folder)),
    }
    let (begin, mut reached, mut broken) = (Instant::now(), 0_u64, 0);
    for execution in 0..executions {
        let bytes = if texts.is_empty() {
            changed(&documents, &mut random)
        } else {
            let (text, seed) = (&texts[random.below(texts.len())], random.below(1 << 31));
            text::change(text, usize::MAX, u32::try_from(seed).expect("31 bits")).expect("of any length")
        };
        if let Ok(is_reached) = catch_unwind(|| attack(&bytes)) {
            reached += u64::from(is_reached);
        } else {
            let place = PathBuf::from(format!("{folder}.blind-{execution}"));
            fs::write(&place, &bytes).expect("a place beside the folder");
            println!("broken: {}", place.display());
            broken += 1;
        }
        if execution % (1 << 20) == 0 {
            println!("{execution} of {executions} after {} s, {reached} reached", begin.elapsed().as_secs());
        }
    }
    println!("{executions} executions, {} s, {reached} reached, {broken} broken", begin.elapsed().as_secs());
    ExitCode::from(u8::from(broken > 0))
}

/// The files to begin with, in the order of their names.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|file| file.metadata().is_ok_and(|data| data.len() <= MAX_DOCUMENT_BYTES)).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).expect("a file")).collect()
}

/// The documents to begin with.
fn seeds(folder: &Path) -> Vec<Value> {
    let read = |bytes: &Vec<u8>| serde_json::from_slice(bytes).ok();
    let seeds: Vec<Value> = files(folder).iter().filter_map(read).collect();
    assert!(!seeds.is_empty(), "the folder has no document");
    seeds
}

/// Bytes of a small task.
const TASK_BYTES: usize = 64;

/// A document changed in one to four places, and in every fourth case in a byte; random bytes if there is none.
fn changed(seeds: &[Value], random: &mut Random) -> Vec<u8> {
    if seeds.is_empty() {
        return (0..TASK_BYTES).map(|_| u8::try_from(random.below(256)).expect("a byte")).collect();
    }
    let mut document = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        change_once(&mut document, random);
    }
    let mut bytes = serde_json::to_vec(&document).expect("a value has a text");
    if random.below(4) == 0 {
        const BYTES: &[u8] = b"[]{},:\"\\ 0123456789-+.eEtfn\n\0\xff";
        let (at, byte) = (random.below(bytes.len()), BYTES[random.below(BYTES.len())]);
        match random.below(3) {
            0 => drop(bytes.remove(at)),
            1 => bytes.insert(at, byte),
            _ => bytes[at] = byte,
        }
    }
    bytes
}
