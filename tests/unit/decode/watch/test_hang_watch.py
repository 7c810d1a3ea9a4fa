"""When a program is said to make no progress, with looks that are told here."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from atfault.decode.watch import hang_watch
from atfault.options import Options


@pytest.mark.parametrize("slow", [1, 20])
def test_as_many_looks_as_belong_to_the_time_see_no_change(
    monkeypatch: pytest.MonkeyPatch, slow: int
) -> None:
    """slow: how many times as long as it should a sleep takes, as on a machine that is too busy."""
    clock, looks = [0.0], iter("aabbbccccc")

    def sleep(seconds: float) -> None:
        clock[0] += slow * seconds

    seen: list[str] = []
    watcher: Any = SimpleNamespace(
        sample=lambda detailed: seen.append(next(looks)),
        signature=lambda: seen[-1],
        activity=lambda: "".join(seen),
        run=sleep,
        in_own_code=set,
        parts=dict,
    )
    family = SimpleNamespace(started=tuple, forget=tuple, have_moved=bool)
    target: Any = SimpleNamespace(pid=1, is_gone=bool, refresh=bool)
    monkeypatch.setattr(
        hang_watch, "time", SimpleNamespace(sleep=sleep, monotonic=lambda: clock[0])
    )
    monkeypatch.setattr(hang_watch, "Watcher", lambda *_: watcher)
    monkeypatch.setattr(hang_watch, "_Members", lambda *_: family)
    monkeypatch.setattr(hang_watch, "has_new_threads", lambda *_: False)
    monkeypatch.setattr(hang_watch.procfs, "auxv", lambda pid: {})
    assert hang_watch.wait_for_hang(target, Options(), 8, has_told=False) == "aabbbccccc"
