"""What the tests of a process came to, in a file that outlives it.

    c tests/test_a.py                       is being collected
    f                                       all is
    t tests/test_a.py::test_one             is being run
    p setup 7f6abc…                         has passed, and printed nothing: begin, end, duration
    r {…}                                   a report of any other kind, as pytest makes it a dict
    d                                       that test is done
    e                                       so are all

A line is written at once: the next instruction may be the last one. Times are the hexadecimal
digits of doubles: made out as decimals, they took half of the plug-in's time.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import json
import os
import struct
import tempfile
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

import pytest

PHASES = ("setup", "call", "teardown")
_TIMES = struct.Struct("<3d")


class Told(NamedTuple):
    """What the journal says of one test."""

    nodeid: str
    reports: tuple[str, ...] = ()
    """Lines of it."""
    is_done: bool = False


class Journal:
    """Written by the process that runs the tests; as a plug-in it is told of them."""

    def __init__(self, path: str = "") -> None:
        """path: for a process that is not forked; "" for a file without a name."""
        if path:
            self.fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        else:
            self.fd, name = tempfile.mkstemp(prefix="atfault-pytest-")
            os.unlink(name)
        self._config: Any = None
        self._read = 0
        """Bytes that `_place` comes of."""
        self._place = "", ""
        self.is_open = True
        """Not while reports of former processes are told once more."""

    def begin(self, config: pytest.Config) -> None:
        """This process writes it from now on."""
        self._config = config

    def _write(self, line: str) -> None:
        if self.is_open:
            os.write(self.fd, line.encode("utf-8", "surrogatepass") + b"\n")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        self._write(f"c {_one_line(collector.nodeid)}")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        self._write("f")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self._write(f"t {_one_line(item.nodeid)}")
        result = yield
        self._write("d")
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if _is_plain(report):
            times = _TIMES.pack(report.start, report.stop, report.duration)
            self._write(f"p {report.when} {times.hex()}")
        else:
            data = self._config.hook.pytest_report_to_serializable(
                config=self._config, report=report
            )
            self._write("r " + json.dumps(data, default=repr))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        self._write("e")

    # --- by the others ---

    def _lines(self, start: int = 0) -> Iterator[str]:
        """From an offset on."""
        data = b""
        while piece := os.pread(self.fd, 1 << 20, start + len(data)):
            data += piece
        whole = data[: data.rfind(b"\n") + 1]  # the last one may have been cut off
        yield from whole.decode("utf-8", "surrogatepass").split("\n")[:-1]

    def tests(self) -> list[Told]:
        """Those that were begun, in their order."""
        found: list[Told] = []
        for line in self._lines():
            kind, _, rest = line.partition(" ")
            if kind == "t":
                found.append(Told(_nodeid(rest)))
            elif kind in ("p", "r") and found:
                found[-1] = found[-1]._replace(reports=(*found[-1].reports, line))
            elif kind == "d" and found:
                found[-1] = found[-1]._replace(is_done=True)
        return found

    def place(self) -> tuple[str, str]:
        """("collect", what), ("test", its node id), ("end", "") or ("", "") where none of these is
        under way. What was read once is not read again."""
        for line in self._lines(self._read):
            self._read += len(line.encode("utf-8", "surrogatepass")) + 1
            kind, _, rest = line.partition(" ")
            if kind in ("c", "t"):
                self._place = ("collect" if kind == "c" else "test"), _nodeid(rest)
            elif kind in ("d", "e", "f"):
                self._place = ("end" if kind == "e" else ""), ""
        return self._place


def report_of(line: str, item: pytest.Item, config: pytest.Config) -> pytest.TestReport:
    """The report that a line stands for."""
    if line.startswith("r "):
        data = json.loads(line[2:])
        found: pytest.TestReport = config.hook.pytest_report_from_serializable(
            config=config, data=data
        )
        # JSON has no tuples, and other plug-ins ask for them.
        found.location = item.location
        found.sections = [(name, text) for name, text in found.sections]
        found.user_properties = [(name, value) for name, value in found.user_properties]
        longrepr: Any = found.longrepr
        if isinstance(longrepr, list):
            found.longrepr = tuple(longrepr)
        return found
    _, when, times = line.split(" ")
    start, stop, duration = _TIMES.unpack(bytes.fromhex(times))
    return pytest.TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords=dict.fromkeys(item.keywords, 1),
        outcome="passed",
        longrepr=None,
        when=when,  # type: ignore[arg-type]
        duration=duration,
        start=start,
        stop=stop,
    )


def _is_plain(report: pytest.TestReport) -> bool:
    return (
        type(report) is pytest.TestReport
        and report.outcome == "passed"
        and report.longrepr is None
        and not report.sections
        and not report.user_properties
        and "wasxfail" not in report.__dict__
    )


def _one_line(nodeid: str) -> str:
    return nodeid.encode("unicode_escape").decode("ascii")


def _nodeid(line: str) -> str:
    return line.encode("ascii").decode("unicode_escape")
