//! The proofs of all parts put together into one certificate.
//!
//! Parts are read one after the other and only one is held at a time: first everything that must be known
//! before the certificate is begun, then, in preorder, the trees, each recomputed, handed to the checker and
//! written.

use super::error::PartsError;
use super::model::{Model, model_of, proving};
use super::split::claim;
use crate::bound::dual_tree;
use crate::check::{
    NodeTaker, Options, StreamedTree, Verdict, check_certificate, check_certificate_with_tree,
};
use crate::model::Problem;
use crate::program::{PartFault, Path, Proving, Step, preorder, proved_by};
use crate::wire::{
    CertificateDocument, Claim, DualNode, Lower, PartDocument, Quantity, Scope, Status, TreeWriter, to_bytes,
};
use std::io::{self, Write};

/// Why parts were not put together.
#[derive(Debug)]
pub enum JoinFault<E> {
    /// A part could not be read.
    Read(E),
    /// The fault of the part with this index.
    Part(usize, PartsError),
    /// Parts without a proof: the index of the first, and how many more there are.
    Unproved(usize, usize),
    /// The fault of all parts together.
    Whole(PartsError),
    /// The certificate could not be written.
    Write(io::Error),
}

impl<E> From<PartsError> for JoinFault<E> {
    fn from(fault: PartsError) -> Self {
        Self::Whole(fault)
    }
}

/// The data of all parts that are known before the certificate is begun.
struct Heads {
    /// The first part, without its proof.
    first: PartDocument,
    /// The value that each states to prove, and its place in the tree.
    values: Vec<u64>,
    paths: Vec<Path>,
}

/// Writes the certificate that parts were cut from with the proofs of all of them; the checker accepts it.
/// `read` gives the part with an index, and is asked twice for each. When it fails, what was written is no
/// certificate.
///
/// # Errors
/// [`JoinFault`].
///
/// # Complexity
/// O(all multipliers + variables · leaves) time, and that of the check; space O(the largest part + parts ·
/// depth), beside the certificate that is there.
pub fn join<E>(
    certificate: &CertificateDocument,
    parts: usize,
    read: &dyn Fn(usize) -> Result<PartDocument, E>,
    sink: &mut dyn Write,
) -> Result<Joined, JoinFault<E>> {
    if parts == 0 {
        return Err(JoinFault::Whole(PartFault::Missing("at the root".to_owned()).into()));
    }
    let problem = Problem::new(&certificate.task).map_err(PartsError::from)?;
    let first = read(0).map_err(JoinFault::Read)?.without_proof();
    let model = model_of(&problem, &first)?;
    let heads = heads(certificate, first, parts, read)?;
    let steps = preorder(&heads.paths).map_err(PartsError::from)?;
    let trees = Trees { certificate, heads: &heads, model: &model, read };
    let (value, quantity) = (heads.values.iter().copied().min().unwrap_or(0), heads.first.quantity);
    let lower = dual_tree(value, heads.first.horizon_slots, heads.first.model, Vec::new());
    let verdict = match with_bound(certificate, quantity, model.scope(), lower)? {
        Some((hollow, claim)) => trees.write(&hollow, claim, &steps, sink)?,
        None => trees.keep(sink)?,
    };
    Ok(Joined { verdict, quantity })
}

/// The result of joining the parts.
#[derive(Debug)]
pub struct Joined {
    /// The verdict of the checker on the certificate.
    pub verdict: Verdict,
    /// The quantity that the parts bound.
    pub quantity: Quantity,
}

/// Reads the stated values of every part, without a look at its tree.
fn heads<E>(
    certificate: &CertificateDocument,
    first: PartDocument,
    parts: usize,
    read: &dyn Fn(usize) -> Result<PartDocument, E>,
) -> Result<Heads, JoinFault<E>> {
    let mut heads = Heads { first, values: Vec::new(), paths: Vec::new() };
    let mut unproved = Vec::new();
    for index in 0..parts {
        let part = read(index).map_err(JoinFault::Read)?;
        require_same(certificate, &heads.first, &part).map_err(|fault| JoinFault::Part(index, fault))?;
        match &part.lower {
            None => unproved.push(index),
            Some(lower) => heads.values.push(lower.slots().min(part.target)),
        }
        heads.paths.push(part.path);
    }
    match unproved[..] {
        [] => Ok(heads),
        [first, ref others @ ..] => Err(JoinFault::Unproved(first, others.len())),
    }
}

/// The trees of all parts, where they are read.
struct Trees<'a, E> {
    certificate: &'a CertificateDocument,
    heads: &'a Heads,
    model: &'a Model,
    read: &'a dyn Fn(usize) -> Result<PartDocument, E>,
}

impl<E> Trees<'_, E> {
    /// Returns the tree of a part after recomputing the value that it proves.
    fn tree(&self, index: usize) -> Result<Vec<DualNode>, JoinFault<E>> {
        let own = |fault| JoinFault::Part(index, fault);
        let part = (self.read)(index).map_err(JoinFault::Read)?;
        require_same(self.certificate, &self.heads.first, &part).map_err(own)?;
        let (value, tree) = proof(part, &self.heads.paths[index], self.model).map_err(own)?;
        if value == self.heads.values[index] { Ok(tree) } else { Err(own(PartsError::Changed)) }
    }

    /// Writes a certificate around the trees, while the checker goes through it.
    fn write(
        &self,
        hollow: &CertificateDocument,
        claim: usize,
        steps: &[Step],
        sink: &mut dyn Write,
    ) -> Result<Verdict, JoinFault<E>> {
        let mut writer = TreeWriter::begin(hollow, claim, sink).map_err(JoinFault::Write)?;
        let mut fault = None;
        let mut nodes = |taker: &mut NodeTaker<'_>| {
            for step in steps {
                let nodes = match step {
                    Step::Fix(variable) => Ok(vec![DualNode::Fix(*variable)]),
                    Step::Part(index) => self.tree(*index),
                };
                let written = nodes.and_then(|nodes| {
                    nodes.iter().try_for_each(|node| writer.node(node)).map_err(JoinFault::Write)?;
                    Ok(nodes)
                });
                match written {
                    Ok(nodes) if nodes.iter().all(&mut *taker) => {}
                    Ok(_) => return,
                    Err(found) => {
                        fault = Some(found);
                        return;
                    }
                }
            }
        };
        let coming = StreamedTree { claim, nodes: &mut nodes };
        let found = check_certificate_with_tree(hollow, &Options::default(), coming);
        if let Some(fault) = fault {
            return Err(fault);
        }
        let verdict = found.map_err(|rejection| PartsError::Refused(Box::new(rejection)))?;
        writer.end().map_err(JoinFault::Write)?;
        Ok(verdict)
    }

    /// Writes the certificate unchanged, as its bound is better than that of the parts; these are still
    /// recomputed.
    fn keep(&self, sink: &mut dyn Write) -> Result<Verdict, JoinFault<E>> {
        for index in 0..self.heads.paths.len() {
            self.tree(index)?;
        }
        let verdict = check_certificate(self.certificate, &Options::default())
            .map_err(|rejection| PartsError::Refused(Box::new(rejection)))?;
        sink.write_all(&to_bytes(self.certificate)).map_err(JoinFault::Write)?;
        Ok(verdict)
    }
}

/// Refuses a part of another proof.
fn require_same(
    certificate: &CertificateDocument,
    first: &PartDocument,
    part: &PartDocument,
) -> Result<(), PartsError> {
    let same = [
        ("task", part.task == certificate.task),
        ("quantity", part.quantity == first.quantity),
        ("target", part.target == first.target),
        ("horizon", part.horizon_slots == first.horizon_slots),
        ("model", part.model == first.model),
    ];
    same.into_iter().find(|(_, same)| !same).map_or(Ok(()), |(what, _)| Err(PartsError::Foreign(what)))
}

/// Recomputes and returns the value that the proof of a part proves.
///
/// # Errors
/// [`PartsError`] where the part is none of its task, or its proof is none.
///
/// # Complexity
/// That of [`proved_by`].
pub fn proved(part: PartDocument) -> Result<u64, PartsError> {
    let problem = Problem::new(&part.task)?;
    let model = model_of(&problem, &part)?;
    let path = part.path.clone();
    proof(part, &path, &model).map(|(value, _)| value)
}

/// Returns the tree of a part, and the value that it proves, recomputed.
fn proof(part: PartDocument, path: &Path, model: &Model) -> Result<(u64, Vec<DualNode>), PartsError> {
    let proving = proving(&part);
    let (target, place) = (part.target, (part.horizon_slots, part.model));
    let Some(Lower::DualTree { value, horizon_slots, model: word, tree }) = part.lower else {
        return Err(PartsError::Unproved);
    };
    if (horizon_slots, word) != place {
        return Err(PartsError::NoTree);
    }
    if part.path != *path {
        return Err(PartsError::Changed);
    }
    let proved = proved_by(model.program(), proving, path, &tree)?.ok_or(PartsError::NoTree)?;
    let claimed = value.min(target);
    match proving {
        Proving::NoSolution if proved != u64::MAX => Err(PartsError::False { claimed, proved }),
        Proving::AtLeast(_) if proved < claimed => Err(PartsError::False { claimed, proved }),
        _ => Ok((claimed, tree)),
    }
}

/// Returns the certificate with a claim that rests on a new bound, in place of one with an equal scope, and
/// the index of that claim; none where the existing claim is better.
fn with_bound(
    certificate: &CertificateDocument,
    quantity: Quantity,
    scope: Scope,
    lower: Lower,
) -> Result<Option<(CertificateDocument, usize)>, PartsError> {
    let known = claim(certificate, quantity)?;
    let status = if known.value == lower.value() { Status::Optimal } else { Status::UpperBound };
    let value = lower.value();
    let new = Claim { scope, lower, status, ..known.clone() };
    let is_same =
        |claim: &Claim| claim.quantity == quantity && claim.scope == scope && claim.horizon == new.horizon;
    if certificate.claims.iter().any(|claim| is_same(claim) && claim.lower.value() > value) {
        return Ok(None);
    }
    let mut claims: Vec<Claim> = certificate.claims.iter().filter(|claim| !is_same(claim)).cloned().collect();
    let place = claims.iter().position(|claim| claim.quantity == quantity).unwrap_or(claims.len());
    claims.insert(place, new);
    let hollow = CertificateDocument::new(certificate.task.clone(), certificate.schedule.clone(), claims);
    Ok(Some((hollow, place)))
}
