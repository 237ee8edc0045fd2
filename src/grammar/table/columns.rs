//! The meaning of names of columns and attributes, in all usual spellings.

use super::amount::bits;

/// The meaning of a column, or of an attribute of links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::grammar) enum Role {
    /// Packets that a link carries in a slot.
    Capacity,
    /// A capacity in units of its own: bandwidth, speed.
    Rate,
    /// A weight of unknown meaning: it must be 1.
    Weight,
    /// The unit of another column.
    Unit,
    /// A length, delay or cost, which the model of slots does not have.
    Measure,
    /// An identity that distinguishes parallel links.
    Identity,
    /// Whether links lead one way.
    Direction,
    /// A name or remark that does not describe the network.
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

/// Returns the letters and digits of a name in lower case.
pub(in crate::grammar) fn bare(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the meaning of a name.
pub(in crate::grammar) fn role(name: &str) -> Role {
    let whole = bare(name);
    let (without_unit, unit) = split_unit(name);
    let short = bare(without_unit);
    // As in `capacity in Gbps`.
    let short = unit.and(short.strip_suffix("in")).map_or(short.clone(), str::to_owned);
    [whole.as_str(), short.as_str()].into_iter().find_map(known).unwrap_or(Role::Unknown)
}

/// Returns the meaning of a name in bare letters, also behind `link`, `edge` and the like.
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

/// Returns the unit of a rate that ends a name: `capacity_gbps`, `Bandwidth (GB/s)` or `speed [Mb/s]`.
pub(in crate::grammar) fn rate_unit(name: &str) -> Option<&str> {
    split_unit(name).1.filter(|unit| bits(unit).is_some())
}

/// Returns whether a value of a column of directions says that a link leads one way; none if it says neither.
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

/// Returns whether a name in bare letters is one of directions only.
fn speaks_of_direction(name: &str) -> bool {
    ["direction", "dir", "directed"].iter().any(|word| name.ends_with(word))
}

/// Returns whether a value gives a direction that is unknown, or leads from the second end to the first.
pub(in crate::grammar) fn is_odd_direction(name: &str, value: &str) -> bool {
    speaks_of_direction(&bare(name)) && !value.trim().is_empty() && leads_one_way(name, value).is_none()
}

/// Splits a name into the name without its unit, and the unit.
pub(in crate::grammar) fn split_unit(name: &str) -> (&str, Option<&str>) {
    let name = name.trim();
    let bracketed = name.strip_suffix([')', ']']).and_then(|start| start.rsplit_once(['(', '[']));
    let parted = bracketed.or_else(|| name.rsplit_once(['_', ' ', '-', '.'])).or_else(|| camel(name));
    match parted {
        Some((start, unit)) if is_unit(unit.trim()) => (start, Some(unit.trim())),
        _ => (name, None),
    }
}

/// Splits a name before its last capitalized word if that is a unit: `capacityGbps`.
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
