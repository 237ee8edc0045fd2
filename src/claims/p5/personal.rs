//! §4 and §4.2: personalised communication along the spanning binomial and the balanced spanning tree.

use crate::claims::code::Code;
use crate::claims::shape::Shape;
use crate::claims::{ClaimError, Docket};
use crate::tree::TreeKind;

/// In every step some link out of the root carries as much as any link does.
fn root_determines(tree: &Shape) -> bool {
    tree.stepwise().at_root
}
/// In every step each link out of the root carries as much as any link between other nodes.
fn every_subtree(tree: &Shape) -> bool {
    let steps = tree.profile(0).len() - 1;
    let amount = |node: usize, step: usize| tree.profile(node).get(steps - 1 - step).copied().unwrap_or(0);
    let inner = |step| {
        (1..tree.nodes()).flat_map(|node| tree.children(node)).map(move |&node| amount(node, step)).max()
    };
    (0..steps).all(|step| tree.children(0).iter().map(|&top| amount(top, step)).min() >= inner(step))
}
/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code {
    file: file!(),
    id: "P5.BST.personal.all.amount",
    parts: &[
        |docket| {
            for n in 2..=12 {
                let holds = every_subtree(&Shape::new(TreeKind::Bst, n)?);
                docket.is(format!("hypercube {n}"), holds, "the amounts of all links in all steps compared");
            }
            Ok(())
        },
        |docket| root_first(docket, TreeKind::Bst),
    ],
}];

fn root_first(docket: &mut Docket, tree: TreeKind) -> Result<(), ClaimError> {
    for n in 2..=12 {
        let at_root = root_determines(&Shape::new(tree, n)?);
        docket.is(format!("hypercube {n}"), at_root, "the amounts of all links in all steps compared");
    }
    Ok(())
}
