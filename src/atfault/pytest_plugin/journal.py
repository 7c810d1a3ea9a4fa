"""What the tests of a process came to, in a file that outlives it.

    c tests/test_a.py                       is being collected
    f                                       all is
    t tests/test_a.py::test_one             is being run
    p…                                      a phase has passed, and printed nothing: _PASSED
    r {…}                                   a report of any other kind, as pytest makes it a dict
    d                                       that test is done
    e                                       so are all

A line is in the file at once: the next instruction may be the last one. It comes there by memory
that is mapped: write(2), five times a test, took half of the plug-in's CPU time. Behind the last
line are zeros. A phase that has passed has no end of line, and is not made text: that takes time.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import errno
import json
import mmap
import os
import struct
import sys
import tempfile
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

import pytest

PHASES = ("setup", "call", "teardown")
_PASSED = struct.Struct("<cB3d")
"""b"p", the index of PHASES, begin, end, duration."""
_INDEX = {name: at for at, name in enumerate(PHASES)}
_Report = pytest.TestReport
_ROOM = 1 << 16
"""Bytes that are made ready at a time."""


class Told(NamedTuple):
    """What the journal says of one test."""

    nodeid: str
    reports: tuple[bytes, ...] = ()
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
        self._room: Any = b""
        """The mapped part of the file; _start: its offset there; _at: of the next line in it."""
        self._start = self._at = 0
        self._read = 0
        """Bytes that `_place` comes of."""
        self._place = "", ""
        self.is_open = True
        """Not while reports of former processes are told once more."""

    def begin(self, config: pytest.Config) -> None:
        """This process writes it from now on, behind what is there; its forks do not."""
        self._config = config
        self._start = sum(map(len, self._lines()))
        os.register_at_fork(after_in_child=self._close)

    def _close(self) -> None:
        self.is_open = False

    def _write(self, line: bytes) -> None:
        """line: with its end."""
        if not self.is_open:
            return
        end = self._at + len(line)
        if end > len(self._room):
            try:
                self._make_room(len(line))
            except OSError as error:
                sys.stderr.write(f"atfault: the tests run on unwatched: {error}\n")
                self.is_open = False
                self._room = b""
                os.ftruncate(self.fd, 0)  # or the last test would seem to go on
                return
            end = self._at + len(line)
        self._room[self._at : end] = line
        self._at = end

    def _make_room(self, size: int) -> None:
        """Written as zeros: where a disk is full, that is an error, and not a SIGBUS later on.
        Raises OSError."""
        at = self._start + self._at
        zeros = bytes(max(size, _ROOM))
        if os.pwrite(self.fd, zeros, at) < len(zeros):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._at = at % mmap.ALLOCATIONGRANULARITY
        self._start = at - self._at
        self._room = mmap.mmap(self.fd, self._at + len(zeros), offset=self._start)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        self._write(b"c %b\n" % _one_line(collector.nodeid))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        self._write(b"f\n")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self._write(b"t %b\n" % _one_line(item.nodeid))
        result = yield
        self._write(b"d\n")
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not _is_plain(report):
            data = self._config.hook.pytest_report_to_serializable(
                config=self._config, report=report
            )
            self._write(b"r %b\n" % json.dumps(data, default=repr).encode("ascii"))
            return
        passed = b"p", _INDEX[report.when], report.start, report.stop, report.duration
        end = self._at + _PASSED.size
        if self.is_open and end <= len(self._room):  # as _write, without a copy
            _PASSED.pack_into(self._room, self._at, *passed)
            self._at = end
        else:
            self._write(_PASSED.pack(*passed))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        self._write(b"e\n")

    # --- by the others ---

    def _lines(self, start: int = 0) -> Iterator[bytes]:
        """From an offset on; the last one may have been cut off."""
        data = b""
        while piece := os.pread(self.fd, 1 << 20, start + len(data)):
            data += piece
        at = 0
        while at < len(data) and data[at]:
            is_plain = data[at : at + 1] == b"p"
            end = at + _PASSED.size if is_plain else data.find(b"\n", at) + 1
            if not at < end <= len(data):
                return
            yield data[at:end]
            at = end

    def tests(self) -> list[Told]:
        """Those that were begun, in their order."""
        found: list[Told] = []
        for line in self._lines():
            kind = line[:1]
            if kind == b"t":
                found.append(Told(_nodeid(line)))
            elif kind in (b"p", b"r") and found:
                found[-1] = found[-1]._replace(reports=(*found[-1].reports, line))
            elif kind == b"d" and found:
                found[-1] = found[-1]._replace(is_done=True)
        return found

    def place(self) -> tuple[str, str]:
        """("collect", what), ("test", its node id), ("end", "") or ("", "") where none of these is
        under way, or nothing more can be written. What was read once is not read again."""
        if os.fstat(self.fd).st_size < self._read:
            return "", ""
        for line in self._lines(self._read):
            self._read += len(line)
            kind = line[:1]
            if kind in (b"c", b"t"):
                self._place = ("collect" if kind == b"c" else "test"), _nodeid(line)
            elif kind in (b"d", b"e", b"f"):
                self._place = ("end" if kind == b"e" else ""), ""
        return self._place


def report_of(line: bytes, item: pytest.Item, config: pytest.Config) -> pytest.TestReport:
    """The report that a line stands for."""
    if line.startswith(b"r "):
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
    _, when, start, stop, duration = _PASSED.unpack(line)
    return pytest.TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords=dict.fromkeys(item.keywords, 1),
        outcome="passed",
        longrepr=None,
        when=PHASES[when],  # type: ignore[arg-type]
        duration=duration,
        start=start,
        stop=stop,
    )


def _is_plain(report: pytest.TestReport) -> bool:
    return (
        type(report) is _Report
        and report.outcome == "passed"
        and report.longrepr is None
        and not report.sections
        and not report.user_properties
        and "wasxfail" not in report.__dict__
    )


def _one_line(nodeid: str) -> bytes:
    return nodeid.encode("unicode_escape")


def _nodeid(line: bytes) -> str:
    return line[2:-1].decode("unicode_escape")
