//! Proofs of delay as a person takes them, through the command, to independent checkers and solvers. The
//! expected values stand in `models/delay/expected.json`, under `program`.

#![expect(clippy::unwrap_used, reason = "a test that cannot run a command has failed")]

use isotask::model::IsotropicTask;
use isotask::program::{DelayModel, DelayRows, DelayWays, MAX_VARIABLES, SearchOptions, least_delay};
use isotask::wire::{
    CertificateDocument, Lower, NodeRef, Quantity, ScheduleBody, Status, TaskDocument, parse, to_bytes,
};
use num_rational::Ratio;
use serde_json::Value;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A task whose least delay is above the pooled bound, so that a tree proves it.
struct Case {
    name: String,
    task: PathBuf,
    /// The least total delay.
    delay: u64,
    horizon: u64,
    /// The least objective of the linear relaxation.
    relaxation: Ratio<u64>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/delay");
    let expected: Value = serde_json::from_slice(&fs::read(folder.join("expected.json")).unwrap()).unwrap();
    let programs = expected
        .as_object()
        .unwrap()
        .iter()
        .filter(|(_, values)| values["program"]["relaxation"].is_string());
    let cases: Vec<Case> = programs
        .map(|(file, values)| Case {
            name: file.trim_end_matches(".json").to_owned(),
            task: folder.join(file),
            delay: values["program"]["delay"].as_u64().unwrap(),
            horizon: values["program"]["horizon_slots"].as_u64().unwrap(),
            relaxation: values["program"]["relaxation"].as_str().unwrap().parse().unwrap(),
        })
        .collect();
    assert!(cases.len() >= 5);
    cases
}

/// A folder with the certificate of every case.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        for case in cases() {
            let certificate = place.path(&format!("{}.json", case.name));
            let task = text(&case.task);
            place.isotask(&["solve", task, "--method", "ilp", "--symmetric", "-o", text(&certificate)]);
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn certificate(&self, case: &Case) -> CertificateDocument {
        parse(&fs::read(self.path(&format!("{}.json", case.name))).unwrap()).unwrap()
    }

    /// Runs the command, which has to end with 0.
    fn isotask(&self, words: &[&str]) {
        let ended = Command::new(env!("CARGO_BIN_EXE_isotask"))
            .args(words)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        assert!(ended.status.success(), "{words:?}: {}", String::from_utf8_lossy(&ended.stderr));
    }

    /// Exports a file of the folder, or any other.
    fn export(&self, file: &str, to: &str) -> Vec<u8> {
        self.isotask(&["export", file, "--to", to, "-o", "exported"]);
        fs::read(self.path("exported")).unwrap()
    }

    /// Runs another program in the folder; what it prints, all of it.
    fn run(&self, variable: &str, program: &str, words: &[&str]) -> String {
        let program = std::env::var_os(variable).unwrap_or_else(|| OsString::from(program));
        let ended = Command::new(&program).args(words).current_dir(self.folder.path()).output();
        let ended = ended.unwrap_or_else(|fault| unreachable!("{program:?} does not start: {fault}"));
        format!("{}{}", String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr))
    }

    /// What `VeriPB` prints of a model and a proof.
    fn veripb(&self, model: &[u8], proof: &[u8]) -> String {
        fs::write(self.path("model.opb"), model).unwrap();
        fs::write(self.path("proof.pbp"), proof).unwrap();
        self.run("VERIPB", "veripb", &["model.opb", "proof.pbp"])
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The claim of delay with a tree: value, bound, slots of the model, nodes if the model is the delay model.
fn tree(certificate: &CertificateDocument) -> (u128, u64, u64, Option<usize>) {
    let mut claims = certificate.claims.iter().filter(|claim| claim.quantity == Quantity::TotalDelay);
    claims
        .find_map(|claim| match &claim.lower {
            Lower::DualTree { value, horizon_slots, model, tree } => {
                let nodes = model.is_none().then_some(tree.len());
                Some((claim.value, *value, *horizon_slots, nodes))
            }
            _ => None,
        })
        .unwrap()
}

#[test]
fn trees_prove_the_delay_and_a_certificate_gives_the_model_of_its_tree() {
    let place = Place::new();
    let mut flows = 0;
    for case in cases() {
        let (value, lower, slots, nodes) = tree(&place.certificate(&case));
        assert_eq!((value, lower, slots), (case.delay.into(), case.delay, case.horizon), "{}", case.name);
        // Multipliers of the rows alone prove the relaxation rounded up, a tree more.
        assert!(case.relaxation.ceil().to_integer() <= case.delay, "{}", case.name);
        let tight = case.relaxation.ceil().to_integer() == case.delay;
        assert!(nodes.is_none_or(|nodes| (nodes == 1) == tight), "{}", case.name);
        flows += usize::from(nodes.is_none());
        for format in ["opb", "lp", "mps"] {
            let file = format!("{}.json", case.name);
            let same = place.export(&file, format) == place.export(text(&case.task), format);
            assert_eq!(same, nodes.is_some(), "{}: a task gives the delay model", case.name);
        }
    }
    assert!(flows >= 3, "trees over the flow model among them");
}

#[test]
#[ignore = "needs the program veripb 3.0, its path in VERIPB"]
fn veripb_confirms_the_bounds_and_refuses_corrupted_proofs() {
    let place = Place::new();
    for case in cases() {
        let file = format!("{}.json", case.name);
        let (model, proof) = (place.export(&file, "opb"), place.export(&file, "veripb"));
        let verdict = format!("s VERIFIED BOUNDS {0} <= obj <= {0}\n", case.delay);
        let said = place.veripb(&model, &proof);
        assert!(said.contains(&verdict), "{}: {said}", case.name);
        let proof = String::from_utf8(proof).unwrap();
        let longest = proof.lines().filter(|line| line.starts_with("pol")).max_by_key(|line| line.len());
        let bound = |bound: u64| (format!(" >= {bound} : subproof"), format!("BOUNDS {bound} :"));
        let ((row, end), (more_row, more_end)) = (bound(case.delay), bound(case.delay + 1));
        let corruptions = [
            // A leaf without its multipliers.
            proof.replace(longest.unwrap(), "pol 1 s ;"),
            // A greater bound, in the conclusion alone and in the proof.
            proof.replace(&end, &more_end),
            proof.replace(&row, &more_row).replace(&end, &more_end),
            // A better schedule than there is.
            proof.replace(&format!("@bound {} ;", case.delay), &format!("@bound {} ;", case.delay - 1)),
            if proof.contains("\nsol ~") {
                proof.replacen("\nsol ~", "\nsol ", 1)
            } else {
                proof.replacen("\nsol ", "\nsol ~", 1)
            },
        ];
        for (index, corrupted) in corruptions.iter().enumerate() {
            assert_ne!(*corrupted, proof, "{}: corruption {index}", case.name);
            let said = place.veripb(&model, corrupted.as_bytes());
            assert!(!said.contains("VERIFIED"), "{}: corruption {index}: {said}", case.name);
        }
        // The model of another horizon.
        let longer = (case.horizon + 1).to_string();
        place.isotask(&["export", &file, "--to", "opb", "--horizon", &longer, "-o", "longer.opb"]);
        let said = place.veripb(&fs::read(place.path("longer.opb")).unwrap(), proof.as_bytes());
        assert!(!said.contains("VERIFIED"), "{}: {said}", case.name);
    }
}

/// A bound by pooled links has no multipliers of its own; those of the model's relaxation prove as much.
#[test]
#[ignore = "needs the program veripb 3.0, its path in VERIPB"]
fn veripb_confirms_the_bound_by_pooled_links() {
    let place = Place { folder: tempfile::tempdir().unwrap() };
    for (network, least) in [("torus 3x3", 16), ("torus 5x5", 172), ("hypercube 4", 64)] {
        let task = format!("{network} total-exchange --objective average-delay");
        let words: Vec<&str> =
            ["solve"].into_iter().chain(task.split(' ')).chain(["-o", "pooled.json"]).collect();
        place.isotask(&words);
        let document: CertificateDocument = parse(&fs::read(place.path("pooled.json")).unwrap()).unwrap();
        let delay = document.claims.iter().find(|claim| claim.quantity == Quantity::TotalDelay).unwrap();
        assert!(matches!(delay.lower, Lower::Pooled { .. }), "{network}: {:?}", delay.lower);
        let said = place.veripb(&place.export("pooled.json", "opb"), &place.export("pooled.json", "veripb"));
        assert!(
            said.contains(&format!("s VERIFIED BOUNDS {least} <= obj <= {least}\n")),
            "{network}: {said}"
        );
    }
}

#[test]
#[ignore = "needs the program veripb 3.0, its path in VERIPB"]
fn veripb_confirms_a_gap_as_a_gap_and_packets_in_any_order() {
    let place = Place::new();
    let case = cases().into_iter().find(|case| case.name == "hypercube-3-custom").unwrap();
    let task: TaskDocument = parse(&fs::read(&case.task).unwrap()).unwrap();
    let task = IsotropicTask::new(&task).unwrap();
    let options = SearchOptions { threads: 1, time_limit: None, nodes: 0, stop: &|| false, watch: &() };
    let ways = DelayWays::TiesFree;
    let model = DelayModel::new(&task, ways, case.horizon, MAX_VARIABLES, DelayRows::Needed).unwrap();
    let found = least_delay(model, None, &options).unwrap();
    assert_eq!(found.lower, 19, "the relaxation rounded up, without a branch");
    let mut certificate = place.certificate(&case);
    let claim = certificate.claims.iter_mut().find(|claim| matches!(claim.lower, Lower::DualTree { .. }));
    let claim = claim.unwrap();
    (claim.lower, claim.status) = (found.bound().unwrap(), Status::UpperBound);
    // The schedule's packets in the other order: the rows of the model stay where they are.
    let ScheduleBody::Symmetric { packets, slots } = &mut certificate.schedule else {
        unreachable!("slot by slot")
    };
    packets.reverse();
    assert_eq!(packets.first(), Some(&NodeRef::Index(7)));
    let last = u32::try_from(packets.len() - 1).unwrap();
    for step in slots.moves_mut() {
        step.packet = last - step.packet;
    }
    fs::write(place.path("gap.json"), to_bytes(&certificate)).unwrap();
    let said = place.veripb(&place.export("gap.json", "opb"), &place.export("gap.json", "veripb"));
    assert!(said.contains("s VERIFIED BOUNDS 19 <= obj <= 20\n"), "{said}");
}

/// A proof in parts ends in a tree like any other, over flows as well as over directions.
#[test]
#[ignore = "needs the program veripb 3.0, its path in VERIPB"]
fn veripb_confirms_a_tree_joined_from_parts() {
    let place = Place::new();
    let case = cases().into_iter().find(|case| case.name == "torus-3x4").unwrap();
    for model in ["flow", "delay"] {
        let certificate = format!("{}.json", case.name);
        place.isotask(&["proof", "split", &certificate, "--model", model, "--depth", "3", "-o", model]);
        let mut parts: Vec<PathBuf> =
            fs::read_dir(place.path(model)).unwrap().map(|entry| entry.unwrap().path()).collect();
        parts.retain(|part| !part.ends_with("certificate.json"));
        assert!(parts.len() > 4, "{model}: {parts:?}");
        for part in &parts {
            place.isotask(&["proof", "run", text(part)]);
        }
        place.isotask(&["proof", "join", model, "-o", "joined.json"]);
        let said = place.veripb(&place.export("joined.json", "opb"), &place.export("joined.json", "veripb"));
        assert!(said.contains("s VERIFIED BOUNDS 34 <= obj <= 34\n"), "{model}: {said}");
        // A part less proves less: its leaf without the multipliers.
        let proof = String::from_utf8(place.export("joined.json", "veripb")).unwrap();
        let longest = proof.lines().filter(|line| line.starts_with("pol")).max_by_key(|line| line.len());
        let less = proof.replace(longest.unwrap(), "pol 1 s ;");
        let said = place.veripb(&place.export("joined.json", "opb"), less.as_bytes());
        assert!(!said.contains("VERIFIED"), "{model}: {said}");
    }
}

/// Joined parts prove bounds of tasks on Cayley graphs, of demands, and of completion times, where no
/// schedule is stated.
#[test]
#[ignore = "needs the program veripb 3.0, its path in VERIPB"]
fn veripb_confirms_joined_trees_of_completion_times_and_of_cayley_graphs() {
    let place = Place::new();
    let demands = r#"{"format":"isotask.task/1","network":{"kind":"incomplete-hypercube","nodes":5},
        "task":{"kind":"demands","packets":[{"from":1,"to":0},{"from":4,"to":0},{"from":4,"to":2}]},
        "ports":"one","objective":"completion-time"}"#;
    fs::write(place.path("demands.json"), demands).unwrap();
    for (words, depth, least_parts, says) in [
        (&["ring", "6", "total-exchange"][..], "3", 4, "s VERIFIED UNSATISFIABLE"),
        // A ring of 6 in disguise.
        (&["circulant", "6", "1", "total-exchange"], "3", 4, "s VERIFIED UNSATISFIABLE"),
        (&["demands.json"], "2", 1, "s VERIFIED UNSATISFIABLE"),
        (
            &["pancake", "3", "total-exchange", "--objective", "average-delay"],
            "2",
            1,
            "s VERIFIED BOUNDS 14 <= obj <= 14\n",
        ),
    ] {
        fs::remove_dir_all(place.path("parts")).unwrap_or(());
        let split = [&["proof", "split"], words, &["--depth", depth, "-o", "parts"]].concat();
        place.isotask(&split);
        let mut parts: Vec<PathBuf> =
            fs::read_dir(place.path("parts")).unwrap().map(|entry| entry.unwrap().path()).collect();
        parts.retain(|part| !part.ends_with("certificate.json"));
        assert!(parts.len() >= least_parts, "{words:?}: {parts:?}");
        for part in &parts {
            place.isotask(&["proof", "run", text(part)]);
        }
        place.isotask(&["proof", "join", "parts", "-o", "joined.json"]);
        let model = place.export("joined.json", "opb");
        let proof = String::from_utf8(place.export("joined.json", "veripb")).unwrap();
        let said = place.veripb(&model, proof.as_bytes());
        assert!(said.contains(says), "{words:?}: {said}");
        // A leaf without its multipliers, and a proof without its leaves.
        let longest = proof.lines().filter(|line| line.starts_with("pol")).max_by_key(|line| line.len());
        let leaves = proof.lines().filter(|line| !line.starts_with("pol"));
        let none: String = leaves.flat_map(|line| [line, "\n"]).collect();
        for less in [proof.replace(longest.unwrap(), "pol 1 s ;"), none] {
            let said = place.veripb(&model, less.as_bytes());
            assert!(!said.contains("VERIFIED"), "{words:?}: {said}");
        }
    }
}

#[test]
#[ignore = "needs the programs glpsol and esolver (Debian: glpk-utils, qsopt-ex)"]
fn exact_solvers_find_the_relaxation_in_both_formats() {
    let place = Place::new();
    for case in cases() {
        for format in ["lp", "mps"] {
            let program = String::from_utf8(place.export(text(&case.task), format)).unwrap();
            fs::write(place.path("model"), &program).unwrap();
            let read = if format == "lp" { "--lp" } else { "--freemps" };
            let said =
                place.run("GLPSOL", "glpsol", &[read, "model", "--exact", "--nomip", "-o", "glpsol.txt"]);
            let found = after(&place, "glpsol.txt", "Objective:  delay = ", &said);
            assert_eq!(decimal(&found), case.relaxation, "{} by glpsol from {format}", case.name);
            // esolver solves linear programs only; its LP reader knows no list of integers.
            let relaxed = match program.split_once("\nGenerals\n") {
                Some((relaxed, _)) => format!("{relaxed}\nEnd\n"),
                None => program,
            };
            fs::write(place.path("model"), relaxed).unwrap();
            let words: &[&str] = if format == "lp" { &["-L"] } else { &[] };
            let said = place.run("ESOLVER", "esolver", &[words, &["-O", "esolver.txt", "model"]].concat());
            let found = after(&place, "esolver.txt", "Value = ", &said);
            assert_eq!(found.parse(), Ok(case.relaxation), "{} by esolver from {format}", case.name);
        }
    }
}

/// The word that follows in a file that a program has written.
fn after(place: &Place, file: &str, label: &str, said: &str) -> String {
    let written = fs::read_to_string(place.path(file)).unwrap_or_default();
    let rest = written.split_once(label).map(|(_, rest)| rest.to_owned());
    // The next program must not find it.
    let _none = fs::remove_file(place.path(file));
    let rest = rest.unwrap_or_else(|| unreachable!("no \"{label}\" in {file}: {written}{said}"));
    rest.split_whitespace().next().unwrap().to_owned()
}

/// A decimal number, exactly.
fn decimal(text: &str) -> Ratio<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let scale = 10_u64.pow(u32::try_from(part.len()).unwrap());
    Ratio::new(format!("{whole}{part}").parse().unwrap(), scale)
}
