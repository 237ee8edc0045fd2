//! Closed forms of the papers: formulas by which a claim gives the least time or delay of one task.
//!
//! The formulas are taken from the claims. The rows of a claim say for which instances it has been judged; a
//! theorem on arbitrary packets is evaluated with the packets of the task.

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

/// The claims that state a least time or delay as a formula of the instance. A point at the end selects all
/// claims below.
const CLAIMS_WITH_CLOSED_FORMS: [&str; 12] = [
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
/// The theorem on the least time of arbitrary packets on hypercubes with k ports.
const HYPERCUBE_THEOREM: &str = "P1.Thm7";
/// The theorem on the least time of arbitrary packets with one port.
const ONE_PORT_THEOREM: &str = "P3.isotropic";

/// A closed form of a claim, evaluated for one task.
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
    /// The recorded verdict on this form of the claim over all its instances.
    pub verdict: ClaimVerdict,
    /// The quantity whose least value it gives.
    pub measure: Measure,
    /// The value.
    pub value: BigRational,
}

/// The closed forms of all tasks of which claims speak, up to a number of nodes.
#[derive(Debug)]
pub struct ClosedForms {
    forms: Vec<(Key, ClosedForm)>,
}

/// A text that identifies a task up to its objective: network, packets and ports.
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
        for name in CLAIMS_WITH_CLOSED_FORMS {
            for claim in named(&all, name) {
                add_claim(claim, most_nodes, &mut forms)?;
            }
        }
        Ok(Self { forms })
    }

    /// Returns the closed forms that apply to a problem, without repetitions.
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

/// Returns the key of a problem. Tasks with equal dimensions, packets and ports have equal keys, even if
/// their networks have different names; on symmetric networks the root does not matter.
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
            for row in rows.iter().filter(|row| states_least_value(row)) {
                scope.sweep(&row.instances, &mut |scope| {
                    let of = RowOfClaim { claim, number, part, row };
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

/// Whether a row states a value as the least of its task.
fn states_least_value(row: &Row) -> bool {
    let argued = row.lower.is_some() || row.upper.is_some() || row.found.is_some();
    row.relation == Relation::Equal
        && row.task.is_some()
        && row.counts == Counts::Both
        && row.measure != Measure::Transmissions
        && !argued
}

/// A row of a part of a claim.
struct RowOfClaim {
    claim: &'static Claim,
    number: usize,
    part: &'static Part,
    row: &'static Row,
}

impl RowOfClaim {
    /// Returns the key of the scope's current instance and its closed form; none if the network has more than
    /// `most_nodes` nodes.
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

    /// Returns the measured x for which the row's value equals the printed one; none if the value is no
    /// multiple of x.
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

/// Evaluates the theorems on arbitrary packets for a problem.
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
        found.extend(theorem(HYPERCUBE_THEOREM, named.into_iter().chain([("packets", packets.clone())]))?);
    }
    if task.ports() == 1 {
        found.extend(theorem(ONE_PORT_THEOREM, [("g", Datum::text(&network)), ("packets", packets)])?);
    }
    Ok(found)
}

/// Evaluates the formula of a theorem with values for its names.
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

    fn forms_of(
        network: &str,
        task: &str,
        ports: &str,
    ) -> Vec<(&'static str, PartRole, ClaimVerdict, String)> {
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
        );
        let problem = Problem::new(&parse(text.as_bytes()).expect("a task")).expect("a problem");
        let forms = ClosedForms::new(64).expect("claims of this program").of(&problem).expect("theorems");
        forms.into_iter().map(|form| (form.claim, form.role, form.verdict, form.value.to_string())).collect()
    }

    const TOTAL_EXCHANGE: &str = r#"{"kind":"total-exchange"}"#;

    #[test]
    fn closed_forms_do_not_depend_on_the_name_of_the_network() {
        for cube in [r#"{"kind":"hypercube","dimension":3}"#, r#"{"kind":"torus","radices":[2,2,2]}"#] {
            let found = forms_of(cube, TOTAL_EXCHANGE, r#""all""#);
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
    fn a_refuted_closed_form_is_listed_with_its_correction() {
        let found = forms_of(r#"{"kind":"ring","nodes":4}"#, TOTAL_EXCHANGE, r#""all""#);
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
    fn with_one_port_the_least_time_is_the_sum_of_the_distances() {
        let found = forms_of(r#"{"kind":"ring","nodes":5}"#, TOTAL_EXCHANGE, r#""one""#);
        assert!(found.contains(&(
            "P3.isotropic",
            PartRole::Printed,
            ClaimVerdict::Confirmed,
            "6".to_owned()
        )));
        assert!(found.contains(&("P3.Thm1", PartRole::Printed, ClaimVerdict::Confirmed, "6".to_owned())));
    }
}
