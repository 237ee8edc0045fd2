//! Runs long work on a thread of its own.

use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often Python is asked whether it wants to raise.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long stopped work is waited for; work that takes longer ends by itself, and its result is dropped.
const STOP_GRACE_PERIOD: Duration = Duration::from_millis(500);
/// Stack size of the thread in bytes: that of the main thread of a program.
const STACK_BYTES: usize = 8 << 20;

/// A flag that asks work to stop because Python wants to raise an exception.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Returns whether the work must stop.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Runs work without Python's lock and returns its result.
///
/// # Errors
/// Returns the exception that Python raises meanwhile, such as `KeyboardInterrupt`, or `OSError` if no thread
/// can be started.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Stop::default();
    let theirs = stop.clone();
    let (sender, mut receiver) = channel();
    let worker =
        thread::Builder::new().name("isotask".to_owned()).stack_size(STACK_BYTES).spawn(move || {
            // The receiver may be gone.
            let _unheard = sender.send(work(&theirs));
        })?;
    loop {
        let came;
        (receiver, came) = py.detach(move || {
            let came = receiver.recv_timeout(POLL_INTERVAL);
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
            py.detach(move || receiver.recv_timeout(STOP_GRACE_PERIOD).ok());
            return Err(raised);
        }
    }
}
