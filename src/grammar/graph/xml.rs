//! Functions that the readers of XML formats have in common.

use super::fault::GraphFault;
use roxmltree::{Document, Error, Node, ParsingOptions};
use std::fmt::Display;

/// Greatest length of a message of the XML parser that is quoted.
const LONGEST_FAULT: usize = 120;

/// Parses a text as XML.
///
/// # Errors
/// [`GraphFault::Xml`] with the line of the first fault, or of a declaration of entities, which could expand
/// to any size.
pub(super) fn parsed(text: &str) -> Result<Document<'_>, GraphFault> {
    if let Some(at) = text.find("<!ENTITY") {
        let line = text[..at].matches('\n').count() + 1;
        let message = format!(
            "line {line}: a DOCTYPE with entities of its own, expected none; take the ENTITY lines out"
        );
        return Err(GraphFault::Xml { message });
    }
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options)
        .map_err(|fault| GraphFault::Xml { message: describe_fault(text, &fault) })
}

/// Describes why a text is not XML; if it is cut off, the parser gives no place.
fn describe_fault(text: &str, fault: &Error) -> String {
    let is_cut = matches!(fault, Error::UnclosedRootNode | Error::UnexpectedEndOfStream);
    if is_cut {
        return format!("line {}: the text ends inside an element", text.lines().count());
    }
    let said: String = fault.to_string().chars().map(crate::model::plain).take(LONGEST_FAULT).collect();
    // The message of the parser ends with a place of its own.
    let said = said.rsplit_once(" at ").map_or(said.as_str(), |(said, _)| said);
    format!("line {}: {said}", fault.pos().row)
}

/// Returns the line of an element.
pub(super) fn line_of(element: Node<'_, '_>) -> usize {
    let row = element.document().text_pos_at(element.range().start).row;
    usize::try_from(row).unwrap_or(usize::MAX)
}

/// Returns a fault with the line of an element.
pub(super) fn fault_at(element: Node<'_, '_>, message: impl Display) -> GraphFault {
    GraphFault::Xml { message: format!("line {}: {message}", line_of(element)) }
}

/// Returns whether the first element of a text has a name, without parsing the text.
pub(super) fn has_root(text: &str, name: &str) -> bool {
    let mut rest = text.trim_start();
    while rest.starts_with("<?") || rest.starts_with("<!") {
        let end = if rest.starts_with("<!--") { "-->" } else { ">" };
        let Some((_, behind)) = rest.split_once(end) else { return false };
        rest = behind.trim_start();
    }
    let root = rest.strip_prefix('<').and_then(|rest| rest.strip_prefix(name));
    root.is_some_and(|rest| rest.starts_with([' ', '\t', '\n', '\r', '>', '/']))
}
