from __future__ import annotations

import time
from typing import Any

from atfault.model.process import SignalInfo
from atfault.snapshot.tracing.crashes import DYING_SECONDS, Crashes

SEGV = SignalInfo(11, 1, 0x10, None, None, 43)


class Nothing:
    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was asked for")


def test_a_process_that_was_let_go_to_die_is_not_looked_at_again() -> None:
    nothing: Any = Nothing()
    crashes = Crashes(nothing, nothing, nothing, nothing, nothing, nothing)
    crashes._dying[42] = time.monotonic()
    assert crashes.on_fatal(43, 42, SEGV, b"") is False


def test_one_that_lives_on_is_looked_at_again() -> None:
    class Family:
        main = 42
        living: set[int] = set()

    nothing: Any = Nothing()
    family: Any = Family()
    crashes = Crashes(family, nothing, nothing, nothing, nothing, nothing)
    crashes._dying[42] = time.monotonic() - DYING_SECONDS - 1
    assert crashes.on_fatal(1 << 30, 42, SEGV, b"") is False  # no such thread to be asked
    assert family.living == {42}
