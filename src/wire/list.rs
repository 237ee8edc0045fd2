//! Structs that documents write as lists.

/// Converts a struct to the tuple of its fields and back, by which serde reads and writes it as a list:
/// with `as_list!(TurnedRow { orbit: u32, turn: u32 });` and `#[serde(from = "(u32, u32)", into = "(u32,
/// u32)")]` the row is `[orbit, turn]`.
macro_rules! as_list {
    ($Name:ident { $( $field:ident: $Type:ty ),+ }) => {
        impl From<( $( $Type ),+ )> for $Name {
            fn from(( $( $field ),+ ): ( $( $Type ),+ )) -> Self {
                Self { $( $field ),+ }
            }
        }

        impl From<$Name> for ( $( $Type ),+ ) {
            fn from($Name { $( $field ),+ }: $Name) -> Self {
                ( $( $field ),+ )
            }
        }
    };
}
pub(crate) use as_list;
