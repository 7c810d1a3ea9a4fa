"""What watching the process showed, in words: CPU used, what changed and what did not."""

from __future__ import annotations

from collections.abc import Sequence

from atfault.model.report import Report, ThreadReport
from atfault.model.report_waits import ActivityReport, ThreadActivityReport
from atfault.report.escape import clean, crop
from atfault.report.layout import wrapped
from atfault.report.places import Places

MAX_PARTS = 4
"""Values that changed, or did not, that are named without -v."""
MAX_TEXT = 100
MAX_BUSY = 3
"""Threads with one stack whose processor time is told."""
BUSY = 0.02
"""Share of the time on a CPU from which on it is told."""


def activity_of(report: Report, thread: ThreadReport) -> ThreadActivityReport | None:
    if report.activity is not None:
        for one in report.activity.threads:
            if one.tid == thread.tid:
                return one
    return None


def cpu_words(activity: ThreadActivityReport | None) -> str:
    """ "98 % CPU"; "" when there was next to none or it is unknown."""
    if activity is None or activity.wall_seconds <= 0:
        return ""
    share = activity.cpu_seconds / activity.wall_seconds
    return f"{share * 100:.0f} % CPU" if share >= BUSY else ""


def group_cpu(report: Report, group: Sequence[ThreadReport]) -> list[str]:
    """["98 % CPU"]; of several threads with one stack, who of them used it."""
    told = []
    for thread in group if report.activity is not None else ():
        words = cpu_words(activity_of(report, thread))
        if words:
            name = f'"{clean(thread.name)}"' if thread.name else str(thread.tid)
            told.append(words if len(group) == 1 else f"{name} {words}")
    return told[:MAX_BUSY]


def busiest(report: Report, group: Sequence[ThreadReport]) -> ThreadActivityReport | None:
    """What was seen of the one that used most processor time; None where nobody watched."""
    seen = [one for thread in group if (one := activity_of(report, thread)) is not None]
    return max(seen, key=lambda one: one.cpu_seconds, default=None)


def group_lines(
    report: Report, group: Sequence[ThreadReport], places: Places, width: int, *, verbose: bool
) -> list[str]:
    """`activity_lines` of the busiest."""
    activity = busiest(report, group)
    return [] if activity is None else activity_lines(activity, places, width, verbose=verbose)


def activity_lines(
    activity: ThreadActivityReport, places: Places, width: int, *, verbose: bool
) -> list[str]:
    """Under a thread's heading, four columns in; [] for a thread that did nothing."""
    words = []
    limit = 1000 if verbose else MAX_PARTS
    if activity.loop is not None:
        place = places.line(activity.loop.file, activity.loop.line)
        words.append(f"stays in {crop(clean(activity.loop.function), MAX_TEXT)} ({place})")
    if activity.changed:
        words.append("changed: " + _listed(activity.changed, limit))
    if activity.fixed:
        words.append("did not change: " + _listed(activity.fixed, limit))
    if verbose and activity.syscalls:
        words.append("system calls: " + _listed(activity.syscalls, limit))
    if not words:
        return []
    text = f"    in {activity.wall_seconds:.1f} s: " + "; ".join(words)
    return wrapped(text, width, hanging=6)


def _listed(parts: tuple[str, ...], limit: int) -> str:
    shown = ", ".join(crop(clean(part), MAX_TEXT) for part in parts[:limit])
    more = len(parts) - limit
    return f"{shown} and {more} more" if more > 0 else shown


def watched_words(activity: ActivityReport) -> str:
    """'watched for 3.0 s: 2 of 14 threads moved, 1.02 s of CPU time'."""
    moved = sum(one.moved for one in activity.threads)
    used = sum(one.cpu_seconds for one in activity.threads)
    count = len(activity.threads)
    woke = sum(one.switches > 0 for one in activity.threads)
    which = "no thread moved" if moved == 0 else f"{moved:,} of {count:,} threads moved"
    if woke and not moved:
        which = f"{woke:,} of {count:,} threads woke up and slept again"
    return f"watched for {activity.seconds:.1f} s: {which}, {used:.2f} s of CPU time"
