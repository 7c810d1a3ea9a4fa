"""Lines of the kernel about a process that died (dmesg, journalctl -k).

python[7]: segfault at 8 ip 00007f1a2b3c4d5e sp 00007ffd… error 4 in libfoo.so[7f1a2b3c0000+5000]
              newer kernels say the offset of ip in the file, too: libfoo.so[4d5e,7f1a2b3c0000+5000]
Code: 48 8b 05 11 22 00 00 <8b> 00 c3 …         behind it: bytes round ip, which <> marks
traps: python[7] general protection fault ip:7f… sp:7f… error:0 in libfoo.so[7f…+5000]
traps: python[7] trap invalid opcode ip:… sp:… error:0 in …         trap divide error
Out of memory: Killed process 7 (python) total-vm:…, anon-rss:…
"""

import re
from collections.abc import Sequence

from atfault.model.absent import Absent
from atfault.model.findings import SourceLine
from atfault.model.given import KernelKind, KernelText
from atfault.text.lines import LogLine
from atfault.text.patterns import searched

_HEX = "[0-9a-f]{1,16}"
_IN = (
    rf"(?: in (?P<module>[^\[\n]{{1,255}}?)\[(?:(?P<offset>{_HEX}),)?(?P<base>{_HEX})"
    rf"\+(?P<size>{_HEX})\])?"
)
_SEGFAULT = re.compile(
    rf"(?P<process>[^\s\[\]]{{1,40}})\[(?P<pid>\d+)\]:? segfault at (?P<address>{_HEX}) ip"
    rf" (?P<ip>{_HEX}) sp (?P<sp>{_HEX}) error (?P<error>{_HEX}){_IN}"
)
_TRAP = re.compile(
    r"traps: (?P<process>[^\s\[\]]{1,40})\[(?P<pid>\d+)\] (?P<what>general protection(?:"
    rf" fault)?|trap invalid opcode|trap divide error|trap int3|bus error) ip:(?P<ip>{_HEX})"
    rf" sp:(?P<sp>{_HEX}) error:(?P<error>{_HEX}){_IN}"
)
_CODE = re.compile(r"\bCode: (?P<bytes>(?:<?[0-9a-f]{2}>? ?){4,128})")
CODE_LINES = 4
"""In which the bytes stand, the line of the crash included."""
_OOM = searched(
    r"(?:Out of memory|Memory cgroup out of memory): Kill(?:ed)? process (?P<pid>\d+)"
    r" \((?P<process>[^)]+)\)(?:.{0,200}?\banon-rss:(?P<resident>\d{1,12})kB)?"
)
_WORDS = ("segfault at ", "traps: ", "ut of memory: Kill")
"""One of which is in each such line: the patterns begin anywhere, and take their time."""
_KINDS: dict[str, KernelKind] = {
    "general protection": "protection",
    "general protection fault": "protection",
    "trap invalid opcode": "invalid-opcode",
    "trap divide error": "divide",
    "bus error": "bus",
}


def kernel_in(lines: Sequence[LogLine]) -> KernelText | Absent:
    """The first such line."""
    for at, line in enumerate(lines):
        if not any(word in line.text for word in _WORDS):
            continue
        text = line.text.strip()
        match = _SEGFAULT.search(text)
        if match:
            made = _made("segfault", line, text, match)._replace(address=int(match["address"], 16))
            return _with_code(made, lines[at : at + CODE_LINES])
        match = _TRAP.search(text)
        if match and match["what"] in _KINDS:
            made = _made(_KINDS[match["what"]], line, text, match)
            return _with_code(made, lines[at : at + CODE_LINES])
        match = _OOM.search(text)
        if match:
            resident = int(match["resident"] or 0) << 10
            return KernelText(
                "oom", line.number, text, match["process"], int(match["pid"]), resident=resident,
                of_group="Memory cgroup" in match[0],
            )  # fmt: skip
    return Absent("no line of the kernel about a crash is in the text")


def _made(kind: KernelKind, line: LogLine, text: str, match: re.Match[str]) -> KernelText:
    return KernelText(
        kind,
        line.number,
        text,
        match["process"],
        int(match["pid"]),
        ip=int(match["ip"], 16),
        sp=int(match["sp"], 16),
        error=int(match["error"], 16),
        module=match["module"] or "",
        base=int(match["base"], 16) if match["base"] else None,
        size=int(match["size"], 16) if match["size"] else 0,
        offset=int(match["offset"], 16) if match["offset"] else None,
    )


def _with_code(made: KernelText, lines: Sequence[LogLine]) -> KernelText:
    """The same with the bytes that the kernel printed behind it, before the next crash."""
    for line in lines:
        if line.number != made.line and (_SEGFAULT.search(line.text) or _TRAP.search(line.text)):
            break
        match = _CODE.search(line.text)
        words = match["bytes"].split() if match else []
        at = next((at for at, word in enumerate(words) if word.startswith("<")), -1)
        if at >= 0:
            code = bytes(int(word.strip("<>"), 16) for word in words)
            return made._replace(
                code=code, code_at=at, code_line=SourceLine(line.number, line.text.strip())
            )
    return made
