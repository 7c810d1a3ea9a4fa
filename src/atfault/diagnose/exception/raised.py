"""The program's own lines in the traceback of an exception."""

from __future__ import annotations

from collections.abc import Iterable

from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException
from atfault.model.findings import Advice, Blame, Confidence, Finding
from atfault.stacks.mine import is_mine

MAX_LINES = 6


def own_lines_of(error: RaisedException, case: Case) -> tuple[Blame, ...]:
    """Innermost first, each once. `error` may be one that the uncaught exception came from."""
    exception = case.exception
    thread = "" if isinstance(exception, Absent) else exception.thread
    found: dict[tuple[str, int | None], Blame] = {}
    for frame in error.frames:
        place = frame.location
        if is_mine(place.file, case.process.python):
            blame = Blame(place.file, place.line, frame.function, thread)
            found.setdefault((place.file, place.line), blame)
    return tuple(found.values())[:MAX_LINES]


def failed_import(case: Case) -> RaisedException | None:
    """The exception of a file that could not be loaded, among the uncaught one and its causes; the
    uncaught one where none of them is of that kind."""
    if isinstance(case.exception, Absent):
        return None
    chain = case.exception.chain()
    loading = (one for one in chain if one.is_a("ImportError") or one.is_a("OSError"))
    return next(loading, case.exception.error)


def import_finding(
    case: Case,
    summary: str,
    evidence: Iterable[str],
    advice: Iterable[Advice | str],
    confidence: Confidence = "certain",
) -> Finding:
    """About a file that could not be loaded, with the lines of the program's own that imported
    it."""
    error = failed_import(case)
    return Finding.of(
        summary,
        confidence,
        evidence,
        advice,
        title=title_of(case),
        blame=() if error is None else own_lines_of(error, case),
    )


def title_of(case: Case) -> str:
    """'Uncaught IndexError in thread "MainThread"'."""
    exception = case.exception
    if isinstance(exception, Absent):
        return ""
    where = f' in thread "{exception.thread}"' if exception.thread else ""
    rank = case.process.process.rank
    where += "" if rank is None else f" of rank {rank.rank}"
    return f"Uncaught {exception.error.type}{where}"
