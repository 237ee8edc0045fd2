//! What the work is at, on standard error: one line that is rewritten where somebody looks at a terminal,
//! lines of a log elsewhere; and by what steps a search has come to its result.

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

/// After what time the first line comes on a terminal, and in a log.
const SOON: Duration = Duration::from_secs(1);
const SOON_IN_LOG: Duration = Duration::from_secs(4);
/// How often the line of a terminal moves, and a log looks for something new.
const TICK: Duration = Duration::from_millis(120);
const LOG_TICK: Duration = Duration::from_millis(300);
/// The longest time without a line in a log; the first is [`SOON_IN_LOG`], each twice the one before.
const LONGEST_SILENCE: Duration = Duration::from_secs(600);

/// Shows what the work is at until it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    seen: Arc<Mutex<Seen>>,
    done: Option<Sender<()>>,
    starter: Option<JoinHandle<()>>,
}

/// What has been told.
#[derive(Debug, Default)]
struct Seen {
    text: String,
    /// Best and bound last told, and whether a line of a log has said them.
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

    /// The phase, and how much of it is done where it is counted.
    pub(crate) fn phase(&self, phase: Phase) {
        if let Phase::Searching(state) = phase {
            self.seen().learn(state);
        }
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
        self.seen().text = format!("{text}, {} %", u128::from(done) * 100 / u128::from(all.max(1)));
        self.bar.set_message(text);
        self.bar.set_position(done);
    }

    /// By what steps searches for few slots have come to their best and their bound; none if the first was
    /// the last.
    pub(crate) fn history(&self) -> Vec<HistoryReport> {
        let history = self.seen().history.clone();
        if history.len() > 1 { history } else { Vec::new() }
    }

    /// What cannot be counted is at work.
    fn message(&self, text: String) {
        if self.bar.length().is_some() {
            self.bar.set_style(line());
            self.bar.unset_length();
        }
        self.seen().text.clone_from(&text);
        self.bar.set_message(text);
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    /// Takes what a search has found, if that is more than before.
    fn learn(&mut self, SearchState { best, lower, work }: SearchState) {
        let now = (best, lower);
        self.is_said &= self.known == Some(now);
        self.known = Some(now);
        if let (Some(slots), SearchWork::Slots { steps, .. }) = (best, work)
            && self.history.last().is_none_or(|last| slots < last.slots || lower > last.bound)
        {
            self.history.push(HistoryReport { slots, bound: lower, steps });
        }
    }

    /// What is new for a log, or what it is at where that was not said for long.
    fn news(&mut self, is_late: bool) -> Option<String> {
        let is_new = self.known.is_some() && !self.is_said;
        self.is_said |= is_new;
        ((is_new || is_late) && !self.text.is_empty()).then(|| self.text.clone())
    }
}

/// Whether nobody has said for some time that the work is done.
fn is_at_work(wait: &Receiver<()>, time: Duration) -> bool {
    wait.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
}

/// Moves the line of a terminal.
fn draw(bar: &ProgressBar, wait: &Receiver<()>) {
    if is_at_work(wait, SOON) {
        bar.set_draw_target(ProgressDrawTarget::stderr());
        while is_at_work(wait, TICK) {
            bar.tick();
        }
    }
}

/// Writes a line of a log whenever best or bound are new, and at growing distances.
fn log(seen: &Mutex<Seen>, wait: &Receiver<()>) {
    let began = Instant::now();
    let (mut last, mut silence) = (Duration::ZERO, SOON_IN_LOG);
    let mut is_over = !is_at_work(wait, SOON_IN_LOG);
    while !is_over {
        let now = began.elapsed();
        let is_late = now >= last + silence;
        let news = seen.lock().unwrap_or_else(PoisonError::into_inner).news(is_late);
        if let Some(text) = news {
            // A closed standard error is no reason to end the work.
            let _told = writeln!(stderr().lock(), "{:4} s: {text}", now.as_secs());
            silence = if is_late { (2 * silence).min(LONGEST_SILENCE) } else { silence };
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
    fn a_log_says_what_is_new_once_and_the_history_keeps_what_is_better() {
        let mut seen = Seen { text: "at work".to_owned(), ..Seen::default() };
        assert_eq!(seen.news(false), None, "nothing is known");
        for (best, lower, is_new) in [
            (None, 7, true),
            (None, 7, false),
            (Some(12), 7, true),
            (Some(12), 7, false),
            (Some(10), 7, true),
            (Some(10), 8, true),
        ] {
            seen.learn(state(best, lower, 5));
            assert_eq!(seen.news(false).is_some(), is_new, "{best:?} {lower}");
        }
        assert!(seen.news(true).is_some(), "after a long silence all is said again");
        let history: Vec<_> = seen.history.iter().map(|step| (step.slots, step.bound)).collect();
        assert_eq!(history, [(12, 7), (10, 7), (10, 8)]);
    }
}
