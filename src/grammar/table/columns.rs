//! What the names of columns and attributes mean, however people spell them.

use super::amount::bits;

/// What a column, or an attribute of links, says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::grammar) enum Role {
    /// Packets that a link carries in a slot.
    Capacity,
    /// What people call a capacity in units of their own: bandwidth, speed.
    Rate,
    /// Anything: 1, or refused.
    Weight,
    /// A length, delay or cost, for which slots have no place.
    Measure,
    /// What tells links side by side apart.
    Identity,
    /// Whether links lead one way.
    Direction,
    /// A name or remark that says nothing of the network.
    Label,
    /// A name that is not known.
    Unknown,
}

const CAPACITIES: [&str; 5] = ["capacity", "cap", "lanes", "multiplicity", "packetsperslot"];
const RATES: [&str; 8] =
    ["bandwidth", "bw", "rate", "speed", "datarate", "bitrate", "throughput", "speedraw"];
const WEIGHTS: [&str; 3] = ["weight", "weights", "wt"];
const MEASURES: [&str; 24] = [
    "length",
    "len",
    "distance",
    "dist",
    "delay",
    "latency",
    "lat",
    "cost",
    "metric",
    "time",
    "traveltime",
    "rtt",
    "hops",
    "km",
    "miles",
    "price",
    "duration",
    "igpmetric",
    "admincost",
    "igpcost",
    "ospfcost",
    "loss",
    "propagationdelay",
    "delayms",
];
const IDENTITIES: [&str; 3] = ["id", "key", "index"];
const LABELS: [&str; 8] = ["label", "name", "link", "color", "colour", "comment", "description", "note"];

/// The names of the two ends of a link, as people write them above columns.
const ENDS: [[&str; 2]; 24] = [
    ["from", "to"],
    ["source", "target"],
    ["src", "dst"],
    ["src", "dest"],
    ["source", "destination"],
    ["source", "dest"],
    ["source", "dst"],
    ["source", "sink"],
    ["origin", "destination"],
    ["sender", "receiver"],
    ["u", "v"],
    ["i", "j"],
    ["node1", "node2"],
    ["nodea", "nodeb"],
    ["nodeu", "nodev"],
    ["n1", "n2"],
    ["v1", "v2"],
    ["vertex1", "vertex2"],
    ["end1", "end2"],
    ["enda", "endb"],
    ["endpoint1", "endpoint2"],
    ["start", "end"],
    ["tail", "head"],
    ["router1", "router2"],
];

/// Returns the columns of the two ends, if a line names both.
pub(in crate::grammar) fn ends(names: &[String]) -> Option<[usize; 2]> {
    let bare: Vec<String> = names.iter().map(|name| bare(name)).collect();
    let at = |word: &str| bare.iter().position(|name| name == word || is_long_for(name, word));
    ENDS.iter().find_map(|[from, to]| Some([at(from)?, at(to)?]))
}

/// Whether a name is a word of ends with `node`, `id` or the like beside it: `from_node_id`, `source name`.
fn is_long_for(name: &str, word: &str) -> bool {
    let Some(rest) = name.strip_prefix(word).or_else(|| name.strip_suffix(word)) else { return false };
    word.len() > 1
        && ["node", "id", "nodeid", "name", "nodename", "label", "vertex", "index", "host"].contains(&rest)
}

/// Letters and digits alone, in lower case.
pub(in crate::grammar) fn bare(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns what a name means.
pub(in crate::grammar) fn role(name: &str) -> Role {
    let whole = bare(name);
    let (without_unit, _) = split_unit(name);
    let short = bare(without_unit);
    [whole.as_str(), short.as_str()].into_iter().find_map(known).unwrap_or(Role::Unknown)
}

/// What a name in bare letters means, also behind `link`, `edge` and the like.
fn known(name: &str) -> Option<Role> {
    let lists: [(&[&str], Role); 6] = [
        (&CAPACITIES, Role::Capacity),
        (&RATES, Role::Rate),
        (&WEIGHTS, Role::Weight),
        (&MEASURES, Role::Measure),
        (&IDENTITIES, Role::Identity),
        (&LABELS, Role::Label),
    ];
    let listed = |name: &str| lists.iter().find(|(words, _)| words.contains(&name)).map(|&(_, role)| role);
    if matches!(name, "type" | "directed" | "direction") {
        return Some(Role::Direction);
    }
    let behind = ["link", "edge", "line", "arc", "max"].iter().find_map(|word| name.strip_prefix(word));
    listed(name).or_else(|| behind.and_then(listed))
}

/// The unit of a rate that stands behind a name, as in `capacity_gbps`, `Bandwidth (GB/s)` or `speed [Mb/s]`.
pub(in crate::grammar) fn rate_unit(name: &str) -> Option<&str> {
    split_unit(name).1.filter(|unit| bits(unit).is_some())
}

/// A name without the unit behind it, and the unit.
pub(in crate::grammar) fn split_unit(name: &str) -> (&str, Option<&str>) {
    let name = name.trim();
    let bracketed = name.strip_suffix([')', ']']).and_then(|start| start.rsplit_once(['(', '[']));
    let parted = bracketed.or_else(|| name.rsplit_once(['_', ' ', '-', '.'])).or_else(|| camel(name));
    match parted {
        Some((start, unit)) if is_unit(unit.trim()) => (start, Some(unit.trim())),
        _ => (name, None),
    }
}

/// A name whose last word begins with a capital letter, parted before it: `capacityGbps`.
fn camel(name: &str) -> Option<(&str, &str)> {
    let at = name.char_indices().skip(1).filter(|(_, letter)| letter.is_uppercase()).map(|(at, _)| at);
    at.into_iter().map(|at| name.split_at(at)).find(|(_, unit)| is_unit(unit))
}

fn is_unit(unit: &str) -> bool {
    let of_measures = ["km", "m", "mi", "ms", "us", "µs", "ns", "s", "sec", "min", "h"];
    bits(unit).is_some() || of_measures.contains(&unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_case_blanks_and_units() {
        for (name, expected) in [
            ("Capacity", Role::Capacity),
            ("link_capacity", Role::Capacity),
            ("capacity_gbps", Role::Capacity),
            ("capacityGbps", Role::Capacity),
            ("Bandwidth (GB/s)", Role::Rate),
            ("LinkSpeed", Role::Rate),
            ("length_km", Role::Measure),
            ("dist", Role::Measure),
            ("Latency (ns)", Role::Measure),
            ("Weight", Role::Weight),
            ("Id", Role::Identity),
            ("value", Role::Unknown),
            ("weight_capacity_of_truck", Role::Unknown),
        ] {
            assert_eq!(role(name), expected, "{name}");
        }
        assert_eq!(rate_unit("capacity_gbps"), Some("gbps"));
        assert_eq!(rate_unit("length_km"), None);
    }

    #[test]
    fn ends_are_found_in_any_column() {
        let at = |names: &[&str]| ends(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(at(&["Id", "Target", "Source"]), Some([2, 1]));
        assert_eq!(at(&["from_node_id", "to_node_id"]), Some([0, 1]));
        assert_eq!(at(&["Oslo", "Bergen"]), None);
    }
}
