"""How CPython's structures are laid out: one generated table, layouts.txt, of which `load` reads
the column of one release.

A column holds from the release that it is named after on: some fields move with a patch release.
From 3.13 on the process tells some of its offsets itself, and `debug_offsets.fit` chooses by those.
"""

import functools
import os
from collections.abc import Iterator

OLDEST_MINOR = 8
NEWEST_MINOR = 15
KNOWN = frozenset(
    [(minor, False) for minor in range(OLDEST_MINOR, NEWEST_MINOR + 1)]
    + [(13, True), (14, True), (15, True)]
)
"""(minor, whether free-threaded) of the columns."""

Version = tuple[int, int, int]
UNKNOWN = -1
"""A micro version."""
Structs = dict[str, dict[str, int]]
Constants = dict[str, int]
_Column = tuple[int, bool, int, int, int]
"""(minor, whether free-threaded, micro of the first release that it holds for, where it begins and
ends in each row); no record, which would take longer to make than the table to read."""
_PATH = os.path.join(os.path.dirname(__file__), "layouts.txt")
_CONSTANT = "constant"
_ABSENT = "-"


def is_known(minor: int, free_threaded: bool = False) -> bool:
    """Whether there is a layout of CPython 3.minor."""
    return (minor, free_threaded) in KNOWN


def load(
    minor: int, free_threaded: bool = False, micro: int = UNKNOWN
) -> tuple[Structs, Constants]:
    """(structure name → {field: offset, "sizeof": size}, constant name → value) of CPython
    3.minor.micro.

    Of an unknown micro version, only what lies at the same place in all of them, with the largest
    sizes. Raises LookupError for a version that is not in the table.
    """
    found = layouts(minor, free_threaded, micro)
    structs, constants = next(found)
    if micro == UNKNOWN:
        structs = _common([structs, *(others for others, _ in found)])
    return structs, constants


def layouts(
    minor: int, free_threaded: bool = False, micro: int = UNKNOWN
) -> Iterator[tuple[Structs, Constants]]:
    """All layouts of CPython 3.minor, whole, each as `load` has it: first the one that holds for
    `micro` (for an unknown one the newest), then the others, the newest first, builds with the JIT
    compiler behind those without.

    Raises LookupError for a version that is not in the table.
    """
    if not is_known(minor, free_threaded):
        raise LookupError(f"no layout of CPython 3.{minor}{'t' if free_threaded else ''}")
    columns = [one for one in _table()[0] if one[:2] == (minor, free_threaded)]
    columns.sort(key=lambda one: (one[2] > micro >= 0, -one[2]))
    return map(_read, columns)


def newest(free_threaded: bool = False) -> tuple[Structs, Constants]:
    """`load` of the newest version that there is. Raises LookupError when there is none."""
    for minor in range(NEWEST_MINOR, OLDEST_MINOR - 1, -1):
        try:
            return load(minor, free_threaded)
        except LookupError:
            continue
    raise LookupError(f"no layout of a {'free-threaded ' * free_threaded}CPython")


@functools.cache
def _table() -> tuple[list[_Column], list[str], int, int]:
    """(the columns, the rows, where in those the field's name begins and ends)."""
    with open(_PATH, "rb") as file:
        lines = file.read().decode().splitlines()
    head, _, *rows = [line for line in lines if line[0] != "#"]
    names = head.split()[1:]
    starts = [head.index(f" {name}") + 1 for name in names]
    columns = []
    for name, start, end in zip(names, starts, [*starts[1:], 10_000]):
        _, minor, micro = name.rstrip("tj").split(".")
        columns.append((int(minor), "t" in name, int(micro), start, end))
    return columns, rows, rows[0].index(rows[0].split()[1]), starts[0]


@functools.cache
def _read(column: _Column) -> tuple[Structs, Constants]:
    *_, start, end = column
    _, rows, at_field, after_field = _table()
    structs: Structs = {}
    last = ""
    for row in rows:
        value = row[start:end].rstrip()
        if value != _ABSENT:
            owner = row[:at_field]
            if owner != last:
                fields = structs.setdefault(owner.rstrip(), {})
                last = owner
            fields[row[at_field:after_field].rstrip()] = int(value)
    return structs, structs.pop(_CONSTANT, {})


def _common(all_structs: list[Structs]) -> Structs:
    """What is the same in all of them."""
    first, *others = all_structs
    found: Structs = {}
    for owner, fields in first.items():
        rest = [other.get(owner, {}) for other in others]
        found[owner] = {
            field: value
            for field, value in fields.items()
            if all(other.get(field) == value for other in rest)
        }
        found[owner]["sizeof"] = max(other.get("sizeof", 0) for other in (fields, *rest))
    return found


def version_text(version: Version) -> str:
    """As people write it: "3.11.7", or "3.11" when the micro version is not known."""
    major, minor, micro = version
    return f"{major}.{minor}" if micro < 0 else f"{major}.{minor}.{micro}"
