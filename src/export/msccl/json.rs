//! A schedule as an algorithm of the tools of MSCCL.

use super::{Collective, Shape};
use crate::export::format::{Format, Writer};
use crate::export::plan::Plan;
use crate::export::plan::error::PlanError;
use crate::export::rights::RIGHTS;
use crate::model::{Network, Node, counted};
use crate::wire::Ports;
use serde_json::{Map, Value, json};
use std::io::Write;

/// The format of the word `msccl-json`.
pub(in crate::export) const MSCCL_JSON: Format = Format {
    word: "msccl-json",
    sentence: "Alltoall, allgather or reduce-scatter as an algorithm of the tools of MSCCL",
    source: "Microsoft, msccl-tools, msccl/serialization.py",
    writer: Writer::Plan(msccl_json),
};

/// Most chunks of all pairs of nodes; each is an object of JSON.
const MAX_CHUNKS: u64 = 1 << 20;

/// Writes the algorithm, its collective and its topology. Every slot is a step, whose sends have address,
/// sender and receiver; in the topology a link takes one chunk per step. If a node may use fewer ports than
/// it has links, a switch limits its outgoing links, and another its incoming ones.
///
/// # Errors
/// [`PlanError::NoCollective`], [`PlanError::TooMuch`] above 2²⁰ chunks or pairs of nodes,
/// [`PlanError::Output`].
///
/// # Complexity
/// O(n² · chunks + transmissions) for n nodes.
fn msccl_json(plan: &Plan<'_>, out: &mut dyn Write) -> Result<String, PlanError> {
    let shape = Shape::of(plan)?;
    let pairs = shape.nodes.checked_mul(shape.nodes).and_then(|pairs| pairs.checked_mul(shape.chunks));
    let found = pairs.unwrap_or(u64::MAX);
    if found > MAX_CHUNKS {
        return Err(PlanError::TooMuch { what: "chunks of all pairs of nodes", found, most: MAX_CHUNKS });
    }
    let (input_map, output_map) = maps(shape);
    let steps = (0..plan.slots).map(|slot| {
        let first = plan.sends.partition_point(|send| send.slot < slot);
        let sends = plan.sends[first..].iter().take_while(|send| send.slot == slot);
        let sends = sends.map(|send| json!([shape.address(send), send.sent.from.0, send.sent.to.0]));
        json!({ "msccl_type": "step", "rounds": 1, "sends": sends.collect::<Vec<_>>() })
    });
    let network = plan.problem.network();
    let collective = collective(shape);
    let algorithm = json!({
        "msccl_type": "algorithm",
        "rights": RIGHTS,
        "name": format!("{} on {} by Isotask", shape.word(), network.title()),
        "instance": {
            "msccl_type": "instance", "steps": plan.slots, "extra_rounds": 0, "chunks": shape.chunks,
            "pipeline": null, "extra_memory": null, "allow_exchange": false,
        },
        "input_map": input_map,
        "output_map": output_map,
        "steps": steps.collect::<Vec<_>>(),
        "collective": collective,
        "topology": topology(network, plan.problem.ports()),
    });
    writeln!(out, "{algorithm}")?;
    let sends = counted(plan.count(), "send");
    Ok(format!("{} in {}, {sends}", shape.word(), counted(plan.slots, "step")))
}

/// Lists the chunks: the nodes where each starts, the nodes that it is for, and its address.
fn chunks(shape: Shape) -> Vec<(Vec<u64>, Vec<u64>, u64)> {
    let Shape { collective, nodes, chunks } = shape;
    let blocks: Vec<(Vec<u64>, Vec<u64>, u64)> = match collective {
        Collective::Allgather => (0..nodes).map(|start| (vec![start], (0..nodes).collect(), start)).collect(),
        Collective::Alltoall | Collective::ReduceScatter => (0..nodes * nodes)
            .map(|block| {
                let (to, from) = (block / nodes, block % nodes);
                let address = if collective == Collective::Alltoall { block } else { to };
                (vec![from], vec![to], address)
            })
            .collect(),
    };
    let divided = blocks.into_iter().flat_map(|(pre, post, address)| {
        (0..chunks).map(move |chunk| (pre.clone(), post.clone(), address * chunks + chunk))
    });
    divided.collect()
}

fn collective(shape: Shape) -> Value {
    let name = match shape.collective {
        Collective::Alltoall => "Alltoall",
        Collective::Allgather => "Allgather",
        Collective::ReduceScatter => "ReduceScatter",
    };
    let divided = if shape.chunks == 1 { String::new() } else { format!(",chunks={}", shape.chunks) };
    let chunks = chunks(shape).into_iter().map(
        |(pre, post, address)| json!({ "msccl_type": "chunk", "pre": pre, "post": post, "addr": address }),
    );
    json!({
        "msccl_type": "collective",
        "name": format!("{name}(n={}){divided}", shape.nodes),
        "nodes": shape.nodes,
        "chunks": chunks.collect::<Vec<_>>(),
        "triggers": {},
        "runtime_name": shape.word(),
    })
}

/// Lists the addresses that every node holds before and after the collective.
fn maps(shape: Shape) -> (Value, Value) {
    let nodes = usize::try_from(shape.nodes).expect("nodes whose pairs are few");
    let (mut inputs, mut outputs) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
    for (pre, post, address) in chunks(shape) {
        for (map, nodes) in [(&mut inputs, pre), (&mut outputs, post)] {
            for node in nodes {
                let addresses: &mut Vec<u64> = &mut map[usize::try_from(node).expect("a node of them")];
                // Parts of one sum share their address and are adjacent.
                if addresses.last() != Some(&address) {
                    addresses.push(address);
                }
            }
        }
    }
    let object = |map: Vec<Vec<u64>>| -> Value {
        let entry = |(node, mut addresses): (usize, Vec<u64>)| {
            addresses.sort_unstable();
            addresses.dedup();
            (node.to_string(), json!(addresses))
        };
        Value::Object(map.into_iter().enumerate().map(entry).collect::<Map<_, _>>())
    };
    (object(inputs), object(outputs))
}

/// Writes the capacities of links by receiver, and the limits on ports.
fn topology(network: &Network, ports: Ports) -> Value {
    let nodes: Vec<u64> = (0..network.nodes()).collect();
    let row = |&to: &u64| -> Vec<u64> {
        let links = |&from: &u64| network.capacity(Node(from), Node(to));
        nodes.iter().map(links).collect()
    };
    let limit = match ports {
        Ports::All => None,
        Ports::One | Ports::OneHalfDuplex => Some(1),
        Ports::AtMost(most) => (most < network.links().into()).then_some(most),
    };
    let of_node = |node: u64, most: u64| {
        let (sends, receives) = (format!("{node} sends"), format!("{node} receives"));
        [json!([[node], nodes, most, sends]), json!([nodes, [node], most, receives])]
    };
    let switches: Vec<Value> =
        limit.map_or_else(Vec::new, |most| nodes.iter().flat_map(|&node| of_node(node, most)).collect());
    json!({
        "msccl_type": "topology",
        "name": network.title(),
        "switches": switches,
        "links": nodes.iter().map(row).collect::<Vec<_>>(),
    })
}
