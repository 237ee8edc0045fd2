"""Traffic in the shapes in which Python has it: arrays, lists of lists, frames of pandas, files of tables."""

from __future__ import annotations

import math
import numbers
import operator
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from isotask import _native
from isotask._networks import Links, names_of, word_of

#: What messages call traffic that stands in no file.
TRAFFIC = "traffic"


@dataclass(frozen=True)
class Table:
    """A table as the native side reads it."""

    #: What messages call it.
    name: str
    text: bytes
    #: What its lines are: ``guessed``, ``square``, ``named`` or ``list``.
    shape: str
    unit: str | None
    #: How messages call its lines.
    lines: list[str] = field(default_factory=list)

    def in_names(self, message: str) -> str:
        """A message whose lines are rows of what was given."""

        def named(found: re.Match[str]) -> str:
            line = int(found[1]) - 1
            return f"{self.name}: {self.lines[line]}: " if line < len(self.lines) else found[0]

        return re.sub(rf"^{re.escape(self.name)}: line (\d+): ", named, message)


def is_table(value: object) -> bool:
    """Whether a value is a table of traffic: a frame, an array of two dimensions, or a list of lists."""
    if is_frame(value) or _is_array(value):
        return True
    if not isinstance(value, (list, tuple)) or not value:
        return False
    return all(isinstance(row, (list, tuple)) or _has_rank(row, 1) for row in value)


def is_frame(value: object) -> bool:
    """Whether a value has what a frame of pandas has."""
    return all(hasattr(value, name) for name in ("columns", "index", "iloc"))


def _has_rank(value: object, rank: int) -> bool:
    return hasattr(value, "tolist") and getattr(value, "ndim", None) == rank


def _is_array(value: object) -> bool:
    # A sparse array of scipy is as large as its network at most.
    return _has_rank(value, 2) or hasattr(value, "toarray")


def table_of_file(path: os.PathLike[str], unit: str | None) -> Table:
    """The table in a file, as the command reads it."""
    return Table(str(path), Path(path).read_bytes(), "guessed", unit)


def table_of(value: Any, unit: str | None, nodelist: Sequence[Any] | None, links: Links | None) -> Table:
    """The table of traffic from row to column, or of a frame whose columns are origin, destination and number."""
    if not is_frame(value):
        rows = (value.toarray() if hasattr(value, "toarray") else value)
        listed = rows.tolist() if hasattr(rows, "tolist") else [_listed(row) for row in rows]
        return _square(listed, unit, nodelist, links)
    columns = columns_of(value)
    labels = [word_of(label) for label in value.index], [word_of(label) for label in value.columns]
    ends = None if set(labels[0]) == set(labels[1]) else _native.end_columns(labels[1])
    if ends is not None:
        if nodelist is not None:
            raise ValueError("nodelist: goes with rows and columns of nodes, not with columns of both ends")
        return _list(columns, labels, ends, unit)
    rows = [list(row) for row in zip(*columns, strict=True)]
    if nodelist is not None or all(is_counted(axis) for axis in (value.index, value.columns)):
        return _square(rows, unit, nodelist, links)
    _require_names(value, labels)
    names = names_of(list(value.index), "rows"), names_of(list(value.columns), "columns")
    return _named(rows, unit, *names)


def _listed(row: Any) -> list[Any]:
    return list(row.tolist() if hasattr(row, "tolist") else row)


def columns_of(frame: Any) -> list[list[Any]]:
    """The columns of a frame. An array of all would make floats of integers."""
    return [list(frame.iloc[:, place].tolist()) for place in range(len(frame.columns))]


def is_counted(axis: Any) -> bool:
    """Whether labels are those that pandas gives by itself, which name nothing."""
    return type(axis).__name__ == "RangeIndex" and list(axis) == list(range(len(axis)))


def _require_names(frame: Any, labels: tuple[list[str], list[str]]) -> None:
    """Refuses what looks like a list whose columns have other names."""
    if is_counted(frame.index) and len(labels[0]) != len(labels[1]):
        named = ", ".join(labels[1])
        raise ValueError(
            f"traffic: {len(labels[0])} rows and the columns {named}, expected a square table of nodes, or columns "
            "such as src, dst, bytes"
        )


def _square(rows: list[list[Any]], unit: str | None, nodelist: Sequence[Any] | None, links: Links | None) -> Table:
    """Rows and columns that stand for the nodes in their order, or in that of a list."""
    if nodelist is not None:
        names = names_of(nodelist, "nodelist")
        columns = {len(row) for row in rows} | {len(rows)}
        if columns != {len(names)}:
            sides = f"{len(rows)} rows and {len(rows[0]) if rows else 0} columns"
            raise ValueError(f"traffic: a table of {sides}, expected {len(names)} of both as nodelist has nodes")
        return _named(rows, unit, names, names)
    if links is not None and links.has_order_of_its_own():
        begin = ", ".join(map(str, links.nodes[:4])) + (", …" if len(links.nodes) > 4 else "")
        raise ValueError(
            f"traffic: rows may stand in the order of the graph, {begin}, or in that of the numbers; "
            "nodelist=list(graph) or nodelist=sorted(graph) says which"
        )
    _require_rectangle(rows)
    text = "".join(",".join(cells) + "\n" for cells in _cells(rows, unit))
    return Table(TRAFFIC, text.encode(), "square", unit, [f"row {row}" for row in range(len(rows))])


def _named(rows: list[list[Any]], unit: str | None, names: list[str], columns: list[str]) -> Table:
    _require_rectangle(rows)
    cells = _cells(rows, unit, names, columns)
    lines = [["", *map(_quoted, columns)], *([_quoted(name), *row] for name, row in zip(names, cells, strict=True))]
    text = "".join(",".join(line) + "\n" for line in lines)
    return Table(TRAFFIC, text.encode(), "named", unit, ["the columns", *(f"row {name}" for name in names)])


def _list(
    columns: list[list[Any]], labels: tuple[list[str], list[str]], ends: tuple[int, int], unit: str | None
) -> Table:
    """A line for each row, below the names of the columns."""
    lines = [list(map(_quoted, labels[1]))]
    for label, row in zip(labels[0], zip(*columns, strict=True), strict=True):
        cells = []
        for place, value in enumerate(row):
            if place not in ends:
                cells.append(_quoted(_shown(value)))
                continue
            if _is_missing(value):
                raise ValueError(f"traffic: row {label}, column {labels[1][place]}: no node stands there")
            cells.append(_quoted(word_of(value)))
        lines.append(cells)
    text = "".join(",".join(line) + "\n" for line in lines)
    return Table(TRAFFIC, text.encode(), "list", unit, ["the columns", *(f"row {label}" for label in labels[0])])


def _require_rectangle(rows: list[list[Any]]) -> None:
    if not rows or not rows[0]:
        raise ValueError("traffic: no rows or no columns, expected as many of both as there are nodes")
    for place, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"traffic: row {place} has {len(row)} entries, expected {len(rows[0])} as in row 0")


def _cells(
    rows: list[list[Any]], unit: str | None, names: Sequence[str] | None = None, columns: Sequence[str] | None = None
) -> list[list[str]]:
    """The entries as numbers of a table."""
    found = []
    row_names: Sequence[object] = range(len(rows)) if names is None else names
    column_names: Sequence[object] = range(len(rows[0])) if columns is None else columns
    for at, row in enumerate(rows):
        cells = []
        for place, entry in enumerate(row):
            text = _number(entry, unit is not None)
            if text is None:
                where = f"row {row_names[at]}, column {column_names[place]}"
                cure = "; unit= divides and rounds up" if unit is None and _is_fraction(entry) else ""
                raise ValueError(f"traffic: {where}: {_shown(entry)}, expected a whole number from 0 on{cure}")
            cells.append(text)
        found.append(cells)
    return found


def _number(entry: Any, has_unit: bool) -> str | None:
    """An entry as a number from 0 on without any rounding, a whole one unless it is divided; None of others."""
    if hasattr(entry, "item"):
        entry = entry.item()
    if isinstance(entry, float):
        if not (math.isfinite(entry) and entry >= 0 and (has_unit or entry.is_integer())):
            return None
        return str(int(entry)) if entry.is_integer() else repr(entry)
    if isinstance(entry, Decimal):
        fits = entry.is_finite() and entry >= 0 and (has_unit or entry == entry.to_integral_value())
        return str(abs(entry)) if fits else None
    if isinstance(entry, numbers.Rational) and entry.denominator == 1:
        entry = entry.numerator
    try:
        number = operator.index(entry)
    except TypeError:
        return None
    return str(number) if number >= 0 else None


def _is_fraction(entry: Any) -> bool:
    return isinstance(entry, float) and math.isfinite(entry) and entry > 0


def _is_missing(value: Any) -> bool:
    """Whether pandas has nothing there."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and math.isnan(value)


def _shown(value: Any) -> str:
    """A value in a cell or a message."""
    if hasattr(value, "item"):
        value = value.item()
    if _is_missing(value):
        return "nan"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", str(value))[:60]


def _quoted(word: str) -> str:
    """A field of a table, which is read as it is."""
    if re.search(r"[\x00-\x1f\x7f-\x9f]", word):
        raise ValueError(f"traffic: the name {word!r} holds control characters, which no node has")
    return '"' + word.replace('"', '""') + '"'
