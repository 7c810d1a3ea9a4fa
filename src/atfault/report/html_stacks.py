"""The threads of a report as the HTML page has them: groups of like stacks, folded rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atfault.model.counts import counted
from atfault.model.report import FrameReport, Report, ThreadReport
from atfault.report.activity import activity_lines, busiest, group_cpu
from atfault.report.anchors import Anchors
from atfault.report.folding import DOUBTFUL, GUESSED, Folder, Row, interpreter_program
from atfault.report.grouping import group_threads, leading_tids
from atfault.report.names import group_states, short_function
from atfault.report.places import Places, module_title
from atfault.report.waits import Link, group_words, picture

MAX_LOCALS = 60
MAX_GROUPS = 300
MAX_NAMES = 20
CRASHED_ROWS = 400
OTHER_ROWS = 60


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
