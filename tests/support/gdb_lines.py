"""Functions and source lines of a core's frames as gdb sees them: the oracle for `symbolize`."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import NamedTuple

import pytest

_SCRIPT = r"""
python
import json
NAMES = {gdb.TAILCALL_FRAME: "tailcall", gdb.INLINE_FRAME: "inline", gdb.SIGTRAMP_FRAME: "signal"}
stacks = {}
for thread in gdb.selected_inferior().threads():
    thread.switch()
    frame = gdb.newest_frame()
    frames = []
    while frame is not None and len(frames) < LIMIT:
        sal = frame.find_sal()
        symbol = frame.function()
        frames.append({
            "kind": NAMES.get(frame.type(), "normal"),
            "pc": frame.pc(),
            "name": frame.name() or "",
            "linkage": symbol.linkage_name if symbol is not None else "",
            "file": sal.symtab.filename if sal.symtab is not None else "",
            "line": sal.line,
        })
        try:
            frame = frame.older()
        except gdb.error as error:
            break
    stacks[thread.ptid[1]] = frames
print("STACKS " + json.dumps(stacks))
end
"""


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
    if not shutil.which("gdb"):
        pytest.skip("gdb is not installed")
    script = f"{core}.lines.gdb"
    with open(script, "w", encoding="utf-8") as file:
        file.write(_SCRIPT.replace("LIMIT", "400"))
    root = ["-iex", f"set sysroot {sysroot}"] if sysroot else []
    options = ["-nx", "-batch", "-iex", "set auto-load off", "-iex", "set debuginfod enabled off"]
    done = subprocess.run(
        ["gdb", *options, *root, executable, core, "-ex", "set backtrace past-main on",
         "-ex", "set backtrace past-entry on", "-x", script],
        capture_output=True,
        text=True,
        timeout=100,
    )  # fmt: skip
    for line in done.stdout.splitlines():
        if line.startswith("STACKS "):
            stacks = json.loads(line[len("STACKS ") :])
            return {int(tid): [GdbLine(**f) for f in frames] for tid, frames in stacks.items()}
    raise AssertionError(f"gdb printed no stacks: {done.stderr[-1000:]}")
