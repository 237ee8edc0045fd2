//! A text that is made on a core of its own while it is read or written.

use super::options::TextTaker;
use crate::wire::Text;
use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// Most pieces that are made before the reader asks for them.
const MAX_PIECES_AHEAD: usize = 4;

/// The pieces of a text, in their order.
pub(crate) struct Pieces<'a> {
    maker: Maker<'a>,
    /// The piece at hand, how much of it was read, and how many slots were written up to its end.
    piece: Vec<u8>,
    read: usize,
    written: usize,
}

/// The thread that makes the pieces.
enum Maker<'a> {
    /// The thread of the reader.
    Here(Text<'a>, Option<&'a dyn TextTaker>),
    /// Another thread, to which the pieces go back when they are done with.
    Beside { made: Receiver<(Vec<u8>, usize)>, used: Sender<Vec<u8>> },
}

/// Makes a text while it is used, and gives every piece to `copy` too: on another thread if it is long, there
/// are several, and the system grants one.
pub(crate) fn prefetch<T>(
    text: Text<'_>,
    copy: Option<&dyn TextTaker>,
    work: impl FnOnce(Pieces<'_>) -> T,
) -> T {
    let with = |maker| Pieces { maker, piece: Vec::new(), read: 0, written: 0 };
    if !text.is_long() || rayon::current_num_threads() == 1 {
        return work(with(Maker::Here(text, copy)));
    }
    thread::scope(|scope| {
        let (ready, made) = mpsc::sync_channel(MAX_PIECES_AHEAD);
        let (used, again) = mpsc::channel();
        let mut beside = text.clone();
        let making = move || {
            let mut piece = Vec::new();
            while beside.next_piece_in(&mut piece) {
                give(copy, &piece);
                if ready.send((piece, beside.written())).is_err() {
                    break;
                }
                piece = again.try_recv().unwrap_or_default();
            }
        };
        match thread::Builder::new().spawn_scoped(scope, making) {
            Ok(_) => work(with(Maker::Beside { made, used })),
            Err(_) => work(with(Maker::Here(text, copy))),
        }
    })
}

fn give(copy: Option<&dyn TextTaker>, piece: &[u8]) {
    if let Some(copy) = copy.filter(|_| !piece.is_empty()) {
        copy.take(piece);
    }
}

#[cfg(any(feature = "cli", test))]
impl Pieces<'_> {
    /// The next piece; none behind the last.
    pub(crate) fn next_piece(&mut self) -> Option<&[u8]> {
        self.fill();
        self.read = self.piece.len();
        (!self.piece.is_empty()).then_some(self.piece.as_slice())
    }

    /// Number of slots that were written up to the end of the last piece.
    pub(crate) fn written(&self) -> usize {
        self.written
    }
}

impl Pieces<'_> {
    fn fill(&mut self) {
        self.read = 0;
        match &mut self.maker {
            Maker::Here(text, copy) => {
                text.next_piece_in(&mut self.piece);
                give(*copy, &self.piece);
                self.written = text.written();
            }
            Maker::Beside { made, used } => {
                // The other thread may have ended already, and needs no piece then.
                let _ended = used.send(std::mem::take(&mut self.piece));
                (self.piece, self.written) = made.recv().unwrap_or((Vec::new(), self.written));
            }
        }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.piece.len() {
            self.fill();
        }
        let rest = self.piece.get(self.read..).unwrap_or_default();
        let some = rest.len().min(buffer.len());
        buffer[..some].copy_from_slice(&rest[..some]);
        self.read += some;
        Ok(some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{ScheduleDocument, parse, to_bytes};
    use rayon::ThreadPoolBuilder;
    use std::sync::Mutex;

    /// Returns three packets that go round a ring of four nodes for ever; they are never replayed.
    fn long() -> ScheduleDocument {
        let head = r#"{"format":"isotask.schedule/1","task":{"format":"isotask.task/1","network":{"kind":"ring","nodes":4},
            "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"},
            "kind":"symmetric","packets":[1,2,3],"slots":["#;
        let slots = vec!["[[0,0],[2,1]],[],[[12345678,0]]"; 40_000].join(",");
        parse(format!("{head}{slots}]}}").as_bytes()).expect("a schedule")
    }

    #[derive(Default)]
    struct Copied(Mutex<Vec<u8>>);

    impl TextTaker for Copied {
        fn take(&self, piece: &[u8]) {
            self.0.lock().expect("nobody panicked").extend_from_slice(piece);
        }

        fn accept(&self) {}
    }

    fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
        ThreadPoolBuilder::new().num_threads(threads).build().expect("some threads").install(work)
    }

    #[test]
    fn pieces_join_to_the_text_on_any_thread() {
        let document = long();
        let text = || document.text().expect("it is in slots");
        let whole = to_bytes(&document);
        for threads in [1, 2, 5] {
            let (read, pieces, copy, slots) = with_threads(threads, || {
                let mut read = Vec::new();
                prefetch(text(), None, |mut pieces| pieces.read_to_end(&mut read)).expect("from memory");
                let (mut bytes, mut slots) = (Vec::new(), 0);
                let copy = Copied::default();
                prefetch(text(), Some(&copy), |mut pieces| {
                    while let Some(piece) = pieces.next_piece() {
                        bytes.extend_from_slice(piece);
                        assert!(pieces.written() >= slots);
                        slots = pieces.written();
                    }
                });
                (read, bytes, copy.0.into_inner().expect("nobody panicked"), slots)
            });
            assert!([read, pieces, copy].iter().all(|bytes| *bytes == whole), "{threads} threads");
            assert_eq!(slots, 120_000);
        }
    }

    #[test]
    fn a_reader_may_stop_early() {
        let document = long();
        for pieces_taken in [0, 1, 3] {
            let read = with_threads(2, || {
                prefetch(document.text().expect("it is in slots"), None, |mut pieces| {
                    (0..pieces_taken).filter(|_| pieces.next_piece().is_some()).count()
                })
            });
            assert_eq!(read, pieces_taken);
        }
    }
}
