//! Finds the columns of the two ends of a link, or of origin and destination, in all usual spellings.

use super::columns::bare;

/// Usual names of the two ends in headers of columns.
const END_NAMES: [[&str; 2]; 40] = [
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
    ["vertex1", "vertex2"],
    ["end1", "end2"],
    ["enda", "endb"],
    ["enda", "endz"],
    ["aend", "bend"],
    ["aend", "zend"],
    ["endpoint1", "endpoint2"],
    ["endpointa", "endpointb"],
    ["start", "end"],
    ["tail", "head"],
    ["local", "remote"],
    ["node", "neighbor"],
    ["node", "neighbour"],
    ["parent", "child"],
    ["router1", "router2"],
    ["routera", "routerb"],
    ["switch1", "switch2"],
    ["switcha", "switchb"],
    ["device1", "device2"],
    ["devicea", "deviceb"],
    ["host1", "host2"],
    ["hosta", "hostb"],
    ["site1", "site2"],
    ["sitea", "siteb"],
    ["upstream", "downstream"],
];

/// Words that may be joined to such a name. The first is empty: the name stands alone.
const QUALIFIERS: [&str; 20] = [
    "", "node", "id", "nodeid", "name", "nodename", "label", "vertex", "index", "host", "hostname", "device",
    "switch", "router", "system", "city", "site", "station", "gpu", "rank",
];

/// Returns the columns of the two ends, if a line names both. Two columns with equal qualifiers are preferred
/// to others.
///
/// # Errors
/// Returns two columns that name one end.
pub(in crate::grammar) fn ends(names: &[String]) -> Result<Option<[usize; 2]>, [usize; 2]> {
    let bare: Vec<String> = names.iter().map(|name| bare(name)).collect();
    let all = |word: &str, beside: &[&str]| -> Vec<usize> {
        let is_end = |name: &String| qualifier_of(name, word).is_some_and(|found| beside.contains(&found));
        (0..).zip(&bare).filter(|(_, name)| is_end(name)).map(|(at, _)| at).collect()
    };
    for [from, to] in END_NAMES {
        let alike = QUALIFIERS.iter().map(std::slice::from_ref);
        for beside in alike.chain([&QUALIFIERS[..]]) {
            match (all(from, beside).as_slice(), all(to, beside).as_slice()) {
                ([], _) | (_, []) => {}
                ([from], [to]) => return Ok(Some([*from, *to])),
                ([first, second, ..], _) | (_, [first, second, ..]) => return Err([*first, *second]),
            }
        }
    }
    Ok(None)
}

/// Returns the word that is joined to the name of an end: for `from`, it is `nodeid` in `fromnodeid`.
fn qualifier_of<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    if name == word {
        return Some("");
    }
    let rest = name.strip_prefix(word).or_else(|| name.strip_suffix(word))?;
    (word.len() > 1 && QUALIFIERS.contains(&rest)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::ends;

    #[test]
    fn ends_are_found_in_any_column() {
        let at = |names: &[&str]| ends(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(at(&["Id", "Target", "Source"]), Ok(Some([2, 1])));
        assert_eq!(at(&["from_node_id", "to_node_id"]), Ok(Some([0, 1])));
        assert_eq!(at(&["Local Device", "Local Port", "Remote Device", "Remote Port"]), Ok(Some([0, 2])));
        assert_eq!(at(&["node1", "node2"]), Ok(Some([0, 1])));
        // Words like these are nodes.
        for names in [["Oslo", "Bergen"], ["n1", "n2"], ["v1", "v2"], ["h1", "h2"]] {
            assert_eq!(at(&names), Ok(None));
        }
    }

    #[test]
    fn two_columns_of_one_end_are_told_apart_by_qualifiers_or_refused() {
        let at = |names: &[&str]| ends(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(at(&["source_name", "target", "source", "target_name"]), Ok(Some([2, 1])));
        assert_eq!(at(&["from", "from", "to"]), Err([0, 1]));
    }
}
