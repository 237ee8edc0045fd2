//! A place for every node of any network: nodes are as far from each other as in hops, as well as that can
//! be.
//!
//! Gansner, Koren, North: Graph drawing by stress majorization (Graph Drawing 2004), node by node, in
//! integers: the same network has the same places everywhere.

use super::canvas::{Point, at, whole};
use super::names::RADIUS;
use crate::graph::Random;
use crate::model::{Node, wide};
use std::collections::VecDeque;

/// A hop in pixels, and a pixel in parts.
const HOP: i64 = 64;
const PARTS: i64 = 256;
/// Rounds over all nodes, unless none moves by more than a quarter of a pixel before.
const ROUNDS: usize = 60;
/// Pixels that two nodes are apart at least, if the drawing need not grow more than threefold.
const LEAST: i64 = 27;
/// What weight 1 is.
const UNIT: i64 = 1 << 20;

/// Places all nodes of a network with these links, whichever way they lead.
///
/// # Complexity
/// O(nodes² · [`ROUNDS`] + nodes · links).
pub(super) fn stress(nodes: usize, pairs: &[(Node, Node)]) -> Vec<Point> {
    let (hops, order) = hops(nodes, pairs);
    // Of several beginnings the one with the best end: in the order of indices, in that of hops, at random.
    let mut scattered = order.clone();
    Random::new(1).shuffle(&mut scattered);
    let beginnings = [(0..nodes).collect(), order, scattered];
    let ends = beginnings.into_iter().map(|order| settled(&hops, &round(&order)));
    let best = ends.min_by_key(|places| strain(&hops, places)).unwrap_or_default();
    apart(&best)
}

/// The hops between all nodes, one more than the most where there is no way, and the nodes by hops from node
/// 0.
fn hops(nodes: usize, pairs: &[(Node, Node)]) -> (Vec<Vec<i64>>, Vec<usize>) {
    let mut next = vec![Vec::new(); nodes];
    for (from, to) in pairs {
        let (from, to) = (wide(from.narrow()), wide(to.narrow()));
        next[from].push(to);
        next[to].push(from);
    }
    let mut order = Vec::new();
    let mut found: Vec<Vec<i64>> = Vec::with_capacity(nodes);
    for start in 0..nodes {
        let mut far = vec![-1; nodes];
        far[start] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            if start == 0 {
                order.push(node);
            }
            for &end in &next[node] {
                if far[end] < 0 {
                    far[end] = far[node] + 1;
                    queue.push_back(end);
                }
            }
        }
        found.push(far);
    }
    let most = found.iter().flatten().copied().max().unwrap_or(0);
    found.iter_mut().flatten().filter(|far| **far < 0).for_each(|far| *far = most + 1);
    order.extend((0..nodes).filter(|&node| found[0][node] > most));
    (found, order)
}

/// Nodes in an order around a square: close enough to a circle.
fn round(order: &[usize]) -> Vec<Point> {
    let n = whole(order.len()).max(1);
    let mut places = vec![at(0, 0); order.len()];
    let side = n * HOP * PARTS / 4;
    for (index, &node) in (0..).zip(order) {
        // Along the four sides, in parts of the whole way.
        let way = 4 * side * index / n;
        let along = way % side.max(1);
        places[node] = match way / side.max(1) {
            0 => at(along, 0),
            1 => at(side, along),
            2 => at(side - along, side),
            _ => at(0, side - along),
        };
    }
    places
}

/// Moves one node after the other to where all others want it, weighted by the inverse square of their hops.
fn settled(hops: &[Vec<i64>], places: &[Point]) -> Vec<Point> {
    let mut places = places.to_vec();
    for _ in 0..ROUNDS {
        let mut most = 0;
        for node in 0..places.len() {
            let place = wanted(hops, &places, node);
            most = most.max((place.x - places[node].x).abs()).max((place.y - places[node].y).abs());
            places[node] = place;
        }
        if most * 4 <= PARTS {
            break;
        }
    }
    places
}

fn wanted(hops: &[Vec<i64>], places: &[Point], node: usize) -> Point {
    let here = places[node];
    let (mut x, mut y, mut all) = (0, 0, 0);
    for (other, &there) in places.iter().enumerate().filter(|(other, _)| *other != node) {
        let far = hops[node][other];
        let weight = UNIT / (far * far);
        let (dx, dy) = (here.x - there.x, here.y - there.y);
        let length = (dx * dx + dy * dy).isqrt();
        // Of two in one place the later goes down.
        let (dx, dy, length) =
            if length == 0 { (0, if node > other { 1 } else { -1 }, 1) } else { (dx, dy, length) };
        let wide = far * HOP * PARTS;
        x += weight * (there.x + wide * dx / length);
        y += weight * (there.y + wide * dy / length);
        all += weight;
    }
    if all == 0 { here } else { at(x / all, y / all) }
}

/// How far distances are from hops, in squares of thousandths.
fn strain(hops: &[Vec<i64>], places: &[Point]) -> i64 {
    let of = |(index, a): (usize, &Point)| -> i64 {
        let others = places.iter().enumerate().skip(index + 1);
        let one = |(other, b): (usize, &Point)| {
            let wide = hops[index][other] * HOP * PARTS;
            let length = ((a.x - b.x).pow(2) + (a.y - b.y).pow(2)).isqrt();
            ((length - wide) * 1000 / wide).pow(2)
        };
        others.map(one).sum()
    };
    places.iter().enumerate().map(of).sum()
}

/// In pixels, larger where nodes would stand too close.
fn apart(places: &[Point]) -> Vec<Point> {
    let length = |a: &Point, b: &Point| ((a.x - b.x).pow(2) + (a.y - b.y).pow(2)).isqrt();
    let pairs =
        places.iter().enumerate().flat_map(|(index, a)| places[..index].iter().map(move |b| length(a, b)));
    let closest = pairs.min().unwrap_or(HOP * PARTS).max(1);
    // In hundredths.
    let grown = (LEAST * PARTS * 100 / closest).clamp(100, 300);
    places.iter().map(|place| at(place.x * grown / (100 * PARTS), place.y * grown / (100 * PARTS))).collect()
}

/// Whether a link lies upon a node that is not its end.
pub(super) fn touches(places: &[Point], pairs: &[(Node, Node)]) -> bool {
    let of = |node: &Node| places[wide(node.narrow())];
    pairs.iter().any(|(from, to)| {
        let (a, b) = (of(from), of(to));
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let square = dx * dx + dy * dy;
        places.iter().filter(|&&c| c != a && c != b).any(|c| {
            let (x, y) = (c.x - a.x, c.y - a.y);
            let along = dx * x + dy * y;
            let aside = dx * y - dy * x;
            let near = (RADIUS + 4).pow(2);
            (0..=square).contains(&along) && aside * aside < near * square
        })
    })
}
