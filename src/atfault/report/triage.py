"""Groups of failures, as text and JSON.

38 failures in 3 groups, 2026-11-21 02:39 to 2026-11-28 23:10 UTC

  21  out-of-bounds  paint.py:16, in main: paint(grid, 50_000_000, 10)
      array_take in _multiarray_umath (numpy 2.4.6)
      2026-11-21 02:39 to 2026-11-28 23:10, on node1, node2 and 3 more
      atfault core cores/core.4711
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from typing import Any

from atfault.model.codec import encode
from atfault.model.counts import counted
from atfault.model.roles import in_packages
from atfault.model.triage import SCHEMA_ID, Group, Line, Member, NativePlace, Triage, Unread
from atfault.report.escape import clean, crop, pad
from atfault.report.layout import PLAIN, Style, with_verbose, wrapped
from atfault.report.places import cell_words, fit_places

SHOWN = 10
"""Groups, and files that could not be read."""
HOSTS = 3
"""That are named."""
MIN_DIGITS = 4


def render_triage(
    triage: Triage, *, style: Style = PLAIN, width: int = 100, verbose: bool = False, cwd: str = ""
) -> str:
    """At most a screen; verbose: every group, and every file that could not be read."""
    shown = triage.groups if verbose else triage.groups[:SHOWN]
    digits = max([MIN_DIGITS, *(len(f"{len(one.members):,}") for one in shown)])
    causes = max((len(clean(one.representative.cause)) for one in shown), default=0)
    lines = [*(style.paint("strong", line) for line in wrapped(_title(triage), width)), ""]
    for group in shown:
        lines += _group_lines(group, style, width, digits, causes, cwd)
    rest = triage.groups[len(shown) :]
    if rest:
        failures = counted(sum(len(one.members) for one in rest), "failure")
        told = f"  {counted(len(rest), 'more group')} ({failures}){with_verbose(len(rest))}"
        lines += wrapped(told, width)
    lines += _unread_lines(triage, style, width, verbose)
    return "\n".join(lines).rstrip() + "\n"


def _title(triage: Triage) -> str:
    """ "38 failures in 3 groups, 2026-11-21 02:39 to 2026-11-28 23:10 UTC"."""
    members = [one for group in triage.groups for one in group.members]
    if not members:
        return "No failures"
    told = f"{counted(len(members), 'failure')} in {counted(len(triage.groups), 'group')}"
    return f"{told}, {_span([one.seen for one in members])} UTC"


def _span(moments: list[str]) -> str:
    first, last = (clean(one[:16].replace("T", " ")) for one in (min(moments), max(moments)))
    return first if first == last else f"{first} to {last}"


def _group_lines(
    group: Group, style: Style, width: int, digits: int, causes: int, cwd: str
) -> Iterator[str]:
    one = group.representative
    indent = " " * (digits + 4)
    number = style.paint("strong", f"  {len(group.members):>{digits},}")
    cause = style.paint("alarm", pad(clean(one.cause), causes))
    room = width - digits - causes - 6
    yield f"{number}  {cause}  {crop(_line_words(one, cwd, room // 2), room)}".rstrip()
    facts = [_span([member.seen for member in group.members]), _hosts(group)]
    told = ", ".join(filter(None, facts))
    native = "" if one.native is None else _native_words(one.native)
    if native and len(indent) + len(native) + len(told) + 2 <= width:
        native, told = "", f"{native}  {told}"
    yield from (indent + crop(words, width - len(indent)) for words in (native, told) if words)
    yield indent + style.paint("command", command_for(one))


def _line_words(member: Member, cwd: str, width: int) -> str:
    """ "paint.py:16, in main: paint(grid, 50_000_000, 10)". width: for the place, of which folders
    are left out."""
    if member.line is None:
        return f"no line of yours: {clean(member.summary)}"
    words = fit_places([_place(member.line, cwd)], width)[0]
    if member.line.function:
        words += f", in {clean(member.line.function)}"
    return f"{words}: {clean(member.code)}" if member.code else words


def _place(line: Line, cwd: str) -> str:
    """ "paint.py:16"."""
    file = cell_words(line.file) or line.file
    if len(cwd) > 1 and file.startswith(cwd.rstrip("/") + "/"):
        file = os.path.relpath(file, cwd)
    file = clean(in_packages(file) or file)
    return file if line.line is None else f"{file}:{line.line}"


def _native_words(native: NativePlace) -> str:
    """ "array_take in _multiarray_umath (numpy 2.4.6)"."""
    words = " in ".join(clean(part) for part in (native.function, native.library) if part)
    return f"{words} ({clean(native.version)})" if native.version else words


def _hosts(group: Group) -> str:
    """ "on node1, node2 and 3 more"."""
    names = [clean(name) for name in group.hosts]
    if not names:
        return ""
    if len(names) > HOSTS + 1:
        return f"on {', '.join(names[:HOSTS])} and {len(names) - HOSTS} more"
    return f"on {', '.join(names)}"


def command_for(member: Member) -> str:
    """What shows it in whole."""
    verb = "core" if member.kind == "core" else "show"
    return clean(f"atfault {verb} {shlex.quote(member.path)}")


def _unread_lines(triage: Triage, style: Style, width: int, verbose: bool) -> Iterator[str]:
    shown = triage.unread if verbose else triage.unread[:SHOWN]
    if shown:
        yield from ("", style.paint("warning", f"{counted(len(triage.unread), 'file')} not read"))
    for one in shown:
        yield crop(f"  {_without_name(one)}", width)
    rest = len(triage.unread) - len(shown)
    if rest:
        yield f"  {rest:,} more{with_verbose(rest)}"
    if triage.passed_over:
        passed = counted(triage.passed_over, "other file")
        told = f"{passed} passed over: neither cores nor reports, by their looks"
        yield from ("", *wrapped(told, width))
    for text in triage.warnings:
        yield from wrapped(f"warning: {clean(text)}", width)


def _without_name(one: Unread) -> str:
    """ "core.4: is empty: no core was written"."""
    return clean(f"{one.path}: {one.why.removeprefix(f'{one.path}: ').removeprefix(one.path)}")


def plain_triage(triage: Triage, created: str) -> dict[str, Any]:
    """Of --json: schema atfault.groups/1 (docs/group.md). Fields may be added."""
    return {
        "schema": SCHEMA_ID,
        "created": created,
        "groups": [_plain_group(group) for group in triage.groups],
        "not_read": [{"path": one.path, "reason": one.why} for one in triage.unread],
        "passed_over": triage.passed_over,
        "warnings": list(triage.warnings),
    }


def _plain_group(group: Group) -> dict[str, Any]:
    one = group.representative
    return {
        "count": len(group.members),
        "cause": one.cause,
        "line": encode(one.line),
        "native": encode(one.native),
        "first_seen": group.members[0].seen,
        "last_seen": group.members[-1].seen,
        "hosts": group.hosts,
        "representative": {
            "path": one.path,
            "kind": one.kind,
            "confidence": one.confidence,
            "summary": one.summary,
            "code": one.code,
            "program": one.program,
            "command": command_for(one),
        },
        "paths": [member.path for member in group.members],
    }
