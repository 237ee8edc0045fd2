"""Packages of others, imported when they are used and not before."""

from importlib import import_module
from typing import Any


def wanted(package: str, by: str) -> Any:
    """Imports a package that a method needs."""
    try:
        return import_module(package)
    except ImportError as fault:
        # What is there and does not import is not a matter of installing it.
        if fault.name != package:
            raise
        message = f"{by} needs {package}, which is not installed: pip install 'isotask[{package}]'"
        raise ImportError(message, name=package) from fault
