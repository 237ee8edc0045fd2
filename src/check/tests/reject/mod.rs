//! The documents of `models/reject`: good ones, and cases made of them that must be refused, written as the
//! page beside them says.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Documents by their names.
pub(crate) type Documents = BTreeMap<String, Vec<u8>>;

/// Reads the good documents, and the cases by REASON.CASE.
pub(crate) fn read(models: &Path) -> [Documents; 2] {
    let (mut good, mut bad) = (BTreeMap::new(), Documents::new());
    for kind in ["tasks", "certificates", "matrices", "channels", "rates", "groups", "texts"] {
        let lines = fs::read_to_string(models.join(format!("reject/{kind}.jsonl"))).expect("a file of cases");
        for line in lines.lines() {
            let line: Value = serde_json::from_str(line).expect("a line is a JSON object");
            if let Some(name) = line["good"].as_str() {
                good.insert(name.to_owned(), line["document"].clone());
                continue;
            }
            let name = format!("{}.{}", word(&line["reason"]), word(&line["case"]));
            let twin = bad.insert(name.clone(), bytes(&line, &good, models));
            assert!(twin.is_none(), "{name} stands twice");
        }
    }
    [good.into_iter().map(|(name, document)| (name, document.to_string().into_bytes())).collect(), bad]
}

fn word(value: &Value) -> &str {
    value.as_str().expect("a word")
}

/// Returns the document of a case, byte by byte where its text matters.
fn bytes(line: &Value, good: &BTreeMap<String, Value>, models: &Path) -> Vec<u8> {
    let file = |name: &str| fs::read(models.join(name)).expect("a file of models");
    if let Some(name) = line["file"].as_str() {
        return file(name);
    }
    if let Some(letters) = line["latin-1"].as_str() {
        return letters.chars().map(|letter| u8::try_from(letter).expect("a letter of Latin-1")).collect();
    }
    match &line["text"] {
        Value::String(text) => return text.clone().into_bytes(),
        Value::Array(parts) => return parts.iter().flat_map(repeated).collect(),
        _ => {}
    }
    let mut document = match line["of"].as_str() {
        Some(name) => good.get(name).cloned().unwrap_or_else(|| {
            serde_json::from_slice(&file(name)).expect("a good document by its name or its file")
        }),
        None => line["document"].clone(),
    };
    for pointer in line["drop"].as_array().into_iter().flatten() {
        change(&mut document, word(pointer), None);
    }
    for (pointer, value) in line["put"].as_object().into_iter().flatten() {
        change(&mut document, pointer, Some(value.clone()));
    }
    document.to_string().into_bytes()
}

/// Returns a text repeated a number of times.
fn repeated(part: &Value) -> Vec<u8> {
    let times = part[1].as_u64().and_then(|times| usize::try_from(times).ok());
    word(&part[0]).repeat(times.expect("how many times")).into_bytes()
}

/// Sets the value at a JSON pointer, or removes it.
fn change(document: &mut Value, pointer: &str, value: Option<Value>) {
    let (place, key) = pointer.rsplit_once('/').expect("a pointer below the whole");
    match (document.pointer_mut(place).expect("a place of the document"), value) {
        (Value::Object(keys), Some(value)) => {
            keys.insert(key.to_owned(), value);
        }
        (Value::Object(keys), None) => {
            keys.remove(key).expect("a key of the document");
        }
        (Value::Array(list), Some(value)) => {
            let index: usize = key.parse().expect("an index");
            if index == list.len() {
                list.push(value);
            } else {
                list[index] = value;
            }
        }
        (found, _) => unreachable!("{pointer} leads into {found}"),
    }
}
