"""How a test's report says that its process was lost: our report as its text."""

from __future__ import annotations

import os
import signal
from typing import Any, NamedTuple

import pytest

from atfault import lazy



class Place(NamedTuple):
    """As pytest's own, at the end of a report: the line that the summary names."""

    path: str
    lineno: int
    message: str


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
    report: str = ""
    """Path of our report."""
    worker: str = ""

    def failure(self, nodeid: str, width: int) -> Failure:
        """As the longrepr of a report on that test."""
        who = f"{nodeid} ({self.worker})" if self.worker else nodeid
        head = f"atfault: the process of {who} {self.how}"
        try:
            report = lazy.load("atfault.api:load")(self.report) if self.report else None
        except lazy.load("atfault.errors:AtfaultError") as error:
            head, report = f"{head}; its report could not be read: {error}", None
        if report is None or not report.diagnosis:
            return Failure(f"{head}\n\n{self.words}".rstrip(), Place(nodeid, 0, head))
        first = report.diagnosis[0]
        message = f"{first.cause} ({first.confidence}): {first.summary}"
        text = f"{head}\n{report.to_text(width=width)}".rstrip()
        blame = first.blame[0] if first.blame else None
        if blame is None or not blame.file:
            return Failure(text, Place(nodeid, 0, message))
        return Failure(text, Place(os.path.relpath(blame.file), blame.line or 0, message))


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
