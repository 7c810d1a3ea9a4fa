"""Native stacks of a core as gdb sees them: the oracle for the unwinder."""

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
        frames.append([NAMES.get(frame.type(), "normal"), frame.pc(), frame.name() or ""])
        try:
            frame = frame.older()
        except gdb.error as error:
            frames.append(["error", 0, str(error)])
            break
    stacks[thread.ptid[1]] = frames
print("STACKS " + json.dumps(stacks))
end
"""


class GdbFrame(NamedTuple):
    kind: str
    """normal, tailcall, inline, signal or error"""
    pc: int
    name: str


def gdb_stacks(
    core: str, executable: str, limit: int = 2000, sysroot: str | None = None
) -> dict[int, list[GdbFrame]]:
    """Frames by tid, innermost first."""
    if not shutil.which("gdb"):
        pytest.skip("gdb is not installed")
    script = f"{core}.gdb"
    with open(script, "w", encoding="utf-8") as file:
        file.write(_SCRIPT.replace("LIMIT", str(limit)))
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
            return {int(tid): [GdbFrame(*f) for f in frames] for tid, frames in stacks.items()}
    raise AssertionError(f"gdb printed no stacks: {done.stderr[-1000:]}")
