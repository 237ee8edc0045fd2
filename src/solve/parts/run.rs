//! One part proved by itself.

use super::error::PartsError;
use super::model::{model_of, proving};
use crate::bound::dual_tree;
use crate::model::{Problem, Schedule};
use crate::program::{PartEnd, Spend, prove_part, run_apart};
use crate::solve::certify::finish;
use crate::solve::error::SolveError;
use crate::solve::method::{Candidate, SolveOptions};
use crate::solve::methods::Ilp;
use crate::solve::outcome::Outcome;
use crate::solve::pipeline::bounds;
use crate::wire::{CertificateDocument, DualNode, PartDocument, Quantity};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The result of running a part.
#[derive(Debug)]
pub enum Ran {
    /// The part with its proof.
    Proved(PartDocument),
    /// The part with the proof of less, the time being over.
    Open(PartDocument),
    /// Nothing was proved in time.
    Nothing,
    /// A certificate of a better schedule: the target cannot be proved.
    Better(Box<CertificateDocument>),
}

/// The value that the first leaf of a part proves, and that leaf.
type Root = (u64, Vec<DualNode>);

/// The result of a thread for a part.
enum Ended {
    Proved(Vec<DualNode>),
    Better(Box<CertificateDocument>),
    Open,
}

/// Proves a part by itself, until what may be spent is. Of a part that is not done the first leaf is left.
///
/// The work has a thread of its own: a running linear program keeps to the time but cannot be interrupted, so
/// when the time is over, or the caller says stop, the thread has a fifth of a second to end and is abandoned
/// then.
///
/// # Errors
/// [`PartsError`] where the part is none of its task, or the system refuses a thread.
///
/// # Complexity
/// Exponential time at worst.
pub fn run(part: &PartDocument, spend: &Spend<'_>) -> Result<Ran, PartsError> {
    let start = Instant::now();
    let (limit, threads) = (spend.limit, spend.threads);
    let over = || (spend.stop)() || limit.is_some_and(|limit| start.elapsed() >= limit);
    let abandoned = Arc::new(AtomicBool::new(false));
    let (own, asked) = (part.clone(), Arc::clone(&abandoned));
    let work = move |tell: &(dyn Fn(Option<Root>) + Sync)| {
        let stop = || asked.load(Ordering::SeqCst);
        let limit = limit.map(|limit| limit.saturating_sub(start.elapsed()));
        prove(&own, &Spend { threads, limit, stop: &stop }, &|value, leaf| tell(Some((value, leaf))))
    };
    let (root, ended) = run_apart(None, &over, &|_| (), &abandoned, work).map_err(PartsError::NoThread)?;
    let with = |value, tree| {
        let (horizon_slots, model) = (part.horizon_slots, part.model);
        part.with_proof(dual_tree(value, horizon_slots, model, tree))
    };
    Ok(match (ended.transpose()?, root) {
        (Some(Ended::Proved(tree)), _) => Ran::Proved(with(part.target, tree)),
        (Some(Ended::Better(certificate)), _) => Ran::Better(certificate),
        (_, Some((value, leaf))) if part.quantity == Quantity::TotalDelay && value > 0 => {
            Ran::Open(with(value.min(part.target), leaf))
        }
        _ => Ran::Nothing,
    })
}

/// Proves a part on the thread that it is called on.
fn prove(
    part: &PartDocument,
    spend: &Spend<'_>,
    root: &(dyn Fn(u64, Vec<DualNode>) + Sync),
) -> Result<Ended, PartsError> {
    let problem = Problem::new(&part.task)?;
    let model = model_of(&problem, part)?;
    Ok(match prove_part(model.program(), proving(part), &part.path, spend, root)? {
        PartEnd::Proved(tree) => Ended::Proved(tree),
        PartEnd::Refuted(values) => Ended::Better(certified(&problem, model.read(&problem, &values)?)?),
        PartEnd::Open => Ended::Open,
    })
}

/// A schedule of the program with its certificate.
fn certified(problem: &Problem, schedule: Schedule) -> Result<Box<CertificateDocument>, SolveError> {
    let options = SolveOptions::default();
    let candidate = Candidate::new(&Ilp, schedule, "");
    match finish(problem, bounds(problem, options.stop), candidate, Vec::new(), &options)? {
        Outcome::Optimal(solution) | Outcome::Feasible(solution) => Ok(Box::new(solution.certificate)),
        Outcome::Unknown { .. } => unreachable!("a schedule that is there is handed out"),
    }
}
