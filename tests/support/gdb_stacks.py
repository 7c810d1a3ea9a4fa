"""Native stacks of a core as gdb sees them: the oracle for the unwinder."""

from __future__ import annotations

from typing import NamedTuple

from support.gdb_walk import walk_stacks

_ENTRY = """
def entry(frame, kind):
    return {"kind": kind, "pc": frame.pc(), "name": frame.name() or ""}
"""


class GdbFrame(NamedTuple):
    kind: str
    """normal, tailcall, inline, signal or error"""
    pc: int
    name: str


def gdb_stacks(
    core: str, executable: str, limit: int = 2000, sysroot: str | None = None
) -> dict[int, list[GdbFrame]]:
    """Frames by tid, innermost first; the name of one of kind error is what gdb says."""
    stacks = walk_stacks(core, executable, _ENTRY, limit, sysroot)
    return {
        tid: [GdbFrame(f["kind"], f.get("pc", 0), f.get("name", f.get("text"))) for f in frames]
        for tid, frames in stacks.items()
    }
