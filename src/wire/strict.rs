//! Reading without serde's conveniences, so that a document has one form only.
//!
//! serde reads a struct from a list as well as from an object, a word also from an object with that
//! word as its key, and `null` as an absent key; no document of ours means any of these. [`Strict`]
//! stands around a deserialiser, refuses them everywhere at once, and says in plain words what is
//! expected.

use serde::de::value::StrDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use std::fmt;

/// A deserialiser that takes objects for structs, strings for words, and `null` for nothing.
pub(super) struct Strict<D>(pub(super) D);

/// What is expected at a place.
#[derive(Clone, Copy)]
enum Expected {
    /// Whatever the visitor says of itself.
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

/// A visitor that says what is expected and wraps whatever lies inside.
struct Watch<V> {
    visitor: V,
    expected: Expected,
}

impl<'de, V: Visitor<'de>> Watch<V> {
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

macro_rules! watch {
    ($($method:ident($($argument:ident: $type:ty),*) => $inner:ident, $expected:expr;)*) => {$(
        fn $method<V: Visitor<'de>>(
            self,
            $($argument: $type,)*
            visitor: V,
        ) -> Result<V::Value, D::Error> {
            self.0.$inner(Watch { visitor, expected: $expected })
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<D> {
    type Error = D::Error;

    watch! {
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
        deserialize_enum(_name: &'static str, words: &'static [&'static str])
            => deserialize_str, Expected::Word(words);
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, items: usize, visitor: V) -> Result<V::Value, D::Error> {
        // Asking for a list of any length leaves it to `Watch` to refuse a longer one.
        self.0.deserialize_seq(Watch { visitor, expected: Expected::Items(items) })
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
        self.0.deserialize_ignored_any(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_identifier(visitor)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Watch<V> {
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
        let mut list = List { access, items: 0, ended: false };
        let Expected::Items(items) = self.expected else {
            return self.visitor.visit_seq(list);
        };
        let expected = Watch { visitor: IgnoredAny, expected: self.expected };
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
        self.visitor.visit_map(Object(access))
    }
}

/// The items of a list, each read strictly.
struct List<A> {
    access: A,
    items: usize,
    ended: bool,
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for List<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let item = self.access.next_element_seed(Inside(seed))?;
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
struct Object<A>(A);

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Object<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Inside(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

/// A seed that is given a strict deserialiser.
struct Inside<S>(S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Inside<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Strict(deserializer))
    }
}

/// Reads a whole document strictly.
pub(super) fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(Strict(deserializer))
}
