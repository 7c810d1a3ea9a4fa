"""Ranks out of what others than we have left of them: saved reports, error files of torchelastic.

torch/distributed/elastic/multiprocessing/errors/error_handler.py writes, for an exception that
leaves a function under `@record`, `<log dir>/<run>/attempt_0/<local rank>/error.json`:

    {"message": {"message": "ValueError: bad shard", "extraInfo": {"py_callstack": "Traceback …",
                 "timestamp": "1764400000"}}}
"""

from __future__ import annotations

from calendar import timegm
from collections.abc import Iterator, Mapping
from time import strptime
from typing import Any

from atfault.decode.job.calls import Row, outermost, row_for
from atfault.decode.job.places import WITHIN
from atfault.errors import FormatError
from atfault.model.collected import MAX_FRAMES, MAX_NAME, MAX_RANK, MAX_TEXT, RankRecord
from atfault.model.findings import is_fault
from atfault.model.job import Call, Doing, Found, RankPlace
from atfault.model.places import Place
from atfault.model.report import FrameReport, Report, ThreadReport
from atfault.stacks.mine import is_mine
from atfault.text.tracebacks import tracebacks

DEAD = ("crash", "killed", "exception")
MAX_TRACEBACK = 1 << 20
MAX_CHILDREN = 1 << 12


def ranks_of_report(report: Report) -> Iterator[RankRecord]:
    """The ranks that a report is about: its process, and those that were looked at with it."""
    for one in (report, *report.children[:MAX_CHILDREN]):
        process = one.process
        if process.rank is not None and 0 <= process.rank.rank < MAX_RANK:
            world = process.rank.world_size
            when = _seconds(one.created or report.created)
            yield RankRecord(
                _place(one, process.rank.rank, when if one.kind in DEAD else 0.0),
                world if world is not None and process.rank.rank < world <= MAX_RANK else None,
                command=(process.argv or ("",))[0][-MAX_NAME:],
                looked=(when, when),
            )


def _place(report: Report, rank: int, died: float) -> RankPlace:
    pid = report.process.pid or 0
    is_dead = report.kind in DEAD
    threads = report.threads
    telling = next((one for one in threads if one.crashed and is_dead), None)
    thread = telling or next((one for one in threads if one.tid == pid), None)
    frames = () if thread is None else thread.frames
    stack = tuple(
        Place(one.file or "", one.line, one.function, mine=one.mine)
        for one in frames
        if one.kind == "python"
    )[:MAX_FRAMES]
    call = None if is_dead else _call(frames)
    found = report.diagnosis[0]
    line = found.blame[0] if found.blame else None
    is_told = is_fault(found.cause)
    return RankPlace(
        rank,
        pid,
        pid,
        call,
        next((one for one in stack if one.mine), None),
        stack,
        "dead" if is_dead else _doing(thread),
        ended=_end(report) if is_dead else "",
        found=Found(
            found.cause,
            found.confidence,
            found.summary,
            "" if line is None else line.file,
            None if line is None else line.line,
            "" if line is None else line.function,
        )
        if is_told
        else None,
        at=died,
    )


def _end(report: Report) -> str:
    """ "SIGSEGV", "ValueError: bad shard"."""
    if report.exception is not None:
        message = report.exception.message
        return report.exception.type + (f": {message}"[:MAX_TEXT] if message else "")
    return report.signal.name if report.signal is not None else report.headline[:MAX_TEXT]


def _call(frames: tuple[FrameReport, ...]) -> Call | None:
    """By which the thread communicates; a report has no arguments of it."""
    found: list[tuple[int, Row, str]] = []
    for at, one in enumerate(frames[:MAX_FRAMES]):
        if one.mine:
            break
        side = "python" if one.kind == "python" else "native"
        path = (one.file if side == "python" else one.module) or ""
        name = one.function.partition("(")[0]
        row = row_for(side, path.replace("\\", "/"), name)
        found += [] if row is None else [(at, row, name)]
    if not found:
        return None
    _, row, name = outermost(found)
    return Call(row.library, name, row.kind)


def _doing(thread: ThreadReport | None) -> Doing:
    if thread is None:
        return ""
    if thread.state in ("stopped", "uninterruptible sleep"):
        return "stopped" if thread.state == "stopped" else "disk"
    wait = thread.waits_for
    if wait is None:
        return "running"
    if wait.get("kind") == "time" or wait.get("timeout"):
        return "outside"
    return "waiting" if str(wait.get("kind")) in WITHIN else "outside"


def is_error_file(plain: object) -> bool:
    """Whether JSON is an error file of torchelastic."""
    return isinstance(plain, dict) and "message" in plain and set(plain) <= {"message", "errorCode"}


def rank_of_error(plain: Mapping[str, Any], rank: int) -> RankRecord:
    """The rank that died of an exception. Raises FormatError."""
    told = plain.get("message")
    more = told.get("extraInfo") if isinstance(told, dict) else None
    more = more if isinstance(more, dict) else {}
    text = told.get("message") if isinstance(told, dict) else told
    if not isinstance(text, str):
        raise FormatError("an error file of torchelastic without a message")
    printed = tracebacks(str(more.get("py_callstack", ""))[-MAX_TRACEBACK:])
    frames = printed[-1].error.frames if printed else ()
    stack = tuple(
        Place(
            one.location.file,
            one.location.line,
            one.function,
            mine=is_mine(one.location.file),
        )
        for one in frames
    )[:MAX_FRAMES]
    when = str(more.get("timestamp", ""))
    died = float(when) if when.isascii() and when.isdigit() and len(when) < 12 else 0.0
    line = next((one for one in stack if one.mine), None)
    ended = (text.splitlines() or [""])[0][:MAX_TEXT]
    place = RankPlace(rank, 0, 0, None, line, stack, "dead", ended=ended, at=died)
    return RankRecord(place, looked=(died, died))


def _seconds(created: str) -> float:
    """Of RFC 3339, UTC; 0.0 for what is none."""
    try:
        return float(max(timegm(strptime(created[:19], "%Y-%m-%dT%H:%M:%S")), 0))
    except (ValueError, OverflowError):
        return 0.0
