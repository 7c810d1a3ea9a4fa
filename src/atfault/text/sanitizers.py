"""Reports of sanitizers, Valgrind and compute-sanitizer in printed text.

==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc … bp … sp …
READ of size 4 at 0x602000000014 thread T0
    #0 0x55d0 in sum /src/a.c:9:14
0x602000000014 is located 0 bytes to the right of 4-byte region […)
allocated by thread T0 here:
    #0 …
a.c:9:14: runtime error: index 5 out of bounds for type 'int [4]'
WARNING: ThreadSanitizer: data race (pid=7)
==7== Invalid read of size 4
==7==    at 0x109161: main (a.c:9)
========= Invalid __global__ write of size 4 bytes
"""

import re
from collections.abc import Sequence

from atfault.model.absent import Absent
from atfault.model.given import SanitizerText, TextFrame
from atfault.text.compute_sanitizer import read_report, report_begins
from atfault.text.lines import LogLine
from atfault.text.patterns import searched

MAX_LINES = 400
_HEAD = re.compile(
    r"(?:ERROR|WARNING): (?P<tool>\w+Sanitizer): (?P<kind>[\w-]+(?: [\w()-]+){0,4}?)(?:"
    r" \(pid=\d+\)| on (?:unknown )?address (?P<address>0x[0-9a-f]+)|: | \(|$| in )"
)
_ACCESS = re.compile(
    r"(?:^|\s)(?P<access>READ|WRITE|Read|Write|Previous write|Previous read|The signal is caused by"
    r" a (?:READ|WRITE))(?: of size (?P<size>\d+))?"
)
_FRAME = re.compile(
    r"#\d+ (?:(?P<pc>0x[0-9a-f]+) )?(?:in )?(?P<function>.*?)(?:"
    r" (?P<file>[^\s()<>]*/[^\s()]+|[\w.+-]+\.(?:c|cc|cpp|cu|h|py|rs|f90|pyx)):(?P<row>\d+)"
    r"(?::\d+)?| \((?P<module>[^()\s]+)(?:\+0x[0-9a-f]+)?\)| <null>|$)"
)
_REGION = re.compile(r"^(?:0x[0-9a-f]+ is|Address (?:0x[0-9a-f]+ )?is) (?P<said>.*)$")
_UBSAN = re.compile(
    r"(?:^|\s)(?P<file>[^\s:][^\s:]{0,400}|^[^\s:][^:\n]{0,400}):(?P<row>\d+):(?P<column>\d+): "
    r"runtime error: (?P<said>.+)$"
)
_FREED = searched(r"freed by thread|Mutex .* created|previously freed")
_VALGRIND = re.compile(
    r"^[.sxFE]{0,100}==\d+== "  # of pytest, before
    r"(?P<kind>Invalid (?:read|write)(?= of size)|Invalid free\(\)|Mismatched"
    r" free\(\)|Conditional jump or move depends|Use of uninitialised value|Process terminating"
    r" with default action of signal \d+|Jump to the invalid address|Syscall param)"
    r"(?:.*?of size (?P<size>\d+))?"
)
_UNSET = "Conditional jump", "Use of uninitialised", "Syscall param"
_VALGRIND_ENDS = re.compile(r"^==\d+==\s*$")
_VALGRIND_FRAME = re.compile(
    r"^==\d+==\s+(?:at|by) 0x[0-9A-F]+: (?P<function>.+?) \((?:(?P<file>[^():]+):(?P<row>\d+)|in"
    r" (?P<module>[^()]+))\)"
)
_VALGRIND_ADDRESS = re.compile(r"^==\d+==\s+Address (?P<address>0x[0-9a-fA-F]+) is (?P<said>.*)$")


def sanitizer_in(lines: Sequence[LogLine]) -> SanitizerText | Absent:
    """The first report of an access in the lines; where there is none, one of a value that was
    never set (Valgrind tells of many that harm nobody), or one on a call to CUDA."""
    call: int | None = None
    unset: tuple[int, re.Match[str]] | None = None
    for at, line in enumerate(lines):
        text = line.text.strip()
        if "Sanitizer: " in text and (match := _HEAD.search(text)):
            return _sanitizer(lines, at, match)
        if "runtime error: " in text and (match := _UBSAN.search(text)):
            place = TextFrame("", match["file"], int(match["row"]))
            frames = tuple(_frames(lines, at + 1)[0])
            return SanitizerText(
                "UndefinedBehaviorSanitizer",
                match["said"],
                line.number,
                text,
                frames=frames or (place,),
            )
        if "==" in text[:102] and (match := _VALGRIND.match(text)):
            if not match["kind"].startswith(_UNSET):
                return _valgrind(lines, at, match)
            unset = unset or (at, match)
        begins = report_begins(text)
        if begins == "access":
            return read_report(lines, at)
        if begins and call is None:
            call = at
    if unset is not None:
        return _valgrind(lines, *unset)
    if call is not None:
        return read_report(lines, call)
    return Absent("no report of a sanitizer is in the text")


def _sanitizer(lines: Sequence[LogLine], at: int, match: re.Match[str]) -> SanitizerText:
    report = SanitizerText(
        match["tool"],
        match["kind"].strip(" :("),
        lines[at].number,
        lines[at].text.strip(),
        address=int(match["address"], 16) if match["address"] else None,
    )
    index = at + 1
    section = "frames"
    while index < min(len(lines), at + MAX_LINES):
        text = lines[index].text.strip()
        if text.startswith("SUMMARY:"):
            break
        access = _ACCESS.search(text)
        region = _REGION.match(text)
        if access and "Previous" in access["access"]:
            section = "other"
        elif access and not report.access:
            word = access["access"].rpartition(" ")[2].lower()
            report = report._replace(access=word, size=int(access["size"] or 0))
        if region and not report.region:
            report = report._replace(region=region["said"])
        if _FREED.search(text):
            section = "freed"
        elif re.search(r"allocated by thread|Location is|created by", text):
            section = "allocated"
        if _FRAME.match(text):
            frames, index = _frames(lines, index)
            if not getattr(report, section):
                report = _with(report, section, frames)
            continue
        index += 1
    return report


def _with(report: SanitizerText, section: str, frames: Sequence[TextFrame]) -> SanitizerText:
    """The report with the stack of one of its sections."""
    found = tuple(frames)
    if section == "frames":
        return report._replace(frames=found)
    if section == "freed":
        return report._replace(freed=found)
    if section == "other":
        return report._replace(other=found)
    return report._replace(allocated=found)


def _frames(lines: Sequence[LogLine], at: int) -> tuple[list[TextFrame], int]:
    found: list[TextFrame] = []
    while at < len(lines) and len(found) < 100:
        match = _FRAME.match(lines[at].text.strip())
        if match is None:
            break
        row = int(match["row"]) if match["row"] else None
        found.append(
            TextFrame(
                match["function"].strip() or "??", match["file"] or "", row, match["module"] or ""
            )
        )
        at += 1
    return found, at


def _valgrind(lines: Sequence[LogLine], at: int, match: re.Match[str]) -> SanitizerText:
    access = match["kind"].partition(" ")[2] if match["kind"].startswith("Invalid ") else ""
    report = SanitizerText(
        "Valgrind",
        match["kind"],
        lines[at].number,
        lines[at].text.strip(),
        access if access in ("read", "write") else "",
        int(match["size"] or 0),
    )
    section = "frames"
    frames: list[TextFrame] = []
    for line in lines[at + 1 : at + MAX_LINES]:
        text = line.text.strip()
        frame = _VALGRIND_FRAME.match(text)
        address = _VALGRIND_ADDRESS.match(text)
        if frame:
            row = int(frame["row"]) if frame["row"] else None
            frames.append(
                TextFrame(frame["function"], frame["file"] or "", row, frame["module"] or "")
            )
            report = _with(report, section, frames)
        elif address:
            report = report._replace(address=int(address["address"], 16), region=address["said"])
            section, frames = "freed" if "free'd" in address["said"] else "allocated", []
        elif re.match(r"^==\d+==\s+Block was alloc'd at", text):
            section, frames = "allocated", []
        elif not text.startswith("==") or _VALGRIND_ENDS.match(text) or _VALGRIND.match(text):
            break
    return report
