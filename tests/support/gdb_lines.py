"""Functions and source lines of a core's frames as gdb sees them: the oracle for `symbolize`."""

from __future__ import annotations

from typing import NamedTuple

from support.gdb_walk import walk_stacks

_ENTRY = """
def entry(frame, kind):
    sal = frame.find_sal()
    symbol = frame.function()
    return {
        "kind": kind,
        "pc": frame.pc(),
        "name": frame.name() or "",
        "linkage": symbol.linkage_name if symbol is not None else "",
        "file": sal.symtab.filename if sal.symtab is not None else "",
        "line": sal.line,
    }
"""
LIMIT = 400


class GdbLine(NamedTuple):
    kind: str
    """normal, tailcall, inline or signal"""
    pc: int
    name: str
    linkage: str
    """Linkage name by the debug information; "" without it."""
    file: str
    line: int


def gdb_lines(core: str, executable: str, sysroot: str | None = None) -> dict[int, list[GdbLine]]:
    """Frames by tid, innermost first, inlined ones included."""
    stacks = walk_stacks(core, executable, _ENTRY, LIMIT, sysroot)
    return {
        tid: [GdbLine(**frame) for frame in frames if frame["kind"] != "error"]
        for tid, frames in stacks.items()
    }
