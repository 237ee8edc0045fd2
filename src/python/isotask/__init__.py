"""Exact schedules for communication tasks on symmetric networks, lower bounds, and certificates.

>>> import isotask
>>> certificate = isotask.solve("hypercube 3 total-exchange")
>>> certificate.completion_time, certificate.bound, certificate.scope, certificate.optimal
(4, 4, 'all', True)
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from isotask import _native
from isotask._certificate import Certificate, standing
from isotask._decomposition import Decomposition, decompose
from isotask._documents import Document, text_of
from isotask._drawing import Drawing
from isotask._errors import DocumentError, GapWarning, NoScheduleError, ReadingWarning, RefusedError
from isotask._tasks import Options, Word, made, task_text, within

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
    *words: Word,
    ports: str | int | None = None,
    objective: str | None = None,
    count: int = 1,
    name: str | None = None,
    unit: str | int | None = None,
    nodelist: Sequence[Any] | None = None,
    switches: Iterable[Any] | str | None = None,
    switch_ports: str | int | None = None,
    directed: bool = False,
) -> dict[str, Any]:
    """Makes a task document of the words that ``isotask new`` takes, or of what other packages hold.

    ``task("torus", (4, 4), "isotropic", "1,2:3", ports=2)`` and ``task("torus 4,4 isotropic 1,2:3", ports=2)`` are the
    same. A number behind the word of the task is a node's index. ``ports`` is ``all``, ``one``, ``one-half-duplex`` or
    a number; ``objective`` is ``completion-time``, ``average-delay`` or ``completion-time-then-average-delay``;
    ``count`` is the packets for each item.

    The network may be a graph of networkx, or the :class:`os.PathLike` of a file of links (``directed`` says that its
    lines lead one way). Nodes are called what they are in the graph. ``switches`` are nodes that only forward, with
    ``switch_ports`` as ``ports``.

    The task may be a table of traffic: a square array or list of lists of the packets from row to column; a frame of
    pandas with names of nodes for rows and columns, or with columns such as ``src, dst, bytes``; or the path of a file
    of such. Numbers are divided by ``unit``, such as ``64KiB`` or 1000, and rounded up: a packet carries that much.
    ``nodelist`` says which nodes the rows and columns of an array stand for.

    Warns with :class:`ReadingWarning` of whatever could have been meant otherwise. Raises ValueError for words that
    make no task, and :class:`DocumentError`, a ValueError too, for graphs and tables that cannot be read.
    """
    text, doubts = made(
        words, Options(ports, objective, count, name, unit, nodelist, switches, switch_ports, directed)
    )
    for doubt in doubts:
        warnings.warn(doubt, ReadingWarning, stacklevel=2)
    document: dict[str, Any] = json.loads(text)
    return document


def solve(
    task: Document | Word,
    *more: Word,
    method: str | None = None,
    effort: str | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    symmetric: bool = False,
    progress: Callable[[int | None, int], object] | None = None,
    **of_task: Any,
) -> Certificate:
    """Solves a task: a dict, a JSON text, the path of a file, or words such as ``torus 4x4 total-exchange``.

    ``solve(graph, traffic, unit="64KiB")`` solves what :func:`task` makes of the same words and keywords.

    ``method`` is one of :func:`methods`, else the best of those that suit is taken; ``effort`` is
    ``"quick"``, ``"default"``, ``"thorough"`` or ``"exhaustive"``, in steps and not in time; ``time_limit`` is in seconds;
    ``threads`` says how many a method may use that can use several, and changes no byte of what comes out; with
    ``symmetric`` every node does the translate of what node 0 does. ``progress`` is called with the best value and
    the bound, slots or delay, whenever a search has improved one of them; the best is None before there is one.

    Warns with :class:`GapWarning` where the schedule is not proved optimal, or, unless ``symmetric`` was asked for, only
    among symmetric schedules. Raises :class:`DocumentError`, a ValueError,
    for what is no task, ValueError for options that are not for the task, :class:`NoScheduleError` where the time was
    over before there was a schedule, and KeyboardInterrupt soon after it was asked for.
    """
    if threads is not None:
        threads = within("threads", threads, 0, 2**32 - 1)
    try:
        limit = None if time_limit is None else float(time_limit)
    except OverflowError:
        raise ValueError("time_limit: expected a number of seconds that a float holds") from None
    held = _native.solve(task_text(task, more, of_task), method, effort, limit, threads, symmetric, progress)
    certificate = Certificate._of(held)
    proved = held.optimal_among_symmetric if symmetric else held.optimal
    told = standing(held)
    is_narrow = not symmetric and certificate.scope != "all" and certificate.completion_time > certificate.bound_for_all
    if is_narrow:
        told += f"; the bound on all schedules is {certificate.bound_for_all} slots"
    if not proved or is_narrow:
        among = " among all" if proved else ""
        warnings.warn(f"not proved optimal{among}: {told}", GapWarning, stacklevel=2)
    return certificate


def bound(task: Document | Word, *more: Word, **of_task: Any) -> Bounds:
    """Bounds a task, which is given as to :func:`solve`, without making a schedule."""
    time, claims = _native.bound(task_text(task, more, of_task))
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
