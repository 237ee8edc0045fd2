"""Graphs of networkx, and of whatever has the same nodes and edges, as the JSON that is read from files."""

from __future__ import annotations

import json
import operator
from collections.abc import Collection
from typing import Any

#: Attributes that would rename a node, or say of a link what its two nodes say.
_OWN = {"nodes": ("id", "label"), "edges": ("source", "target", "key")}


def is_graph(value: object) -> bool:
    """Whether a value is a graph in the manner of networkx."""
    return all(callable(getattr(value, name, None)) for name in ("nodes", "edges", "is_directed", "is_multigraph"))


def identity(node: Any) -> int | str:
    """A node as files know it: a number from 0 on, or a word; a tuple in brackets, such as ``(0,1)``."""
    if isinstance(node, str):
        return node
    if isinstance(node, tuple):
        return f"({','.join(str(identity(part)) for part in node)})"
    try:
        number = operator.index(node)
    except TypeError:
        return str(node)
    return str(number) if number < 0 or isinstance(node, bool) else number


def links_of(graph: Any, switches: Collection[Any]) -> bytes:
    """The nodes and edges of a graph with all that is said of them."""
    known: dict[str, Any] = {}
    for node in graph.nodes():
        name = str(identity(node))
        if name in known:
            raise ValueError(f"graph: the nodes {known[name]!r} and {node!r} are both written {name}")
        known[name] = node
    for node in switches:
        if node not in graph:
            raise ValueError(f"switches: {node!r} is no node of the graph")
    marked = set(switches)
    nodes = [
        {**_said("nodes", said), "id": identity(node), **({"switch": True} if node in marked else {})}
        for node, said in graph.nodes(data=True)
    ]
    several = graph.is_multigraph()
    edges = [
        {
            **_said("edges", edge[-1]),
            "source": identity(edge[0]),
            "target": identity(edge[1]),
            **({"key": str(edge[2])} if several else {}),
        }
        for edge in (graph.edges(keys=True, data=True) if several else graph.edges(data=True))
    ]
    document = {"directed": graph.is_directed(), "multigraph": several, "nodes": nodes, "edges": edges}
    return json.dumps(document, allow_nan=False).encode()


def in_order(graph: Any) -> bool:
    """Whether the nodes are listed in the order of their indices, so that rows of an array belong to them."""
    found = [identity(node) for node in graph.nodes()]
    return not all(isinstance(node, int) for node in found) or found == sorted(found, key=int)


def _said(of: str, attributes: Any) -> dict[str, Any]:
    """Attributes in words of JSON; what has none stands as Python prints it."""
    own = _OWN[of]
    return {str(name): _plain(value) for name, value in attributes.items() if str(name).lower() not in own}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    try:
        return operator.index(value)
    except TypeError:
        pass
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return str(value)
    return number if number - number == 0 else str(number)
