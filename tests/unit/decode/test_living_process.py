"""A process that waits in every way, decoded as a whole: what each thread waits for, who holds
what, and what belongs to it. The picture is kept in tests/golden/decode/living.txt."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from atfault.decode.state import decode
from atfault.model.absent import Absent
from atfault.model.state import ProcessState
from atfault.options import Options
from atfault.snapshot.stop import Stop

PROGRAM = os.path.join(os.path.dirname(__file__), "waiting_program.py")
SECONDS = 60


@pytest.fixture(scope="module")
def process(tmp_path_factory) -> Iterator[tuple[ProcessState, dict[int, str]]]:
    """It, and names for ids that differ from run to run."""
    folder = str(tmp_path_factory.mktemp("living"))
    running = subprocess.Popen([sys.executable, PROGRAM, folder])
    try:
        end = time.monotonic() + SECONDS
        while not os.path.exists(os.path.join(folder, "ready")):
            assert running.poll() is None and time.monotonic() < end
            time.sleep(0.05)
        with open(os.path.join(folder, "children")) as file:
            child, gone = map(int, file.read().split())
        with Stop(running.pid) as snapshot:
            state = decode(snapshot, Options(lines=False))
            state.waiting, state.threads, state.python, state.gil, state.warnings  # noqa: B018
        yield state, {running.pid: "PROGRAM", child: "CHILD", gone: "GONE"}
    finally:
        running.kill()
        running.wait()
        with open(os.path.join(folder, "children")) as file:
            os.kill(int(file.read().split()[0]), signal.SIGKILL)


class Picture:
    """What was decoded, without numbers that differ from run to run."""

    def __init__(self, state: ProcessState, named: dict[int, str]) -> None:
        self.state, self.pids = state, named
        self.tids = {one.thread.tid: one.python_name or "native" for one in state.threads}
        self.waiting = state.waiting

    def lines(self) -> Iterator[str]:
        yield from sorted(self.waits())
        yield from sorted(self.holds())
        yield from sorted(self.tasks())
        yield from sorted(self.channel_ends())
        yield from sorted(self.relatives())
        handlers = self.waiting.handlers
        for one in () if isinstance(handlers, Absent) else handlers:
            if one.mine:  # coverage.py may have one as well
                yield f"handler: {one.signal} {one.function} {one.calls} {one.is_whole}"
        for pool in self.waiting.pools:
            workers = [self.tids[tid] for tid in pool.workers]
            yield f"pool: {workers} idle {pool.idle} queued {pool.queued}"
        yield f"refused: {self.waiting.refused}, locked: {len(self.waiting.locked or ())}"

    def waits(self) -> Iterator[str]:
        for one in self.waiting.waits:
            if self.tids.get(one.tid, "native") == "native":
                continue
            told = [self.place(one.place), one.operation, one.use, one.idle]
            told.append({True: "exact", False: "inexact"}[one.exact])
            told.append(one.manner)
            told.append(one.target_tid and f"thread {self.tids[one.target_tid]}")
            told.append(one.target_pid and f"process {self.pids.get(one.target_pid, 'another')}")
            told.append(one.target_task and "a task")
            told.append([self.tids[tid] for tid in one.brought_by] or None)
            words = ", ".join(str(word) for word in told if word)
            yield f"wait: {self.tids[one.tid]}: {self.resource(one.resource)}: {words}"

    def resource(self, one) -> str:
        """Its facts too, where they say something."""
        facts = [
            f"{name}={value}"
            for fact in (one.lock, one.queue, one.future, one.channel)
            for name, value in fact._asdict().items()
            if value != fact._field_defaults[name] and name not in ("fd", "owner", "lock_inode")
        ]
        return self.plain(" ".join(filter(None, (one.kind, one.name, one.detail, *facts))))

    def place(self, place) -> str:
        if place is None:
            return "nowhere"
        return place.function.rpartition(".")[2] + ("" if place.mine else " of others")

    def holds(self) -> Iterator[str]:
        for one in self.waiting.holds:
            what = self.resource(one.resource)
            yield f"hold: {self.tids[one.tid]}: {what}: {one.proof} {self.place(one.place)}"

    def tasks(self) -> Iterator[str]:
        for task in self.waiting.tasks:
            wait = task.wait
            place = "nowhere" if wait is None else self.place(wait.place)
            what = "nothing"
            if wait is not None and wait.resource is not None:
                what = self.resource(wait.resource)
            yield self.plain(f"task: {task.name}: {task.waits_for}: {what}: {place}")

    def channel_ends(self) -> Iterator[str]:
        for one in self.waiting.channel_ends:
            who = self.pids.get(one.pid, "another")
            yield self.plain(f"end: {one.key}: {who} {one.direction} {one.is_peer}")

    def relatives(self) -> Iterator[str]:
        relatives = self.waiting.relatives
        for one in () if isinstance(relatives, Absent) else relatives:
            who = self.pids.get(one.pid, "another")
            if who in ("CHILD", "GONE"):
                died = f"{one.exit_code} {one.signal} {one.has_died}"
                yield f"relative: {who} {one.relation} {one.role} {died}"

    def plain(self, text: str) -> str:
        """Without addresses, ids and folders."""
        text = text.replace(sys.executable, "PYTHON")
        text = re.sub(r"0x[0-9a-f]+", "ADDRESS", text)
        text = re.sub(r"[^\s']*/living\d+/", "FOLDER/", text)
        text = re.sub(r" \(fd \d+\)", "", text)
        text = re.sub(r"(lock_fds=\()[^)]*", r"\1N", text)
        for pid, name in self.pids.items():
            text = re.sub(rf"\b{pid}\b", name, text)
        return re.sub(r"\d{3,}", "N", text)


def test_what_is_decoded_of_a_process_that_waits_in_every_way(process, golden):
    state, named = process
    golden(os.path.join("decode", "living.txt"), "\n".join(Picture(state, named).lines()) + "\n")
