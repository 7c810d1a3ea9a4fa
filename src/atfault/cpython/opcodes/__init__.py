"""Numbers of bytecode instructions, one generated table per minor version; `load` picks one.

The first number is the plain instruction's; others are its specialized and instrumented forms, as
they appear in running code.
"""

from __future__ import annotations

from atfault import lazy
from atfault.cpython.offsets import is_known


def load(minor: int) -> tuple[dict[str, tuple[int, ...]], dict[int, tuple[int, ...]]]:
    """(name → numbers, units of inline cache → numbers of the instructions that so many follow) of
    CPython 3.minor.

    Raises LookupError for a version without a table.
    """
    if not is_known(minor):
        raise LookupError(f"no table of instructions for CPython 3.{minor}")
    module = lazy.load(f"atfault.cpython.opcodes.v3_{minor}")
    return module.NUMBERS, module.UNITS
