//! The scripts of `examples/cluster`, with the engines that they are for.

use crate::{Ended, ISOTASK, Place};
use std::path::Path;
use std::process::Command;

/// Runs a script in a place, with the command in the PATH.
pub(crate) fn script(place: &Place, line: &str) -> Ended {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/cluster");
    let own = Path::new(ISOTASK).parent().unwrap();
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap());
    let ended = Command::new("bash")
        .args(["-c", line])
        .env("PATH", path)
        .env("CLUSTER", folder)
        .current_dir(place.folder.path())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ended { code: ended.status.code(), out: text(ended.stdout), err: text(ended.stderr) }
}

pub(crate) const SWEEP: &str = "$CLUSTER/sweep.sh sweep 'ring 6' 'torus 4x4' -- total-exchange 'scatter 0' 'broadcast 9' -- all one -- completion-time";

/// The lines of the table by the words of their tasks: status, slots and bound.
pub(crate) fn table(place: &Place) -> Vec<(String, String, String, String)> {
    let text = place.text("sweep/results.csv");
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    let header = lines.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|word| word == name).unwrap();
    let (file, status, slots, bound) =
        (column("file"), column("status"), column("completion_time"), column("bound"));
    let cells = |line: csv::StringRecord| {
        (line[file].to_owned(), line[status].to_owned(), line[slots].to_owned(), line[bound].to_owned())
    };
    lines.records().map(|line| cells(line.unwrap())).collect()
}

/// Total exchange on the ring of 6 takes 5 slots if nodes may differ, on 4 × 4 it takes 8; a ring of 6 has no node 9, which is a result
/// and no failure.
#[test]
#[ignore = "needs GNU parallel"]
fn a_sweep_ends_in_one_table_and_goes_on_where_it_was() {
    let place = Place::new();
    let ended = script(&place, SWEEP);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let lines = table(&place);
    assert_eq!(lines.len(), 12);
    let of = |words: &str| lines.iter().find(|line| line.0.contains(words)).unwrap();
    let told = |words: &str| (of(words).1.as_str(), of(words).2.as_str(), of(words).3.as_str());
    assert_eq!(told("ring_6_total-exchange_--ports_all"), ("optimal", "5", "5"));
    assert_eq!(told("torus_4x4_total-exchange_--ports_all"), ("optimal", "8", "8"));
    assert_eq!(told("ring_6_scatter_0_--ports_one"), ("optimal", "5", "5"));
    assert_eq!(told("ring_6_broadcast_9_--ports_one"), ("error", "", ""));
    // Existing results are kept; missing ones are computed again.
    let kept = "sweep/results/ring_6_scatter_0_--ports_one_--objective_completion-time.json";
    place.shell("rm sweep/results/torus*; for f in sweep/results/*; do touch -d @1 $f; done");
    assert_eq!(script(&place, SWEEP).code, Some(0));
    assert_eq!(table(&place).len(), 12);
    assert_eq!(place.shell(&format!("stat -c %Y {kept}")).out, "1\n");
}

#[cfg(feature = "ilp")]
#[test]
#[ignore = "needs GNU parallel"]
fn a_proof_in_parts_ends_in_a_certificate() {
    let place = Place::new();
    let line = "DEPTH=3 $CLUSTER/prove.sh proof ring 6 total-exchange";
    let ended = script(&place, line);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let proved = "completion time 6 slots, lower bound 6 by dual-tree, scope isotropic: optimal";
    assert!(ended.out.contains(proved), "{}", ended.out);
    assert_eq!(place.run(&["check", "proof/certificate.json"]).code, Some(0));
    // A part that is gone is proved again, and the certificate is identical.
    let before = place.text("proof/certificate.json");
    place.shell("rm proof/parts/part-0002.proof.json proof/certificate.json");
    assert_eq!(script(&place, line).code, Some(0));
    assert_eq!(before, place.text("proof/certificate.json"));
}

/// The Snakefile runs the tasks of the sweep.
#[test]
#[ignore = "needs Snakemake, its path in SNAKEMAKE"]
fn snakemake_makes_the_table_of_the_sweep() {
    let place = Place::new();
    let line = "\"${SNAKEMAKE:-snakemake}\" --cores 2 --quiet all -s $CLUSTER/Snakefile --config networks='ring 6,torus 4x4' \
                tasks='total-exchange,scatter 0,broadcast 9' ports='all,one'";
    let ended = script(&place, line);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    place.shell("mkdir sweep; mv results.csv sweep");
    let mut lines = table(&place);
    assert_eq!(script(&place, &SWEEP.replace("sweep.sh", "tasks.sh")).code, Some(0));
    let tasks = "SLURM_ARRAY_TASK_ID=1 $CLUSTER/chunk.sh $CLUSTER sweep 99; $CLUSTER/gather.sh sweep";
    assert_eq!(script(&place, tasks).code, Some(0));
    let mut expected = table(&place);
    let own = |lines: &mut Vec<(String, String, String, String)>| {
        for line in lines.iter_mut() {
            line.0 = line.0.rsplit('/').next().unwrap().to_owned();
        }
        lines.sort();
    };
    own(&mut lines);
    own(&mut expected);
    assert_eq!(lines, expected);
}
