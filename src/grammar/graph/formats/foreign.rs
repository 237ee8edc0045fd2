//! Foreign formats that are recognized but not read, each with a way to convert it.

use crate::grammar::graph::fault::GraphFault;
use crate::grammar::table::amount::decimal;
use crate::grammar::table::text::{Text, raw_lines};
use std::collections::BTreeSet;

/// A format that is recognized but not read.
pub(in super::super) struct Foreign {
    pub(in super::super) name: &'static str,
    pub(in super::super) recognizes: fn(Text<'_>) -> bool,
    /// A command or advice, on one line, to convert it into a format that is read.
    pub(in super::super) cure: &'static str,
}

const CURE_BY_HAND: &str = "write a line for each link: two nodes, and a capacity if it is not 1";

/// All formats that are recognized but not read.
pub(in super::super) const FOREIGN: [Foreign; 35] = [
    Foreign {
        name: "LGL",
        recognizes: is_lgl,
        cure: "igraph.Graph.Read_Lgl(FILE).write_ncol(OUT, weights=None); if lines # are comments, leave them out",
    },
    Foreign {
        name: "Pajek",
        recognizes: |text| {
            text.first_line().starts_with('*')
                && text.lines().any(|line| line.text.to_lowercase().starts_with("*vertices"))
        },
        cure: "networkx.write_graphml(networkx.DiGraph(networkx.read_pajek(FILE)), OUT)",
    },
    Foreign {
        name: "Graphviz DOT",
        recognizes: is_dot,
        cure: "networkx.write_edgelist(networkx.nx_pydot.read_dot(FILE), OUT, delimiter=\",\", data=False), --directed of a digraph, and capacities as a third word",
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
    Foreign {
        name: "a table of Excel below a line sep=",
        recognizes: |text| text.first_line().to_lowercase().starts_with("sep="),
        cure: "leave that line out, and write from,to,capacity above the columns",
    },
    Foreign { name: "SNDlib", recognizes: is_sndlib, cure: CURE_BY_HAND },
    Foreign {
        name: "BRITE",
        recognizes: |text| text.first_line().starts_with("Topology:"),
        cure: "(echo from,to,bandwidth; awk -v OFS=, '/^Edges/{e=1} e&&NF>6{print $2,$3,$6}' FILE) > OUT",
    },
    Foreign {
        name: "a topology of REPETITA",
        recognizes: |text| {
            text.first_line().starts_with("NODES ")
                && text.lines().nth(1).is_some_and(|line| line.text == "label x y")
        },
        cure: "(echo from,to,bandwidth; awk -v OFS=, '/^EDGES/{e=1} e&&NF==6&&$1!=\"label\"{print $2,$3,$5}' FILE) > OUT, then --directed",
    },
    Foreign {
        name: "GDF",
        recognizes: |text| {
            let first = text.first_line().to_lowercase();
            first.starts_with("nodedef>") || first.starts_with("edgedef>")
        },
        cure: "leave the lines of nodes out, and write from,to,capacity in place of the line edgedef",
    },
    Foreign {
        name: "TGF",
        recognizes: is_trivial_graph,
        cure: "awk 'e{print $1,$2} /^#$/{e=1}' FILE > OUT; if all lines are links, leave the line # out",
    },
    Foreign {
        name: "SIF",
        recognizes: is_interactions,
        cure: "awk '{print $1,$3}' FILE > OUT; if the third numbers are capacities, a first line from,to,capacity says so",
    },
    Foreign {
        name: "what net prints in Mininet",
        recognizes: |text| text.lines().next().is_some_and(|line| is_mininet(line.text)),
        cure: CURE_BY_HAND,
    },
    Foreign {
        name: "Rocketfuel",
        recognizes: |text| {
            let first = text.first_line();
            first.contains('@') && first.contains(" -> ") && first.contains('=')
        },
        cure: CURE_BY_HAND,
    },
    Foreign {
        name: "what rocm-smi prints",
        recognizes: |text| text.first_line().contains("ROCm System Management"),
        cure: "write the XGMI links as lines of two nodes",
    },
    Foreign {
        name: "Slurm topology.conf with blocks",
        recognizes: |text| {
            text.lines().next().is_some_and(|line| line.text.to_lowercase().starts_with("blockname="))
        },
        cure: "lines SwitchName=… Nodes=…, a switch for each block",
    },
    Foreign {
        name: "GT-ITM",
        recognizes: |text| text.whole.trim_start().starts_with("GRAPH (#nodes"),
        cure: CURE_BY_HAND,
    },
    Foreign {
        name: "a table with bars between columns",
        recognizes: |text| {
            text.lines().next().is_some_and(|line| line.text.contains('|') && !line.text.contains('"'))
        },
        cure: "tr '|' , < FILE > OUT, and leave out what is no link",
    },
    Foreign {
        name: "an adjacency matrix",
        recognizes: |text| is_parted_by(text, ',') && is_adjacency_matrix(text),
        cure: "networkx.write_graphml(networkx.from_numpy_array(numpy.loadtxt(FILE, delimiter=\",\"), create_using=networkx.DiGraph), OUT)",
    },
    Foreign {
        name: "an adjacency matrix",
        recognizes: |text| is_parted_by(text, ';') && is_adjacency_matrix(text),
        cure: "networkx.write_graphml(networkx.from_numpy_array(numpy.loadtxt(FILE, delimiter=\";\"), create_using=networkx.DiGraph), OUT)",
    },
    Foreign {
        name: "an adjacency matrix",
        recognizes: is_adjacency_matrix,
        cure: "networkx.write_graphml(networkx.from_numpy_array(numpy.loadtxt(FILE), create_using=networkx.DiGraph), OUT)",
    },
    Foreign {
        name: "an adjacency matrix with names",
        recognizes: is_named_matrix,
        cure: "networkx.write_graphml(networkx.from_pandas_adjacency(pandas.read_csv(FILE, index_col=0, sep=None, engine=\"python\").rename(index=str), create_using=networkx.DiGraph), OUT)",
    },
    Foreign {
        name: "an adjacency matrix as NumPy prints it",
        recognizes: is_printed_matrix,
        cure: "networkx.write_graphml(networkx.from_numpy_array(A, create_using=networkx.DiGraph), OUT)",
    },
    Foreign {
        name: "lines below a number of nodes",
        recognizes: is_below_one_number,
        cure: "leave the first line out",
    },
    Foreign { name: "METIS", recognizes: is_metis, cure: METIS_CURE },
    Foreign { name: "METIS", recognizes: is_weighted_metis, cure: METIS_CURE },
    Foreign {
        name: "a list of neighbours (networkx adjlist)",
        recognizes: is_adjacency_list,
        cure: "networkx.write_edgelist(networkx.read_adjlist(FILE), OUT, data=False); if the third numbers are capacities, a first line from,to,capacity says so",
    },
    Foreign {
        name: "a list of links in one line",
        recognizes: |text| text.first_line().starts_with("[[") || text.first_line().starts_with("[("),
        cure: CURE_BY_HAND,
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
        name: "lines of nodes and then of links below their numbers (Inet)",
        recognizes: is_below_nodes,
        cure: CURE_BY_HAND,
    },
    Foreign {
        name: "lines below the numbers of nodes and links",
        recognizes: is_below_two_numbers,
        cure: "leave the first line out; if it is a link, put it behind another",
    },
    Foreign {
        name: "iblinkinfo",
        recognizes: |text| {
            ["CA: ", "Switch: "].iter().any(|word| text.first_line().starts_with(word))
                && text.lines().any(|line| line.text.contains("==("))
        },
        cure: CURE_BY_HAND,
    },
    Foreign {
        name: "YAML",
        recognizes: |text| {
            let first = text.lines().next().map_or("", |line| line.text);
            let is_key = first.split_once(": ").is_some_and(|(key, _)| !key.contains(' '));
            let has_list =
                || text.lines().any(|line| line.text.ends_with(':') || line.text.starts_with("- "));
            first == "---" || first.ends_with(':') && !first.contains(' ') || is_key && has_list()
        },
        cure: CURE_BY_HAND,
    },
    Foreign {
        name: "a table of routes (traceroute, ip route)",
        recognizes: |text| {
            text.first_line().starts_with("traceroute to ") || text.first_line().starts_with("default via ")
        },
        cure: CURE_BY_HAND,
    },
];

const METIS_CURE: &str = "awk '!/^%/&&n++{for(i=1;i<=NF;i++)if(n-1<$i)print n-1,$i}' FILE > OUT, where no weights stand between; if lines are links, leave the first out";

/// Returns the fault for bytes that begin like a known binary format.
pub(in super::super) fn binary(bytes: &[u8]) -> Option<GraphFault> {
    let named = [
        (&b"PK\x03\x04"[..], "a zip archive or spreadsheet", "save the table as CSV"),
        (b"\x1f\x8b", "a gzip archive", "unpack it: gunzip FILE"),
        (b"%PDF", "a PDF", "save the table as CSV"),
        (
            b"\x93NUMPY",
            "a NumPy array",
            "networkx.write_graphml(networkx.from_numpy_array(numpy.load(FILE), create_using=networkx.DiGraph), OUT)",
        ),
        (b"\x89PNG", "a picture", CURE_BY_HAND),
        (b"\x80\x04", "a Python pickle", "networkx.write_graphml(G, OUT)"),
        (b"SQLite format 3", "a database", CURE_BY_HAND),
    ];
    let found = named.into_iter().find(|(start, ..)| bytes.starts_with(start));
    found.map(|(_, format, cure)| GraphFault::Foreign { format, cure })
}

fn one_word(text: Text<'_>) -> bool {
    text.whole.split_whitespace().count() == 1
}

fn is_dot(text: Text<'_>) -> bool {
    let is_comment = |line: &&str| ["//", "/*", "*"].iter().any(|start| line.starts_with(start));
    let start = text.lines().map(|line| line.text).find(|line| !is_comment(line)).unwrap_or_default();
    let mut words = start.split(|letter: char| letter.is_whitespace() || letter == '{');
    let first = words.next().unwrap_or_default();
    ["graph", "digraph", "strict"].contains(&first) && text.whole.contains('{')
}

fn is_sndlib(text: Text<'_>) -> bool {
    text.first_line().starts_with("?SNDlib")
        || text.lines().any(|line| ["NODES (", "LINKS (", "DEMANDS ("].contains(&line.text))
}

/// Returns whether the first line holds a separator.
fn is_parted_by(text: Text<'_>, separator: char) -> bool {
    text.lines().next().is_some_and(|line| line.text.contains(separator))
}

/// Parses all lines as numbers without signs; none if some word is no such number.
fn numbers(text: Text<'_>) -> Option<Vec<Vec<u64>>> {
    let row = |line: &str| {
        line.split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';'))
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().ok())
            .collect()
    };
    text.lines().map(|line| row(line.text)).collect()
}

/// Splits a line into cells.
fn cells(line: &str) -> Vec<&str> {
    match [',', ';', '\t'].into_iter().find(|&separator| line.contains(separator)) {
        Some(separator) => line.trim_end_matches(separator).split(separator).map(str::trim).collect(),
        None => line.split_whitespace().collect(),
    }
}

/// Returns whether cells form a square matrix of numbers with zeros on the diagonal.
fn is_square(rows: &[&[&str]]) -> bool {
    rows.iter().enumerate().all(|(at, row)| {
        row.len() == rows.len()
            && decimal(row[at]) == Some(0)
            && row.iter().all(|cell| decimal(cell).is_some())
    })
}

/// Returns whether the text is a square matrix, of three rows or more, with zeros on the diagonal.
fn is_adjacency_matrix(text: Text<'_>) -> bool {
    let columns = text.lines().next().map_or(0, |line| cells(line.text).len());
    if columns < 3 || text.lines().take(columns + 1).count() != columns {
        return false;
    }
    let rows: Vec<Vec<&str>> = text.lines().map(|line| cells(line.text)).collect();
    is_square(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// Returns whether an adjacency matrix follows a line of names, perhaps behind a column of them.
fn is_named_matrix(text: Text<'_>) -> bool {
    let Some(second) = text.lines().nth(1) else { return false };
    let side = cells(second.text).len().saturating_sub(1);
    let columns = text.lines().next().map_or(0, |line| cells(line.text).len());
    if side < 2 || ![side, side + 1].contains(&columns) || text.lines().take(side + 2).count() != side + 1 {
        return false;
    }
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| cells(line.text)).collect();
    is_square(&rows.iter().map(|row| row.get(1..).unwrap_or_default()).collect::<Vec<_>>())
}

/// Returns whether an adjacency matrix is in brackets, a row in each line, as `NumPy` prints it.
fn is_printed_matrix(text: Text<'_>) -> bool {
    if !text.first_line().starts_with("[[") {
        return false;
    }
    let bare = |line: &'_ str| line.replace(['[', ']', ','], " ");
    let lines: Vec<String> = text.lines().map(|line| bare(line.text)).collect();
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| line.split_whitespace().collect()).collect();
    rows.len() > 2 && is_square(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// Returns whether the text is lines of nodes with labels, a line `#`, and lines of links between these
/// nodes.
fn is_trivial_graph(text: Text<'_>) -> bool {
    if !raw_lines(text.whole).any(|line| line.trim() == "#") {
        return false;
    }
    let mut lines = raw_lines(text.whole).map(str::trim).filter(|line| !line.is_empty());
    let mut nodes = BTreeSet::new();
    for line in lines.by_ref().take_while(|line| *line != "#") {
        if !line.starts_with(['#', '%']) {
            nodes.extend(line.split_whitespace().next());
        }
    }
    let mut rest = lines.peekable();
    let is_link = |line: &str| {
        let mut words = line.split_whitespace();
        matches!((words.next(), words.next()), (Some(from), Some(to)) if nodes.contains(from) && nodes.contains(to))
    };
    !nodes.is_empty() && rest.peek().is_some() && rest.all(is_link)
}

/// Returns whether every line is a node, a word that all lines share, and another node; some third words must
/// be first words of other lines.
fn is_interactions(text: Text<'_>) -> bool {
    let rows: Vec<Vec<&str>> =
        text.lines().take(1000).map(|line| line.text.split_whitespace().collect()).collect();
    let Some(&[_, kind, _]) = rows.first().map(Vec::as_slice) else { return false };
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let firsts: BTreeSet<&str> = rows.iter().map(|row| row[0]).collect();
    let is_row = |row: &Vec<&str>| match row.as_slice() {
        &[from, middle, to] => middle == kind && is_number(from) && is_number(to) && from != to,
        _ => false,
    };
    let nodes = || rows.iter().filter(|row| firsts.contains(row[2])).count();
    rows.len() > 1
        && !is_number(kind)
        && kind.chars().all(char::is_alphabetic)
        && rows.iter().all(is_row)
        && nodes() > 0
}

/// Returns whether a line is a node and a link between two ports of Mininet, as in `h1 h1-eth0:s1-eth1`.
fn is_mininet(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let (Some(node), Some(ports)) = (words.next(), words.next()) else { return false };
    ports.starts_with(&format!("{node}-eth")) && ports.contains(':')
}

/// Returns whether lines are a node and its neighbours: their lengths differ, or three numbers may all be
/// nodes.
fn is_adjacency_list(text: Text<'_>) -> bool {
    let has_mark = text.first_line().starts_with('#')
        && raw_lines(text.whole).take(3).any(|line| line.starts_with("# GMT"));
    if !has_mark
        && text
            .lines()
            .take(100)
            .all(|line| line.text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).count() == 2)
    {
        return false;
    }
    let Some(rows) = numbers(text) else {
        // A third word that is no number is a neighbour.
        let is_neighbours = |words: &[&str]| {
            [1, 3].contains(&words.len()) && words.get(2).is_none_or(|word| decimal(word).is_none())
                || words.len() > 3
        };
        let mut rows = text.lines().map(|line| line.text.split_whitespace().collect::<Vec<_>>());
        return has_mark && rows.any(|words| is_neighbours(&words));
    };
    let are_different = rows.iter().any(|row| row.len() != rows[0].len());
    if are_different && rows.iter().any(|row| row.len() > 3 || row.len() == 1) {
        return true;
    }
    let mut firsts: Vec<u64> = rows.iter().filter_map(|row| row.first().copied()).collect();
    let mut nodes: Vec<u64> = rows.iter().flat_map(|row| row.iter().take(2).copied()).collect();
    nodes.sort_unstable();
    firsts.sort_unstable();
    let are_apart = firsts.windows(2).all(|pair| pair[0] != pair[1]);
    let can_be_node = |row: &Vec<u64>| match row.as_slice() {
        &[first, second, third] => third != first && third != second && nodes.binary_search(&third).is_ok(),
        // Without the mark of networkx a line of two is a link, and one of three has a capacity.
        other => has_mark && other.len() == 2,
    };
    let has_third = rows.iter().any(|row| row.len() == 3);
    rows.len() > 2 && has_third && are_apart && rows.iter().all(can_be_node)
}

/// Returns whether the text is a line of three counts, a line of switches, then links with a rate and a
/// delay.
fn is_counted_topology(text: Text<'_>) -> bool {
    let mut lines = text.lines().map(|line| line.text.split_whitespace().collect::<Vec<_>>());
    let (Some(counts), Some(_)) = (lines.next(), lines.next()) else { return false };
    let mut below = lines.take(3).peekable();
    counts.len() == 3
        && below.peek().is_some()
        && below.all(|words| words.len() == 5 && words[2].ends_with("bps"))
}

/// Returns whether the first line is one number and other lines follow.
fn is_below_one_number(text: Text<'_>) -> bool {
    let mut lines = text.lines().map(|line| line.text);
    lines.next().is_some_and(|line| line.parse::<u64>().is_ok()) && lines.next().is_some()
}

/// Returns whether the first line is the numbers of nodes and links: the second is the number of lines below,
/// and all nodes there are within the first.
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

/// Returns whether the first line counts the lines of nodes and the lines of links below it. A line of a node
/// has its number and two coordinates; a line of two numbers is a link.
fn is_below_nodes(text: Text<'_>) -> bool {
    let first: Vec<u64> =
        text.first_line().split_whitespace().map(str::parse).collect::<Result<_, _>>().unwrap_or_default();
    let &[nodes, links] = first.as_slice() else { return false };
    let below = crate::model::count_of(text.lines().skip(1).count());
    if nodes < 2 || links == 0 || nodes.checked_add(links) != Some(below) {
        return false;
    }
    let Some(rows) = numbers(text) else { return false };
    rows.iter()
        .skip(1)
        .zip(0..nodes)
        .all(|(row, node)| row.len() > 2 && (row[0] == node || row[0] == node + 1))
}

/// Returns whether the first line has the numbers of nodes and links and a word of 0 and 1 for the kinds of
/// weights, and a line for every node follows.
fn is_weighted_metis(text: Text<'_>) -> bool {
    let first: Vec<&str> =
        text.lines().next().map(|line| line.text.split_whitespace().collect()).unwrap_or_default();
    let &[nodes, links, kind, ..] = first.as_slice() else { return false };
    let is_kind = kind.bytes().all(|byte| matches!(byte, b'0' | b'1')) && kind.len() > 1 && first.len() < 5;
    let (Ok(nodes), Ok(links)) = (nodes.parse::<u64>(), links.parse::<u64>()) else { return false };
    if !is_kind || crate::model::count_of(text.lines().skip(1).count()) != nodes {
        return false;
    }
    let Some(rows) = numbers(text) else { return false };
    let all: usize = rows.iter().skip(1).map(Vec::len).sum();
    links.checked_mul(2).is_some_and(|least| crate::model::count_of(all) >= least)
}

/// Returns whether the first line has the numbers of nodes and links, and a line of neighbours for every node
/// follows.
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
        && Some(crate::model::count_of(all)) == links.checked_mul(2)
        && rest.iter().flatten().all(|neighbour| (1..=nodes).contains(neighbour))
        && (rest.iter().any(|row| row.len() != 2) || are_mutual(rest))
}

/// Returns whether neighbourhood is mutual: the line of each node, counted from 1, lists exactly the nodes
/// whose lines list it. In a list of links below their counts, some node would list itself.
fn are_mutual(rows: &[Vec<u64>]) -> bool {
    let row = |node: u64| usize::try_from(node).ok().and_then(|node| rows.get(node.checked_sub(1)?));
    (1..).zip(rows).all(|(node, neighbours)| {
        neighbours.iter().all(|&other| other != node && row(other).is_some_and(|back| back.contains(&node)))
    })
}

/// Returns whether nodes follow `#`, each above its neighbours, which may have a weight.
fn is_lgl(text: Text<'_>) -> bool {
    if text.first_line().split_whitespace().next() != Some("#") {
        return false;
    }
    let lines = raw_lines(text.whole).filter(|line| !line.trim().is_empty());
    let lines: Vec<Vec<&str>> = lines.map(|line| line.split_whitespace().collect()).collect();
    let (heads, rows): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line[0] == "#");
    let is_neighbour = |row: &&Vec<&str>| {
        let is_weight = row.get(1).is_none_or(|word| decimal(word).is_some());
        row.len() <= 2 && is_weight && !row[0].contains([',', ';', '|'])
    };
    let are_nodes = heads.iter().all(|head| head.len() == 2) && rows.iter().all(is_neighbour);
    if !are_nodes || rows.is_empty() {
        return false;
    }
    let is_word = |word: &str| word.parse::<u64>().is_err();
    // Below a comment, lines of two numbers are links.
    let has_neighbours_alone = rows.iter().any(|row| row.len() == 1);
    let has_fractions = rows.iter().any(|row| row.len() == 2 && row[1].contains('.'));
    let are_words = rows.iter().all(|row| is_word(row[0]));
    let are_numbers = heads.len() > 1 && heads.iter().all(|head| !is_word(head[1]));
    has_neighbours_alone || has_fractions || are_words || are_numbers && !has_head_without_row(&lines)
}

/// Returns whether a line of `#` is followed by another, or is the last line.
fn has_head_without_row(lines: &[Vec<&str>]) -> bool {
    let is_head = |line: &Vec<&str>| line[0] == "#";
    lines.windows(2).any(|pair| pair.iter().all(is_head)) || lines.last().is_some_and(is_head)
}
