//! The scripts of `examples/cluster` for Slurm, in the Slurm of two nodes that `.ci/slurm` starts.

use crate::cluster::{SWEEP, script, table};
use crate::{Ended, Place};

/// Waits until no job is left, then returns the state and the exit code of the last one.
fn waited(place: &Place, submitted: &Ended) -> String {
    assert_eq!(submitted.code, Some(0), "{}", submitted.err);
    let last = submitted.out.trim();
    let wait = "for i in $(seq 1200); do [ -n \"$(squeue --noheader)\" ] || break; sleep 0.2; done";
    let ended = script(place, &format!("{wait}; scontrol show job {last}"));
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let mut words: Vec<&str> = ended.out.split_whitespace().collect();
    words.retain(|word| word.starts_with("JobState=") || word.starts_with("ExitCode="));
    words.join(" ")
}

#[cfg(feature = "ilp")]
#[test]
#[ignore = "needs Slurm"]
fn slurm_proves_parts_and_joins_them_when_all_are_proved() {
    let place = Place::new();
    let line = "DEPTH=3 $CLUSTER/prove.slurm.sh proof ring 6 total-exchange";
    let join = waited(&place, &script(&place, line));
    assert_eq!(join, "JobState=COMPLETED ExitCode=0:0");
    let proved = "completion time 6 slots, lower bound 6 by dual-tree, scope isotropic: optimal";
    assert!(place.text("proof/join.log").contains(proved), "{}", place.text("proof/join.log"));
    assert_eq!(place.run(&["check", "proof/certificate.json"]).code, Some(0));
    // A second submission skips the parts that are proved, and joins them to an identical certificate.
    let before = place.text("proof/certificate.json");
    place.shell("rm proof/parts/part-0002.proof.json proof/certificate.json");
    assert_eq!(waited(&place, &script(&place, line)), "JobState=COMPLETED ExitCode=0:0");
    assert_eq!(before, place.text("proof/certificate.json"));
    assert!(place.text("proof/part-3.log").contains("proved before"));
}

#[cfg(feature = "ilp")]
#[test]
#[ignore = "needs Slurm"]
fn slurm_never_joins_parts_that_are_not_proved() {
    let place = Place::new();
    let line = "DEPTH=3 $CLUSTER/split.sh proof ring 6 total-exchange; echo gone >proof/parts/part-0004.json; \
                $CLUSTER/prove.slurm.sh proof ring 6 total-exchange";
    let join = waited(&place, &script(&place, line));
    assert!(join.starts_with("JobState=CANCELLED"), "{join}");
    assert!(place.path("proof/parts/part-0007.proof.json").exists());
    assert!(!place.path("proof/certificate.json").exists());
}

#[test]
#[ignore = "needs Slurm"]
fn a_sweep_in_slurm_ends_in_the_table_of_any_other() {
    let place = Place::new();
    let line = SWEEP.replace("sweep.sh", "sweep.slurm.sh");
    let gather = waited(&place, &script(&place, &format!("CHUNK=5 {line}")));
    assert_eq!(gather, "JobState=COMPLETED ExitCode=0:0");
    let lines = table(&place);
    assert_eq!(lines.len(), 12);
    // Running the tasks by hand gives an identical table.
    place.shell("mv sweep/results.csv slurm.csv; rm -r sweep/results");
    let line = SWEEP.replace("sweep.sh", "tasks.sh");
    let alone = script(
        &place,
        &format!(
            "{line} && SLURM_ARRAY_TASK_ID=1 $CLUSTER/chunk.sh $CLUSTER sweep 99 && $CLUSTER/gather.sh sweep"
        ),
    );
    assert_eq!(alone.code, Some(0), "{}", alone.err);
    assert_eq!(lines, table(&place));
}

/// Ten seconds after its begin, or soon after, the job is told that its minute ends; the search goes on for hours else.
#[cfg(feature = "ilp")]
#[test]
#[ignore = "needs Slurm"]
fn slurm_ends_a_search_with_its_best_certificate() {
    let place = Place::new();
    let search =
        "exec isotask solve pancake 4 total-exchange --objective average-delay --method ilp -o best.json";
    let line = format!("sbatch --parsable --time=1 --signal=B:TERM@50 --output=search.log --wrap '{search}'");
    let ended = waited(&place, &script(&place, &line));
    assert_eq!(ended, "JobState=FAILED ExitCode=130:0", "{}", place.text("search.log"));
    let check = place.run(&["check", "best.json"]);
    assert_eq!(check.code, Some(0), "{}", check.err);
    assert!(check.out.contains("total delay per node"), "{}", check.out);
}
