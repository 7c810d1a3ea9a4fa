"""Links of the HTML page from one thread to another, which it waits for.

waits for b.lock (bank.py:12), held by "pay-2"; to "pay-2"
                                                   └─► id="thread-4711-4713"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from atfault.model.report import Report, ThreadReport
from atfault.report.names import thread_name

MAX_AWAITED = 8
"""Links of one thread."""


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
