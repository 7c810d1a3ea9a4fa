"""One generated table of structure layouts per minor version of CPython; `load` picks one."""

from __future__ import annotations

from atfault import lazy

OLDEST_MINOR = 8
NEWEST_MINOR = 15
KNOWN = frozenset(
    [(minor, False) for minor in range(OLDEST_MINOR, NEWEST_MINOR + 1)]
    + [(13, True), (14, True), (15, True)]
)
"""(minor, whether free-threaded) of the tables."""

Structs = dict[str, dict[str, int]]


def is_known(minor: int, free_threaded: bool = False) -> bool:
    """Whether there is a table of CPython 3.minor."""
    return (minor, free_threaded) in KNOWN


def load(minor: int, free_threaded: bool = False) -> tuple[Structs, dict[str, int]]:
    """(structure name → {field: offset, "sizeof": size}, constant name → value) of CPython 3.minor.

    Raises LookupError for a version without a table.
    """
    if not is_known(minor, free_threaded):
        raise LookupError(f"no offset table for CPython 3.{minor}{'t' if free_threaded else ''}")
    name = f"v3_{minor}t" if free_threaded else f"v3_{minor}"
    module = lazy.load(f"atfault.cpython.offsets.{name}")
    return module.STRUCTS, module.CONSTANTS


def newest(free_threaded: bool = False) -> tuple[Structs, dict[str, int]]:
    """`load` of the newest version that there is. Raises LookupError when there is none."""
    for minor in range(NEWEST_MINOR, OLDEST_MINOR - 1, -1):
        try:
            return load(minor, free_threaded)
        except LookupError:
            continue
    raise LookupError(f"no offset table for a {'free-threaded ' * free_threaded}CPython")
