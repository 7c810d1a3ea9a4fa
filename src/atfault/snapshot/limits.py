"""/proc/PID/limits: what the process may use.

Limit                     Soft Limit           Hard Limit           Units
Max stack size            8388608              unlimited            bytes
Max address space         unlimited            unlimited            bytes
"""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.process import Limits
from atfault.snapshot import procfs

_ROWS = {
    b"Max stack size": "stack",
    b"Max address space": "address_space",
    b"Max data size": "data",
    b"Max resident set": "resident",
}
_NAME_WIDTH = 26


def limits(pid: int) -> Limits | Absent:
    """The soft limits of a process."""
    return parse(procfs.read(f"/proc/{pid}/limits", 16384))


def parse(content: bytes) -> Limits | Absent:
    """The soft limits in the text of /proc/PID/limits."""
    found: dict[str, int | None] = {}
    for line in content.splitlines():
        name = _ROWS.get(line[:_NAME_WIDTH].strip())
        words = line[_NAME_WIDTH:].split()
        if name and words:
            found[name] = int(words[0]) if words[0].isdigit() else None
    return Limits(**found) if found else Absent("/proc tells no limits of the process")
