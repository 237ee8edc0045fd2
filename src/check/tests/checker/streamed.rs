//! Documents that are checked while they are read: an accepted one is accepted as a whole document too, with
//! an equal answer.

use super::{collective, good, reject};
use isotask_check::{Answer, Options, Rejection, check_document, check_streamed};
use isotask_wire::{CertificateDocument, ScheduleBody, ScheduleDocument, parse, to_bytes};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

/// Certificates and schedules as they are written: good ones and some that have to be refused.
static DOCUMENTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let [kept, bad] = reject::read(&models);
    let good = good::all().into_iter().chain(collective::all()).map(|value| value.to_string().into_bytes());
    let mut list = Vec::new();
    for bytes in good.chain(kept.into_values()).chain(bad.into_values()) {
        if let Ok(certificate) = parse::<CertificateDocument>(&bytes) {
            list.push(to_bytes(&certificate));
            list.push(to_bytes(&ScheduleDocument::new(certificate.task, certificate.schedule)));
        } else if let Ok(schedule) = parse::<ScheduleDocument>(&bytes) {
            list.push(to_bytes(&schedule));
        }
    }
    for body in ORBITS_OF_COPIES {
        let task = r#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":4},"task":{"kind":"multinode-broadcast"},"ports":"one-half-duplex","objective":"completion-time"}"#;
        list.push(format!(r#"{{"format":"isotask.schedule/1","task":{task},{body}}}"#).into_bytes());
    }
    list.push(STAR_AS_IF_SYMMETRIC.to_vec());
    list.retain(|bytes| bytes.len() < 8000);
    list
});

/// Broadcasts from every node under a group, and one that leaves a node without a packet.
const ORBITS_OF_COPIES: [&str; 2] = [
    r#""kind":"orbit","subgroup":[2],"packets":[[0],[1]],"slots":[[[0,0,0]],[[1,1,0]],[[0,1,0]],[[1,2,0]],[[0,2,0]],[[1,3,0]]]"#,
    r#""kind":"orbit","subgroup":[2],"packets":[[0],[1]],"slots":[[[0,0,0]],[[1,1,0]],[[0,1,0]],[[1,2,0]],[[0,2,0]]]"#,
];

/// The moves of node 0, the centre of a star, as if every node had as many links.
const STAR_AS_IF_SYMMETRIC: &[u8] = br#"{"format":"isotask.schedule/1","task":{"format":"isotask.task/1","network":{"kind":"graph","nodes":3,"links":[[0,1],[0,2]]},"task":{"kind":"multinode-broadcast"},"ports":"all","objective":"completion-time"},"kind":"symmetric","slots":[[[0,0],[0,1]]]}"#;

/// Requires that an answer while the document is read, if there is one, equals that to the whole document.
/// Returns whether it was accepted while it was read, and as a whole.
fn agree(bytes: &[u8], options: Options) -> [bool; 2] {
    let whole = check_document(bytes, &options);
    let coming = check_streamed(bytes, &options);
    if let Some(answer) = &coming {
        assert_eq!(Ok(answer), whole.as_ref(), "{}", String::from_utf8_lossy(bytes));
    }
    [coming.is_some(), whole.is_ok_and(|answer| !matches!(answer, Answer::Refused { .. }))]
}

/// Returns the kind of a schedule that is checked while it is read: one in slots whose nodes are 32-bit
/// indices.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    let certificate = parse::<CertificateDocument>(bytes).map(|document| document.schedule);
    let body =
        certificate.or_else(|_| parse::<ScheduleDocument>(bytes).map(|document| document.body)).ok()?;
    let words = format!("{body:?}");
    let numbers =
        words.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse::<u64>().ok());
    if words.contains("Coordinates") || numbers.max() > Some(u32::MAX.into()) {
        return None;
    }
    match body {
        ScheduleBody::Symmetric { .. } => Some("symmetric"),
        ScheduleBody::Multinode { .. } => Some("multinode"),
        // Blocks of an allreduce, which have no ends, are left to the whole document.
        ScheduleBody::Explicit { packets, .. } if packets.iter().any(|ends| ends.count() == 0) => None,
        ScheduleBody::Explicit { .. } => Some("explicit"),
        ScheduleBody::Orbit { .. } => Some("orbit"),
        ScheduleBody::OrbitMultinode { .. } => Some("orbit of copies"),
        ScheduleBody::Conveyor { .. } | ScheduleBody::Windows { .. } | ScheduleBody::Intervals { .. } => None,
    }
}

#[test]
fn a_valid_document_is_accepted_while_it_is_read_with_the_answer_to_the_whole() {
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for bytes in DOCUMENTS.iter() {
        for options in [
            Options::default(),
            Options { every_node_limit: 0, ..Options::default() },
            Options { every_node_limit: 100, ..Options::default() },
        ] {
            let [coming, whole] = agree(bytes, options);
            if let Some(kind) = kind(bytes).filter(|_| whole) {
                assert!(coming, "{}", String::from_utf8_lossy(bytes));
                *found.entry(kind).or_default() += 1;
            }
        }
    }
    for kind in ["symmetric", "multinode", "explicit", "orbit", "orbit of copies"] {
        assert!(found.get(kind) >= Some(&3), "{found:?}");
    }
}

/// Returns bytes with other numbers, or other moves, behind the task. The task is kept, because a changed one
/// could have millions of nodes.
fn changed(bytes: &[u8], place: usize, kind: u8, number: u32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let behind = bytes.windows(11).position(|word| word == b"\"objective\"").unwrap_or_default();
    let place = behind + place % (bytes.len() - behind);
    let digits = |bytes: &[u8]| {
        let start = place + bytes[place..].iter().position(u8::is_ascii_digit)?;
        let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        Some(start..start + length)
    };
    // The innermost list that begins behind the place.
    let list = |bytes: &[u8]| {
        let end = place + bytes[place..].iter().position(|&byte| byte == b']')?;
        let start = bytes[..end].iter().rposition(|&byte| byte == b'[')?;
        Some(start..end + 1)
    };
    match kind {
        0..=2 => {
            if let Some(digits) = digits(&bytes) {
                bytes.splice(digits, number.to_string().into_bytes());
            }
        }
        3 | 4 => {
            if let Some(list) = list(&bytes) {
                // A list without the comma behind it, or the one before.
                let Range { mut start, mut end } = list;
                if bytes.get(end) == Some(&b',') {
                    end += 1;
                } else if start > 0 && bytes[start - 1] == b',' {
                    start -= 1;
                }
                let taken: Vec<u8> = bytes.drain(start..end).collect();
                if kind == 4 {
                    let other = place * 7 % bytes.len();
                    let at = bytes[other..].iter().position(|&byte| byte == b'[').map_or(0, |at| other + at);
                    bytes.splice(at..at, taken);
                }
            }
        }
        5 => {
            if let Some(list) = list(&bytes) {
                let twice = [&bytes[list.clone()], b","].concat();
                bytes.splice(list.start..list.start, twice);
            }
        }
        6 => drop(bytes.splice(place..place, *b" ")),
        7 => drop(bytes.splice(place..place, *b"[],")),
        _ => drop(bytes.remove(place)),
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn no_invalid_document_is_accepted_while_it_is_read(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<usize>(), 0_u8..9, 0_u32..12), 1..3),
        limit in prop_oneof![Just(1_u64 << 22), Just(0)],
    ) {
        let mut bytes = which.get(&DOCUMENTS).clone();
        for (place, kind, number) in changes {
            bytes = changed(&bytes, place, kind, number);
        }
        let [coming, whole] = agree(&bytes, Options { every_node_limit: limit, ..Options::default() });
        // A document with keys in the written order and plain indices is checked while it is read.
        if whole && kind(&bytes).is_some() {
            prop_assert!(coming, "{}", String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn keys_in_another_order_are_left_to_the_whole_document() {
    let good = good::ring5();
    let ours = to_bytes(&parse::<CertificateDocument>(good.to_string().as_bytes()).expect("a certificate"));
    let text = String::from_utf8(ours.clone()).expect("text");
    assert_eq!(agree(&ours, Options::default()), [true, true]);
    // In the order of the alphabet the task stands last.
    assert_eq!(agree(good.to_string().as_bytes(), Options::default()), [false, true]);
    let (head, tail) = text.split_once("\"packets\":").expect("packets");
    let (packets, rest) = tail.split_once(",\"slots\":").expect("slots");
    let (slots, rest) = rest.split_once("},\"claims\"").expect("claims");
    let turned = format!("{head}\"slots\":{slots},\"packets\":{packets}}},\"claims\"{rest}");
    assert_eq!(agree(turned.as_bytes(), Options::default()), [false, true]);
    for again in [",\"slots\":[]", ",\"packets\":[1]", ",\"kind\":\"symmetric\"", ",\"minus\":1"] {
        let twice = format!("{head}\"packets\":{packets},\"slots\":{slots}{again}}},\"claims\"{rest}");
        assert_eq!(agree(twice.as_bytes(), Options::default()), [false, false], "{again}");
    }
    for behind in ["x", "{}", "\u{0}"] {
        assert_eq!(agree(format!("{text}{behind}").as_bytes(), Options::default()), [false, false]);
    }
    let star = check_document(STAR_AS_IF_SYMMETRIC, &Options::default());
    let fits = |rejection: &Rejection| !matches!(rejection, Rejection::ScheduleDoesNotFit { .. });
    assert!(matches!(&star, Ok(Answer::Refused { rejection, .. }) if !fits(rejection)), "{star:?}");
    assert_eq!(agree(STAR_AS_IF_SYMMETRIC, Options::default()), [false, false]);
    // Packets behind the slots are not taken for missing ones.
    let multinode = text.replace(&format!("\"packets\":{packets},"), "");
    assert_eq!(agree(multinode.as_bytes(), Options::default()), [false, false]);
}
