//! Changes of a document that keep it JSON: numbers, moves, lists and keys.

use serde_json::{Value, json};

/// Random numbers of one seed, by SplitMix64 (Steele, Lea & Flood 2014).
pub struct Random(u64);

impl Random {
    /// Those of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let one = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let two = (one ^ (one >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        two ^ (two >> 31)
    }

    /// A number below a limit, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit).expect("64 bits")).expect("below a limit")
    }
}

/// Changes a JSON text in one to four places; none if it is no JSON, or too long afterwards.
pub fn change(text: &[u8], longest: usize, seed: u32) -> Option<Vec<u8>> {
    let mut document: Value = serde_json::from_slice(text).ok()?;
    let mut random = Random::new(seed.into());
    for _ in 0..=random.below(4) {
        change_once(&mut document, &mut random);
    }
    serde_json::to_vec(&document).ok().filter(|text| text.len() <= longest)
}

/// Number of values of a document, itself included.
fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(entries) => entries.values().map(size).sum(),
        _ => 0,
    }
}

/// The value of a number in the order of the text.
fn pick(value: &mut Value, mut index: usize) -> &mut Value {
    if index == 0 {
        return value;
    }
    index -= 1;
    let inside: Box<dyn Iterator<Item = &mut Value>> = match value {
        Value::Array(items) => Box::new(items.iter_mut()),
        Value::Object(entries) => Box::new(entries.values_mut()),
        _ => unreachable!("the index is below the size"),
    };
    for item in inside {
        let here = size(item);
        if index < here {
            return pick(item, index);
        }
        index -= here;
    }
    unreachable!("the index is below the size")
}

/// Changes it in one place.
pub fn change_once(document: &mut Value, random: &mut Random) {
    let values = size(document);
    let other = pick(document, random.below(values)).clone();
    let place = pick(document, random.below(values));
    match place {
        Value::Number(number) => *place = changed_number(number.as_u64().unwrap_or(0), other, random),
        Value::Array(items) => change_list(items, other, random),
        Value::Object(entries) => {
            let keys: Vec<String> = entries.keys().cloned().collect();
            let Some(key) = (!keys.is_empty()).then(|| keys[random.below(keys.len())].clone()) else {
                return;
            };
            match random.below(3) {
                0 => drop(entries.shift_remove(&key)),
                1 => drop(entries.insert(key, other)),
                _ => {
                    let from = keys[random.below(keys.len())].clone();
                    let value = entries[&from].clone();
                    entries.insert(key, value);
                }
            }
        }
        Value::String(text) => {
            const WORDS: [&str; 12] = [
                "all",
                "one",
                "isotropic",
                "isotropic-shortest",
                "optimal",
                "upper-bound",
                "any",
                "critical",
                "node",
                "network",
                "completion-time",
                "total-delay",
            ];
            *place = match random.below(3) {
                0 => json!(WORDS[random.below(WORDS.len())]),
                1 => other,
                _ => json!(format!("{text}0")),
            };
        }
        Value::Bool(is) => *place = json!(!*is),
        Value::Null => *place = other,
    }
}

/// Returns a number near another, at a limit, or a number from elsewhere in the document.
fn changed_number(number: u64, other: Value, random: &mut Random) -> Value {
    match random.below(8) {
        0 | 1 => json!(number.wrapping_add(1)),
        2 | 3 => json!(number.wrapping_sub(1)),
        4 => json!(number.wrapping_mul(2)),
        5 => json!([0, 1, 1 << 20, (1 << 31) - 1, 1 << 32, 1 << 62, 1 << 63, u64::MAX][random.below(8)]),
        6 => json!(random.below(9)),
        _ => other,
    }
}

/// A list with an item more, less, elsewhere or twice.
fn change_list(items: &mut Vec<Value>, other: Value, random: &mut Random) {
    if items.is_empty() {
        return items.push(other);
    }
    let (at, to) = (random.below(items.len()), random.below(items.len()));
    match random.below(6) {
        0 => drop(items.remove(at)),
        1 => items.insert(at, items[to].clone()),
        2 => items.swap(at, to),
        3 => items[at] = other,
        4 => items.truncate(at),
        // An item of one inner list moves into another, as a move from slot to slot.
        _ => {
            let moved = match &mut items[at] {
                Value::Array(inner) if !inner.is_empty() => inner.remove(random.below(inner.len())),
                _ => return,
            };
            if let Value::Array(inner) = &mut items[to] {
                inner.push(moved);
            }
        }
    }
}
