//! Closed forms of the papers: what a claim prints for the least time or delay of one task.
//!
//! Nothing is written here a second time: the rows of a claim say for which instances it has been judged,
//! and those of a theorem that speaks of any packets are filled with the packets of the task.

use super::claim::Claim;
use super::facts::Facts;
use super::facts::task_template::task;
use super::language::{Account, Datum, Name, Scope, mathematics};
use super::part::{How, Part, Row};
use super::record::recorded_part;
use super::{ClaimError, all, named};
use crate::model::{Dimension, Network, OffsetClass, Problem, count_of};
use crate::wire::{ClaimVerdict, Counts, Measure, PartRole, Ports, Relation};
use num_rational::BigRational;
use num_traits::Zero;
use std::collections::BTreeSet;

/// The claims that state a least time or delay as a formula of the instance; a point at the end stands for
/// all below.
const STATED: [&str; 12] = [
    "P1.T_TE",
    "P1.T_TE.ports",
    "P1.T_TE.mesh.odd",
    "P1.T_TE.mesh.even",
    "P1.neighbourhood.T",
    "P1.D_TE.prime",
    "P1.ring.",
    "P2.Table1.",
    "P3.Thm1",
    "P3.multiport",
    "I.classes.ring",
    "I.classes.torus",
];
/// The theorems that give the least time of any packets: on hypercubes with k ports, and with one port.
const OF_CUBES: &str = "P1.Thm7";
const OF_ONE_PORT: &str = "P3.isotropic";

/// What a claim says of one task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedForm {
    /// The identifier of the claim.
    pub claim: &'static str,
    /// Which form of the claim it is.
    pub role: PartRole,
    /// Which reading or restriction; may be empty.
    pub text: &'static str,
    /// The formula, as mathematics.
    pub formula: String,
    /// What is recorded of this form of the claim over all its instances.
    pub verdict: ClaimVerdict,
    /// What it is the least of.
    pub measure: Measure,
    /// The value.
    pub value: BigRational,
}

/// The closed forms of all tasks of which claims speak, up to a number of nodes.
#[derive(Debug)]
pub struct ClosedForms {
    forms: Vec<(Key, ClosedForm)>,
}

/// What makes two tasks the same but for what is to be least: network, packets and ports.
type Key = String;

impl ClosedForms {
    /// Evaluates the closed forms of the tasks on networks of at most `most_nodes` nodes.
    ///
    /// # Errors
    /// [`ClaimError`] where a claim of this program cannot be evaluated: a bug.
    ///
    /// # Complexity
    /// A formula for each instance that the claims list.
    pub fn new(most_nodes: u64) -> Result<Self, ClaimError> {
        let (all, mut forms) = (all(), Vec::new());
        for name in STATED {
            for claim in named(&all, name) {
                add_claim(claim, most_nodes, &mut forms)?;
            }
        }
        Ok(Self { forms })
    }

    /// Gives what claims say of a problem, each value of a form once.
    ///
    /// # Errors
    /// [`ClaimError`] where a theorem cannot be evaluated: a bug.
    pub fn of(&self, problem: &Problem) -> Result<Vec<ClosedForm>, ClaimError> {
        let key = key(problem);
        let mut found: Vec<ClosedForm> = Vec::new();
        for (of, form) in &self.forms {
            if *of == key && !found.contains(form) {
                found.push(form.clone());
            }
        }
        found.extend(of_any_packets(problem)?);
        Ok(found)
    }
}

/// Two tasks with equal dimensions, packets and ports are one, whatever their networks are called; where all
/// nodes are alike, roots do not count.
fn key(problem: &Problem) -> Key {
    let links = u64::from(problem.network().links());
    let ports = match problem.ports() {
        Ports::One => Ports::AtMost(1.min(links)),
        Ports::All => Ports::AtMost(links),
        Ports::AtMost(most) => Ports::AtMost(most.min(links)),
        Ports::OneHalfDuplex => Ports::OneHalfDuplex,
    };
    let mut packets: Vec<u64> = problem.offsets().map(|node| node.0).collect();
    packets.sort_unstable();
    let radices = problem
        .rows()
        .map(|task| -> Vec<u64> { task.network().dimensions().iter().map(Dimension::radix).collect() });
    let network = radices.is_none().then(|| &problem.document().network);
    let listed = (!problem.is_isotropic()).then(|| {
        let mut task = serde_json::to_value(&problem.document().task).expect("documents are JSON");
        if let Some(root) = task.get_mut("root").filter(|_| problem.network().is_symmetric()) {
            *root = 0.into();
        }
        task
    });
    serde_json::to_string(&(radices, network, listed, packets, ports)).expect("documents are JSON")
}

/// Evaluates the parts of a claim over their instances.
fn add_claim(
    claim: &'static Claim,
    most_nodes: u64,
    forms: &mut Vec<(Key, ClosedForm)>,
) -> Result<(), ClaimError> {
    let parts = claim.parts.as_ref().map_err(|misread| ClaimError::from(misread.clone()))?;
    for (number, part) in parts.iter().enumerate() {
        let How::Rows(rows) = &part.judged else { continue };
        let _account = Account::open();
        let facts = Facts::new(&claim.document.tasks);
        let mut scope = Scope::new(&claim.document.definitions, &facts);
        scope.bind_all(&part.values)?;
        let mut seen = BTreeSet::new();
        scope.sweep(&part.instances, &mut |scope| {
            for row in rows.iter().filter(|row| says_the_least(row)) {
                scope.sweep(&row.instances, &mut |scope| {
                    let of = Of { claim, number, part, row };
                    if let Some((key, form)) = of.instance(scope, most_nodes)?
                        && seen.insert(key.clone())
                    {
                        forms.push((key, form));
                    }
                    Ok::<_, ClaimError>(true)
                })?;
            }
            Ok::<_, ClaimError>(true)
        })?;
    }
    Ok(())
}

/// Whether a row holds a value for the least of its task.
fn says_the_least(row: &Row) -> bool {
    let argued = row.lower.is_some() || row.upper.is_some() || row.found.is_some();
    row.relation == Relation::Equal
        && row.task.is_some()
        && row.counts == Counts::Both
        && row.measure != Measure::Transmissions
        && !argued
}

/// A row of a part of a claim.
struct Of {
    claim: &'static Claim,
    number: usize,
    part: &'static Part,
    row: &'static Row,
}

impl Of {
    /// The task of the instance that the scope is at, and what the claim says of it; none if the network is
    /// larger than is wanted.
    fn instance(
        &self,
        scope: &mut Scope<'_>,
        most_nodes: u64,
    ) -> Result<Option<(Key, ClosedForm)>, ClaimError> {
        let Self { claim, part, row, .. } = self;
        let (Some(template), Some(formula)) = (&row.task, row.formula.as_ref().or(part.formula.as_ref()))
        else {
            return Ok(None);
        };
        let document = task(template, &claim.document.tasks, row.measure, scope)?;
        if Network::new(&document.network)?.nodes() > most_nodes {
            return Ok(None);
        }
        let printed = scope.rational(formula)?;
        let Some(value) = self.measured(scope, &printed)? else { return Ok(None) };
        let form = ClosedForm {
            claim: &claim.id,
            role: part.role,
            text: &part.text,
            formula: mathematics(&formula.of),
            verdict: recorded_part(&claim.id, self.number),
            measure: row.measure,
            value,
        };
        Ok(Some((key(&Problem::new(&document)?), form)))
    }

    /// The measured x of which the row makes the value that is printed; none if that is no multiple of x.
    fn measured(
        &self,
        scope: &mut Scope<'_>,
        printed: &BigRational,
    ) -> Result<Option<BigRational>, ClaimError> {
        let Some(of_x) = &self.row.value else { return Ok(Some(printed.clone())) };
        let mut at = |x: u64| {
            let depth = scope.depth();
            scope.bind(Name::X, x.into());
            let value = scope.rational(of_x);
            scope.forget(depth);
            value
        };
        let (one, two) = (at(1)?, at(2)?);
        let is_multiple = !one.is_zero() && &one + &one == two;
        Ok(is_multiple.then(|| printed / one))
    }
}

/// What the theorems that speak of any packets say of a problem.
fn of_any_packets(problem: &Problem) -> Result<Vec<ClosedForm>, ClaimError> {
    let Some(task) = problem.rows() else { return Ok(Vec::new()) };
    let rings = task.network().dimensions();
    let is_cube = rings.iter().all(Dimension::is_single_link);
    let packet =
        |class: OffsetClass| Datum::list(vec![Datum::from(class.offset.0), Datum::from(class.count)]);
    let packets = Datum::list(task.classes().map(packet).collect());
    let radices: Vec<String> = rings.iter().map(|ring| ring.radix().to_string()).collect();
    let network = match radices.as_slice() {
        _ if is_cube => format!("hypercube {}", radices.len()),
        [nodes] => format!("ring {nodes}"),
        radices => format!("torus {}", radices.join("x")),
    };
    let mut found = Vec::new();
    if is_cube {
        let named = [("d", count_of(rings.len()).into()), ("k", u64::from(task.ports()).into())];
        found.extend(theorem(OF_CUBES, named.into_iter().chain([("packets", packets.clone())]))?);
    }
    if task.ports() == 1 {
        found.extend(theorem(OF_ONE_PORT, [("g", Datum::text(&network)), ("packets", packets)])?);
    }
    Ok(found)
}

/// The formula of a theorem with values for its names.
fn theorem(
    id: &str,
    values: impl IntoIterator<Item = (&'static str, Datum)>,
) -> Result<Option<ClosedForm>, ClaimError> {
    let Some(&claim) = named(&all(), id).first() else { return Ok(None) };
    let parts = claim.parts.as_ref().map_err(|misread| ClaimError::from(misread.clone()))?;
    let Some((part, formula)) = parts.iter().find_map(|part| Some((part, part.formula.as_ref()?))) else {
        return Ok(None);
    };
    let _account = Account::open();
    let facts = Facts::new(&claim.document.tasks);
    let mut scope = Scope::new(&claim.document.definitions, &facts);
    for (name, value) in values {
        scope.bind(Name::of(name), value);
    }
    let value = scope.rational(formula)?;
    Ok(Some(ClosedForm {
        claim: &claim.id,
        role: part.role,
        text: &part.text,
        formula: mathematics(&formula.of),
        verdict: recorded_part(&claim.id, 0),
        measure: Measure::CompletionTime,
        value,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::parse;

    fn said(network: &str, task: &str, ports: &str) -> Vec<(&'static str, PartRole, ClaimVerdict, String)> {
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
        );
        let problem = Problem::new(&parse(text.as_bytes()).expect("a task")).expect("a problem");
        let forms = ClosedForms::new(64).expect("claims of this program").of(&problem).expect("theorems");
        forms.into_iter().map(|form| (form.claim, form.role, form.verdict, form.value.to_string())).collect()
    }

    const EXCHANGE: &str = r#"{"kind":"total-exchange"}"#;

    #[test]
    fn a_claim_speaks_of_its_instances_by_whatever_name_the_network_goes() {
        for cube in [r#"{"kind":"hypercube","dimension":3}"#, r#"{"kind":"torus","radices":[2,2,2]}"#] {
            let found = said(cube, EXCHANGE, r#""all""#);
            let value = |claim| {
                let of = found.iter().find(|form| form.0 == claim && form.2 == ClaimVerdict::Confirmed);
                of.map(|form| form.3.as_str())
            };
            // P1 §4: n/2 slots. §6, corrected: 18 slots for the packets of a node, so 144 for all.
            assert_eq!([value("P1.T_TE"), value("P1.Thm7")], [Some("4"); 2], "{found:?}");
            assert_eq!(value("P1.D_TE.prime"), Some("144"), "{found:?}");
        }
    }

    #[test]
    fn what_is_refuted_stands_beside_its_correction() {
        let found = said(r#"{"kind":"ring","nodes":4}"#, EXCHANGE, r#""all""#);
        let of = |claim: &str| -> Vec<(PartRole, ClaimVerdict, &str)> {
            let of = found.iter().filter(|form| form.0 == claim);
            of.map(|form| (form.1, form.2, form.3.as_str())).collect()
        };
        assert_eq!(
            of("P1.ring.D_TE.even"),
            [
                (PartRole::Printed, ClaimVerdict::Refuted, "99/8"),
                (PartRole::Correction, ClaimVerdict::Confirmed, "20")
            ]
        );
    }

    #[test]
    fn with_one_port_every_packet_takes_its_distance() {
        let found = said(r#"{"kind":"ring","nodes":5}"#, EXCHANGE, r#""one""#);
        assert!(found.contains(&(
            "P3.isotropic",
            PartRole::Printed,
            ClaimVerdict::Confirmed,
            "6".to_owned()
        )));
        assert!(found.contains(&("P3.Thm1", PartRole::Printed, ClaimVerdict::Confirmed, "6".to_owned())));
    }
}
