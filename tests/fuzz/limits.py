"""Cases run in a forked process, each under limits on processor time and memory.

Nothing is contained there: an error that users would be told of as a warning is a failure.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable

from atfault.contained import DEBUG, RAISE
from fuzz.workers import last_lines

SECONDS, BYTES = 10, 500 << 20
Case = Callable[[int], None]


class TooLong(BaseException):
    """A case has used up its time."""


def failures(
    case: Case, numbers: range, seconds: float = SECONDS, memory: int = BYTES
) -> list[str]:
    """What became of the cases that raised, took longer or more than that: "7: KeyError …".

    seconds: of processor time, for one case. memory: besides what this process has by now.
    """
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            _work(case, numbers, seconds, memory, writing)
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as file:
        told = [json.loads(line) for line in file]
    _, status = os.waitpid(pid, 0)
    found = [f"{number}: {text}" for number, text in told if text]
    begun = told[-1][0] if told else numbers[0]
    if not told or told[-1][0] != "end":
        found.append(f"{begun}: the process ended with wait status {status:#x}")
    return found


def _work(case: Case, numbers: range, seconds: float, memory: int, out: int) -> None:
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[5]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_DATA, (used + memory, used + memory))
    signal.signal(signal.SIGPROF, _too_long)
    os.environ[DEBUG] = RAISE
    for number in numbers:
        _tell(out, number, "")
        began = time.process_time()
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds)
            case(number)
        except BaseException:
            took = time.process_time() - began
            _tell(out, number, f"after {took:.1f} s: {last_lines(8)}")
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    _tell(out, "end", "")


def _tell(out: int, number: object, text: str) -> None:
    line = json.dumps([number, text]) + "\n"
    os.write(out, line.encode())


def _too_long(*_: object) -> None:
    raise TooLong
