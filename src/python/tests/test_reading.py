"""Graphs of networkx and tables of traffic as people have them: each is read as what it means, or refused with its place."""

import json
import os
import subprocess
import sys
import warnings
from decimal import Decimal
from fractions import Fraction

import isotask
import networkx
import numpy
import pandas
import pytest

RING = networkx.cycle_graph(4)
# What a square table says beside zeros and a diagonal.
SQUARE = [[5, 1, 0, 2], [0, 3, 1, 1], [2, 2, 4, 0], [1, 0, 1, 6]]
PACKETS = {(0, 1): 1, (0, 3): 2, (1, 2): 1, (1, 3): 1, (2, 0): 2, (2, 1): 2, (3, 0): 1, (3, 2): 1}


def quiet(*words, **options):
    """A task that is made without any warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return isotask.task(*words, **options)


def told(*words, **options):
    """A task, and the one warning that is given of it."""
    with pytest.warns(isotask.ReadingWarning) as warned:
        task = isotask.task(*words, **options)
    assert warned[0].filename == __file__ or all(entry.filename == __file__ for entry in warned)
    return task, "; ".join(str(entry.message) for entry in warned)


def packets(task):
    """How many packets go from which node to which, by their names."""
    names = task["network"].get("names")
    called = (lambda node: names[node]) if names else (lambda node: node)
    found = {}
    for packet in task["task"]["packets"]:
        ends = called(packet["from"]), called(packet["to"])
        found[ends] = found.get(ends, 0) + packet.get("count", 1)
    return found


def links(task):
    """The links by the names of their ends, with their capacities."""
    network = task["network"]
    names = network.get("names") or range(network["nodes"])
    found = {}
    for source, target, *capacity in network["links"]:
        ends = (names[source], names[target])
        found[ends if network.get("directed") else frozenset(ends)] = capacity[0] if capacity else 1
    return found


@pytest.mark.parametrize(
    "graph",
    [
        RING,
        networkx.path_graph(5),
        networkx.relabel_nodes(RING, dict(enumerate("abcd"))),
        networkx.relabel_nodes(RING, {0: 10, 1: 3, 2: 7, 3: 1}),
        networkx.relabel_nodes(RING, {0: "a", 1: 1, 2: (2, "b"), 3: 2.5}),
        networkx.grid_graph((3, 2)),
        networkx.relabel_nodes(networkx.grid_graph((3, 2)), lambda node: (node[0] - 1, -node[1])),
        networkx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")]),
        networkx.MultiDiGraph([("a", "b"), ("b", "c"), ("c", "a")]),
        networkx.relabel_nodes(RING, {node: numpy.int64(node + 1) for node in RING}),
    ],
    ids=str,
)
def test_links_are_those_of_the_graph_under_its_names(graph):
    task = quiet(graph, "total-exchange")
    word = isotask._networks.word_of
    ends = (tuple if graph.is_directed() else frozenset, lambda node: node if "names" not in task["network"] else word(node))
    assert links(task) == {ends[0](map(ends[1], edge[:2])): 1 for edge in graph.edges}
    assert isotask.solve(graph, "total-exchange").completion_time == isotask.solve(task).completion_time


def test_names_are_those_that_python_shows():
    grid = quiet(networkx.grid_graph((3, 2)), "total-exchange")
    assert grid["network"]["names"] == ["(0,0)", "(0,1)", "(0,2)", "(1,0)", "(1,1)", "(1,2)"]
    numbers = quiet(networkx.Graph([(10, 3), (3, 7)]), "scatter", 7)
    assert numbers["network"]["names"] == ["3", "7", "10"] and numbers["task"]["root"] == 1
    tuples = quiet(networkx.grid_graph((3, 2)), "broadcast", (1, 0))
    assert tuples["task"]["root"] == 3
    spaced = quiet(networkx.Graph([("New York", "Oslo")]), "gather", "New York")
    assert spaced["task"]["root"] == 0
    radix = quiet(networkx.Graph([("0d1", "0d0"), ("0d0", "x")]), "gather", "0d1")
    assert radix["task"]["root"] == 0


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (networkx.Graph([(1, "1")]), "nodes 1 and '1' are both written 1, expected two names"),
        (networkx.Graph([((1, 2), "(1,2)")]), r"nodes \(1, 2\) and '\(1,2\)' are both written \(1,2\)"),
        (networkx.Graph([(frozenset({1}), 2)]), "found frozenset, expected an integer, a text, or a tuple"),
        (networkx.Graph([(0, 1), (1, 1)]), r"^graph: at link \(1, 1\): a link from node 1 to itself"),
        (networkx.Graph([("a", "b", {"weight": 2.5})]), r"^graph: at link \('a', 'b'\): weight 2.5, of which slots"),
        (networkx.Graph([("a", "b", {"capacity": 0})]), r"^graph: at link \('a', 'b'\): capacity 0, expected"),
        (networkx.Graph([("a", "b", {"capacity": float("nan")})]), r"at link \('a', 'b'\): capacity nan, expected"),
        (networkx.Graph([("a", "b", {"capacity": numpy.inf})]), r"at link \('a', 'b'\): capacity inf, expected"),
        (networkx.Graph([("a", "b", {"capacity": [1]})]), r"at link \('a', 'b'\): capacity a list, expected"),
        (networkx.Graph([("a", "b", {"capacity": 1, "lanes": 2})]), "capacity and lanes both say what a link carries"),
        (networkx.Graph([("", "b")]), "the name of node 0: a name that is empty"),
        (networkx.empty_graph(3), "no link, expected one at least"),
        (networkx.Graph(), "no link, expected one at least"),
    ],
    ids=str,
)
def test_graphs_that_say_nothing_sure_are_refused_with_the_place(graph, message):
    for call in (isotask.task, isotask.solve, isotask.bound):
        with pytest.raises(ValueError, match=message):
            call(graph, "total-exchange")


def test_attributes_are_read_by_the_rules_of_the_command(tmp_path):
    graph = networkx.Graph()
    graph.add_edge("a", "b", bandwidth="100G", length_km=3, source="x", weight=1)
    graph.add_edge("b", "c", bandwidth="400G", target=None, weight=numpy.float64(1.0))
    task, said = told(graph, "total-exchange")
    assert links(task) == {frozenset("ab"): 1, frozenset("bc"): 4}
    assert "graph: bandwidth read as capacity: a packet is what 100 Gb/s carries in a slot" in said
    assert "length_km left out (a slot has no lengths)" in said and "3 nodes, 2 links, capacities 1 to 4" in said
    for capacity in (2, 2.0, numpy.int32(2), numpy.float32(2), numpy.array(2), "2", Fraction(2), Decimal(2)):
        one = networkx.Graph([("a", "b", {"capacity": capacity})])
        assert links(quiet(one, "total-exchange")) == {frozenset("ab"): 2}, capacity
    # These are the bytes that the command reads from a file of networkx.
    path = tmp_path / "g.json"
    path.write_text(json.dumps(networkx.node_link_data(networkx.grid_graph((3, 2)), edges="edges")))
    assert quiet(path, "total-exchange") == quiet(networkx.grid_graph((3, 2)), "total-exchange")


def test_links_side_by_side_add_up():
    graph = networkx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c")])
    graph.add_edge("b", "a", key="third", capacity=3)
    task, said = told(graph, "total-exchange")
    assert links(task) == {frozenset("ab"): 5, frozenset("bc"): 1}
    assert "the capacities of 3 links side by side are added up" in said


def test_one_way_links_lead_one_way():
    chain = networkx.DiGraph([("a", "b"), ("b", "c")])
    assert isotask.solve(chain, [[0, 0, 2], [0, 0, 0], [0, 0, 0]]).completion_time == 3
    with pytest.raises(isotask.DocumentError, match="^traffic: row 2: no way leads from node c to node a") as raised:
        isotask.solve(chain, [[0, 0, 2], [0, 0, 0], [1, 0, 0]])
    assert raised.value.place == "task.packets[1]"
    frame = pandas.DataFrame({"src": ["a", "c"], "dst": ["b", "b"]}, index=["x", "y"])
    with pytest.raises(isotask.DocumentError, match="^traffic: row y: no way leads from node c to node b"):
        isotask.task(chain, frame)


def test_labels_do_not_rename_nodes_and_switches_forward_only():
    star = networkx.star_graph(3)
    networkx.set_node_attributes(star, {0: "3", 1: "2", 2: "1", 3: "0"}, "label")
    task = quiet(star, "total-exchange", switches=[0])
    assert "names" not in task["network"] and task["network"]["switches"] == [0]
    star.nodes[0]["type"] = "Switch"
    marked = quiet(star, "total-exchange", switch_ports="one")
    assert (marked["network"]["switches"], marked["network"]["switch_ports"]) == ([0], "one")
    assert packets(quiet(star, numpy.ones((3, 3), dtype=int) - numpy.eye(3, dtype=int))) == {
        (source, target): 1 for source in (1, 2, 3) for target in (1, 2, 3) if source != target
    }
    with pytest.raises(ValueError, match="switches: 9 is no node of the graph"):
        isotask.task(star, "total-exchange", switches=[9])
    with pytest.raises(ValueError, match="switch_ports: goes with switches"):
        isotask.task(RING, "total-exchange", switch_ports="one")


SHAPES = {
    "list": SQUARE,
    "tuple": tuple(map(tuple, SQUARE)),
    "rows of numpy": [numpy.array(row) for row in SQUARE],
    "float": numpy.array(SQUARE, dtype=float),
    "uint8": numpy.array(SQUARE, dtype=numpy.uint8),
    "object": numpy.array(SQUARE, dtype=object),
    "decimals": [[Decimal(entry) for entry in row] for row in SQUARE],
    "frame": pandas.DataFrame(SQUARE),
    "frame of names": pandas.DataFrame(SQUARE, index=list("0123"), columns=list("0123")),
    "frame in another order": pandas.DataFrame(SQUARE, index=range(4), columns=[0, 1, 2, 3]).iloc[[2, 0, 1, 3], [3, 1, 0, 2]],
}


@pytest.mark.parametrize("name", SHAPES)
def test_tables_of_all_shapes_are_packets_from_row_to_column(name):
    for network in ([RING], ["ring", 4], ["ring 4"]):
        task, said = told(*network, SHAPES[name])
        assert packets(task) == PACKETS
        assert said == "traffic: 18 packets of nodes for themselves passed over"
    with pytest.warns(isotask.ReadingWarning):
        solved = isotask.solve(RING, SHAPES[name])
    # Of node 2 four packets leave over two links; one of two hops is on its way for two slots.
    assert solved.completion_time == isotask.solve(task).completion_time >= 2


def test_small_tables_are_no_lists_of_lines():
    assert packets(quiet(networkx.path_graph(2), [[0, 1], [2, 0]])) == {(0, 1): 1, (1, 0): 2}
    assert packets(quiet(networkx.path_graph(3), numpy.array([[0, 1, 2], [2, 0, 0], [1, 1, 0]])))[2, 1] == 1


@pytest.mark.parametrize(
    ("table", "options", "message"),
    [
        ([[0, 1, 0], [0, 0, 1]], {}, "a table of 2 rows and 3 columns, expected as many of both as there are nodes"),
        (numpy.ones((5, 5), int), {}, r"a table of 5 rows and 5 columns, expected as many .* nodes \(4\)"),
        ([[0, 1], [1]], {}, "row 1 has 1 entries, expected 2 as in row 0"),
        ([[]], {}, "no rows or no columns"),
        ([[0, float("nan")], [1, 0]], {}, "row 0, column 1: nan, expected a whole number from 0 on$"),
        ([[0, float("inf")], [1, 0]], {"unit": 2}, "row 0, column 1: inf, expected"),
        ([[0, 2.5], [1, 0]], {}, "row 0, column 1: 2.5, expected a whole number from 0 on; unit= divides and rounds up"),
        ([[0, -1], [1, 0]], {}, "row 0, column 1: -1, expected"),
        ([[0, "1"], [1, 0]], {}, "row 0, column 1: 1, expected"),
        ([[0, None], [1, 0]], {}, "row 0, column 1: nan, expected"),
        ([[0, 1j], [1, 0]], {}, "row 0, column 1: 1j, expected"),
        ([[0, 1, 0, 0], [2**64, 0, 0, 0], [0] * 4, [0] * 4], {}, r"traffic: row 1: a number of packets 1844.*2\^64 - 1"),
        (numpy.full((4, 4), 10**9), {}, r'packets, of which a task lists at most 4194304: unit="\d+" makes'),
        (SQUARE, {"unit": "64 apples"}, 'unit: "64 apples", expected a number such as 1000'),
        (numpy.ones((2, 2, 2)), {}, "found ndarray"),
        (SQUARE, {"nodelist": [0, 1, 2]}, "a table of 4 rows and 4 columns, expected 3 of both"),
        (SQUARE, {"nodelist": [0, 1, 2, 2]}, "nodelist: 2 stands twice"),
        (SQUARE, {"nodelist": [0, 1, 2, 9]}, 'traffic: the columns: a column: "9", expected|node 9'),
        (pandas.DataFrame(SQUARE, index=list("abcd"), columns=list("abcd")), {}, 'the columns: a column: "a"'),
        (pandas.DataFrame({0: [1, 2], 1: [numpy.nan, 2]}, index=[0, 1]), {}, "row 0, column 1: nan, expected"),
        (pandas.DataFrame([[1, 2]], index=[0], columns=[1, 1]), {}, "columns: 1 stands twice"),
        (pandas.DataFrame({"a": [1, 2], "b": [1, 2], "mb": [1, 2]}), {}, "2 rows and the columns a, b, mb, expected"),
        (pandas.DataFrame({"src": [0, numpy.nan], "dst": [1, 2]}), {}, "row 1, column src: no node stands there"),
        (pandas.DataFrame({"src": [0, 1], "dst": [1, 2], "count": [1, None]}), {}, "row 1: count nan, expected"),
        (pandas.DataFrame({"src": [0, 7], "dst": [1, 2]}, index=["x", "y"]), {}, "row y: node 7, expected at most 3"),
        (pandas.DataFrame({"src": [0], "dst": [1], "bytes": [5]}), {}, 'column bytes: .* unit="64KiB" says it'),
        (pandas.DataFrame({"src": ["a\nb"], "dst": [1]}), {}, "holds control characters"),
    ],
)
def test_tables_that_say_nothing_sure_are_refused_with_the_place(table, options, message):
    for network in (RING, "ring 4"):
        with pytest.raises((ValueError, TypeError), match=message):
            isotask.solve(network, table, **options)


def test_units_divide_and_round_up_exactly():
    table = numpy.array([[0, 65536.0], [65537.5, 0]])
    path = networkx.path_graph(2)
    assert packets(quiet(path, table, unit="64KiB")) == {(0, 1): 1, (1, 0): 2}
    assert packets(quiet(path, [[0, 2.5], [0.1 + 0.2, 0]], unit=0.5)) == {(0, 1): 5, (1, 0): 1}
    assert packets(quiet(path, [[0, 0.1 + 0.2], [1e-300, 0]], unit="0.3")) == {(0, 1): 2, (1, 0): 1}
    frame = pandas.DataFrame({"src": [0, 1], "dst": [1, 0], "bytes": [65536, 65537], "note": [None, "x"]})
    task, said = told(path, frame, unit="64KiB")
    assert packets(task) == {(0, 1): 1, (1, 0): 2}
    assert "bytes read in packets of 65536 bytes, rounded up" in said and "columns note left out" in said


def test_frames_match_by_name_in_any_order():
    graph = networkx.relabel_nodes(RING, dict(enumerate(["a", "b b", "c,c", 'd"d'])))
    names = list(graph)
    frame = pandas.DataFrame(SQUARE, index=names, columns=names)
    wanted = {(names[source], names[target]): count for (source, target), count in PACKETS.items()}
    assert packets(told(graph, frame)[0]) == wanted
    assert packets(told(graph, frame.iloc[::-1, [1, 3, 0, 2]])[0]) == wanted
    assert packets(quiet(graph, frame.loc[["a"], ["b b", 'd"d']])) == {("a", "b b"): 1, ("a", 'd"d'): 2}
    rows = pandas.DataFrame([(*ends, count) for ends, count in wanted.items()], columns=["To", "From", "packets"])
    task, said = told(graph, rows)
    assert packets(task) == {ends[::-1]: count for ends, count in wanted.items()} and "packets read as numbers" in said
    # Square frames of nodes that are called as columns of lists are.
    ends = networkx.Graph([("src", "dst")])
    assert packets(quiet(ends, pandas.DataFrame([[0, 1], [2, 0]], list(ends), list(ends)))) == {("src", "dst"): 1, ("dst", "src"): 2}


def test_the_order_of_rows_is_never_guessed():
    graph = networkx.Graph([(0, 2), (2, 1), (1, 3), (3, 0)])
    for table in (SQUARE, numpy.array(SQUARE), pandas.DataFrame(SQUARE)):
        with pytest.raises(ValueError, match=r"order of the graph, 0, 2, 1, 3, or in that of the numbers; nodelist="):
            isotask.task(graph, table)
        assert packets(told(graph, table, nodelist=sorted(graph))[0]) == PACKETS
        order = list(graph)
        wanted = {(order[source], order[target]): count for (source, target), count in PACKETS.items()}
        assert packets(told(graph, table, nodelist=order)[0]) == wanted
    weights = networkx.to_numpy_array(graph, dtype=int)
    assert set(packets(quiet(graph, weights, nodelist=list(graph)))) == {
        ends for edge in graph.edges for ends in (edge, edge[::-1])
    }


def test_files_of_links_and_tables_are_read_as_the_command_reads_them(tmp_path):
    (tmp_path / "g.txt").write_text("a b\nb c\n")
    (tmp_path / "t.csv").write_text("from,to,count\na,c,2\n")
    task = quiet(tmp_path / "g.txt", tmp_path / "t.csv")
    assert packets(task) == {("a", "c"): 2} and links(task) == {frozenset("ab"): 1, frozenset("bc"): 1}
    one_way = quiet(tmp_path / "g.txt", tmp_path / "t.csv", directed=True)
    assert links(one_way) == {("a", "b"): 1, ("b", "c"): 1}
    (tmp_path / "t.csv").write_text("from,to,count\na,b,2\nc,a\n")
    with pytest.raises(isotask.DocumentError, match=r"t\.csv: line 3: no way leads from node c to node a"):
        isotask.solve(tmp_path / "g.txt", tmp_path / "t.csv", directed=True)
    (tmp_path / "g.txt").write_text("a b 2\nb c\n")
    assert "g.txt: the third word of a line read as capacity" in told(tmp_path / "g.txt", "total-exchange")[1]


def test_words_and_keywords_that_do_not_fit_are_refused():
    for call, message in (
        (lambda: isotask.task(RING), "no task, expected one of total-exchange"),
        (lambda: isotask.task(RING, "scatter", SQUARE), "a table of traffic goes with the task demands"),
        (lambda: isotask.task(RING, SQUARE, SQUARE), "two tables of traffic"),
        (lambda: isotask.task("ring 4", "total-exchange", unit=5), "unit: goes with a table of traffic"),
        (lambda: isotask.task("ring 4", "total-exchange", switches=[1]), "switches: goes with a graph"),
        (lambda: isotask.task(RING, "total-exchange", directed=True), "directed: goes with a file of links"),
        (lambda: isotask.solve(isotask.task("ring 4 gather"), ports=1), "ports: goes with a task in words"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    for call in (lambda: isotask.task("ring", RING), lambda: isotask.solve("ring 4 gather", port=1)):
        with pytest.raises(TypeError):
            call()
    assert isotask.task(RING, "demands 0:2:3", numpy.zeros((4, 4), int))["task"]["packets"] == [{"from": 0, "to": 2, "count": 3}]
    assert isotask.solve("ring 4", "total-exchange", ports="one").task["ports"] == "one"


def test_a_doubtful_word_is_warned_of():
    assert "decimal" in told("hypercube 4 isotropic 10")[1]


def test_neither_numpy_nor_pandas_nor_networkx_is_needed():
    code = (
        "import sys\n"
        "for package in ('numpy', 'pandas', 'networkx'): sys.modules[package] = None\n"
        "import isotask\n"
        "print(isotask.solve('ring 4', [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]).completion_time)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ)
    assert (ended.stdout, ended.stderr) == ("1\n", "")
