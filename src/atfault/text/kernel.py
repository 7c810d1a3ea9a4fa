"""Lines of the kernel about a process that died (dmesg, journalctl -k).

python[7]: segfault at 8 ip 00007f1a2b3c4d5e sp 00007ffd… error 4 in libfoo.so[7f1a2b3c0000+5000]
traps: python[7] general protection fault ip:7f… sp:7f… error:0 in libfoo.so[7f…+5000]
traps: python[7] trap invalid opcode ip:… sp:… error:0 in …         trap divide error
Out of memory: Killed process 7 (python) total-vm:…, anon-rss:…
"""

import re
from collections.abc import Sequence

from atfault.model.absent import Absent
from atfault.model.given import KernelText
from atfault.text.lines import LogLine

_SEGFAULT = re.compile(
    r"(?P<process>[^\s\[\]]{1,40})\[(?P<pid>\d+)\]:? segfault at (?P<address>[0-9a-f]+) ip"
    r" (?P<ip>[0-9a-f]+) sp (?P<sp>[0-9a-f]+) error (?P<error>[0-9a-f]+)"
    r"(?: in (?P<module>[^\[\s]+)\[(?:[0-9a-f]+,)?(?P<base>[0-9a-f]+)\+[0-9a-f]+\])?"
)
_TRAP = re.compile(
    r"traps: (?P<process>[^\s\[\]]{1,40})\[(?P<pid>\d+)\] (?P<what>general protection(?:"
    r" fault)?|trap invalid opcode|trap divide error|trap int3|bus error) ip:(?P<ip>[0-9a-f]+)"
    r" sp:(?P<sp>[0-9a-f]+) error:(?P<error>[0-9a-f]+)"
    r"(?: in (?P<module>[^\[\s]+)\[(?:[0-9a-f]+,)?(?P<base>[0-9a-f]+)\+[0-9a-f]+\])?"
)
_OOM = re.compile(
    r"(?:Out of memory|Memory cgroup out of memory): Kill(?:ed)? process (?P<pid>\d+)"
    r" \((?P<process>[^)]+)\)"
)
_KINDS = {
    "general protection": "protection",
    "general protection fault": "protection",
    "trap invalid opcode": "invalid-opcode",
    "trap divide error": "divide",
    "bus error": "bus",
}


def kernel_in(lines: Sequence[LogLine]) -> KernelText | Absent:
    """The first such line."""
    for line in lines:
        text = line.text.strip()
        match = _SEGFAULT.search(text)
        if match:
            return _made("segfault", line, text, match, int(match["address"], 16))
        match = _TRAP.search(text)
        if match and match["what"] in _KINDS:
            return _made(_KINDS[match["what"]], line, text, match, None)
        match = _OOM.search(text)
        if match:
            return KernelText("oom", line.number, text, match["process"], int(match["pid"]))
    return Absent("no line of the kernel about a crash is in the text")


def _made(
    kind: str, line: LogLine, text: str, match: re.Match[str], address: int | None
) -> KernelText:
    return KernelText(
        kind, line.number, text, match["process"], int(match["pid"]), address,  # type: ignore[arg-type]
        int(match["ip"], 16), int(match["sp"], 16), int(match["error"], 16),
        match["module"] or "", int(match["base"], 16) if match["base"] else None,
    )  # fmt: skip
