"""When a program is said to make no progress, with looks that are told here."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.decode.watch import hang_watch
from atfault.errors import AccessError
from atfault.options import Options


class Told:
    """A program of which looks see what is told here, and the seconds that pass meanwhile."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        looks: str,
        slow: int = 1,
        stands: bool = False,
        values: str = "",
        polls: str = "",
    ) -> None:
        """slow: how many times as long as it should a sleep takes, as on a machine that is too
        busy. stands: whether a thread of the user's never moves. values: what its variables are in
        each look. polls: "polls" when it waits for events, "turns" when it goes round in a
        loop whose exits look at the same."""
        self.now = 0.0
        self.seen = ""
        coming = iter(looks)

        def sleep(seconds: float) -> None:
            self.now += slow * seconds

        def sample(detailed: bool) -> None:
            self.seen += next(coming)

        self.watcher: Any = SimpleNamespace(
            sample=sample,
            signature=lambda: self.seen[-1],
            activity=lambda: self.seen,
            in_own_code=lambda: {1} if stands else set(),
            parts=lambda: {1: (("waits", 0, values[len(self.seen) :][:1]),)} if stands else {},
            polling=lambda: {1} if polls == "polls" else set(),
            turning=lambda: {1} if polls == "turns" else set(),
            run=sleep,
        )
        family = SimpleNamespace(started=tuple, forget=tuple, have_moved=bool)
        monkeypatch.setattr(
            hang_watch, "time", SimpleNamespace(sleep=sleep, monotonic=lambda: self.now)
        )
        monkeypatch.setattr(hang_watch, "Watcher", lambda *_: self.watcher)
        monkeypatch.setattr(hang_watch, "_Members", lambda *_: family)
        monkeypatch.setattr(hang_watch, "has_new_threads", lambda *_: False)
        monkeypatch.setattr(hang_watch.procfs, "auxv", lambda pid: {})

    def hang(self, has_told: bool = False, **more: Any) -> Any:
        """What the wait for a hang of eight seconds returns."""
        target: Any = SimpleNamespace(pid=1, is_gone=bool, refresh=bool)
        return hang_watch.wait_for_hang(target, Options(), 8, has_told, **more)


@pytest.mark.parametrize("slow", [1, 20])
def test_as_many_looks_as_belong_to_the_time_see_no_change(
    monkeypatch: pytest.MonkeyPatch, slow: int
) -> None:
    assert Told(monkeypatch, "aabbbccccc", slow).hang() == "aabbbccccc"


def test_a_thread_that_stands_still_beside_others_is_looked_at_less_and_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = Told(monkeypatch, "ab" * 60, stands=True)
    asked: list[float] = []

    def is_fault(activity: object) -> bool:
        asked.append(told.now)
        return len(asked) == 4

    assert told.hang(is_fault=is_fault)
    waited = [later - before for before, later in itertools.pairwise(asked)]
    assert asked[0] > 8
    assert all(later > 1.5 * before for before, later in itertools.pairwise(waited))


@pytest.mark.parametrize("polls", ["polls", "turns", ""])
def test_what_tasks_change_or_turns_is_no_progress_of_who_waits_for_events_or_goes_round(
    monkeypatch: pytest.MonkeyPatch, polls: str
) -> None:
    told = Told(monkeypatch, "ab" * 20 + "c" * 9, stands=True, values="xy" * 60, polls=polls)
    found = told.hang(is_fault=lambda activity: True)
    assert (len(found) < 20) == bool(polls)


def test_nobody_is_asked_where_no_thread_of_the_users_stands_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = Told(monkeypatch, "abababababccccc")
    assert told.hang(is_fault=lambda activity: True) == "abababababccccc"


def test_what_has_been_told_is_told_again_only_after_something_has_moved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = Told(monkeypatch, "aaaaaaaaaabbbbbbbb")
    assert told.hang(has_told=True) == "aaaaaaaaaabbbbb"


def test_children_that_move_keep_a_program_from_hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = Told(monkeypatch, "a" * 30).hang()
    told, moves = Told(monkeypatch, "a" * 30), iter([True] * 9)
    family = SimpleNamespace(started=tuple, forget=tuple, have_moved=lambda: next(moves, False))
    monkeypatch.setattr(hang_watch, "_Members", lambda *_: family)
    assert len(told.hang()) == len(quiet) + 9


@pytest.mark.parametrize("what", ["is_gone", "auxv"])
def test_a_program_that_is_gone_or_another_one_by_now_is_an_error(
    monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    told = Told(monkeypatch, "a" * 30)
    images = iter([{1: 1}, {1: 1}, {1: 1}, {1: 2}])
    if what == "auxv":
        monkeypatch.setattr(hang_watch.procfs, "auxv", lambda pid: next(images))
    target: Any = SimpleNamespace(pid=1, is_gone=lambda: what == "is_gone", refresh=bool)
    with pytest.raises(AccessError, match="is another program now"):
        hang_watch.wait_for_hang(target, Options(), 8, has_told=False)
    assert told.seen == ("aa" if what == "auxv" else "")
