"""Reads the graphs of isotask export by NetworkX, and holds them against its own generators.

graphs.py network FILE.{graphml,json,dot} FAMILY NUMBER…   the graph is the one that NetworkX generates
graphs.py schedule FILE.{graphml,json,dot} TABLE.csv       its links carry what the table says
"""

import csv
import json
import sys

import networkx as nx
from networkx.readwrite import json_graph


def generated(family, numbers):
    if family == "hypercube":
        return nx.hypercube_graph(*numbers)
    if family == "torus":
        return nx.grid_graph(numbers, periodic=True)
    if family == "circulant":
        return nx.circulant_graph(numbers[0], numbers[1:])
    if family == "ring":
        return nx.cycle_graph(*numbers)
    if family == "complete":
        return nx.complete_graph(*numbers)
    raise ValueError(family)


def read(path):
    if path.endswith(".graphml"):
        text = open(path, encoding="utf-8").read()
        assert "<!DOCTYPE" not in text and "<!ENTITY" not in text
        return nx.read_graphml(path, node_type=int)
    if path.endswith(".json"):
        data = json.load(open(path, encoding="utf-8"))
        try:
            return json_graph.node_link_graph(data, edges="edges")
        except TypeError:  # NetworkX 2 and 3 up to 3.3
            return json_graph.node_link_graph(data, link="edges")
    graph = nx.DiGraph(nx.drawing.nx_pydot.read_dot(path))
    graph.remove_nodes_from([node for node in graph if not node.isdigit()])
    return nx.relabel_nodes(graph, int)


def sends(graph):
    """Slot, sender, receiver, start, destination, copy of every transmission."""
    for start, end, data in graph.edges(data=True):
        # NetworkX leaves out of GraphML what is empty.
        listed = data.get("sends", "")
        if isinstance(listed, str):
            words = [word.partition("#") for word in listed.strip('"').split()]
            times = [(ends.partition(":"), int(copy or 0)) for ends, _, copy in words]
            pairs = [(int(slot), ends.partition(">"), copy) for (slot, _, ends), copy in times]
            listed = [[slot, a or None, b or None, copy] for slot, (a, _, b), copy in pairs]
        assert len(listed) == int(data["packets"])
        for slot, origin, target, copy in listed:
            number = lambda end: "" if end is None else str(end)
            yield (slot, start, end, number(origin), number(target), copy)


def main(what, path, *rest):
    graph = read(path)
    assert graph.is_directed()
    if what == "network":
        # A link leads both ways, so that nothing is lost without directions.
        assert all(graph.has_edge(end, start) for start, end in graph.edges)
        own = generated(rest[0], [int(number) for number in rest[1:]])
        same = nx.is_isomorphic(nx.Graph(graph.to_undirected()), own)
        print(nx.__version__, "isomorphic" if same else "DIFFERENT", len(graph), graph.number_of_edges())
        return
    columns = ["slot", "from", "to", "packet_from", "packet_to", "copy"]
    lines = csv.DictReader(open(rest[0], encoding="utf-8"))
    table = [tuple(line[column] for column in columns) for line in lines]
    table = sorted((int(a), int(b), int(c), d, e, int(f)) for a, b, c, d, e, f in table)
    print(nx.__version__, "equal" if sorted(sends(graph)) == table else "DIFFERENT", len(table))


main(*sys.argv[1:])
