//! Topologies of other programs as a person solves them: the messages on standard error, and optima that an
//! argument on paper confirms.

use super::{ISOTASK, Place, fails};
use serde_json::Value;

/// What `solve FILE total-exchange` says, and its slots.
fn solved(place: &Place, file: &str, more: &[&str]) -> (String, u64) {
    let ended = place.run(&[&["solve", file, "total-exchange", "--json", "-o", "c.json"], more].concat());
    assert_eq!(ended.code, Some(0), "{file}: {} {}", ended.out, ended.err);
    assert_eq!(place.run(&["check", "c.json"]).code, Some(0), "{file}");
    let report: Value = serde_json::from_str(&ended.out).unwrap();
    (ended.err, report["completion_time"].as_u64().expect("a number of slots"))
}

/// Four GPUs at one switch with three lanes each: three packets leave each GPU at once, and have two hops.
#[test]
fn gpus_at_a_switch_exchange_all_in_two_slots() {
    let place = Place::new();
    let gpu = |at: usize| {
        format!(
            "<pci busid=\"0000:0{at}:00.0\"><gpu dev=\"{at}\"><nvlink target=\"fffffff:ff:ff.0\" count=\"3\" tclass=\"0x068000\"/></gpu></pci>\n"
        )
    };
    let gpus: String = (0..4).map(gpu).collect();
    place.put("topo.xml", format!("<system version=\"1\">\n<cpu numaid=\"0\">\n{gpus}</cpu>\n</system>\n"));
    let (said, slots) = solved(&place, "topo.xml", &[]);
    assert_eq!(slots, 2);
    assert!(said.contains("PCI, CPUs and network cards left out"), "{said}");
    fails(
        &place.run(&["new", "graph", "--edges", "topo.xml", "--directed", "scatter"]),
        "topo.xml: --directed goes with lines of two nodes; a topology of NCCL says itself whether links are directed",
    );
}

/// Two hosts at each of two switches, the cable between these being twice as fast. A host sends two packets over that
/// cable and must have sent them two slots before the end, and gets two that no slot before the third brings. In four
/// slots it would send the third packet in the third slot at best, and get three in the last two. Five are enough.
#[test]
fn a_fabric_of_four_hosts_exchanges_all_in_five_slots() {
    let place = Place::new();
    let mut lines = Vec::new();
    for (switch, other) in [(1, 2), (2, 1)] {
        let hosts = [2 * switch - 1, 2 * switch];
        lines.push(format!("Switch 8 \"S-{switch}\" # \"s{switch}\" base port 0 lid 1 lmc 0"));
        lines.push(format!("[8] \"S-{other}\"[8] # \"s{other}\" lid 1 4xHDR"));
        for host in hosts {
            lines.push(format!("[{host}] \"H-{host}\"[1](a{host}) # \"h{host}\" lid 1 4xEDR"));
        }
        for host in hosts {
            lines.push(format!("Ca 1 \"H-{host}\" # \"h{host}\""));
            lines
                .push(format!("[1](a{host}) \"S-{switch}\"[{host}] # lid 1 lmc 0 \"s{switch}\" lid 1 4xEDR"));
        }
    }
    place.put("fabric.txt", lines.join("\n"));
    let (said, slots) = solved(&place, "fabric.txt", &[]);
    assert_eq!(slots, 5);
    assert!(said.contains("a packet is what 100 Gb/s carries in a slot"), "{said}");
    let timed = place.run(&["solve", "fabric.txt", "total-exchange", "--bytes", "125MB"]);
    assert!(timed.out.contains("0.05 s"), "{}", timed.out);
}

/// Every pair of hosts has a link of its own, so that one slot is enough; a circle of four needs two.
#[test]
fn platforms_and_graphs_of_letters_are_solved() {
    let place = Place::new();
    let hosts: String = ["a", "b", "c"].map(|host| format!("<host id=\"{host}\" speed=\"1Gf\"/>\n")).concat();
    let link = |from: &str, to: &str| {
        format!(
            "<link id=\"{from}{to}\" bandwidth=\"1Gbps\" latency=\"1us\" sharing_policy=\"SPLITDUPLEX\"/>\n<route src=\"{from}\" dst=\"{to}\"><link_ctn id=\"{from}{to}\" direction=\"UP\"/></route>\n"
        )
    };
    let links = [link("a", "b"), link("b", "c"), link("a", "c")].concat();
    let platform = format!(
        "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">\n{hosts}{links}</zone></platform>\n"
    );
    place.put("platform.xml", platform);
    assert_eq!(solved(&place, "platform.xml", &[]).1, 1);
    // Links 01, 02, 13 and 23 as a bit and a number of two bits each: 1 00, 1 00, 1 01, 0 10.
    place.put("circle.s6", ":Cci\n");
    let circle = place.run_with(ISOTASK, &["new", "graph", "--edges", "circle.s6", "total-exchange"], b"");
    let graph = &serde_json::from_str::<Value>(&circle.out).unwrap()["network"];
    assert_eq!(graph["links"], serde_json::json!([[0, 1], [0, 2], [1, 3], [2, 3]]), "{graph}");
    assert_eq!(solved(&place, "circle.s6", &[]).1, 2);
}
