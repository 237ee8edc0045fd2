//! Many changes of documents, without counters of coverage: a hundred times as many in a second.
//!
//! `blind ATTACK FOLDER EXECUTIONS [SEED]`
//!
//! Every document of the folder that has at most 2 kB is changed in turn, as JSON or by single bytes. What breaks something is printed and
//! written beside the folder; the exit code is 1 then.

use isotask_fuzz::attacks::{checker, documents, streams};
use isotask_fuzz::mutate::{Random, change_once};
use serde_json::Value;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs};

/// Longer documents take long.
const MOST_BYTES: u64 = 2_048;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let [attack, folder, executions, seed @ ..] = words.as_slice() else {
        eprintln!("blind ATTACK FOLDER EXECUTIONS [SEED]");
        return ExitCode::from(2);
    };
    let attack: fn(&[u8]) = match attack.as_str() {
        "documents" => documents,
        "checker" => checker,
        "streams" => streams,
        _ => {
            eprintln!("documents, checker or streams");
            return ExitCode::from(2);
        }
    };
    let number = |word: &String| word.parse::<u64>().expect("a number");
    let (executions, mut random) = (number(executions), Random::new(seed.first().map_or(1, number)));
    let seeds = seeds(Path::new(folder));
    let (begin, mut broken) = (Instant::now(), 0);
    for execution in 0..executions {
        let bytes = changed(&seeds, &mut random);
        if catch_unwind(|| attack(&bytes)).is_err() {
            let place = PathBuf::from(format!("{folder}.blind-{execution}"));
            fs::write(&place, &bytes).expect("a place beside the folder");
            println!("broken: {}", place.display());
            broken += 1;
        }
        if execution % (1 << 20) == 0 {
            println!("{execution} of {executions} after {} s", begin.elapsed().as_secs());
        }
    }
    println!("{executions} executions, {} s, {broken} broken", begin.elapsed().as_secs());
    ExitCode::from(u8::from(broken > 0))
}

/// The documents to begin with, in the order of their names.
fn seeds(folder: &Path) -> Vec<Value> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|file| file.metadata().is_ok_and(|data| data.len() <= MOST_BYTES)).collect();
    files.sort();
    let read = |file: &PathBuf| serde_json::from_slice(&fs::read(file).ok()?).ok();
    let seeds: Vec<Value> = files.iter().filter_map(read).collect();
    assert!(!seeds.is_empty(), "the folder has no document");
    seeds
}

/// A document changed in one to four places, and in every fourth case in a byte.
fn changed(seeds: &[Value], random: &mut Random) -> Vec<u8> {
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
