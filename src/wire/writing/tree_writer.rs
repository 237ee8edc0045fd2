//! Writes a certificate while the tree of one of its claims is still being made, and never holds it whole.

use crate::certificate::CertificateDocument;
use crate::certificate::dual_tree::DualNode;
use crate::certificate::lower::Lower;
use crate::to_bytes;
use std::io::{self, Write};

/// Writes a certificate around a tree that is handed over node by node: the bytes are those that
/// [`to_bytes`] makes of the whole document.
///
/// # Examples
/// ```
/// use isotask_wire::{CertificateDocument, DualNode, Lower, TreeWriter, parse, to_bytes};
/// let text = br#"{"format":"isotask.certificate/1","task":{"format":"isotask.task/1","network":{"kind":"ring","nodes":4},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"average-delay"},
///   "schedule":{"kind":"symmetric","packets":[1,2,3],"slots":[[[0,0],[2,1]],[[1,0]],[[1,0]]]},
///   "claims":[{"quantity":"total-delay","value":5,"per":"node","scope":"isotropic","horizon":3,
///     "lower":{"kind":"dual-tree","value":1,"horizon_slots":3,"tree":[{"denominator":1,"rows":[]}]},"status":"upper-bound"}]}"#;
/// let whole: CertificateDocument = parse(text)?;
/// let mut hollow = whole.clone();
/// let Lower::DualTree { tree, .. } = &mut hollow.claims[0].lower else { unreachable!() };
/// let nodes: Vec<DualNode> = tree.drain(..).collect();
/// let mut written = Vec::new();
/// let mut writer = TreeWriter::begin(&hollow, 0, &mut written)?;
/// for node in &nodes {
///     writer.node(node)?;
/// }
/// writer.end()?;
/// assert_eq!(written, to_bytes(&whole));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TreeWriter<W> {
    sink: W,
    /// What follows the tree.
    tail: Vec<u8>,
    is_first: bool,
}

impl<W: Write> TreeWriter<W> {
    /// Writes all that stands before the nodes of the tree of a claim; nodes that the claim has are left out.
    ///
    /// # Errors
    /// What the sink fails with, and [`io::ErrorKind::InvalidInput`] where the claim has no such tree.
    ///
    /// # Complexity
    /// O(the document without the tree) time and space.
    pub fn begin(certificate: &CertificateDocument, claim: usize, mut sink: W) -> io::Result<Self> {
        let with = |nodes: &[DualNode]| {
            let mut certificate = certificate.clone();
            match certificate.claims.get_mut(claim).map(|claim| &mut claim.lower) {
                Some(Lower::DualTree { tree, .. }) => *tree = nodes.to_vec(),
                _ => return Err(io::Error::new(io::ErrorKind::InvalidInput, "the claim has no dual tree")),
            }
            Ok(to_bytes(&certificate))
        };
        let mut tail = with(&[])?;
        let one = with(&[DualNode::Leaf { denominator: 0, rows: Vec::new() }])?;
        // The two texts first differ in the tree, where one has `]` and the other `{`.
        let apart = tail.iter().zip(&one).take_while(|(none, some)| none == some).count();
        sink.write_all(&tail[..apart])?;
        Ok(Self { sink, tail: tail.split_off(apart), is_first: true })
    }

    /// Writes the next node.
    ///
    /// # Errors
    /// What the sink fails with.
    pub fn node(&mut self, node: &DualNode) -> io::Result<()> {
        if !std::mem::take(&mut self.is_first) {
            self.sink.write_all(b",")?;
        }
        serde_json::to_writer(&mut self.sink, node).map_err(io::Error::from)
    }

    /// Writes what follows the tree.
    ///
    /// # Errors
    /// What the sink fails with.
    pub fn end(mut self) -> io::Result<()> {
        self.sink.write_all(&self.tail)
    }
}
