"""Tables of traffic of numpy, pandas or plain lists, as the lines that are read from files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from decimal import Decimal
from typing import Any

#: How a node of the network is written.
Name = Callable[[Any], str]


def lines_of(traffic: Any, name: Name, index: Callable[[int], str], count: Callable[[], int | None]) -> bytes:
    """Lines of origin, destination and number.

    A square array holds at ``[i][j]`` what node i has for node j; a square table with the same names above and before
    it holds the same by name; any other table has a column for each.
    """
    if not (hasattr(traffic, "columns") and hasattr(traffic, "to_csv")):
        rows = [list(row) for row in traffic]
        nodes = count()
        if nodes is not None and len(rows) != nodes:
            raise ValueError(f"traffic: {len(rows)} rows, expected one for each of the {nodes} nodes")
        names = [index(row) for row in range(len(rows))]
        return _square(rows, names, names)
    above, before = list(traffic.columns), list(traffic.index)
    if len(above) == len(before) and set(above) == set(before):
        return _square(traffic.to_numpy().tolist(), [name(word) for word in before], [name(word) for word in above])
    text: str = traffic.map(lambda cell: name(cell) if isinstance(cell, tuple) else cell).to_csv(index=False)
    return text.encode()


def _square(rows: list[list[Any]], before: list[str], above: list[str]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["from", "to", "count"])
    for row, (start, entries) in enumerate(zip(before, rows, strict=True)):
        if len(entries) != len(above):
            raise ValueError(f"traffic: row {row} has {len(entries)} entries, expected {len(above)}, as there are rows")
        for column, (goal, entry) in enumerate(zip(above, entries, strict=True)):
            if number := _number(entry, f"row {row}, column {column}"):
                writer.writerow([start, goal, number])
    return out.getvalue().encode()


def _number(entry: Any, place: str) -> str | None:
    """An entry as it is written, none if it is zero."""
    try:
        is_finite, is_zero = bool(entry - entry == 0), bool(entry == 0)
    except (TypeError, ValueError):
        is_finite, is_zero = False, False
    if not is_finite or entry < 0 or isinstance(entry, complex):
        raise ValueError(f"traffic: {place}: {entry!r}, expected a number from 0 on")
    if is_zero:
        return None
    whole = int(entry)
    return str(whole) if whole == entry else f"{Decimal(str(float(entry))):f}"
