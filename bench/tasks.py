"""100,000 tasks of asyncio and 2,000 threads: what `attach --now` needs for them, and how long it
stops them.

The seconds are those of the processor: what counts is the work, and other programs run, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NamedTuple

from bench import workloads

PROGRAM = """
    import asyncio, threading
    THREADS, TASKS = 2_000, 100_000

    async def nap(event):
        await event.wait()

    async def main():
        event = asyncio.Event()
        tasks = [asyncio.create_task(nap(event)) for _ in range(TASKS)]
        await asyncio.sleep(0.5)
        print("ready", flush=True)
        await asyncio.gather(*tasks)

    never = threading.Event()
    threading.stack_size(64 * 1024)
    for _ in range(THREADS):
        threading.Thread(target=never.wait, daemon=True).start()
    asyncio.run(main())
"""
LOOK = """
    import gc, sys
    gc.disable()  # as the command does
    from atfault.analyze.live import look_into
    from atfault.options import Options
    from atfault.snapshot.target import Target
    with Target(int(sys.argv[1])) as target:
        look = look_into(target, Options())
    assert look.report.tasks
    print(look.moment.pause.seconds)
"""
SECONDS, MEGABYTES, PAUSE = 10.0, 500.0, 0.1


class Cost(NamedTuple):
    seconds: float
    """Of the processor."""
    megabytes: float
    pause: float
    """Seconds for which the program was stopped."""


def measure(runs: int) -> Cost:
    """The best of some runs."""
    program = [sys.executable, workloads.script(PROGRAM)]
    look = [sys.executable, workloads.script(LOOK)]
    target = subprocess.Popen(program, stdout=subprocess.PIPE)
    try:
        assert target.stdout is not None and target.stdout.readline() == b"ready\n"
        return Cost(*map(min, zip(*[_once([*look, str(target.pid)]) for _ in range(runs)])))
    finally:
        target.kill()
        target.wait()


def _once(argv: list[str]) -> Cost:
    process = subprocess.Popen(argv, stdout=subprocess.PIPE)
    assert process.stdout is not None
    pause = float(process.stdout.read())
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, pause)
