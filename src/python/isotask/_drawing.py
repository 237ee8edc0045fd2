"""Pictures."""

from __future__ import annotations

import os
from pathlib import Path


class Drawing(str):
    """A picture as a text; Jupyter shows an SVG."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return str(self) if self.startswith("<svg") else None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file."""
        Path(path).write_text(self, encoding="utf-8")
