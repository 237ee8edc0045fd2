//! A naive simulation of every node, with maps and sets and nothing clever.

use super::{Value, check, delay, good, json, with};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The radices (slowest first) and, for each link, the dimension and the amount added.
pub(crate) struct Net {
    pub(crate) radices: Vec<u64>,
    pub(crate) links: Vec<(usize, u64)>,
}

pub(crate) fn net(network: &Value) -> Net {
    let number = |value: &Value| value.as_u64().expect("a number");
    match network["kind"].as_str() {
        Some("hypercube") => {
            let d = usize::try_from(number(&network["dimension"])).expect("small");
            // Bit 0 is the last coordinate.
            Net { radices: vec![2; d], links: (0..d).map(|j| (d - 1 - j, 1)).collect() }
        }
        Some("ring") => {
            let p = number(&network["nodes"]);
            Net { radices: vec![p], links: vec![(0, 1), (0, p - 1)] }
        }
        _ => {
            let radices: Vec<u64> =
                network["radices"].as_array().expect("radices").iter().map(number).collect();
            let links = radices.iter().enumerate().flat_map(|(i, p)| [(i, 1), (i, p - 1)]).collect();
            Net { radices, links }
        }
    }
}

impl Net {
    pub(crate) fn vector(&self, mut index: u64) -> Vec<u64> {
        let mut vector = vec![0; self.radices.len()];
        for (x, p) in vector.iter_mut().zip(&self.radices).rev() {
            *x = index % p;
            index /= p;
        }
        vector
    }

    fn sum(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        a.iter().zip(b).zip(&self.radices).map(|((x, y), p)| (x + y) % p).collect()
    }
}

/// Returns the slots that a valid schedule takes; none for one that breaks a rule.
pub(crate) fn simulate(value: &Value) -> Option<u64> {
    let net = net(&value["task"]["network"]);
    let ports = match &value["task"]["ports"] {
        Value::String(word) if word == "one" => 1,
        Value::String(_) => 1000,
        limit => limit["at-most"].as_u64()?,
    };
    let nodes: u64 = net.radices.iter().product();
    let offsets: Vec<u64> = value["schedule"]["packets"]
        .as_array()?
        .iter()
        .map(|node| node.as_u64().or(node.is_array().then_some(4)))
        .collect::<Option<_>>()?;
    let mut copies = BTreeMap::new();
    for s in 0..nodes {
        for packet in 0..offsets.len() {
            copies.insert((packet, s), net.vector(s));
        }
    }
    let mut time = 0;
    for (slot, moves) in (1..).zip(value["schedule"]["slots"].as_array()?) {
        let (mut busy, mut moved) = (BTreeSet::new(), BTreeSet::new());
        let (mut sends, mut receives) = (BTreeMap::new(), BTreeMap::new());
        for step in moves.as_array()? {
            let packet = usize::try_from(step[0].as_u64()?).ok()?;
            let link = usize::try_from(step[1].as_u64()?).ok()?;
            let (dimension, amount) = *net.links.get(link)?;
            time = slot;
            for s in 0..nodes {
                let from = copies.get(&(packet, s))?.clone();
                let mut to = from.clone();
                to[dimension] = (to[dimension] + amount) % net.radices[dimension];
                *sends.entry(from.clone()).or_insert(0) += 1;
                *receives.entry(to.clone()).or_insert(0) += 1;
                if !moved.insert((packet, s)) || !busy.insert((from, link)) {
                    return None;
                }
                copies.insert((packet, s), to);
            }
        }
        if sends.values().chain(receives.values()).any(|&n| n > ports) {
            return None;
        }
    }
    let home =
        copies.iter().all(|((packet, s), at)| *at == net.sum(&net.vector(*s), &net.vector(offsets[*packet])));
    home.then_some(time)
}

/// Returns whether the certificate holds, its task and witnesses being those of `original`.
fn holds(value: &Value, original: &Value) -> bool {
    let Some(time) = simulate(value) else {
        return false;
    };
    let moves: usize = value["schedule"]["slots"]
        .as_array()
        .map_or(0, |slots| slots.iter().filter_map(|s| s.as_array().map(Vec::len)).sum());
    let claims = value["claims"].as_array().expect("claims");
    let shortest = original["claims"].as_array().expect("claims");
    claims.iter().zip(shortest).all(|(claim, before)| {
        let attained = match claim["quantity"].as_str() {
            Some("completion-time") => time,
            Some("total-delay") => delay::last_moves(value),
            _ => u64::try_from(moves).expect("few moves"),
        };
        let horizon_kept = match claim.get("horizon") {
            Some(horizon) => claim["quantity"] == "total-delay" && horizon.as_u64() >= Some(time),
            None => claim["quantity"] != "total-delay",
        };
        let optimal = claim["value"] == claim["lower"]["value"];
        horizon_kept
            && claim["value"] == attained
            && claim["lower"]["value"] == before["lower"]["value"]
            && claim["status"] == if optimal { "optimal" } else { "upper-bound" }
    })
}

fn good_one(which: usize) -> Value {
    // Without claims for `isotropic-shortest`, which the oracle does not know.
    let goods = [
        good::ring5(),
        good::ring5_one_port(),
        good::torus3(),
        good::torus3_two_ports(),
        good::detour(),
        delay::within(&delay::torus3(), 3),
        delay::within(&delay::cube2_one_port(), 5),
    ];
    goods[which % goods.len()].clone()
}

/// Makes one random change of the slots, or of the numbers and words of a claim.
fn mutate(value: &mut Value, (what, a, b, c): (u8, usize, usize, u64)) {
    let slots = value["schedule"]["slots"].as_array_mut().expect("slots");
    let (from, to) = (a % slots.len(), b % slots.len());
    let length = slots[from].as_array().map_or(0, Vec::len);
    let index = usize::try_from(c).expect("small") % length.max(1);
    match what {
        0 if length > 0 => {
            let step = slots[from].as_array_mut().expect("a slot").remove(index);
            slots[to].as_array_mut().expect("a slot").push(step);
        }
        1 if length > 0 => drop(slots[from].as_array_mut().expect("a slot").remove(index)),
        2 if length > 0 => {
            let step = slots[from][index].clone();
            slots[to].as_array_mut().expect("a slot").push(step);
        }
        3 if length > 0 => slots[from][index][1] = json!(c % 5),
        4 if length > 0 => slots[from][index][0] = json!(c % 9),
        5 => slots.swap(from, to),
        6 => slots.push(json!([])),
        7 => slots.insert(from, json!([])),
        8 => value["claims"][0]["value"] = json!(c),
        9 => value["claims"][0]["lower"]["value"] = json!(c),
        11 => value["claims"][0]["horizon"] = json!(c % 8),
        10 => value["claims"][0]["status"] = json!("upper-bound"),
        _ => {}
    }
}

#[test]
fn a_broken_certificate_makes_the_oracle_fail() {
    for which in 0..7 {
        assert!(holds(&good_one(which), &good_one(which)));
    }
    let original = good::ring5();
    let changes = [
        ("/schedule/slots/0/0", json!([0, 1])),
        ("/schedule/slots/2", json!([[3, 1]])),
        ("/claims/0/value", json!(2)),
        ("/claims/0/lower/value", json!(2)),
        ("/claims/0/status", json!("upper-bound")),
        ("/task/ports", json!("one")),
    ];
    for change in changes {
        assert!(!holds(&with(original.clone(), &[change]), &original));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None,
        ..ProptestConfig::default() })]

    #[test]
    fn the_checker_agrees_with_the_oracle_on_mutated_certificates(
        which in 0_usize..7,
        changes in prop::collection::vec((0_u8..12, 0_usize..8, 0_usize..8, 0_u64..24), 0..4),
    ) {
        let original = good_one(which);
        let mut value = original.clone();
        for change in changes {
            mutate(&mut value, change);
        }
        prop_assert_eq!(check(&value).is_ok(), holds(&value, &original), "{}", value);
    }
}
