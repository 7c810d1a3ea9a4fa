"""Modules that are imported late, when the target's folder is on sys.path already."""

import importlib
import sys

_BEFORE = tuple(sys.path)
"""As it was before the target's folder came first."""


def standard(name):
    """A module of the standard library, whatever lies in the target's folder by that name."""
    kept = sys.path[:]
    sys.path[:] = _BEFORE
    try:
        return importlib.import_module(name)
    finally:
        sys.path[:] = kept
