//! The exported model and proof, confirmed by a checker that nobody here wrote.
#![cfg(feature = "ilp")]

use isotask::export::{lp, mps, opb, veripb};
use isotask::ilp::{DelayModel, DelayOptions, DelayWays, MOST_DELAY_VARIABLES, least_delay};
use isotask::model::IsotropicTask;
use isotask::wire::parse;
use std::process::Command;

fn task(network: &str, task: &str) -> IsotropicTask {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":"all","objective":"completion-time"}}"#
    );
    IsotropicTask::new(&parse(text.as_bytes()).expect("a good document")).expect("a good task")
}

/// The OPB file and the proof of the least delay, which has to be `expected`.
fn exported(task: &IsotropicTask, horizon: u64, expected: u64) -> (Vec<u8>, Vec<u8>) {
    let options = DelayOptions { threads: 1, time_limit: None, nodes: 1_000, stop: &|| false };
    let found = least_delay(task, DelayWays::TiesFree, horizon, None, &options).expect("small");
    let best = found.schedule.expect("a schedule");
    assert_eq!((best.total_delay, found.lower), (expected, expected));
    let model =
        DelayModel::new(task, DelayWays::TiesFree, horizon, MOST_DELAY_VARIABLES, true).expect("small");
    let values = model.assignment(task, &best.directions, &best.coloring).expect("a schedule of the model");
    (opb(&model), veripb(&model, &values, &found.tree).expect("its own tree"))
}

const EXCHANGE: &str = r#"{"kind":"total-exchange"}"#;
const CUBE_2: &str = r#"{"kind":"hypercube","dimension":2}"#;
const CUBE_3: &str = r#"{"kind":"hypercube","dimension":3}"#;
const BRANCHED: &str = r#"{"kind":"isotropic","packets":[{"offset":2,"count":2},{"offset":4,"count":2},
    {"offset":6},{"offset":7,"count":2}]}"#;

#[test]
fn the_model_of_the_2_cube_is_written_row_by_row() {
    let (model, proof) = exported(&task(CUBE_2, EXCHANGE), 2, 5);
    let model = String::from_utf8(model).expect("text");
    assert!(model.starts_with("* #variable= "), "{model}");
    assert!(
        model.contains("\nmin: +1 q0_1_0 +1 q0_1_1 +1 q1_1_0 +1 q1_1_1 +1 q2_1_0 +1 q2_1_1 ;\n"),
        "{model}"
    );
    assert!(model.contains("\n-1 x0_0_0 -1 x2_0_0 >= -1 ;\n"), "{model}");
    let proof = String::from_utf8(proof).expect("text");
    assert!(
        proof.ends_with("output NONE ;\nconclusion BOUNDS 5 5 ;\nend pseudo-Boolean proof ;\n"),
        "{proof}"
    );
}

#[test]
fn linear_programs_name_their_rows() {
    let task = task(CUBE_2, EXCHANGE);
    let model = DelayModel::new(&task, DelayWays::TiesFree, 2, MOST_DELAY_VARIABLES, true).expect("small");
    let text = String::from_utf8(lp(&model)).expect("text");
    assert!(text.contains("\n column_0_1:\n - 1 x0_0_1\n - 1 x2_0_1\n >= -1\n"), "{text}");
    assert!(text.contains("\n q0_1_0 = 1\n") && text.ends_with("End\n"), "{text}");
    let text = String::from_utf8(mps(&model)).expect("text");
    assert!(text.contains("\n E balance_0_0\n") && text.contains("\n RHS column_0_0 -1\n"), "{text}");
    assert!(text.contains("\n FX BND q0_1_2 0\n") && text.contains("\n q2_1_0 delay 1\n"), "{text}");
}

#[test]
#[ignore = "needs the program veripb 3.0, its path in VERIPB"]
fn veripb_confirms_the_proofs() {
    let program = std::env::var_os("VERIPB").unwrap_or_else(|| "veripb".into());
    let folder = tempfile::tempdir().expect("a folder");
    let ring_4 = r#"{"kind":"torus","radices":[4]}"#;
    let cases = [
        (task(CUBE_2, EXCHANGE), 2, 5),
        (task(CUBE_3, EXCHANGE), 4, 18),
        (task(ring_4, EXCHANGE), 3, 5),
        (task(CUBE_3, BRANCHED), 5, 20),
    ];
    for (index, (task, horizon, expected)) in cases.into_iter().enumerate() {
        let (model, proof) = exported(&task, horizon, expected);
        let paths = ["opb", "pbp"].map(|end| folder.path().join(format!("{index}.{end}")));
        std::fs::write(&paths[0], model).expect("written");
        std::fs::write(&paths[1], proof).expect("written");
        let output = Command::new(&program).args(&paths).output().expect("veripb runs");
        let said = String::from_utf8_lossy(&output.stdout);
        let complaint = String::from_utf8_lossy(&output.stderr);
        let verified = format!("VERIFIED BOUNDS {expected} <= obj <= {expected}");
        assert!(output.status.success() && said.contains(&verified), "{index}: {said}{complaint}");
        // Without its longest line the proof proves nothing.
        let proof = std::fs::read_to_string(&paths[1]).expect("text");
        let longest = proof.lines().filter(|line| line.starts_with("pol")).max_by_key(|line| line.len());
        let broken = proof.replace(longest.expect("a leaf"), "pol 1 s ;");
        std::fs::write(&paths[1], broken).expect("written");
        let output = Command::new(&program).args(&paths).output().expect("veripb runs");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("VERIFIED"), "{index}");
    }
}
