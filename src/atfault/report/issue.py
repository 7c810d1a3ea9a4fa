"""A report as the text of a bug report, in Markdown, for whoever looks after the code that failed.

title, what happened and why, the stack, the arguments, a skeleton of the call, what was tried,
versions

Whatever comes from the program stands in a fence or a span of code, or is escaped: it is text,
whatever it holds.
"""

from __future__ import annotations

from collections.abc import Callable

from atfault.model.findings import Finding
from atfault.model.report import FrameReport, Report, ThreadReport
from atfault.model.signals import signal_description
from atfault.report.escape import clean, crop
from atfault.report.folding import Folder, interpreter_program, is_runtime
from atfault.report.grouping import leading_tids
from atfault.report.headline import crashed_thread, headline
from atfault.report.markdown import code, fenced, prose
from atfault.report.names import short_function
from atfault.report.places import Places, command_line, module_title
from atfault.report.sections import section
from atfault.report.skeleton import failing_frame, skeleton

MAX_ROWS = 40
MAX_EVIDENCE = 12
MAX_WARNINGS = 8
MAX_VALUES = 24
MAX_VALUE, MAX_TEXT, MAX_CODE, MAX_TITLE = 400, 2000, 160, 160
MAX_THREADS = 3
"""Of a hang, whose stacks are shown."""
FAILED = ("crash", "exception", "stress")
"""Kinds of reports that tell of a call that failed."""
SKELETON = (
    "A skeleton of the call that failed, made from the report: shapes, types and plain values are\n"
    "those of the program, the contents of arrays are not."
)


def render_issue(report: Report, cwd: str = "") -> str:
    """The Markdown text, with a newline at its end. cwd: the reader's folder, to which paths are
    shown relative."""
    places = Places(report, cwd)
    told = telling_run(report)
    title = _section("the title", lambda: [f"# {_title(told, report)}"])
    sections = [
        title,
        _section("what happened", lambda: _happened(report, title, places)),
        _section("the stacks", lambda: _stacks(told, places)),
        _section("the values", lambda: _values(told)),
        _section("the skeleton of the call", lambda: _reproducer(told)),
        _section("what was tried", lambda: _tried(report, places)),
        _section("the versions", lambda: _versions(report)),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _section(what: str, lines: Callable[[], list[str]]) -> list[str]:
    return section(f"writing {what}", lines, lambda text: prose(clean(text)))


def telling_run(report: Report) -> Report:
    """The run that the first finding is of: a further one, or else the first."""
    if report.diagnosis and report.diagnosis[0].under_guard:
        for run in report.again:
            if run.diagnosis[0].under_guard:
                return run
    return report


def _title(told: Report, report: Report) -> str:
    """ "Segmentation fault in fill (blend.c:16): out-of-bounds"."""
    cause = report.diagnosis[0].cause
    frame = _failed_in(told)
    if told.kind != "crash" or told.signal is None or frame is None:
        return prose(crop(clean(report.headline or headline(report)), MAX_TITLE))
    what = clean(signal_description(told.signal.name))
    where = f"{crop(short_function(frame), 60)} ({module_title(frame).rsplit('/', 1)[-1]})"
    cause = "" if cause == "unknown" else f": {clean(cause)}"
    return prose(crop(f"{what} in {where}{cause}", MAX_TITLE))


def _failed_in(report: Report) -> FrameReport | None:
    """The innermost frame of native code that is neither the C library's nor the interpreter's."""
    thread = crashed_thread(report)
    for frame in () if thread is None else thread.frames:
        if frame.kind == "python":
            return None
        if (
            not is_runtime(frame)
            and frame.function != "??"
            and frame.module != report.process.executable
        ):
            return frame
    return None


def _happened(report: Report, title: list[str], places: Places) -> list[str]:
    line = prose(clean(report.headline or headline(report)))
    said = [] if title == [f"# {line}"] else [line + ".", ""]
    return ["## What happened", "", *said, *explained(report, places)]


def explained(report: Report, places: Places) -> list[str]:
    """The exception, the answer, the line at fault, and the reasons."""
    finding = report.diagnosis[0]
    lines = [*_raised(report), _answer(finding, places)]
    if finding.blame:
        blame = finding.blame[0]
        where = places.line(blame.file, blame.line)
        inside = f", in {code(blame.function)}" if blame.function else ""
        lines += [
            "",
            f"At {code(where)}{inside}:" if blame.source else f"At {code(where)}{inside}",
        ]
        if blame.source:
            digits = len(str(blame.source[-1].line))
            excerpt = [
                f"{'>' if one.line == blame.line else ' '} {one.line:>{digits}} | {clean(one.text)}"
                for one in blame.source
            ]
            lines += ["", *fenced(excerpt)]
    told = [one.text for one in finding.evidence[:MAX_EVIDENCE]]
    told += [f"In doubt: {one.text}" for one in finding.doubts[:MAX_EVIDENCE]]
    reasons = [places.told(text, finding)[:MAX_TEXT] for text in told]
    return [*lines, *([""] if reasons else []), *(f"- {prose(text)}" for text in reasons)]


def _raised(report: Report) -> list[str]:
    """The exception as Python prints it."""
    exception = report.exception
    if exception is None:
        return []
    said = f"{exception.type}: {exception.message}" if exception.message else exception.type
    return [*fenced(clean(line) for line in said[:MAX_TEXT].splitlines()), ""]


def _answer(finding: Finding, places: Places) -> str:
    summary = places.told(finding.summary, finding)[:MAX_TEXT]
    return f"**{prose(clean(finding.cause))}** ({clean(finding.confidence)}): {prose(summary)}"


def _stacks(report: Report, places: Places) -> list[str]:
    lines = stack_blocks(report, places)
    return (
        ["## Stack", "", "Python and native frames, most recent call last.", *lines]
        if lines
        else []
    )


def stack_blocks(report: Report, places: Places) -> list[str]:
    """The stacks of the threads that tell most, each a block of code behind an empty line."""
    folder = Folder(places, interpreter_program(report), hint="")
    lines: list[str] = []
    for thread in _telling_threads(report):
        if thread.frames:
            lines += ["", *fenced(_stack(thread, folder, places))]
    return lines


def _telling_threads(report: Report) -> list[ThreadReport]:
    crashed = [thread for thread in report.threads if thread.crashed]
    leading = leading_tids(report)
    chosen = crashed or [thread for thread in report.threads if thread.tid in leading]
    return (chosen or list(report.threads[:1]))[:MAX_THREADS]


def _stack(thread: ThreadReport, folder: Folder, places: Places) -> list[str]:
    doing = "crashed" if thread.crashed else clean(thread.state)
    title = f'thread "{clean(thread.name)}"' if thread.name else f"thread {thread.tid}"
    lines = [f"{title} {doing}".rstrip()]
    cells = []
    for row in folder.fold(thread.frames, MAX_ROWS).rows:
        frame = row.frame
        if frame is None:
            cells.append(("", row.note.strip("[]"), "", ""))
            continue
        place = places.of_frame(frame)
        text = crop(clean(frame.code or ""), MAX_CODE) if frame.code else module_title(frame)
        function = short_function(frame) if frame.kind != "python" else clean(frame.function)
        cells.append((clean(frame.kind), place, crop(function, 60), "" if text == place else text))
    width = [max((len(cell[at]) for cell in cells if cell[0]), default=0) for at in (1, 2)]
    for kind, place, function, text in cells:
        if not kind:
            lines.append(f"  [{clean(place)}]")
        else:
            row_text = f"  {kind:<6}  {place:<{width[0]}}  {function:<{width[1]}}  {text}"
            lines.append(row_text.rstrip())
    if not thread.merged or thread.stop_reason:
        lines.append(
            f"  [{clean(thread.stop_reason) or 'native and Python frames are not merged'}]"
        )
    return lines


def _first_thread(report: Report) -> ThreadReport | None:
    return next(iter(_telling_threads(report)), None)


def _values(report: Report) -> list[str]:
    frame = failing_frame(_first_thread(report))
    if frame is None or not frame.locals:
        return []
    rows = [
        f"{clean(one.name)} = {crop(clean(one.value), MAX_VALUE)}"
        + (f"    ({clean(one.type)})" if one.type else "")
        for one in frame.locals[:MAX_VALUES]
    ]
    more = len(frame.locals) - len(rows)
    rows += [f"… and {more} more"] if more > 0 else []
    return ["## Values", "", f"Variables of {code(frame.function)}:", "", *fenced(rows)]


def _reproducer(report: Report) -> list[str]:
    lines = skeleton(report, _first_thread(report)) if report.kind in FAILED else []
    if not lines:
        return []
    return ["## Reproducer", "", SKELETON, "", *fenced(lines, "python")]


def _tried(report: Report, places: Places) -> list[str]:
    if report.again:
        lines = ["## What was tried", ""]
        for run in report.again:
            best = run.diagnosis[0]
            where = ""
            if best.blame:
                where = f" at {code(places.line(best.blame[0].file, best.blame[0].line))}"
            lines.append(f"- {prose(clean(run.process.relation))}: {_answer(best, places)}{where}")
        return lines
    for advice in report.diagnosis[0].advice:
        if advice.is_again and advice.command:
            text = "It was not run again with checks of its memory yet:"
            return ["## What was tried", "", text, "", *fenced([clean(advice.command)])]
    return []


def _versions(report: Report) -> list[str]:
    python, found = report.process.python, report.environment
    rows = []
    if python is not None:
        free = ", free-threaded" if python.free_threaded else ""
        rows.append(("Python", f"{python.implementation} {python.version}{free}"))
    if found is not None:
        rows += [("System", found.os), ("C library", found.libc)]
        rows += list(found.packages.items())
    command = command_line(report)
    rows += [("Command", command)] if command else []
    if found is not None:
        rows.append(("Report", f"atfault {found.atfault}, {report.created}"))
    lines = [f"- {prose(clean(name))}: {code(value)}" for name, value in rows if value]
    warnings = [
        f"- not read, or doubtful: {prose(clean(t))}" for t in report.warnings[:MAX_WARNINGS]
    ]
    if found is None:
        lines.append("- the report is of a version of atfault that noted no more of the system")
    return ["## Versions", "", *lines, *warnings]
