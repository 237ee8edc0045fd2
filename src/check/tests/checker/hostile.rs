//! Small documents that ask for much: the limit of the work refuses them, wherever they ask for it.

#[path = "../hostile/mod.rs"]
mod documents;

use super::{document, good};
use documents::{Hostile, all};
use isotask_check::{Answer, Options, Rejection, check_certificate, check_document};

#[test]
fn whatever_asks_for_much_is_refused_with_the_limit_named() {
    for Hostile { name, document: value } in all() {
        let text = value.to_string();
        assert!(text.len() < 3_000, "{name}: {} bytes", text.len());
        for limit in [0, 1 << 10, 1 << 16] {
            let options = Options { limit, ..Options::default() };
            let found = check_certificate(&document(&value), &options);
            let Err(Rejection::LimitReached { limit: named, .. }) = &found else {
                unreachable!("{name}: {found:?}");
            };
            assert_eq!(*named, limit);
            let Ok(Answer::Refused { rejection, place }) = check_document(text.as_bytes(), &options) else {
                unreachable!("{name}");
            };
            assert_eq!(Err(rejection), found);
            assert!(
                ["task", "schedule"].contains(&place.as_str()) || place.starts_with("claims["),
                "{place}"
            );
        }
    }
}

/// The limit that just suffices is the same every time, whatever was checked before.
#[test]
fn what_a_document_costs_is_a_number() {
    for value in good::all() {
        let costs = |limit| {
            let options = Options { limit, ..Options::default() };
            match check_certificate(&document(&value), &options) {
                Ok(_) => true,
                Err(Rejection::LimitReached { .. }) => false,
                Err(other) => unreachable!("{other}: {value}"),
            }
        };
        let (mut low, mut high) = (0_u64, 1 << 24);
        assert!(costs(high), "{value}");
        while low < high {
            let middle = low + (high - low) / 2;
            (low, high) = if costs(middle) { (low, middle) } else { (middle + 1, high) };
        }
        assert!(costs(low) && (low == 0 || !costs(low - 1)), "{value}");
    }
}
