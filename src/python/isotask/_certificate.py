"""Certificates."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isotask import _native
from isotask._documents import Document, text_of
from isotask._drawing import Drawing
from isotask._extras import wanted

if TYPE_CHECKING:
    import networkx
    import numpy
    import pandas


class Certificate:
    """A schedule with what is claimed of it, all accepted by the independent checker.

    Made by :func:`isotask.solve`, or of a document that was written before: a dict, a JSON text, or the path of a file.

    Raises :class:`isotask.DocumentError`, a ValueError, for what is no certificate, and its kind
    :class:`isotask.RefusedError` for one that the checker refuses.
    """

    __slots__ = ("_held",)
    _held: _native.Accepted

    def __init__(self, document: Document) -> None:
        self._held = _native.read(text_of(document))

    @classmethod
    def _of(cls, held: _native.Accepted) -> Certificate:
        certificate = cls.__new__(cls)
        certificate._held = held
        return certificate

    @property
    def completion_time(self) -> int:
        """The number of slots until every packet has arrived."""
        return self._held.completion_time

    @property
    def bound(self) -> int:
        """The proved lower bound on the completion time of the schedules of :attr:`scope`, in slots."""
        return self._time()[0]

    @property
    def gap(self) -> int:
        """Completion time less bound; 0 where the completion time is proved least within the scope."""
        return self.completion_time - self.bound

    @property
    def scope(self) -> str:
        """Whom the bound binds: ``all`` schedules, ``isotropic`` (symmetric) ones, or ``isotropic-shortest``."""
        return self._time()[1]

    @property
    def bound_for_all(self) -> int:
        """The greatest bound on the completion time that binds all schedules, in slots; 0 if none is claimed."""
        bounds = (claim for claim in self.claims if claim["quantity"] == "completion-time" and claim["scope"] == "all")
        return max((int(claim["lower"]["value"]) for claim in bounds), default=0)

    @property
    def optimal(self) -> bool:
        """Whether all of the task's objective is proved least within a scope, a second objective among all schedules."""
        return self._held.optimal

    @property
    def average_delay(self) -> Fraction | None:
        """The average number of slots until a packet has arrived, where it is counted."""
        delay = self._held.average_delay
        return None if delay is None else Fraction(delay)

    @property
    def claims(self) -> list[dict[str, Any]]:
        """All claims, with their bounds and witnesses."""
        claims: list[dict[str, Any]] = json.loads(self._held.claims)
        return claims

    @property
    def document(self) -> dict[str, Any]:
        """The document ``isotask.certificate/1``, a new dict each time."""
        document: dict[str, Any] = json.loads(self.to_json())
        return document

    @property
    def task(self) -> dict[str, Any]:
        """The task, which is a part of the document."""
        task: dict[str, Any] = self.document["task"]
        return task

    def to_json(self) -> str:
        """The document as ``isotask solve -o`` writes it, to the byte."""
        return self._held.text().decode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document to a file."""
        Path(path).write_bytes(self._held.text())

    def moves(self) -> numpy.ndarray[Any, Any]:
        """Every transmission, by slot, sender and receiver: an array of integers of the columns slot, from, to, packet.

        A packet is a row of :meth:`packets`. Needs numpy.
        """
        return self._table("moves", 4)

    def packets(self) -> numpy.ndarray[Any, Any]:
        """The packets that :meth:`moves` are of: an array of integers of the columns start, destination, copy.

        ``copy``, from 0, tells packets of the same ends apart. A packet that is copied to all nodes has no destination,
        one that is combined on the way no start: -1 stands there. Needs numpy.
        """
        return self._table("packets", 3)

    def rules(self) -> dict[str, Any]:
        """The schedule held against the rules of P1, slot by slot, as ``isotask show --rules --json`` has it.

        ``octr_broken_in`` lists the slots in which a critical line is not served, ``oadd_broken_in`` those in which a
        nearer packet waits for a farther one, ``wasting_in`` those with an idle link that a packet waits for.
        Raises ValueError for packets that are copied or combined.
        """
        rules: dict[str, Any] = json.loads(self._held.rules())
        return rules

    def to_dataframe(self) -> pandas.DataFrame:
        """The transmissions as the format ``csv`` has them, a line each; what a packet lacks is missing. Needs pandas."""
        frames = wanted("pandas", "to_dataframe()")
        # A network may name links by numbers, which are names all the same.
        names, numbers = {"link_name": "string"}, ("packet_from", "packet_to")
        table = BytesIO(self.export("csv"))
        frame: pandas.DataFrame = frames.read_csv(table, dtype=names | dict.fromkeys(numbers, "Int64"))
        return frame

    def to_networkx(self) -> networkx.DiGraph:
        """The network as a directed graph, with what crosses its links. Needs networkx.

        Nodes are indices with ``label``; links have ``link``, ``label``, ``packets`` (how many cross it) and ``sends``
        (a list of slot, start, destination, copy).
        """
        graph_of = wanted("networkx", "to_networkx()").DiGraph
        written = json.loads(self.export("node-link"))
        graph = graph_of(**written["graph"])
        graph.add_nodes_from((node.pop("id"), node) for node in written["nodes"])
        graph.add_edges_from((link.pop("source"), link.pop("target"), link) for link in written["edges"])
        return graph

    def draw(self, picture: str | None = None, *, to: str = "svg") -> Drawing:
        """A picture of the schedule, of :func:`isotask.pictures` the usual one unless another is named.

        ``to`` is ``svg``, ``tikz`` or ``html``, a page that plays the schedule.
        """
        return Drawing(self._held.draw(picture, to).decode())

    def export(self, format: str) -> bytes:
        """The schedule in a format of :func:`isotask.formats`, such as ``c`` for MPI or ``csv``."""
        return self._held.export(format)

    def _time(self) -> tuple[int, str]:
        found = self._held.foremost("completion-time")
        if found is None:
            raise ValueError("the certificate claims nothing of the completion time")
        return found[1:]

    def _table(self, which: str, columns: int) -> numpy.ndarray[Any, Any]:
        arrays = wanted("numpy", f"{which}()")
        moves, packets = self._held.moves()
        flat = arrays.frombuffer(moves if which == "moves" else packets, dtype=arrays.int64)
        # A copy, because what lies over bytes cannot be written to.
        table: numpy.ndarray[Any, Any] = flat.reshape(-1, columns).copy()
        return table

    def _repr_svg_(self) -> str | None:
        try:
            return str(self.draw())
        except ValueError:
            # Too large for a picture: the words are shown.
            return None

    def __str__(self) -> str:
        return f"{self._held.summary}: {standing(self._held)}"

    def __repr__(self) -> str:
        return f"<isotask.Certificate: {self}>"

    def __eq__(self, other: object) -> bool:
        return self._held.text() == other._held.text() if isinstance(other, Certificate) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._held.text())

    def __reduce__(self) -> tuple[type[Certificate], tuple[bytes]]:
        return Certificate, (self._held.text(),)


def standing(held: _native.Accepted) -> str:
    """The completion time, and the delay if it is claimed, with how far each is proved."""
    parts = []
    for quantity, unit in (("completion-time", " slots"), ("total-delay", " slots of total delay")):
        found = held.foremost(quantity)
        if found is not None:
            value, bound, scope = found
            if quantity == "total-delay":
                whose = {claim.get("per") for claim in json.loads(held.claims) if claim["quantity"] == quantity}
                unit += " of a node" if whose == {"node"} else " of all nodes"
            proof = "optimal" if value == bound else f"gap {value - bound} above the bound {bound}"
            parts.append(f"{value}{unit}, {proof} (scope {scope})")
    return "; ".join(parts)
