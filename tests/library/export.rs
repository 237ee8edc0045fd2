//! Export formats of other programs, row by row on the 2-cube.

use isotask::export::{
    FORMATS, NetworkGraph, Plan, PlanError, Proof, ProofError, Proves, SolutionError, SourceError,
    Transmissions, Writer, format, solution,
};
use isotask::model::{IsotropicTask, Link, Node, Problem, Schedule, WordSchedule};
use isotask::program::{DelayModel, DelayRows, DelayWays, Formulation, ProgramError};
use isotask::wire::{CertificateDocument, DualNode, Lower, ScheduleBody, TaskDocument, parse};

const CERTIFICATE: &str = r#"{ "format": "isotask.certificate/1",
  "task": { "format": "isotask.task/1", "network": { "kind": "hypercube", "dimension": 2 },
    "task": { "kind": "total-exchange" }, "ports": "all", "objective": "completion-time" },
  "schedule": { "kind": "symmetric", "packets": [3, 1, 2],
    "slots": [[[2, 1], [0, 0]], [[1, 0], [0, 1]]] },
  "claims": [
    { "quantity": "total-delay", "value": 5, "per": "node", "scope": "isotropic", "horizon": 2,
      "lower": { "kind": "dual-tree", "value": 5, "horizon_slots": 2,
        "tree": [{ "denominator": 1, "rows": [["balance", 0, 0, -1], ["balance", 1, 0, -1],
          ["balance", 2, 0, -1], ["column", 0, 0, 1], ["column", 1, 0, 1]] }] },
      "status": "optimal" }] }"#;

/// Total exchange on the 2-cube with its proof.
struct Cube {
    task: IsotropicTask,
    model: DelayModel,
    schedule: ScheduleBody,
    tree: Vec<DualNode>,
}

fn cube() -> Cube {
    let CertificateDocument { task, schedule, mut claims, .. } =
        parse(CERTIFICATE.as_bytes()).expect("a good document");
    let Lower::DualTree { tree, .. } = claims.remove(0).lower else { unreachable!("a tree") };
    let task = IsotropicTask::new(&task).expect("a good task");
    let model = DelayModel::new(&task, DelayWays::TiesFree, 2, 1_000, DelayRows::All).expect("small");
    Cube { task, model, schedule, tree }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

/// The writer of a word, which must be one of programs.
fn program(word: &str, cube: &Cube) -> Vec<u8> {
    let Writer::Program(write) = format(word).expect("a format").writer else { unreachable!("of programs") };
    write(cube.model.program(), &[])
}

fn veripb(cube: &Cube, solution: &[bool], lower: u64, tree: &[DualNode]) -> Result<Vec<u8>, ProofError> {
    let Writer::Proof(write) = format("veripb").expect("a format").writer else { unreachable!("of proofs") };
    write(&Proof { program: cube.model.program(), proves: Proves::AtLeast { lower, solution }, tree })
}

#[test]
fn every_format_has_a_word_of_its_own_a_sentence_and_a_source() {
    for (index, one) in FORMATS.iter().enumerate() {
        assert!(!one.sentence.is_empty() && !one.source.is_empty(), "{}", one.word);
        assert_eq!(FORMATS.iter().position(|other| other.word == one.word), Some(index));
        assert_eq!(format(one.word).map(|found| found.word), Some(one.word));
    }
    assert!(format("CSV").is_none());
}

#[test]
fn the_model_of_the_2_cube_is_written_row_by_row() {
    let model = text(program("opb", &cube()));
    assert!(model.starts_with("* #variable= "), "{model}");
    assert!(
        model.contains("\nmin: +1 q0_1_0 +1 q0_1_1 +1 q1_1_0 +1 q1_1_1 +1 q2_1_0 +1 q2_1_1 ;\n"),
        "{model}"
    );
    assert!(model.contains("\n-1 x0_0_0 -1 x2_0_0 >= -1 ;\n"), "{model}");
    let rows = model.lines().filter(|line| line.ends_with(';') && !line.starts_with("min:")).count();
    assert!(model.contains(&format!(" #constraint= {rows} ")), "{rows} rows: {model}");
}

#[test]
fn linear_programs_name_their_rows() {
    let cube = cube();
    let written = text(program("lp", &cube));
    assert!(written.contains("\n column_0_1:\n - 1 x0_0_1\n - 1 x2_0_1\n >= -1\n"), "{written}");
    assert!(written.contains("\n q0_1_0 = 1\n") && written.ends_with("End\n"), "{written}");
    let written = text(program("mps", &cube));
    assert!(
        written.contains("\n E balance_0_0\n") && written.contains("\n RHS column_0_0 -1\n"),
        "{written}"
    );
    assert!(written.contains("\n FX BND q0_1_2 0\n") && written.contains("\n q2_1_0 delay 1\n"), "{written}");
}

#[test]
fn the_proof_names_the_solution_the_bound_and_one_sum_for_the_leaf() {
    let cube = cube();
    let values = solution(&cube.model, &cube.task, &cube.schedule).expect("a schedule of the model");
    let proof = text(veripb(&cube, &values, 5, &cube.tree).expect("a proof"));
    // The packets of the schedule stand in another order than the rows: 11 is its packet 0 and row 2.
    for literal in [" ~x0_0_0", " x0_0_1", " x1_1_0", " ~x1_1_1", " x2_0_0", " x2_1_1"] {
        assert!(proof.lines().any(|line| line.starts_with("sol ") && line.contains(literal)), "{literal}");
    }
    assert!(proof.contains("\n@bound pbc +1 q0_1_0 "), "{proof}");
    assert_eq!(proof.lines().filter(|line| line.starts_with("pol ")).count(), 1, "{proof}");
    let end = "output NONE ;\nconclusion BOUNDS 5 : @bound 5 ;\nend pseudo-Boolean proof ;\n";
    assert!(proof.ends_with(end), "{proof}");
}

#[test]
fn trees_of_other_models_and_schedules_that_are_no_solutions_are_refused() {
    let cube = cube();
    let values = solution(&cube.model, &cube.task, &cube.schedule).expect("a schedule of the model");
    let proof = |tree: &[DualNode]| veripb(&cube, &values, 5, tree).map(|_| ());
    assert_eq!(proof(&[]), Err(ProofError::Shape { nodes: 0 }));
    let twice = [cube.tree.clone(), cube.tree.clone()].concat();
    assert_eq!(proof(&twice), Err(ProofError::Shape { nodes: 2 }));
    let foreign: CertificateDocument =
        parse(CERTIFICATE.replace(r#"["column", 1, 0, 1]"#, r#"["column", 7, 0, 1]"#).as_bytes())
            .expect("good");
    let Lower::DualTree { tree, .. } = &foreign.claims[0].lower else { unreachable!("a tree") };
    assert!(matches!(proof(tree), Err(ProofError::NoSuchRow { node: 0, .. })));
    let changed = |from: &str, to: &str| {
        let changed: CertificateDocument = parse(CERTIFICATE.replace(from, to).as_bytes()).expect("good");
        solution(&cube.model, &cube.task, &changed.schedule)
    };
    // Too late, and a packet that never arrives.
    assert_eq!(changed("[[1, 0], [0, 1]]", "[], [[1, 0], [0, 1]]"), Err(SolutionError::NoSolution));
    assert_eq!(changed("[[1, 0], [0, 1]]", "[[1, 0]]"), Err(SolutionError::NoSolution));
}

#[test]
fn models_too_large_are_refused_before_they_are_built() {
    let task = |text: &str| {
        IsotropicTask::new(&parse::<TaskDocument>(text.as_bytes()).expect("good")).expect("a task")
    };
    let new = |task: &IsotropicTask, horizon, most| {
        DelayModel::new(task, DelayWays::TiesFree, horizon, most, DelayRows::All)
            .map(|_| ())
            .expect_err("too large")
    };
    let cube = cube();
    let huge = new(&cube.task, u64::MAX, 1 << 20);
    assert!(matches!(huge, ProgramError::TooLarge(refusal) if refusal.size.variables == u64::MAX));
    // Few variables, whose rows would be long.
    let dense = new(&cube.task, 30_000, 1 << 20);
    assert!(matches!(dense, ProgramError::TooLarge(refusal) if refusal.size.variables <= refusal.most));
    let many = task(
        r#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":40},
        "task":{"kind":"neighbourhood-exchange","min":1,"max":1},"ports":"all","objective":"average-delay"}"#,
    );
    assert!(matches!(new(&many, 1, 1 << 20), ProgramError::TooManyNodes { .. }));
    assert!(matches!(
        isotask::program::sufficient_horizon(&many, false),
        Err(ProgramError::TooManyNodes { .. })
    ));
}

#[test]
fn the_schedule_of_the_2_cube_is_a_table_of_its_transmissions() {
    let cube = cube();
    let task = Problem::from(cube.task);
    let mut table = Vec::new();
    let Writer::Transmissions(csv) = format("csv").expect("a format").writer else { unreachable!() };
    let schedule = Schedule::accepted(&task, &cube.schedule);
    let of = |node, stop| Transmissions { problem: &task, schedule: &schedule, node, slots: 0..2, stop };
    let lines = csv(&of(Some(Node(2)), &|| false), &mut table).expect("a list takes all");
    // Packets 3, 1, 2 of node 0: in slot 0 packet 2 over link 1 and packet 3 over link 0, then packet 1 over
    // link 0 and 3 over link 1.
    assert_eq!(lines, 8);
    assert_eq!(
        text(table),
        "slot,from,to,packet_from,packet_to,copy,link,link_name\n\
         0,0,2,0,2,0,1,bit 1\n0,2,0,2,0,0,1,bit 1\n0,2,3,2,1,0,0,bit 0\n0,3,2,3,0,0,0,bit 0\n\
         1,0,2,1,2,0,1,bit 1\n1,2,0,3,0,0,1,bit 1\n1,2,3,2,3,0,0,bit 0\n1,3,2,3,2,0,0,bit 0\n"
    );
    let stopped = csv(&of(None, &|| true), &mut Vec::new());
    assert_eq!(stopped.map_err(|fault| fault.kind()), Err(std::io::ErrorKind::Interrupted));
}

/// The header of a schedule.
fn header(problem: &Problem, schedule: &Schedule) -> Result<String, SourceError> {
    let Writer::Source(write) = format("c").expect("a format").writer else { unreachable!("a program") };
    write(problem, schedule).map(text)
}

/// A table of a header, of those that have one line.
fn row<'a>(header: &'a str, name: &str) -> &'a str {
    let table = header.split(&format!("{name}[] = {{\n")).nth(1).expect("a table");
    table.lines().next().expect("a line").trim()
}

#[test]
fn the_header_of_the_2_cube_holds_what_node_0_does() {
    let cube = cube();
    let task = Problem::from(cube.task);
    let header = header(&task, &Schedule::accepted(&task, &cube.schedule)).expect("a small schedule");
    // Slot 0: 2 comes over link 1 and stays; 1 sends what is for 2, to be sent on in slot 1. Slot 1: 1 comes over link 0,
    // and over link 1 what 2 has of 3.
    for (table, numbers) in [
        ("received", "2, 2"),
        ("sent", "2, 2"),
        ("first", "0, 8"),
        ("peer", "1, 2, 1, 2, 1, 2, 1, 2"),
        // Cell 0, then the blocks of nodes 0 to 3.
        ("place", "0, 3, 4, 3, 2, 4, 2, 0"),
    ] {
        assert_eq!(row(&header, &format!("isotask_alltoall_{table}")), numbers, "{table}: {header}");
    }
    assert!(header.contains("\n    isotask_alltoall_cells = 1, "), "{header}");
    assert!(header.contains("no licence attaches to it") && header.contains("at ^ shift"), "{header}");
    assert!(!header.contains("self_") && !header.contains('@'), "{header}");
}

#[test]
fn links_that_are_not_added_like_numbers_are_tabled_up_to_a_number() {
    let one = |dimension: u64, there: u64| {
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{{"kind":"cayley","family":"cube-connected-cycles","n":{dimension}}},
            "task":{{"kind":"isotropic","packets":[{{"offset":{there}}}]}},"ports":"all","objective":"completion-time"}}"#
        );
        Problem::new(&parse::<TaskDocument>(text.as_bytes()).expect("good")).expect("a task")
    };
    let to_neighbor = |dimension| {
        let there = one(dimension, 1).network().neighbor(Node(0), Link(0));
        let words = WordSchedule { packets: vec![there], slots: vec![vec![(0, 0)]] };
        header(&one(dimension, there.0), &Schedule::from(words))
    };
    let small = to_neighbor(3).expect("72 links");
    assert!(small.contains("isotask_alltoallv_neighbor[] = {"), "{small}");
    assert_eq!(to_neighbor(15), Err(SourceError::TooManyLinks { found: 1_474_560, most: 1 << 20 }));
}

#[test]
fn the_schedule_of_the_2_cube_is_a_graph_and_a_plan() {
    let cube = cube();
    let task = Problem::from(cube.task);
    let schedule = Schedule::accepted(&task, &cube.schedule);
    let plan = Plan::new(&task, &schedule, 2, &|| false).expect("a small plan");
    assert_eq!(plan.sends.len(), 16);
    let graph = NetworkGraph::of_plan(&plan);
    assert_eq!(graph.size(), (4, 8));
    let drawn = |word: &str, graph: &NetworkGraph<'_>| {
        let Writer::Graph(write) = format(word).expect("a format").writer else { unreachable!("of graphs") };
        let mut out = Vec::new();
        write(graph, &mut out).expect("a list takes all");
        text(out)
    };
    let dot = drawn("dot", &graph);
    assert!(dot.contains("\n0 -> 2 [link=1, label=\"bit 1\", packets=2, sends=\"0:0>2 1:1>2\"];\n"), "{dot}");
    let alone = NetworkGraph::alone(task.network(), Some("\"a\" <b>")).expect("a small network");
    let dot = drawn("dot", &alone);
    assert!(
        dot.contains("\ndigraph \"\\\"a\\\" <b>\" {\n")
            && dot.contains("\n3 -> 1 [link=1, label=\"bit 1\"];\n"),
        "{dot}"
    );
    assert!(drawn("graphml", &alone).contains("<data key=\"name\">\"a\" &lt;b&gt;</data>"));
    let planned = |word: &str| {
        let Writer::Plan(write) = format(word).expect("a format").writer else { unreachable!("of plans") };
        let mut out = Vec::new();
        write(&plan, &mut out).expect("a list takes all");
        text(out)
    };
    // Transmission 9 is the second of slot 1: node 0 sends over link 1 what 2 has brought it from node 1.
    let goal = planned("goal");
    let rank = "\nrank 0 {\nr2: recv 1b from 1 tag 0 cpu 0 nic 0\nr4: recv 1b from 2 tag 0 cpu 0 nic 1\n\
                r10: recv 1b from 1 tag 1 cpu 0 nic 0\nr12: recv 1b from 2 tag 1 cpu 0 nic 1\n\
                s0: send 1b to 1 tag 0 cpu 0 nic 0\ns1: send 1b to 2 tag 0 cpu 0 nic 1\n\
                s8: send 1b to 1 tag 1 cpu 0 nic 0\ns8 requires s0\n\
                s9: send 1b to 2 tag 1 cpu 0 nic 1\ns9 requires r2\ns9 requires s1\n}\n";
    assert!(goal.contains(rank), "{goal}");
    let program = planned("msccl-xml");
    for step in [
        "<step s=\"1\" type=\"s\" srcbuf=\"s\" srcoff=\"0\" dstbuf=\"s\" dstoff=\"0\" cnt=\"1\" depid=\"2\" deps=\"0\" hasdep=\"0\"/>",
        "<step s=\"0\" type=\"r\" srcbuf=\"s\" srcoff=\"0\" dstbuf=\"s\" dstoff=\"0\" cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"1\"/>",
    ] {
        assert!(program.contains(step), "{program}");
    }
    assert!(planned("simgrid").contains("\nSENDS = [\n    (0, 0, 1, 0, 3, 0),\n    (0, 0, 2, 0, 2, 0),\n"));
    let stopped = Plan::new(&task, &schedule, 2, &|| true).map(|_| ());
    assert!(matches!(stopped, Err(PlanError::Stopped)));
}
