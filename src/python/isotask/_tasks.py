"""Tasks in the shapes in which Python has them: words, graphs, tables of traffic, files, documents."""

from __future__ import annotations

import operator
import os
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from isotask import _native
from isotask._documents import Document, text_of
from isotask._errors import DocumentError, ReadingWarning
from isotask._networks import Links, is_graph, links_of_file, links_of_graph, word_of
from isotask._tables import Table, is_table, table_of, table_of_file

#: What a task is put together of: words, numbers and lists of numbers, a graph of networkx or a file of links in place
#: of the network, and a table of traffic in place of the task.
Word: TypeAlias = Any


@dataclass(frozen=True)
class Wanted:
    """What the words of a task leave open."""

    name: str | None
    ports: str | None
    objective: str | None
    count: int


@dataclass(frozen=True)
class Options:
    """What is said beside the words of a task; the same as of :func:`isotask.task`."""

    ports: str | int | None = None
    objective: str | None = None
    count: int = 1
    name: str | None = None
    unit: str | int | None = None
    nodelist: Sequence[Any] | None = None
    switches: Iterable[Any] | str | None = None
    switch_ports: str | int | None = None
    directed: bool = False


def task_text(task: Document | Word, more: Sequence[Word], options: Mapping[str, Any]) -> bytes:
    """The text of a task that is given as a document, or in words; a warning says how it was read, at the line that called the caller."""
    unknown = sorted(set(options) - set(Options.__dataclass_fields__))
    if unknown:
        raise TypeError(f"unexpected keyword argument {unknown[0]!r}, expected an own one or one of isotask.task")
    if not (more or is_graph(task)):
        words = task.split() if isinstance(task, str) else []
        if not (len(words) > 1 and _native.begins_with_network(words[0])):
            if options:
                raise ValueError(f"{next(iter(options))}: goes with a task in words; a document says its own")
            return text_of(task)
    text, doubts = made([task, *more], Options(**options))
    for doubt in doubts:
        warnings.warn(doubt, ReadingWarning, stacklevel=3)
    return text


def made(words: Sequence[Word], options: Options) -> tuple[bytes, list[str]]:
    """A task of words, as a text, and how what belongs to others was read."""
    links, rest = _network(words, options)
    tables = [word for word in rest if _is_traffic(word, links)]
    if len(tables) > 1:
        raise ValueError("two tables of traffic, expected one")
    table = _traffic(tables[0], options, links) if tables else None
    _require_use(options, links, table)
    spelled = _words([word for word in rest if not _is_traffic(word, links)], links)
    wanted = Wanted(
        options.name,
        None if options.ports is None else str(options.ports),
        options.objective,
        within("count", options.count, 0, 2**64 - 1),
    )
    try:
        text, doubts = _native.task(spelled, links, table, wanted)
    except DocumentError as fault:
        raise DocumentError(_said(str(fault), links, table), fault.reason, fault.place) from None
    return bytes(text), [_said(doubt, links, table) for doubt in doubts]


def _network(words: Sequence[Word], options: Options) -> tuple[Links | None, Sequence[Word]]:
    """The links, if the first word is a graph or a file of them, and the other words."""
    first = words[0] if words else None
    switch_ports = None if options.switch_ports is None else str(options.switch_ports)
    if is_graph(first):
        if options.directed:
            raise ValueError("directed: goes with a file of links; a graph of networkx says it itself")
        return links_of_graph(first, options.switches, switch_ports), words[1:]
    if isinstance(first, os.PathLike):
        return links_of_file(first, options.directed, options.switches, switch_ports), words[1:]
    return None, words


def _is_traffic(word: Word, links: Links | None) -> bool:
    """Whether a word is a table of traffic; a tuple of tuples may be a node."""
    is_node = isinstance(word, tuple) and links is not None and links.has_node(word)
    return not is_node and (is_table(word) or isinstance(word, os.PathLike))


def _traffic(table: Any, options: Options, links: Links | None) -> Table:
    unit = None if options.unit is None else str(options.unit)
    if isinstance(table, os.PathLike):
        if options.nodelist is not None:
            raise ValueError("nodelist: goes with an array of traffic; a file has names of its own")
        return table_of_file(table, unit)
    return table_of(table, unit, options.nodelist, links)


def _require_use(options: Options, links: Links | None, table: Table | None) -> None:
    """Refuses options that would be passed over."""
    directed = options.directed or None
    of_links = {"switches": options.switches, "switch_ports": options.switch_ports, "directed": directed}
    of_table = {"unit": options.unit, "nodelist": options.nodelist}
    for there, named, given in (
        (links, "a graph or a file of links", of_links),
        (table, "a table of traffic", of_table),
    ):
        for option, value in given.items():
            if there is None and value is not None:
                raise ValueError(f"{option}: goes with {named}")


def _said(message: str, links: Links | None, table: Table | None) -> str:
    """A message in the words of Python: places are those of what was given, options are keywords."""
    for source in (links, table):
        if source is not None and message.startswith(f"{source.name}: "):
            message = source.in_names(message)
    message = re.sub(r"--unit ([\w.]+)", r'unit="\1"', message)
    return re.sub(r"--(directed|switches|switch-ports)\b", lambda found: found[1].replace("-", "_") + "=", message)


def within(what: str, value: int, least: int, most: int) -> int:
    """A whole number between two others."""
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{what}: {number}, expected a whole number from {least} to {most}")
    return number


def _words(words: Sequence[Word], links: Links | None) -> list[str]:
    """The words of a command: texts are split at spaces, numbers of a list joined by commas.

    Behind the word of a task a number is a node's index, which digits 0 and 1 alone would not say on a cube; but
    those of a neighbourhood are distances. On a graph it is what a node is called, as is all that is a node of it.
    """
    found: list[str] = []
    for word in words:
        if found and links is not None and links.has_node(word):
            found.append(word_of(word))
            continue
        if hasattr(word, "tolist") and getattr(word, "ndim", None) == 1:
            word = word.tolist()
        if isinstance(word, str):
            found.extend(word.split())
        elif hasattr(word, "__index__") and getattr(word, "ndim", 0) == 0:
            named = [of for of in found if of[:1].isalpha()]
            is_node = links is None and len(named) > 1 and not named[1].startswith("neighbo")
            found.append(f"0d{operator.index(word)}" if is_node else str(operator.index(word)))
        elif isinstance(word, (list, tuple, range)):
            found.append(",".join(str(operator.index(number)) for number in word))
        else:
            raise TypeError(
                "expected words, numbers, lists of numbers, a graph or file of links first, or a table of traffic; "
                f"found {type(word).__name__}"
            )
    return found
