"""How a test's report says that its process was lost: our report as its text.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import os
import signal
from typing import Any, NamedTuple

import pytest

from atfault.looking import Look, Unseen


class Place(NamedTuple):
    """As pytest's own, at the end of a report: the line that the summary names."""

    path: str
    lineno: int
    message: str

    def __str__(self) -> str:
        """All that --tb=line shows."""
        return f"{self.path}:{self.lineno}: {self.message}"


class Failure:
    """The longrepr of a report. text: what was found out; message: its headline."""

    def __init__(self, text: str, place: Place) -> None:
        self.text = text
        self.reprcrash = place

    def toterminal(self, writer: Any) -> None:
        """As all of pytest's."""
        writer.line(self.text)

    def __str__(self) -> str:
        return self.text


class Lost(NamedTuple):
    """What became of the process of a test."""

    how: str
    """"was killed by SIGSEGV", "took more than 30 s"."""
    words: str = ""
    """What faulthandler said; where nothing could be looked at, that is all."""
    look: Look | Unseen | None = None
    worker: str = ""

    def failure(self, nodeid: str) -> Failure:
        """As the longrepr of a report on that test."""
        who = f"{nodeid} ({self.worker})" if self.worker else nodeid
        head = f"atfault: the process of {who} {self.how}"
        if not isinstance(self.look, Look):
            why = "" if self.look is None else f"\n{self.look.reason}"
            return Failure(f"{head}{why}\n\n{self.words}".rstrip(), Place(nodeid, 0, head))
        first = self.look.finding
        message = f"{first['cause']} ({first['confidence']}): {first['summary']}"
        blame = next((one for one in first["blame"] if one["file"]), None)
        path = nodeid if blame is None else os.path.relpath(blame["file"])
        line = 0 if blame is None else blame["line"] or 0
        return Failure(f"{head}\n{self.look.text}", Place(path, line, message))


def too_long(place: tuple[str, str], seconds: float) -> str:
    """place: a journal's."""
    kind, what = place
    took = "the test" if kind == "test" else f"the collection of {what or 'the session'}"
    return f"was ended, as {took} took more than {seconds:g} s"


def may_be_ended(kind: str, seen: Look | Unseen) -> bool:
    """Whether what took too long is. An import may take longer than any test does: it is ended only
    where a look found more than that it is slow, or busy."""
    if kind == "test":
        return True
    if not isinstance(seen, Look):
        return False
    cause, confidence = seen.finding["cause"], seen.finding["confidence"]
    is_busy = cause == "busy-loop" and confidence == "possible"
    return not is_busy and cause not in ("slow-not-stuck", "unknown")


def how_it_ended(status: int) -> str:
    """From a wait status."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        try:
            return f"was ended by {signal.Signals(number).name}"
        except ValueError:
            return f"was ended by signal {number}"
    return f"ended itself with status {os.WEXITSTATUS(status)}"


def failed(item: Any, when: str, failure: Failure) -> pytest.TestReport:
    """The report on a test (anything with its nodeid, location and keywords) whose process was
    lost."""
    return pytest.TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords=dict.fromkeys(item.keywords, 1),
        outcome="failed",
        longrepr=failure,  # type: ignore[arg-type]
        when=when,  # type: ignore[arg-type]
    )


def torn_down(report: Any) -> pytest.TestReport:
    """What ends the test of such a report: pytest-html shows none whose teardown it was not told
    of. There was none."""
    found: Any = pytest.TestReport(
        nodeid=report.nodeid,
        location=report.location,
        keywords=report.keywords,
        outcome="passed",
        longrepr=None,
        when="teardown",
    )
    if hasattr(report, "node"):
        found.node = report.node  # xdist's, by which JUnit's XML knows the test
    ended: pytest.TestReport = found
    return ended
