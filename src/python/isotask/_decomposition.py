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
from isotask._tables import columns_of, is_counted, is_frame


@dataclass(frozen=True)
class Decomposition:
    """A matrix as a sum of partial permutation matrices, or covered by them, accepted by the independent checker."""

    #: The sum of all multiplicities: the least number of slots max(h, ⌈σ/k⌉), but for a cover.
    completion_time: int
    #: Whether the checker has verified that nothing is less: no number of slots, and no number of terms or cost where
    #: these were asked for.
    optimal: bool
    #: What a cover costs: its slots, and those of switching for each term. None unless it was asked for.
    switching_cost: int | None
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
    #: As what the file of the matrix was read; None where there is no file, or a document of Isotask.
    read_as: str | None = None

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
    matrix: Sequence[Sequence[int]] | os.PathLike[str] | Any,
    *,
    ports: int | None = None,
    method: str | None = None,
    fewest: bool = False,
    switching: int | None = None,
    row_names: Sequence[str] | None = None,
    column_names: Sequence[str] | None = None,
) -> Decomposition:
    """Decomposes a matrix of nonnegative integers into the fewest slots.

    It is a list of lists, an array of numpy, a frame of pandas whose names those of rows and columns are, or the path
    of a file: a table of numbers, Matrix Market, or a document of a matrix.

    ``ports`` is the most entries of a permutation matrix, all that fit if None; ``method`` is ``hall``, ``quotient`` or
    ``euler``. Whole floats such as 2.0 are integers.

    ``fewest`` looks for the fewest terms whose multiplicities still add up to that number of slots. ``switching`` is the
    slots that each term costs beside its multiplicity: then the terms cover the matrix, each entry being served at
    least as often as it says, and ``switching_cost`` is to be small. ``optimal`` tells whether the least is proved.

    Raises ValueError for a matrix that is none, with the place of its fault.

    >>> import isotask
    >>> found = isotask.decompose([[2, 1], [0, 2], [1, 0]])
    >>> found.completion_time, found.h, found.sigma, found.terms
    (3, 3, 6, [(2, [(0, 0), (1, 1)]), (1, [(0, 1), (2, 0)])])
    >>> found = isotask.decompose([[1, 0], [0, 2]], switching=10)
    >>> found.switching_cost, found.optimal, found.terms
    (12, True, [(2, [(0, 0), (1, 1)])])
    """
    document, read_as = _document(matrix)
    if row_names is not None:
        document["row_names"] = [str(name) for name in row_names]
    if column_names is not None:
        document["column_names"] = [str(name) for name in column_names]
    if ports is not None:
        ports = operator.index(ports)
        if not 1 <= ports < 2**63:
            raise ValueError(f"ports: {ports}, expected a whole number from 1 on")
    if switching is not None:
        switching = operator.index(switching)
        if fewest:
            raise ValueError("switching: fewest is given too, expected one of the two")
        if not 0 <= switching < 2**63:
            raise ValueError(f"switching: {switching}, expected a whole number of slots from 0 on")
    text, numbers = _native.decompose(written(document), ports, method, fewest, switching)
    terms = [
        (term["times"], [(row, column) for row, column in term["entries"]]) for term in json.loads(text)["terms"]
    ]
    return Decomposition(terms=terms, _text=bytes(text), read_as=read_as, **json.loads(numbers))


def _document(matrix: Any) -> tuple[dict[str, Any], str | None]:
    """The document of a matrix, and as what its file was read."""
    document: dict[str, Any]
    if isinstance(matrix, os.PathLike):
        text = Path(matrix).read_bytes()
        if text.lstrip()[:1] == b"{":
            document = json.loads(text)
            return document, None
        found, read_as = _native.matrix(text, str(matrix))
        document = json.loads(found)
        return document, read_as
    document = {"format": "isotask.matrix/1"}
    if is_frame(matrix):
        for key, axis in (("row_names", matrix.index), ("column_names", matrix.columns)):
            if not is_counted(axis):
                document[key] = [str(name) for name in axis]
        matrix = zip(*columns_of(matrix), strict=True)
    document["rows"] = [
        [_entry(entry, row, column) for column, entry in enumerate(entries)] for row, entries in enumerate(matrix)
    ]
    return document, None


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
