//! What people call the nodes and links of Cayley graphs.

use super::families::unrank;
use super::{Link, Node, wide};
use crate::wire::{Family, Group};
use std::fmt;

/// The name of a link of a Cayley graph: what it does.
pub(super) fn generator_name(group: &Group, link: Link) -> String {
    let place = u64::from(link.0);
    match group {
        Group::Family { family, .. } => match family {
            Family::Star => format!("swap 0,{}", place + 1),
            Family::BubbleSort => format!("swap {place},{}", place + 1),
            Family::Pancake => format!("flip {}", place + 2),
            Family::Complete => format!("+{}", place + 1),
            Family::CubeConnectedCycles => ["ring+", "ring-", "cube"][wide(link.0)].to_owned(),
            Family::Butterfly => ["straight+", "straight-", "cross+", "cross-"][wide(link.0)].to_owned(),
        },
        Group::Circulant { n, steps, .. } => {
            let ways = |&step: &u64| {
                let names = if 2 * step == *n {
                    vec![format!("±{step}")]
                } else {
                    vec![format!("+{step}"), format!("-{step}")]
                };
                names.into_iter()
            };
            steps.iter().flat_map(ways).nth(wide(link.0)).expect("a name for every link")
        }
        Group::Permutations { .. } => format!("g{place}"),
    }
}

/// The name of a node of a Cayley graph.
pub(super) fn element_name(group: &Group, node: Node) -> String {
    match group {
        Group::Family { family, n } => match family {
            Family::Star | Family::BubbleSort | Family::Pancake => {
                unrank(node.0, *n).iter().map(u64::to_string).collect()
            }
            Family::Complete => node.0.to_string(),
            Family::CubeConnectedCycles | Family::Butterfly => {
                let width = usize::try_from(*n).expect("at most 17 bits");
                format!("({:0width$b},{})", node.0 / n, node.0 % n)
            }
        },
        Group::Circulant { .. } | Group::Permutations { .. } => node.0.to_string(),
    }
}

pub(super) fn write_group(formatter: &mut fmt::Formatter<'_>, group: &Group) -> fmt::Result {
    match group {
        Group::Family { family, n } => match family {
            Family::Star => write!(formatter, "star graph of {n} symbols"),
            Family::BubbleSort => write!(formatter, "bubble-sort graph of {n} symbols"),
            Family::Pancake => write!(formatter, "pancake graph of {n} symbols"),
            Family::Complete => formatter.write_str("complete graph"),
            Family::CubeConnectedCycles => write!(formatter, "cube-connected cycles of dimension {n}"),
            Family::Butterfly => write!(formatter, "wrapped butterfly of {n} levels"),
        },
        Group::Circulant { steps, .. } => {
            let words: Vec<_> = steps.iter().map(u64::to_string).collect();
            write!(formatter, "circulant with steps {}", words.join(", "))
        }
        Group::Permutations { permutations } => {
            write!(formatter, "Cayley graph of {} permutations", permutations.len())
        }
    }
}
