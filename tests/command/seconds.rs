//! How many seconds a slot is: bytes of a packet over what a link of capacity 1 carries, exactly.

use super::{Place, document, fails};

/// Two links of 10 and 40 Gb/s: 1 and 4 packets a slot, of which one of 1 MiB takes 2²⁰ · 8 / 10¹⁰ seconds.
const LINKS: &str = "from,to,bandwidth (Gb/s)\nA,B,10\nB,C,40\n";

#[test]
fn slots_are_seconds_where_packet_and_link_are_known() {
    let place = Place::new();
    place.put("links.csv", LINKS);
    let words = ["solve", "links.csv", "demands", "B:C:8", "A:B:3", "--bytes", "1MiB", "--json"];
    let ended = place.run(&words);
    let result = document(&ended);
    // Eight packets over a link of four take two slots, three over the other three.
    assert_eq!(result["completion_time"], 3, "{result}");
    let time = &result["slot_time"];
    assert_eq!(time["bytes"], "1048576");
    assert_eq!(time["bits_per_second"], "10000000000");
    assert_eq!(time["slot_seconds"], "0.0008388608");
    assert_eq!(time["seconds"], "0.0025165824");
    let told = place.run(&words[..words.len() - 1]);
    let said = "0.0025165824 s: a slot is 0.0008388608 s, a packet of 1048576 bytes at 10 Gb/s; no start-up, no latency";
    assert!(told.out.contains(said), "{}", told.out);
    // The divisor of the traffic is the size of a packet, so no option is needed.
    place.put("traffic.csv", "from,to,bytes\nA,B,3145728\nB,C,8388608\n");
    let words = ["solve", "links.csv", "demands", "--csv", "traffic.csv", "--unit", "1MiB", "--json"];
    let by_unit = document(&place.run(&words));
    assert_eq!(by_unit["slot_time"], *time);
    // 8 / 24 of a second.
    let ended = place.run(&[
        "solve",
        "ring",
        "5",
        "total-exchange",
        "--bytes",
        "1",
        "--bandwidth",
        "24b/s",
        "--json",
    ]);
    assert_eq!(document(&ended)["slot_time"]["slot_seconds"], "1/3");
    assert_eq!(document(&ended)["slot_time"]["seconds"], "1", "three slots");
    // Unasked nothing is said.
    let plain = document(&place.run(&["solve", "links.csv", "demands", "A:B", "--json"]));
    assert_eq!(plain.get("slot_time"), None);
}

#[test]
fn tables_and_pictures_say_seconds_too() {
    let place = Place::new();
    let solved = place.run(&["solve", "ring", "5", "total-exchange", "-o", "c.json", "--json"]);
    place.put("r.json", solved.out);
    let table = place.run(&["table", "r.json", "--bytes", "1MB", "--bandwidth", "1GB/s"]);
    assert_eq!(table.code, Some(0), "{table:?}");
    let lines: Vec<Vec<&str>> = table.out.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| lines[0].iter().position(|word| *word == name).unwrap();
    // No cell before these holds a comma but the network's.
    let cells = csv_cells(&table.out);
    assert_eq!(cells[column("slot_seconds")], "0.001");
    assert_eq!(cells[column("schedule_seconds")], "0.003");
    let drawn = place.run(&["draw", "c.json", "--bytes", "1MB", "--bandwidth", "1GB/s"]);
    assert!(drawn.out.contains("all slots: 0.003 s: a slot is 0.001 s"), "{}", drawn.out);
}

/// The cells of the second line.
fn csv_cells(table: &str) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new().has_headers(true).from_reader(table.as_bytes());
    reader.records().next().unwrap().unwrap().iter().map(str::to_owned).collect()
}

#[test]
fn missing_and_contradictory_sizes_or_rates_are_refused() {
    let place = Place::new();
    place.put("links.csv", LINKS);
    let solve = |words: &[&str]| place.run(&[&["solve"], words].concat());
    fails(
        &solve(&["ring", "5", "total-exchange", "--bytes", "1MiB"]),
        "--bytes: how much does a link of capacity 1 carry? --bandwidth 10Gb/s says it",
    );
    let one = solve(&["links.csv", "demands", "A:B", "--bandwidth", "10Gb/s"]);
    let said = "error: --bandwidth: how many bytes does a packet carry? --bytes 1MiB says it\n";
    assert!(one.code == Some(2) && one.err.ends_with(said), "{one:?}");
    let two = solve(&["links.csv", "demands", "A:B", "--bytes", "1MiB", "--bandwidth", "25Gb/s"]);
    assert_eq!(two.code, Some(2));
    let said = "two that differ: --bandwidth 25 Gb/s and what links.csv says, 10 Gb/s; leave one out\n";
    assert!(two.err.ends_with(said), "{}", two.err);
    for (option, word, expected) in [
        ("--bytes", "0", "expected bytes such as 1MiB, 64kB or 4096"),
        ("--bytes", "1Gb/s", "expected bytes such as 1MiB, 64kB or 4096"),
        ("--bandwidth", "10", "expected bits or bytes a second such as 10Gb/s, 2.5GB/s or 400Gbps"),
    ] {
        let ended = solve(&["ring", "5", "total-exchange", option, word]);
        assert_eq!(ended.code, Some(2));
        assert!(ended.err.contains(expected), "{option} {word}: {}", ended.err);
    }
    fails(
        &place.run(&["draw", "ring", "5", "total-exchange", "--bytes", "1MiB", "-o", "p.svg"]),
        "--bytes says how long a schedule takes, expected a schedule or certificate",
    );
}

/// Every option that takes a number refuses other texts as no number.
#[test]
fn invalid_numbers_of_options_are_refused_in_words() {
    let place = Place::new();
    for (words, expected) in [
        (&["new", "ring", "5", "total-exchange", "--count", "-1"][..], "expected a whole number from 0 to "),
        (
            &["solve", "ring", "5", "total-exchange", "--threads", "many"],
            "expected a whole number from 1 to 1024",
        ),
        (&["deadlock", "ring", "5", "--seed", "-3"], "expected a whole number from 0 to "),
        (
            &["draw", "ring", "5", "total-exchange", "--width", "0"],
            "expected a whole number from 16 to 16384",
        ),
        (&["tree", "sbt", "-4"], "expected a whole number from 0 to "),
    ] {
        let ended = place.run(words);
        assert_eq!(ended.code, Some(2), "{words:?}");
        assert!(ended.err.contains(expected), "{words:?}: {}", ended.err);
    }
}

/// Packets of a deadlock are named as those of any task; what it does not heed is refused.
#[test]
fn a_deadlock_takes_tasks_in_words_as_others_do() {
    let place = Place::new();
    place.put("traffic.csv", "from,to,bytes\n0,1,2000\n1,3,1000\n");
    let words = ["deadlock", "ring", "5", "demands", "--csv", "traffic.csv", "--unit", "1kB", "--json"];
    let found = document(&place.run(&words));
    assert_eq!(found["replays"][0]["packets"], 3, "{found}");
    fails(
        &place.run(&["deadlock", "ring", "5", "--ports", "one"]),
        "--ports changes nothing here: packets move whenever the next buffer is empty",
    );
    place.put("task.json", place.run(&["new", "ring", "5", "total-exchange"]).out);
    fails(
        &place.run(&["deadlock", "--task", "task.json", "--count", "2"]),
        "--count is one of NETWORK TASK in words; a file says its own",
    );
}
