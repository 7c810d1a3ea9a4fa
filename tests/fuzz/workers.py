"""Forked processes that run an analysis over damaged cores, each case under limits.

A worker that dies names its case, and another takes over behind it.
"""

from __future__ import annotations

import os
import resource
import selectors
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass

from atfault.errors import AtfaultError, MemoryFault
from fuzz.damage import Analysis, Base, Patch, case

ASLEEP = 12
"""How many times as long as it may compute a case may take."""


class Pool:
    """Forked workers; each takes every n-th case and reports a line a case."""

    def __init__(
        self,
        bases: list[Base],
        analysis: Analysis,
        seed: int,
        folder: str,
        seconds: int,
        memory: int,
    ) -> None:
        self.bases, self.analysis, self.seed, self.folder = bases, analysis, seed, folder
        self.seconds, self.memory = seconds, memory

    def run(self, count: int, workers: int) -> Iterator[tuple[int, str, str, float]]:
        """(case, outcome, detail, seconds) of every case, as they come."""
        with selectors.DefaultSelector() as waiting:
            for index in range(workers):
                self._start(waiting, range(index, count, workers))
            while waiting.get_map():
                for key, _ in waiting.select():
                    yield from self._collect(waiting, key)

    def _start(self, waiting: selectors.BaseSelector, numbers: range) -> None:
        if not numbers:
            return
        reading, writing = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                os.close(reading)
                self._work(numbers, writing)
                status = 0
            finally:
                os._exit(status)
        os.close(writing)
        waiting.register(reading, selectors.EVENT_READ, Worker(pid, numbers))

    def _collect(
        self, waiting: selectors.BaseSelector, key: selectors.SelectorKey
    ) -> Iterator[tuple[int, str, str, float]]:
        worker: Worker = key.data
        chunk = os.read(key.fd, 65536)
        worker.text += chunk
        *lines, worker.text = worker.text.split(b"\n")
        for line in lines:
            outcome, took, detail = line.decode().split("\t", 2)
            yield worker.numbers[worker.done], outcome, detail.replace("\r", "\n"), float(took)
            worker.done += 1
        if chunk:
            return
        waiting.unregister(key.fd)
        os.close(key.fd)
        _, status = os.waitpid(worker.pid, 0)
        if worker.done < len(worker.numbers):
            number = worker.numbers[worker.done]
            yield (number, *self._why_it_died(status))
            self._start(waiting, worker.numbers[worker.done + 1 :])

    def _why_it_died(self, status: int) -> tuple[str, str, float]:
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number == signal.SIGPROF:
                return "hang", f"computed for more than {self.seconds} s", float(self.seconds)
            if number == signal.SIGALRM:
                limit = self.seconds * ASLEEP
                return "hang", f"took more than {limit} s", float(limit)
            return "crash", f"the worker died of {signal.Signals(number).name}", 0.0
        return "crash", f"the worker exited with {os.waitstatus_to_exitcode(status)}", 0.0

    def _work(self, numbers: range, out: int) -> None:
        """In the worker: run the cases, each under its limits."""
        resource.setrlimit(resource.RLIMIT_DATA, (self.memory, self.memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for number in (signal.SIGALRM, signal.SIGPROF):
            signal.signal(number, signal.SIG_DFL)
        copies: dict[str, Scratch] = {}
        for number in numbers:
            base, kind, patches, size = case(self.bases, self.seed, number)
            copy = copies.get(base.path)
            if copy is None:
                name = f"{os.getpid()}.{len(copies)}"
                copy = copies[base.path] = Scratch(base, os.path.join(self.folder, name))
            copy.damage(patches, size)
            began = time.monotonic()
            # Of the processor: a loaded machine may not let it run for long. And it may sleep.
            signal.setitimer(signal.ITIMER_PROF, self.seconds)
            signal.setitimer(signal.ITIMER_REAL, self.seconds * ASLEEP)
            outcome, detail = self._one(copy.path)
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            took = time.monotonic() - began
            copy.repair(patches, size)
            where = f"{kind} of {os.path.basename(base.path)}: {detail}"
            line = f"{outcome}\t{took:.4f}\t{where.replace(chr(10), chr(13))}\n"
            os.write(out, line.encode("utf-8", "backslashreplace"))

    def _one(self, path: str) -> tuple[str, str]:
        try:
            self.analysis(path)
        except MemoryFault:
            return "crash", "a MemoryFault left the walkers: " + last_lines()
        except AtfaultError as error:
            if "\n" in str(error):
                return "crash", f"an error of more than one line: {error}"
            return "refused", ""
        except MemoryError:
            return "memory", last_lines()
        except BaseException:
            return "crash", last_lines()
        return "ok", ""


@dataclass
class Worker:
    pid: int
    numbers: range
    done: int = 0
    text: bytes = b""


class Scratch:
    """A copy of a core that is damaged and repaired in place: a large core is copied once."""

    def __init__(self, base: Base, path: str) -> None:
        self.base, self.path = base, path
        with open(path, "wb") as file:
            file.write(base.data)

    def damage(self, patches: list[Patch], size: int | None) -> None:
        with open(self.path, "r+b") as file:
            for at, content in patches:
                file.seek(at)
                file.write(content)
            if size is not None:
                file.truncate(size)

    def repair(self, patches: list[Patch], size: int | None) -> None:
        data = self.base.data
        with open(self.path, "r+b") as file:
            for at, content in patches:
                file.seek(at)
                file.write(data[at : at + len(content)])
            if size is not None:
                file.seek(size)
                file.write(memoryview(data)[size:])
            file.truncate(len(data))


def last_lines(count: int = 4) -> str:
    """The exception and the innermost frames, on a few lines."""
    kind, error, trace = sys.exc_info()
    frames = traceback.extract_tb(trace)[-count:]
    places = [f"{os.path.basename(f.filename)}:{f.lineno} {f.name}: {f.line}" for f in frames]
    return f"{getattr(kind, '__name__', kind)}: {str(error)[:200]}\n    " + "\n    ".join(places)
