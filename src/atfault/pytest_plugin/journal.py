"""What the tests of a process came to, in a file that outlives it.

    c tests/test_a.py                       is being collected
    f                                       all is
    t tests/test_a.py::test_one             is being run
    0… 1… 2…                                a phase has passed, and printed nothing: _PASSED
    r {…}                                   a report of any other kind, as pytest makes it a dict
    d                                       that test is done, as it is with a 2
    e                                       so are all

Before them stands where the last c, f, t or e is (_PLACE): who asks what is under way reads no more
than that record and those of its test.

A record is in the file at once: the next instruction may be the last one. It comes there by memory
that is mapped: write(2), five times a test, took half of the plug-in's CPU time. Behind the last
one are zeros. Each begins with its letter and the number of bytes that follow (_HEAD), and a phase
that has passed is not made text: what is done four times a test is counted in instructions, of
which a hook takes 3,700 by itself.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import errno
import json
import mmap
import operator
import os
import struct
import sys
import tempfile
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

PHASES = ("setup", "call", "teardown")
_PLACE = struct.Struct("Q")
_HEAD = struct.Struct("<cI")
_PASSED = struct.Struct("<c3d")
"""The index of PHASES as a digit, begin, end, duration."""
_DIGITS = dict(zip(PHASES, (b"0", b"1", b"2")))
_Report = pytest.TestReport
_kept = operator.itemgetter("outcome", "longrepr", "sections", "user_properties")
_PLAIN: tuple[object, ...] = ("passed", None, [], [])
_times = operator.itemgetter("when", "start", "stop", "duration")
_OUTCOMES = "passed", "failed", "skipped"
"""pytest's own: behind any other one ("rerun"), the test is not done."""
_PASSED_SIZE = _PASSED.size
_ALL, _DONE, _END = (_HEAD.pack(letter, 0) for letter in (b"f", b"d", b"e"))
_pack_head, _pack_passed, _pack_place = _HEAD.pack, _PASSED.pack_into, _PLACE.pack_into
_NO_ROOM = b"-"
"""All that there is where nothing more could be written."""
_ROOM = 1 << 16
"""Bytes that are made ready at a time."""


class Told(NamedTuple):
    """What the journal says of one test."""

    nodeid: str
    reports: tuple[bytes, ...] = ()
    """Records of it."""
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
        self._top: Any = b""
        """The part before all records, mapped with the first room."""
        self._start = self._at = 0
        self._last = -1
        """The last offset in the room from which a phase that has passed has its place."""
        self._open = [True]
        """Empty where nothing is to be written: in forks, and while reports of former processes
        are told once more."""

    def begin(self, config: pytest.Config) -> None:
        """This process writes it from now on, behind what is there; its forks do not."""
        self._config = config
        self._start = _PLACE.size + sum(map(len, self._records()))
        # Of a method of ours the interpreter would keep, to its very end, all modules.
        os.register_at_fork(after_in_child=self._open.clear)

    def close(self) -> None:
        """Nothing more is written."""
        self._open.clear()

    def reopen(self) -> None:
        """It is once more."""
        self._open.append(True)

    def _write(self, record: bytes) -> None:
        if self._open and self._has_room(len(record)):
            end = self._at + len(record)
            self._room[self._at : end] = record
            self._at = end

    def _write_place(self, record: bytes) -> None:
        self._write(record)
        if self._open:
            _pack_place(self._top, 0, self._start + self._at - len(record))

    def _has_room(self, size: int) -> bool:
        """Whether there is, or could be made; else nothing is written any more."""
        if self._at + size <= len(self._room):
            return True
        try:
            self._make_room(size)
        except OSError as error:
            sys.stderr.write(f"atfault: the tests run on unwatched: {error}\n")
            self.close()
            self._room, self._last = b"", -1
            os.ftruncate(self.fd, 0)  # or the last test would seem to go on
            os.pwrite(self.fd, _NO_ROOM, 0)
            return False
        return True

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
        self._last = len(self._room) - _PASSED.size
        if not self._top:
            self._top = mmap.mmap(self.fd, _PLACE.size)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        self._write_place(_record(b"c", collector.nodeid))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        self._write_place(_ALL)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """No wrapper, which pluggy makes a generator of: that took as long as all else."""
        name = item.nodeid.encode("utf-8", "surrogatepass")
        self._write_place(_pack_head(b"t", len(name)) + name)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told = report.__dict__
        if type(report) is not _Report or _kept(told) != _PLAIN or "wasxfail" in told:
            self._write_other(report)
        elif self._open and (self._at <= self._last or self._has_room(_PASSED_SIZE)):
            at = self._at
            when, start, stop, duration = _times(told)
            _pack_passed(self._room, at, _DIGITS[when], start, stop, duration)
            self._at = at + _PASSED_SIZE

    def _write_other(self, report: pytest.TestReport) -> None:
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._write(_record(b"r", json.dumps(data, default=repr)))
        if report.when == "teardown" and report.outcome in _OUTCOMES:
            self._write(_DONE)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        self._write_place(_END)

    # --- by the others ---

    def _records(self, start: int = _PLACE.size) -> Iterator[bytes]:
        """From an offset on; the last one may have been cut off."""
        data = b""
        while piece := os.pread(self.fd, 1 << 20, start + len(data)):
            data += piece
        at = 0
        while at < len(data) and data[at]:
            end = at + _PASSED.size
            if data[at : at + 1] not in _DIGITS.values():
                head = data[at : at + _HEAD.size].ljust(_HEAD.size, b"\xff")
                end = at + _HEAD.size + _HEAD.unpack(head)[1]
            if end > len(data):
                return
            yield data[at:end]
            at = end

    def tests(self) -> list[Told]:
        """Those that were begun, in their order."""
        found: list[Told] = []
        for record in self._records():
            kind = record[:1]
            if kind == b"t":
                found.append(Told(_text(record)))
            elif kind in (b"0", b"1", b"2", b"r") and found:
                reports = (*found[-1].reports, record)
                found[-1] = found[-1]._replace(reports=reports, is_done=kind == b"2")
            elif kind == b"d" and found:
                found[-1] = found[-1]._replace(is_done=True)
        return found

    def place(self) -> tuple[str, str]:
        """("begin", "") before anything is collected, ("collect", what), ("test", its node id),
        ("end", "") or ("", "") where none of these is under way, or nothing more can be written."""
        top = os.pread(self.fd, _PLACE.size, 0)
        start = _PLACE.unpack(top)[0] if len(top) == _PLACE.size else 0
        if not start:
            return ("" if top == _NO_ROOM else "begin"), ""
        found = "", ""
        for record in self._records(start):
            kind = record[:1]
            if kind in (b"c", b"t"):
                found = ("collect" if kind == b"c" else "test"), _text(record)
            elif kind in (b"2", b"d", b"e", b"f"):
                found = ("end" if kind == b"e" else ""), ""
        return found


def report_of(record: bytes, item: pytest.Item, config: pytest.Config) -> pytest.TestReport:
    """The report that a record stands for."""
    if record.startswith(b"r"):
        data = json.loads(_text(record))
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
    phase, start, stop, duration = _PASSED.unpack(record)
    return pytest.TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords=dict.fromkeys(item.keywords, 1),
        outcome="passed",
        longrepr=None,
        when=PHASES[int(phase)],  # type: ignore[arg-type]
        duration=duration,
        start=start,
        stop=stop,
    )


def _record(letter: bytes, text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return _HEAD.pack(letter, len(data)) + data


def _text(record: bytes) -> str:
    return record[_HEAD.size :].decode("utf-8", "surrogatepass")
