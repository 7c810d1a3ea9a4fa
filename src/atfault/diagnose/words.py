"""How figures and objects are worded in findings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from atfault.model.counts import counted
from atfault.model.findings import Blame, Confidence, Finding
from atfault.model.stacks import PyFrame

if TYPE_CHECKING:
    from atfault.model.buffers import Buffer
    from atfault.model.places import Place

_UNITS = ("bytes", "kB", "MB", "GB", "TB", "PB", "EB")
_SHELL_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-")
MAX_COMMAND = 200
_DOUBTS = {"likely": "Probably ", "possible": "Perhaps "}
_PATH = re.compile(r"""(?<![\w./~-])/[^\s:()"',;]+(?=:\d)""")


def size(count: int) -> str:
    """1 → "1 byte", 4096 → "4096 bytes", 25_600_000_000 → "25.6 GB" (decimal units)."""
    if count == 1:
        return "1 byte"
    if count < 10_000:
        return f"{count} bytes"
    value = float(count)
    unit = 0
    while value >= 1000 and unit < len(_UNITS) - 1:
        value /= 1000
        unit += 1
    return f"{value:.1f} {_UNITS[unit]}".replace(".0 ", " ")


def buffer_type(buffer: Buffer) -> str:
    """ "float64[64, 64]", "bytearray of 16 bytes", "list of 2 items"."""
    if buffer.kind in ("list", "tuple"):
        return f"{buffer.kind} of {counted(buffer.shape[0], 'item')}"
    if buffer.dtype and (buffer.shape or buffer.strides):
        return f"{buffer.dtype}[{', '.join(map(str, buffer.shape))}]"
    kind = "ctypes data" if buffer.kind == "ctypes" else buffer.kind
    return f"{kind} of {size(buffer.high - buffer.low)}"


def describe_buffer(expression: str, buffer: Buffer) -> str:
    """ "grid, float64[64, 64] at 0x7f24c0a80010"."""
    return f"{expression}, {buffer_type(buffer)} at {buffer.address:#x}"


def listed(names: Sequence[str], limit: int = 6) -> str:
    """ "a", "a and b", "a, b and c"; more than `limit` are counted."""
    shown = list(names[:limit])
    if len(names) > limit:
        shown.append(f"{len(names) - limit} more")
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def doubtful(title: str, confidence: Confidence) -> str:
    """The title as far as one is sure of it: "Probably a deadlock between 2 threads"."""
    doubt = _DOUBTS.get(confidence, "")
    if not doubt or not title:
        return title
    article = "a " if title.startswith("Deadlock") else ""
    return doubt + article + title[0].lower() + title[1:]


def brief(finding: Finding) -> Finding:
    """The finding with the files in its sentences by their last parts, where these tell them apart,
    and the whole paths in `files`: whoever shows it writes them as all other paths."""
    evidence = tuple(one.text for one in finding.evidence)
    advice = tuple(one.text for one in finding.advice)
    doubts = tuple(one.text for one in finding.doubts)
    texts = (finding.title, finding.summary, *evidence, *advice, *doubts)
    named = [path for text in texts for path in _PATH.findall(text)]
    owners: dict[str, str] = {}
    for path in (*finding.files, *named):
        owners.setdefault(path.rpartition("/")[2], path)
    files = {path for path in named if owners[path.rpartition("/")[2]] == path}

    def told(text: str) -> str:
        return _PATH.sub(lambda m: m[0].rpartition("/")[2] if m[0] in files else m[0], text)

    return finding._replace(
        title=told(finding.title),
        summary=told(finding.summary),
        evidence=tuple(one._replace(text=told(one.text)) for one in finding.evidence),
        advice=tuple(one._replace(text=told(one.text)) for one in finding.advice),
        doubts=tuple(one._replace(text=told(one.text)) for one in finding.doubts),
        files=tuple(dict.fromkeys((*finding.files, *(path for path in named if path in files)))),
    )


def file_line(file: str, line: int | None) -> str:
    """ "/app/bank.py:10": the engine makes it "bank.py:10" and keeps the whole path (`brief`)."""
    return file if line is None else f"{file}:{line}"


def place(frame: PyFrame) -> str:
    """ "main (/app/paint.py:16)"."""
    return f"{frame.code.name} ({file_line(frame.location.file, frame.location.line)})"


def place_of(known: Place | Blame | None) -> str:
    """ "/app/bank.py:10"; "" when unknown."""
    return "" if known is None else file_line(known.file, known.line)


_ESCAPES = {number: f"\\x{number:02x}" for number in range(32)} | {9: "\\t", 10: "\\n", 13: "\\r"}


def command_line(argv: Sequence[str]) -> str:
    """The command as one would type it; "" when it is unknown or too long to be of use."""
    text = " ".join(_quoted(part) for part in argv)
    return text if len(text) <= MAX_COMMAND else ""


def _quoted(part: str) -> str:
    if part and _SHELL_SAFE.issuperset(part):
        return part
    if any(ord(char) < 32 for char in part):  # shown as escapes, which only $'…' takes as such
        shown = part.replace("\\", "\\\\").replace("'", "\\'")
        return "$'" + "".join(_ESCAPES.get(ord(char), char) for char in shown) + "'"
    return "'" + part.replace("'", "'\"'\"'") + "'"


def as_text(value: int) -> str:
    """The eight bytes of a word when all are printable ASCII; else ""."""
    raw = value.to_bytes(8, "little")
    if all(32 <= byte < 127 for byte in raw):
        return raw.decode("ascii").replace("\\", "\\\\").replace('"', '\\"')
    return ""
