//! A spanning tree of the hypercube, level by level.

use super::Picture;
use crate::draw::canvas::{Anchor, Panel, Pen, Shape, Type, at, text_width, whole};
use crate::draw::error::DrawError;
use crate::draw::palette::{GRAY, INK, shade_of};
use crate::draw::subject::Subject;
use crate::model::{Node, wide};
use crate::tree::CubeTree;
use std::collections::BTreeMap;

pub(in crate::draw) const TREE: Picture =
    Picture { word: "tree", sentence: "A spanning tree of the hypercube, level by level", draw: tree };

const MAX_NODES: u64 = 64;
const LEVEL_HEIGHT: i64 = 56;

/// Draws a tree from its root downwards: leaves stand side by side, a parent over the middle of its children.
fn tree(subject: &Subject) -> Result<Panel, DrawError> {
    let tree = subject.tree.as_ref().ok_or(DrawError::NoTree { picture: TREE.word })?;
    if tree.nodes() > MAX_NODES {
        let (picture, what, remedy) = (TREE.word, "nodes", "tree shows those of up to 6 dimensions");
        return Err(DrawError::TooLarge { picture, what, found: tree.nodes(), most: MAX_NODES, remedy });
    }
    let digits = wide(tree.dimension());
    let name = |node: Node| format!("{:0digits$b}", node.0);
    let width = text_width(&name(Node(0)), 12) + 12;
    let mut columns = BTreeMap::new();
    let mut leaves = 0;
    assign_columns(tree, tree.root(), &mut leaves, &mut columns);
    // The unit is half a column, so that the middle of two leaves is an integer.
    let place = |node: Node| {
        at(width / 2 + columns[&node] * (width + 8) / 2, 16 + whole(tree.level(node)) * LEVEL_HEIGHT)
    };
    let mut panel = Panel::new(leaves * (width + 8), 32 + whole(tree.height()) * LEVEL_HEIGHT);
    for &node in columns.keys() {
        if let Some(parent) = tree.parent(node) {
            let (from, to) = (place(parent), place(node));
            panel.line(at(from.x, from.y + 11), at(to.x, to.y - 11), Pen::new(GRAY, 1));
        }
    }
    for &node in columns.keys() {
        let (middle, shade) = (place(node), shade_of(tree.level(node)));
        let edge = (node == tree.root()).then_some(INK);
        let corner = at(middle.x - width / 2, middle.y - 11);
        panel.shapes.push(Shape::Box { at: corner, width, height: 22, round: 4, fill: shade.pale, edge });
        panel.text(at(middle.x, middle.y + 4), name(node), Type::new(12).anchor(Anchor::Middle));
    }
    Ok(panel)
}

/// Assigns every node of a subtree its column, in halves; the recursion is at most 64 levels deep.
fn assign_columns(tree: &CubeTree, node: Node, leaves: &mut i64, columns: &mut BTreeMap<Node, i64>) -> i64 {
    let children = tree.children(node);
    let places: Vec<i64> =
        children.into_iter().map(|child| assign_columns(tree, child, leaves, columns)).collect();
    let column = if let (Some(first), Some(last)) = (places.first(), places.last()) {
        (first + last) / 2
    } else {
        *leaves += 1;
        2 * (*leaves - 1)
    };
    columns.insert(node, column);
    column
}
