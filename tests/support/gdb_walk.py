"""Runs a script in gdb's own Python over a core: the oracle for stacks, names and lines."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from support import needs

_WALK = r"""
python
import json
NAMES = {gdb.TAILCALL_FRAME: "tailcall", gdb.INLINE_FRAME: "inline", gdb.SIGTRAMP_FRAME: "signal"}
ENTRY
stacks = {}
for thread in gdb.selected_inferior().threads():
    thread.switch()
    frame = gdb.newest_frame()
    frames = []
    while frame is not None and len(frames) < LIMIT:
        frames.append(entry(frame, NAMES.get(frame.type(), "normal")))
        try:
            frame = frame.older()
        except gdb.error as error:
            frames.append({"kind": "error", "text": str(error)})
            break
    stacks[thread.ptid[1]] = frames
print("STACKS " + json.dumps(stacks))
end
"""
TIMEOUT_S = 100


def walk_stacks(
    core: str, executable: str, entry: str, limit: int, sysroot: str | None = None
) -> dict[int, list[dict[str, Any]]]:
    """Frames by tid, innermost first. entry: a function entry(frame, kind), in the words of gdb's
    Python, that returns a dictionary with "kind". The last frame may be of kind "error", with a
    "text". Skips without gdb."""
    needs.found("gdb")
    script = f"{core}.gdb"
    with open(script, "w", encoding="utf-8") as file:
        file.write(_WALK.replace("ENTRY", entry).replace("LIMIT", str(limit)))
    root = ["-iex", f"set sysroot {sysroot}"] if sysroot else []
    options = ["-nx", "-batch", "-iex", "set auto-load off", "-iex", "set debuginfod enabled off"]
    done = subprocess.run(
        ["gdb", *options, *root, executable, core, "-ex", "set backtrace past-main on",
         "-ex", "set backtrace past-entry on", "-x", script],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )  # fmt: skip
    for line in done.stdout.splitlines():
        if line.startswith("STACKS "):
            stacks = json.loads(line[len("STACKS ") :])
            return {int(tid): frames for tid, frames in stacks.items()}
    raise AssertionError(f"gdb printed no stacks: {done.stderr[-1000:]}")
