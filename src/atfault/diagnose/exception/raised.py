"""The program's own lines in the traceback of an exception."""

from __future__ import annotations

from collections.abc import Iterable

from atfault.model.case import Case
from atfault.model.exception import RaisedException
from atfault.model.findings import Advice, Blame, Confidence, Finding
from atfault.stacks.mine import is_mine

MAX_LINES = 6


def own_lines_of(error: RaisedException, case: Case) -> tuple[Blame, ...]:
    """Innermost first, each once. `error` may be one that the uncaught exception came from."""
    found: dict[tuple[str, int | None], Blame] = {}
    for frame in error.frames:
        place = frame.location
        is_entry = "/bin/" in place.file and frame.code.startswith("sys.exit(")  # made by pip
        if is_mine(place.file, case.process.python) and not is_entry:
            blame = Blame(place.file, place.line, frame.function, case.raised_in)
            found.setdefault((place.file, place.line), blame)
    return tuple(found.values())[:MAX_LINES]


def failed_import(case: Case) -> RaisedException | None:
    """The exception of a file that could not be loaded, among the uncaught one and its causes; the
    uncaught one where none of them is of that kind."""
    loading = (one for one in case.raised if one.is_a("ImportError") or one.is_a("OSError"))
    return next(loading, next(iter(case.raised), None))


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
        blame=() if error is None else own_lines_of(error, case),
    )
