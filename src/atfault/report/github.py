"""What GitHub Actions reads in the log of a job: annotations, and texts in which it reads nothing.

    ::error file=app/labels.py,line=9,title=Segmentation fault::null-dereference (certain)%3A …

The syntax and its escapes are those that the runner undoes (actions/runner, ActionCommand.cs):
"%" first, then CR and LF; in a property also ":" and ",".
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from atfault.model.findings import AT_REST, Blame, Finding
from atfault.model.report import Report
from atfault.report.escape import clean, crop
from atfault.report.headline import headline
from atfault.report.places import Places

MAX_ANNOTATIONS = 10
"""Of one kind that GitHub shows of a step."""
MAX_TITLE, MAX_SENTENCE, MAX_FILE = 240, 1000, 1000
MAX_REASONS, MAX_ADVICE = 6, 3


def annotation_lines(report: Report, root: str, cwd: str = "") -> list[str]:
    """The lines to print: one for the report, and for each process that died with it.

    root: of the checkout, to which GitHub takes files to be relative. cwd: the reader's folder.
    """
    return [_annotation(one, root, cwd) for one in _all(report)]


def _all(report: Report) -> Iterator[Report]:
    yield report
    found = report.diagnosis  # of a hang, relatives repeat what is about them
    others = [
        one for one in report.children if one.kind == "crash" or one.diagnosis[0] not in found
    ]
    yield from others[: MAX_ANNOTATIONS - 1]


def _annotation(report: Report, root: str, cwd: str) -> str:
    finding = report.diagnosis[0]
    where = _place(finding, root)
    title = crop(clean(report.headline or headline(report)), MAX_TITLE)
    named = [f"{name}={escape_property(value)}" for name, value in (*where, ("title", title))]
    message = "\n".join(_message(finding, Places(report, cwd), told_place=not where))
    return f"::{_level(finding)} {','.join(named)}::{escape_data(message)}"


def _level(finding: Finding) -> str:
    if finding.cause in ("none", *AT_REST):
        return "notice"
    return "warning" if finding.confidence == "possible" else "error"


def _message(finding: Finding, places: Places, *, told_place: bool) -> list[str]:
    """told_place: name the line, as the annotation stands at none."""
    lines = [crop(places.answer(finding), MAX_SENTENCE)]
    if told_place and finding.blame:
        blame = finding.blame[0]
        lines.append(crop(f"at {places.line(blame.file, blame.line)}", MAX_SENTENCE))
    told = [f"- {one.text}" for one in finding.evidence[:MAX_REASONS]]
    told += [f"- in doubt: {one.text}" for one in finding.doubts[:MAX_REASONS]]
    told += [f"Next: {one.text}" for one in finding.advice[:MAX_ADVICE]]
    return lines + [crop(places.told(text, finding), MAX_SENTENCE) for text in told]


def _place(finding: Finding, root: str) -> list[tuple[str, str]]:
    """File, line and columns of the first line at fault that lies in the checkout; [] for none."""
    for blame in finding.blame:
        file = _below(blame.file, root)
        if not file or len(file) > MAX_FILE:
            continue
        where = [("file", clean(file))]
        if blame.line is not None:
            where += [("line", str(blame.line)), *_columns(blame)]
        return where
    return []


def _columns(blame: Blame) -> list[tuple[str, str]]:
    """In characters, where the source is known; ours count bytes of UTF-8."""
    text = next((one.text for one in blame.source if one.line == blame.line), None)
    if text is None or blame.column is None or blame.end_line not in (None, blame.line):
        return []
    raw = text.encode("utf-8", "surrogateescape")
    ends = [("col", blame.column)]
    ends += [] if blame.end_column is None else [("endColumn", blame.end_column)]
    return [
        (name, str(len(raw[: max(at - 1, 0)].decode("utf-8", "ignore")) + 1)) for name, at in ends
    ]


def _below(path: str, root: str) -> str:
    """The path relative to a folder; "" for one that does not lie in it."""
    if not root:
        return ""
    found = os.path.normpath(os.path.join(root, path))
    top = root.rstrip("/") + "/"
    return found[len(top) :] if found.startswith(top) else ""


def escape_data(text: str) -> str:
    """Behind the second "::"."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """The value of a property."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def unread(text: str, token: str) -> str:
    """Text in which the runner looks for no commands: a report shows lines of the program's, which
    may look like some. token: one that nobody can guess. It begins on a line of its own."""
    return f"\n::stop-commands::{token}\n{text.rstrip()}\n::{token}::\n"
