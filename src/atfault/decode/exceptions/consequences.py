"""Exceptions of several processes → the first failures, and what followed from them."""

from __future__ import annotations

from collections.abc import Sequence

from atfault.decode.exceptions.repeated import ORIGINAL
from atfault.model.absent import Absent
from atfault.model.hand_over import HandOver
from atfault.model.report_company import ConsequenceReport, RankReport
from atfault.text.ends import consequence_kind, telling_line

MAX_LISTED = 64


def told_apart(handed: Sequence[HandOver]) -> tuple[list[HandOver], list[HandOver]]:
    """(those that may have failed by themselves, those that say that another had), each in the
    order of time."""
    ordered = sorted(handed, key=lambda one: (one.when is None, one.when or 0))
    follows = [one for one in ordered if _kind(one)]
    return [one for one in ordered if not _kind(one)], follows


def followers_of(first: HandOver, follows: Sequence[HandOver]) -> list[HandOver]:
    """Those of other processes, where the first one ended its own: a thread's failure ends no
    process that others wait for. None that came before it."""
    if first.exception.source == "thread":
        return []
    return [
        one
        for one in follows
        if one.exception.pid != first.exception.pid
        and (one.when is None or first.when is None or one.when >= first.when)
    ]


def consequences_of(
    first: int | None, follows: Sequence[HandOver]
) -> tuple[ConsequenceReport, ...]:
    """For the report. first: when the failure was, in nanoseconds since the epoch."""
    return tuple(_reported(one, first) for one in follows[:MAX_LISTED])


def _reported(one: HandOver, first: int | None) -> ConsequenceReport:
    error = one.exception.error
    seconds = None if first is None or one.when is None else max(one.when - first, 0) / 1e9
    return ConsequenceReport(
        pid=one.exception.pid,
        rank=None if one.rank is None else RankReport(*one.rank[:3]),
        kind=_kind(one),
        error=error.type,
        message=telling_line(_message(one)),
        seconds=None if seconds is None else round(seconds, 3),
    )


def _kind(one: HandOver) -> str:
    error = one.exception.error
    if error.returncode is not None and error.returncode < 0:
        return "launcher"  # a signal has ended the command that it is about
    message = _message(one)
    # What has a worker's own traceback in its message says what failed there, and stands for it.
    return "" if ORIGINAL.search(message) else consequence_kind(error.type, message)


def _message(one: HandOver) -> str:
    message = one.exception.error.message
    return "" if isinstance(message, Absent) else message
