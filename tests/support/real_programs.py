"""The programs of tests/real: hangs and crashes that people reported to other projects, and healthy
ones.

Beside the programs of a folder stands `answers.toml`, one table a program. It is written before the
program's report is seen for the first time:

    thread     where it was reported or is documented (the program says it as well)
    cause      the causes that are right, the best one first
    vague      causes that are true, but less than what the thread found out
    says       patterns of what the first finding must say to be more than vague
    never      patterns of what must not be said, in any finding that claims more than "possible"
    certain    false: nobody can be certain of it from outside
    packages   what it was written with; of tests/real/requirements.txt or of the tests themselves.
               For a crash, any pinned requirements: each set gets an environment of its own, from
               wheels (support/real_pins.py)
    needs      programs that must be installed (redis-server, gcc …)
    on         the Python that a crash needs ("3.9", "3.13t"); else the runner's own
    python     further interpreters that it is run on ("3.9"): hangs, the standard library's alone
    look       how it is looked at: attach, now, saved, gcore, run; crashes: run, core, again (see
               tests/real/run.py)
    kind       what kind of report it must be: crash (the default), killed, exception …
    ci         true: it is part of the short run

In a program, a line that ends in `# <-- here` is one to blame, and one that ends in `# <-- also`
is true but tells less; a crash without either has no line of its own. A program that hangs prints
READY when it is about to; from then on it is watched until it is quiet. A program that crashes
just crashes: one that ends by an exception in place of it counts as not run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
import time
import uuid
from typing import Any, NamedTuple

import tomllib

REAL = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "real")
START_LIMIT_S = 60
QUIET_S = 1.0
NEVER_QUIET_S = 10.0
"""A program that still works so long after READY is looked at as it is: it may never rest."""
TICKS_OF_REST = 2
FIRST_LOOK = {"crashes": ("run",)}
"""How the programs of a folder are looked at where their answer does not say."""
MARK = "ATFAULT_REAL_PROGRAM"
"""Environment variable by which all processes of a program are found again."""


class Answer(NamedTuple):
    """What is known of one program, and what is the right thing to say about it."""

    name: str
    path: str
    thread: str
    cause: tuple[str, ...]
    vague: tuple[str, ...]
    says: tuple[str, ...]
    never: tuple[str, ...]
    certain: bool
    packages: tuple[str, ...]
    needs: tuple[str, ...]
    on: str
    """"": the runner's own interpreter."""
    python: tuple[str, ...]
    look: tuple[str, ...]
    kind: str
    ci: bool
    here: frozenset[int]
    """Lines to blame."""
    also: frozenset[int]
    """Lines that are true and tell less."""


def answers(folder: str) -> list[Answer]:
    """What stands in tests/real/<folder>/answers.toml, by name. Raises ValueError when a program
    has no answer or an answer no program."""
    base = os.path.join(REAL, folder)
    with open(os.path.join(base, "answers.toml"), "rb") as file:
        tables = tomllib.load(file)
    programs = {name[:-3] for name in os.listdir(base) if name.endswith(".py")}
    if programs ^ set(tables):
        raise ValueError(f"{folder}: programs or answers alone: {sorted(programs ^ set(tables))}")
    return [_answer(folder, name, table) for name, table in sorted(tables.items())]


def _answer(folder: str, name: str, table: dict[str, Any]) -> Answer:
    path = os.path.join(REAL, folder, name + ".py")
    with open(path, encoding="utf-8") as file:
        text = file.read().splitlines()
    marked = {
        mark: frozenset(n for n, line in enumerate(text, 1) if line.endswith(f"# <-- {mark}"))
        for mark in ("here", "also")
    }
    unknown = set(table) - set(Answer._fields)
    if unknown:
        raise ValueError(f"{name}: answers.toml knows no {sorted(unknown)}")
    return Answer(
        name,
        path,
        table.get("thread", ""),
        tuple(table.get("cause", ())),
        tuple(table.get("vague", ())),
        tuple(table.get("says", ())),
        tuple(table.get("never", ())),
        table.get("certain", True),
        tuple(table.get("packages", ())),
        tuple(table.get("needs", ())),
        table.get("on", ""),
        tuple(table.get("python", ())),
        tuple(table.get("look", FIRST_LOOK.get(folder, ("attach",)))),
        table.get("kind", "crash"),
        table.get("ci", False),
        marked["here"],
        marked["also"],
    )


class NotRun(Exception):
    """A program did not get as far as its hang or crash; the text says why."""


class Running:
    """A program started in a folder of its own; close() ends it and all that it started.

    `piped`: its output goes through a pipe, as where other programs read it, and not into a file.
    """

    def __init__(
        self, name: str, command: list[str], environment: dict[str, str], piped: bool = False
    ) -> None:
        self.name = name
        self.folder = tempfile.mkdtemp(prefix="atfault-real-")
        self.mark = uuid.uuid4().hex
        self._log = os.memfd_create(name)
        output = self._log
        if piped:
            outgoing, output = os.pipe()
            threading.Thread(target=self._collect, args=(outgoing,), daemon=True).start()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
            env={**environment, MARK: self.mark},
            start_new_session=True,
        )
        if piped:
            os.close(output)

    def _collect(self, outgoing: int) -> None:
        with os.fdopen(outgoing, "rb", buffering=0) as pipe:
            while piece := pipe.read(65536):
                try:
                    os.write(self._log, piece)
                except OSError:  # closed: nobody wants the rest
                    return

    def output(self) -> str:
        size = os.fstat(self._log).st_size
        return os.pread(self._log, size, 0).decode(errors="replace")

    def wait_until_quiet(self) -> None:
        """Return when it said READY and has come to rest, or will not. Raises NotRun."""
        deadline = time.monotonic() + START_LIMIT_S
        while "READY" not in self.output():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise NotRun(f"did not get ready: {self.output()[-600:]}")
            time.sleep(0.05)
        ready = since = time.monotonic()
        before = self._at_work()
        while time.monotonic() - since < QUIET_S and time.monotonic() - ready < NEVER_QUIET_S:
            time.sleep(0.1)
            now = self._at_work()
            if now[0] != before[0] or now[1] - before[1] > TICKS_OF_REST:
                since, before = time.monotonic(), now
        if self.process.poll() is not None:
            raise NotRun(f"ended with {self.process.returncode}: {self.output()[-600:]}")

    def _at_work(self) -> tuple[frozenset[str], int]:
        """(its threads, those of all its processes; the processor time that they used, in ticks)"""
        tasks: set[str] = set()
        ticks = 0
        for pid in self.pids():
            try:
                for tid in os.listdir(f"/proc/{pid}/task"):
                    with open(f"/proc/{pid}/task/{tid}/stat", "rb") as file:
                        fields = file.read().rpartition(b")")[2].split()
                    tasks.add(tid)
                    ticks += int(fields[11]) + int(fields[12])
            except OSError:
                continue
        return frozenset(tasks), ticks

    def pids(self) -> list[int]:
        """Its processes: all of its session, and all that inherited the mark. (A server that writes
        its own title over its environment has the one, a daemon the other.)"""
        found = [self.process.pid]
        wanted = f"{MARK}={self.mark}".encode()
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/environ", "rb") as file:
                    is_marked = wanted in file.read().split(b"\0")
                is_of_session = os.getsid(int(name)) == self.process.pid
            except OSError:
                continue
            if (is_marked or is_of_session) and int(name) != found[0]:
                found.append(int(name))
        return found

    def close(self) -> None:
        """End every process of it, and remove its folder."""
        for _ in range(5):
            for pid in self.pids():
                try:
                    os.kill(pid, 9)
                except ProcessLookupError:
                    pass
            self.process.wait()
            if len(self.pids()) == 1:
                break
            time.sleep(0.1)
        if self.process.stdin is not None:
            self.process.stdin.close()
        os.close(self._log)
        shutil.rmtree(self.folder, ignore_errors=True)
