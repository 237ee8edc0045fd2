//! The most expensive known certificates of a kilobyte or two, and the cost to verify or refuse them under
//! the limit of work: seconds of one thread, and on Linux the peak of memory. Each is checked by a process of
//! its own.
//!
//! `cargo bench --manifest-path tests/benches/Cargo.toml --no-default-features --bench hostile`; with `-- FOLDER` they are
//! written into a folder instead.

#![expect(clippy::print_stdout, reason = "the table is what a benchmark is for")]

#[path = "../../src/check/tests/hostile/mod.rs"]
mod documents;

use documents::{Hostile, all};
use isotask::check::{Answer, Options, check_document};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, fs};

fn main() {
    // Cargo adds an option of its own.
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    match words.as_slice() {
        [] => {
            println!("{:<31}{:>6}{:>9}{:>7}  answer", "certificate", "bytes", "seconds", "MB");
            for Hostile { name, .. } in all() {
                let program = env::current_exe().expect("a program");
                let mut own = Command::new(program);
                let run = own
                    .args(["--only", name])
                    .stdin(Stdio::null())
                    .output()
                    .expect("it can be started again");
                print!("{}", String::from_utf8_lossy(&run.stdout));
            }
        }
        [only, name] if only == "--only" => all().iter().filter(|one| one.name == name).for_each(measure),
        [folder] => {
            for Hostile { name, document } in all() {
                let file = Path::new(folder).join(format!("{}.json", name.replace(' ', "-")));
                fs::write(file, document.to_string()).expect("a folder");
            }
        }
        _ => println!("at most a folder was expected"),
    }
}

fn measure(Hostile { name, document }: &Hostile) {
    let text = document.to_string();
    let begun = Instant::now();
    let answer = check_document(text.as_bytes(), &Options::default());
    let seconds = begun.elapsed();
    let answer = match answer {
        Ok(Answer::Refused { rejection, place }) => format!("{} at {place}", rejection.reason()),
        Ok(_) => "verified".to_owned(),
        Err(fault) => fault.to_string(),
    };
    let (whole, part) = (seconds.as_secs(), seconds.subsec_millis());
    let memory = most_memory().map_or_else(|| "—".to_owned(), |megabytes| megabytes.to_string());
    println!("{name:<31}{:>6}{whole:>5}.{part:03}{memory:>7}  {answer}", text.len());
}

/// The most memory that the process held, in megabytes, where the system says so.
fn most_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes.div_ceil(1024))
}
