"""Many looks at a process that starts and ends threads and forks all the time.

Its threads only ever run three chains of calls, so any other stack is a wrong one; it counts the
signals it gets, so a lost one shows. ATFAULT_LOOKS tells how many looks are taken (default 30).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from tests.integration.test_attach import becomes_free

from atfault.analyze.live import decoded
from atfault.options import Options
from atfault.snapshot.target import Target
from support.parts import times
from support.run_command import ATFAULT, environment

PROGRAM = """
import os, signal, sys, threading, time
def note(number, frame):
    pass
signal.signal(signal.SIGUSR1, note)
# The handler runs later, and once for several; its C part leaves a byte for each, in any thread.
arrived, left = os.pipe()
os.set_blocking(left, False)
os.set_blocking(arrived, False)
signal.set_wakeup_fd(left)
def leaf(n):
    total = 0
    for i in range(n):
        total += i
    return total
def middle_a(n):
    return leaf(n) + 1
def middle_b(n):
    return [leaf(n)][0]
def alpha():
    for _ in range(20):
        middle_a(200)
def beta():
    for _ in range(20):
        middle_b(200)
def keeper(target):
    while True:
        thread = threading.Thread(target=target, name="w-" + target.__name__)
        thread.start()
        thread.join()
def forker():
    while True:
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        time.sleep(0.005)
for target in (alpha, beta):
    for _ in range(2):
        threading.Thread(target=keeper, args=(target,), daemon=True).start()
threading.Thread(target=forker, daemon=True).start()
print("ready", flush=True)
while True:
    line = sys.stdin.readline()
    if not line:
        break
    print(len(os.read(arrived, 1 << 16)), flush=True)
"""

LOOKS = times("ATFAULT_LOOKS", few=12, many=100)

CALLS = {
    "<module>": {"", "note"},
    "note": {""},
    "alpha": {"", "middle_a"},
    "beta": {"", "middle_b"},
    "middle_a": {"", "leaf"},
    "middle_b": {"", "leaf"},
    "leaf": {""},
    "keeper": {"", "start", "join", "__init__"},
    "forker": {"", "_after_fork", "fork"},
}
"""Function of the program → what it may call; "" for what is not Python."""
ROOTS = {"alpha", "beta", "keeper", "forker"}
FRIENDS = {"alpha": "w-alpha", "beta": "w-beta"}


def wrong(names: list[str], thread: str) -> str:
    """Why a stack, outermost first, cannot be; "" when it can."""
    for caller, callee in zip(names, [*names[1:], ""]):
        if caller in CALLS and callee not in CALLS[caller] | {"note"}:
            return f"{caller} never calls {callee}"
    for name in names:
        if name in FRIENDS and thread.startswith("w-") and thread != FRIENDS[name]:
            return f"{name} in thread {thread}"
    return ""


@pytest.mark.representative("attach does no harm")
@pytest.mark.slow
@pytest.mark.chance
@pytest.mark.timeout(120 + 2 * LOOKS)
def test_many_looks_leave_no_trace_and_see_no_wrong_stack() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.readline()
    options = Options(locals=False, lines=False)
    problems: list[str] = []
    looks = chains = unreadable = 0
    try:
        while looks < LOOKS:
            os.kill(process.pid, signal.SIGUSR1)
            with Target(process.pid) as target:
                _, state = decoded(target, options)
            looks += 1
            for thread in state.threads:
                names = [f.python.code.name for f in thread.stack.frames[::-1] if f.python]
                chains += bool(names)
                unreadable += bool(names and thread.stack.stop_reason)
                problem = wrong(names, thread.name)
                if problem:
                    problems.append(f"look {looks}: {problem}: {names}")
        assert problems == []
        assert chains > 3 * looks  # seen at all: most threads come and go
        assert unreadable <= chains // 50
        assert becomes_free(process.pid)
        time.sleep(0.1)
        process.stdin.write("\n")
        process.stdin.flush()
        # Signals of one number merge while one is pending: each look gives it time to arrive.
        assert int(process.stdout.readline()) == looks
    finally:
        process.kill()
        process.wait()
    print(f"{looks} looks, {chains} stacks, {unreadable} of them incomplete")


@pytest.mark.slow
def test_the_command_sees_the_same_process_without_a_failure(tmp_path: object) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    try:
        for _ in range(3):
            done = subprocess.run(
                [*ATFAULT, "attach", "--now", "--no-lines", str(process.pid)],
                env=environment(str(tmp_path)),
                capture_output=True,
                text=True,
                timeout=60,
            )
            assert done.returncode == 0, done.stderr
            assert "internal error" not in done.stderr
        assert becomes_free(process.pid)
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()
