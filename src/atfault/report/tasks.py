"""Pending tasks of asyncio: those that wait at the same place once, with their await chain.

3 pending tasks of asyncio in "MainThread"                most recent call last
"fetch-1" waits for a future
> crawl.py:30          crawl
> crawl.py:12          fetch
  asyncio/locks.py:13  acquire
2 tasks like it: "fetch-2", "fetch-3"
"""

from __future__ import annotations

from atfault.model.counts import counted
from atfault.model.report import Report
from atfault.model.report_company import PlaceReport
from atfault.model.report_waits import TaskReport
from atfault.report.escape import clean, crop, pad, width_of
from atfault.report.layout import Style, with_verbose, wrapped
from atfault.report.places import Places

MAX_GROUPS = 6
"""Different await chains that are shown without -v."""
MAX_NAMES = 4
MAX_FRAMES = 12
"""Of one chain, without -v; the innermost."""
MAX_NAME = 40
MAX_TEXT = 200


def task_groups(report: Report) -> list[tuple[TaskReport, ...]]:
    """Tasks with the same state, wait and await chain together; running ones and those in the
    user's own code first, the larger groups first."""
    groups: dict[object, list[TaskReport]] = {}
    for task in report.tasks:
        groups.setdefault(_signature(task), []).append(task)
    return sorted(map(tuple, groups.values()), key=_interest)


def _signature(task: TaskReport) -> object:
    """What it waits for may name one of many like it: a task's wait for another counts the same
    when only a number in it differs."""
    wait = "".join("0" if char.isdigit() else char for char in task.waits_for)
    while "00" in wait:
        wait = wait.replace("00", "0")
    return task.state, task.tid, task.loop, wait, task.frames


def _interest(group: tuple[TaskReport, ...]) -> tuple[bool, bool, int]:
    task = group[0]
    return task.state != "running", not any(frame.mine for frame in task.frames), -len(group)


def tasks_title(report: Report) -> str:
    """'3 pending tasks of asyncio in "MainThread"'."""
    count = len(report.tasks)
    running = sum(task.state == "running" for task in report.tasks)
    library = " and ".join(sorted({clean(task.library) for task in report.tasks}))
    words = f"{counted(count, 'task')} of {library}"
    if running < count:
        words = f"{counted(count - running, 'pending task')} of {library}"
        words += f" and {running:,} running" if running else ""
    tids = {task.tid for task in report.tasks}
    if len(tids) == 1 and None not in tids:
        tid = tids.pop()
        name = clean(next((one.name for one in report.threads if one.tid == tid), ""))
        words += f' in "{crop(name, MAX_NAME)}"' if name else f" in thread {tid}"
    elif len(tids) > 1:
        words += f" in {len(tids)} event loops"
    return words


def task_title(task: TaskReport) -> str:
    """'"fetch-1" waits for a future'."""
    words = f'"{crop(clean(task.name), MAX_NAME)}"'
    if task.state and task.state != "pending":
        words += f" {clean(task.state)}"
    if task.waits_for and task.waits_for != task.state:
        words += f" waits for {crop(clean(task.waits_for), MAX_TEXT)}"
    if task.awaited_by:
        names = ", ".join(f'"{crop(clean(name), MAX_NAME)}"' for name in task.awaited_by[:2])
        more = f" and {len(task.awaited_by) - 2} more" if len(task.awaited_by) > 2 else ""
        words += f"; awaited by {names}{more}"
    return words


def task_lines(
    report: Report, places: Places, style: Style, width: int, *, verbose: bool
) -> list[str]:
    """The section; [] when there are no tasks."""
    if not report.tasks:
        return []
    groups = task_groups(report)
    shown = groups if verbose else groups[:MAX_GROUPS]
    lines = ["", "  " + style.paint("strong", tasks_title(report))]
    for group in shown:
        lines += wrapped(f"    {task_title(group[0])}", width, hanging=6)
        lines += _chain(group[0].frames, places, style, width, verbose)
        lines += _others(group[1:], style, width, verbose)
    left = sum(len(group) for group in groups[len(shown) :])
    if left:
        text = f"    {counted(left, 'more task')}{with_verbose(left, places.more)}"
        lines.append(style.paint("quiet", text))
    return lines


def _chain(
    frames: tuple[PlaceReport, ...], places: Places, style: Style, width: int, verbose: bool
) -> list[str]:
    """Outermost first, as the stacks are."""
    kept = frames if verbose else frames[:MAX_FRAMES]
    rows = [(_place(frame, places), clean(frame.function), frame.mine) for frame in reversed(kept)]
    wide = min(max((width_of(place) for place, _, _ in rows), default=0), width // 2)
    lines = []
    if len(frames) > len(kept):
        lines.append(style.paint("quiet", f"        [{len(frames) - len(kept)} outer awaits]"))
    for place, function, mine in rows:
        text = f"{pad(crop(place, wide, keep_end=True), wide)}  {crop(function, MAX_NAME)}"
        if mine:
            lines.append(f"      {style.paint('mark', '>')} {style.paint('mine', text)}")
        else:
            lines.append(f"        {text}")
    return lines


def _place(frame: PlaceReport, places: Places) -> str:
    text = places.short(frame.file)
    if not frame.mine:
        text = "/".join(text.split("/")[-2:])
    return text if frame.line is None else f"{text}:{frame.line}"


def _others(others: tuple[TaskReport, ...], style: Style, width: int, verbose: bool) -> list[str]:
    if not others:
        return []
    shown = others if verbose else others[:MAX_NAMES]
    names = ", ".join(f'"{crop(clean(task.name), MAX_NAME)}"' for task in shown)
    more = f" and {len(others) - len(shown):,} more" if len(others) > len(shown) else ""
    noun = "task" if len(others) == 1 else "tasks"
    text = f"      {len(others):,} {noun} like it: {names}{more}"
    return [style.paint("quiet", line) for line in wrapped(text, width, hanging=8)]
