//! Files of topologies: each format against networks written by hand, refusals with their places, corrupted
//! files, and sparse6 against its definition.

use isotask::grammar::{ReadGraph, graph};
use isotask::wire::Graph;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn read(text: &str) -> ReadGraph {
    graph(text.as_bytes(), false).unwrap_or_else(|fault| unreachable!("{text}: {fault}"))
}

/// A node's name, or its number.
fn name(graph: &Graph, node: u32) -> String {
    let at = usize::try_from(node).expect("few");
    graph.names.as_ref().map_or_else(|| node.to_string(), |names| names[at].clone())
}

/// Links as sorted words, `a-b capacity`, `a>b` of a directed graph.
fn links(graph: &Graph) -> Vec<String> {
    let arrow = if graph.directed { '>' } else { '-' };
    let word = |link: &isotask::wire::GraphLink| {
        format!("{}{arrow}{} {}", name(graph, link.from), name(graph, link.to), link.capacity)
    };
    let mut words: Vec<String> = graph.links.iter().map(word).collect();
    words.sort_unstable();
    words
}

fn switches(graph: &Graph) -> Vec<String> {
    graph.switches.iter().flat_map(|list| list.iter()).map(|&node| name(graph, node)).collect()
}

/// Four GPUs in a ring of links with two lanes each, of which the first two have a third lane between them.
const NVLINKS: &str = r#"<system version="1">
  <cpu numaid="0" arch="x86_64">
    <pci busid="0000:1A:00.0" class="0x030200" link_speed="16.0 GT/s PCIe" link_width="16">
      <gpu dev="0" sm="70" rank="0">
        <nvlink target="0000:1b:00.0" count="3" tclass="0x030200"/>
        <nvlink target="0000:1d:00.0" count="2" tclass="0x030200"/>
      </gpu>
    </pci>
    <pci busid="0000:1b:00.0" class="0x030200">
      <gpu dev="1" sm="70" rank="1">
        <nvlink target="0000:1a:00.0" count="3" tclass="0x030200"/>
        <nvlink target="0000:1c:00.0" count="2" tclass="0x030200"/>
      </gpu>
    </pci>
    <pci busid="0000:1c:00.0" class="0x030200">
      <gpu dev="2" sm="70" rank="2">
        <nvlink target="0000:1b:00.0" count="2" tclass="0x030200"/>
        <nvlink target="0000:1d:00.0" count="2" tclass="0x030200"/>
        <c2c bw="100" count="1"/>
      </gpu>
    </pci>
    <pci busid="0000:1d:00.0" class="0x030200">
      <gpu dev="3" sm="70" rank="3">
        <nvlink target="0000:1c:00.0" count="2" tclass="0x030200"/>
        <nvlink target="0000:1a:00.0" count="2" tclass="0x030200"/>
      </gpu>
    </pci>
    <nic><net name="mlx5_0" dev="0" speed="100000"/></nic>
  </cpu>
</system>
"#;

/// Two GPUs at two switches that are told apart, by which they have 5 and 4 lanes.
const NVSWITCHES: &str = r#"<?xml version="1.0"?>
<!-- a dump -->
<system version="1"><cpu numaid="0">
<pci busid="0000:53:00.0"><gpu dev="0">
<nvlink target="0000:d0:00.0" count="5" tclass="0x068000"/><nvlink target="0000:d1:00.0" count="4" tclass="0x068000"/>
</gpu></pci>
<pci busid="0000:54:00.0"><gpu dev="1">
<nvlink target="0000:d0:00.0" count="5" tclass="0x068000"/><nvlink target="0000:d1:00.0" count="4" tclass="0x068000"/>
</gpu></pci>
</cpu></system>
"#;

#[test]
fn a_topology_of_nccl_is_the_graph_of_its_gpus() {
    let ring = read(NVLINKS);
    assert_eq!(links(&ring.graph), ["GPU0-GPU1 3", "GPU0-GPU3 2", "GPU1-GPU2 2", "GPU2-GPU3 2"]);
    assert_eq!((ring.graph.switches.is_none(), ring.rate), (true, None));
    assert_eq!(
        ring.remarks,
        [
            "links of GPUs read with count as capacity; PCI, CPUs and network cards left out",
            "links to CPUs left out"
        ]
    );
    let star = read(NVSWITCHES).graph;
    let [one, other] = ["NVSwitch 0000:d0:00.0", "NVSwitch 0000:d1:00.0"];
    let expected = [(0, one, 5), (0, other, 4), (1, one, 5), (1, other, 4)];
    assert_eq!(links(&star), expected.map(|(gpu, switch, lanes)| format!("GPU{gpu}-{switch} {lanes}")));
    assert_eq!(switches(&star), [one, other]);
    // A virtual machine sees no switches; NCCL takes them as one.
    let hidden = r#"<system version="1"><cpu>
        <pci busid="0000:05:00.0"><gpu dev="0"><nvlink target="fffffff:ff:ff.0" count="18" tclass="0x068000"/></gpu></pci>
        <pci busid="0000:06:00.0"><gpu dev="1"><nvlink target="fffffff:ff:ff.0" count="18" tclass="0x068000"/></gpu></pci>
        </cpu></system>"#;
    let machine = read(hidden);
    assert_eq!(links(&machine.graph), ["GPU0-NVSwitch 18", "GPU1-NVSwitch 18"]);
    assert!(
        machine.remarks.contains(&"switches that the file does not tell apart are read as one".to_owned())
    );
    // Of a job that sees two of four GPUs.
    let [first, rest] =
        [NVLINKS.find("    <pci busid=\"0000:1c"), NVLINKS.find("    <nic>")].map(Option::unwrap);
    let part = read(&format!("{}{}", &NVLINKS[..first], &NVLINKS[rest..]));
    assert_eq!(links(&part.graph), ["GPU0-GPU1 3"]);
    assert!(part.remarks.contains(&"links to GPUs that are not in the file left out".to_owned()));
}

/// Two switches with two cables between, three adapters and the part of a switch that adds.
const FABRIC: &str = r#"#
# Topology file: generated on Mon Dec 18 12:34:08 2023
#
# Initiated from node 0000000000000a01 port 0000000000000a01

vendid=0x2c9
devid=0xcb20
sysimgguid=0xb01
switchguid=0xb01(b01)
Switch	36 "S-0000000000000b01"		# "leaf Technologies" base port 0 lid 1 lmc 0
[1]	"H-0000000000000a01"[1](a01) 		# "n1 HCA-1" lid 3 4xEDR
[2]	"H-0000000000000a02"[1](a02) 		# "n2 HCA-1" lid 4 4xEDR s=32 w=2 v=4
[3]	"S-0000000000000b02"[3]		# "leaf Technologies" lid 2 4xHDR
[4]	"S-0000000000000b02"[5]		# "leaf Technologies" lid 2 4xHDR
[37]	"H-0000000000000c01"[1](c01) 		# "Mellanox Technologies Aggregation Node" lid 6 4xHDR

switchguid=0xb02(b02)
Switch	36 "S-0000000000000b02"		# "leaf Technologies" base port 0 lid 2 lmc 0
[1][ext 7]	"H-0000000000000a03"[2](a04) 		# "n3 HCA-1" lid 5 4xEDR
[5]	"S-0000000000000b01"[4]		# "leaf Technologies" lid 1 4xHDR
[3]	"S-0000000000000b01"[3]		# "leaf Technologies" lid 1 4xHDR

caguid=0xa01
Ca	1 "H-0000000000000a01"		# "n1 HCA-1"
[1](a01) 	"S-0000000000000b01"[1]		# lid 3 lmc 0 "leaf Technologies" lid 1 4xEDR

caguid=0xa02
Ca	1 "H-0000000000000a02"		# "n2 HCA-1"
[1](a02) 	"S-0000000000000b01"[2]		# lid 4 lmc 0 "leaf Technologies" lid 1 4xEDR

caguid=0xa03
Ca	2 "H-0000000000000a03"		# "n3 HCA-1"
[2](a04) 	"S-0000000000000b02"[1]		# lid 5 lmc 0 "leaf Technologies" lid 2 4xEDR

caguid=0xc01
Ca	1 "H-0000000000000c01"		# "Mellanox Technologies Aggregation Node"
[1](c01) 	"S-0000000000000b01"[37]		# lid 6 lmc 0 "leaf Technologies" lid 1 4xHDR
"#;

#[test]
fn a_fabric_of_infiniband_has_its_cables_once_and_its_speeds_as_capacities() {
    let fabric = read(FABRIC);
    let [one, other] = ["S-0000000000000b01", "S-0000000000000b02"];
    let expected = [format!("{one}-n1 HCA-1 1"), format!("{one}-n2 HCA-1 1"), format!("{one}-{other} 4")];
    assert_eq!(links(&fabric.graph), [&expected[..], &[format!("{other}-n3 HCA-1 1")]].concat().sorted());
    assert_eq!(switches(&fabric.graph), [one, other]);
    assert_eq!(fabric.rate.map(|rate| rate.to_string()).as_deref(), Some("100 Gb/s"));
    let said = fabric.remarks.join("; ");
    for words in [
        "every adapter read as a node",
        "a packet is what 100 Gb/s carries in a slot",
        "the capacities of 2 links side by side are added up",
        "aggregation nodes of switches left out: 1",
    ] {
        assert!(said.contains(words), "{said}");
    }
    // The slower of two ends counts: 4 and 16 Gb/s are 1 and 4 units of 4 Gb/s.
    let mixed = FABRIC.replace("4xHDR", "2xQDR").replace("4xEDR", "4xDDR").replacen("4xDDR", "1xDDR", 1);
    let mixed = read(&mixed);
    assert_eq!(mixed.rate.map(|rate| rate.to_string()).as_deref(), Some("4 Gb/s"));
    let capacities: Vec<u32> = mixed.graph.links.iter().map(|link| link.capacity).collect();
    assert_eq!(capacities.iter().sum::<u32>(), 1 + 4 + 4 + 2 * 4);
    assert!(
        mixed
            .remarks
            .iter()
            .any(|said| said == "cables whose ends have two speeds, of which the lower is read: 1")
    );
    let warned = read(&format!("ibwarn: [7] sim_connect: attached\n{FABRIC}"));
    assert_eq!(warned.graph, fabric.graph);
    assert_eq!(warned.remarks.last().map(String::as_str), Some("warnings between the lines left out: 1"));
    // Where a speed is not known, none counts.
    let unknown = read(&FABRIC.replace("4xHDR", "4x???"));
    assert_eq!((unknown.graph.links.iter().map(|link| link.capacity).max(), unknown.rate), (Some(2), None));
    assert!(unknown.remarks.join("; ").contains("speed left out: only 3 of 5 links have it"), "{unknown:?}");
}

trait Sorted {
    fn sorted(self) -> Self;
}

impl Sorted for Vec<String> {
    fn sorted(mut self) -> Self {
        self.sort_unstable();
        self
    }
}

#[test]
fn every_cable_stands_at_both_its_ends() {
    let lines: Vec<&str> = FABRIC.lines().collect();
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| line.starts_with('[')) {
        let without: Vec<&str> = [&lines[..at], &lines[at + 1..]].concat();
        let fault = graph(without.join("\n").as_bytes(), false).expect_err("half a cable").to_string();
        assert!(fault.contains("a cable that does not stand at"), "{fault}");
    }
}

/// A ring of three hosts with links of two halves, one of them faster, and a loop.
const PLATFORM: &str = r#"<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="world" routing="Full">
    <prop id="a" value="b"/>
    <host id="a" speed="1Gf" core="4"/>
    <host id="b" speed="1Gf"><prop id="watts" value="1"/></host>
    <router id="r"/>
    <link id="ab" bandwidth="125MBps" latency="50us" sharing_policy="SPLITDUPLEX"/>
    <link id="br" bandwidth="2.5Gbps" latency="50us" sharing_policy="SPLITDUPLEX"/>
    <link id="ra" bandwidth="1Gbps" latency="50us" sharing_policy="SPLITDUPLEX"/>
    <link id="self" bandwidth="498MBps" sharing_policy="FATPIPE"/>
    <route src="a" dst="b"><link_ctn id="ab" direction="UP"/></route>
    <route src="b" dst="r" symmetrical="YES"><link_ctn id="br" direction="DOWN"/></route>
    <route src="r" dst="a" symmetrical="NO"><link_ctn id="ra" direction="UP"/></route>
    <route src="a" dst="r" symmetrical="NO"><link_ctn id="ra" direction="DOWN"/></route>
    <route src="a" dst="a"><link_ctn id="self"/></route>
  </zone>
</platform>
"#;

#[test]
fn a_platform_of_simgrid_has_the_links_of_its_routes() {
    let platform = read(PLATFORM);
    assert_eq!(links(&platform.graph), ["a-b 2", "a-r 2", "b-r 5"]);
    assert_eq!(switches(&platform.graph), ["r"]);
    assert_eq!(platform.rate.map(|rate| rate.to_string()).as_deref(), Some("500 Mb/s"));
    assert!(
        platform.remarks.contains(&"routes from a host to itself left out: 1".to_owned()),
        "{platform:?}"
    );
    // A route in one direction makes a directed link.
    let one_way = PLATFORM.replace("    <route src=\"a\" dst=\"r\" symmetrical=\"NO\"><link_ctn id=\"ra\" direction=\"DOWN\"/></route>\n", "");
    assert_eq!(links(&read(&one_way).graph), ["a>b 2", "b>a 2", "b>r 5", "r>a 2", "r>b 5"]);
    // Both ways share what SHARED, the default, says; that is said.
    let shared = PLATFORM.replace(" sharing_policy=\"SPLITDUPLEX\"", "").replace(" direction=\"UP\"", "");
    let shared = read(&shared.replace(" direction=\"DOWN\"", ""));
    assert_eq!(shared.graph, platform.graph);
    let said = "links that both ways share (sharing_policy SHARED) carry their bandwidth each way here: 3";
    assert!(shared.remarks.contains(&said.to_owned()), "{shared:?}");
    // Rates are exact, of which 1000 b/s is the greatest common divisor here.
    let odd = PLATFORM.replace("125MBps", "41.279125MBps").replace("\"1Gbps", "\"34.285625MBps");
    let odd = read(&odd.replace("2.5Gbps", "1.25kBps"));
    assert_eq!(links(&odd.graph), ["a-b 330233", "a-r 274285", "b-r 10"]);
}

const ANYNET: &str = "router 0 node 0 router 1 10 router 2 5\nrouter 1 node 7 router 0\n\nnode 3 router 2\n";

#[test]
fn a_topology_of_booksim_has_every_connection_once() {
    let anynet = read(ANYNET);
    let expected =
        ["router0-node0 1", "router0-router1 1", "router0-router2 1", "router1-node7 1", "router2-node3 1"];
    assert_eq!(links(&anynet.graph), expected);
    assert_eq!(switches(&anynet.graph), ["router0", "router1", "router2"]);
    assert_eq!(anynet.remarks.last().map(String::as_str), Some("latencies left out (a slot has no lengths)"));
}

#[test]
fn ambiguous_topologies_are_refused_with_their_place() {
    let nccl = |from: &str, to: &str| NVLINKS.replacen(from, to, 1);
    let simgrid = |from: &str, to: &str| PLATFORM.replacen(from, to, 1);
    let fabric = |from: &str, to: &str| FABRIC.replacen(from, to, 1);
    for (text, fault) in [
        (nccl("version=\"1\"", "version=\"9\""), "line 1: version 9, expected 1 or 2"),
        (nccl("count=\"3\"", "count=\"0\""), "line 5: a link without count"),
        (nccl("count=\"3\"", "count=\"4\""), "line 5: count 4, which does not stand at the other gpu"),
        (nccl("target=\"0000:1b:00.0\"", ""), "line 5: a link without target"),
        (
            nccl("1b:00.0\" count", "99:00.0\" count").replacen(" tclass=\"0x030200\"", "", 1),
            "line 5: target 0000:99:00.0 of class",
        ),
        (nccl("tclass=\"0x030200\"", "tclass=\"0x068000\""), "line 5: target 0000:1b:00.0 of class 0x068000"),
        (nccl("<c2c", "<radio"), "line 19: radio in a gpu"),
        (nccl("dev=\"1\"", "dev=\"0\""), "line 10: a second gpu with dev 0"),
        (nccl("dev=\"1\"", "dev=\"-1\""), "line 10: a gpu without dev"),
        (
            nccl("busid=\"0000:1b:00.0\"", "busid=\"0000:1a:00.0\""),
            "line 10: a second gpu at busid 0000:1a:00.0",
        ),
        (nccl("1b:00.0\" count=\"3\"", "1a:00.0\" count=\"3\""), "line 5: a link from a gpu to itself"),
        (
            "<system version=\"1\"><cpu><pci busid=\"1\"/></cpu></system>".into(),
            "line 1: no gpu, expected those of a run",
        ),
        ("<system><pci busid=\"1\"><gpu dev=\"0\"/></pci></system>".into(), "line 1: no nvlink or xgmi"),
        (
            "<graphs version=\"1\"><graph id=\"0\"/></graphs>".into(),
            "this is a search of NCCL for rings and trees",
        ),
        (fabric("[3]\t\"S", "[3]\t\"X"), "line 13: X-0000000000000b02, of which no section speaks"),
        (fabric("[3]\t\"S", "[2]\t\"S"), "line 13: port 2 again"),
        (fabric("[3]\t\"S", "3]\t\"S"), "line 13: 3]"),
        (fabric("[3]\t\"S", "[3]\tS"), "line 13: expected a port and what is at its cable"),
        (fabric("[3]\t\"S-0000000000000b02", "[3]\t\"S-0000000000000b01"), "line 13: a link from node"),
        (fabric("Switch\t36", "[1] \"a\"[1]\nSwitch\t36"), "line 10: a port before the first device"),
        (
            fabric("Ca\t2 \"H-0000000000000a03", "Ca\t2 \"H-0000000000000a02"),
            "line 32: node H-0000000000000a02 again",
        ),
        (simgrid("routing=\"Full\"", "routing=\"Vivaldi\""), "line 4: routing Vivaldi"),
        (simgrid("<router", "<cluster"), "line 8: element cluster"),
        (simgrid("<host id=\"b\"", "<host id=\"a\""), "line 7: node a again"),
        (simgrid("core=", "state_file="), "line 6: a host that fails at times"),
        (simgrid("id=\"br\"", "id=\"ab\""), "line 10: link ab again"),
        (simgrid("dst=\"b\"", "dst=\"c\""), "line 13: node c is not among the nodes"),
        (simgrid("<link_ctn id=\"ab\" direction=\"UP\"/>", ""), "line 13: a route over 0 links"),
        (
            simgrid("<link_ctn id=\"ab\"", "<link_ctn id=\"br\" direction=\"UP\"/><link_ctn id=\"ab\""),
            "line 13: a route over 2 links",
        ),
        (simgrid("link_ctn id=\"ra\"", "link_ctn id=\"br\""), "line 15: link br, which another route shares"),
        (simgrid("SPLITDUPLEX", "FATPIPE"), "line 13: sharing_policy FATPIPE and direction UP"),
        (simgrid("SPLITDUPLEX", "SHARED"), "line 13: sharing_policy SHARED and direction UP"),
        (simgrid(" direction=\"UP\"", ""), "line 13: sharing_policy SPLITDUPLEX and direction none"),
        (simgrid("125MBps", "125"), "line 10: 2.5Gbps with a unit, and a number before without"),
        (simgrid("125MBps", "fast"), "line 9: capacity fast"),
        (simgrid("bandwidth=\"125MBps\"", ""), "line 9: link without bandwidth"),
        (simgrid("latency=\"50us\"", "bandwidth_file=\"x\""), "line 9: bandwidth_file of a link"),
        (simgrid("symmetrical=\"YES\"", "symmetrical=\"maybe\""), "line 14: symmetrical maybe"),
        (simgrid("src=\"b\" dst=\"r\"", "src=\"a\" dst=\"b\""), "line 14: the link of line 13 again"),
        ("router 0 node 0\nrouter 1 node 0\n".into(), "line 2: node0 again, which is at router0"),
        ("router 0 node 0\nnode 1 node 0\n".into(), "line 2: node1 and node0, expected a router"),
        ("router 0 router 0\n".into(), "line 1: a link from node router0 to itself"),
        (
            "router 0 node 0\nrouter 1 router\n".into(),
            "line 2: router, expected router or node and its number",
        ),
        ("router 0 node 0\nrouter 1 3 router 0\n".into(), "line 2: 3 router, expected router or node"),
        ("router 0 node x\n".into(), "line 1: node x, expected router or node and its number"),
        (":A_\n:A_\n".into(), "line 1: several graphs, expected one"),
        (">>sparse6<<A_".into(), "line 1: no colon in front of the graph"),
        (">>sparse6<<:~~A".into(), "line 1: no graph in sparse6"),
        (":A~".into(), "line 1: a link from node 1 to itself"),
        (":C".into(), "no link, expected one at least"),
    ] {
        let found = graph(text.as_bytes(), false).expect_err(fault).to_string();
        assert!(found.contains(fault), "expected {fault}: {found}");
    }
}

/// A graph as sparse6, by its definition: links are sorted by their greater ends.
fn sparse6(nodes: u32, links: &[(u32, u32)]) -> String {
    let width = (0..32_usize).find(|&width| 1_u32 << width >= nodes.max(1)).expect("few nodes");
    let mut sorted: Vec<(u32, u32)> = links.iter().map(|&(a, b)| (a.max(b), a.min(b))).collect();
    sorted.sort_unstable();
    let (mut bits, mut at) = (Vec::new(), 0);
    let mut put = |bit: u32, number: u32| {
        bits.push(bit);
        bits.extend((0..width).rev().map(|place| number >> place & 1));
    };
    for &(to, from) in &sorted {
        match to - at {
            0 => put(0, from),
            1 => put(1, from),
            _ => {
                put(1, to);
                put(0, from);
            }
        }
        at = to;
    }
    let free = (6 - bits.len() % 6) % 6;
    let is_special = width < 6 && nodes == 1 << width && at + 2 == nodes && free > width;
    bits.extend((0..free).map(|place| u32::from(!(is_special && place == 0))));
    let letter = |six: u32| char::from(u8::try_from(six + 63).expect("six bits"));
    let head = match nodes {
        0..=62 => vec![nodes],
        _ => vec![63, nodes >> 12, nodes >> 6 & 63, nodes & 63],
    };
    let body = bits.chunks(6).map(|six| six.iter().fold(0, |number, bit| number << 1 | bit));
    std::iter::once(':').chain(head.into_iter().chain(body).map(letter)).collect()
}

/// A simple graph as graph6, by its definition.
fn graph6(nodes: u32, links: &BTreeMap<(u32, u32), u32>) -> String {
    let pairs = (1..nodes).flat_map(|to| (0..to).map(move |from| (from, to)));
    let bits: Vec<u32> = pairs.map(|pair| u32::from(links.contains_key(&pair))).collect();
    let six = bits.chunks(6).map(|six| (0..6).fold(0, |number, at| number << 1 | six.get(at).unwrap_or(&0)));
    std::iter::once(nodes)
        .chain(six)
        .map(|six| char::from(u8::try_from(six + 63).expect("six bits")))
        .collect()
}

fn some_links(most: u32) -> impl Strategy<Value = (u32, Vec<(u32, u32)>)> {
    (2..=most).prop_flat_map(|nodes| {
        let link = (0..nodes, 1..nodes).prop_map(move |(from, step)| (from, (from + step) % nodes));
        (Just(nodes), proptest::collection::vec(link, 1..20))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sparse6_is_read_as_it_is_defined((nodes, list) in prop_oneof![some_links(17), some_links(300)]) {
        let mut counts: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for &(a, b) in &list {
            *counts.entry((a.min(b), a.max(b))).or_default() += 1;
        }
        let word = sparse6(nodes, &list);
        let found = graph(word.as_bytes(), false).map_err(|fault| TestCaseError::fail(format!("{word}: {fault}")))?;
        let of = |graph: &Graph| -> BTreeMap<(u32, u32), u32> {
            graph.links.iter().map(|link| ((link.from, link.to), link.capacity)).collect()
        };
        prop_assert_eq!((found.graph.nodes, of(&found.graph)), (u64::from(nodes), counts.clone()), "{}", word);
        if nodes <= 62 {
            let once: Vec<(u32, u32)> = counts.keys().copied().collect();
            let [sparse, dense] = [format!(">>sparse6<<{}", sparse6(nodes, &once)), format!(">>graph6<<{}", graph6(nodes, &counts))];
            prop_assert_eq!(read(&sparse).graph, read(&dense).graph);
        }
    }

    #[test]
    fn corrupted_files_are_refused_or_are_graphs(
        which in 0..6_usize,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), 0..6_u8, any::<u8>()), 1..4),
    ) {
        let sparse = sparse6(9, &[(0, 1), (1, 2), (2, 8), (8, 0), (1, 2)]);
        let mut bytes = [NVLINKS, NVSWITCHES, FABRIC, PLATFORM, ANYNET, &sparse][which].as_bytes().to_vec();
        for (place, change, byte) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = place.index(bytes.len());
            match change {
                0 => bytes[at] = byte & 0x7f,
                1 => bytes[at] = (bytes[at] & 0xf8) | (byte & 7),
                2 => bytes.insert(at, byte & 0x7f),
                3 => {
                    bytes.remove(at);
                }
                4 => bytes.truncate(at.max(1)),
                _ => {
                    let end = bytes.len().min(at + usize::from(byte));
                    let part = bytes[at..end].to_vec();
                    bytes.splice(at..at, part);
                }
            }
        }
        match graph(&bytes, false) {
            Err(fault) => prop_assert!(fault.to_string().len() < 2000),
            Ok(read) => {
                let nodes = read.graph.nodes;
                for link in read.graph.links.iter() {
                    prop_assert!(u64::from(link.from.max(link.to)) < nodes && link.from != link.to && link.capacity > 0);
                }
                let ends: Vec<(u32, u32)> = read.graph.links.iter().map(|link| (link.from, link.to)).collect();
                prop_assert!(ends.windows(2).all(|pair| pair[0] < pair[1]));
                prop_assert!(read.graph.names.as_ref().is_none_or(|names| u64::try_from(names.len()) == Ok(nodes)));
            }
        }
    }
}
