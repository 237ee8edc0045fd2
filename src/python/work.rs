//! Long work, on a thread of its own.

use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often Python is asked whether it wants to raise.
const POLL: Duration = Duration::from_millis(50);
/// How long work that is to end may take to do so; what takes longer ends by itself, unheard.
const GRACE: Duration = Duration::from_millis(500);
/// That of the first thread of a program.
const STACK: usize = 8 << 20;

/// Whether Python wants to raise.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether the work is to end.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Does work without Python's lock.
///
/// # Errors
/// What Python raises meanwhile, as `KeyboardInterrupt`, and `OSError` where there is no thread to be had.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Stop::default();
    let theirs = stop.clone();
    let (sender, mut receiver) = channel();
    let worker = thread::Builder::new().name("isotask".to_owned()).stack_size(STACK).spawn(move || {
        // Nobody may be left to take it.
        let _unheard = sender.send(work(&theirs));
    })?;
    loop {
        let came;
        (receiver, came) = py.detach(move || {
            let came = receiver.recv_timeout(POLL);
            (receiver, came)
        });
        match came {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => unreachable!("a worker sends before it ends"),
            },
        }
        if let Err(raised) = py.check_signals() {
            stop.0.store(true, Ordering::SeqCst);
            py.detach(move || receiver.recv_timeout(GRACE).ok());
            return Err(raised);
        }
    }
}
