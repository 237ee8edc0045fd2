//! Every fault of a text is refused with its kind, its line, column and JSON path, and in words that
//! say what was found and what is expected. Nothing makes the parser panic.

use super::{
    CertificateDocument, ChannelsDocument, ClaimsDocument, Document, GroupsDocument,
    MatrixCertificateDocument, MatrixDocument, PartDocument, RateDocument, ResultDocument, RoundsDocument,
    RoutesDocument, ScheduleDocument, TaskDocument, WireErrorKind, is_of_matrix, parse, peek_format,
    to_bytes,
};
use crate::faults;
use proptest::prelude::*;
use std::fmt::Debug;

/// Returns the reason and the whole message of the refusal.
fn refusal<T: Document + Debug>(text: &[u8]) -> String {
    let fault = parse::<T>(text).expect_err("the text is faulty");
    format!("{}: {fault}", fault.kind.reason())
}

#[test]
fn every_faulty_text_is_refused_with_its_place_and_in_plain_words() {
    let groups: serde_json::Value =
        serde_json::from_str(include_str!("refusals.json")).expect("refusals.json is JSON");
    let mut reasons = std::collections::BTreeSet::new();
    for group in groups.as_array().expect("a list of groups") {
        for case in group["cases"].as_array().expect("a list of cases") {
            let text = case[0].as_str().expect("a text");
            let found = match group["document"].as_str() {
                Some("task") => refusal::<TaskDocument>(text.as_bytes()),
                Some("schedule") => refusal::<ScheduleDocument>(text.as_bytes()),
                Some("certificate") => refusal::<CertificateDocument>(text.as_bytes()),
                Some("matrix") => refusal::<MatrixDocument>(text.as_bytes()),
                Some("matrix-certificate") => refusal::<MatrixCertificateDocument>(text.as_bytes()),
                Some("channels") => refusal::<ChannelsDocument>(text.as_bytes()),
                Some("routes") => refusal::<RoutesDocument>(text.as_bytes()),
                Some("part") => refusal::<PartDocument>(text.as_bytes()),
                Some("result") => refusal::<ResultDocument>(text.as_bytes()),
                other => unreachable!("no document {other:?}"),
            };
            assert_eq!(found, case[1].as_str().expect("a refusal"), "{}: {text}", group["about"]);
            reasons.insert(found.split(':').next().expect("a reason").to_owned());
        }
    }
    // The two other reasons need texts that are not UTF-8 or very long; they have tests below.
    let expected =
        ["missing-key", "repeated-key", "syntax", "truncated", "unknown-key", "wrong-format", "wrong-value"];
    assert!(reasons.iter().eq(expected.iter()), "{reasons:?}");
}

/// Returns line, place and message of every fault.
fn all_faults(text: &str) -> Vec<String> {
    let said = |fault: super::WireError| format!("{} {} {}", fault.line, fault.path, fault.message);
    faults::<TaskDocument>(text.as_bytes()).faults.into_iter().map(said).collect()
}

#[test]
fn all_independent_faults_are_found_at_once() {
    let task = |network: &str, task: &str, rest: &str| {
        format!("{{\"format\":\"isotask.task/1\",\n\"network\":{network},\n\"task\":{task},\n{rest}}}")
    };
    let (ring, rest) =
        ("{\"kind\":\"ring\",\"nodes\":5}", "\"ports\":\"all\",\"objective\":\"completion-time\"");
    for (text, expected) in [
        (task(ring, "{\"kind\":\"total-exchange\"}", rest), vec![]),
        // Every part has keys that are unknown, repeated or missing, or values of the wrong type.
        (
            task(
                "{\"kind\":\"torus\",\"radices\":[4,\"4\",-1],\"wrap\":true}",
                "{\"kind\":\"isotropic\",\"packets\":[{\"offset\":1,\"count\":1.5},{\"count\":2},{\"ofset\":3}],\"count\":1,\"count\":2}",
                "\"ports\":\"al\",\"objective\":\"delay\",\"extra\":[1]",
            ),
            vec![
                "2 network.radices[1] found the string \"4\", expected a",
                "2 network.radices[2] found the number -1, expected an i",
                "2 network.wrap found the unknown key \"wrap\", ex",
                "3 task.packets[0].count found the number 1.5, expected an ",
                "3 task.packets[1] missing key, expected \"offset\", o",
                "3 task.packets[2].ofset found the unknown key \"ofset\", e",
                "3 task found the key \"count\" a second ti",
                "4 ports found the string \"al\", expected ",
                "4 objective found \"delay\", expected one of \"",
                "4 extra found the unknown key \"extra\", e",
            ],
        ),
        // A network of unknown kind has no unknown keys.
        (
            task("{\"kind\":\"rnig\",\"nodes\":\"5\"}", "{\"kind\":\"scatter\"}", rest),
            vec![
                "2 network.kind found \"rnig\", expected one of \"h",
                "2 network.nodes found the string \"5\", expected a",
                "3 task missing key, expected \"root\"",
            ],
        ),
        (
            task("{\"kind\":\"rnig\",\"nodes\":5}", "{\"kind\":\"scater\",\"root\":0}", rest),
            vec![
                "2 network.kind found \"rnig\", expected one of \"h",
                "3 task.kind found \"scater\", expected one of \"a",
            ],
        ),
        (
            task("{\"nodes\":5}", "{\"kind\":\"demands\",\"packets\":[{\"offset\":1}]}", "\"port\":\"all\""),
            vec![
                "2 network missing key, expected \"kind\"",
                "3 task invalid `packets[0]`, expected `fr",
                "4 port found the unknown key \"port\", ex",
            ],
        ),
        // Each key of another kind is a fault of its own.
        (
            task("{\"kind\":\"ring\",\"nodes\":5,\"radices\":[2],\"n\":1}", "[]", rest),
            vec![
                "2 network found the unknown key \"radices\" for",
                "2 network found the unknown key \"n\" for a ",
                "3 task found a list, expected an object",
            ],
        ),
        // Behind a fault of syntax no faults are found.
        (
            task(ring, "{\"kind\":\"none\"}", "\"ports\":\"all\" \"objective\":1"),
            vec![
                "3 task.kind found \"none\", expected one of \"a",
                "4  expected a comma or the end of the o",
            ],
        ),
        (
            "{\"format\":\"isotask.task/2\",\"x\":1}".to_owned(),
            vec!["1 format found the format \"isotask.task/2"],
        ),
        ("[]".to_owned(), vec!["1  found a list, expected an object"]),
    ] {
        let found = all_faults(&text);
        let is_begun = found.iter().zip(&expected).all(|(found, start)| found.starts_with(start));
        assert!(found.len() == expected.len() && is_begun, "{text}\n{found:#?}");
    }
    let many = format!(
        "{{\"format\":\"isotask.task/1\",{}}}",
        (0..50).map(|i| format!("\"x{i}\":0")).collect::<Vec<_>>().join(",")
    );
    assert_eq!(all_faults(&many).len(), 20);
}

#[test]
fn values_without_a_fault_inside_or_around_are_known_to_be_read() {
    let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":"5"},
      "task":{"kind":"isotropic","packets":[{"offset":1},{"offset":2,"count":"3"}]},"ports":"all","objective":"completion-time"}"#;
    let found = faults::<TaskDocument>(text);
    assert!(found.rest.is_some());
    for (path, was_read) in [
        ("ports", true),
        ("network.kind", true),
        ("network.nodes", false),
        ("network", false),
        ("task", false),
        ("task.packets[0]", true),
        ("task.packets[1]", false),
        ("task.packets[1].offset", true),
        ("task.packets[1].count", false),
        ("task.packets[1].count[2].of", false),
        ("task.packets[1].counts", true),
        ("task.packets[10]", true),
        ("", false),
    ] {
        assert_eq!(found.was_read(path), was_read, "{path}");
    }
}

#[test]
fn bytes_that_are_no_utf8_text_are_refused_at_their_place() {
    let cases: [(&[u8], &str); 5] = [
        (
            b"\xff",
            "not-utf8: line 1, column 1: found bytes that are not UTF-8, expected a JSON text in UTF-8",
        ),
        (
            b"{\n \"format\": \"\xc3\"}",
            "not-utf8: line 2, column 13: found bytes that are not UTF-8, expected a JSON text in UTF-8",
        ),
        (
            b"\xfe\xff\0{",
            "not-utf8: line 1, column 1: found bytes that are not UTF-8, expected a JSON text in UTF-8",
        ),
        (
            b"{\"format\":\"\xed\xa0\x80\"}",
            "not-utf8: line 1, column 12: found bytes that are not UTF-8, expected a JSON text in UTF-8",
        ),
        (b"\xef\xbb\xbf{}", "syntax: line 1, column 1: found a byte order mark, expected plain UTF-8 text"),
    ];
    for (text, expected) in cases {
        assert_eq!(refusal::<TaskDocument>(text), expected);
        assert_eq!(refusal::<CertificateDocument>(text), expected);
    }
}

#[test]
fn a_hundred_thousand_levels_are_too_deep_and_no_stack_overflows() {
    let after = |column: usize| {
        format!(
            "too-deep: line 1, column {column}: found lists and objects too deep, expected at most \
             128 levels"
        )
    };
    let lists = "[".repeat(100_000);
    let objects = "{\"a\":".repeat(100_000);
    let closed = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let inside = format!("{{\"format\":\"isotask.task/1\",\"network\":{lists}");
    for (text, column) in [(lists, 129), (objects, 641), (closed, 129), (inside, 165)] {
        assert_eq!(refusal::<TaskDocument>(text.as_bytes()), after(column));
        assert_eq!(refusal::<ScheduleDocument>(text.as_bytes()), after(column));
        assert_eq!(refusal::<CertificateDocument>(text.as_bytes()), after(column));
        assert_eq!(refusal::<ResultDocument>(text.as_bytes()), after(column));
        assert!(peek_format(text.as_bytes()).is_err());
    }
}

#[test]
fn brackets_side_by_side_are_not_deep() {
    let packets = vec!["{\"from\":[0],\"to\":[1]}"; 1000].join(",");
    let text = format!(
        "{{\"format\":\"isotask.task/1\",\"network\":{{\"kind\":\"ring\",\"nodes\":5}},\n\
         \"task\":{{\"kind\":\"demands\",\"packets\":[{packets}]}},\n\"ports\":0,\"objective\":\"completion-time\"}}"
    );
    let fault = parse::<TaskDocument>(text.as_bytes()).expect_err("a number of ports");
    assert_eq!((fault.kind, fault.line, fault.path.as_str()), (WireErrorKind::WrongValue, 3, "ports"));
}

#[test]
fn brackets_inside_strings_are_not_deep() {
    let text = format!("{{\"format\":\"\\\"{}\"}}", "[".repeat(1000));
    let fault = parse::<TaskDocument>(text.as_bytes()).expect_err("another format");
    assert_eq!(fault.kind, WireErrorKind::WrongFormat);
}

#[test]
fn long_words_and_keys_are_shortened_in_messages() {
    let long = "x".repeat(1_000_000);
    for text in [
        format!("{{\"{long}\":1}}"),
        format!("{{\"format\":\"{long}\"}}"),
        format!("{{\"format\":\"isotask.task/1\",\"network\":\"{long}\"}}"),
        format!("{{\"format\":\"isotask.task/1\",\"network\":{{\"kind\":\"{long}\"}}}}"),
        format!("{{\"format\":\"isotask.task/1\",\"network\":{{\"{long}\":1}}}}"),
    ] {
        let message = refusal::<TaskDocument>(text.as_bytes());
        // The longest list of keys has 300 bytes.
        assert!(message.len() < 600, "{} bytes", message.len());
        assert!(message.contains("xxx…"), "{message}");
    }
}

#[test]
fn a_certificate_is_one_of_a_matrix_by_its_keys() {
    for (text, expected) in [
        (r#"{"format":"isotask.certificate/1","matrix":[]}"#, Ok(true)),
        (r#"{"m\u0061trix":0,"terms":[]}"#, Ok(true)),
        (r#"{"task":{},"matrix":{}}"#, Ok(false)),
        (r#"{"task":{}}"#, Ok(false)),
        (r#"{"terms":[{"matrix":{}}]}"#, Ok(false)),
        ("{", Err(WireErrorKind::Truncated)),
    ] {
        assert_eq!(is_of_matrix(text.as_bytes()).map_err(|fault| fault.kind), expected, "{text}");
    }
}

#[test]
fn the_format_is_found_without_reading_the_rest() {
    let format = peek_format(br#"{"later":[{}],"format":"isotask.task/1","network":null}"#);
    assert_eq!(format.as_deref(), Ok("isotask.task/1"));
    for (text, expected) in [
        ("", "line 1, column 1: the text ends where a value is expected"),
        ("{}", "line 1, column 2: missing key, expected \"format\""),
        ("[\"isotask.task/1\"]", "line 1, column 1: found a list, expected an object"),
        ("{\"format\":1}", "line 1, column 11: found the number 1, expected a string"),
        (
            "{\"format\":36893488147419103232}",
            "line 1, column 30: found a number of about 3.6893488147419103e+19, expected a string",
        ),
    ] {
        let fault = peek_format(text.as_bytes()).expect_err("no format to be found");
        assert_eq!(fault.to_string(), expected);
    }
}

#[test]
fn every_kind_of_fault_has_its_own_reason() {
    let kinds = [
        WireErrorKind::NotUtf8,
        WireErrorKind::Truncated,
        WireErrorKind::Syntax,
        WireErrorKind::TooDeep,
        WireErrorKind::WrongFormat,
        WireErrorKind::UnknownKey,
        WireErrorKind::MissingKey,
        WireErrorKind::RepeatedKey,
        WireErrorKind::WrongValue,
    ];
    let mut reasons: Vec<&str> = kinds.iter().map(|kind| kind.reason()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    assert_eq!(reasons.len(), kinds.len());
}

/// Reads the bytes as each kind of document, and checks that a refusal has a place and a message on one line,
/// and is the first of all faults.
fn read_as_everything(bytes: &[u8]) {
    fn read<T: Document>(bytes: &[u8]) {
        let first = parse::<T>(bytes).err();
        let found = faults::<T>(bytes).faults;
        assert_eq!(found.first(), first.as_ref());
        for fault in found {
            assert!(fault.line >= 1 && fault.column >= 1, "{fault}");
            assert!(!fault.to_string().chars().any(char::is_control), "{fault}");
        }
    }
    read::<TaskDocument>(bytes);
    read::<ScheduleDocument>(bytes);
    read::<CertificateDocument>(bytes);
    read::<MatrixDocument>(bytes);
    read::<MatrixCertificateDocument>(bytes);
    read::<ChannelsDocument>(bytes);
    read::<ResultDocument>(bytes);
    read::<ClaimsDocument>(bytes);
    read::<PartDocument>(bytes);
    read::<RoundsDocument>(bytes);
    read::<RoutesDocument>(bytes);
    read::<RateDocument>(bytes);
    read::<GroupsDocument>(bytes);
}

/// Returns good documents of all kinds.
fn good_documents() -> Vec<Vec<u8>> {
    let examples: serde_json::Value =
        serde_json::from_str(include_str!("schema_examples.json")).expect("examples in JSON");
    let kinds = examples.as_object().expect("lists by kind").values();
    kinds
        .flat_map(|list| list.as_array().expect("a list").iter())
        .map(|document| document.to_string().into_bytes())
        .collect()
}

/// A change of a text at one place.
#[derive(Debug, Clone)]
enum Edit {
    Replace(prop::sample::Index, u8),
    Insert(prop::sample::Index, Vec<u8>),
    Remove(prop::sample::Index, usize),
    Repeat(prop::sample::Index, usize),
    Cut(prop::sample::Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let place = any::<prop::sample::Index>;
    let token = prop::sample::select(vec![
        "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "-", "1e999", "0", "\\ud800", "\n", "\"a\":1,",
        "\u{feff}", "\u{202e}",
    ]);
    prop_oneof![
        (place(), any::<u8>()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (place(), token).prop_map(|(at, token)| Edit::Insert(at, token.as_bytes().to_vec())),
        (place(), 1_usize..20).prop_map(|(at, width)| Edit::Remove(at, width)),
        (place(), 1_usize..40).prop_map(|(at, width)| Edit::Repeat(at, width)),
        place().prop_map(Edit::Cut),
    ]
}

fn apply(edit: &Edit, text: &mut Vec<u8>) {
    let at = |index: &prop::sample::Index| index.index(text.len() + 1);
    match edit {
        Edit::Replace(index, byte) => {
            let place = at(index);
            if let Some(old) = text.get_mut(place) {
                *old = *byte;
            }
        }
        Edit::Insert(index, token) => {
            let place = at(index);
            text.splice(place..place, token.iter().copied());
        }
        Edit::Remove(index, width) => {
            let start = at(index);
            text.drain(start..text.len().min(start + width));
        }
        Edit::Repeat(index, width) => {
            let start = at(index);
            let part = text[start..text.len().min(start + width)].to_vec();
            text.splice(start..start, part);
        }
        Edit::Cut(index) => text.truncate(at(index)),
    }
}

/// Configures a number of cases, without files of failures: a crash becomes a test of its own.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_as_everything(&bytes);
    }

    #[test]
    fn arbitrary_json_punctuation_never_panics(text in "[\\[\\]{}:,\"\\\\0-9eE.+\\- \n\ta-z]{0,200}") {
        read_as_everything(text.as_bytes());
    }

    #[test]
    fn edited_documents_never_panic(
        mut text in prop::sample::select(good_documents()),
        edits in prop::collection::vec(edit(), 1..6),
    ) {
        for edit in &edits {
            apply(edit, &mut text);
        }
        read_as_everything(&text);
    }
}

#[test]
fn every_document_that_is_cut_short_is_refused_as_truncated() {
    for document in good_documents() {
        read_as_everything(&document);
        let text = String::from_utf8(document).expect("JSON is UTF-8");
        for (end, _) in text.char_indices() {
            let beginning = &text.as_bytes()[..end];
            let faults = [
                parse::<TaskDocument>(beginning).err(),
                parse::<ScheduleDocument>(beginning).err(),
                parse::<CertificateDocument>(beginning).err(),
                parse::<MatrixDocument>(beginning).err(),
                parse::<MatrixCertificateDocument>(beginning).err(),
                parse::<ChannelsDocument>(beginning).err(),
                parse::<ResultDocument>(beginning).err(),
                parse::<ClaimsDocument>(beginning).err(),
                parse::<PartDocument>(beginning).err(),
                parse::<RoundsDocument>(beginning).err(),
                parse::<RoutesDocument>(beginning).err(),
                parse::<RateDocument>(beginning).err(),
                parse::<GroupsDocument>(beginning).err(),
            ];
            // One of these kinds is that of the document.
            let truncated = faults.iter().flatten().filter(|e| e.kind == WireErrorKind::Truncated);
            assert!(faults.iter().all(Option::is_some) && truncated.count() >= 1, "{end} of {text}");
        }
    }
}

#[test]
fn totals_are_numbers_up_to_64_bits_and_decimal_strings_above() {
    let claim = |value: &str| {
        let text = format!(
            r#"{{"quantity":"total-delay","value":{value},"per":"node","scope":"all","horizon":"any",
            "lower":{{"kind":"pooled","value":{value}}},"status":"optimal"}}"#
        );
        serde_json::from_str::<crate::Claim>(&text).map(|claim| (claim.value, claim.lower.value()))
    };
    let edge = u128::from(u64::MAX);
    assert_eq!(claim("18446744073709551615").ok(), Some((edge, edge)));
    assert_eq!(claim("\"18446744073709551616\"").ok(), Some((edge + 1, edge + 1)));
    let most = format!("\"{}\"", u128::MAX);
    assert_eq!(claim(&most).ok(), Some((u128::MAX, u128::MAX)));
    // Each number is written in one way only.
    let others = [
        "\"7\"",
        "\"18446744073709551615\"",
        "18446744073709551616",
        "\"018446744073709551616\"",
        "\"+18446744073709551616\"",
        "-1",
    ];
    for text in
        others.into_iter().chain(["\"340282366920938463463374607431768211456\"", "\"\"", "1.0", "null"])
    {
        assert!(claim(text).is_err(), "{text}");
    }
    // A bound in slots is always a number.
    let slots = r#"{"kind":"volume","value":"18446744073709551616"}"#;
    assert!(serde_json::from_str::<crate::Lower>(slots).is_err());
}

#[test]
fn a_document_with_impossible_values_survives_writing() {
    let text = r#"{"format":"isotask.task/1","network":{"kind":"hyperx","radices":[4],"multiplicity":[1,1]},"task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
    let task: TaskDocument = parse(text.as_bytes()).expect("a document");
    assert_eq!(parse(&to_bytes(&task)), Ok(task));
}
