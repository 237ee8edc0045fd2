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
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from isotask import _native
from isotask._certificate import Certificate, standing
from isotask._decomposition import Decomposition, decompose
from isotask._documents import Document, task_text, text_of
from isotask._drawing import Drawing
from isotask._errors import DocumentError, GapWarning, NoScheduleError, RefusedError

__all__ = [
    "Bounds",
    "Certificate",
    "Decomposition",
    "Document",
    "DocumentError",
    "Drawing",
    "GapWarning",
    "NoScheduleError",
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
    *words: str | int | Sequence[int],
    ports: str | int | None = None,
    objective: str | None = None,
    count: int = 1,
    name: str | None = None,
) -> dict[str, Any]:
    """Makes a task document of the words that ``isotask new`` takes.

    ``task("torus", (4, 4), "isotropic", "1,2:3", ports=2)`` and ``task("torus 4,4 isotropic 1,2:3", ports=2)`` are the
    same. A number behind the word of the task is a node's index. ``ports`` is ``all``, ``one``, ``one-half-duplex`` or a number; ``objective`` is ``completion-time``,
    ``average-delay`` or ``completion-time-then-average-delay``; ``count`` is the packets for each item.

    Raises ValueError for words that make no task.
    """
    rule = None if ports is None else str(ports)
    count = _within("count", count, 0, 2**64 - 1)
    document: dict[str, Any] = json.loads(_native.task(_words(words), name, rule, objective, count))
    return document


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


def _within(what: str, value: int, least: int, most: int) -> int:
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{what}: {number}, expected a whole number from {least} to {most}")
    return number


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
