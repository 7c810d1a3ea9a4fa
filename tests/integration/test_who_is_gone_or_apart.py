"""Live programs whose waits end by whom only the objects tell: a thread that has ended, the thread
that made a connection of SQLite, a child that computes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from atfault.analyze.live import look_into
from atfault.model.findings import Finding
from atfault.options import Options
from atfault.snapshot.target import Target

pytestmark = pytest.mark.slow
ENDED = """
import queue, threading, time

class Sorter(threading.Thread):
    def __init__(self, letters, sorted_):
        super().__init__(name={name!r}, daemon=True)
        self.letters, self.sorted = letters, sorted_

    def run(self):
        while True:
            self.sorted.put(1 / self.letters.get())

class Idler(threading.Thread):
    def run(self):
        pass

letters, sorted_ = queue.Queue(), queue.Queue()
threads = [Sorter(letters, sorted_), Idler(name="idler")]
for one in threads:
    one.start()
letters.put(0)
threads[1].join()
time.sleep(0.3)
print("ready", flush=True)
sorted_.get()
"""
CONNECTIONS = """
import os, sqlite3, tempfile, threading
from concurrent.futures import ThreadPoolExecutor

class Ledger:
    def __init__(self, path):
        self.path, self.made = path, {}

    def connection(self):
        me = threading.get_ident()
        if me not in self.made:
            self.made[me] = sqlite3.connect(self.path, timeout=100_000)
        return self.made[me]

    def note(self, text):
        self.connection().execute("insert into note values (?)", (text,))

ledger = Ledger(os.path.join(tempfile.mkdtemp(), "ledger.db"))
ledger.connection().execute("create table note (text)")
ledger.note("begun")
pool = ThreadPoolExecutor(1)
written = pool.submit(ledger.note, "more")
print("ready", flush=True)
written.result()
"""
COMPUTES = """
import multiprocessing

def count(limit):
    found = 0
    while found != limit:
        found = (found + 2) % 10
    return found

if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        counted = pool.map_async(count, [2, 5])
        print("ready", flush=True)
        counted.get()
"""


def first(tmp_path: Path, program: str, watch: float = 0.0) -> Finding:
    """The first finding on a program that has said that it is ready."""
    (tmp_path / "program.py").write_text(program)
    command = [sys.executable, "program.py"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, cwd=tmp_path, start_new_session=True, **streams)
    try:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        with Target(process.pid) as target:
            return look_into(target, Options(lines=False), watch).report.diagnosis[0]
    finally:
        subprocess.run(["kill", "-KILL", "--", f"-{process.pid}"], check=False)
        process.communicate()


def test_a_thread_that_has_ended_and_would_have_ended_the_wait_is_told(tmp_path: Path) -> None:
    found = first(tmp_path, ENDED.format(name="sorter"))
    assert (found.cause, found.confidence) == ("waits-for-nobody", "likely")
    told = [one.text for one in found.evidence if "has ended" in one.text]
    assert len(told) == 1
    assert told[0].startswith('thread "sorter" has ended: Sorter.run')


def test_a_connection_that_nobody_has_at_hand_is_of_the_thread_that_made_it(tmp_path: Path) -> None:
    found = first(tmp_path, CONNECTIONS, watch=1.0)
    assert (found.cause, found.confidence) == ("deadlock", "likely")


def test_a_child_that_computes_is_watched_as_well(tmp_path: Path) -> None:
    found = first(tmp_path, COMPUTES, watch=1.5)
    assert found.cause == "busy-loop"
    assert "count" in {one.function for one in found.blame}
