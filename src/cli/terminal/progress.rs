//! A line of progress on standard error once work takes more than a second; none when nobody watches.

use crate::solve::Phase;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Shows what the work is at until it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    done: Option<Sender<()>>,
    starter: Option<JoinHandle<()>>,
}

impl Progress {
    pub(crate) fn start() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})")
            .expect("the template is a constant that indicatif knows");
        bar.set_style(style);
        let (done, wait) = channel::<()>();
        let shown = bar.clone();
        let starter = std::thread::spawn(move || {
            // An error means that nobody said "done" within the second.
            if wait.recv_timeout(Duration::from_secs(1)) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(120));
            }
        });
        Self { bar, done: Some(done), starter: Some(starter) }
    }

    pub(crate) fn phase(&self, phase: Phase) {
        self.message(phase.to_string());
    }

    pub(crate) fn message(&self, text: String) {
        self.bar.set_message(text);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(starter) = self.starter.take() {
            // The starter only draws; if it failed there is nothing to clear.
            let _drawn = starter.join();
        }
        self.bar.finish_and_clear();
    }
}
