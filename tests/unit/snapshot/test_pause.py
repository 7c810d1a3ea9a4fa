"""What a pause makes of the threads it found; the pausing is tested on real processes."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.arch.x86_64 import X86_64
from atfault.errors import AccessError
from atfault.model.process import Registers, Thread
from atfault.snapshot.pause import _result


def target() -> Any:
    return SimpleNamespace(pid=os.getpid(), arch=X86_64)


def memory() -> Any:
    return SimpleNamespace()


def test_a_process_whose_only_thread_slept_uninterruptibly_and_moved_on_is_explained() -> None:
    asleep = [Thread(os.getpid(), "worker", Registers((1,) * 17), "D")]
    with pytest.raises(AccessError, match=r"\(worker\) was in uninterruptible sleep.*try again"):
        _result(target(), memory(), {}, {}, {}, asleep, (), 0.001)


def test_a_process_that_did_not_stop_in_time_is_named_with_its_threads() -> None:
    with pytest.raises(AccessError, match="in time are left out: 7, 8; try again"):
        _result(target(), memory(), {}, {}, {}, [], (7, 8), 0.5)
