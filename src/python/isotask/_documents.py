"""Documents in the shapes in which Python has them, as texts."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias, Union

from isotask._errors import DocumentError

#: A document: a dict, a JSON text, or the path of a file that holds one.
Document: TypeAlias = Union[Mapping[str, Any], str, bytes, "os.PathLike[str]"]


def text_of(document: Document) -> bytes:
    """The text of a document; a `str` is a text if it begins with a brace, and else a path."""
    if isinstance(document, Mapping):
        return written(document)
    if isinstance(document, bytes):
        return document
    if isinstance(document, str) and document.lstrip()[:1] in ("{", "["):
        return document.encode()
    if isinstance(document, (str, os.PathLike)):
        return Path(document).read_bytes()
    raise TypeError(f"expected a dict, a JSON text or a path, found {type(document).__name__}")


def written(document: Mapping[str, Any]) -> bytes:
    """A dict as a text; what JSON has no word for is no document."""
    try:
        return json.dumps(document, allow_nan=False, default=_plain).encode()
    except RecursionError:
        raise DocumentError("not a document: nested too deep", "too-deep", "") from None
    except (TypeError, ValueError) as fault:
        raise DocumentError(f"not a document: {fault}", "syntax", "") from fault


def _plain(value: object) -> dict[str, Any]:
    """A mapping of any kind as the dict that it stands for."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no word in JSON")
