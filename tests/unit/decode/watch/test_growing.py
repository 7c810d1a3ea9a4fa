"""When a program that grows is looked at; its sizes and the time are told here."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.decode.watch import growing

MB = 1 << 20


class Growth:
    """What is looked at, and when."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, sizes: list[int], cost: float = 0) -> None:
        """sizes: in MB, one each time that it is asked; then the program is gone. cost: seconds
        that a look takes."""
        self.now, self.closed = 0.0, 0
        self.asked: list[float] = []
        self.looks: list[tuple[int, int, float]] = []
        coming = iter(sizes)

        def size(pid: int) -> int | None:
            self.asked.append(self.now)
            found = next(coming, None)
            return None if found is None else found * MB

        def sleep(seconds: float) -> None:
            self.now += seconds

        def look(grown: int, size: int, seconds: float) -> None:
            self.looks.append((grown // MB, size // MB, round(seconds, 6)))
            self.now += cost

        def close() -> None:
            self.closed += 1

        watch = SimpleNamespace(
            look=look,
            store=lambda fd: None,
            growth=lambda: SimpleNamespace(looks=len(self.looks)),
            close=close,
        )
        clock = SimpleNamespace(monotonic=lambda: self.now, sleep=sleep)
        monkeypatch.setattr(growing, "resident", size)
        monkeypatch.setattr(growing, "time", clock)
        monkeypatch.setattr(growing.procfs, "lives", lambda pid: True)
        monkeypatch.setattr(growing.lazy, "load", lambda name: lambda pid, access: watch)
        growing.watch_growth(1, None, 2)


def test_a_program_is_looked_at_each_time_that_it_has_grown_by_so_much(monkeypatch):
    found = Growth(monkeypatch, [100, 110, 123, 124, 124, 147, 148])
    assert [one[:2] for one in found.looks] == [(24, 124), (24, 148)]
    assert found.closed == 1


def test_a_large_one_is_looked_at_when_it_has_grown_by_a_part_of_it(monkeypatch):
    found = Growth(monkeypatch, [2400, 2499, 2500, 2603, 2604, 2605])
    assert [one[:2] for one in found.looks] == [(100, 2500), (105, 2605)]


def test_what_it_gave_back_counts_when_it_grows_again(monkeypatch):
    found = Growth(monkeypatch, [100, 50, 73, 74])
    assert [one[:2] for one in found.looks] == [(24, 74)]


def test_one_that_does_not_grow_is_asked_more_and_more_seldom(monkeypatch):
    found = Growth(monkeypatch, [100] * 60)
    between = [round(later - one, 6) for one, later in zip(found.asked, found.asked[1:])]
    assert between[:2] == [0.05, 0.055] and between == sorted(between) and between[-1] == 0.5
    assert found.looks == []
    found = Growth(monkeypatch, [100] * 60 + [124, 125])
    between = [later - one for one, later in zip(found.asked, found.asked[1:])]
    assert between[-2:] == [pytest.approx(0.05), pytest.approx(0.055)]


def test_the_seconds_are_counted_from_when_it_began(monkeypatch):
    found = Growth(monkeypatch, [100, 124])
    assert found.looks == [(24, 124, 0.05)]


def test_after_the_first_looks_they_take_a_small_part_of_the_time(monkeypatch):
    found = Growth(monkeypatch, [100 * number for number in range(1, 400)], cost=0.1)
    first = found.looks[: growing.FREE_LOOKS]
    assert {one[0] for one in first} == {100}
    later = [one[2] for one in found.looks[growing.FREE_LOOKS - 1 :]]
    assert (
        all(two - one > growing.SHARE * 0.1 for one, two in itertools.pairwise(later))
        and len(later) > 1
    )


def test_for_a_small_program_nothing_is_loaded_that_would_look_at_it(monkeypatch):
    assert Growth(monkeypatch, [20, 23]).closed == 0


def test_the_size_of_a_process_is_what_is_resident(monkeypatch):
    told: dict[str, Any] = {"/proc/7/statm": b"900 30 4 1 0 5 0\n"}
    monkeypatch.setattr(growing.procfs, "read", lambda path, limit: told.get(path, b""))
    assert growing.resident(7) == 30 * growing._PAGE
    assert growing.resident(8) is None
