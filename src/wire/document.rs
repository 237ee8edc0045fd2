//! The key `format`, which every document has.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A document that names itself in its first key, `format`.
pub trait Document: Serialize + DeserializeOwned + 'static {
    /// The value of the key `format`, with the version.
    const FORMAT: &'static str;
}

/// The key `format`: one fixed string, refused when it is another one.
macro_rules! format_tag {
    ($name:ident, $text:literal) => {
        #[doc = concat!("The string `", $text, "`.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub(crate) struct $name;

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($text)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let found = String::deserialize(deserializer)?;
                if found == $text {
                    return Ok(Self);
                }
                Err(serde::de::Error::custom(format_args!(
                    "wrong format `{found}`, expected `{}`",
 $text
                )))
            }
        }

        #[cfg(test)]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn inline_schema() -> bool {
                true
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "const": $text })
            }
        }
    };
}
pub(crate) use format_tag;
