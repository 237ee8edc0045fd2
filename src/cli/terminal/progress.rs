//! A line of progress on standard error once work takes more than a second; none when nobody watches.

use crate::cli::terminal::manner::is_quiet;
use crate::program::threads::are_granted;
use crate::solve::Phase;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
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
        bar.set_style(line());
        if is_quiet() {
            return Self { bar, done: None, starter: None };
        }
        let (done, wait) = channel::<()>();
        let shown = bar.clone();
        // Timeout means that nobody said "done" until then.
        let is_at_work = move |time| wait.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
        let show = move || {
            if is_at_work(Duration::from_secs(1)) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                while is_at_work(Duration::from_millis(120)) {
                    shown.tick();
                }
            }
        };
        // Where no thread can be had, nothing is shown.
        let starter = are_granted(1, 0).then(|| std::thread::Builder::new().spawn(show).ok()).flatten();
        Self { bar, done: Some(done), starter }
    }

    /// The phase, and how much of it is done where it is counted.
    pub(crate) fn phase(&self, phase: Phase) {
        match phase {
            Phase::Slots { done, all } => self.counted(phase.to_string(), done, all),
            _ => self.message(phase.to_string()),
        }
    }

    /// So much of what can be counted is done.
    pub(crate) fn counted(&self, text: String, done: u64, all: u64) {
        if self.bar.length() != Some(all) {
            let template = "{spinner} {msg} {wide_bar} {percent} % ({elapsed}, about {eta} left)";
            let style = ProgressStyle::with_template(template);
            self.bar.set_style(style.expect("the template is a constant that indicatif knows"));
            self.bar.set_length(all);
        }
        self.bar.set_message(text);
        self.bar.set_position(done);
    }

    /// What cannot be counted is at work.
    fn message(&self, text: String) {
        if self.bar.length().is_some() {
            self.bar.set_style(line());
            self.bar.unset_length();
        }
        self.bar.set_message(text);
    }
}

fn line() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {msg} ({elapsed})")
        .expect("the template is a constant that indicatif knows")
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
