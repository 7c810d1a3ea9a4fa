"""The threads of a report as the HTML page has them: groups of like stacks, folded rows.

Links of the HTML page from one thread to another, which it waits for.

waits for b.lock (bank.py:12), held by "pay-2"; to "pay-2"
                                                   └─► id="thread-4711-4713"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from atfault.model.counts import counted
from atfault.model.report import FrameReport, Report, ThreadReport
from atfault.report.activity import activity_lines, busiest, group_cpu
from atfault.report.folding import DOUBTFUL, GUESSED, Folder, Row, interpreter_program
from atfault.report.grouping import group_threads, leading_tids
from atfault.report.names import group_states, short_function, thread_name
from atfault.report.places import Places, module_title
from atfault.report.waits import Link, group_words, picture

MAX_LOCALS = 60
MAX_GROUPS = 300
MAX_NAMES = 20
CRASHED_ROWS = 400
OTHER_ROWS = 60
MAX_AWAITED = 8
"""Links of one thread."""


def threads(report: Report, places: Places, anchors: Anchors) -> dict[str, Any]:
    """What the template of that name takes."""
    page = _Stacks(report, places, anchors)
    leading = leading_tids(report)
    grouped = group_threads(report.threads, leading=leading)
    stacks = [page.stack((thread,), CRASHED_ROWS, opened=True) for thread in grouped.crashed]
    for group in grouped.groups[:MAX_GROUPS]:
        leads = any(thread.tid in leading for thread in group)
        stacks.append(page.stack(group, OTHER_ROWS, opened=leads))
    left = sum(len(group) for group in grouped.groups[MAX_GROUPS:])
    foreign: Sequence[tuple[ThreadReport, ...]] = ()
    if grouped.foreign:
        foreign = group_threads(grouped.foreign, keep_idle=True).groups[:MAX_GROUPS]
    return {
        "stacks": stacks,
        "idle": [
            {
                "count": f"{len(pool.threads):,}",
                "library": pool.library,
                "function": pool.function,
                "frames": page.frames(pool.threads[0], OTHER_ROWS),
            }
            for pool in grouped.idle
        ],
        "foreign": [page.stack(group, OTHER_ROWS, drawn=()) for group in foreign],
        "folded": f"{grouped.folded:,} more thread{'' if grouped.folded == 1 else 's'}",
        "left": counted(left, "more thread") if left else "",
    }


class _Stacks:
    def __init__(self, report: Report, places: Places, anchors: Anchors) -> None:
        self._report = report
        self._anchors = anchors
        self._places = places
        self._folder = Folder(places, interpreter_program(report), for_page=True)
        drawn = picture(report.diagnosis[0], report, places)
        self._links = () if drawn is None else drawn.links

    def stack(
        self,
        group: Sequence[ThreadReport],
        rows: int,
        *,
        opened: bool = False,
        drawn: tuple[Link, ...] | None = None,
    ) -> dict[str, Any]:
        """drawn: links that are not told again; None for those of the picture above."""
        thread, pid = group[0], self._report.process.pid
        more = len(group) - MAX_NAMES
        names = [one.name or str(one.tid) for one in group[:MAX_NAMES]]
        return {
            "names": names if len(group) > 1 else [thread.name or "Thread"],
            "more": f" and {more:,} more" if more > 0 else "",
            "count": f"{len(group):,}",
            "tid": thread.tid,
            "crashed": thread.crashed,
            "opened": opened,
            "states": group_states(self._report, group) + group_cpu(self._report, group),
            "anchors": list(filter(None, (self._anchors.of(pid, one.tid) for one in group))),
            "awaited": self._anchors.awaited(group, pid),
            "doing": self._doing(group, self._links if drawn is None else drawn),
            "frames": self.frames(thread, rows),
        }

    def _doing(self, group: Sequence[ThreadReport], drawn: tuple[Link, ...]) -> str:
        """What the threads hold, wait for, and did while the process was watched."""
        places = self._places
        words = group_words(group, self._report.process.pid, places, drawn=drawn)
        activity = busiest(self._report, group)
        if activity is not None:
            lines = activity_lines(activity, places, 1 << 30, verbose=False)
            words += [" ".join(lines).strip()]
        return "; ".join(filter(None, words))

    def frames(self, thread: ThreadReport, most: int) -> list[dict[str, Any]]:
        """Rows: notes, and frames with their locals."""
        if thread.merged:
            note = f"outer frames are missing: {thread.stop_reason}" if thread.stop_reason else ""
            parts = [("", thread.frames)]
        else:
            note = f"Python and native frames could not be tied together: {thread.stop_reason}"
            parts = [
                ("Python frames", tuple(f for f in thread.frames if f.kind == "python")),
                ("native frames", tuple(f for f in thread.frames if f.kind != "python")),
            ]
        rows = [{"note": note}] if note else []
        for title, frames in parts:
            view = self._folder.fold(frames, most)
            if title and frames:
                rows.append({"note": title})
            rows += map(self._row, view.rows)
            if view.plumbing:
                plural = "" if view.plumbing == 1 else "s"
                told = f"{view.plumbing:,} frame{plural} of the interpreter not shown"
                rows.append({"note": told})
        return rows

    def _row(self, row: Row) -> dict[str, Any]:
        frame = row.frame
        if frame is None:
            return {"note": row.note}
        return {
            "note": "",
            "mine": frame.mine,
            "kind": "inline" if frame.inlined else frame.kind,
            "doubt": GUESSED if frame.trust in DOUBTFUL else "",
            "where": frame.file or frame.module or "",
            "place": self._places.of_frame(frame),
            "function": frame.function,
            "short": frame.function if frame.kind == "jit" else short_function(frame),
            "detail": _detail(frame),
            "locals": (frame.locals or ())[:MAX_LOCALS] if frame.mine else (),
        }


def _detail(frame: FrameReport) -> str:
    if frame.kind == "python":
        return frame.code or ""
    return module_title(frame) if frame.file else frame.address or ""


class Awaited(NamedTuple):
    """A thread that another waits for."""

    anchor: str
    name: str


class Anchors:
    """The threads of a page that others lead to."""

    def __init__(self, report: Report) -> None:
        there, wanted = set(), set()
        for one in _reports(report):
            pid = one.process.pid
            there |= {(pid, thread.tid) for thread in one.threads}
            wanted |= {key for thread in one.threads for key, _ in _awaited(thread, pid)}
            if one.waits is not None:
                wanted |= {
                    (node.pid or pid, node.tid)
                    for node in one.waits.nodes
                    if node.kind == "thread" and node.tid is not None
                }
        self._known = there & wanted

    def of(self, pid: int | None, tid: int | None) -> str:
        """What the place of a thread is called; "" where nothing leads there, or it is not on the
        page."""
        return f"thread-{pid}-{tid}" if (pid, tid) in self._known else ""

    def awaited(self, group: Sequence[ThreadReport], pid: int | None) -> list[Awaited]:
        """The threads that those of process `pid` wait for, as far as they are on the page."""
        found: dict[str, str] = {}
        for thread in group:
            for (owner_pid, owner_tid), name in _awaited(thread, pid):
                anchor = self.of(owner_pid, owner_tid)
                if anchor and owner_tid not in {one.tid for one in group}:
                    found.setdefault(anchor, thread_name(name, owner_tid))
        return [Awaited(*one) for one in list(found.items())[:MAX_AWAITED]]


def _reports(report: Report) -> Iterator[Report]:
    yield report
    for one in (*report.children, *report.again):
        yield from _reports(one)


def _awaited(thread: ThreadReport, pid: int | None) -> Iterator[tuple[tuple[int | None, int], str]]:
    """((pid, tid), name) of those that could end its wait."""
    owners: Any = (thread.waits_for or {}).get("held_by")
    for owner in owners if isinstance(owners, (list, tuple)) else ():
        tid = owner.get("tid") if isinstance(owner, dict) else None
        if isinstance(tid, int):
            of_process, name = owner.get("pid"), owner.get("name")
            known = of_process if isinstance(of_process, int) else pid
            yield (known, tid), name if isinstance(name, str) else ""
