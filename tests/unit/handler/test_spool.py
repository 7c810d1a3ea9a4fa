"""Limits hold, and what they drop is counted."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from atfault.handler import spool
from atfault.handler.passing import Sink, tee


@pytest.fixture
def folder(tmp_path: Path) -> str:
    spool.prepare(str(tmp_path / "spool"))
    return str(tmp_path / "spool")


def test_one_user_cannot_take_all_places(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "MAX_JOBS", 5)
    monkeypatch.setattr(spool, "MAX_OF_USER", 3)
    with ExitStack() as jobs:
        taken = [jobs.enter_context(spool.job(folder, 1000)) for _ in range(3)]
        assert sorted(taken) == [0, 1, 2]
        with pytest.raises(spool.Full, match="of one user"):
            jobs.enter_context(spool.job(folder, 1000))
        for _ in range(2):
            jobs.enter_context(spool.job(folder, 1001))
        assert spool.at_work(folder) == 5
        with pytest.raises(spool.Full, match="more than 5"):
            jobs.enter_context(spool.job(folder, 1002))
    assert spool.at_work(folder) == 0


def test_places_come_free_again(folder: str) -> None:
    for _ in range(3):
        with spool.job(folder, 0) as number:
            assert number == 0


def test_what_is_counted_is_told_again(folder: str) -> None:
    for _ in range(2):
        spool.count(folder, "dropped", "no room")
    spool.count(folder, "explained")
    known = spool.counts(folder)
    assert (known["dropped"], known["explained"]) == (2, 1)
    assert known["reasons"] == {"no room": 2}


def test_reasons_do_not_grow_without_end(folder: str) -> None:
    for number in range(100):
        spool.count(folder, "dropped", f"reason {number}")
    assert spool.counts(folder)["dropped"] == 100
    assert len(spool.counts(folder)["reasons"]) == 32


@pytest.mark.parametrize("damage", [b"", b"{", b"[1]", b"\xff"])
def test_damaged_counts_begin_anew(folder: str, damage: bytes) -> None:
    Path(folder, spool.COUNTS).write_bytes(damage)
    spool.count(folder, "explained")
    assert spool.counts(folder)["explained"] == 1


def test_cores_leave_some_of_the_disk_free(folder: str) -> None:
    disk = os.statvfs(folder)
    assert 0 <= spool.room(folder) <= disk.f_bavail * disk.f_frsize


def piped(data: bytes) -> int:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return reading


def test_a_core_goes_to_all_and_zeros_take_no_room(tmp_path: Path) -> None:
    data = b"core" + bytes(50_000)
    with open(tmp_path / "a", "w+b") as one, open(tmp_path / "b", "w+b") as other:
        sinks = [Sink(file.fileno(), 1 << 20, sparse=True) for file in (one, other)]
        tee(piped(data), sinks)
    assert [(tmp_path / name).read_bytes() for name in "ab"] == [data, data]
    assert [sink.problem for sink in sinks] == ["", ""]


def test_one_that_takes_no_more_does_not_hinder_the_other(tmp_path: Path) -> None:
    data = bytes(range(256)) * 100
    reading, writing = os.pipe()
    os.close(reading)
    with open(tmp_path / "whole", "w+b") as whole, open(tmp_path / "small", "w+b") as small:
        sinks = [
            Sink(writing, 1 << 20, sparse=False),
            Sink(small.fileno(), 1000, sparse=True),
            Sink(whole.fileno(), 1 << 20, sparse=True),
        ]
        tee(piped(data), sinks)
    assert (tmp_path / "whole").read_bytes() == data
    assert "Broken pipe" in sinks[0].problem
    assert "larger" in sinks[1].problem
