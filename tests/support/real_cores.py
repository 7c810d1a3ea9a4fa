"""Cores of real crashes, made on this machine for the tests that need them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from support.core_files import allow_core, why_no_core
from support.parts import is_first

CRASH = """
import ctypes, threading, time

class Job:
    def __init__(self, name, size):
        self.name, self.size, self.parts = name, size, [b"x" * size, {"k": (1, 2.5, None)}]

def wait(event):
    event.wait(60)

def fail(job, values):
    text = "text with \\u00e9 and \\U0001f600"
    total = sum(values)
    ctypes.string_at(8)

event = threading.Event()
threading.Thread(target=wait, args=(event,), daemon=True).start()
time.sleep(0.05)
fail(Job("job", 20), [1, 2, 3, 1 << 80])
"""

HANG = """
import asyncio, collections, concurrent.futures, os, queue, signal, sys, threading, time

class Account:
    def __init__(self, owner, amount):
        self.owner, self.amount, self.history = owner, amount, collections.deque([1, 2, amount])
        self.lock = threading.RLock()
    def give(self, other):
        with self.lock:
            time.sleep(0.2)
            with other.lock:
                self.amount -= 1

def numbers(n):
    for i in range(n):
        yield {"i": i, "text": "ab" * i, "set": {1, 2.5, None}, "deep": [[[[i]]]]}

def consume(q):
    g = numbers(5)
    next(g)
    q.get()

async def eat(name, lock, event):
    async with lock:
        await event.wait()

async def dinner():
    lock, event = asyncio.Lock(), asyncio.Event()
    await asyncio.gather(*[eat(f"guest-{i}", lock, event) for i in range(4)])

a, b = Account("ann", 10), Account("bob", 1 << 90)
condition, barrier = threading.Condition(), threading.Barrier(3)
def wait():
    with condition:
        condition.wait()
pool = concurrent.futures.ThreadPoolExecutor(1)
future = pool.submit(time.sleep, 60)
for target, args in (
    (a.give, (b,)), (b.give, (a,)), (consume, (queue.Queue(),)), (wait, ()), (barrier.wait, ()),
    (future.result, ()), (lambda: asyncio.run(dinner()), ()), (os.read, (os.pipe()[0], 1)),
):
    threading.Thread(target=target, args=args, daemon=True).start()
time.sleep(0.6)
os.kill(os.getpid(), signal.SIGQUIT)
time.sleep(60)
"""
"""Whatever threads and tasks wait for; SIGQUIT asks for a look at it."""


def dump(python: str, folder: Path, script: str = CRASH) -> Path | str:
    """Let `python` crash on `script` in `folder`; returns the core, or why there is none."""
    reason = why_no_core()
    if reason:
        return reason
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("core*"):
        old.unlink()
    program = folder / "crash.py"
    program.write_text(script)

    subprocess.run(
        [python, str(program)],
        cwd=folder,
        preexec_fn=allow_core,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    cores = sorted(folder.glob("core*"))
    if not cores or not cores[0].stat().st_size:
        return "the crash left no core (ulimit -c is 0 and may not be raised?)"
    return cores[0]


def pyenv_pythons() -> dict[str, str]:
    """Minor version ("3.11") → interpreter, of those that pyenv installed; `make test` wants
    none of them."""
    found: dict[str, str] = {}
    if is_first():
        return found
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for python in sorted(root.glob("3.*/bin/python3")):
        minor = ".".join(python.parts[-3].split(".")[:2])
        found[minor] = str(python)
    return found


def system_python() -> str | None:
    """The distribution's own interpreter, or None."""
    return shutil.which("python3", path="/usr/bin:/bin")
