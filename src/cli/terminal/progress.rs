//! Shows the progress of the work on standard error: one line that is rewritten on a terminal, lines of a log
//! elsewhere. It also keeps the history of a search: the steps at which incumbent and bound improved.

use crate::cli::terminal::manner::is_quiet;
use crate::job_shop::{SearchState, SearchWork};
use crate::program::threads::are_granted;
use crate::solve::Phase;
use crate::wire::HistoryReport;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write, stderr};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time until the first line on a terminal, and in a log.
const FIRST_LINE_AFTER: Duration = Duration::from_secs(1);
const FIRST_LOG_LINE_AFTER: Duration = Duration::from_secs(4);
/// The time between two redraws of the line on a terminal, and between two looks for news in a log.
const TERMINAL_TICK: Duration = Duration::from_millis(120);
const LOG_TICK: Duration = Duration::from_millis(300);
/// The longest time without a line in a log; the first wait is [`FIRST_LOG_LINE_AFTER`], and each is twice
/// the one before.
const MAX_LOG_INTERVAL: Duration = Duration::from_secs(600);

/// Shows the progress of the work until it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    seen: Arc<Mutex<ProgressState>>,
    done: Option<Sender<()>>,
    starter: Option<JoinHandle<()>>,
}

/// The state of the work as last reported.
#[derive(Debug, Default)]
struct ProgressState {
    text: String,
    /// The incumbent and bound last reported, and whether a line of the log has shown them.
    known: Option<(Option<u64>, u64)>,
    is_said: bool,
    history: Vec<HistoryReport>,
}

impl Progress {
    pub(crate) fn start() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(line());
        let seen = Arc::default();
        if is_quiet() {
            return Self { bar, seen, done: None, starter: None };
        }
        let (done, wait) = channel::<()>();
        let (shown, told) = (bar.clone(), Arc::clone(&seen));
        let show = move || if stderr().is_terminal() { draw(&shown, &wait) } else { log(&told, &wait) };
        // Where no thread can be had, nothing is shown.
        let starter = are_granted(1, 0).then(|| std::thread::Builder::new().spawn(show).ok()).flatten();
        Self { bar, seen, done: Some(done), starter }
    }

    /// Shows the phase, and the part of it that is done where that is counted.
    pub(crate) fn show_phase(&self, phase: Phase) {
        if let Phase::Searching(state) = phase {
            self.seen().record_state(state);
        }
        match phase {
            Phase::Slots { done, all } | Phase::Groups { done, all } => {
                self.show_count(phase.to_string(), done, all);
            }
            _ => self.message(phase.to_string()),
        }
    }

    /// Shows that `done` of `all` counted items are done.
    pub(crate) fn show_count(&self, text: String, done: u64, all: u64) {
        if self.bar.length() != Some(all) {
            let template = "{spinner} {msg} {wide_bar} {percent} % ({elapsed}, about {eta} left)";
            let style = ProgressStyle::with_template(template);
            self.bar.set_style(style.expect("the template is a constant that indicatif knows"));
            self.bar.set_length(all);
        }
        self.seen().text = format!("{text}, {} %", u128::from(done) * 100 / u128::from(all.max(1)));
        self.bar.set_message(text);
        self.bar.set_position(done);
    }

    /// Returns the steps at which searches for few slots improved their incumbent or bound; none if there was
    /// only one.
    pub(crate) fn history(&self) -> Vec<HistoryReport> {
        let history = self.seen().history.clone();
        if history.len() > 1 { history } else { Vec::new() }
    }

    /// Shows work that cannot be counted.
    fn message(&self, text: String) {
        if self.bar.length().is_some() {
            self.bar.set_style(line());
            self.bar.unset_length();
        }
        self.seen().text.clone_from(&text);
        self.bar.set_message(text);
    }

    fn seen(&self) -> MutexGuard<'_, ProgressState> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProgressState {
    /// Records the state of a search; a better incumbent or bound becomes an entry of the history.
    fn record_state(&mut self, SearchState { best, lower, work }: SearchState) {
        let now = (best, lower);
        self.is_said &= self.known == Some(now);
        self.known = Some(now);
        if let (Some(slots), SearchWork::Slots { steps, .. }) = (best, work)
            && self.history.last().is_none_or(|last| slots < last.slots || lower > last.bound)
        {
            self.history.push(HistoryReport { slots, bound: lower, steps });
        }
    }

    /// Returns the text for the log if it is new, or if none was written for a long time.
    fn next_log_text(&mut self, is_late: bool) -> Option<String> {
        let is_new = self.known.is_some() && !self.is_said;
        self.is_said |= is_new;
        ((is_new || is_late) && !self.text.is_empty()).then(|| self.text.clone())
    }
}

/// Waits for `time`; returns whether the work still goes on after it.
fn is_at_work(wait: &Receiver<()>, time: Duration) -> bool {
    wait.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
}

/// Redraws the line of a terminal.
fn draw(bar: &ProgressBar, wait: &Receiver<()>) {
    if is_at_work(wait, FIRST_LINE_AFTER) {
        bar.set_draw_target(ProgressDrawTarget::stderr());
        while is_at_work(wait, TERMINAL_TICK) {
            bar.tick();
        }
    }
}

/// Writes a line of a log whenever incumbent or bound are new, and at growing intervals.
fn log(seen: &Mutex<ProgressState>, wait: &Receiver<()>) {
    let began = Instant::now();
    let (mut last, mut silence) = (Duration::ZERO, FIRST_LOG_LINE_AFTER);
    let mut is_over = !is_at_work(wait, FIRST_LOG_LINE_AFTER);
    while !is_over {
        let now = began.elapsed();
        let is_late = now >= last + silence;
        let news = seen.lock().unwrap_or_else(PoisonError::into_inner).next_log_text(is_late);
        if let Some(text) = news {
            // A closed standard error is no reason to end the work.
            let _told = writeln!(stderr().lock(), "{:4} s: {text}", now.as_secs());
            silence = if is_late { (2 * silence).min(MAX_LOG_INTERVAL) } else { silence };
            last = now;
        }
        is_over = !is_at_work(wait, LOG_TICK);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn state(best: Option<u64>, lower: u64, steps: u64) -> SearchState {
        SearchState { best, lower, work: SearchWork::Slots { tries: None, steps } }
    }

    #[test]
    fn a_log_reports_news_once_and_the_history_keeps_improvements() {
        let mut seen = ProgressState { text: "at work".to_owned(), ..ProgressState::default() };
        assert_eq!(seen.next_log_text(false), None, "nothing is known");
        for (best, lower, is_new) in [
            (None, 7, true),
            (None, 7, false),
            (Some(12), 7, true),
            (Some(12), 7, false),
            (Some(10), 7, true),
            (Some(10), 8, true),
        ] {
            seen.record_state(state(best, lower, 5));
            assert_eq!(seen.next_log_text(false).is_some(), is_new, "{best:?} {lower}");
        }
        assert!(seen.next_log_text(true).is_some(), "after a long silence all is said again");
        let history: Vec<_> = seen.history.iter().map(|step| (step.slots, step.bound)).collect();
        assert_eq!(history, [(12, 7), (10, 7), (10, 8)]);
    }
}
