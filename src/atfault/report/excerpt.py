"""The blamed source line among its neighbours.

  14 | def main():
  15 |     grid = np.zeros((64, 64))
> 16 |     total = paint(grid, 50_000_000, 10) + 1
     |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^
"""

from __future__ import annotations

from atfault.model.findings import Blame, Finding
from atfault.model.report import FrameReport, Report, ThreadReport
from atfault.report.escape import clean, crop, width_of
from atfault.report.layout import Style, wrapped
from atfault.report.names import is_called

TAB = 4
MASK = "<masked>"
"""What stands for a secret in a source line."""


def excerpt_lines(blame: Blame, style: Style, width: int) -> list[str]:
    """The excerpt, at most `width` columns wide; without one, why there is none."""
    if not blame.source:
        why = clean(blame.source_missing)
        return (
            [f"      {line}" for line in wrapped(f"(no source: {why})", width - 6)] if why else []
        )
    digits = len(str(max(source.line for source in blame.source)))
    room = max(20, width - 4 - 2 - digits - 3)
    lines = []
    cut = _indentation(blame, room)
    for source in blame.source:
        text = clean(source.text.expandtabs(TAB)).rstrip()[cut:]
        number = f"{source.line:>{digits}}"
        if source.line != blame.line:
            lines.append(f"      {number} | {crop(text, room)}".rstrip())
            continue
        span = call_span(blame, source.text)
        if span is not None:
            span = (span[0] - cut, span[1] - cut)
        text, span = _window(text, span, room)
        lines.append(
            "    " + style.paint("mark", ">") + " " + style.paint("mine", f"{number} | {text}")
        )
        if span is not None:
            carets = style.paint("mark", "^" * (span[1] - span[0]))
            lines.append(f"      {' ' * digits} | {' ' * span[0]}{carets}")
    return lines


def _indentation(blame: Blame, room: int) -> int:
    """Columns to leave out at the left: the common indentation, where the blamed line would not
    fit with it; else 0."""
    texts = {source.line: clean(source.text.expandtabs(TAB)).rstrip() for source in blame.source}
    if blame.line not in texts or width_of(texts[blame.line]) <= room:
        return 0
    return min(len(text) - len(text.lstrip(" ")) for text in texts.values() if text)


def with_columns(report: Report) -> Report:
    """The report with what its stacks know of the lines at fault: the thread's number, and where in
    the line the call stands."""
    diagnosis = (
        finding._replace(blame=tuple(_completed(blame, report) for blame in finding.blame))
        for finding in report.diagnosis
    )
    return report._replace(diagnosis=tuple(diagnosis))


def _completed(blame: Blame, report: Report) -> Blame:
    threads = _threads_of(blame, report)
    if blame.tid is None and len(threads) == 1:
        blame = blame._replace(tid=threads[0].tid)
    frame = _frame_of(blame, report) if blame.end_column is None else None
    if frame is None:
        return blame
    return blame._replace(column=frame.column, end_line=frame.end_line, end_column=frame.end_column)


def call_span(blame: Blame, raw: str) -> tuple[int, int] | None:
    """Columns [from, to) of the call in the displayed line; None if unknown or all of it."""
    if MASK in raw:  # the columns are those of the line as it was
        return None
    if blame.column is None or blame.column < 1:
        return None
    begin = _display_column(raw, blame.column - 1)
    end = width_of(clean(raw.expandtabs(TAB)).rstrip())
    if blame.end_line in (None, blame.line) and blame.end_column is not None:
        end = min(end, _display_column(raw, blame.end_column - 1))
    first = _display_column(raw, len(raw) - len(raw.lstrip()))
    whole = begin <= first and end >= width_of(clean(raw.expandtabs(TAB)).rstrip())
    return None if whole or end <= begin else (begin, end)


def is_elsewhere(blame: Blame, finding: Finding, report: Report) -> bool:
    """Whether the line, of a crash, is one that no stack shows: what ran there has returned."""
    return finding.family == "crash" and bool(blame.source) and _frame_of(blame, report) is None


def _frame_of(blame: Blame, report: Report) -> FrameReport | None:
    """The innermost frame that the blame speaks of."""
    for thread in _threads_of(blame, report):
        for frame in thread.frames:
            if frame.line == blame.line and frame.file == blame.file and frame.kind == "python":
                return frame
    return None


def _threads_of(blame: Blame, report: Report) -> list[ThreadReport]:
    """The thread that the blame speaks of; where it has but a name, all of that name."""
    if blame.tid is not None:
        return [thread for thread in report.threads if thread.tid == blame.tid]
    pid = report.process.pid
    return [thread for thread in report.threads if is_called(thread, (blame.thread,), pid)]


def _display_column(raw: str, offset: int) -> int:
    """Columns taken by the first `offset` UTF-8 bytes of a line, as it is displayed."""
    before = raw.encode("utf-8", "surrogateescape")[:offset].decode("utf-8", "ignore")
    return width_of(clean(before.expandtabs(TAB)))


def _window(
    text: str, span: tuple[int, int] | None, room: int
) -> tuple[str, tuple[int, int] | None]:
    """A long line cropped round the span, and the span within what is left."""
    if width_of(text) <= room:
        return text, span
    if span is None or span[1] <= room - 1 or not text.isascii():
        return crop(text, room), None if span is None or span[1] > room - 1 else span
    start = max(0, min(span[0] - room // 4, len(text) - room + 1))
    shown = crop("…" + text[start + 1 :], room)
    begin = span[0] - start
    return shown, (begin, min(span[1] - start, room))
