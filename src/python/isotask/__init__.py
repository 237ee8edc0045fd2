"""Exact schedules for communication tasks on symmetric networks, lower bounds, and certificates.

>>> import isotask
>>> certificate = isotask.solve("hypercube 3 total-exchange")
>>> certificate.completion_time, certificate.bound, certificate.scope, certificate.optimal
(4, 4, 'all', True)
"""

from __future__ import annotations

import json
import operator
import os
import warnings
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from isotask import _native
from isotask._certificate import Certificate, standing
from isotask._decomposition import Decomposition, decompose
from isotask._documents import Document, task_text, text_of
from isotask._drawing import Drawing
from isotask._errors import DocumentError, GapWarning, NoScheduleError, ReadingWarning, RefusedError
from isotask._graphs import identity, in_order, is_graph, links_of
from isotask._traffic import lines_of

__all__ = [
    "Bounds",
    "Certificate",
    "Decomposition",
    "Document",
    "DocumentError",
    "Drawing",
    "GapWarning",
    "NoScheduleError",
    "ReadingWarning",
    "RefusedError",
    "bound",
    "check",
    "decompose",
    "formats",
    "load",
    "methods",
    "pictures",
    "solve",
    "task",
]

__version__: str = _native.__version__


@dataclass(frozen=True)
class Bounds:
    """Lower bounds on a task."""

    #: The greatest bound that binds all schedules on the completion time, in slots.
    completion_time: int
    #: All bounds with their witnesses and scopes, as claims without a value.
    claims: list[dict[str, Any]]


def task(
    *words: Any,
    ports: str | int | None = None,
    objective: str | None = None,
    count: int = 1,
    name: str | None = None,
    traffic: Any = None,
    unit: str | int | None = None,
    switches: Collection[Any] = (),
    switch_ports: str | int | None = None,
) -> dict[str, Any]:
    """Makes a task document of the words that ``isotask new`` takes, of a graph of networkx, or of a table of traffic.

    ``task("torus", (4, 4), "isotropic", "1,2:3", ports=2)`` and ``task("torus 4,4 isotropic 1,2:3", ports=2)`` are the
    same. A number behind the word of the task is a node's index. ``ports`` is ``all``, ``one``, ``one-half-duplex`` or a number; ``objective`` is ``completion-time``,
    ``average-delay`` or ``completion-time-then-average-delay``; ``count`` is the packets for each item.

    A graph stands in place of the network, ``task(graph, "broadcast", node)``: its nodes keep their names, and its
    attributes are read as those of a file are. ``switches`` are nodes of it that only forward, over as many links as
    ``switch_ports`` says.

    ``traffic`` makes a task of demands, ``task(graph, traffic=array)``: a square array holds at ``[i][j]`` what the node of index i
    has for that of index j, a square DataFrame the same by name; a DataFrame of other columns, such as
    ``src``, ``dst``, ``bytes``, a line for each demand. ``unit`` is what a packet carries, such as ``"64KiB"``: numbers are divided by it and rounded up.

    Warns with :class:`ReadingWarning` where a graph or a table could have been meant otherwise. Raises ValueError for
    what makes no task.
    """
    graph = words[0] if words and is_graph(words[0]) else None
    if graph is None and switches:
        raise ValueError("switches: expected a graph of which they are nodes")
    found = _words(words) if graph is None else _words_on(graph, words[1:])
    table = None
    if traffic is not None:
        found += [] if "demands" in found else ["demands"]
        table = _table(graph, traffic)
    elif unit is not None:
        raise ValueError("unit: expected traffic whose numbers it divides")
    document, remarks = _native.task(
        {
            "words": found,
            "name": name,
            "ports": _said(ports),
            "objective": objective,
            "count": _within("count", count, 0, 2**64 - 1),
            "links": None if graph is None else links_of(graph, switches),
            "switch_ports": _said(switch_ports),
            "traffic": table,
            "unit": _said(unit),
        }
    )
    for remark in remarks:
        warnings.warn(remark, ReadingWarning, stacklevel=2)
    made: dict[str, Any] = json.loads(document)
    return made


def solve(
    task: Document,
    *,
    method: str | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    symmetric: bool = False,
) -> Certificate:
    """Solves a task: a dict, a JSON text, the path of a file, or words such as ``torus 4x4 total-exchange``.

    ``method`` is one of :func:`methods`, else the best of those that suit is taken; ``time_limit`` is in seconds;
    ``threads`` says how many a method may use that can use several, and changes no byte of what comes out; with
    ``symmetric`` every node does the translate of what node 0 does.

    Warns with :class:`GapWarning` where the schedule is not proved optimal, or, unless ``symmetric`` was asked for, only
    among symmetric schedules. Raises :class:`DocumentError`, a ValueError,
    for what is no task, ValueError for options that are not for the task, :class:`NoScheduleError` where the time was
    over before there was a schedule, and KeyboardInterrupt soon after it was asked for.
    """
    if threads is not None:
        threads = _within("threads", threads, 0, 2**32 - 1)
    try:
        limit = None if time_limit is None else float(time_limit)
    except OverflowError:
        raise ValueError("time_limit: expected a number of seconds that a float holds") from None
    held = _native.solve(task_text(task), method, limit, threads, symmetric)
    certificate = Certificate._of(held)
    if not held.optimal:
        warnings.warn(f"not proved optimal: {standing(held)}", GapWarning, stacklevel=2)
    elif not symmetric and certificate.completion_time > certificate.bound_for_all:
        proved = f"the bound on all schedules is {certificate.bound_for_all} slots"
        warnings.warn(f"not proved optimal among all: {standing(held)}; {proved}", GapWarning, stacklevel=2)
    return certificate


def bound(task: Document) -> Bounds:
    """Bounds a task, which is given as to :func:`solve`, without making a schedule."""
    time, claims = _native.bound(task_text(task))
    return Bounds(time, json.loads(claims))


def check(certificate: Certificate | Document) -> dict[str, Any]:
    """Has the independent checker judge a certificate, schedule or routing rule once more.

    Returns what it found, as the document ``isotask.result/1`` of ``isotask check --json``. Raises
    :class:`RefusedError`, a ValueError with ``reason`` and ``place``, where it refuses it.
    """
    if isinstance(certificate, Certificate):
        text, name = certificate.to_json().encode(), "certificate"
    else:
        text = text_of(certificate)
        is_path = isinstance(certificate, (str, os.PathLike)) and text != str(certificate).encode()
        name = str(certificate) if is_path else "document"
    found: dict[str, Any] = json.loads(_native.check(text, name))
    return found


def load(certificate: Document) -> Certificate:
    """Reads a certificate that was written before; the same as :class:`Certificate`."""
    return Certificate(certificate)


def methods() -> dict[str, str]:
    """The methods that make schedules, each with a sentence."""
    return dict(_native.methods())


def formats() -> dict[str, str]:
    """The formats of exports, each with a sentence."""
    return dict(_native.formats())


def pictures() -> dict[str, str]:
    """The pictures, each with a sentence."""
    return dict(_native.pictures())


def _said(word: str | int | None) -> str | None:
    return None if word is None else str(word)


def _within(what: str, value: int, least: int, most: int) -> int:
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{what}: {number}, expected a whole number from {least} to {most}")
    return number


def _words_on(graph: Any, words: Sequence[Any]) -> list[str]:
    """The words of a task on a graph: what is a node of it is named as files name it."""
    found = _words(words[:1])
    for word in words[1:]:
        is_node = not isinstance(word, list) and word in graph
        is_number = not is_node and hasattr(word, "__index__")
        if is_number and not found[0].startswith("neighbo"):
            raise ValueError(f"{word!r} is no node of the graph")
        found.extend([str(identity(word))] if is_node else _words([word]))
    return found


def _table(graph: Any, traffic: Any) -> bytes:
    """A table of traffic as lines, nodes as the network calls them."""
    if graph is None:
        return lines_of(traffic, lambda node: str(identity(node)), str, lambda: None)
    if not hasattr(traffic, "columns") and not in_order(graph):
        raise ValueError(
            "traffic: the nodes of the graph are not listed by number, so rows could be those of other nodes; "
            "expected a DataFrame whose index and columns are nodes"
        )
    return lines_of(traffic, lambda node: str(identity(node)), lambda row: f"0d{row}", graph.number_of_nodes)


def _words(words: Sequence[str | int | Sequence[int]]) -> list[str]:
    """The words of a command: texts are split at spaces, numbers of a list joined by commas.

    Behind the word of a task a number is a node's index, which digits 0 and 1 alone would not say on a cube; but
    those of a neighbourhood are distances.
    """
    found: list[str] = []
    for word in words:
        if isinstance(word, str):
            found.extend(word.split())
        elif hasattr(word, "__index__"):
            named = [of for of in found if of[:1].isalpha()]
            is_node = len(named) > 1 and not named[1].startswith("neighbo")
            found.append(f"0d{operator.index(word)}" if is_node else str(operator.index(word)))
        elif isinstance(word, (list, tuple, range)):
            found.append(",".join(str(operator.index(number)) for number in word))
        else:
            raise TypeError(f"expected words, numbers or lists of numbers, found {type(word).__name__}")
    return found
