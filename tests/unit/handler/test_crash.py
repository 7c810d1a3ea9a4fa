"""Who crashed is read from the kernel's words and /proc; here it is this process."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from atfault.handler.crash import read_crash


def words(pid: int, **other: str) -> list[str]:
    known = {"P": pid, "I": pid, "s": 11, "u": os.getuid(), "g": os.getgid(), "d": 1, "c": 0}
    numbers = {**known, "t": 1764000000, **other}
    return [*map(str, numbers.values()), "ship", "of", "theseus"]


@pytest.fixture
def sleeper() -> Iterator[int]:
    process = subprocess.Popen(["sleep", "1000"], env={"XDG_STATE_HOME": "/state"})
    try:
        while b"sleep" not in Path(f"/proc/{process.pid}/cmdline").read_bytes():
            pass  # not executed yet
        yield process.pid
    finally:
        process.kill()
        process.wait()


def test_a_python_is_one() -> None:
    crash = read_crash(words(os.getpid()))
    assert crash.is_python
    assert crash.values.host == "ship of theseus"
    assert crash.fsuid == os.geteuid()
    assert not crash.is_apart
    assert crash.landlord is None


def test_another_program_is_none(sleeper: int) -> None:
    crash = read_crash(words(sleeper))
    assert not crash.is_python
    assert (crash.values.comm, crash.state_home) == ("sleep", "/state")


def test_with_rights_that_its_user_has_not_it_is_root_s(sleeper: int) -> None:
    crash = read_crash(words(sleeper, d="2", u="1000"))
    assert crash.uid == 0
    assert crash.state_home == ""


@pytest.mark.parametrize(
    "argv", [[], ["1"], [*"12345678"][:-1] + ["x"], ["-1", *"2345678"], ["1" * 21, *"2345678"]]
)
def test_what_is_no_call_of_the_kernel_s_is_refused(argv: list[str]) -> None:
    with pytest.raises(ValueError, match=r"number"):
        read_crash(argv)


def test_a_process_that_is_gone_is_an_error() -> None:
    with pytest.raises(OSError, match="No such"):
        read_crash(words(2**22 + 7))
