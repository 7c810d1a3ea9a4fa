"""The helper of gdb's command `atfault bt` (atfault_gdb/commands.py): registers and memory of a
process that gdb has stopped → its stacks, as text on standard output.

A program of its own, started by gdb: a question comes as JSON on standard input, a failure goes to
standard error as one line, with exit status 2.
"""

import json
import os
import struct
import sys
from typing import Any, NamedTuple

from atfault.analyze.process import analyze
from atfault.arch.x86_64 import USER_REGS
from atfault.errors import AtfaultError, UsageError
from atfault.model.report import Report
from atfault.options import Options
from atfault.report.escape import clean
from atfault.report.layout import PLAIN
from atfault.report.places import Places
from atfault.report.threads import ThreadLines
from atfault.snapshot.live import LiveSnapshot, StoppedThread

MAX_QUESTION = 64 << 20


class Question(NamedTuple):
    """What gdb asks."""

    pid: int
    memory: int
    """A file descriptor of /proc/PID/mem."""
    threads: tuple[StoppedThread, ...]
    """The selected one first."""
    is_for_all: bool
    is_verbose: bool
    width: int


def main() -> int:
    try:
        answer = stacks(question(json.loads(sys.stdin.buffer.read(MAX_QUESTION))))
    except AtfaultError as error:
        print(clean(str(error)), file=sys.stderr)
        return 2
    except (ValueError, KeyError, TypeError, struct.error) as error:
        print(f"gdb's question is damaged ({clean(repr(error))})", file=sys.stderr)
        return 2
    sys.stdout.write(answer)
    return 0


def question(asked: dict[str, Any]) -> Question:
    """Raises KeyError, TypeError, ValueError or struct.error where it is none."""
    selected = int(asked["selected"])
    threads = [
        StoppedThread(int(tid), USER_REGS.pack(*words), "t") for tid, words in asked["threads"]
    ]
    threads.sort(key=lambda thread: thread.tid != selected)
    return Question(
        int(asked["pid"]),
        int(asked["memory"]),
        tuple(threads),
        bool(asked["all"]),
        bool(asked["verbose"]),
        int(asked["width"]),
    )


def stacks(asked: Question) -> str:
    """The stacks of one thread or all. Raises AtfaultError."""
    if not asked.threads:
        raise UsageError("gdb knows of no stopped thread")
    with LiveSnapshot(asked.pid, asked.threads, kind="live", memory_fd=asked.memory) as snapshot:
        report = analyze(snapshot, Options())
    return render(report, asked)


def render(report: Report, asked: Question) -> str:
    """The text of the stacks that were asked for."""
    first = asked.threads[0].tid
    threads = report.threads
    if not asked.is_for_all:
        threads = tuple(thread for thread in threads if thread.tid == first)
    lines = ThreadLines(
        report._replace(threads=threads),
        Places(report, os.getcwd()),
        PLAIN,
        asked.width,
        verbose=asked.is_verbose,
        selected=first,
    ).render()
    return "\n".join(lines).strip("\n") + "\n"


if __name__ == "__main__":
    sys.exit(main())
