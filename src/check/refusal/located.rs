//! Faults declared with the place where each stands.

/// Declares an enum of faults; the text after `at` behind a variant is the JSON path of the fault, in which
/// fields of the variant stand in braces. A fault that can stand in several places has a field `place`.
///
/// The word of a fault is its name in kebab case, or that of `strum`; its message is that of `thiserror`.
///
/// ```text
/// located! {
///     #[derive(Error, IntoStaticStr)]
///     #[strum(serialize_all = "kebab-case")]
///     pub enum Fault {
///         #[error("a row of {found} entries, expected {expected}")]
///         Ragged { row: usize, found: usize, expected: usize } at "matrix.rows[{row}]",
///         #[error("count 0, expected at least 1")]
///         #[strum(serialize = "count-zero")]
///         ZeroCount { place: String } at "{place}",
///     }
/// }
/// ```
macro_rules! located {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $($(#[$said:meta])* $fault:ident $({ $($field:ident: $type:ty),* })? at $place:literal,)*
        }
    ) => {
        $(#[$about])*
        pub enum $name {
            $($(#[$said])* $fault $({ $($field: $type),* })?,)*
        }

        impl $name {
            /// Returns the JSON path of the fault in a certificate, such as `schedule.slots[3][1]`.
            #[must_use]
            #[expect(unused_variables, reason = "most fields stand in the message alone")]
            pub fn place(&self) -> String {
                match self {
                    $(Self::$fault $({ $($field),* })? => format!($place),)*
                }
            }
        }
    };
}

pub(crate) use located;
