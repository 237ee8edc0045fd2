//! The groups of translations that are tried, by increasing index.

use crate::model::{Link, Network, Node, Subgroup};

/// Most nodes of a network whose groups are enumerated.
const MAX_GROUPED_NODES: u64 = 1 << 14;
/// Most assignments of values to links that are tried for one index.
const MAX_CHOICES: u64 = 1 << 10;

/// Returns groups of translations with 2 to `most` classes of nodes, by increasing number: the kernels of
/// homomorphisms onto cyclic groups, the intersections of two of them, and the trivial group.
///
/// A map onto the integers modulo r gives every link a value, opposite links opposite ones, such that the
/// values along any way round add up to 0; nodes of equal value make a class. On tori these groups keep a sum
/// of coordinates, on permutation graphs they are the even permutations; a network need not have any of them.
///
/// # Complexity
/// O(n · m) time for each of at most 2¹⁰ assignments of values for each number of classes.
#[must_use]
pub fn subgroups(network: &Network, most: u64) -> Vec<Subgroup> {
    let nodes = network.nodes();
    if nodes > MAX_GROUPED_NODES || !network.is_symmetric() {
        return Vec::new();
    }
    let mut maps: Vec<Vec<u64>> = Vec::new();
    for order in (2..=most.min(nodes)).filter(|order| nodes.is_multiple_of(*order)) {
        maps.extend(onto_cyclic(network, order));
    }
    let mut classes = maps.clone();
    for (index, one) in maps.iter().enumerate() {
        for other in &maps[..index] {
            let both: Vec<u64> = one.iter().zip(other).map(|(a, b)| a * nodes + b).collect();
            classes.push(numbered(&both));
        }
    }
    let mut classes: Vec<Vec<u64>> = classes.iter().map(|class| numbered(class)).collect();
    classes.sort_by_cached_key(|class| (class.iter().max().copied(), class.clone()));
    classes.dedup();
    let few = |group: &Subgroup| (2..=most).contains(&u64::from(group.classes()));
    let mut groups: Vec<Subgroup> =
        classes.iter().filter_map(|class| kernel(network, class)).filter(few).collect();
    let trivial = Subgroup::new(network, Vec::new()).filter(few);
    groups.extend(trivial.filter(|trivial| groups.iter().all(|group| group.classes() < trivial.classes())));
    groups
}

/// Numbers classes in the order in which they first occur.
fn numbered(class: &[u64]) -> Vec<u64> {
    let mut known: std::collections::BTreeMap<u64, u64> = std::collections::BTreeMap::new();
    let mut next = 0;
    let mut number = |value: u64| {
        *known.entry(value).or_insert_with(|| {
            next += 1;
            next - 1
        })
    };
    class.iter().map(|&value| number(value)).collect()
}

/// Returns the values of all nodes under each map onto the integers modulo `order`.
fn onto_cyclic(network: &Network, order: u64) -> Vec<Vec<u64>> {
    let links: Vec<Link> = (0..network.links()).map(Link).collect();
    // One of every pair of opposite links.
    let free: Vec<Link> = links.iter().copied().filter(|&link| network.opposite(link) >= link).collect();
    let choices = free.iter().try_fold(1_u64, |all, _| all.checked_mul(order));
    let Some(choices) = choices.filter(|&choices| choices <= MAX_CHOICES) else { return Vec::new() };
    let mut found = Vec::new();
    for choice in 1..choices {
        let mut values = vec![0; links.len()];
        let mut rest = choice;
        for &link in &free {
            values[index(link)] = rest % order;
            values[index(network.opposite(link))] = (order - rest % order) % order;
            rest /= order;
        }
        if let Some(class) = node_values(network, &links, &values, order) {
            found.push(class);
        }
    }
    found
}

/// Returns the value of every node, if it does not depend on the way from node 0 and every value occurs.
pub(super) fn node_values(network: &Network, links: &[Link], values: &[u64], order: u64) -> Option<Vec<u64>> {
    let nodes = usize::try_from(network.nodes()).ok()?;
    let mut class: Vec<Option<u64>> = vec![None; nodes];
    class[0] = Some(0);
    let mut open = vec![Node(0)];
    while let Some(node) = open.pop() {
        let own = class[place(node)]?;
        for &link in links {
            let (there, value) = (network.neighbor(node, link), (own + values[index(link)]) % order);
            match class[place(there)] {
                None => {
                    class[place(there)] = Some(value);
                    open.push(there);
                }
                Some(known) if known == value => {}
                Some(_) => return None,
            }
        }
    }
    let class: Option<Vec<u64>> = class.into_iter().collect();
    class.filter(|class| (0..order).all(|value| class.contains(&value)))
}

/// Returns the group of translations that keep the classes of a map: those that take node 0 to its own class.
pub(super) fn kernel(network: &Network, class: &[u64]) -> Option<Subgroup> {
    let mut group = Subgroup::new(network, Vec::new())?;
    for (node, &value) in (0..).map(Node).zip(class) {
        if value == class[0] && group.class(node) != group.class(Node(0)) {
            let generators = group.generators().iter().copied().chain([node]).collect();
            group = Subgroup::new(network, generators)?;
        }
    }
    Some(group)
}

fn index(link: Link) -> usize {
    usize::try_from(link.0).expect("an index of a list")
}

fn place(node: Node) -> usize {
    usize::try_from(node.0).expect("few nodes")
}
