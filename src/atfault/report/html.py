"""The report as one HTML page: nothing loaded from elsewhere, everything escaped.

The page may be mailed round and opened anywhere, and it shows text that a broken or hostile program
chose. Its content security policy therefore forbids all but its own style sheet and its own script,
which is named by its hash, and the templates in the folder `page` escape whatever they show. All of
it can be read without the script.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from atfault.contained import contained
from atfault.model.counts import counted
from atfault.model.findings import Blame, Finding
from atfault.model.report import Report
from atfault.report import html_stacks
from atfault.report.activity import watched_words
from atfault.report.drawing import BOX_HEIGHT, drawing_of, is_held
from atfault.report.escape import clean, crop
from atfault.report.excerpt import TAB, call_span, is_elsewhere
from atfault.report.headline import headline
from atfault.report.html_stacks import Anchors
from atfault.report.numba import loop_lines, notes, passes_words, signature
from atfault.report.places import Places, command_line, environment_words
from atfault.report.sections import section
from atfault.report.started import (
    alike_words,
    consequence_words,
    later_words,
    program_words,
    rank_words,
    start_words,
)
from atfault.report.stress import environment_words as tried_words
from atfault.report.stress import stress_rows, stress_title
from atfault.report.tasks import task_groups, task_title, tasks_title
from atfault.report.waits import picture

MAX_TEXT = 4000
MAX_CHILDREN = 50
MAX_TASK_GROUPS = 60
MAX_TASK_NAMES = 20
MAX_TASK_FRAMES = 40
MAX_COMPILED = 200
MAX_OVERLOADS = 24


PAGES = "https://github.com/atfault/atfault/blob/main/docs/causes"
"""Where the pages of the causes are."""


class _Cut(str):
    """Text of its own greatest length."""


def render_html(report: Report, *, cwd: str = "") -> str:
    """The whole page. cwd: the reader's working directory, to which paths are shown relative."""
    places = Places(report, cwd)
    title = "atfault"
    with contained("showing the title", []):
        title = _title(report, places)
    page = _templates().get_template("page.html")
    script = _file("page.js")
    return (
        page.render(
            title=title,
            body=_body(report, places, Anchors(report)),
            script=Markup(script),
            script_hash=Markup(_hash(script)),
        )
        + "\n"
    )


def _hash(script: str) -> str:
    """As a content security policy names what may run."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


@cache
def _file(name: str) -> str:
    return (resources.files("atfault.report") / "page" / name).read_text("utf-8")


def _page_of(cause: str) -> str:
    """Address of the page of a cause; "" for one that there is no page of, as of a plug-in."""
    return f"{PAGES}/{cause}.md" if cause in known_causes() else ""


def known_causes() -> list[str]:
    """The ids of those that have a page."""
    return _file("causes.txt").split()


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("atfault.report", "page"),
        autoescape=lambda name: name is not None and name.endswith(".html"),
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["cut"] = lambda text, limit: _Cut(text[:limit])
    made.filters["crop"] = lambda text, width: crop(clean(text), width)
    made.filters["crop_start"] = lambda text, width: crop(clean(text), width, keep_end=True)
    made.globals["box_height"] = BOX_HEIGHT
    made.globals["page_of"] = _page_of
    return made


def _shown(value: object) -> object:
    """What any expression of the templates gives, before it is escaped: foreign text is printable
    and bounded; what a template made is as it is."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return clean(value if isinstance(value, _Cut) else value[:MAX_TEXT])


def _made(macro: str, *arguments: object, **named: object) -> str:
    module: Any = _templates().get_template("sections.html").module
    made: str = getattr(module, macro)(*arguments, **named)
    return made


def _title(report: Report, places: Places) -> str:
    return places.told(report.headline or headline(report), report.diagnosis[0])


def _body(report: Report, places: Places, anchors: Anchors) -> Markup:
    sections: tuple[tuple[str, Callable[[], str]], ...] = (
        ("the headline", lambda: _made("heading", _title(report, places))),
        ("the answer", lambda: _finding(report.diagnosis[0], report, places, anchors)),
        ("where it was started", lambda: _started(report, places)),
        ("what followed", lambda: _consequences(report)),
        ("the other findings", lambda: _others(report, places, anchors)),
        ("the stress run", lambda: _stress(report, places)),
        ("what Numba compiled", lambda: _numba(report, places)),
        ("the stacks", lambda: _threads(report, places, anchors)),
        ("the tasks", lambda: _tasks(report, places)),
        ("the further runs", lambda: _runs("Run again", report.again, places, anchors)),
        ("the ranks of the job", lambda: _job(report)),
        (
            "the other processes",
            lambda: _runs("Child processes", report.children, places, anchors),
        ),
        ("the end", lambda: _small_print(report)),
    )
    made = (_section(what, make) for what, make in sections)
    return Markup("\n".join(filter(None, made)))


def _section(what: str, make: Callable[[], str]) -> str:
    told = section(f"showing {what}", lambda: [make()], lambda text: _made("lost", text))
    return "".join(told).strip()


# -- findings --------------------------------------------------------------------------------------


def _finding(finding: Finding, report: Report, places: Places, anchors: Anchors) -> str:
    drawn, lines = _of_finding(finding, report, places, anchors)
    return _made("answer", finding, report, places, drawn, lines)


def _others(report: Report, places: Places, anchors: Anchors) -> str:
    others = []
    for finding in report.diagnosis[1:]:
        drawn, lines = _of_finding(finding, report, places, anchors)
        others.append({"finding": finding, "drawn": drawn, "lines": lines})
    return _made("others", others, places) if others else ""


def _of_finding(
    finding: Finding, report: Report, places: Places, anchors: Anchors
) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """(the picture of what waits, the lines to blame: the first, and those of others)."""
    lines = []
    for index, blame in enumerate(finding.blame):
        another = index == 0 or blame.thread != finding.blame[0].thread
        another = another or is_elsewhere(blame, finding, report)
        if another and all(one[:2] != blame[:2] for one in finding.blame[:index]):
            lines.append(_line(blame))
    return _picture(finding, report, places, anchors), lines


def _picture(
    finding: Finding, report: Report, places: Places, anchors: Anchors
) -> dict[str, Any] | None:
    drawn = picture(finding, report, places)
    if drawn is None:
        return None
    has_drawing = drawn.closed and len(drawn.links) >= 2
    return {
        "closed": drawn.closed,
        "links": [
            {
                **link._asdict(),
                "is_held": is_held(link),
                "anchor": anchors.of(link.pid, link.tid),
            }
            for link in drawn.links
        ],
        "drawing": drawing_of(drawn.links) if has_drawing else None,
    }


def _line(blame: Blame) -> dict[str, Any]:
    """A line to blame with its source, the columns of the call apart."""
    source = []
    for line in blame.source:
        is_here = line.line == blame.line
        text = clean(line.text.expandtabs(TAB)).rstrip()
        span = call_span(blame, line.text) if is_here else None
        begin, end = span if span is not None and text.isascii() else (len(text), len(text))
        parts = {"before": text[:begin], "call": text[begin:end], "after": text[end:]}
        source.append({"line": line.line, "is_here": is_here, **parts})
    return {"blame": blame, "source": source}


# -- how it began, and what followed ---------------------------------------------------------------


def _started(report: Report, places: Places) -> str:
    """Of a process that the program started: where that was, and which others died alike."""
    start = report.started
    words = [alike_words(report), program_words(report)]
    title, line = "", None
    if start is not None:
        title = start_words(start)
        line = _line(start.line) if start.line is not None else None
        words = [*later_words(report, start, places), *words]
    told = list(filter(None, words))
    return _made("started", title, line, told, places) if title or told else ""


def _consequences(report: Report) -> str:
    """What failed in other processes because of this."""
    words = list(consequence_words(report))
    return _made("consequences", words) if words else ""


# -- threads and tasks -----------------------------------------------------------------------------


def _threads(report: Report, places: Places, anchors: Anchors) -> str:
    if not report.threads:
        return ""
    return _made("threads", **html_stacks.threads(report, places, anchors))


def _tasks(report: Report, places: Places) -> str:
    if not report.tasks:
        return ""
    groups = task_groups(report)
    shown = []
    for group in groups[:MAX_TASK_GROUPS]:
        more = len(group) - MAX_TASK_NAMES
        shown.append(
            {
                "title": task_title(group[0]),
                "count": f"{len(group):,}",
                "names": [task.name for task in group[1:MAX_TASK_NAMES]],
                "more": f" and {more:,} more" if more > 0 else "",
                "frames": group[0].frames[:MAX_TASK_FRAMES][::-1],
            }
        )
    left = sum(len(group) for group in groups[MAX_TASK_GROUPS:])
    words = counted(left, "more task") if left else ""
    return _made("tasks", tasks_title(report), shown, words, places)


# -- what other commands tell ----------------------------------------------------------------------


def _stress(report: Report, places: Places) -> str:
    stress = report.stress
    if stress is None:
        return ""
    environments = []
    for one in stress.environments:
        rows = [
            {
                "marked": bool(row.failed),
                "cells": (row.name, f"{row.runs:,}", f"{row.failed:,}", f"{row.calls:,}", row.what),
            }
            for row in stress_rows(one, places)
        ]
        verdict = f"{one.cause} ({one.confidence})"
        told = {"name": one.name, "words": tried_words(one), "verdict": verdict, "rows": rows}
        environments.append(told)
    return _made("stress", stress_title(stress), environments)


def _numba(report: Report, places: Places) -> str:
    numba = report.numba
    if numba is None or not (numba.functions or numba.compared):
        return ""
    functions = [
        {
            "seconds": f"{sum(overload.seconds for overload in one.overloads):.2f}",
            "name": one.function,
            "place": places.line(one.file, one.line),
            "notes": ", ".join(notes(one)),
            "overloads": list(map(_overload, one.overloads[:MAX_OVERLOADS])),
        }
        for one in numba.functions[:MAX_COMPILED]
    ]
    compared = [
        {
            "marked": each.differs,
            "cells": (
                each.function,
                f"{each.calls:,}",
                f"{each.compared:,}",
                "differs" if each.differs else "",
            ),
        }
        for each in numba.compared[:MAX_COMPILED]
    ]
    return _made("numba", numba.version, functions, compared)


def _overload(one: Any) -> dict[str, Any]:
    more = [passes_words(one), *loop_lines(one, verbose=True)]
    if one.objects:
        more.append(f"Python objects: {', '.join(one.objects)}")
    lines = [
        {
            "line": line.line,
            "names": ", ".join(f"{each.name}: {each.type}" for each in line.variables),
        }
        for line in one.lines
    ]
    return {
        "seconds": f"{one.seconds:.2f}",
        "signature": signature(one),
        "more": list(filter(None, more)),
        "lines": lines,
    }


# -- reports inside of the report, and the end -----------------------------------------------------


def _job(report: Report) -> str:
    """Where the ranks of a job are, a bar for each group."""
    if report.job is None:
        return ""
    seen = sum(group.number for group in report.job.groups)
    odd = set(report.job.odd)
    groups = [
        {
            "ranks": group.ranks,
            "count": group.number,
            "share": round(100 * group.number / max(seen, 1)),
            "place": group.place,
            "odd": at > 0 and bool(odd),
            "stack": group.stack,
        }
        for at, group in enumerate(report.job.groups[:MAX_CHILDREN])
    ]
    return _made("job", report.job, groups)


def _runs(title: str, reports: tuple[Report, ...], places: Places, anchors: Anchors) -> str:
    """Reports inside of the report: of its children, of further runs."""
    shown = [
        {
            "pid": child.process.pid,
            "relation": child.process.relation,
            "title": _title(child, places),
            "body": _body(child, places, anchors),
        }
        for child in reports[:MAX_CHILDREN]
    ]
    return _made("runs", title, shown) if shown else ""


def _small_print(report: Report) -> str:
    process = report.process
    words = []
    if process.pid:
        words.append(f"pid {process.pid}")
    if process.rank is not None:
        words.append(rank_words(process.rank))
    if process.python is not None:
        words.append(f"{process.python.implementation} {process.python.version}")
    if report.environment is not None:
        words += environment_words(report.environment)
    words.append(report.created.replace("T", " ").replace("Z", " UTC")[:40])
    if report.activity is not None:
        words.append(watched_words(report.activity))
    return _made("small_print", report, command_line(report), words)
