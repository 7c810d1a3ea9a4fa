"""Reports of compute-sanitizer, and of cuda-memcheck before it, in printed text.

========= Invalid __global__ read of size 4 bytes
=========     at saxpy(float, float *)+0x100 in saxpy.cu:31
=========     at 0x00000148 in /home/me/fill.py:6:fill(Array<…>)     older, and of Numba
=========     by thread (255,0,0) in block (3,0,0)
=========     Address 0x7f3a2c000100 is out of bounds                or Access to …, Access at …
=========     and is 1 bytes after the nearest allocation at 0x… of size 256 bytes
=========     Device Frame:/home/me/fill.py:6:fill(Array<…>) [0x130]
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: main in saxpy.cu:25 [0x8a81] in saxpy
=========     Host Frame:/lib/libcuda.so.1 (cuLaunchKernel + 0x346) [0x297db6]     older
=========     Host Frame:cudaLaunchKernel [0x666c8]
=========                in /usr/lib/libcudart.so
========= Program hit cudaErrorLaunchFailure (error 719) due to "…" on CUDA API call to cudaFree.
"""

import re
from collections.abc import Sequence

from atfault.model.findings import SourceLine
from atfault.model.given import SanitizerText, TextFrame
from atfault.text.lines import LogLine

MAX_LINES = 200
MAX_FRAMES = 64
MAX_LINE = 4000
TOOL = "compute-sanitizer"
_BAR = re.compile(r"^={5,40} ?")
_ACCESS = re.compile(
    r"^(?:ERROR: )?(?P<kind>Invalid __(?:global|shared|local)__ (?:read|write|atomic)"
    r"|Uninitialized __global__ memory read|Misaligned (?:__\w{1,20}__ )?\w{1,40}"
    r"|Race reported between \w{1,20} access|Race reported|Barrier error"
    r"|Error: Race reported)(?:[^\n]{0,400}? of size (?P<size>\d{1,9}))?"
)
_API = re.compile(r"^Program hit (?P<name>\w{1,80})")
_AT_NEW = re.compile(
    r"^at (?P<function>[^\n]{1,2000}?)(?:\+0x[0-9a-f]{1,16})?"
    r"(?: in (?P<file>[^\s:]{1,1000}):(?P<row>\d{1,7}))?$"
)
_AT_OLD = re.compile(
    r"^at 0x[0-9a-f]{1,16} in (?:(?P<file>[^\s:]{1,1000}):(?P<row>\d{1,7}):)?"
    r"(?P<function>[^\n]{1,2000})$"
)
_THREAD = re.compile(
    r"^by thread \((\d{1,10}),(\d{1,10}),(\d{1,10})\) in block "
    r"\((\d{1,10}),(\d{1,10}),(\d{1,10})\)"
)
_ADDRESS = re.compile(r"^(?:Address|Access (?:at|to)) (0x[0-9a-f]{1,16}) is (.*)$")
_NEAREST = re.compile(r"^and is ([\d,]{1,20} bytes? (?:after|before|inside) the nearest [^\n]*)$")
_DEVICE = re.compile(
    r"^Device Frame: ?(?:(?P<file>[^\s:]{1,1000}):(?P<row>\d{1,7}):)?(?P<function>[^\n]{1,2000}?)"
    r"(?: \[0x[0-9a-f]{1,16}\])?$"
)
_HOST_IN = re.compile(
    r"^Host Frame: ?(?P<function>[^\n]{0,2000}?) in (?P<file>[^\s:]{1,1000}):(?P<row>\d{1,7})"
    r"(?: \[0x[0-9a-f]{1,16}\])?(?: in (?P<module>\S{1,1000}))?$"
)
_HOST = re.compile(
    r"^Host Frame: ?(?P<function>[^\n\[]{0,2000}?) ?\[0x[0-9a-f]{1,16}\]"
    r"(?: in (?P<module>\S{1,1000}))?$"
)


def report_begins(text: str) -> str:
    """ "access" where a report on an access begins in the line, "api" where one on a call of the
    runtime does, which is most often a consequence; "" for any other."""
    if not text.startswith("====="):
        return ""
    inside = _inside(text)
    if _ACCESS.match(inside):
        return "access"
    return "api" if _API.match(inside) else ""


def read_report(lines: Sequence[LogLine], at: int) -> SanitizerText:
    """The report that begins in line number `at` of them."""
    head = _inside(lines[at].text.strip())
    access, api = _ACCESS.match(head), _API.match(head)
    kind = access["kind"] if access else f"Program hit {api['name']}" if api else head
    words = kind.replace("memory ", "").rpartition(" ")[2] if access else ""
    report = SanitizerText(
        TOOL,
        kind,
        lines[at].number,
        lines[at].text.strip(),
        words if words in ("read", "write", "atomic") else "",
        int(access["size"] or 0) if access else 0,
    )
    frames: list[TextFrame] = []
    host: list[TextFrame] = []
    for line in lines[at + 1 : at + 1 + MAX_LINES]:
        text = line.text.strip()
        inside = _inside(text)
        if not text.startswith("=====") or not inside or report_begins(text):
            break
        known = {*frames, *host}
        report = _with_line(report, inside, frames, host)
        if any(one.row for one in (*frames, *host) if one not in known):
            report = report._replace(places=(*report.places, SourceLine(line.number, text)))
    return report._replace(frames=tuple(frames[:MAX_FRAMES]), host=tuple(host[:MAX_FRAMES]))


def _with_line(
    report: SanitizerText,
    inside: str,
    frames: list[TextFrame],
    host: list[TextFrame],
) -> SanitizerText:
    """The report with what one more line says; its frames are added to the lists."""
    if match := _THREAD.match(inside):
        x, y, z, *block = map(int, match.groups())
        return report._replace(thread=(x, y, z), block=(block[0], block[1], block[2]))
    if match := _ADDRESS.match(inside):
        return report._replace(address=int(match[1], 16), region=match[2])
    if match := _NEAREST.match(inside):
        return report._replace(region=match[1])
    if match := _DEVICE.match(inside):
        own = _frame(match)
        if own.file and not any((one.file, one.row) == (own.file, own.row) for one in frames):
            frames.append(own)
    elif match := _HOST_IN.match(inside) or _HOST.match(inside):
        host.append(_frame(match))
    elif not frames and (match := _AT_OLD.match(inside) or _AT_NEW.match(inside)):
        frames.append(_frame(match))
    return report


def _frame(match: re.Match[str]) -> TextFrame:
    found = match.groupdict()
    row = found.get("row")
    return TextFrame(
        (found.get("function") or "").strip() or "??",
        found.get("file") or "",
        int(row) if row else None,
        found.get("module") or "",
    )


def _inside(text: str) -> str:
    """What follows the bar that each line begins with."""
    return _BAR.sub("", text[:MAX_LINE]).strip()
