//! Headers that `isotask export --to c` writes, held against MPI: their deliveries, their messages and their
//! refusals.

use crate::{Place, fails, models};
use std::path::Path;
use std::process::Command;

/// Open MPI's own compiler, and a program on ranks that share one machine.
fn run(place: &Place, program: &str, words: &[&str]) -> (bool, String) {
    let ended = Command::new(program)
        .args(words)
        .current_dir(place.folder.path())
        .env("OMPI_MCA_rmaps_base_oversubscribe", "1")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (ended.status.success(), text(ended.stdout) + &text(ended.stderr))
}

fn here(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path).to_str().unwrap().to_owned()
}

/// Compiles the comparison with the headers of some functions, without a warning.
fn compile(place: &Place, function: &str, headers: &[&str]) {
    let header = format!("-DHEADER=\"{}\"", headers[0]);
    let second = headers.get(1).map(|second| format!("-DSECOND=\"{second}\""));
    let (function, source) = (format!("-DFUNCTION_{function}"), here("tests/command/mpi/compare.c"));
    let mut words =
        vec!["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I.", &header, &function];
    words.extend(second.as_deref());
    words.extend([source.as_str(), "-o", "compare"]);
    let (done, told) = run(place, "mpicc", &words);
    assert!(done && told.is_empty(), "{function}: {told}");
}

fn on_ranks(place: &Place, ranks: u64, words: &[&str]) -> (bool, String) {
    let ranks = ranks.to_string();
    let mut all = vec!["--oversubscribe", "--allow-run-as-root", "-n", &ranks];
    all.extend(words);
    run(place, "mpirun", &all)
}

/// Solves a task in words, writes its header, and says how many nodes there are.
fn export(place: &Place, task: &str, name: &str) -> u64 {
    let mut words = vec!["solve"];
    words.extend(task.split(' '));
    words.extend(["--json", "-o", "c.json"]);
    let solved = place.run(&words);
    assert!(matches!(solved.code, Some(0 | 3)), "{task}: {solved:?}");
    let report: serde_json::Value = serde_json::from_str(&solved.out).unwrap();
    header(place, "c.json", name);
    report["nodes"].as_u64().unwrap()
}

fn header(place: &Place, certificate: &str, name: &str) {
    let ended = place.run(&["export", certificate, "--to", "c", "-o", name]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{certificate}: {}", ended.out);
}

/// The messages of a certificate, by its table.
fn moves_of_table(place: &Place, certificate: &str) -> Vec<String> {
    let table = place.run(&["export", certificate, "--to", "csv"]).out;
    let mut moves: Vec<String> =
        table.lines().skip(1).map(|line| line.splitn(4, ',').take(3).collect::<Vec<_>>().join(",")).collect();
    moves.sort();
    moves
}

/// Asserts that a function has the result of MPI's own and sends the messages of the schedule, slot by slot.
fn agrees(place: &Place, function: &str, ranks: u64, certificates: &[&str]) {
    let (same, told) = on_ranks(place, ranks, &["./compare"]);
    assert!(same && told.ends_with("SAME\n"), "{function} on {ranks} ranks: {told}");
    let [certificate] = certificates else { return };
    let ways: &[&str] = if function == "alltoallv" { &["moves", "moves-again"] } else { &["moves"] };
    for way in ways {
        let (done, told) = on_ranks(place, ranks, &["./compare", way]);
        assert!(done, "{told}");
        let mut moves: Vec<&str> = told.lines().collect();
        moves.sort_unstable();
        assert_eq!(moves, moves_of_table(place, certificate), "{function}, {way}, on {ranks} ranks");
    }
}

fn holds(tasks: &[(&str, &str)]) {
    let place = Place::new();
    for (function, task) in tasks {
        let ranks = export(&place, task, "one.h");
        compile(&place, function, &["one.h"]);
        agrees(&place, function, ranks, &["c.json"]);
    }
}

/// On 8 ranks every function, on networks of every arithmetic, with blocks whole and divided.
#[test]
#[ignore = "needs Open MPI"]
fn on_8_ranks_every_function_has_the_result_of_that_of_mpi() {
    holds(&[
        ("alltoall", "hypercube 3 total-exchange"),
        ("alltoall", "ring 8 total-exchange --count 3"),
        ("alltoallv", "torus 4x2 isotropic 1:2 5 7:3"),
        ("alltoallv", "incomplete-hypercube 7 neighbourhood-exchange 1 2"),
        ("alltoallv", "ring 8 demands 0:3:2 1:2 5:1:3 7:6"),
        ("alltoall", "star 3 total-exchange"),
        ("allgather", "pancake 3 allgather --count 2"),
        ("scatter", "torus 2x4 scatter 5"),
        ("gather", "hypercube 3 gather 6 --count 2"),
        ("bcast", "ring 8 broadcast 3 --count 4"),
        ("reduce", "hypercube 3 reduce 1 --count 3"),
        ("reduce_scatter_block", "torus 4x2 reduce-scatter --count 2"),
    ]);
}

/// Several packets of a slot go from one rank to another, in the order that both know.
#[test]
#[ignore = "needs Open MPI"]
fn packets_over_parallel_links_are_told_apart() {
    let place = Place::new();
    let links = "[[0,1,3],[1,2,2],[2,3,3],[3,4,2],[4,5,3],[5,0,2]]";
    let packets = [(0, 1, 5), (1, 0, 4), (2, 3, 3), (0, 2, 4), (5, 3, 3)]
        .map(|(from, to, count)| format!(r#"{{"from":{from},"to":{to},"count":{count}}}"#));
    let task = format!(
        r#"{{"format":"isotask.task/1","network":{{"kind":"graph","nodes":6,"links":{links}}},"task":{{"kind":"demands","packets":[{}]}},"ports":"all","objective":"completion-time"}}"#,
        packets.join(",")
    );
    place.put("parallel.json", task);
    assert_eq!(export(&place, "parallel.json", "one.h"), 6);
    compile(&place, "alltoallv", &["one.h"]);
    agrees(&place, "alltoallv", 6, &["c.json"]);
}

/// An allreduce is a reduce-scatter and an allgather, one after the other.
#[test]
#[ignore = "needs Open MPI"]
fn two_headers_make_an_allreduce() {
    let place = Place::new();
    for (half, put) in [("reduce-scatter", "first"), ("allgather", "second")] {
        let file = format!("{put}.json");
        let solved = place.run(&["solve", "hypercube", "3", half, "-o", &file]);
        assert_eq!(solved.code, Some(0), "{solved:?}");
        header(&place, &file, &format!("{put}.h"));
    }
    compile(&place, "allreduce", &["first.h", "second.h"]);
    agrees(&place, "allreduce", 8, &[]);
    // In either order.
    compile(&place, "allreduce", &["second.h", "first.h"]);
    agrees(&place, "allreduce", 8, &[]);
}

/// The tables of a header with two blocks in each other's place.
fn tampered(text: &str, function: &str) -> String {
    let constant = |name: &str| -> u64 {
        let after = text.split(&format!("isotask_{function}_{name} = ")).nth(1).unwrap();
        after.split(',').next().unwrap().parse().unwrap()
    };
    let begin = text.find(&format!("isotask_{function}_place[] = {{\n")).unwrap();
    let begin = begin + text[begin..].find('\n').unwrap() + 1;
    let end = begin + text[begin..].find("\n}").unwrap();
    let mut places: Vec<u64> = text[begin..end].split(',').map(|word| word.trim().parse().unwrap()).collect();
    // Two receptions of one slot, so that only what arrives where is changed.
    let cells = constant("cells");
    let blocks: Vec<usize> = (0..places.len()).filter(|&message| places[message] >= cells).collect();
    let pair = blocks.windows(2).find(|pair| places[pair[0]] != places[pair[1]]).unwrap();
    places.swap(pair[0], pair[1]);
    let words: Vec<String> = places.iter().map(u64::to_string).collect();
    format!("{}    {}{}", &text[..begin], words.join(", "), &text[end..])
}

/// The comparison finds a fault where there is one.
#[test]
#[ignore = "needs Open MPI"]
fn a_tampered_header_is_different() {
    for (function, task) in [
        ("alltoall", "hypercube 3 total-exchange"),
        ("alltoallv", "torus 4x2 isotropic 1 5 7"),
        ("allgather", "hypercube 3 allgather"),
        ("reduce_scatter_block", "hypercube 3 reduce-scatter"),
    ] {
        let place = Place::new();
        export(&place, task, "good.h");
        place.put("one.h", tampered(&place.text("good.h"), function));
        compile(&place, function, &["one.h"]);
        let (same, told) = on_ranks(&place, 8, &["./compare"]);
        assert!(!same && told.contains("DIFFERENT\n"), "{function}: {told}");
    }
}

/// Halo exchanges by the rounds of a stencil, in every way that the header offers, with blocks of several sizes;
/// and each by a header in which two blocks of one size have changed places.
fn halos(of: &[(&str, &str)]) {
    let place = Place::new();
    for (stencil, periodic) in of {
        let mut words: Vec<&str> =
            [&["rounds", "stencil"][..], &stencil.split(' ').collect::<Vec<_>>()].concat();
        if !periodic.is_empty() {
            words.extend(["--periodic", periodic]);
        }
        assert_eq!(place.run(&[words.as_slice(), &["--schedule", "s.json"]].concat()).code, Some(0));
        header(&place, "s.json", "halo.h");
        let (grid, points) = stencil.split_once(' ').unwrap();
        let sides: Vec<u64> = grid.split('x').map(|side| side.parse().unwrap()).collect();
        let differing = match points {
            "3-point" | "5-point" | "7-point" => "1",
            "9-point" => "2",
            _ => "3",
        };
        let axes = sides.iter().zip("xyz".chars());
        let axes: Vec<String> = axes
            .flat_map(|(side, axis)| [side.to_string(), u8::from(periodic.contains(axis)).to_string()])
            .collect();
        let told = |alike| {
            let words: Vec<&str> =
                [differing, alike].into_iter().chain(axes.iter().map(String::as_str)).collect();
            halo(&place, sides.iter().product(), &words)
        };
        // A Cartesian communicator has no neighbours but those along an axis.
        let ways = ["packets", "packets again", "graph", "graph again", "grid", "grid again"];
        let ways = if differing == "1" { &ways[..] } else { &ways[..4] };
        let each = |verdict: &str| {
            let lines = ways.iter().map(|way| format!("{way} {verdict}\n"));
            lines.chain(["errors as they should be\n".to_owned()]).collect::<String>()
        };
        assert_eq!(told("0"), each("SAME"), "{stencil} {periodic}");
        place.put("halo.h", tampered(&place.text("halo.h"), "alltoallv"));
        assert_eq!(told("1"), each("DIFFERENT"), "{stencil} {periodic}");
    }
}

/// Compiles the halo exchange, and says what it prints.
fn halo(place: &Place, ranks: u64, words: &[&str]) -> String {
    let source = here("tests/command/mpi/halo.c");
    let build =
        ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I.", &source, "-o", "halo"];
    let (done, told) = run(place, "mpicc", &build);
    assert!(done && told.is_empty(), "{told}");
    on_ranks(place, ranks, &[&["./halo"], words].concat()).1
}

/// Where packets are forwarded, the header says why it has no function for neighbours.
#[test]
fn neighbours_are_offered_where_each_packet_moves_once() {
    let place = Place::new();
    for (task, moves_once) in
        [("ring 5 neighbourhood-exchange 1 1", true), ("ring 5 neighbourhood-exchange 1 2", false)]
    {
        export(&place, task, "one.h");
        let text = place.text("one.h");
        let defines = |name: &str| text.contains(&format!("\nstatic inline int {name}("));
        assert!(defines("isotask_alltoallv_init") && defines("isotask_request_free"), "{task}");
        for name in ["isotask_neighbor_alltoallv", "isotask_neighbor_alltoallv_init"] {
            assert_eq!(defines(name), moves_once, "{task}: {name}");
        }
        let why = "isotask_neighbor_alltoallv is left out, because ranks forward packets";
        assert_eq!(text.contains(why), !moves_once, "{task}");
    }
}

#[test]
#[ignore = "needs Open MPI"]
fn halos_have_the_result_of_the_neighbourhood_exchanges_of_mpi() {
    halos(&[
        ("1x4 5-point", "xy"),
        ("2x2x2 7-point", "xyz"),
        ("2x2x2 27-point", "xyz"),
        ("2x4 9-point", ""),
        ("3x2 5-point", "x"),
    ]);
}

#[test]
#[ignore = "needs Open MPI and time"]
fn on_16_ranks_and_more_halos_have_the_result_of_mpi() {
    halos(&[("3x4 9-point", "xy"), ("3x4 9-point", ""), ("4x4x4 27-point", "xyz"), ("4x4x4 7-point", "")]);
}

/// Ranks of a Cartesian communicator become nodes, and faults go where the communicator says.
#[test]
#[ignore = "needs Open MPI"]
fn a_cartesian_communicator_is_mapped_to_the_nodes() {
    let place = Place::new();
    export(&place, "torus 2x4 total-exchange", "isotask_alltoall.h");
    let source = here("tests/command/mpi/cart.c");
    let words = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I.", &source, "-o", "cart"];
    let (done, told) = run(&place, "mpicc", &words);
    assert!(done && told.is_empty(), "{told}");
    assert_eq!(on_ranks(&place, 8, &["./cart"]), (true, "ranks are nodes\n".to_owned()));
}

/// The program of the example, as it is and with the shim in front of it.
#[test]
#[ignore = "needs Open MPI"]
fn an_unchanged_program_of_mpi4py_goes_by_the_schedule() {
    let place = Place::new();
    export(&place, "hypercube 3 total-exchange", "isotask_alltoall.h");
    let (shim, program) = (here("examples/mpi/shim.c"), here("examples/mpi/transpose.py"));
    let words = [
        "-std=c99",
        "-O2",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Werror",
        "-shared",
        "-fPIC",
        "-I.",
        &shim,
        "-o",
        "shim.so",
    ];
    let (done, told) = run(&place, "mpicc", &words);
    assert!(done && told.is_empty(), "{told}");
    let python = ["/usr/bin/python3", program.as_str()];
    assert_eq!(on_ranks(&place, 8, &python), (true, "transposed\n".to_owned()));
    let shimmed = [&["-x", "LD_PRELOAD=./shim.so", "-x", "ISOTASK_REPORT=1"], &python[..]].concat();
    let (done, told) = on_ranks(&place, 8, &shimmed);
    assert!(done && told.contains("transposed\n"), "{told}");
    assert!(told.contains("isotask: 5 total exchanges by the schedule of 4 slots\n"), "{told}");
}

/// More ranks than the machine has cores, on every kind of schedule: symmetric, of classes, of all nodes.
#[test]
#[ignore = "needs Open MPI"]
fn on_16_ranks_and_more_every_function_has_the_result_of_that_of_mpi() {
    holds(&[
        ("alltoall", "hypercube 4 total-exchange"),
        ("alltoall", "torus 4x4 total-exchange --count 2"),
        ("alltoall", "ring 17 total-exchange --ports one"),
        ("alltoall", "cube-connected-cycles 3 total-exchange"),
        ("alltoall", "star 4 total-exchange"),
        ("alltoall", "torus 4x3 total-exchange"),
        ("alltoall", "incomplete-hypercube 20 total-exchange"),
        ("alltoall", "circulant 18 1,5 total-exchange --ports one-half-duplex"),
        ("alltoallv", "torus 3x3x2 neighbourhood-exchange 1 2"),
        ("alltoallv", "pancake 4 isotropic 3:2 17"),
        ("allgather", "hypercube 5 allgather"),
        ("allgather", "star 4 allgather --count 2"),
        ("reduce_scatter_block", "torus 4x4x2 reduce-scatter"),
        ("reduce_scatter_block", "star 4 reduce-scatter --ports one"),
        ("scatter", "hypercube 4 scatter 9 --count 2"),
        ("gather", "torus 5x4 gather 11"),
        ("bcast", "star 4 broadcast 7 --count 3"),
        ("reduce", "hypercube 5 reduce 30 --count 4"),
    ]);
}

#[test]
fn schedules_that_cannot_be_a_header_are_refused() {
    let place = Place::new();
    let export = |file: &str| place.run(&["export", file, "--to", "c"]);
    let conveyor = models().join("certificates/conveyor.ring-1000000-total-exchange.json");
    let conveyor = conveyor.to_str().unwrap();
    let slots = "125000000000 slots of 2 classes of nodes, expected a product of at most 1048576";
    fails(&export(conveyor), &format!("{conveyor}: {slots}"));
    let solved = |task: &str| {
        let mut words = vec!["solve"];
        words.extend(task.split(' '));
        words.extend(["-o", "c.json"]);
        assert!(matches!(place.run(&words).code, Some(0 | 3)), "{task}");
        export("c.json")
    };
    let messages = "messages in the tables, expected at most 1048576: those of one node where all do the same, else of one node of each class";
    fails(&solved("hypercube 17 total-exchange"), &format!("c.json: up to 2228224 {messages}"));
    fails(
        &solved("hypercube 21 neighbourhood-exchange 1 1"),
        "c.json: 2097152 nodes, expected at most 1048576 ranks",
    );
    fails(
        &place.run(&["export", "c.json", "--to", "c", "--slots", "0"]),
        "--node and --slots choose from a schedule, expected --to csv",
    );
    let task = place.run(&["export", "task.json", "--to", "c"]);
    assert!(
        task.code == Some(2) && task.err.contains("expected isotask.certificate/1 or isotask.schedule/1"),
        "{task:?}"
    );
}

/// From an install to a running total exchange, as the guide says it.
#[test]
#[ignore = "needs Open MPI"]
fn the_five_lines_of_the_guide_run() {
    let page = std::fs::read_to_string(here("src/guide/mpi.md")).unwrap();
    let block = page.split("<!-- ci: five lines -->\n```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let lines: Vec<&str> = block.lines().collect();
    assert_eq!((lines.len(), lines[0]), (5, "sudo apt-get install libopenmpi-dev openmpi-bin"));
    let place = Place::new();
    std::os::unix::fs::symlink(here("examples"), place.path("examples")).unwrap();
    let own = Path::new(crate::ISOTASK).parent().unwrap().display();
    let script = format!(
        "export PATH={own}:$PATH OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1\n{}",
        lines[1..].join("\n")
    );
    let (done, told) = run(&place, "bash", &["-euc", &script]);
    assert!(done && told.ends_with("0 wrong numbers in 4 slots\n"), "{told}");
}
