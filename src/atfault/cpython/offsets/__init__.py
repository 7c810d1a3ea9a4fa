"""One generated table of structure layouts per minor version of CPython; `load` picks one."""

from __future__ import annotations

from atfault import lazy

OLDEST_MINOR = 8
NEWEST_MINOR = 15
_FREE_THREADED = (13, 14, 15)

Structs = dict[str, dict[str, int]]


def load(minor: int, free_threaded: bool = False) -> tuple[Structs, dict[str, int]]:
    """(structure name → {field: offset, "sizeof": size}, constant name → value) of CPython 3.minor.

    Raises LookupError for a version without a table.
    """
    if not OLDEST_MINOR <= minor <= NEWEST_MINOR or (free_threaded and minor not in _FREE_THREADED):
        raise LookupError(f"no offset table for CPython 3.{minor}{'t' if free_threaded else ''}")
    name = f"v3_{minor}t" if free_threaded else f"v3_{minor}"
    module = lazy.load(f"atfault.cpython.offsets.{name}")
    return module.STRUCTS, module.CONSTANTS
