//! The report on a checked document, which `isotask-check` and `isotask check` print alike.

use crate::answer::Answer;
use crate::claims::VerifiedClaim;
use crate::replay::replayed::Replayed;
use isotask_wire::{Horizon, Per, Quantity, TaskDocument};
use std::collections::BTreeMap;
use std::fmt;

impl Answer {
    /// Returns the verdict in one line, and unless it is a refusal a second line about the task, channels or
    /// matrix.
    #[must_use]
    pub fn headline(&self, file: &str) -> String {
        match self {
            Self::Certificate { task, .. } | Self::Rate { task, .. } => {
                format!("{file}: verified\n  {}\n", task.summary())
            }
            Self::Schedule { task, .. } => {
                format!("{file}: valid schedule, no claim\n  {}\n", task.summary())
            }
            Self::Groups { tasks, .. } => {
                format!("{file}: verified\n  {}, {}\n", groups(tasks), network(tasks))
            }
            Self::Channels(found) => format!("{file}: verified\n  {found}\n"),
            Self::MatrixCertificate { verdict, .. } => format!("{file}: verified\n  {verdict}\n"),
            Self::Matrix(sums) => format!("{file}: valid matrix, no claim\n  {sums}\n"),
            Self::Refused { rejection, place } => {
                format!("{file}: refused: {rejection} [{}] at {place}\n", rejection.reason())
            }
        }
    }

    /// Returns the lines after the headline, each a quantity and what is known of it: the claims, or without
    /// claims the figures of the schedule; then how it was replayed, and the digest by which the document is
    /// cited. There are none after a refusal.
    #[must_use]
    pub fn lines(&self, sha256: &str) -> Vec<(&'static str, String)> {
        let mut lines = match self {
            Self::Refused { .. } => return Vec::new(),
            Self::MatrixCertificate { verdict, .. } => {
                verdict.claims.iter().map(|claim| (claim.quantity.words(), claim.to_string())).collect()
            }
            Self::Certificate { verdict, .. } => {
                verdict.claims.iter().map(|claim| (claim.quantity.words(), claim.to_string())).collect()
            }
            Self::Schedule { replayed, .. } => figures(replayed),
            Self::Rate { verdict, .. } => vec![("rate", verdict.to_string())],
            Self::Groups { verdict, .. } => vec![("completion time", verdict.to_string())],
            Self::Channels(_) | Self::Matrix(_) => Vec::new(),
        };
        lines.extend(self.average_delay().map(|average| ("average delay", format!("{average} slots"))));
        lines.extend(self.replayed().map(|replayed| ("schedule", extent(replayed))));
        lines.push(("SHA-256", sha256.to_owned()));
        lines
    }
}

/// Returns the network of groups in words, without what differs from group to group.
fn network(tasks: &[TaskDocument]) -> String {
    let Some(mut first) = tasks.first().cloned() else { return String::new() };
    first.network = first.network.without_switches();
    first.network_words()
}

/// Returns the tasks of groups, equal ones once with their number.
fn groups(tasks: &[TaskDocument]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for task in tasks {
        *counts.entry(task.task_words()).or_default() += 1;
    }
    counts.iter().map(|(task, count)| format!("{count} × {task}")).collect::<Vec<_>>().join(", ")
}

/// Returns what the replay of a schedule without claims counted.
fn figures(replayed: &Replayed) -> Vec<(&'static str, String)> {
    let per = Some(replayed.form.per());
    let mut figures = vec![
        (Quantity::CompletionTime.words(), format!("{} slots", replayed.completion_time)),
        (
            Quantity::Transmissions.words(),
            format!("{} {}", replayed.transmissions, unit(Quantity::Transmissions, per)),
        ),
    ];
    figures.extend(
        replayed.total_delay.map(|total| {
            (Quantity::TotalDelay.words(), format!("{total} {}", unit(Quantity::TotalDelay, per)))
        }),
    );
    figures
}

/// Returns the form of a schedule, how it was replayed, and its size.
fn extent(replayed: &Replayed) -> String {
    let Replayed { form, replay, packets, nodes, links, .. } = replayed;
    let of = if form.per() == Per::Node { " a node" } else { "" };
    let (form, replay) = (form.as_str(), replay.words());
    format!("{form} form, {replay}; {packets} packets{of}, {nodes} nodes with {links} links")
}

impl fmt::Display for VerifiedClaim {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { quantity, value, per, scope, horizon, lower, kind, status } = self;
        let unit = unit(*quantity, *per);
        let (kind, scope, status) = (kind.as_str(), scope.as_str(), status.as_str());
        write!(out, "{value} {unit}, lower bound {lower} by {kind}, scope {scope}")?;
        match horizon {
            None => {}
            Some(Horizon::Any) => out.write_str(", horizon any")?,
            Some(Horizon::Critical) => out.write_str(", horizon critical")?,
            Some(Horizon::Slots(slots)) => write!(out, ", horizon {slots} slots")?,
        }
        write!(out, ": {status}")
    }
}

fn unit(quantity: Quantity, counted: Option<Per>) -> &'static str {
    match (quantity, counted) {
        (Quantity::CompletionTime, _) => "slots",
        (Quantity::Transmissions, Some(Per::Network)) => "in the network",
        (Quantity::Transmissions, _) => "per node",
        (Quantity::TotalDelay, Some(Per::Network)) => "slots in the network",
        (Quantity::TotalDelay, _) => "slots per node",
    }
}
