"""Graphs of networkx and tables of traffic as they are."""

import warnings

import isotask
import networkx
import numpy
import pandas
import pytest


def made(*words, **options):
    """The task, which must not be doubted."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return isotask.task(*words, **options)


def names_of(task):
    network = task["network"]
    return network.get("names", list(range(network["nodes"])))


def links(task):
    """The links by name, with their capacities; both ways of an undirected one."""
    names, network = names_of(task), task["network"]
    found = {}
    for link in network["links"]:
        start, goal = (link["from"], link["to"]) if isinstance(link, dict) else link[:2]
        capacity = link.get("capacity", 1) if isinstance(link, dict) else (link[2:] or [1])[0]
        found[names[start], names[goal]] = capacity
        if not network.get("directed", False):
            found[names[goal], names[start]] = capacity
    return found


def demands(task):
    names = names_of(task)
    return {(names[one["from"]], names[one["to"]]): one.get("count", 1) for one in task["task"]["packets"]}


@pytest.mark.parametrize(
    "graph",
    [
        networkx.petersen_graph(),
        networkx.grid_2d_graph(2, 3),
        networkx.relabel_nodes(networkx.cycle_graph(5), {at: f"n {at}, é" for at in range(5)}),
        networkx.relabel_nodes(networkx.path_graph(4), {at: at + 1 for at in range(4)}),
        networkx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")]),
        networkx.relabel_nodes(networkx.cycle_graph(4), {0: -1, 1: 0, 2: "0d1", 3: (1, "x")}),
    ],
)
def test_a_graph_keeps_its_nodes_and_links(graph):
    task = made(graph, "total-exchange")
    written = {node: str(node).replace(" ", "").replace("'", "") if isinstance(node, tuple) else node for node in graph}
    assert task["network"]["nodes"] == len(graph)
    if "names" in task["network"]:
        assert sorted(names_of(task)) == sorted(map(str, written.values()))
    expected = {(str(written[start]), str(written[goal])) for start, goal in graph.edges}
    expected |= set() if graph.is_directed() else {(goal, start) for start, goal in expected}
    assert {(str(start), str(goal)) for start, goal in links(task)} == expected
    certificate = isotask.solve(task, time_limit=1)
    judged = isotask.check(certificate)
    assert judged["status"] == "verified"
    assert (judged["completion_time"], judged["bound"]) == (certificate.completion_time, certificate.bound)


def test_a_node_behind_the_task_is_one_of_the_graph():
    graph = networkx.relabel_nodes(networkx.path_graph(4), {at: at + 1 for at in range(4)})
    for node in graph:
        task = made(graph, "broadcast", node)
        assert names_of(task)[task["task"]["root"]] == str(node)
        assert isotask.solve(task).completion_time == networkx.eccentricity(graph, node)
    with pytest.raises(ValueError, match="0 is no node of the graph"):
        isotask.task(graph, "broadcast", 0)
    grid = networkx.grid_2d_graph(2, 2)
    task = made(grid, "scatter", (1, 0))
    assert names_of(task)[task["task"]["root"]] == "(1,0)"


def test_attributes_are_read_as_those_of_a_file():
    graph = networkx.Graph()
    graph.add_edge("a", "b", capacity=numpy.int64(3), color="red")
    graph.add_edge("b", "c", capacity=1.0)
    assert links(made(graph, "total-exchange")) == {("a", "b"): 3, ("b", "a"): 3, ("b", "c"): 1, ("c", "b"): 1}
    several = networkx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c")])
    with pytest.warns(isotask.ReadingWarning):
        several = isotask.task(several, "total-exchange")
    assert links(several)["a", "b"] == 2
    graph.add_edge("a", "c", bandwidth=2)
    with pytest.warns(isotask.ReadingWarning, match="bandwidth left out"):
        assert links(isotask.task(graph, "total-exchange"))["a", "c"] == 1
    for wrong in (float("nan"), -1, 1.5, 0):
        graph = networkx.Graph()
        graph.add_edge(0, 1, capacity=wrong)
        with pytest.raises(ValueError, match=r"edges\[0\]"):
            isotask.task(graph, "total-exchange")
    speeds = networkx.Graph()
    speeds.add_edge(0, 1, bandwidth="100G")
    speeds.add_edge(1, 2, bandwidth="400G")
    with pytest.warns(isotask.ReadingWarning, match="bandwidth"):
        task = isotask.task(speeds, "total-exchange")
    assert links(task)[1, 2] == 4 * links(task)[0, 1]
    lengths = networkx.Graph()
    lengths.add_edge(0, 1, length=7)
    with pytest.warns(isotask.ReadingWarning, match="length"):
        assert links(isotask.task(lengths, "total-exchange"))[0, 1] == 1


def test_what_is_no_network_is_refused_with_its_place():
    with pytest.raises(ValueError, match="both written 1"):
        isotask.task(networkx.Graph([(1, "1")]), "total-exchange")
    with pytest.raises(ValueError, match=r"edges\[1\]"):
        isotask.task(networkx.Graph([(0, 1), (1, 1)]), "total-exchange")
    with pytest.raises(ValueError, match="no node of the graph"):
        isotask.task(networkx.path_graph(3), "total-exchange", switches=[7])
    with pytest.raises(ValueError, match="switches"):
        isotask.task("ring 4 total-exchange", switches=[1])
    with pytest.raises(ValueError):
        isotask.task(networkx.Graph(), "total-exchange")


def test_switches_only_forward():
    star = networkx.star_graph(3)
    task = made(star, "total-exchange", switches=[0], switch_ports=1)
    assert task["network"]["switches"] == [0] and task["network"]["switch_ports"] in (1, {"at-most": 1}, "one")
    assert isotask.solve(task).completion_time >= 6


def test_an_array_says_what_each_node_has_for_each():
    array = numpy.array([[0, 2, 0], [0, 0, 1], [3, 0, 0]])
    expected = {(0, 1): 2, (1, 2): 1, (2, 0): 3}
    for table in (array, array.tolist(), array.astype(float), array.astype("uint8"), pandas.DataFrame(array)):
        assert demands(made(networkx.cycle_graph(3), traffic=table)) == expected
        assert demands(made("ring", 3, traffic=table)) == expected
    names = ["x", "y", "z"]
    graph = networkx.relabel_nodes(networkx.cycle_graph(3), dict(enumerate(names)))
    table = pandas.DataFrame(array, index=names, columns=names).loc[["z", "x", "y"]]
    assert demands(made(graph, traffic=table)) == {(names[at], names[to]): n for (at, to), n in expected.items()}
    lines = pandas.DataFrame({"src": ["x", "z"], "dst": ["z", "y"], "bytes": [65536, 65537]})
    with pytest.warns(isotask.ReadingWarning, match="packets of 65536 bytes"):
        assert demands(isotask.task(graph, traffic=lines, unit="64KiB")) == {("x", "z"): 1, ("z", "y"): 2}
    assert demands(made(graph, traffic=array * 1000, unit=1500))["z", "x"] == 2
    assert demands(made(graph, traffic=array * 0.4, unit="0.3"))["z", "x"] == 4


def test_rows_that_could_be_those_of_other_nodes_are_refused():
    graph = networkx.Graph([(2, 0), (0, 1)])
    with pytest.raises(ValueError, match="DataFrame"):
        isotask.task(graph, traffic=numpy.eye(3))
    by_name = pandas.DataFrame([[0, 5, 0], [0, 0, 0], [0, 0, 0]], index=[2, 0, 1], columns=[2, 0, 1])
    assert demands(made(graph, traffic=by_name)) == {(2, 0): 5}


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ([[0, 1], [1, 0]], "2 rows, expected one for each of the 3 nodes"),
        ([[0, 1, 2], [1, 0], [0, 0, 0]], "row 1 has 2 entries"),
        ([[0, -1, 2], [0, 0, 0], [0, 0, 0]], "row 0, column 1: -1"),
        ([[0, 0, float("nan")], [0, 0, 0], [0, 0, 0]], "row 0, column 2"),
        ([[0, 0, "x"], [0, 0, 0], [0, 0, 0]], "row 0, column 2"),
        ([[0, 0.5, 0], [0, 0, 0], [0, 0, 0]], "--unit"),
        (pandas.DataFrame({"here": [1], "there": [2]}), "expected"),
    ],
)
def test_a_table_with_a_fault_is_refused_with_its_place(table, said):
    with pytest.raises(ValueError, match=said.replace("(", r"\(")):
        isotask.task(networkx.cycle_graph(3), traffic=table)


def test_a_unit_without_traffic_is_refused():
    with pytest.raises(ValueError, match="unit"):
        isotask.task("ring 4 total-exchange", unit="64KiB")
    with pytest.raises(ValueError, match="unit"):
        isotask.task("ring 3", traffic=numpy.eye(3), unit="much")


def test_what_a_node_has_for_itself_is_told():
    with pytest.warns(isotask.ReadingWarning, match="for themselves"):
        isotask.task("ring 3", traffic=[[4, 1, 0], [0, 0, 0], [0, 0, 0]])
