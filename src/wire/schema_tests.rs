//! Checks that the JSON Schemas beside `models/formats` agree with the types and with the parser.

use super::{
    CertificateDocument, ChannelsDocument, ClaimsDocument, Document, GroupsDocument,
    MatrixCertificateDocument, MatrixDocument, PartDocument, RateDocument, ResultDocument, RoundsDocument,
    RoutesDocument, ScheduleDocument, TaskDocument, parse, to_bytes, to_pretty_bytes,
};
use crate::schema_malformed::malformations;
use jsonschema::Validator;
use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};
use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// The kinds of documents, by the word that stands in file names and in `models/formats`.
const KINDS: [&str; 13] = [
    "task",
    "schedule",
    "certificate",
    "matrix",
    "matrix-certificate",
    "channels",
    "claims",
    "part",
    "rounds",
    "routes",
    "rate",
    "groups",
    "result",
];

/// The pages of the specification.
const PAGES: [&str; 12] = [
    "task.md",
    "schedule.md",
    "certificate.md",
    "matrix.md",
    "programs.md",
    "channels.md",
    "claims.md",
    "rounds.md",
    "routes.md",
    "rate.md",
    "groups.md",
    "result.md",
];

/// Generates the schema of a document from its type.
fn schema_of<T: JsonSchema>(title: &str, description: &str) -> Schema {
    // The schema is that of reading: optional keys may be absent, and words may have other names.
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    adapt_to_parser(&mut schema);
    schema.insert("title".to_owned(), title.into());
    schema.insert("description".to_owned(), description.into());
    schema
}

fn generated(kind: &str) -> Schema {
    match kind {
        "task" => schema_of::<TaskDocument>(
            "Isotask task, version 1",
            "A communication task on a symmetric network; models/formats/task.md is its specification.",
        ),
        "schedule" => schema_of::<ScheduleDocument>(
            "Isotask schedule, version 1",
            "A task and a schedule for it; models/formats/schedule.md is its specification.",
        ),
        "certificate" => schema_of::<CertificateDocument>(
            "Isotask certificate, version 1",
            "A task, a schedule for it, and claims with their witnesses; models/formats/certificate.md is its specification.",
        ),
        "matrix" => schema_of::<MatrixDocument>(
            "Isotask matrix, version 1",
            "A matrix of nonnegative integers; models/formats/matrix.md is its specification.",
        ),
        "matrix-certificate" => schema_of::<MatrixCertificateDocument>(
            "Isotask certificate of a matrix, version 1",
            "A matrix, the partial permutation matrices whose sum it is, and claims with their witnesses; models/formats/matrix.md is its specification.",
        ),
        "channels" => schema_of::<ChannelsDocument>(
            "Isotask channels, version 1",
            "The channels of a routing rule, numbered, or a cycle of them; models/formats/channels.md is its specification.",
        ),
        "claims" => schema_of::<ClaimsDocument>(
            "Isotask claims, version 1",
            "What a paper prints, in a form that can be judged; models/formats/claims.md is its specification.",
        ),
        "part" => schema_of::<PartDocument>(
            "Isotask part, version 1",
            "A part of a proof, with or without its tree; models/formats/programs.md is its specification.",
        ),
        "rounds" => schema_of::<RoundsDocument>(
            "Isotask rounds, version 1",
            "A schedule as rounds of pairs of devices; models/formats/rounds.md is its specification.",
        ),
        "routes" => schema_of::<RoutesDocument>(
            "Isotask routes, version 1",
            "A routing table of the user's own; models/formats/routes.md is its specification.",
        ),
        "rate" => schema_of::<RateDocument>(
            "Isotask rate, version 1",
            "A plan that carries a task again and again, and a bound on the rate; models/formats/rate.md is its specification.",
        ),
        "groups" => schema_of::<GroupsDocument>(
            "Isotask groups, version 1",
            "The schedules of several groups at once, and a bound; models/formats/groups.md is its specification.",
        ),
        "result" => schema_of::<ResultDocument>(
            "Isotask result, version 1",
            "What a command prints with --json; models/formats/result.md is its specification.",
        ),
        _ => panic!("no schema for {kind}"),
    }
}

/// The kinds that have two names.
const SECOND_NAMES: [(&str, &str); 5] = [
    ("total-exchange", "alltoall"),
    ("single-node-accumulation", "reduce"),
    ("multinode-broadcast", "allgather"),
    ("multinode-accumulation", "reduce-scatter"),
    ("direction-tree", "dual-tree"),
];

/// Tells the schema what schemars does not know: a key that may be absent is never `null`, integers
/// have a greatest value, and some kinds have a second name.
fn adapt_to_parser(schema: &mut Schema) {
    transform_subschemas(&mut adapt_to_parser, schema);
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(choices)) = object.get_mut("anyOf") {
        choices.retain(|choice| choice != &json!({ "type": "null" }));
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            object.remove("anyOf");
            object.extend(only);
        }
    }
    // Where an object has keys beside those of several choices, all further keys are unknown.
    if object.contains_key("properties") && object.contains_key("anyOf") {
        object.insert("unevaluatedProperties".to_owned(), false.into());
    }
    let greatest = match object.get("format").and_then(Value::as_str) {
        Some("uint32") => Some(u64::from(u32::MAX)),
        Some("uint64") => Some(u64::MAX),
        _ => None,
    };
    if let Some(greatest) = greatest {
        object.entry("maximum").or_insert(greatest.into());
    }
    let word = object.get("const").and_then(Value::as_str);
    if let Some((name, other)) = SECOND_NAMES.iter().find(|(name, _)| word == Some(*name)) {
        object.remove("const");
        object.insert("enum".to_owned(), json!([name, other]));
    }
}

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

fn validator(kind: &str) -> Validator {
    let schema = generated(kind);
    jsonschema::draft202012::meta::validate(schema.as_value()).expect("a schema of draft 2020-12");
    jsonschema::draft202012::new(schema.as_value()).expect("a schema that compiles")
}

/// Returns the fenced blocks of the pages of `models/formats` whose info string is `json KIND`, with the
/// lines where they begin.
fn examples(kind: &str) -> Vec<(String, String)> {
    let opening = format!("```json {kind}");
    let mut blocks = Vec::new();
    for page in PAGES {
        let text = std::fs::read_to_string(models().join("formats").join(page)).expect("a page");
        let mut lines = text.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            if line.trim() == opening {
                let block: Vec<&str> =
                    lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
                blocks.push((format!("{page}, line {}", number + 2), block.join("\n")));
            }
        }
    }
    blocks
}

/// Returns whether the parser reads the text as this kind of document.
fn parser_accepts(kind: &str, text: &[u8]) -> bool {
    match kind {
        "task" => parse::<TaskDocument>(text).is_ok(),
        "schedule" => parse::<ScheduleDocument>(text).is_ok(),
        "certificate" => parse::<CertificateDocument>(text).is_ok(),
        "matrix" => parse::<MatrixDocument>(text).is_ok(),
        "matrix-certificate" => parse::<MatrixCertificateDocument>(text).is_ok(),
        "channels" => parse::<ChannelsDocument>(text).is_ok(),
        "claims" => parse::<ClaimsDocument>(text).is_ok(),
        "part" => parse::<PartDocument>(text).is_ok(),
        "rounds" => parse::<RoundsDocument>(text).is_ok(),
        "routes" => parse::<RoutesDocument>(text).is_ok(),
        "rate" => parse::<RateDocument>(text).is_ok(),
        "groups" => parse::<GroupsDocument>(text).is_ok(),
        "result" => parse::<ResultDocument>(text).is_ok(),
        _ => panic!("no document {kind}"),
    }
}

/// Returns short documents of a kind that together have every variant of every type.
fn documents(kind: &str) -> Vec<Value> {
    let text = include_str!("schema_examples.json");
    let all: Value = serde_json::from_str(text).expect("schema_examples.json is JSON");
    all[kind].as_array().expect("a list for every kind").clone()
}

#[test]
fn the_stored_schemas_are_those_of_the_types() {
    for kind in KINDS {
        let path = models().join("schema").join(format!("{kind}.json"));
        let mut text = serde_json::to_string_pretty(&generated(kind)).expect("a schema is JSON");
        text.push('\n');
        if std::env::var_os("ISOTASK_BLESS").is_some_and(|value| value == "1") {
            std::fs::write(&path, &text).expect("models/schema can be written");
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stored == text,
            "models/schema/{kind}.json does not say what the types say; \
             if the types are right, renew it with\n    \
             ISOTASK_BLESS=1 cargo test -p isotask-wire schema"
        );
    }
}

#[test]
fn every_example_of_the_specification_obeys_its_schema() {
    for kind in KINDS {
        let validator = validator(kind);
        let examples = examples(kind);
        assert!(!examples.is_empty(), "no page has an example of a {kind}");
        for (place, text) in examples {
            let value: Value = serde_json::from_str(&text).expect("the example is JSON");
            if let Err(fault) = validator.validate(&value) {
                panic!("{place}: {fault} at {}", fault.instance_path());
            }
        }
    }
}

fn check_writing<T: Document + PartialEq + Debug>(text: &str, place: &str) {
    let document = parse::<T>(text.as_bytes()).unwrap_or_else(|e| panic!("{place}: {e}"));
    let bytes = to_bytes(&document);
    let again = parse::<T>(&bytes).unwrap_or_else(|e| panic!("{place}, written: {e}"));
    assert_eq!(document, again, "{place}");
    assert_eq!(bytes, to_bytes(&again), "{place}");
    assert_eq!(bytes.split(|&b| b == b'\n').count(), 2, "{place}: one line");
    let pretty = parse::<T>(&to_pretty_bytes(&document));
    assert_eq!(Ok(document), pretty, "{place}, written over several lines");
    assert!(bytes.starts_with(br#"{"format":"#), "{place}: the first key is format");
}

fn check_writing_of(kind: &str, text: &str, place: &str) {
    match kind {
        "task" => check_writing::<TaskDocument>(text, place),
        "schedule" => check_writing::<ScheduleDocument>(text, place),
        "certificate" => check_writing::<CertificateDocument>(text, place),
        "matrix" => check_writing::<MatrixDocument>(text, place),
        "matrix-certificate" => check_writing::<MatrixCertificateDocument>(text, place),
        "channels" => check_writing::<ChannelsDocument>(text, place),
        "claims" => check_writing::<ClaimsDocument>(text, place),
        "part" => check_writing::<PartDocument>(text, place),
        "rounds" => check_writing::<RoundsDocument>(text, place),
        "routes" => check_writing::<RoutesDocument>(text, place),
        "rate" => check_writing::<RateDocument>(text, place),
        "groups" => check_writing::<GroupsDocument>(text, place),
        "result" => check_writing::<ResultDocument>(text, place),
        _ => panic!("no document {kind}"),
    }
}

#[test]
fn every_example_of_the_specification_is_read_and_written_without_loss() {
    for kind in KINDS {
        for (place, text) in examples(kind) {
            check_writing_of(kind, &text, &place);
        }
    }
}

#[test]
fn every_variant_is_read_written_and_obeys_its_schema() {
    for kind in KINDS {
        let validator = validator(kind);
        for document in documents(kind) {
            check_writing_of(kind, &document.to_string(), &format!("{kind} {document}"));
            if let Err(fault) = validator.validate(&document) {
                panic!("{kind} {document}: {fault} at {}", fault.instance_path());
            }
        }
    }
}

#[test]
fn written_certificates_obey_the_schema() {
    for document in documents("certificate") {
        let text = document.to_string();
        let parsed = parse::<CertificateDocument>(text.as_bytes()).expect("a good certificate");
        let written: Value = serde_json::from_slice(&to_bytes(&parsed)).expect("JSON");
        assert!(validator("certificate").is_valid(&written), "{written}");
    }
}

/// Puts `value` at a JSON pointer of a good document; `None` takes the key or item away.
fn changed(document: &Value, pointer: &str, value: Option<Value>) -> Value {
    let mut document = document.clone();
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer has a slash");
    match (document.pointer_mut(parent).expect("the parent is there"), value) {
        (Value::Object(object), Some(value)) => {
            object.insert(key.to_owned(), value);
        }
        (Value::Object(object), None) => {
            object.remove(key).expect("the key is there");
        }
        (Value::Array(list), Some(value)) => {
            list[key.parse::<usize>().expect("an index")] = value;
        }
        (Value::Array(list), None) => {
            list.remove(key.parse::<usize>().expect("an index"));
        }
        _ => panic!("{pointer} leads into a value without parts"),
    }
    document
}

#[test]
fn schema_and_parser_refuse_the_same_malformed_documents() {
    for kind in KINDS {
        let validator = validator(kind);
        // The first document of each kind has every key that the malformations touch.
        let good = &documents(kind)[0];
        for (what, pointer, value) in malformations(kind) {
            let bad = changed(good, pointer, value);
            assert!(!validator.is_valid(&bad), "the schema accepts: {kind}, {what}: {bad}");
            assert!(
                !parser_accepts(kind, bad.to_string().as_bytes()),
                "the parser accepts: {kind}, {what}: {bad}"
            );
        }
        for (what, bad) in [("a list", json!([])), ("null", json!(null)), ("a word", json!("x"))] {
            assert!(!validator.is_valid(&bad), "{kind}, {what}");
            assert!(!parser_accepts(kind, bad.to_string().as_bytes()), "{kind}, {what}");
        }
    }
}

/// Collects the pointers to all values inside a document.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(object) => object.iter().map(|(k, v)| (format!("{at}/{k}"), v)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(i, v)| (format!("{at}/{i}"), v)).collect(),
        _ => Vec::new(),
    };
    for (pointer, part) in parts {
        pointers(part, &pointer, found);
        found.push(pointer);
    }
}

/// Returns what is put in place of a value; none takes it away. The integers are within the limits that a
/// schema knows and the parser leaves to later checks.
fn replacements() -> Vec<Option<Value>> {
    vec![
        None,
        Some(json!(null)),
        Some(json!(true)),
        Some(json!("all")),
        Some(json!("alltoall")),
        Some(json!("any")),
        Some(json!(2)),
        Some(json!(-2)),
        Some(json!(2.5)),
        Some(json!([2])),
        Some(json!([2, 2])),
        Some(json!([2, 2, 2, 2])),
        Some(json!([[2, [2]]])),
        Some(json!({})),
        Some(json!({ "at-most": 2 })),
        Some(json!({ "torus": null })),
        Some(json!(["torus", null, [2, 2]])),
    ]
}

#[test]
fn schema_and_parser_agree_after_every_one_change() {
    let replacements = replacements();
    for kind in KINDS {
        let validator = validator(kind);
        for document in documents(kind) {
            let mut places = Vec::new();
            pointers(&document, "", &mut places);
            for (place, value) in
                places.iter().flat_map(|place| replacements.iter().map(move |value| (place, value)))
            {
                let changed = changed(&document, place, value.clone());
                let is_valid = validator.is_valid(&changed);
                let is_read = parser_accepts(kind, changed.to_string().as_bytes());
                assert_eq!(is_valid, is_read, "{place} with {value:?} in {document}");
            }
        }
    }
}
