//! The two-rooted complete binary tree as a spanning tree of the cube (Bhatt and Ipsen, *How to Embed Trees
//! in Hypercubes*, 1985, prove that there is one; P5 §3.4 broadcasts on it).
//!
//! It is a complete binary tree of height n - 1 whose root is replaced by two adjacent nodes r and s, one
//! above each half:
//!
//! ```text
//!        r ───── s
//!        │       │
//!        x       y        below x and y complete binary trees of height n - 2
//! ```
//!
//! Addresses are relative to r = 0. Invariant: s = 2^(n-1), and x = 2^(n-2) for n ≥ 2. The tree of dimension
//! n is made of two of dimension n - 1, in the halves A and B of the cube. Both x and s are neighbours of r,
//! so the exchange φ of their two bits is an automorphism that keeps r and exchanges x and s; B carries the
//! image under φ. Then r of A and r of B are adjacent, and so are s of A and x of B, and x of A and s of B.
//! The edges r-x of both halves are taken away, those three are put in: s of A has now the complete trees of
//! its own y and of x of B below it, s of B those of its own y and of x of A, and r of A and r of B are the
//! new roots.

/// Exchanges the bits of x and s of the (n-1)-dimensional tree, which are n - 3 and n - 2.
fn exchanged(n: u32, c: u64) -> u64 {
    let (low, high) = (n - 3, n - 2);
    if (c >> low ^ c >> high) & 1 == 1 { c ^ (1 << low | 1 << high) } else { c }
}

/// Returns the parent of a node; none for the root. Takes time O(n).
pub(in crate::tree) fn parent(n: u32, c: u64) -> Option<u64> {
    if n <= 2 {
        return [None, Some(0), Some(0), Some(2)][usize::try_from(c).expect("a node of the 2-cube")];
    }
    let (top, x) = (1_u64 << (n - 1), 1_u64 << (n - 3));
    let in_b = c & top != 0;
    let inner = if in_b { exchanged(n, c ^ top) } else { c };
    if inner == x {
        // x of either half hangs below s of the other half.
        return Some(c ^ top);
    }
    match parent(n - 1, inner) {
        Some(up) if in_b => Some(exchanged(n, up) | top),
        None if in_b => Some(0),
        up => up,
    }
}

/// Returns the children of a node, of the root s before x. Takes time O(n).
pub(in crate::tree) fn children(n: u32, c: u64) -> Vec<u64> {
    match n {
        1 => return [vec![1], vec![]][usize::from(c == 1)].clone(),
        2 => {
            return [vec![2, 1], vec![], vec![3], vec![]][usize::try_from(c).expect("a node of the 2-cube")]
                .clone();
        }
        _ => {}
    }
    let (top, s, x) = (1_u64 << (n - 1), 1_u64 << (n - 2), 1_u64 << (n - 3));
    let in_b = c & top != 0;
    let inner = if in_b { exchanged(n, c ^ top) } else { c };
    let mut down = Vec::new();
    if c == 0 {
        down.push(top);
    }
    let kept = children(n - 1, inner).into_iter().filter(|&child| inner != 0 || child != x);
    down.extend(kept.map(|child| if in_b { exchanged(n, child) | top } else { child }));
    if inner == s {
        down.push(c ^ top);
    }
    down
}

/// Returns the sizes of the subtrees of the root, in the order of its children.
pub(in crate::tree) fn subtrees(n: u32) -> Vec<u64> {
    if n == 1 { vec![1] } else { vec![1 << (n - 1), (1 << (n - 1)) - 1] }
}
