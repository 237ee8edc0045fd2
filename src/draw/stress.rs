//! Places the nodes of any network by stress majorization: distances in the drawing approximate those in
//! hops.
//!
//! Gansner, Koren, North: Graph drawing by stress majorization (Graph Drawing 2004), node by node. The
//! arithmetic is in integers, so a network has the same places on every machine.

use super::canvas::{Point, at, whole};
use super::names::NODE_RADIUS;
use crate::graph::Random;
use crate::model::{Node, wide};
use std::collections::VecDeque;

/// Pixels per hop, and units of the integer arithmetic per pixel.
const PIXELS_PER_HOP: i64 = 64;
const UNITS_PER_PIXEL: i64 = 256;
/// The most rounds over all nodes; the rounds end earlier if no node moves by more than a quarter of a pixel.
const MAX_ROUNDS: usize = 60;
/// The least distance of two nodes in pixels, unless the drawing would have to grow more than threefold.
const MIN_NODE_DISTANCE: i64 = 27;
/// The integer that stands for weight 1.
const WEIGHT_ONE: i64 = 1 << 20;

/// Places all nodes of a network with these links; the direction of a link does not matter.
///
/// # Complexity
/// O(nodes² · [`MAX_ROUNDS`] + nodes · links).
pub(super) fn stress(nodes: usize, pairs: &[(Node, Node)]) -> Vec<Point> {
    let (hops, order) = hops(nodes, pairs);
    // The best of three starts is taken: in the order of indices, in that of hops, and at random.
    let mut scattered = order.clone();
    Random::new(1).shuffle(&mut scattered);
    let beginnings = [(0..nodes).collect(), order, scattered];
    let ends = beginnings.into_iter().map(|order| majorize(&hops, &around_square(&order)));
    let best = ends.min_by_key(|places| stress_of_places(&hops, places)).unwrap_or_default();
    scale_to_pixels(&best)
}

/// Returns the hops between all nodes, one more than the longest distance if there is no path, and the nodes
/// in order of their hops from node 0.
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

/// Places nodes in an order around a square, which is close enough to a circle.
fn around_square(order: &[usize]) -> Vec<Point> {
    let n = whole(order.len()).max(1);
    let mut places = vec![at(0, 0); order.len()];
    let side = n * PIXELS_PER_HOP * UNITS_PER_PIXEL / 4;
    for (index, &node) in (0..).zip(order) {
        // The position along the four sides, in parts of the whole way.
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

/// Moves one node after the other to the place that the others prefer, weighted by the inverse square of the
/// hops.
fn majorize(hops: &[Vec<i64>], places: &[Point]) -> Vec<Point> {
    let mut places = places.to_vec();
    for _ in 0..MAX_ROUNDS {
        let mut most = 0;
        for node in 0..places.len() {
            let place = preferred_place(hops, &places, node);
            most = most.max((place.x - places[node].x).abs()).max((place.y - places[node].y).abs());
            places[node] = place;
        }
        if most * 4 <= UNITS_PER_PIXEL {
            break;
        }
    }
    places
}

fn preferred_place(hops: &[Vec<i64>], places: &[Point], node: usize) -> Point {
    let here = places[node];
    let (mut x, mut y, mut all) = (0, 0, 0);
    for (other, &there) in places.iter().enumerate().filter(|(other, _)| *other != node) {
        let far = hops[node][other];
        let weight = WEIGHT_ONE / (far * far);
        let (dx, dy) = (here.x - there.x, here.y - there.y);
        let length = (dx * dx + dy * dy).isqrt();
        // Of two nodes in one place the later moves down.
        let (dx, dy, length) =
            if length == 0 { (0, if node > other { 1 } else { -1 }, 1) } else { (dx, dy, length) };
        let wide = far * PIXELS_PER_HOP * UNITS_PER_PIXEL;
        x += weight * (there.x + wide * dx / length);
        y += weight * (there.y + wide * dy / length);
        all += weight;
    }
    if all == 0 { here } else { at(x / all, y / all) }
}

/// Computes the stress: the squares of the relative errors of distances against hops, in thousandths.
fn stress_of_places(hops: &[Vec<i64>], places: &[Point]) -> i64 {
    let of = |(index, a): (usize, &Point)| -> i64 {
        let others = places.iter().enumerate().skip(index + 1);
        let one = |(other, b): (usize, &Point)| {
            let wide = hops[index][other] * PIXELS_PER_HOP * UNITS_PER_PIXEL;
            let length = ((a.x - b.x).pow(2) + (a.y - b.y).pow(2)).isqrt();
            ((length - wide) * 1000 / wide).pow(2)
        };
        others.map(one).sum()
    };
    places.iter().enumerate().map(of).sum()
}

/// Converts places to pixels, enlarged where nodes would be too close.
fn scale_to_pixels(places: &[Point]) -> Vec<Point> {
    let length = |a: &Point, b: &Point| ((a.x - b.x).pow(2) + (a.y - b.y).pow(2)).isqrt();
    let pairs =
        places.iter().enumerate().flat_map(|(index, a)| places[..index].iter().map(move |b| length(a, b)));
    let closest = pairs.min().unwrap_or(PIXELS_PER_HOP * UNITS_PER_PIXEL).max(1);
    // The factor is in hundredths.
    let grown = (MIN_NODE_DISTANCE * UNITS_PER_PIXEL * 100 / closest).clamp(100, 300);
    places
        .iter()
        .map(|place| at(place.x * grown / (100 * UNITS_PER_PIXEL), place.y * grown / (100 * UNITS_PER_PIXEL)))
        .collect()
}

/// Returns whether a link crosses a node that is not one of its ends.
pub(super) fn link_crosses_node(places: &[Point], pairs: &[(Node, Node)]) -> bool {
    let of = |node: &Node| places[wide(node.narrow())];
    pairs.iter().any(|(from, to)| {
        let (a, b) = (of(from), of(to));
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let square = dx * dx + dy * dy;
        places.iter().filter(|&&c| c != a && c != b).any(|c| {
            let (x, y) = (c.x - a.x, c.y - a.y);
            let along = dx * x + dy * y;
            let aside = dx * y - dy * x;
            let near = (NODE_RADIUS + 4).pow(2);
            (0..=square).contains(&along) && aside * aside < near * square
        })
    })
}
