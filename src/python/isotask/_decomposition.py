"""Matrices as sums of permutation matrices."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isotask import _native
from isotask._documents import written


@dataclass(frozen=True)
class Decomposition:
    """A matrix as a sum of partial permutation matrices, accepted by the independent checker."""

    #: The least number of slots, max(h, ⌈σ/k⌉): the sum of all multiplicities.
    completion_time: int
    #: The critical sum, the greatest row or column sum.
    h: int
    #: The sum of all entries.
    sigma: int
    #: The rows whose sum is h.
    critical_rows: list[int]
    #: The columns whose sum is h.
    critical_columns: list[int]
    #: The square matrix E for which the matrix, with zeros around it, plus E is perfect; None of very large ones.
    padding: list[list[int]] | None
    #: How it was decomposed.
    method: str
    #: The terms, each as how often it occurs and the places ``(row, column)`` of its ones.
    terms: list[tuple[int, list[tuple[int, int]]]]
    _text: bytes

    @property
    def document(self) -> dict[str, Any]:
        """The certificate as a dict."""
        found: dict[str, Any] = json.loads(self._text)
        return found

    def to_json(self) -> str:
        """The certificate, to the byte as ``isotask decompose -o`` writes it."""
        return self._text.decode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the certificate to a file."""
        Path(path).write_bytes(self._text)


def decompose(
    matrix: Sequence[Sequence[int]],
    *,
    ports: int | None = None,
    method: str | None = None,
    row_names: Sequence[str] | None = None,
    column_names: Sequence[str] | None = None,
) -> Decomposition:
    """Decomposes a matrix of nonnegative integers, a list of lists or an array of numpy, into the fewest slots.

    ``ports`` is the most entries of a permutation matrix, all that fit if None; ``method`` is ``hall``, ``quotient`` or
    ``euler``. Whole floats such as 2.0 are integers.

    Raises ValueError for a matrix that is none, with the place of its fault.

    >>> import isotask
    >>> found = isotask.decompose([[2, 1], [0, 2], [1, 0]])
    >>> found.completion_time, found.h, found.sigma, found.terms
    (3, 3, 6, [(2, [(0, 0), (1, 1)]), (1, [(0, 1), (2, 0)])])
    """
    rows = [[_entry(entry, row, column) for column, entry in enumerate(entries)] for row, entries in enumerate(matrix)]
    document: dict[str, Any] = {"format": "isotask.matrix/1", "rows": rows}
    if row_names is not None:
        document["row_names"] = [str(name) for name in row_names]
    if column_names is not None:
        document["column_names"] = [str(name) for name in column_names]
    if ports is not None:
        ports = operator.index(ports)
        if not 1 <= ports < 2**63:
            raise ValueError(f"ports: {ports}, expected a whole number from 1 on")
    text, numbers = _native.decompose(written(document), ports, method)
    terms = [
        (term["times"], [(row, column) for row, column in term["entries"]]) for term in json.loads(text)["terms"]
    ]
    return Decomposition(terms=terms, _text=bytes(text), **json.loads(numbers))


def _entry(entry: Any, row: int, column: int) -> int:
    """An entry as an integer from 0 on."""
    try:
        number = operator.index(entry)
    except TypeError:
        if not isinstance(entry, float) or not entry.is_integer():
            raise ValueError(f"row {row}, column {column}: {entry!r}, expected an integer from 0 on") from None
        number = int(entry)
    if not 0 <= number < 2**63:
        raise ValueError(f"row {row}, column {column}: {number}, expected an integer from 0 to 2^63 - 1")
    return number
