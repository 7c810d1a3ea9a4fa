"""What of a report counts when many are compared, and which of them are the same failure.

The key: cause, own line, innermost native function, its library and version. Where a failure has
neither a line nor a native function (the log of a build), its summary stands for both, without the
numbers in it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from datetime import datetime, timezone

from atfault.model.findings import Finding
from atfault.model.report import EnvironmentReport, FrameReport, Report, ThreadReport
from atfault.model.roles import (
    in_packages,
    is_cell,
    is_libc,
    is_plumbing,
    library_title,
    variant_of,
)
from atfault.model.triage import Group, InputKind, Line, Member, NativePlace
from atfault.report.folding import is_runtime
from atfault.report.names import short_function
from atfault.report.places import command_line, module_name

MAX_TEXT = 500
"""Characters that are kept of a summary, a line's text and a command."""
NO_ENVIRONMENT = EnvironmentReport("", "", "", {})
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z", re.ASCII)
_DIGITS = re.compile(r"0x[0-9a-f]+|\d+")


def member_of(report: Report, path: str, kind: InputKind, changed: float) -> Member:
    """changed: the file, in seconds since the epoch: when a core was written, which is read long
    after; of a report, which says when it was made, only where that is no time."""
    made = report.created if kind == "report" and _TIME.fullmatch(report.created) else ""
    best = report.diagnosis[0]
    environment = report.environment or NO_ENVIRONMENT
    where = best.blame[0] if best.blame else None
    return Member(
        path=path,
        kind=kind,
        cause=best.cause,
        confidence=best.confidence,
        summary=best.summary[:MAX_TEXT],
        line=None if where is None else Line(where.file, where.line, where.function),
        code=_code(best)[:MAX_TEXT],
        native=_native_place(_telling_thread(report, best), environment),
        seen=made or _rfc3339(changed),
        host=environment.host,
        program=command_line(report)[:MAX_TEXT],
    )


def grouped(members: Iterable[Member]) -> tuple[Group, ...]:
    """The largest group first, of equals the one seen last."""
    found: dict[object, list[Member]] = {}
    for member in members:
        found.setdefault(key_of(member), []).append(member)
    groups = [
        Group(tuple(sorted(same, key=lambda one: (one.seen, one.path)))) for same in found.values()
    ]
    groups.sort(key=lambda group: group.members[-1].seen, reverse=True)
    return tuple(sorted(groups, key=lambda group: -len(group.members)))


def key_of(member: Member) -> object:
    """Equal for failures that are the same."""
    line = member.line
    if line is None and member.native is None:
        return member.cause, _DIGITS.sub("#", member.summary)
    return member.cause, line and (_same_everywhere(line.file), line.line), member.native


def _same_everywhere(file: str) -> str:
    """A file's name without what differs between machines and runs: where packages are installed,
    and the number of a kernel in the names of its cells."""
    return in_packages(file) or (file.rpartition("/")[2] if is_cell(file) else file)


def _code(finding: Finding) -> str:
    where = finding.blame[0] if finding.blame else None
    lines = () if where is None else where.source
    return next((one.text.strip() for one in lines if where and one.line == where.line), "")


def _telling_thread(report: Report, finding: Finding) -> ThreadReport | None:
    """The thread that crashed; of a hang, the one that is blamed."""
    tids = {one.tid for one in finding.blame[:1] if one.tid is not None}
    crashed = next((one for one in report.threads if one.crashed), None)
    if crashed is not None and report.kind != "hang":
        return crashed
    return next((one for one in report.threads if one.tid in tids), None)


def _native_place(
    thread: ThreadReport | None, environment: EnvironmentReport
) -> NativePlace | None:
    """Where the thread was, inside of the program's own line and of what all programs have in
    common; of one that crashed in
    nothing else, that, its library alone where it has no name. A thread that waits tells nothing by
    the C library's way of doing so."""
    frames = thread.frames if thread else ()
    inside = itertools.takewhile(lambda one: one.kind != "python" or not one.mine, frames)
    native = [one for one in inside if one.kind != "python"]
    own = [one for one in native if not is_runtime(one) and not is_plumbing(module_name(one))]
    known = [one for one in native if short_function(one) != "??" or module_name(one)]
    frame = next(iter(own or (known if thread and thread.crashed else ())), None)
    if frame is None:
        return None
    function = short_function(frame)
    function = variant_of(function) or function  # which of them is the processor's choice
    name = module_name(frame)
    return NativePlace(
        "" if function == "??" else function, library_title(name), _version(frame, environment)
    )


def _version(frame: FrameReport, environment: EnvironmentReport) -> str:
    """ "numpy 2.4.6"; "" where it is not told, or a library has no package of its own name."""
    if is_libc(module_name(frame)):
        return environment.libc.partition(" (")[0]
    inside = in_packages(frame.module or "")
    first, _, rest = inside.partition("/")
    top = first.partition(".")[0]
    wanted = (_plain(top), _plain(f"{top}-{rest.partition('/')[0]}"))
    found = (name for name in environment.packages if inside and _plain(name) in wanted)
    name = next(found, None)
    return "" if name is None else f"{name} {environment.packages[name]}"


def _plain(name: str) -> str:
    """As packages' names are compared."""
    return re.sub(r"[-_.]+", "-", name).strip("-").lower()


def _rfc3339(seconds: float) -> str:
    try:
        moment = datetime.fromtimestamp(seconds, timezone.utc)
    except (ValueError, OverflowError, OSError):  # of a file's name that no clock gave
        moment = datetime.fromtimestamp(0, timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
