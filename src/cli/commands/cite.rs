//! `isotask cite`.

use crate::check::{Extent, sha256};
use crate::cli::arguments::args::CiteArguments;
use crate::cli::terminal::document::certificate;
use crate::cli::terminal::failure::{Exit, Failure, name_of};
use crate::cli::terminal::input::read;
use crate::cli::terminal::output::Output;
use crate::cli::terminal::plain::plain_text;
use crate::export::{Citation, bibtex};
use crate::model::Problem;

/// Writes an entry of a certificate, once the checker has accepted it.
pub(crate) fn run(arguments: &CiteArguments) -> Result<Exit, Failure> {
    let file = name_of(&arguments.certificate);
    let bytes = read(&arguments.certificate)?;
    let (document, verdict) = certificate(&file, &bytes)?;
    let problem = Problem::new(&document.task).map_err(|fault| Failure::model(&file, &fault))?;
    let what = format!("{problem}; {}", problem.network_and_ports());
    let title = problem.name().map_or_else(|| what.clone(), |name| format!("{}: {what}", plain_text(name)));
    let mut proved: Vec<String> =
        verdict.claims.iter().map(|claim| format!("{} {claim}", claim.quantity.words())).collect();
    proved.extend(match verdict.replayed.replay {
        Extent::Lemma => Some("the slots follow from the packets by the conveyor lemma".to_owned()),
        Extent::Plan => Some("the slots follow from the plan by König's theorem".to_owned()),
        _ => None,
    });
    let (version, sha256) = (env!("CARGO_PKG_VERSION"), sha256(&bytes));
    let entry = bibtex(&Citation { title: &title, proved: &proved, version, year: year(), sha256: &sha256 });
    Output::stdout().finish(entry.as_bytes())?;
    Ok(Exit::Success)
}

/// Returns the year of this version.
fn year() -> &'static str {
    let released =
        include_str!("../../../CITATION.cff").lines().find_map(|line| line.strip_prefix("date-released: "));
    released.and_then(|date| date.get(..4)).expect("the date of the release begins with its year")
}
