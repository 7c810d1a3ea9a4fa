"""A report as it is given to others: of texts that variables hold, the length alone; and all of it
masked once more, as it may have been made with --show-secrets, or by a version that knew less.

    {'host': 'db.example.org', 'port': 5432}   →   {'host': <14 characters>, 'port': 5432}
"""

from __future__ import annotations

import re

from atfault.model.cleaning import without_secrets
from atfault.model.counts import counted
from atfault.model.findings import Finding, SourceLine
from atfault.model.masked import mask_arguments, mask_source
from atfault.model.report import FrameReport, LocalReport, Report
from atfault.model.report_waits import ActivityReport
from atfault.model.secret_texts import mask_text
from atfault.model.secrets import may_be_secret

LITERAL = re.compile(r"""(?s)(?<!\w)(b?)(['"])((?:[^'"\\]|\\.|(?!\2)['"])*)(\2)?""")
"""A str or bytes as repr writes it: (b, quote, contents, the closing quote or nothing)."""
_ESCAPE = re.compile(r"(?s)\\(?:x..|u.{4}|U.{8}|.)")
_MAX_KEY = 40
_CUT = re.compile(r"… \(([\d,]+ (?:characters?|bytes?))\)")
"""Behind a text of which only the beginning is shown: how long it is."""


def for_others(report: Report) -> Report:
    """The report as logs, other systems and assistants are given it."""
    return masked_again(without_texts(report))


def masked_again(report: Report) -> Report:
    """The report with secrets masked in its source lines, command lines, values and sentences."""
    process = report.process
    return without_secrets(report)._replace(
        command=None if report.command is None else mask_arguments(report.command),
        process=process._replace(argv=process.argv and mask_arguments(process.argv)),
        diagnosis=tuple(map(_masked, without_secrets(report).diagnosis)),
        threads=tuple(
            one._replace(frames=tuple(map(_masked_frame, one.frames))) for one in report.threads
        ),
        children=tuple(map(masked_again, report.children)),
        again=tuple(map(masked_again, report.again)),
    )


def _masked(finding: Finding) -> Finding:
    blame = (one._replace(source=_masked_lines(one.source)) for one in finding.blame)
    return finding._replace(blame=tuple(blame), quotes=_masked_lines(finding.quotes))


def _masked_lines(lines: tuple[SourceLine, ...]) -> tuple[SourceLine, ...]:
    return tuple(one._replace(text=mask_source(one.text)) for one in lines)


def _masked_frame(frame: FrameReport) -> FrameReport:
    return frame._replace(code=frame.code and mask_source(frame.code))


def without_texts(report: Report) -> Report:
    """The report with lengths in place of the texts that its variables hold, and without the name
    of the machine."""
    return report._replace(
        threads=tuple(
            one._replace(frames=tuple(map(_without_texts, one.frames))) for one in report.threads
        ),
        activity=_activity_without_texts(report.activity),
        environment=report.environment and report.environment._replace(host=""),
        children=tuple(map(without_texts, report.children)),
        again=tuple(map(without_texts, report.again)),
    )


def _activity_without_texts(activity: ActivityReport | None) -> ActivityReport | None:
    if activity is None:
        return None
    threads = (
        one._replace(
            changed=tuple(map(lengths_of_texts, one.changed)),
            fixed=tuple(map(lengths_of_texts, one.fixed)),
        )
        for one in activity.threads
    )
    return activity._replace(threads=tuple(threads))


def _without_texts(frame: FrameReport) -> FrameReport:
    if frame.locals is None:
        return frame
    return frame._replace(locals=tuple(map(_local_without_texts, frame.locals)))


def _local_without_texts(variable: LocalReport) -> LocalReport:
    return variable._replace(value=lengths_of_texts(variable.value))


def lengths_of_texts(value: str) -> str:
    """A value as reports show it, with lengths in place of its texts; keys of dicts stay where they
    read like names. What begins like a text and has no end is cut."""
    out: list[str] = []
    done = 0
    for found in LITERAL.finditer(value):
        if found.start() < done:
            continue
        cut = _CUT.match(value, found.end())
        if found[4] is None:  # its end is not shown
            return "".join(out) + value[done : found.start()] + "<a text>…"
        if not _is_key(found[3], value[found.end() : found.end() + 2]):
            out += [value[done : found.start()], f"<{cut[1] if cut else _length(found)}>"]
            done = cut.end() if cut else found.end()
    return "".join(out) + value[done:]


def _is_key(inside: str, behind: str) -> bool:
    is_name = inside.replace("-", "_").isidentifier() and len(inside) <= _MAX_KEY
    return behind == ": " and is_name and not may_be_secret(inside) and mask_text(inside) == inside


def _length(found: re.Match[str]) -> str:
    size = len(_ESCAPE.sub("x", found[3]))
    return counted(size, "byte" if found[1] else "character")
