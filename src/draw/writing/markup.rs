//! Text inside SVG and HTML.

use crate::model::xml_text;

/// Text that stands between tags or between quotation marks, whatever it holds: nothing in it is markup.
pub(super) fn escape(text: &str) -> String {
    xml_text(text).replace('"', "&quot;").replace('\'', "&#39;")
}
