"""The report as one HTML page: no scripts, nothing loaded from elsewhere, everything escaped.

The page may be mailed round and opened anywhere, and it shows text that a broken or hostile program
chose. Its content security policy therefore forbids all but its own style sheet.
"""

from __future__ import annotations

from collections.abc import Sequence

from atfault.contained import contained
from atfault.model.counts import counted
from atfault.model.findings import Advice, Blame, Finding
from atfault.model.report import FrameReport, Report, ThreadReport
from atfault.report.activity import activity_lines, busiest, group_cpu, watched_words
from atfault.report.escape import clean
from atfault.report.excerpt import TAB, call_span, is_elsewhere
from atfault.report.folding import DOUBTFUL, GUESSED, Folder, Row, interpreter_program
from atfault.report.grouping import ThreadGroups, group_threads, leading_tids
from atfault.report.headline import headline
from atfault.report.html_numba import numba_html
from atfault.report.html_stress import stress_html
from atfault.report.html_style import STYLE
from atfault.report.html_waits import picture_html, tasks_html
from atfault.report.names import group_states, short_function
from atfault.report.places import Places, command_line, environment_words, module_title
from atfault.report.sections import section
from atfault.report.started import (
    alike_words,
    consequence_words,
    later_words,
    program_words,
    rank_words,
    start_words,
)
from atfault.report.waits import Link, group_words, picture

MAX_TEXT = 4000
MAX_VALUE = 1000
MAX_LOCALS = 60
MAX_GROUPS = 300
MAX_NAMES = 20
MAX_CHILDREN = 50
CRASHED_ROWS = 400
OTHER_ROWS = 60
CONFIDENCES = ("certain", "likely", "possible")


def render_html(report: Report, *, cwd: str = "") -> str:
    """The whole page. cwd: the reader's working directory, to which paths are shown relative."""
    places = Places(report, cwd)
    title = "atfault"
    with contained("showing the title", []):
        title = _title(report, places)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta http-equiv="Content-Security-Policy" '
            "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{title}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body><main>",
            *_body(report, places),
            "</main></body>",
            "</html>",
            "",
        ]
    )


def _text(text: str, limit: int = MAX_TEXT) -> str:
    """Foreign text as HTML text or attribute value."""
    safe = clean(text[:limit])
    for char, entity in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "#39")):
        safe = safe.replace(char, f"&{entity};")
    return safe


def _title(report: Report, places: Places) -> str:
    return _text(places.told(report.headline or headline(report), report.diagnosis[0]))


def _body(report: Report, places: Places) -> list[str]:
    return [
        line
        for what, lines in (
            ("the headline", lambda: [f"<h1>{_title(report, places)}</h1>"]),
            ("the answer", lambda: _finding(report.diagnosis[0], report, places)),
            ("where it was started", lambda: _started(report, places)),
            ("what followed", lambda: _consequences(report)),
            ("the other findings", lambda: _others(report, places)),
            ("the stress run", lambda: stress_html(report, places, _text)),
            ("what Numba compiled", lambda: numba_html(report, places, _text)),
            ("the stacks", lambda: _threads(report, places)),
            ("the tasks", lambda: tasks_html(report, places, _text)),
            ("the further runs", lambda: _runs("Run again", report.again, places)),
            ("the other processes", lambda: _runs("Child processes", report.children, places)),
            ("the end", lambda: _small_print(report)),
        )
        for line in section(f"showing {what}", lines, lambda text: f"<p>{_text(text)}</p>")
    ]


def _others(report: Report, places: Places) -> list[str]:
    others = report.diagnosis[1:]
    out: list[str] = []
    if others:
        sure = all(finding.confidence == "certain" for finding in others)
        out.append(f"<h2>{'Also' if sure else 'Also possible'}</h2>")
    for finding in others:
        out += ["<details><summary>", _cause(finding, places), "</summary>"]
        out += [*_details(finding, report, places), "</details>"]
    return out


def _finding(finding: Finding, report: Report, places: Places) -> list[str]:
    drawn = picture(finding, report, places)
    return [
        '<section class="answer">',
        _cause(finding, places, in_words=drawn is None or not drawn.closed),
        *_details(finding, report, places),
        "</section>",
    ]


def _cause(finding: Finding, places: Places, *, in_words: bool = True) -> str:
    """in_words: no picture says it."""
    known = finding.confidence if finding.confidence in CONFIDENCES else "possible"
    summary = f" {_text(places.told(finding.summary, finding))}" if in_words else ""
    return (
        f'<p class="cause"><b>{_text(finding.cause)}</b> '
        f'<span class="confidence {known}">{known}</span>{summary}</p>'
    )


def _details(finding: Finding, report: Report, places: Places) -> list[str]:
    drawn = picture(finding, report, places)
    out = [] if drawn is None else picture_html(drawn, _text)
    out += _quotes(finding)
    for index, blame in enumerate(finding.blame):
        another = index == 0 or blame.thread != finding.blame[0].thread
        another = another or is_elsewhere(blame, finding, report)
        if another and all(one[:2] != blame[:2] for one in finding.blame[:index]):
            out += _blame(blame, report, places)
    is_drawn = drawn is not None and drawn.closed
    told = [one for one in finding.evidence if not (is_drawn and one.in_picture)]
    if told:
        texts = [_text(places.told(evidence.text, finding)) for evidence in told]
        reasons = "".join(f"<li>{text}</li>" for text in texts)
        out.append(f"<h2>Why</h2><ul>{reasons}</ul>")
    if finding.advice:
        steps = "".join(f"<li>{_advice(advice, finding, places)}</li>" for advice in finding.advice)
        out.append(f"<h2>Next</h2><ul>{steps}</ul>")
    return out


def _quotes(finding: Finding) -> list[str]:
    """The lines of the text that was given; the first is the one to read."""
    if not finding.quotes:
        return []
    rows = []
    for at, quote in enumerate(finding.quotes):
        here = "" if at else ' class="here"'
        rows.append(f"<tr{here}><td>{quote.line}</td><td>{_text(quote.text)}</td></tr>")
    return ['<div class="scroll"><table class="source">', *rows, "</table></div>"]


def _started(report: Report, places: Places) -> list[str]:
    """Of a process that the program started: where that was, and which others died alike."""
    start = report.started
    out: list[str] = []
    words = [alike_words(report), program_words(report)]
    if start is not None:
        out.append(f"<h2>{_text(start_words(start))}</h2>")
        if start.line is not None:
            out += _blame(start.line, report, places)
        elif start.places:
            first = start.places[0]
            where = _text(places.line(first.file, first.line))
            out.append(f"<p>{where}, in <code>{_text(first.function, 200)}</code></p>")
        words = [*later_words(report, start, places), *words]
    items = "".join(f"<li>{_text(text)}</li>" for text in filter(None, words))
    return [*out, f"<ul>{items}</ul>"] if items else out


def _consequences(report: Report) -> list[str]:
    """What failed in other processes because of this."""
    items = "".join(f"<li>{_text(text)}</li>" for text in consequence_words(report))
    return ["<h2>What followed from it</h2>", f"<ul>{items}</ul>"] if items else []


def _advice(advice: Advice, finding: Finding, places: Places) -> str:
    text = _text(places.told(advice.text, finding))
    return f"<code>{_text(advice.command)}</code> {text}" if advice.command else text


def _blame(blame: Blame, report: Report, places: Places) -> list[str]:
    place = _text(places.line(blame.file, blame.line))
    inside = f", in <code>{_text(blame.function, 200)}</code>" if blame.function else ""
    out = [f'<p class="place" title="{_text(blame.file)}"><b>{place}</b>{inside}</p>']
    if blame.source_missing:
        out.append(f'<p class="place">(no source: {_text(blame.source_missing)})</p>')
    if not blame.source:
        return out
    rows = []
    for source in blame.source:
        marked = ' class="here"' if source.line == blame.line else ""
        code = _code(source.text, call_span(blame, source.text) if marked else None)
        rows.append(f"<tr{marked}><td>{source.line}</td><td>{code}</td></tr>")
    return [*out, '<div class="scroll"><table class="source">', *rows, "</table></div>"]


def _code(raw: str, span: tuple[int, int] | None) -> str:
    """A source line, the columns of `span` underlined."""
    code = clean(raw.expandtabs(TAB)).rstrip()
    if span is None or not code.isascii():
        return _text(code)
    begin, end = span
    return f"{_text(code[:begin])}<u>{_text(code[begin:end])}</u>{_text(code[end:])}"


def _threads(report: Report, places: Places) -> list[str]:
    if not report.threads:
        return []
    folder = Folder(places, interpreter_program(report), for_page=True)
    leading = leading_tids(report)
    drawn = picture(report.diagnosis[0], report, places)
    links = () if drawn is None else drawn.links
    threads = group_threads(report.threads, leading=leading)
    out = ['<h2>Threads <span class="quiet">most recent call last</span></h2>']
    for thread in threads.crashed:
        out += _stack(report, (thread,), folder, places, CRASHED_ROWS, links, opened=True)
    for group in threads.groups[:MAX_GROUPS]:
        leads = any(thread.tid in leading for thread in group)
        out += _stack(report, group, folder, places, OTHER_ROWS, links, opened=leads)
    left = sum(len(group) for group in threads.groups[MAX_GROUPS:])
    if left:
        out.append(f'<p class="quiet">{counted(left, "more thread")}: in the JSON report</p>')
    return out + _folded(report, threads, folder, places)


def _folded(report: Report, threads: ThreadGroups, folder: Folder, places: Places) -> list[str]:
    """The threads of idle pools, and those without a line of the user's: one row, to be opened."""
    inside: list[str] = []
    for pool in threads.idle:
        name = f" (<code>{_text(pool.function, 100)}</code>)" if pool.function else ""
        inside.append(
            f'<details class="thread"><summary class="quiet">{len(pool.threads):,} idle in '
            f"{_text(pool.library)}{name}</summary>"
        )
        inside += [*_frames(pool.threads[0], folder, places, OTHER_ROWS), "</details>"]
    if not threads.foreign:
        return inside
    for group in group_threads(threads.foreign, keep_idle=True).groups[:MAX_GROUPS]:
        inside += _stack(report, group, folder, places, OTHER_ROWS, (), opened=False)
    return [
        '<details class="thread"><summary class="quiet">'
        f"{_count(threads.folded, 'more thread')} without a line of yours</summary>",
        *inside,
        "</details>",
    ]


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _stack(
    report: Report,
    group: Sequence[ThreadReport],
    folder: Folder,
    places: Places,
    rows: int,
    drawn: tuple[Link, ...],
    *,
    opened: bool,
) -> list[str]:
    """drawn: links of the picture above, which are not told again."""
    thread = group[0]
    if len(group) == 1:
        title = f"<b>{_text(thread.name, 200) or 'Thread'}</b> {thread.tid}"
    else:
        names = ", ".join(_text(one.name, 60) or str(one.tid) for one in group[:MAX_NAMES])
        more = f" and {len(group) - MAX_NAMES:,} more" if len(group) > MAX_NAMES else ""
        title = f"<b>{len(group):,} threads</b> with this stack: {names}{more}"
    words = group_states(report, group) + group_cpu(report, group)
    states = "".join(f'<span class="state">{_text(word, 100)}</span>' for word in words)
    classes = "thread crashed" if thread.crashed else "thread"
    return [
        f'<details class="{classes}"{" open" if opened else ""}>',
        f"<summary>{title} {states}</summary>",
        *_doings(report, group, places, drawn),
        *_frames(thread, folder, places, rows),
        "</details>",
    ]


def _doings(
    report: Report, group: Sequence[ThreadReport], places: Places, drawn: tuple[Link, ...]
) -> list[str]:
    """What the threads hold, wait for, and did while the process was watched."""
    words = group_words(group, report.process.pid, places, drawn=drawn)
    activity = busiest(report, group)
    if activity is not None:
        words += [" ".join(activity_lines(activity, places, 1 << 30, verbose=False)).strip()]
    return [f'<p class="doing">{_text("; ".join(filter(None, words)))}</p>'] if any(words) else []


def _frames(thread: ThreadReport, folder: Folder, places: Places, max_rows: int) -> list[str]:
    if thread.merged:
        note = f"outer frames are missing: {thread.stop_reason}" if thread.stop_reason else ""
        parts = [("", thread.frames)]
    else:
        note = f"Python and native frames could not be tied together: {thread.stop_reason}"
        parts = [
            ("Python frames", tuple(f for f in thread.frames if f.kind == "python")),
            ("native frames", tuple(f for f in thread.frames if f.kind != "python")),
        ]
    out = ['<div class="scroll"><table class="stack">']
    if note:
        out.append(_note(note))
    for title, frames in parts:
        view = folder.fold(frames, max_rows)
        if title and frames:
            out.append(_note(title))
        for row in view.rows:
            out += _row(row, places)
        if view.plumbing:
            plural = "" if view.plumbing == 1 else "s"
            out.append(_note(f"{view.plumbing:,} frame{plural} of the interpreter not shown"))
    return [*out, "</table></div>"]


def _note(text: str) -> str:
    return f'<tr class="note"><td colspan="4">{_text(text)}</td></tr>'


def _row(row: Row, places: Places) -> list[str]:
    frame = row.frame
    if frame is None:
        return [_note(row.note)]
    kind = "inline" if frame.inlined else _text(frame.kind, 20)
    if frame.trust in DOUBTFUL:
        kind += f'<abbr title="{GUESSED}">?</abbr>'
    where = _text(frame.file or frame.module or "")
    mine = ' class="mine"' if frame.mine else ""
    out = [
        f"<tr{mine}><td>{kind}</td>"
        f'<td title="{where}">{_text(places.of_frame(frame), 300)}</td>'
        f'<td title="{_text(frame.function)}">{_function(frame)}</td>'
        f"<td>{_detail(frame)}</td></tr>"
    ]
    return out + _locals(frame)


def _function(frame: FrameReport) -> str:
    if frame.kind == "jit":
        return _text(frame.function, 300)
    return _text(short_function(frame), 300)


def _detail(frame: FrameReport) -> str:
    if frame.kind == "python":
        return _text(frame.code or "", 500)
    return _text(module_title(frame) if frame.file else frame.address or "", 300)


def _locals(frame: FrameReport) -> list[str]:
    if not frame.locals or not frame.mine:
        return []
    items = "".join(
        f'<div title="{_text(local.type, 200)}"><b>{_text(local.name, 200)}</b> = '
        f"{_text(local.value, MAX_VALUE)}</div>"
        for local in frame.locals[:MAX_LOCALS]
    )
    return [f'<tr class="locals"><td></td><td colspan="3">{items}</td></tr>']


def _runs(heading: str, reports: tuple[Report, ...], places: Places) -> list[str]:
    """Reports inside of the report: of its children, of further runs."""
    if not reports:
        return []
    out = [f"<h2>{heading}</h2>"]
    for child in reports[:MAX_CHILDREN]:
        title = _title(child, places)
        relation = f"{_text(child.process.relation, 100)}: " if child.process.relation else ""
        out += [
            '<details class="child">',
            f"<summary>{child.process.pid or ''} {relation}{title}</summary>",
            *_body(child, places),
            "</details>",
        ]
    return out


def _small_print(report: Report) -> list[str]:
    out = []
    if report.warnings:
        items = "".join(f"<li>{_text(text)}</li>" for text in report.warnings)
        out.append(f"<h2>Not read, or doubtful</h2><ul>{items}</ul>")
    if report.not_checked:
        items = "".join(
            f"<li><b>{_text(entry.rule)}</b>: {_text(entry.reason)}</li>"
            for entry in report.not_checked
        )
        count = len(report.not_checked)
        noun = "check" if count == 1 else "checks"
        out.append(
            f"<details><summary>{count} {noun} could not run</summary><ul>{items}</ul></details>"
        )
    process = report.process
    parts = [f"<code>{_text(command_line(report))}</code>"]
    if process.pid:
        parts.append(f"pid {process.pid}")
    if process.rank is not None:
        parts.append(rank_words(process.rank))
    if process.python is not None:
        parts.append(f"{_text(process.python.implementation)} {_text(process.python.version)}")
    if report.environment is not None:
        parts += map(_text, environment_words(report.environment))
    parts.append(_text(report.created.replace("T", " ").replace("Z", " UTC"), 40))
    if report.activity is not None:
        parts.append(_text(watched_words(report.activity)))
    out.append(f"<footer>{' · '.join(parts)}</footer>")
    return out
