//! Formats of others that are not read, each with what converts it.

use super::fault::GraphFault;
use crate::grammar::table::text::Text;

/// A format that is named, and not read.
pub(super) struct Foreign {
    pub(super) name: &'static str,
    pub(super) recognizes: fn(Text<'_>) -> bool,
    /// One line that makes a file of it that is read.
    pub(super) cure: &'static str,
}

const BY_HAND: &str = "write a line for each link: two nodes, and a capacity if it is not 1";

/// All formats that are named.
pub(super) const FOREIGN: [Foreign; 18] = [
    Foreign {
        name: "Pajek",
        recognizes: |text| text.first_line().to_lowercase().starts_with("*vertices"),
        cure: "networkx.write_graphml(networkx.Graph(networkx.read_pajek(FILE)), OUT)",
    },
    Foreign {
        name: "Graphviz DOT",
        recognizes: is_dot,
        cure: "networkx.write_graphml(networkx.nx_pydot.read_dot(FILE), OUT)",
    },
    Foreign {
        name: "sparse6",
        recognizes: |text| {
            text.first_line().starts_with(">>sparse6<<")
                || text.first_line().starts_with(':') && one_word(text)
        },
        cure: "networkx.write_graphml(networkx.read_sparse6(FILE), OUT)",
    },
    Foreign {
        name: "digraph6",
        recognizes: |text| {
            text.first_line().starts_with(">>digraph6<<")
                || text.first_line().starts_with('&') && one_word(text)
        },
        cure: "write its links as lines of two nodes and add --directed",
    },
    Foreign {
        name: "LEDA",
        recognizes: |text| text.first_line().starts_with("LEDA.GRAPH"),
        cure: "networkx.write_graphml(networkx.read_leda(FILE), OUT)",
    },
    Foreign { name: "SNDlib", recognizes: is_sndlib, cure: BY_HAND },
    Foreign { name: "ibnetdiscover", recognizes: is_ibnetdiscover, cure: BY_HAND },
    Foreign { name: "BookSim anynet", recognizes: is_anynet, cure: BY_HAND },
    Foreign {
        name: "an adjacency matrix",
        recognizes: is_adjacency_matrix,
        cure: "networkx.write_graphml(networkx.from_numpy_array(numpy.loadtxt(FILE)), OUT)",
    },
    Foreign {
        name: "a list of neighbours (networkx adjlist)",
        recognizes: is_adjacency_list,
        cure: "networkx.write_edgelist(networkx.read_adjlist(FILE), OUT, data=False); if the third numbers are capacities, a first line from,to,capacity says so",
    },
    Foreign {
        name: "a list of links in one line",
        recognizes: |text| text.first_line().starts_with("[[") || text.first_line().starts_with("[("),
        cure: BY_HAND,
    },
    Foreign {
        name: "a JSON list",
        recognizes: |text| text.first_line() == "[" || text.first_line().starts_with("[{"),
        cure: "an object with nodes and edges, as networkx.node_link_data(G, edges=\"edges\") makes it",
    },
    Foreign {
        name: "lines of a topology with counts of nodes and switches first (as ns-3 simulators take it)",
        recognizes: is_counted_topology,
        cure: "leave the lines of counts out, and name the columns from,to,bandwidth; --switches names the switches",
    },
    Foreign {
        name: "lines below a number of nodes",
        recognizes: is_below_one_number,
        cure: "leave the first line out",
    },
    Foreign {
        name: "lines below the numbers of nodes and links",
        recognizes: is_below_two_numbers,
        cure: "leave the first line out; if it is a link, put it behind another",
    },
    Foreign { name: "METIS", recognizes: is_metis, cure: BY_HAND },
    Foreign {
        name: "YAML",
        recognizes: |text| {
            text.first_line() == "---" || text.first_line().ends_with(':') && !text.first_line().contains(' ')
        },
        cure: BY_HAND,
    },
    Foreign {
        name: "a table of routes (traceroute, ip route)",
        recognizes: |text| {
            text.first_line().starts_with("traceroute to ") || text.first_line().starts_with("default via ")
        },
        cure: BY_HAND,
    },
];

/// What is no text at all.
pub(super) fn binary(bytes: &[u8]) -> Option<GraphFault> {
    let named = [
        (&b"PK\x03\x04"[..], "a zip archive or spreadsheet", "save the table as CSV"),
        (b"\x1f\x8b", "a gzip archive", "unpack it: gunzip FILE"),
        (b"%PDF", "a PDF", "save the table as CSV"),
        (
            b"\x93NUMPY",
            "a NumPy array",
            "networkx.write_graphml(networkx.from_numpy_array(numpy.load(FILE)), OUT)",
        ),
        (b"\x89PNG", "a picture", BY_HAND),
        (b"\x80\x04", "a Python pickle", "networkx.write_graphml(G, OUT)"),
        (b"SQLite format 3", "a database", BY_HAND),
    ];
    let found = named.into_iter().find(|(start, ..)| bytes.starts_with(start));
    found.map(|(_, format, cure)| GraphFault::Foreign { format, cure })
}

fn one_word(text: Text<'_>) -> bool {
    text.whole.split_whitespace().count() == 1
}

fn is_dot(text: Text<'_>) -> bool {
    let start = text.lines().next().map(|line| line.text).unwrap_or_default();
    let mut words = start.split(|letter: char| letter.is_whitespace() || letter == '{');
    let first = words.next().unwrap_or_default();
    ["graph", "digraph", "strict"].contains(&first) && text.whole.contains('{')
}

fn is_sndlib(text: Text<'_>) -> bool {
    text.first_line().starts_with("?SNDlib")
        || text.lines().any(|line| ["NODES (", "LINKS (", "DEMANDS ("].contains(&line.text))
}

fn is_ibnetdiscover(text: Text<'_>) -> bool {
    text.whole.contains("switchguid=")
        || text.lines().any(|line| {
            let mut words = line.text.split_whitespace();
            matches!(words.next(), Some("Switch" | "Ca" | "Rt"))
                && words.next().is_some_and(|ports| ports.parse::<u32>().is_ok())
                && line.text.contains('"')
        })
}

fn is_anynet(text: Text<'_>) -> bool {
    let mut lines = text.lines().peekable();
    lines.peek().is_some()
        && lines.all(|line| {
            line.text.split_whitespace().step_by(2).take(2).all(|word| word == "router" || word == "node")
        })
}

/// All lines as numbers without signs; none if some word is none.
fn numbers(text: Text<'_>) -> Option<Vec<Vec<u64>>> {
    let row = |line: &str| {
        line.split(|letter: char| letter.is_whitespace() || letter == ',')
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().ok())
            .collect()
    };
    text.lines().map(|line| row(line.text)).collect()
}

/// As many rows as columns, three or more, with nothing on the diagonal.
fn is_adjacency_matrix(text: Text<'_>) -> bool {
    let columns = text
        .lines()
        .next()
        .map_or(0, |line| line.text.split([',', ' ', '\t']).filter(|word| !word.trim().is_empty()).count());
    if columns < 3 || text.lines().take(columns + 1).count() != columns {
        return false;
    }
    let Some(rows) = numbers(text) else { return false };
    rows.iter().all(|row| row.len() == columns) && rows.iter().enumerate().all(|(at, row)| row[at] == 0)
}

/// Lines of a node and its neighbours: of several lengths, or of three numbers that can all be nodes.
fn is_adjacency_list(text: Text<'_>) -> bool {
    let has_mark = text.first_line().starts_with('#')
        && text.whole.lines().take(3).any(|line| line.starts_with("# GMT"));
    if !has_mark
        && text
            .lines()
            .take(100)
            .all(|line| line.text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).count() == 2)
    {
        return false;
    }
    let Some(rows) = numbers(text) else {
        return has_mark && text.lines().any(|line| line.text.split_whitespace().count() > 3);
    };
    if rows.iter().any(|row| row.len() > 3) && rows.iter().any(|row| row.len() != rows[0].len()) {
        return true;
    }
    let mut firsts: Vec<u64> = rows.iter().filter_map(|row| row.first().copied()).collect();
    let mut nodes: Vec<u64> = rows.iter().flat_map(|row| row.iter().take(2).copied()).collect();
    nodes.sort_unstable();
    firsts.sort_unstable();
    let are_different = firsts.windows(2).all(|pair| pair[0] != pair[1]);
    let can_be_node = |row: &Vec<u64>| match row.as_slice() {
        &[first, second, third] => third != first && third != second && nodes.binary_search(&third).is_ok(),
        _ => false,
    };
    rows.len() > 2 && are_different && rows.iter().all(can_be_node)
}

/// A line of three counts, a line of switches, then links with a rate and a delay.
fn is_counted_topology(text: Text<'_>) -> bool {
    let mut lines = text.lines().map(|line| line.text.split_whitespace().collect::<Vec<_>>());
    let (Some(counts), Some(_)) = (lines.next(), lines.next()) else { return false };
    let mut below = lines.take(3).peekable();
    counts.len() == 3
        && below.peek().is_some()
        && below.all(|words| words.len() == 5 && words[2].ends_with("bps"))
}

/// A first line of one number, the nodes of which are below it, or a header.
fn is_below_one_number(text: Text<'_>) -> bool {
    let mut lines = text.lines().map(|line| line.text);
    lines.next().is_some_and(|line| line.parse::<u64>().is_ok()) && lines.next().is_some()
}

/// A first line of two numbers of which the second is the number of lines below, and the first that of nodes
/// there.
fn is_below_two_numbers(text: Text<'_>) -> bool {
    let first = text
        .lines()
        .next()
        .map(|line| line.text.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>());
    let Some(Ok(first)) = first else { return false };
    let &[nodes, links] = first.as_slice() else { return false };
    if crate::model::count_of(text.lines().skip(1).count()) != links {
        return false;
    }
    let Some(rows) = numbers(text) else { return false };
    let ends = || rows.iter().skip(1).flat_map(|row| row.iter().take(2).copied());
    rows.iter().skip(1).all(|row| row.len() >= 2)
        && (ends().all(|end| end < nodes) || ends().all(|end| (1..=nodes).contains(&end)))
}

/// A first line of the numbers of nodes and links, then a line of neighbours for every node.
fn is_metis(text: Text<'_>) -> bool {
    let first = text.lines().next().map(|line| line.text.split_whitespace().next().map(str::parse::<u64>));
    if !matches!(first, Some(Some(Ok(nodes))) if nodes == crate::model::count_of(text.lines().skip(1).count()))
    {
        return false;
    }
    let Some(rows) = numbers(text) else { return false };
    let Some((&[nodes, links, ..], rest)) = rows.split_first().map(|(first, rest)| (first.as_slice(), rest))
    else {
        return false;
    };
    let all: usize = rest.iter().map(Vec::len).sum();
    crate::model::count_of(rest.len()) == nodes
        && crate::model::count_of(all) == 2 * links
        && rows.iter().any(|row| row.len() != 2)
}
