"""When a program that runs may be entered, and which may not be joined at all."""

from __future__ import annotations

import asyncio
import os
import subprocess
from types import SimpleNamespace

import pytest

from atfault.dap.gdb_mi import GdbError
from atfault.dap.joining import _CODE, _INNER, MEMORY_BYTES, _call, _why_not_now, check
from atfault.dap.sight import Sight
from atfault.errors import AtfaultError
from support.states import PID, native, python, thread

EVAL = native("_PyEval_EvalFrameDefault", "libpython")
WORKS = thread([EVAL, python("work")], tid=PID + 1, name="worker", holds_gil=True)
KEEPS = thread([native("spin", "extension"), EVAL, python("work", line=12)], holds_gil=True)
WAITS = thread([native("clock_nanosleep"), EVAL, python("main")], holds_gil=False)
ALLOCATES = thread([native("futex"), native("_int_malloc"), EVAL, python("main")], holds_gil=False)
WAKES = [native("take_gil", "libpython"), native("PyEval_RestoreThread", "libpython")]
TAKES = thread([*WAKES, EVAL, python("main")], holds_gil=False)
SLEEP = [native("__futex_abstimed_wait_common"), native("pthread_cond_timedwait")]
QUEUES = thread([*SLEEP, *WAKES, EVAL, python("main")], holds_gil=False)


@pytest.mark.parametrize(
    "threads",
    [(WAITS,), (WAITS, WORKS), (QUEUES, WORKS), (WORKS._replace(thread=WAITS.thread),)],
)
def test_it_may_be_entered_where_python_runs_or_could(threads: tuple) -> None:
    assert _why_not_now(Sight(threads), PID) == ""


@pytest.mark.parametrize(
    ("threads", "why"),
    [
        ((KEEPS,), "work:12 keeps the GIL"),
        ((WAITS, KEEPS._replace(thread=WORKS.thread)), "work:12 keeps the GIL"),
        ((ALLOCATES,), "_int_malloc"),
        ((TAKES,), "the GIL"),
        ((WORKS,), "main thread has ended"),
    ],
)
def test_it_is_not_entered_where_that_could_do_harm(threads: tuple, why: str) -> None:
    assert why in _why_not_now(Sight(threads), PID)


def test_what_is_put_into_it_fits_and_never_raises(capsys: pytest.CaptureFixture[str]) -> None:
    told = {"memory": 1 << 47, "bytes": MEMORY_BYTES, "begin": "/no/such/file" * 40}
    inner = _INNER.format(**told, folder="/f" * 200, path="/run/user/0/program.sock")
    assert len(_CODE.format(inner=inner)) < MEMORY_BYTES
    exec(_CODE.format(inner="raise SystemExit"), {})
    assert capsys.readouterr() == ("", "")


def test_nothing_is_called_where_gdb_could_not_put_the_registers_back() -> None:
    asked = []

    class Gdb:
        async def evaluate(self, expression: str) -> str:
            asked.append(expression)
            raise GdbError("Couldn't write extended state status: Bad address.")

    with pytest.raises(GdbError, match="cannot write the processor's registers"):
        asyncio.run(_call(SimpleNamespace(gdb=Gdb()), "", "", is_apart=True))  # type: ignore[arg-type]
    assert asked == ["$mxcsr = $mxcsr ^ 32, $mxcsr = $mxcsr ^ 32"]


def test_a_program_without_python_or_of_another_user_is_not_joined() -> None:
    for user in (None, 65534)[: 2 if os.geteuid() == 0 else 1]:
        with subprocess.Popen(["sleep", "60"], user=user) as process:
            try:
                with pytest.raises(AtfaultError, match="is of user" if user else "runs no Python"):
                    check(process.pid)
            finally:
                process.kill()
