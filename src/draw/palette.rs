//! Colours by increasing distance that people with any kind of colour vision tell apart (Okabe, Ito: Color
//! universal design, 2002); in grey, neighbouring distances differ in lightness.

/// A colour of six hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color(pub &'static str);

pub(super) const INK: Color = Color("1A1A1A");
pub(super) const GRAY: Color = Color("595959");
pub(super) const RULE: Color = Color("D0D0D0");
pub(super) const EMPTY: Color = Color("F2F2F2");
pub(super) const PAPER: Color = Color("FFFFFF");

/// The colours of a distance: the full one for deliveries, the pale one for packets on the way, and that of
/// text on the full one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shade {
    pub(super) full: Color,
    pub(super) pale: Color,
    pub(super) text: Color,
}

const fn shade(full: &'static str, pale: &'static str, text: Color) -> Shade {
    Shade { full: Color(full), pale: Color(pale), text }
}

const SHADES: [Shade; 7] = [
    shade("E69F00", "F8E2B3", INK),
    shade("009E73", "B3E2D5", INK),
    shade("0072B2", "B3D5E8", PAPER),
    shade("CC79A7", "F0D7E5", INK),
    shade("D55E00", "F2CFB3", INK),
    shade("56B4E9", "CCE9F8", INK),
    shade("1A1A1A", "BABABA", PAPER),
];

/// The greatest distance with a colour of its own; longer distances have the same colour.
pub(super) const MAX_COLORED_DISTANCE: u64 = 7;

/// Returns the colours of a distance, from 1.
pub(super) fn shade_of(distance: u64) -> Shade {
    let index = usize::try_from(distance.clamp(1, MAX_COLORED_DISTANCE) - 1).expect("a small number");
    SHADES[index]
}
