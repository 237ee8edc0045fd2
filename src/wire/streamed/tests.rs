//! Checks that the streaming reader either gives up or reads the document that the strict reader reads.

use super::{DocumentWithoutSlots, StreamedSlots, read_whole, text_without_slots};
use crate::document::Document;
use crate::reading::plain::parse_plainly;
use crate::{CertificateDocument, Numbers, ScheduleDocument, Text, to_bytes, to_pretty_bytes};
use proptest::prelude::*;
use std::io::Read;

const RING: &str = r#"{"format":"isotask.task/1","name":"slots","network":{"kind":"ring","nodes":4},"task":{"kind":"isotropic","packets":[{"offset":1}]},"ports":"all","objective":"completion-time"}"#;
const CLAIMS: &str = r#"[{"quantity":"completion-time","value":2,"scope":"all","lower":{"kind":"weights","value":2,"weights":[1,0]},"status":"optimal"}]"#;

/// Writes lists of numbers as text.
fn lists(numbers: &[Vec<u64>]) -> String {
    let list =
        |list: &Vec<u64>| format!("[{}]", list.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
    format!("[{}]", numbers.iter().map(list).collect::<Vec<_>>().join(","))
}

fn numbers(length: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<Vec<u64>>> {
    let number = prop_oneof![
        0..20_u64,
        0..10_000_000_u64,
        9_999_990..100_000_010_u64,
        4_294_967_290..4_294_967_300_u64
    ];
    prop::collection::vec(prop::collection::vec(number, length), 0..5)
}

/// Makes the keys of schedules of all kinds with slots, and sometimes of other kinds, with numbers of all
/// lengths.
fn bodies() -> impl Strategy<Value = String> {
    let slots = prop_oneof![
        prop::collection::vec(numbers(2..=2), 0..5),
        prop::collection::vec(numbers(3..=3), 0..5),
        prop::collection::vec(numbers(2..=3), 0..3),
    ];
    let slots = slots.prop_map(|slots| {
        format!("[{}]", slots.iter().map(|slot| lists(slot)).collect::<Vec<_>>().join(","))
    });
    let offsets = prop::collection::vec(0..5_000_000_000_u64, 0..5)
        .prop_map(|list| format!("{list:?}").replace(' ', ""));
    let ends = prop_oneof![numbers(1..=1), numbers(2..=2), numbers(0..=3)].prop_map(|list| lists(&list));
    let packets = prop_oneof![4 => offsets, 4 => ends, 1 => Just("[[1,[2]]]".to_owned())];
    let kinds = prop_oneof![Just("symmetric"), Just("explicit"), Just("orbit"), Just("conveyor")];
    (kinds, prop::option::weighted(0.9, packets), slots).prop_map(|(kind, packets, slots)| {
        let subgroup = if kind == "orbit" { r#""subgroup":[2],"# } else { "" };
        let packets = packets.map(|list| format!(r#""packets":{list},"#)).unwrap_or_default();
        format!(r#""kind":"{kind}",{subgroup}{packets}"slots":{slots}"#)
    })
}

/// Makes texts of certificates and schedules.
fn texts() -> impl Strategy<Value = String> {
    (bodies(), any::<bool>()).prop_map(|(body, is_certificate)| {
        if is_certificate {
            format!(r#"{{"format":"isotask.certificate/1","task":{RING},"schedule":{{{body}}},"claims":{CLAIMS}}}"#)
        } else {
            format!(r#"{{"format":"isotask.schedule/1","task":{RING},{body}}}"#)
        }
    })
}

/// Changes a text at a place: bytes that JSON knows are put there, or some are taken away, doubled or
/// reversed.
fn changed(text: &str, place: usize, length: usize, kind: u8, put: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let start = place % (bytes.len() + 1);
    let end = (start + length).min(bytes.len());
    match kind {
        0 => drop(bytes.splice(start..start, put.bytes())),
        1 => drop(bytes.drain(start..end)),
        2 => drop(bytes.splice(start..end, put.bytes())),
        3 => {
            let twice = bytes[start..end].to_vec();
            bytes.splice(start..start, twice);
        }
        _ => bytes[start..end].reverse(),
    }
    bytes
}

/// Makes what is put into texts: tokens, spaces, numbers of other forms, keys, and bytes that are no text.
fn tokens() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            " ",
            "\n",
            "\t",
            "\r",
            "\u{b}",
            "\u{c}",
            "\u{a0}",
            ",",
            "[",
            "]",
            "{",
            "}",
            ":",
            "\"",
            "\\",
            "0",
            "00",
            "-1",
            "-0",
            "1.0",
            "1e0",
            "4294967296",
            "null",
            "true",
            "[]",
            "{}",
            "[[]]",
            "[0]",
            "[0,0]",
            "[0,0,0]",
            "[0,0,0,0]",
            ",[0,0]",
            "\"slots\":[],",
            "\"packets\":[],",
            "\"kind\":\"symmetric\",",
            "\"claims\":[],",
            "\"schedule\":{",
            "\"s\\u006cots\":[],",
            "//",
            "\u{feff}",
            "1 2",
        ])
        .prop_map(str::to_owned),
        "[0-9\\[\\], ]{1,6}",
    ]
}

/// Checks that the streaming reader, if it does not give up, reads the document that the strict reader reads;
/// returns whether it did not give up.
fn check_agreement<T: Document + PartialEq + std::fmt::Debug>(bytes: &[u8]) -> Result<bool, TestCaseError> {
    let coming = read_whole::<T>(bytes);
    if let Some(document) = &coming {
        let whole = parse_plainly::<T>(bytes).ok();
        prop_assert_eq!(Some(document), whole.as_ref());
    }
    Ok(coming.is_some())
}

/// A source that gives a few bytes at a time.
struct Drops<'a>(&'a [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let (now, later) = self.0.split_at(self.0.len().min(self.1));
        buffer[..now.len()].copy_from_slice(now);
        self.0 = later;
        Ok(now.len())
    }
}

/// Returns the moves of a text slot by slot, and the document around them.
fn read_slots(source: impl Read) -> Option<(Vec<Vec<Numbers>>, DocumentWithoutSlots)> {
    let mut coming = StreamedSlots::open(source)?;
    let mut slots = vec![Vec::new()];
    while coming.slot(&mut |step| slots.last_mut().map(|slot| slot.push(step)))? {
        slots.push(Vec::new());
    }
    Some((slots, coming.end()?))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_text_with_keys_in_our_order_is_read_alike_by_both_readers(text in texts()) {
        check_agreement::<CertificateDocument>(text.as_bytes())?;
        check_agreement::<ScheduleDocument>(text.as_bytes())?;
    }

    #[test]
    fn the_pieces_of_a_document_add_up_to_its_text(text in texts()) {
        if let Ok(document) = parse_plainly::<CertificateDocument>(text.as_bytes())
            && let Some(text) = document.text()
        {
            prop_assert!(pieces(text) == to_bytes(&document), "{:?}", document);
        }
    }

    #[test]
    fn a_changed_text_is_read_alike_by_both_readers_or_only_by_the_strict_one(
        text in texts(), place in any::<usize>(), length in 0_usize..12, kind in 0_u8..5, put in tokens(),
    ) {
        let bytes = changed(&text, place, length, kind, &put);
        check_agreement::<CertificateDocument>(&bytes)?;
        check_agreement::<ScheduleDocument>(&bytes)?;
        if let (Some(hollow), Ok(whole)) = (text_without_slots(&bytes), crate::peek_format(&bytes)) {
            prop_assert_eq!(crate::peek_format(&hollow).ok(), Some(whole));
        }
    }

    #[test]
    fn a_text_that_arrives_in_small_pieces_is_read_like_the_whole_text(text in texts(), size in 1_usize..60) {
        let (drops, whole) = (read_slots(Drops(text.as_bytes(), size)), read_slots(text.as_bytes()));
        prop_assert_eq!(format!("{drops:?}"), format!("{whole:?}"));
    }
}

/// The checks of agreement are not empty: the streaming reader reads all written documents of plain indices.
#[test]
fn written_documents_of_plain_indices_are_read_as_a_stream() -> Result<(), TestCaseError> {
    for body in [
        r#""kind":"symmetric","packets":[1,2,4294967295],"slots":[[[0,0],[12345678,4294967295]],[],[[1,1]]]"#,
        r#""kind":"symmetric","packets":[],"slots":[]"#,
        r#""kind":"symmetric","slots":[[[3,0]],[[1,1],[2,0]]]"#,
        r#""kind":"symmetric","slots":[[[1,3,0]],[[0,1,1]]]"#,
        r#""kind":"explicit","packets":[[0,1],[2,3]],"slots":[[],[[0,0,1],[1,2,12345678]]]"#,
        r#""kind":"explicit","packets":[[0],[2]],"slots":[[[0,0,1]]]"#,
        r#""kind":"orbit","subgroup":[2],"packets":[[0,1],[1,2]],"slots":[[[0,0],[1,0]]]"#,
        r#""kind":"orbit","subgroup":[],"packets":[[0],[1]],"slots":[[[0,0,1]],[]]"#,
    ] {
        let certificate = format!(
            r#"{{"format":"isotask.certificate/1","task":{RING},"schedule":{{{body}}},"claims":{CLAIMS}}}"#
        );
        let certificate = parse_plainly::<CertificateDocument>(certificate.as_bytes()).expect(body);
        prop_assert!(check_agreement::<CertificateDocument>(&to_bytes(&certificate))?, "{}", body);
        prop_assert!(check_agreement::<CertificateDocument>(&to_pretty_bytes(&certificate))?, "{}", body);
        prop_assert!(pieces(certificate.text().expect(body)) == to_bytes(&certificate), "{}", body);
        let schedule = ScheduleDocument::new(certificate.task, certificate.schedule);
        prop_assert!(check_agreement::<ScheduleDocument>(&to_bytes(&schedule))?, "{}", body);
        prop_assert!(check_agreement::<ScheduleDocument>(&to_pretty_bytes(&schedule))?, "{}", body);
        let whole = to_bytes(&schedule);
        prop_assert!(pieces(schedule.text().expect(body)) == whole, "{}", body);
        prop_assert!(read_slots(&whole[..]).is_some() && read_slots(&whole[..whole.len() - 3]).is_none());
    }
    Ok(())
}

fn pieces(mut text: Text<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Some(piece) = text.next_piece() {
        bytes.extend_from_slice(piece);
    }
    bytes
}

/// Returns the text of a schedule in which `new` replaces `old`, which stands there once.
fn schedule_with(old: &str, new: &str) -> String {
    let schedule =
        r#""kind":"symmetric","packets":[1,2],"slots":[[[10,0],[11,1],[12,2]],[[13,0],[14,1]],[[15,2]]]"#;
    let text = format!(r#"{{"format":"isotask.schedule/1","task":{RING},{schedule}}}{:40}"#, "");
    assert_eq!(text.matches(old).count(), 1, "{old}");
    text.replacen(old, new, 1)
}

#[test]
fn slots_and_moves_that_are_no_json_are_not_read_as_a_stream() {
    assert!(read_whole::<ScheduleDocument>(schedule_with("[10,0]", "[20,0]").as_bytes()).is_some());
    for (old, new) in [
        ("]],[[13", "]][[13"),
        ("]],[[15", "]] [[15"),
        ("[[[10", "[,[[10"),
        ("[10,0]", "(10,0]"),
        ("[10,0]", "210,0]"),
        (",[11,1]", ",11,1]"),
        (",[11,1]", ",{11,1]"),
        (",[14,1]", ",714,1]"),
        (",[14,1]", " [14,1]"),
        ("[12,2]", "[12 2]"),
        ("[12,2]", "[12,2}"),
    ] {
        let text = schedule_with(old, new);
        assert!(read_whole::<ScheduleDocument>(text.as_bytes()).is_none(), "{text}");
        assert!(parse_plainly::<ScheduleDocument>(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn documents_that_differ_before_their_slots_do_not_begin_alike() {
    let hollow = |text: &str| read_slots(text.as_bytes()).expect("a schedule").1;
    let one = hollow(&schedule_with("[10,0]", "[10,0]"));
    assert!(one.begins_like(&hollow(&schedule_with("[[15,2]]", "[[15,3]]"))));
    assert!(!one.begins_like(&hollow(&schedule_with(r#""nodes":4"#, r#""nodes":5"#))));
    assert!(!one.begins_like(&hollow(&schedule_with(r#""packets":[1,"#, r#""packets":[3,"#))));
}

/// The streaming reader does not resolve escapes, and a schedule whose packets it overlooked would have none.
#[test]
fn keys_with_escapes_are_left_to_the_strict_reader() {
    let text = concat!(
        r#"{"format":"isotask.schedule/1","task":{"format":"isotask.task/1","network":{"kind":"ring","nodes":4},"#,
        r#""task":{"kind":"isotropic","packets":[]},"ports":"all","objective":"completion-time"},"#,
        r#""kind":"symmetric","packets":[1,2],"slots":[]}"#
    );
    assert!(read_whole::<ScheduleDocument>(text.as_bytes()).is_some());
    for (plain, escaped) in [("\"packets\"", r#""p\u0061ckets""#), ("\"slots\"", r#""sl\u006fts""#)] {
        let text = text.replace(&format!("{plain}:[1,2]"), &format!("{escaped}:[1,2]"));
        let text = text.replace(&format!("{plain}:[]}}"), &format!("{escaped}:[]}}"));
        assert!(text.contains(escaped) && read_whole::<ScheduleDocument>(text.as_bytes()).is_none());
        assert!(parse_plainly::<ScheduleDocument>(text.as_bytes()).is_ok());
    }
}
