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
    /// The unit of what another column says.
    Unit,
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
const DIRECTIONS: [&str; 5] = ["type", "directed", "undirected", "direction", "dir"];
const LABELS: [&str; 8] = ["label", "name", "link", "color", "colour", "comment", "description", "note"];

/// Letters and digits alone, in lower case.
pub(in crate::grammar) fn bare(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns what a name means.
pub(in crate::grammar) fn role(name: &str) -> Role {
    let whole = bare(name);
    let (without_unit, unit) = split_unit(name);
    let short = bare(without_unit);
    // As in `capacity in Gbps`.
    let short = unit.and(short.strip_suffix("in")).map_or(short.clone(), str::to_owned);
    [whole.as_str(), short.as_str()].into_iter().find_map(known).unwrap_or(Role::Unknown)
}

/// What a name in bare letters means, also behind `link`, `edge` and the like.
fn known(name: &str) -> Option<Role> {
    let lists: [(&[&str], Role); 7] = [
        (&CAPACITIES, Role::Capacity),
        (&RATES, Role::Rate),
        (&WEIGHTS, Role::Weight),
        (&MEASURES, Role::Measure),
        (&IDENTITIES, Role::Identity),
        (&DIRECTIONS, Role::Direction),
        (&LABELS, Role::Label),
    ];
    let listed = |name: &str| lists.iter().find(|(words, _)| words.contains(&name)).map(|&(_, role)| role);
    if name.ends_with("unit") || name.ends_with("units") {
        return Some(Role::Unit);
    }
    let behind = ["link", "edge", "line", "arc", "max"].iter().find_map(|word| name.strip_prefix(word));
    listed(name).or_else(|| behind.and_then(listed))
}

/// The unit of a rate that stands behind a name, as in `capacity_gbps`, `Bandwidth (GB/s)` or `speed [Mb/s]`.
pub(in crate::grammar) fn rate_unit(name: &str) -> Option<&str> {
    split_unit(name).1.filter(|unit| bits(unit).is_some())
}

/// What a value under a name of directions says: that a link leads one way, or both; none if it says nothing.
pub(in crate::grammar) fn leads_one_way(name: &str, value: &str) -> Option<bool> {
    let arrow = match value.trim() {
        "->" | "-->" | "=>" | "→" => Some(true),
        "<->" | "<-->" | "--" | "↔" => Some(false),
        _ => None,
    };
    let (name, value) = (bare(name), bare(value));
    let said = match value.as_str() {
        _ if arrow.is_some() => return arrow,
        "out" | "outgoing" | "forward" if speaks_of_direction(&name) => return Some(true),
        "directed" | "oneway" | "unidirectional" => return Some(true),
        "undirected" | "bidirectional" | "both" | "mutual" => return Some(false),
        "true" | "yes" | "1" => true,
        "false" | "no" | "0" => false,
        _ => return None,
    };
    (!name.ends_with("type")).then_some(said != name.ends_with("undirected"))
}

/// Whether a name in bare letters speaks of directions, and of nothing else.
fn speaks_of_direction(name: &str) -> bool {
    ["direction", "dir", "directed"].iter().any(|word| name.ends_with(word))
}

/// Whether a value says of a direction what is not understood, or that a link leads from its second end.
pub(in crate::grammar) fn is_odd_direction(name: &str, value: &str) -> bool {
    speaks_of_direction(&bare(name)) && !value.trim().is_empty() && leads_one_way(name, value).is_none()
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
            ("capacity in Gbps", Role::Capacity),
            ("LinkSpeedUnits", Role::Unit),
            ("Edge Type", Role::Direction),
            ("value", Role::Unknown),
            ("weight_capacity_of_truck", Role::Unknown),
        ] {
            assert_eq!(role(name), expected, "{name}");
        }
        for (name, value, expected) in [
            ("direction", "->", Some(true)),
            ("dir", "out", Some(true)),
            ("dir", "both", Some(false)),
            ("direction", "<->", Some(false)),
            ("undirected", "true", Some(false)),
            ("type", "out", None),
            ("direction", "<-", None),
            ("dir", "in", None),
        ] {
            assert_eq!(leads_one_way(name, value), expected, "{name} {value}");
            assert_eq!(is_odd_direction(name, value), expected.is_none() && name != "type", "{name} {value}");
        }
        assert_eq!(rate_unit("capacity_gbps"), Some("gbps"));
        assert_eq!(rate_unit("length_km"), None);
        assert_eq!(rate_unit("capacity in Gbps"), Some("Gbps"));
    }
}
