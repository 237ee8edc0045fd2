//! Numberings and cycles of channels.

use isotask_check::{Answer, Options, Rejection, check_channels, check_document};
use isotask_wire::{ChannelsDocument, parse};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

#[test]
fn every_numbering_and_cycle_of_the_corpus_is_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/channels");
    let mut accepted = 0;
    for entry in fs::read_dir(folder).expect("a folder of the corpus") {
        let file = entry.expect("a file").path();
        if file.ends_with("expected.json") {
            continue;
        }
        let bytes = fs::read(&file).expect("a file");
        let answer = check_document(&bytes, &Options::default());
        assert!(matches!(answer, Ok(Answer::Channels(_))), "{}: {answer:?}", file.display());
        accepted += 1;
    }
    assert!(accepted >= 13, "{accepted}");
}

/// The packets of node 0 for the row two up cross the channels to the rows 1 and 2 in this order.
#[test]
fn channels_of_a_tie_that_stand_in_the_wrong_order_are_refused() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/channels/torus-4x4.dateline.json");
    let mut value: Value = serde_json::from_slice(&fs::read(file).expect("a file")).expect("JSON");
    let checked = |value: &Value| {
        check_channels(&parse::<ChannelsDocument>(value.to_string().as_bytes()).expect("a document"))
    };
    assert!(checked(&value).is_ok());
    let numbering = value["numbering"].as_array_mut().expect("a list");
    let place = |channel: [u64; 3]| numbering.iter().position(|found| *found == json!(channel));
    let (first, second) = (place([0, 4, 1]).expect("a channel"), place([4, 8, 1]).expect("a channel"));
    assert!(first < second);
    numbering.swap(first, second);
    assert!(checked(&value).is_err());
}

/// By its bits alone a node that the square does not have would be at an end of a link.
#[test]
fn channels_of_nodes_and_lanes_that_are_not_there_are_refused() {
    let check = |numbering: Value| {
        let value = json!({ "format": "isotask.channels/1", "rule": "lowest-link", "kind": "acyclic",
            "network": { "kind": "hypercube", "dimension": 2 }, "numbering": numbering });
        check_channels(&parse::<ChannelsDocument>(value.to_string().as_bytes()).expect("a document"))
    };
    let good = [[0, 1, 0], [1, 0, 0], [2, 3, 0], [3, 2, 0], [0, 2, 0], [1, 3, 0], [2, 0, 0], [3, 1, 0]];
    assert!(check(json!(good)).is_ok());
    for channel in [[4, 5, 0], [4, 0, 0], [0, 1, 1], [0, 3, 0], [0, 4, 0]] {
        let mut bad = good.to_vec();
        bad[1] = channel;
        let found = check(json!(bad));
        assert!(matches!(found, Err(Rejection::NoSuchChannel { index: 1, .. })), "{channel:?}: {found:?}");
    }
}
