//! Checks that documents written piece by piece equal those written at once.

use crate::schedule::slots::Slots;
use crate::{
    CertificateDocument, Lower, Move, NodeRef, ScheduleBody, ScheduleDocument, TaskDocument, Text,
    TreeWriter, parse, to_bytes,
};

/// Returns a schedule of `slots` slots with one move each.
fn schedule(slots: usize) -> ScheduleDocument {
    let task = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":4},"task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
    let task: TaskDocument = parse(task).expect("a task");
    let slots: Slots<Move> = (0..slots).map(|_| [Move { packet: 0, link: 1 }]).collect();
    ScheduleDocument::new(task, ScheduleBody::Symmetric { packets: vec![NodeRef::Index(1)], slots })
}

#[test]
fn every_piece_of_a_text_reports_how_many_slots_were_written() {
    for (slots, is_long) in [(0, false), (1, false), (30_000, true)] {
        let document = schedule(slots);
        let whole = to_bytes(&document);
        let mut text: Text<'_> = document.text().expect("it is in slots");
        assert_eq!((text.slots(), text.written(), text.is_long()), (slots, 0, is_long));
        let (mut bytes, mut piece, mut pieces) = (Vec::new(), b"forgotten".to_vec(), 0);
        while text.next_piece_in(&mut piece) {
            bytes.extend_from_slice(&piece);
            assert!(whole.starts_with(&bytes), "{pieces} pieces");
            let written = bytes.windows(5).filter(|step| step == b"[0,1]").count();
            assert_eq!((text.written(), text.slots()), (written, slots));
            pieces += 1;
            assert!(pieces < 10, "it ends");
        }
        assert!(
            bytes == whole && is_long == (pieces > 1) && piece.is_empty(),
            "{slots} slots, {pieces} pieces"
        );
    }
}

#[test]
fn a_certificate_written_around_a_streamed_tree_equals_the_whole_document() {
    let text = include_bytes!("../schema_examples.json");
    let examples: serde_json::Value = serde_json::from_slice(text).expect("examples in JSON");
    let mut trees = 0;
    for document in examples["certificate"].as_array().expect("certificates") {
        let whole: CertificateDocument = parse(document.to_string().as_bytes()).expect("a certificate");
        for place in 0..=whole.claims.len() {
            let lower = whole.claims.get(place).map(|claim| &claim.lower);
            let Some(Lower::DualTree { tree, .. }) = lower else {
                let refused = TreeWriter::begin(&whole, place, Vec::new()).err();
                assert_eq!(refused.map(|fault| fault.kind()), Some(std::io::ErrorKind::InvalidInput));
                continue;
            };
            let mut written = Vec::new();
            let mut writer = TreeWriter::begin(&whole, place, &mut written).expect("a tree");
            for node in tree {
                writer.node(node).expect("a buffer takes it");
            }
            writer.end().expect("a buffer takes it");
            assert_eq!(written, to_bytes(&whole));
            trees += usize::from(tree.len() > 1);
        }
    }
    assert!(trees > 0);
}
