//! The elements of a file in XML, their attributes and their lines.

use crate::grammar::schedule::fault::ScheduleFault;
use crate::grammar::shown;
use crate::model::{count_of, plain};
use roxmltree::{Document, Error, Node as Element};

/// Most elements of the file, most attributes of the file, and most attributes of one element.
const MAX_ELEMENTS: usize = 1 << 22;
const MAX_ATTRIBUTES: usize = 1 << 24;
const MAX_ATTRIBUTES_OF_ONE: usize = 64;
/// Greatest length of a message of the XML parser that is quoted.
const LONGEST_FAULT: usize = 120;

/// Parses a file as XML, after checking that it has not too many elements and attributes for the memory.
///
/// # Errors
/// [`ScheduleFault::TooMuch`], and [`ScheduleFault::At`] with the line that is no XML.
pub(super) fn parsed(text: &str) -> Result<Document<'_>, ScheduleFault> {
    for (what, sign, most) in [("elements", '<', MAX_ELEMENTS), ("attributes", '=', MAX_ATTRIBUTES)] {
        let found = text.matches(sign).count();
        if found > most {
            return Err(ScheduleFault::TooMuch { what, found: count_of(found), most: count_of(most) });
        }
    }
    if let Some(part) = text.split('<').find(|part| part.matches('=').count() > MAX_ATTRIBUTES_OF_ONE) {
        let message = format!("more than {MAX_ATTRIBUTES_OF_ONE} attributes at <{}", shown(part));
        return Err(ScheduleFault::at("the file", message));
    }
    Document::parse(text).map_err(|fault| {
        if matches!(fault, Error::UnclosedRootNode | Error::UnexpectedEndOfStream) {
            let line = text.lines().count();
            return ScheduleFault::at(format_args!("line {line}"), "the text ends inside an element");
        }
        let said: String = fault.to_string().chars().map(plain).take(LONGEST_FAULT).collect();
        // The message of the parser ends with a place of its own.
        let said = said.rsplit_once(" at ").map_or(said.as_str(), |(said, _)| said);
        ScheduleFault::at(format_args!("line {}", fault.pos().row), said)
    })
}

/// An element, with its document.
#[derive(Clone, Copy)]
pub(super) struct Tag<'a> {
    document: &'a Document<'a>,
    element: Element<'a, 'a>,
}

impl<'a> Tag<'a> {
    /// Returns the outermost element, which must have this name.
    ///
    /// # Errors
    /// [`ScheduleFault::At`] if it has another one.
    pub(super) fn root(document: &'a Document<'a>, name: &str) -> Result<Self, ScheduleFault> {
        let root = Self { document, element: document.root_element() };
        root.require_name(name)?;
        Ok(root)
    }

    fn require_name(self, name: &str) -> Result<(), ScheduleFault> {
        let found = self.element.tag_name().name();
        if found == name {
            return Ok(());
        }
        Err(self.fault(format!("element {}, expected {name}", shown(found))))
    }

    /// Returns the elements inside, which must all have this name, except `copy`, which the runtimes skip.
    ///
    /// # Errors
    /// [`ScheduleFault::At`] at the first with another name.
    pub(super) fn children(self, name: &str) -> impl Iterator<Item = Result<Self, ScheduleFault>> {
        let elements = self.element.children().filter(Element::is_element);
        elements.filter(|element| element.tag_name().name() != "copy").map(move |element| {
            let tag = Self { document: self.document, element };
            tag.require_name(name).map(|()| tag)
        })
    }

    /// Returns a fault at the line where the element begins.
    pub(super) fn fault(self, message: impl Into<String>) -> ScheduleFault {
        let row = self.document.text_pos_at(self.element.range().start).row;
        ScheduleFault::at(format_args!("line {row}"), message)
    }

    /// Returns the text of an attribute; empty if it is missing.
    pub(super) fn word(self, name: &str) -> &'a str {
        self.element.attribute(name).unwrap_or_default()
    }

    /// Returns whether there is such an attribute.
    pub(super) fn has(self, name: &str) -> bool {
        self.element.has_attribute(name)
    }

    /// Reads an attribute that is a number.
    ///
    /// # Errors
    /// [`ScheduleFault::At`] if it is missing or no number.
    pub(super) fn number(self, name: &str) -> Result<u64, ScheduleFault> {
        let text = self.element.attribute(name);
        text.and_then(|text| text.trim().parse().ok()).ok_or_else(|| {
            let found = text.map_or_else(|| "missing".to_owned(), shown);
            self.fault(format!("{name} {found}, expected a number"))
        })
    }

    /// Reads an attribute that is a number; none for −1.
    ///
    /// # Errors
    /// [`ScheduleFault::At`] if it is missing or neither.
    pub(super) fn optional(self, name: &str) -> Result<Option<u64>, ScheduleFault> {
        if self.word(name).trim() == "-1" { Ok(None) } else { self.number(name).map(Some) }
    }

    /// Reads an attribute that is 0 or 1.
    ///
    /// # Errors
    /// [`ScheduleFault::At`] if it is neither.
    pub(super) fn flag(self, name: &str) -> Result<bool, ScheduleFault> {
        match self.number(name)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(self.fault(format!("{name} {other}, expected 0 or 1"))),
        }
    }
}
