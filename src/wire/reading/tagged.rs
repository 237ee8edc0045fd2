//! Reads enums of documents whose key `kind` says which other keys there are.

/// Declares how an enum is read that serde writes with the tag `kind`.
///
/// serde's own reader of such enums loses the place of a fault inside, so all keys of all kinds are read
/// first. For an enum `Shape` with the variants `Disc { area: u64, radius: u64, name: Option<String> }` and
/// `Point { area: u64 }`, which is read by `#[serde(try_from = "ShapeKeys")]`:
///
/// ```text
/// tagged! {
///     /// The kinds of shapes.
///     pub enum ShapeKind of Shape(area) as ShapeKeys;
///     first { area: u64 }
///     keys { radius: u64, name: String, corners: Vec<u64> }
///     kinds {
///         Disc "a disc" { radius, name: optional };
///         Point "a point" {};
///         Polygon, Triangle => polygon;
///     }
/// }
/// ```
///
/// * `first` and `last` hold what every kind has, before and behind the other keys in messages; those that
///   stand behind the enum's name in parentheses go into every variant.
/// * `keys` holds the others with their types, in the order in which messages list them.
/// * A kind of `kinds` has its name in messages and its keys. A key is required unless a function makes its
///   value of the `Option` that was found: [`optional`](super::keys::optional), `or_default`, or another.
/// * A kind that needs more is read by a function of all keys, such as `polygon`; its line lists the variants
///   that share the word, which is the name of the first.
///
/// The macro makes the enum of the kinds with their words, the struct of the keys with its method `only`,
/// and the conversions from the keys to the enum and from the enum to its kind.
///
/// A document that holds such an enum beside keys of its own names these in front:
/// `inside Drawing as DrawingKeys { format: DrawingFormat } shape;`.
macro_rules! tagged {
    (
        inside $Document:ident as $Outer:ident { $( $outer:ident: $OuterType:ty ),* $(,)? } $body:ident;
        $(#[$note:meta])*
        $vis:vis enum $Kind:ident of $Enum:ident $shared:tt as $Keys:ident;
        keys { $( $key:ident: $Type:ty ),* $(,)? }
        kinds $kinds:tt
    ) => {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $Outer {
            $( $outer: $OuterType, )*
            kind: $Kind,
            $( $key: Option<$Type>, )*
        }

        impl TryFrom<$Outer> for $Document {
            type Error = String;

            fn try_from(found: $Outer) -> Result<Self, String> {
                let keys = $Keys { kind: found.kind, $( $key: found.$key ),* };
                Ok(Self { $( $outer: found.$outer, )* $body: keys.try_into()? })
            }
        }

        $crate::reading::tagged::tagged! {
            $(#[$note])*
            $vis enum $Kind of $Enum $shared as $Keys;
            keys { $( $key: $Type ),* }
            kinds $kinds
        }
    };
    (
        $(#[$note:meta])*
        $vis:vis enum $Kind:ident of $Enum:ident $shared:tt as $Keys:ident;
        $( first { $( $(#[$before:meta])* $first:ident: $First:ty ),* $(,)? } )?
        keys { $( $key:ident: $Type:ty ),* $(,)? }
        $( last { $( $(#[$behind:meta])* $last:ident: $Last:ty ),* $(,)? } )?
        kinds { $(
            $(#[$other:meta])*
            $Variant:ident $(, $Twin:ident )* $( $what:literal $own:tt )? $( => $read:path )?;
        )* }
    ) => {
        $(#[$note])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize, strum::IntoStaticStr)]
        #[serde(rename_all = "kebab-case")]
        #[strum(serialize_all = "kebab-case")]
        $vis enum $Kind { $(
            #[doc = concat!("[`", stringify!($Enum), "::", stringify!($Variant), "`].")]
            $(#[$other])*
            $Variant,
        )* }

        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $Keys {
            kind: $Kind,
            $( $( $(#[$before])* $first: $First, )* )?
            $( $key: Option<$Type>, )*
            $( $( $(#[$behind])* $last: $Last, )* )?
        }

        impl $Keys {
            /// Refuses keys that belong to another kind.
            fn only(&self, wanted: &[&str], what: &str) -> Result<(), String> {
                let present = [$( (stringify!($key), self.$key.is_some()) ),*];
                $crate::reading::keys::only(&present, wanted, what)
            }
        }

        impl TryFrom<$Keys> for $Enum {
            type Error = String;

            fn try_from(found: $Keys) -> Result<Self, String> {
                match found.kind { $(
                    $Kind::$Variant => {
                        $( $crate::reading::tagged::tagged!(@read $Enum $Variant found $shared $what $own) )?
                        $( $read(found) )?
                    }
                )* }
            }
        }

        impl From<&$Enum> for $Kind {
            fn from(told: &$Enum) -> Self {
                match told { $(
                    $Enum::$Variant { .. } $( | $Enum::$Twin { .. } )* => Self::$Variant,
                )* }
            }
        }
    };
    (
        @read $Enum:ident $Variant:ident $found:ident ($( $shared:ident ),*) $what:literal
        { $( $key:ident $( : $value:path )? ),* $(,)? }
    ) => {{
        $( let $shared = $crate::reading::keys::shared($found.$shared)?; )*
        $found.only(&[$( stringify!($key) ),*], $what)?;
        Ok($Enum::$Variant {
            $( $shared, )*
            $( $key: $crate::reading::tagged::tagged!(@key $found $key $( $value )?), )*
        })
    }};
    (@key $found:ident $key:ident) => {
        $crate::reading::keys::need($found.$key, stringify!($key))?
    };
    (@key $found:ident $key:ident $value:path) => {
        $value($found.$key)?
    };
}
pub(crate) use tagged;
