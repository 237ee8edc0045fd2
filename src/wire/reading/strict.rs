//! Reading without serde's conveniences, so that a document has one form only.
//!
//! serde reads a struct from a list as well as from an object, a word also from an object with that
//! word as its key, and `null` as an absent key; no document of ours means any of these. [`Strict`]
//! wraps a deserialiser, refuses all of these at every depth, and says in plain words what is
//! expected.

use super::track::{Recovery, Step, Track, first_word, stand_in};
use serde::de::value::StrDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use std::fmt;
use std::num::FpCategory;

/// A deserialiser that takes objects for structs, strings for words, and `null` for nothing.
struct Strict<'t, D> {
    inner: D,
    /// The path of the value, if it is tracked.
    track: Option<&'t Track>,
    /// Whether the value is a stand-in, for which the first word that is expected is taken.
    stands_in: bool,
}

/// What is expected at a place.
#[derive(Clone, Copy)]
enum Expected {
    /// What the visitor itself says in `expecting`.
    Own,
    Boolean,
    /// An integer from 0 to this.
    Integer(u64),
    Text,
    Word(&'static [&'static str]),
    List,
    Items(usize),
    Object,
}

/// A visitor that says what is expected and reads the values inside strictly.
struct StrictVisitor<'t, V> {
    visitor: V,
    expected: Expected,
    track: Option<&'t Track>,
}

impl<'de, V: Visitor<'de>> StrictVisitor<'_, V> {
    fn describe(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.expected {
            Expected::Own => self.visitor.expecting(formatter),
            Expected::Boolean => formatter.write_str("true or false"),
            Expected::Integer(greatest) => {
                formatter.write_str("an integer in plain digits from 0 to ")?;
                match greatest {
                    u64::MAX => formatter.write_str("2^64 − 1"),
                    0xFFFF_FFFF => formatter.write_str("2^32 − 1"),
                    _ => write!(formatter, "{greatest}"),
                }
            }
            Expected::Text => formatter.write_str("a string"),
            Expected::Word(words) => {
                formatter.write_str(if words.len() == 1 { "the word " } else { "one of " })?;
                for (i, word) in words.iter().enumerate() {
                    write!(formatter, "{}\"{word}\"", if i == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
            Expected::List => formatter.write_str("a list"),
            Expected::Items(items) => write!(formatter, "a list of exactly {items}"),
            Expected::Object => formatter.write_str("an object"),
        }
    }
}

macro_rules! wrap_visitor {
    ($($method:ident($($argument:ident: $type:ty),*) => $inner:ident, $expected:expr;)*) => {$(
        fn $method<V: Visitor<'de>>(
            self,
            $($argument: $type,)*
            visitor: V,
        ) -> Result<V::Value, D::Error> {
            self.inner.$inner(StrictVisitor { visitor, expected: $expected, track: self.track })
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<'_, D> {
    type Error = D::Error;

    wrap_visitor! {
        deserialize_any() => deserialize_any, Expected::Own;
        deserialize_bool() => deserialize_bool, Expected::Boolean;
        deserialize_u8() => deserialize_u8, Expected::Integer(u64::from(u8::MAX));
        deserialize_u16() => deserialize_u16, Expected::Integer(u64::from(u16::MAX));
        deserialize_u32() => deserialize_u32, Expected::Integer(u64::from(u32::MAX));
        deserialize_u64() => deserialize_u64, Expected::Integer(u64::MAX);
        deserialize_str() => deserialize_str, Expected::Text;
        deserialize_string() => deserialize_string, Expected::Text;
        deserialize_seq() => deserialize_seq, Expected::List;
        deserialize_map() => deserialize_map, Expected::Object;
        deserialize_struct(_name: &'static str, _fields: &'static [&'static str])
            => deserialize_map, Expected::Object;
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        if self.stands_in {
            return visitor.visit_enum(first_word(words));
        }
        self.inner.deserialize_str(StrictVisitor {
            visitor,
            expected: Expected::Word(words),
            track: self.track,
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, items: usize, visitor: V) -> Result<V::Value, D::Error> {
        // Asking for a list of any length leaves it to `StrictVisitor` to refuse a longer one.
        self.inner.deserialize_seq(StrictVisitor {
            visitor,
            expected: Expected::Items(items),
            track: self.track,
        })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_ignored_any(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_identifier(visitor)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for StrictVisitor<'_, V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe(formatter)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<V::Value, E> {
        match self.expected {
            Expected::Own | Expected::Boolean => self.visitor.visit_bool(value),
            _ => Err(E::invalid_type(Unexpected::Bool(value), &self)),
        }
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<V::Value, E> {
        match self.expected {
            Expected::Integer(greatest) if value > greatest => {
                Err(E::invalid_value(Unexpected::Unsigned(value), &self))
            }
            _ => self.visitor.visit_u64(value),
        }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<V::Value, E> {
        match self.expected {
            Expected::Own => self.visitor.visit_i64(value),
            _ => Err(E::invalid_value(Unexpected::Signed(value), &self)),
        }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<V::Value, E> {
        if value.is_sign_negative() && value.classify() == FpCategory::Zero {
            // The message shows `-0` as the text has it; a float would be printed with a point.
            return Err(E::invalid_value(Unexpected::Other("the number -0"), &self));
        }
        match self.expected {
            Expected::Own => self.visitor.visit_f64(value),
            _ => Err(E::invalid_type(Unexpected::Float(value), &self)),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        match self.expected {
            Expected::Word(_) => {
                let word: StrDeserializer<'_, E> = text.into_deserializer();
                self.visitor.visit_enum(word)
            }
            _ => self.visitor.visit_str(text),
        }
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<V::Value, E> {
        match self.expected {
            Expected::Word(_) => self.visit_str(text),
            _ => self.visitor.visit_borrowed_str(text),
        }
    }

    fn visit_string<E: Error>(self, text: String) -> Result<V::Value, E> {
        match self.expected {
            Expected::Word(_) => self.visit_str(&text),
            _ => self.visitor.visit_string(text),
        }
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        Err(E::invalid_type(Unexpected::Unit, &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        let mut list = List { access, items: 0, ended: false, track: self.track };
        let Expected::Items(items) = self.expected else {
            return self.visitor.visit_seq(list);
        };
        let expected = StrictVisitor { visitor: IgnoredAny, expected: self.expected, track: None };
        match self.visitor.visit_seq(&mut list) {
            Ok(value) => match list.access.next_element::<IgnoredAny>()? {
                None => Ok(value),
                Some(_) => Err(A::Error::custom(format_args!(
                    "found a longer list, expected a list of exactly {items}"
                ))),
            },
            Err(_) if list.ended => Err(A::Error::invalid_length(list.items, &expected)),
            Err(fault) => Err(fault),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        let (key, seen) = (String::new(), Vec::new());
        self.visitor.visit_map(Object { access, track: self.track, key, seen, is_missing: false })
    }
}

/// The items of a list, each read strictly.
struct List<'t, A> {
    access: A,
    items: usize,
    ended: bool,
    track: Option<&'t Track>,
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for List<'_, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let at = self.track.map(|track| (track, Step::Place(self.items)));
        let item = self.access.next_element_seed(StrictSeed { seed, at })?;
        if item.is_some() {
            self.items += 1;
        } else {
            self.ended = true;
        }
        Ok(item)
    }

    fn size_hint(&self) -> Option<usize> {
        self.access.size_hint()
    }
}

/// The values of an object, each read strictly.
struct Object<'t, A> {
    access: A,
    track: Option<&'t Track>,
    /// The key whose value comes next, if the path is tracked.
    key: String,
    /// The keys that were read, if the path is tracked.
    seen: Vec<String>,
    /// Whether the text lacks the key, so that its value is a stand-in.
    is_missing: bool,
}

impl<'de, A: MapAccess<'de>> Object<'_, A> {
    /// Returns the next key that is not skipped; behind the last key, the missing keys with stand-ins.
    fn next_key(&mut self, track: &Track) -> Result<Option<String>, A::Error> {
        while let Some(key) = self.access.next_key::<String>()? {
            let is_skipped = match track.recovery(&Step::Key(key.clone())) {
                Some(Recovery::Skip) => true,
                Some(Recovery::Once) => self.seen.contains(&key),
                _ => false,
            };
            if !is_skipped {
                return Ok(Some(key));
            }
            self.access.next_value::<IgnoredAny>()?;
        }
        self.is_missing = true;
        Ok(track.stand_in_keys().into_iter().find(|key| !self.seen.contains(key)))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Object<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let Some(track) = self.track else {
            return self.access.next_key_seed(seed);
        };
        let Some(key) = self.next_key(track)? else {
            return Ok(None);
        };
        track.enter(Step::Key(key.clone()));
        let known: StrDeserializer<'_, A::Error> = key.as_str().into_deserializer();
        let found = seed.deserialize(known)?;
        track.leave();
        self.seen.push(key.clone());
        self.key = key;
        Ok(Some(found))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let at = self.track.map(|track| (track, Step::Key(std::mem::take(&mut self.key))));
        match at {
            Some((track, step)) if self.is_missing => {
                let recovery = track.recovery(&step);
                track.enter(step);
                let value = read_stand_in(seed, recovery)?;
                track.leave();
                Ok(value)
            }
            at => self.access.next_value_seed(StrictSeed { seed, at }),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.access.size_hint()
    }
}

/// A seed that is given a strict deserialiser.
struct StrictSeed<'t, S> {
    seed: S,
    /// The last step to the value, if the path is tracked.
    at: Option<(&'t Track, Step)>,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for StrictSeed<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        let Some((track, step)) = self.at else {
            return self.seed.deserialize(Strict { inner: deserializer, track: None, stands_in: false });
        };
        let recovery = track.recovery(&step);
        track.enter(step);
        let value = if matches!(recovery, Some(Recovery::StandIn(_))) {
            IgnoredAny::deserialize(deserializer)?;
            read_stand_in(self.seed, recovery)?
        } else {
            self.seed.deserialize(Strict { inner: deserializer, track: Some(track), stands_in: false })?
        };
        track.leave();
        Ok(value)
    }
}

/// Reads a stand-in in place of a value.
fn read_stand_in<'de, S: DeserializeSeed<'de>, E: Error>(
    seed: S,
    recovery: Option<Recovery>,
) -> Result<S::Value, E> {
    let Some(Recovery::StandIn(which)) = recovery else {
        return Err(E::custom("nothing stands in"));
    };
    let inner = Strict { inner: stand_in(which), track: None, stands_in: true };
    seed.deserialize(inner).map_err(|_| E::custom("something else is to stand in"))
}

/// Reads a whole document strictly; `track`, if there is one, follows the path of the value being read.
pub(crate) fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    track: Option<&Track>,
) -> Result<T, D::Error> {
    T::deserialize(Strict { inner: deserializer, track, stands_in: false })
}
