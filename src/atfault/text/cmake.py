"""A block of CMake's: "CMake Error at CMakeLists.txt:9 (find_package):" and what is indented below.

What the message is about stands in its text, which CMake wraps: it is joined before it is read.
"""

import re
from collections.abc import Sequence
from typing import cast

from atfault.model.findings import SourceLine
from atfault.model.given import CAUSE, HINT, SUMMARY, Hit, HitKind, TextPlace
from atfault.text.complaints import complaint_in
from atfault.text.lines import LogLine
from atfault.text.shape import Span
from atfault.text.tables import table

MAX_LINES = 120
VENDORED = re.compile(
    r"(?i)(?:^|[/\\])(?:third[_-]?party|3rd[_-]?party|3rdparty|ext(?:ern(?:als?)?)?|external[_-]?libs?|submod(?:ule)?s?|vendor(?:ed)?"
    r"|deps|dependencies|contrib|thirdparty|libs?|modules|subprojects)(?:[/\\]|$)"
)
"""A folder for other people's code: what is missing there is a submodule that was not fetched."""
_HEAD = re.compile(
    r"CMake Error(?: \(dev\))?(?: at (?P<file>[^\n]+?):(?P<row>\d+) \((?P<command>\w+)\))?(?: in (?P<other>\S+?):(?P<otherrow>\d+))?:?(?P<rest>.*)$"
)
_KNOWN: tuple[tuple[HitKind, str, re.Pattern[str]], ...] = tuple(
    (cast(HitKind, one["kind"]), one["why"], re.compile(one["pattern"]))
    for one in table("cmake.tsv")
)
_PASSED_ON = re.compile(
    r"Configuring incomplete|Build failed|CMake configuration failed"
    r"|(?:Build|CMake) step for \S+ failed"
)
"""The last is FetchContent's, of what it ran before."""


def cmake_hit(lines: Sequence[LogLine], span: Span) -> Hit:
    """What one block says."""
    head = lines[span.begin].text.strip()
    match = _HEAD.search(head)
    body = [
        line.text.strip() for line in lines[span.begin + 1 : min(span.end, span.begin + MAX_LINES)]
    ]
    stack = next((at for at, text in enumerate(body) if text.startswith("Call Stack")), len(body))
    said = " ".join(text for text in body[:stack] if text)
    rest = match["rest"].strip(": ") if match else ""
    whole = f"{rest} {said}".strip()
    place = None
    if match and (match["file"] or match["other"]):
        place = TextPlace(
            match["file"] or match["other"], int(match["row"] or match["otherrow"]), None,
            match["command"] or "",
        )  # fmt: skip
    callers = tuple(_callers(body[stack:]))
    more = [
        SourceLine(line.number, line.text.strip())
        for line in lines[span.begin + 1 : span.end]
        if line.text.strip()
    ]
    hit = Hit(
        "setting", lines[span.begin].number, head, "cmake-error", "cmake", found=whole,
        place=place, chain=callers, more=tuple(more[:6]),
    )  # fmt: skip
    return _read(hit, whole)


def _callers(body: Sequence[str]) -> list[TextPlace]:
    found = []
    for text in body:
        match = re.match(r"^(?P<file>\S.*?):(?P<row>\d+) \((?P<name>\w+)\)$", text)
        if match:
            found.append(TextPlace(match["file"], int(match["row"]), None, match["name"]))
    return found


def _read(hit: Hit, whole: str) -> Hit:
    """The block with what it is about."""
    said = re.sub(r"\s+", " ", whole)
    if _PASSED_ON.search(said):
        return hit._replace(kind="step", rank=SUMMARY)
    for kind, why, pattern in _KNOWN:
        match = pattern.search(said)
        if match is None:
            continue
        groups = match.groupdict()
        subject = next(
            (groups[name] for name in ("subject", "other", "last") if groups.get(name)), ""
        )
        made = hit._replace(
            kind=kind, why=why, subject=subject.strip("\"'.:"),
            wanted=groups.get("wanted") or "", found=groups.get("found") or said,
        )  # fmt: skip
        if why == "vendored" and not VENDORED.search(made.subject) and "not an existing" in said:
            return made._replace(kind="setting", why="cmake-source")
        return made
    found = complaint_in(said, said.lower(), building=True)
    if found is not None:
        one, match = found
        groups = match.groupdict()
        return hit._replace(
            kind=one.kind, why=one.why, subject=groups.get("subject") or "",
            wanted=groups.get("wanted") or "", rank=HINT if one.rank == HINT else CAUSE,
        )  # fmt: skip
    return hit
