"""Networks in the shapes in which Python has them: words, graphs of networkx, files of links."""

from __future__ import annotations

import json
import math
import numbers
import operator
import os
import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, Protocol, TypeGuard

#: What messages call a graph of networkx.
GRAPH = "graph"


class GraphOfOthers(Protocol):
    """A Graph, DiGraph, MultiGraph or MultiDiGraph of networkx."""

    def is_directed(self) -> bool: ...
    def is_multigraph(self) -> bool: ...
    @property
    def nodes(self) -> Any: ...
    @property
    def edges(self) -> Any: ...


def is_graph(value: object) -> TypeGuard[GraphOfOthers]:
    """Whether a value has what a graph of networkx has."""
    return all(hasattr(value, name) for name in ("nodes", "edges", "is_directed", "is_multigraph"))


def word_of(node: object) -> str:
    """What a node is called: an integer or text as it is, a tuple of such as ``(0,1)``.

    Raises ValueError for anything else.
    """
    value = node.item() if hasattr(node, "item") else node
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, float) and math.isfinite(value):
        # Python takes 1.0 and 1 for one node.
        return str(int(value)) if value.is_integer() else repr(value)
    if hasattr(value, "__index__"):
        return str(operator.index(value))
    if isinstance(value, tuple):
        return f"({','.join(map(word_of, value))})"
    raise ValueError(
        f"node {node!r}: found {type(node).__name__}, expected an integer, a text, or a tuple of such; "
        "networkx.relabel_nodes gives nodes other names"
    )


@dataclass(frozen=True)
class Links:
    """Links as the native side reads them."""

    #: What messages call them.
    name: str
    #: JSON of nodes and links, or a file as it is.
    text: bytes
    #: Whether lines of two nodes lead one way.
    directed: bool
    #: Switches by their words.
    switches: list[str]
    switch_ports: str | None
    #: The nodes of a graph of networkx in its order, and how messages call them and its links.
    nodes: list[Hashable] = field(default_factory=list)
    links: list[str] = field(default_factory=list)

    def in_names(self, message: str) -> str:
        """A message whose places in the text are nodes and links of the graph."""
        places = {"edges": self.links, "nodes": [repr(node) for node in self.nodes]}
        kinds = {"edges": "link", "nodes": "node"}

        def named(found: re.Match[str]) -> str:
            kind, place = found[1], int(found[2])
            return f"{kinds[kind]} {places[kind][place]}" if place < len(places[kind]) else found[0]

        return re.sub(r"\b(edges|nodes)\[(\d+)\]", named, message)

    def has_node(self, value: object) -> bool:
        """Whether a value is a node of the graph."""
        try:
            return value in set(self.nodes)
        except TypeError:
            # What has no hash is none.
            return False

    def has_order_of_its_own(self) -> bool:
        """Whether nodes are numbers that do not stand in their order: node 0 is not the first of the graph then."""
        if not self.nodes or not all(isinstance(_identity(node), int) for node in self.nodes):
            return False
        order = [_identity(node) for node in self.nodes]
        return order != sorted(order)


def links_of_file(
    path: os.PathLike[str], directed: bool, switches: Iterable[Any] | str | None, switch_ports: str | None
) -> Links:
    """The links in a file, in any format that the command reads."""
    words = [switches] if isinstance(switches, str) else [word_of(node) for node in switches or ()]
    return Links(str(path), Path(path).read_bytes(), directed, words, switch_ports)


def links_of_graph(graph: GraphOfOthers, switches: Iterable[Any] | str | None, switch_ports: str | None) -> Links:
    """The links of a graph of networkx."""
    nodes = list(graph.nodes)
    written: dict[str, Hashable] = {}
    for node in nodes:
        other = written.setdefault(word_of(node), node)
        if other is not node:
            raise ValueError(f"nodes {other!r} and {node!r} are both written {word_of(node)}, expected two names")
    marked = set() if isinstance(switches, str) else {word_of(node) for node in switches or ()}
    unknown = sorted(marked - written.keys())
    if unknown:
        raise ValueError(f"switches: {unknown[0]} is no node of the graph")
    told = []
    for node, said in graph.nodes(data=True):
        attributes = _attributes(said, {"id"})
        if word_of(node) in marked:
            attributes["switch"] = True
        told.append({"id": _identity(node), **attributes})
    many = graph.is_multigraph()
    edges, links = [], []
    for number, (source, target, *key, said) in enumerate(
        graph.edges(keys=True, data=True) if many else graph.edges(data=True)
    ):
        # Links side by side are told apart by their place in the list, whatever their keys are.
        edge = {"source": _identity(source), "target": _identity(target), **({"key": number} if many else {})}
        edges.append(edge | _attributes(said, {"source", "target", "key"}))
        links.append(f"({', '.join(map(repr, (source, target, *key)))})")
    document = {"directed": graph.is_directed(), "multigraph": many, "nodes": told, "edges": edges}
    text = json.dumps(document, allow_nan=False).encode()
    by_words = [switches] if isinstance(switches, str) else []
    return Links(GRAPH, text, False, by_words, switch_ports, nodes, links)


def names_of(nodes: Sequence[Any], what: str) -> list[str]:
    """What nodes are called, each once."""
    words = [word_of(node) for node in nodes]
    seen: set[str] = set()
    for word in words:
        if word in seen:
            raise ValueError(f"{what}: {word} stands twice, expected every node once")
        seen.add(word)
    return words


def _identity(node: Hashable) -> int | str:
    """A node in JSON: an integer from 0 on, or its name."""
    word = word_of(node)
    is_number = not isinstance(node, (str, tuple)) and word.isdecimal() and int(word) < 2**63
    return int(word) if is_number else word


def _attributes(said: dict[Any, Any], taken: set[str]) -> dict[str, Any]:
    """What is said of a node or link, in JSON. A blank behind a name keeps it apart from the words of the format.

    Labels are left out: here a node is called what it is in the graph.
    """
    found: dict[str, Any] = {}
    for key, value in said.items():
        name = str(key)
        if "id" in taken and "".join(filter(str.isalnum, name)).lower() == "label":
            continue
        found[f"{name} " if name in taken else name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    """A value as JSON has it, exactly; of what JSON has no word for its type."""
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else repr(value)
    if isinstance(value, (numbers.Rational, Decimal)):
        return str(value)
    return f"a {type(value).__name__}"
