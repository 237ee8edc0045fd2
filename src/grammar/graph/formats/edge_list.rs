//! Reads links from lines of two nodes, perhaps below a header.

use super::dimacs;
use crate::grammar::graph::attributes::{Attributes, require_weight_one, some_of};
use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{
    COLUMN_CONTRADICTS_DIRECTED, Id, Links, Nodes, ReadGraph, SAYS_DIRECTED, require_name,
};
use crate::grammar::shown;
use crate::grammar::table::columns::{Role, bare, is_odd_direction, leads_one_way, role};
use crate::grammar::table::ends::ends;
use crate::grammar::table::fields::{Arrow, Separator, fields, is_plausible};
use crate::grammar::table::text::{Line, Text, place, raw_lines};
use crate::wire::GraphLink;

pub(in super::super) const NAME: &str = "lines of two nodes";

/// Reads lines of two nodes.
pub(in super::super) fn read(text: Text<'_>, directed: bool) -> Result<ReadGraph, GraphFault> {
    if text.lines().next().is_none() {
        return Err(GraphFault::Empty);
    }
    let separator = Separator::of_lines(text);
    let mut layout = Layout::of(text, separator)?;
    let mut body = text.lines().skip(usize::from(layout.has_header));
    let own_direction = layout.own_direction(text, separator)?;
    let is_told = directed;
    let directed = directed || layout.arrow == Some(Arrow::OneWay) || own_direction == Some(true);
    let mut first = FirstLink::default();
    let (mut nodes, mut links) = (Nodes::default(), Links::new(directed));
    links.reserve(text.whole.bytes().filter(|&byte| byte == b'\n').count());
    let gathered = body.try_for_each(|line| {
        let (link, identity) = layout.link(line, separator, &mut nodes)?;
        first.record(&link);
        links.add(link, line.number, identity.as_deref())
    });
    // A repeated link comes before the line at which reading failed, so its fault is reported first.
    let mut remarks =
        layout.attributes.assign_capacities(&mut links).and_then(|()| links.merge_repeated(place))?;
    gathered?;
    if links.is_empty() {
        return Err(GraphFault::Empty);
    }
    remarks.splice(..0, layout.remarks());
    remarks.extend(layout.said_direction(own_direction, is_told));
    remarks.extend(first.remark(&layout, &nodes, |words| appears_below(text, separator, words)));
    if !directed && says_directed(text) {
        remarks.push(SAYS_DIRECTED.to_owned());
    }
    let (index, names) = nodes.in_order();
    Ok(ReadGraph { graph: links.into_graph(&index, names), remarks, rate: layout.attributes.rate() })
}

/// The meaning of the columns, which all lines share.
struct Layout {
    has_header: bool,
    ends: [usize; 2],
    /// The number of columns in the header; none without a header.
    columns: Option<usize>,
    capacity: Option<usize>,
    weight: Option<usize>,
    identity: Option<usize>,
    /// The column of directions.
    direction: Option<usize>,
    /// The first line, if its words could be names of columns but are read as a link.
    like_header: Option<String>,
    /// Columns that are not read, and whether some line fills them.
    unused: Vec<(usize, bool)>,
    names: Vec<String>,
    attributes: Attributes,
    arrow: Option<Arrow>,
    is_bracketed: bool,
}

impl Layout {
    /// Derives the layout from the first line, and from the others if that could be a header.
    fn of(text: Text<'_>, separator: Separator) -> Result<Self, GraphFault> {
        let mut lines = text.lines();
        let Some(first) = lines.next() else { return Err(GraphFault::Empty) };
        let found = fields(first, separator)?;
        let mut plain = Self {
            has_header: false,
            ends: [0, 1],
            columns: None,
            capacity: Some(2),
            weight: None,
            identity: None,
            direction: None,
            like_header: None,
            unused: Vec::new(),
            names: Vec::new(),
            attributes: Attributes::nameless(),
            arrow: found.arrow,
            is_bracketed: found.is_bracketed,
        };
        if found.arrow.is_none() && !found.is_bracketed {
            let at = |at: usize| &found.words[at];
            match ends(&found.words) {
                Ok(Some(ends)) if !appears_below(text, separator, ends.map(at)) => {
                    return Self::headed(&found.words, ends);
                }
                Ok(Some(_)) => plain.like_header = Some(shown(&found.words[..2].join(" "))),
                Err(twice) if found.words.len() > 2 => {
                    let [first_name, second] = twice.map(|end| shown(at(end)));
                    return Err(GraphFault::SameEnd { line: first.number, first: first_name, second });
                }
                _ => {}
            }
            require_no_unknown_header(text, separator, &found.words, first.number)?;
        }
        dimacs::require_no_repeated_word(text)?;
        Ok(plain)
    }

    /// Returns the layout that a header describes.
    fn headed(words: &[String], ends: [usize; 2]) -> Result<Self, GraphFault> {
        let others = || words.iter().enumerate().filter(|(at, word)| !ends.contains(at) && !word.is_empty());
        let at = |meant| others().find(|(_, word)| role(word) == meant).map(|(at, _)| at);
        let attributes = Attributes::of(others().map(|(_, word)| word.clone()))?;
        let capacity = attributes.capacity_name().and_then(|name| words.iter().position(|word| word == name));
        let (weight, identity, direction) = (at(Role::Weight), at(Role::Identity), at(Role::Direction));
        let is_read =
            |at: &usize| ends.contains(at) || [capacity, weight, identity, direction].contains(&Some(*at));
        let unused = (0..words.len()).filter(|at| !is_read(at) && !attributes.is_left_out(&words[*at]));
        Ok(Self {
            has_header: true,
            ends,
            columns: Some(words.len()),
            capacity,
            weight,
            identity,
            direction,
            like_header: None,
            unused: unused.map(|at| (at, false)).collect(),
            names: words.to_vec(),
            attributes,
            arrow: None,
            is_bracketed: false,
        })
    }

    /// Returns whether a column of directions says that all links lead one way; none if it says nothing.
    fn own_direction(&mut self, text: Text<'_>, separator: Separator) -> Result<Option<bool>, GraphFault> {
        let Some(at) = self.direction else { return Ok(None) };
        let (mut first, mut says) = (None, false);
        for line in text.lines().skip(1) {
            let fields = fields(line, separator)?;
            let word = fields.words.get(at).map(String::as_str).unwrap_or_default();
            let said = leads_one_way(&self.names[at], word);
            // A type other than these says nothing about directions.
            let leads_one_way = said.unwrap_or(false);
            if is_odd_direction(&self.names[at], word) || first.is_some_and(|before| before != leads_one_way)
            {
                let (name, word) = (shown(&self.names[at]), if word.is_empty() { "nothing" } else { word });
                return Err(GraphFault::Directions { line: line.number, name, found: shown(word) });
            }
            first = Some(leads_one_way);
            says |= said.is_some();
        }
        if !says {
            self.unused.push((at, false));
            self.unused.sort_unstable();
        }
        Ok(first.filter(|_| says))
    }

    /// Reads the link of a line, and the identity that distinguishes parallel links if there is one.
    fn link(
        &mut self,
        line: Line<'_>,
        separator: Separator,
        nodes: &mut Nodes,
    ) -> Result<(GraphLink, Option<String>), GraphFault> {
        let found = fields(line, separator)?;
        if found.arrow != self.arrow {
            let expected = if found.arrow.is_some() { "an arrow" } else { "another arrow, or none" };
            return Err(GraphFault::OtherArrow { place: place(line.number), expected });
        }
        let words = &found.words;
        self.require_columns(words, line.number)?;
        let [from, to] = self.ends.map(|at| words[at].as_str());
        self.require_one_way_to_part(words, separator, line)?;
        for name in [from, to] {
            require_name(name, || place(line.number))?;
            let is_odd = !is_plausible(name) || separator == Separator::Blanks && has_other_separator(name);
            if is_odd && !is_quoted(line.text, name) {
                return Err(GraphFault::OddName { place: place(line.number), found: shown(name) });
            }
        }
        if from == to {
            return Err(GraphFault::Loop { place: place(line.number), node: shown(from) });
        }
        for (at, is_filled) in &mut self.unused {
            *is_filled |= words.get(*at).is_some_and(|word| !word.is_empty());
        }
        let word = |at: Option<usize>| at.and_then(|at| words.get(at)).map(String::as_str);
        if let Some(weight) = word(self.weight).filter(|weight| !weight.is_empty()) {
            require_weight_one(weight, || place(line.number))?;
        }
        let value = word(self.capacity).filter(|value| *value != "{}");
        let capacity = self.attributes.link(value, || place(line.number))?;
        let (from, to) = (nodes.number(Id::of(from))?, nodes.number(Id::of(to))?);
        Ok((GraphLink { from, to, capacity }, word(self.identity).map(str::to_owned)))
    }

    /// Refuses lines in which a comma may separate coordinates or be a decimal comma.
    fn require_one_way_to_part(
        &self,
        words: &[String],
        separator: Separator,
        line: Line<'_>,
    ) -> Result<(), GraphFault> {
        if self.has_header || separator != Separator::Comma || line.text.contains(['"', '\'']) {
            return Ok(());
        }
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let are_numbers = |word: &str| word.contains(' ') && word.split_whitespace().all(is_number);
        let (found, cure) = match words {
            [_, middle, _] if are_numbers(middle) => {
                ("commas inside of nodes or between them", "write coordinates in brackets: (0,1) (1,1)")
            }
            [start, end]
                if is_number(end)
                    && start.rsplit(' ').next().is_some_and(is_number)
                    && start.contains(' ') =>
            {
                (
                    "a comma inside of a number or behind a name",
                    "write a decimal point, or names in quotation marks",
                )
            }
            _ => return Ok(()),
        };
        Err(GraphFault::Ambiguous { line: line.number, found, cure })
    }

    /// Refuses lines of too few or too many words.
    fn require_columns(&self, words: &[String], line: usize) -> Result<(), GraphFault> {
        if words.get(2).is_some_and(|word| word.starts_with('{') && word != "{}") {
            return Err(GraphFault::Attributes { line });
        }
        let fits = match self.columns {
            Some(columns) => words.len() <= columns && self.ends.iter().all(|&at| at < words.len()),
            None => (2..=3).contains(&words.len()),
        };
        if fits { Ok(()) } else { Err(GraphFault::Words { line, found: words.len() }) }
    }

    fn remarks(&self) -> Vec<String> {
        let arrow =
            (self.arrow == Some(Arrow::OneWay)).then(|| "arrows read as links of one direction".to_owned());
        let brackets = self.is_bracketed.then(|| "brackets read as pairs of nodes".to_owned());
        let header = self
            .like_header
            .as_ref()
            .map(|names| format!("the first line {names} read as a link, since such nodes stand below too"));
        let said = brackets.into_iter().chain(arrow).chain(header).chain(self.attributes.remarks());
        said.chain(self.said_unused()).collect()
    }

    /// Returns a remark on how a column of directions was read, if it could have been meant otherwise.
    fn said_direction(&self, own: Option<bool>, is_told: bool) -> Option<String> {
        let name = shown(&self.names[self.direction?]);
        let is_of_arrows = ["direction", "dir"].iter().any(|word| bare(&name).ends_with(word));
        match own {
            Some(true) if is_of_arrows => {
                Some(format!("{name} read as: every link leads from its first end to its second"))
            }
            Some(false) if is_told => Some(format!("{name} {COLUMN_CONTRADICTS_DIRECTED}")),
            _ => None,
        }
    }

    /// Returns a remark that names the columns that are not read.
    fn said_unused(&self) -> Option<String> {
        let name = |at: usize| match self.names[at].as_str() {
            "" => format!("column {}", at + 1),
            name => shown(name),
        };
        let filled = self.unused.iter().filter(|(_, is_filled)| *is_filled);
        let names: Vec<String> = filled.map(|(at, _)| name(*at)).collect();
        (!names.is_empty()).then(|| format!("{} left out (not used)", some_of(&names)))
    }
}

/// Returns whether a word of the first line, or one that differs only in its number, is a node of another
/// line; if so, it names no column.
fn appears_below(text: Text<'_>, separator: Separator, words: [&String; 2]) -> bool {
    let stem = |word: &str| word.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned();
    let stems = words.map(|word| stem(word));
    let is_same = |word: &String| {
        let is_numbered = |stem_of: &String| *stem_of != *word && stem(word) == *stem_of;
        words.contains(&word)
            || words.iter().zip(&stems).any(|(name, stem_of)| *name != stem_of && is_numbered(stem_of))
    };
    text.lines().skip(1).any(|line| {
        stems.iter().any(|stem| line.text.contains(stem.as_str()))
            && fields(line, separator).is_ok_and(|found| found.words.iter().take(2).any(is_same))
    })
}

/// The first link, and whether other links share its nodes.
#[derive(Default)]
struct FirstLink {
    ends: Option<[u32; 2]>,
    others: usize,
    is_touched: bool,
}

impl FirstLink {
    fn record(&mut self, link: &GraphLink) {
        match self.ends {
            None => self.ends = Some([link.from, link.to]),
            Some(ends) => {
                self.others += 1;
                self.is_touched |= ends.contains(&link.from) || ends.contains(&link.to);
            }
        }
    }

    /// Returns the remark that the first line may be a header in other words, if no other line has its nodes.
    fn remark(
        &self,
        layout: &Layout,
        nodes: &Nodes,
        appears_below: impl Fn([&String; 2]) -> bool,
    ) -> Option<String> {
        let [from, to] = self.ends?;
        let is_plain = !layout.has_header && layout.arrow.is_none() && !layout.is_bracketed;
        let (from, to) = (nodes.word(from)?, nodes.word(to)?);
        let is_doubtful = is_plain && layout.like_header.is_none() && self.others > 0 && !self.is_touched;
        (is_doubtful && !appears_below([&from.to_owned(), &to.to_owned()])).then(|| {
            format!(
                "the first line {} {} read as a link, which no other touches (if it names columns, write from,to)",
                shown(from),
                shown(to)
            )
        })
    }
}

/// Returns whether a comment at the beginning says that links lead one way, as collections of graphs write
/// it.
fn says_directed(text: Text<'_>) -> bool {
    raw_lines(text.whole).map(str::trim).take_while(|line| line.starts_with(['#', '%'])).take(20).any(
        |line| {
            let words = line.trim_start_matches(['#', '%']).trim().to_lowercase();
            words.starts_with("directed graph")
                || words == "directed"
                || words == "asym"
                || words.starts_with("asym ")
        },
    )
}

/// Returns whether a name of blank-separated lines holds another separator outside of brackets.
fn has_other_separator(name: &str) -> bool {
    !name.starts_with(['(', '[', '{']) && name.contains([',', ';', '|'])
}

/// Refuses a first line of letters above lines of numbers, and a first line of names of node columns.
fn require_no_unknown_header(
    text: Text<'_>,
    separator: Separator,
    words: &[String],
    line: usize,
) -> Result<(), GraphFault> {
    let is_number = |word: &String| matches!(Id::of(word), Id::Number(_));
    // A capacity would have a digit.
    let is_word = |word: &String| {
        word.starts_with(char::is_alphabetic) && !word.contains(|letter: char| letter.is_ascii_digit())
    };
    let mut below = text.lines().skip(1).take(1000).peekable();
    if words.len() < 2 || words.iter().any(is_number) || below.peek().is_none() {
        return Ok(());
    }
    if words.len() > 2 && words.iter().all(is_word) {
        return Err(GraphFault::OtherHeader { line, found: shown(&words.join(" ")) });
    }
    let are_numbers = |line: Line<'_>| {
        fields(line, separator)
            .is_ok_and(|found| found.words.len() > 1 && found.words.iter().take(2).all(is_number))
    };
    // A file of nodes has such a header: `id,label`.
    let is_of_nodes = |word: &String| {
        let roles = [Role::Identity, Role::Label, Role::Measure];
        roles.contains(&role(word)) || ["node", "nodes", "vertex"].contains(&bare(word).as_str())
    };
    let are_of_nodes =
        words.iter().all(is_of_nodes) && !appears_below(text, separator, [&words[0], &words[1]]);
    if are_of_nodes || below.all(are_numbers) {
        return Err(GraphFault::UnknownHeader { line, found: shown(&words.join(" ")) });
    }
    Ok(())
}

/// Returns whether a line holds a name in quotation marks.
fn is_quoted(line: &str, name: &str) -> bool {
    line.contains(['"', '\''])
        && [format!("\"{name}\""), format!("'{name}'")].iter().any(|quoted| line.contains(quoted))
}
