//! Places nodes on a circle.

use super::canvas::{Point, at, whole};

/// Places node 0 at the top and the others clockwise.
pub(super) fn on_a_circle(nodes: u64) -> Vec<Point> {
    let n = whole(nodes);
    let radius = (n * 12).clamp(70, 240);
    let place = |node: i64| at(radius * sine(node, n) / SINE_SCALE, -radius * cosine(node, n) / SINE_SCALE);
    (0..n).map(place).collect()
}

/// The value that stands for 1 in sines and cosines.
const SINE_SCALE: i64 = 10_000;

/// Computes the sine of `part` nths of a turn, in ten thousandths, by Bhāskara's approximation sin πu ≈ 16u(1
/// − u) / (5 − 4u(1 − u)), which is never more than 17 ten thousandths off.
fn sine(part: i64, n: i64) -> i64 {
    let half = 2 * part.rem_euclid(n);
    if half > n {
        return -sine(n - part.rem_euclid(n), n);
    }
    let product = half * (n - half);
    SINE_SCALE * 16 * product / (5 * n * n - 4 * product)
}

fn cosine(part: i64, n: i64) -> i64 {
    // The angle is a quarter of a turn more, in quarters of nths.
    sine(4 * part + n, 4 * n)
}
