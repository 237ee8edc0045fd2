//! Reads the keys of a document around its packets and slots.

use super::window::Window;
use crate::certificate::CertificateDocument;
use crate::reading::plain::parse_plainly;
use crate::schedule::step::Numbers;
use crate::schedule::{Ends, ScheduleBody, ScheduleDocument};
use crate::task::TaskDocument;
use std::io::Read;

/// The packets of a schedule whose nodes are all written as indices of 32 bits.
#[derive(Debug, Default)]
pub enum Packets {
    /// There are none, or no key for them.
    #[default]
    None,
    /// Offsets.
    Offsets(Vec<u32>),
    /// One end each.
    Ones(Vec<u32>),
    /// Two ends each.
    Pairs(Vec<[u32; 2]>),
}

impl Packets {
    /// Returns the offsets; none if the packets are given by their ends.
    #[must_use]
    pub fn into_offsets(self) -> Option<Vec<u32>> {
        match self {
            Self::None => Some(Vec::new()),
            Self::Offsets(list) => Some(list),
            Self::Ones(_) | Self::Pairs(_) => None,
        }
    }

    /// Returns the ends of each packet; none if the packets are given by their offsets.
    #[must_use]
    pub fn into_ends(self) -> Option<Box<dyn Iterator<Item = Ends>>> {
        Some(match self {
            Self::None => Box::new(std::iter::empty()),
            Self::Offsets(_) => return None,
            Self::Ones(list) => Box::new(list.into_iter().map(|node| Ends::of_indices(node, None))),
            Self::Pairs(list) => {
                Box::new(list.into_iter().map(|[from, to]| Ends::of_indices(from, Some(to))))
            }
        })
    }
}

/// A document without its moves, and with the first of its packets only.
#[derive(Debug)]
pub enum DocumentWithoutSlots {
    /// A certificate.
    Certificate(Box<CertificateDocument>),
    /// A schedule.
    Schedule(Box<ScheduleDocument>),
}

impl DocumentWithoutSlots {
    /// Returns whether another hollow document has the same task, and up to its slots the same schedule.
    #[must_use]
    pub fn begins_like(&self, other: &Self) -> bool {
        self.task() == other.task() && self.body() == other.body()
    }

    /// Returns the task.
    #[must_use]
    pub fn task(&self) -> &TaskDocument {
        match self {
            Self::Certificate(document) => &document.task,
            Self::Schedule(document) => &document.task,
        }
    }

    /// Returns the schedule.
    #[must_use]
    pub fn body(&self) -> &ScheduleBody {
        match self {
            Self::Certificate(document) => &document.schedule,
            Self::Schedule(document) => &document.body,
        }
    }
}

/// A certificate or schedule whose slots are read one by one. Where this reader gives up,
/// [`parse`](crate::parse) reads the whole text or says what is wrong with it.
///
/// # Examples
/// ```
/// use isotask_wire::{StreamedSlots, Move, Packets, Step};
/// let text = br#"{"format":"isotask.schedule/1","task":{"format":"isotask.task/1","network":{"kind":"ring","nodes":4},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"},
///   "kind":"symmetric","packets":[1,2,3],"slots":[[[0,0],[2,1]],[[1,0]],[[1,0]]]}"#;
/// let mut coming = StreamedSlots::open(&text[..]).expect("the keys stand in our order");
/// assert!(coming.head().is_some() && matches!(coming.take_packets(), Packets::Offsets(list) if list == [1, 2, 3]));
/// let (mut slots, mut moves) = (0, Vec::new());
/// while coming.slot(&mut |step| Some(moves.push(Move::of(step)?))).expect("slots of moves") {
///     slots += 1;
/// }
/// assert_eq!((slots, moves.len(), moves[1]), (3, 4, Move { packet: 2, link: 1 }));
/// assert!(coming.end().is_some());
/// ```
#[derive(Debug)]
pub struct StreamedSlots<R> {
    window: Window<R>,
    /// The text that was read, without the moves and the packets behind the first.
    hollow: Vec<u8>,
    packets: Packets,
    /// Whether reading is inside the schedule of a certificate.
    is_inside: bool,
    /// Whether the key was met, which may stand only once.
    has_schedule: bool,
    has_packets: bool,
    /// The number of slots that were asked for; none before their key is met.
    slots: Option<u64>,
}

impl<R: Read> StreamedSlots<R> {
    /// Reads up to the first slot; none where the streaming reader gives up.
    ///
    /// # Complexity
    /// Time O(what stands before the slots), space O(packets) and what stands there beside them.
    pub fn open(source: R) -> Option<Self> {
        let mut coming = Self {
            window: Window::new(source),
            hollow: Vec::new(),
            packets: Packets::None,
            is_inside: false,
            has_schedule: false,
            has_packets: false,
            slots: None,
        };
        coming.keep_token(b'{')?;
        coming.keep_keys()?;
        coming.slots.is_some().then_some(coming)
    }

    /// Returns what stands before the slots, as a document without claims; none if that does not determine
    /// the schedule.
    #[must_use]
    pub fn head(&self) -> Option<DocumentWithoutSlots> {
        let end: &[u8] = if self.is_inside { b"]},\"claims\":[]}" } else { b"]}" };
        self.read(&[&self.hollow, end].concat())
    }

    /// Returns the packets; later calls return [`Packets::None`].
    pub fn take_packets(&mut self) -> Packets {
        std::mem::take(&mut self.packets)
    }

    /// Hands the moves of the next slot to `take` and returns whether there was a slot; none if the text has
    /// no valid slot there, or `take` refuses a move.
    ///
    /// # Complexity
    /// Time O(the slot).
    pub fn slot(&mut self, take: &mut impl FnMut(Numbers) -> Option<()>) -> Option<bool> {
        self.window.pass_space();
        let before = self.slots?;
        self.slots = Some(before + 1);
        match self.window.next()? {
            b']' => {
                self.hollow.push(b']');
                return Some(false);
            }
            b',' if before > 0 => self.window.expect_token(b'[')?,
            b'[' if before == 0 => {}
            _ => return None,
        }
        if self.window.peek_token()? == b']' {
            self.window.pass(1);
            return Some(true);
        }
        loop {
            // First moves in small numbers without space, as far as they are held; then one of another form.
            if self.window.take_short_lists(take)? {
                return Some(true);
            }
            take(self.window.numbers()?)?;
            match self.window.next_token()? {
                b',' => {}
                b']' => return Some(true),
                _ => return None,
            }
        }
    }

    /// Returns the document around the slots, once all were handed over; none if it cannot be read as one.
    ///
    /// # Complexity
    /// O(what stands around packets and slots) time and space.
    pub fn end(mut self) -> Option<DocumentWithoutSlots> {
        self.keep_rest()?;
        self.read(&self.hollow)
    }

    /// Returns the text around the slots, once all were handed over.
    pub(super) fn into_text(mut self) -> Option<Vec<u8>> {
        self.keep_rest()?;
        Some(self.hollow)
    }

    fn read(&self, text: &[u8]) -> Option<DocumentWithoutSlots> {
        if self.has_schedule {
            return parse_plainly(text).ok().map(Box::new).map(DocumentWithoutSlots::Certificate);
        }
        parse_plainly(text).ok().map(Box::new).map(DocumentWithoutSlots::Schedule)
    }

    /// Keeps what stands behind the slots.
    fn keep_rest(&mut self) -> Option<()> {
        if self.keep_end_of_value()? {
            self.keep_keys()?;
        }
        self.window.pass_space();
        self.window.ahead(1)?.is_empty().then_some(())
    }

    /// Keeps keys and values up to the slots, or to the end of the document.
    fn keep_keys(&mut self) -> Option<()> {
        loop {
            let key = self.keep_key()?;
            match key.as_slice() {
                b"schedule" if self.window.peek()? == b'{' => {
                    if std::mem::replace(&mut self.has_schedule, true) {
                        return None;
                    }
                    self.is_inside = true;
                    self.keep_token(b'{')?;
                    continue;
                }
                b"packets" => self.keep_packets()?,
                b"slots" => {
                    self.keep_token(b'[')?;
                    return self.slots.replace(0).is_none().then_some(());
                }
                _ => self.keep_value()?,
            }
            if !self.keep_end_of_value()? {
                return Some(());
            }
        }
    }

    /// Keeps what follows a value of an object, and returns whether that is a key; else the document ends.
    fn keep_end_of_value(&mut self) -> Option<bool> {
        loop {
            match self.keep_next()? {
                b',' => return Some(true),
                b'}' if std::mem::take(&mut self.is_inside) => {}
                b'}' => return Some(false),
                _ => return None,
            }
        }
    }

    /// Keeps a key with its colon, passes the space behind it, and returns the key; none if it is written
    /// with an escape.
    fn keep_key(&mut self) -> Option<Vec<u8>> {
        self.keep_token(b'"')?;
        let start = self.hollow.len();
        self.keep_string()?;
        let key = self.hollow.get(start..self.hollow.len() - 1)?.to_vec();
        // Only the strict reader resolves escapes.
        if key.contains(&b'\\') {
            return None;
        }
        self.keep_token(b':')?;
        self.window.pass_space();
        Some(key)
    }

    /// Keeps a string up to its end.
    fn keep_string(&mut self) -> Option<()> {
        loop {
            match self.keep_byte()? {
                b'"' => return Some(()),
                b'\\' => {
                    self.keep_byte()?;
                }
                _ => {}
            }
        }
    }

    /// Keeps a value of any kind byte by byte, until all brackets that it opens are closed.
    fn keep_value(&mut self) -> Option<()> {
        let mut open = 0_usize;
        loop {
            match self.keep_byte()? {
                b'"' => self.keep_string()?,
                b'[' | b'{' => open += 1,
                b']' | b'}' => open = open.checked_sub(1)?,
                _ => {}
            }
            // A word or a number ends before the first byte that cannot belong to it.
            if open == 0 && matches!(self.window.peek()?, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t') {
                return Some(());
            }
        }
    }

    /// Reads the packets and keeps the first.
    fn keep_packets(&mut self) -> Option<()> {
        // Packets behind the slots come too late: the moves were handed over without them.
        if std::mem::replace(&mut self.has_packets, true) || self.slots.is_some() {
            return None;
        }
        self.keep_token(b'[')?;
        self.window.pass_space();
        match self.window.peek()? {
            b']' => {}
            b'[' => {
                let ends = self.window.ends()?;
                serde_json::to_writer(&mut self.hollow, &ends).ok()?;
                // All packets have as many ends as the first.
                self.packets = match ends.indices()? {
                    (first, None) => Packets::Ones(self.window.list(first, |window| {
                        let (node, other) = window.ends()?.indices()?;
                        other.is_none().then_some(node)
                    })?),
                    (from, Some(to)) => Packets::Pairs(self.window.list([from, to], |window| {
                        let (from, to) = window.ends()?.indices()?;
                        Some([from, to?])
                    })?),
                };
            }
            _ => {
                let first = self.window.number()?;
                serde_json::to_writer(&mut self.hollow, &first).ok()?;
                self.packets = Packets::Offsets(self.window.list(first, Window::number)?);
            }
        }
        self.keep_token(b']')
    }

    fn keep_token(&mut self, wanted: u8) -> Option<()> {
        (self.keep_next()? == wanted).then_some(())
    }

    fn keep_next(&mut self) -> Option<u8> {
        self.window.pass_space();
        self.keep_byte()
    }

    fn keep_byte(&mut self) -> Option<u8> {
        let byte = self.window.next()?;
        self.hollow.push(byte);
        Some(byte)
    }
}
