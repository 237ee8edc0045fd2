//! The functions of formulas on tasks and trees; `models/formats/claims.md` explains them.

mod networks;
pub(super) mod scheduled;
pub(super) mod task_template;

use super::graph::{self, Networks};
use super::judge::prove::{By, Least, accepted, converted_from, counts, solved, solved_with};
use super::judge::stored::stored;
use super::language::{
    Datum, Expression, ExternalFunctions, FaultAt, Formula, FormulaFault, Kind, Name, Operator, Scope,
};
use super::packets;
use super::shape::Shape;
use super::{Broken, ClaimError};
use crate::delay::pooled;
use crate::model::{IsotropicTask, Node, count_of};
use crate::route::{Directions, task_matrix};
use crate::solve::{Form, SolveOptions, method};
use crate::tree::{CubeTree, TreeKind};
use crate::wire::{CertificateDocument, Measure, Quantity, ScheduleDocument, TaskDocument};
use networks::distances_from;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use scheduled::{arrivals, certificate, slots_of};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use task_template::{Tasks, task};

/// The word for the best method among those that make symmetric schedules.
pub(super) const SYMMETRICALLY: &str = "symmetrically";

/// The tasks of a document, with a cache of trees, networks and certificates.
pub(super) struct Facts<'t> {
    pub(super) tasks: &'t Tasks,
    shapes: RefCell<HashMap<(String, u64), Rc<Shape>>>,
    /// The tasks solved last, each with the method's word and the certificate.
    solved: RefCell<Vec<(TaskDocument, String, Rc<CertificateDocument>)>>,
    networks: Networks,
}

type Found = Result<Datum, FormulaFault>;

/// Most certificates that are kept.
const MAX_KEPT_CERTIFICATES: usize = 4;

fn fault(of: &dyn std::fmt::Display) -> FormulaFault {
    FormulaFault::Undefined(of.to_string())
}

fn kind(word: &str) -> Result<TreeKind, FormulaFault> {
    match word {
        "sbt" => Ok(TreeKind::Sbt),
        "bst" => Ok(TreeKind::Bst),
        "tcbt" => Ok(TreeKind::Tcbt),
        other => Err(FormulaFault::Unknown(format!("tree {other}"))),
    }
}

impl<'t> ExternalFunctions<'t> for Facts<'t> {
    fn call(&self, scope: &mut Scope<'t>, name: &str, arguments: &[Datum]) -> Option<Found> {
        let Some(expected) = arity(name) else { return self.networks.call(name, arguments) };
        if arguments.len() != expected {
            let (name, found) = (name.to_owned(), arguments.len());
            return Some(Err(FormulaFault::Arguments { name, expected, found }));
        }
        Some(match name {
            "drawn" => drawn(arguments),
            "pooled" | "distances" | "matrix" => self.of_task(scope, name, &arguments[0]),
            "distances_from" => {
                self.document(scope, &arguments[0]).and_then(|of| distances_from(&of, arguments))
            }
            "checked" => self.document(scope, &arguments[0]).and_then(|of| {
                let made = certificate(&of, &arguments[1], Quantity::CompletionTime);
                made.and_then(|made| accepted(&made, Least::TIME)).map_err(|of| fault(&of))?;
                Ok(arguments[1].clone())
            }),
            "slots" | "schedule" | "arrivals" | "least" => self.of_schedule(scope, name, arguments),
            "subtree_sizes" => subtree_sizes(arguments),
            _ => self.of_tree(name, arguments),
        })
    }
}

/// Whether a function of tasks, trees or networks has this name.
pub(super) fn is_function(name: &str) -> bool {
    arity(name).is_some() || graph::arity(name).is_some()
}

/// Returns the number of arguments of a function of tasks or trees.
fn arity(name: &str) -> Option<usize> {
    Some(match name {
        "pooled" | "distances" | "matrix" => 1,
        "amounts" | "rounds" | "subtree_sizes" | "slots" | "schedule" | "arrivals" | "least" | "checked" => 2,
        "drawn" | "parent" | "children" | "below" | "distances_from" => 3,
        "at_once" | "below_at_once" | "in_packets" => 5,
        _ => return None,
    })
}

/// Returns the method of this word; none if there is no word.
fn method_of(word: &str) -> Result<By, ClaimError> {
    match word {
        "" => Ok(None),
        word => method(word).map(Some).ok_or_else(|| ClaimError::Method(word.to_owned())),
    }
}

fn drawn(arguments: &[Datum]) -> Found {
    let [nodes, seed, bound] = [0, 1, 2].map(|place| arguments[place].natural());
    let (nodes, bound) = (nodes?, bound?);
    if nodes > 1 << 20 || bound == 0 {
        return Err(fault(&"at most 2^20 nodes, and counts below a positive bound"));
    }
    let pair = |(offset, count): (u64, u64)| Datum::list(vec![offset.into(), count.into()]);
    Ok(Datum::list(counts(nodes, seed?, bound).into_iter().map(pair).collect()))
}

/// Counts the nodes of the subtrees at the root by the number of necklaces of each period; for n up to 16 the
/// nodes are listed as well, and the counts have to agree.
fn subtree_sizes(arguments: &[Datum]) -> Found {
    let (kind, n) = (kind(arguments[0].words()?)?, arguments[1].natural()?);
    let tree = CubeTree::new(kind, u32::try_from(n).unwrap_or(0), Node(0)).map_err(|of| fault(&of))?;
    let counted = tree.subtrees();
    if n <= 16 {
        let shape = Shape::new(kind, n).map_err(|of| fault(&of))?;
        let mut listed: Vec<u64> =
            shape.children(0).iter().map(|&top| shape.profile(top).iter().sum()).collect();
        let mut sizes = counted.clone();
        listed.sort_unstable();
        sizes.sort_unstable();
        if listed != sizes {
            return Err(fault(&format!("subtrees of {listed:?} nodes, counted {sizes:?}")));
        }
    }
    Ok(Datum::list(counted.into_iter().map(Datum::from).collect()))
}

impl<'t> Facts<'t> {
    /// Returns a certificate that a method makes, or a stored one; the latest ones are cached.
    pub(super) fn solved(
        &self,
        document: TaskDocument,
        by: &str,
    ) -> Result<Rc<CertificateDocument>, ClaimError> {
        let known = |(of, word, _): &&(TaskDocument, String, _)| *of == document && word == by;
        if let Some((_, _, certificate)) = self.solved.borrow().iter().find(known) {
            return Ok(Rc::clone(certificate));
        }
        let certificate = Rc::new(match by {
            "stored" => match stored(&document)? {
                Some(certificate) => certificate,
                None => solved(&document, None)?,
            },
            SYMMETRICALLY => {
                solved_with(&document, &SolveOptions { symmetric: true, ..SolveOptions::default() })?
            }
            by => solved(&document, method_of(by)?)?,
        });
        if certificate.task != document {
            return Err(Broken::OtherTask.into());
        }
        let mut kept = self.solved.borrow_mut();
        kept.truncate(MAX_KEPT_CERTIFICATES - 1);
        kept.insert(0, (document, by.to_owned(), Rc::clone(&certificate)));
        Ok(certificate)
    }

    /// Returns a certificate as [`Self::solved`] does. For `from TASK` or `from TASK by METHOD`, converts the
    /// schedule of a harder task instead (P2 Fig. 3).
    pub(super) fn solved_or_converted(
        &self,
        scope: &mut Scope<'t>,
        document: TaskDocument,
        by: &str,
    ) -> Result<Rc<CertificateDocument>, ClaimError> {
        let Some(harder) = by.strip_prefix("from ") else { return self.solved(document, by) };
        let (harder, by) = harder.rsplit_once(" by ").unwrap_or((harder, ""));
        let harder = self.document(scope, &Datum::text(harder))?;
        let options = SolveOptions { method: method_of(by)?, form: Form::Slots, ..SolveOptions::default() };
        let found = solved_with(&harder, &options)?;
        let source = ScheduleDocument::new(found.task, found.schedule);
        converted_from(&document, &source).map(Rc::new)
    }

    /// Returns the task of this name.
    fn document(&self, scope: &mut Scope<'t>, of: &Datum) -> Result<TaskDocument, FormulaFault> {
        let template =
            self.tasks.get(of.words()?).ok_or_else(|| FormulaFault::Unknown(format!("task {of}")))?;
        task(template, self.tasks, Measure::CompletionTime, scope).map_err(|of| fault(&of))
    }

    /// Solves a task by a method and returns the slots, their number, or the arrival times of the packets.
    fn of_schedule(&self, scope: &mut Scope<'t>, name: &str, arguments: &[Datum]) -> Found {
        let document = self.document(scope, &arguments[0])?;
        let certificate = self.solved(document, arguments[1].words()?).map_err(|of| fault(&of))?;
        let found = accepted(&certificate, Least::TIME).map_err(|of| fault(&of))?;
        match name {
            "schedule" => slots_of(&certificate.schedule),
            "arrivals" => arrivals(&certificate.schedule),
            _ => {
                let slots = found.upper.ok_or_else(|| fault(&"no schedule"))?;
                match name {
                    "least" if found.lower.as_ref() != Some(&slots) => Err(fault(&"bounds do not meet")),
                    _ => Ok(slots.0.into()),
                }
            }
        }
    }

    pub(super) fn new(tasks: &'t Tasks) -> Self {
        Self { tasks, shapes: RefCell::default(), solved: RefCell::default(), networks: Networks::default() }
    }

    fn of_task(&self, scope: &mut Scope<'t>, name: &str, of: &Datum) -> Found {
        let document = self.document(scope, of)?;
        let task = IsotropicTask::new(&document).map_err(|of| fault(&of))?;
        let list = |of: Vec<u64>| Datum::list(of.into_iter().map(Datum::from).collect());
        match name {
            "pooled" => pooled(&task)
                .map(|total| Datum::from(num_bigint::BigInt::from(total)))
                .ok_or_else(|| fault(&"the delay exceeds 128 bits")),
            "distances" => {
                let counts = task.distance_counts().into_iter();
                Ok(Datum::list(counts.map(|(distance, count)| list(vec![distance, count])).collect()))
            }
            _ => {
                let matrix = task_matrix(&task, &Directions::Default).map_err(|of| fault(&of))?;
                let row = |row| {
                    let mut entries = vec![0; usize::try_from(matrix.columns()).unwrap_or(0)];
                    for (column, units) in matrix.row(row) {
                        entries[usize::try_from(column).unwrap_or(0)] = units;
                    }
                    list(entries)
                };
                Ok(Datum::list((0..matrix.rows()).map(row).collect()))
            }
        }
    }

    fn of_tree(&self, name: &str, arguments: &[Datum]) -> Found {
        let (word, n) = (arguments[0].words()?, arguments[1].natural()?);
        if n > 20 {
            return Err(fault(&"trees of at most 2^20 nodes"));
        }
        if name == "parent" {
            let tree = CubeTree::new(kind(word)?, u32::try_from(n).unwrap_or(0), Node(0));
            let parent = tree.map_err(|of| fault(&of))?.parent(Node(arguments[2].natural()?));
            return Ok(parent.map_or(Datum::Integer(-1), |node| node.0.into()));
        }
        let shape = self.shape(word, n)?;
        let node = |place: usize| -> Result<usize, FormulaFault> {
            let node = usize::try_from(arguments[place].natural()?).unwrap_or(usize::MAX);
            if node < shape.nodes() { Ok(node) } else { Err(fault(&"a node beyond the cube")) }
        };
        let list = |of: &[u64]| Datum::list(of.iter().copied().map(Datum::from).collect());
        match name {
            "children" => {
                let children = shape.children(node(2)?).iter();
                Ok(Datum::list(children.map(|&child| count_of(child).into()).collect()))
            }
            "below" => Ok(list(shape.profile(node(2)?))),
            "amounts" => Ok(list(&shape.stepwise().amounts)),
            "rounds" => Ok(shape.rounds(0).into()),
            _ => time(&shape, name, arguments).map(Datum::from),
        }
    }

    fn shape(&self, word: &str, n: u64) -> Result<Rc<Shape>, FormulaFault> {
        let key = (word.to_owned(), n);
        if let Some(known) = self.shapes.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let shape = Rc::new(Shape::new(kind(word)?, n).map_err(|of| fault(&of))?);
        let mut shapes = self.shapes.borrow_mut();
        // Large trees are kept one at a time.
        if n > 12 {
            shapes.clear();
        }
        shapes.insert(key, Rc::clone(&shape));
        Ok(shape)
    }
}

/// Returns the time of personalised communication with one message over every link, or with packets.
fn time(shape: &Shape, name: &str, arguments: &[Datum]) -> Result<BigRational, FormulaFault> {
    let [startup, transfer] = [3, 4].map(|place| arguments[place].rational());
    let (startup, transfer) = (startup?, transfer?);
    if name == "at_once" {
        return Ok(shape.at_once(arguments[2].truth()?, &startup, &transfer));
    }
    let number = usize::try_from(arguments[2].natural()?).unwrap_or(usize::MAX);
    match name {
        "below_at_once" if number < shape.nodes() => Ok(shape.below_at_once(number, &startup, &transfer)),
        "below_at_once" => Err(fault(&"a node beyond the cube")),
        _ if shape.nodes() > 1 << 10 => Err(fault(&"packets in trees of at most 2^10 nodes")),
        _ if number == 0 => Err(fault(&"packets of one message or more")),
        _ => Ok(packets::time(shape, number, &startup, &transfer)),
    }
}

/// How a formula depends on the measured `x`, which is not negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trend {
    Constant,
    Rises,
    Falls,
}

impl Trend {
    fn times(self, factor: &BigRational) -> Self {
        match self {
            _ if factor.is_zero() => Self::Constant,
            trend if factor.is_positive() => trend,
            Self::Rises => Self::Falls,
            Self::Falls => Self::Rises,
            Self::Constant => Self::Constant,
        }
    }
}

/// Determines whether a formula rises or falls with `x`, which must not be bound yet; fails where the form of
/// the formula does not show it.
pub(super) fn trend<'a>(formula: &'a Formula, scope: &mut Scope<'a>) -> Result<Trend, ClaimError> {
    scope
        .at_place(&formula.place, |scope| trend_of(&formula.of, scope))
        .map_err(|at| at.at(&formula.place, 1).into())
}

fn trend_of<'a>(formula: &'a Expression, scope: &mut Scope<'a>) -> Result<Trend, Box<FaultAt>> {
    if !formula.mentions(Name::X) {
        // x is not bound, so a formula that depends on it through a definition fails here.
        return scope.part(formula).map(|_| Trend::Constant);
    }
    let minus = -BigRational::from_integer(1.into());
    match &formula.kind {
        Kind::Name(_) => Ok(Trend::Rises),
        Kind::Negative(of) => Ok(trend_of(of, scope)?.times(&minus)),
        Kind::Function(name, _, arguments) if ["ceil", "floor"].contains(&name.text()) => {
            trend_of(&arguments[0], scope)
        }
        Kind::Pair(Operator::Plus, left, right) => together(trend_of(left, scope)?, trend_of(right, scope)?),
        Kind::Pair(Operator::Minus, left, right) => {
            let right = trend_of(right, scope)?.times(&minus);
            together(trend_of(left, scope)?, right)
        }
        Kind::Pair(Operator::Times, left, right) if !left.mentions(Name::X) => {
            let factor = scope.part(left)?.rational()?;
            Ok(trend_of(right, scope)?.times(&factor))
        }
        Kind::Pair(Operator::Times | Operator::Over, left, right) if !right.mentions(Name::X) => {
            let factor = scope.part(right)?.rational()?;
            Ok(trend_of(left, scope)?.times(&factor))
        }
        Kind::Pair(Operator::Over, left, right) if !left.mentions(Name::X) => {
            let factor = scope.part(left)?.rational()?;
            // c/(a·x) falls for positive a and c, as x is not negative; nothing else is needed.
            match trend_of(right, scope)? {
                Trend::Rises if is_multiple(right) => Ok(Trend::Falls.times(&factor)),
                _ => Err(unclear()),
            }
        }
        _ => Err(unclear()),
    }
}

/// Whether a formula is x times a factor that does not depend on x.
fn is_multiple(formula: &Expression) -> bool {
    match &formula.kind {
        Kind::Name(_) => true,
        Kind::Pair(Operator::Times, left, right) => {
            let (of, other) = if left.mentions(Name::X) { (left, right) } else { (right, left) };
            !other.mentions(Name::X) && is_multiple(of)
        }
        _ => false,
    }
}

#[expect(clippy::unnecessary_box_returns, reason = "results are small so")]
fn unclear() -> Box<FaultAt> {
    fault(&"a value is to rise or fall with x all along").into()
}

fn together(left: Trend, right: Trend) -> Result<Trend, Box<FaultAt>> {
    match (left, right) {
        (Trend::Constant, other) | (other, Trend::Constant) => Ok(other),
        (left, right) if left == right => Ok(left),
        _ => Err(unclear()),
    }
}
