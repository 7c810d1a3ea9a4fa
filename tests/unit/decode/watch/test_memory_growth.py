"""Samples of a process that grows."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from atfault.decode.watch.growing import resident
from atfault.decode.watch.memory_growth import GrowthWatch, load, store
from atfault.model.out_of_memory import GrownLine, MemoryGrowth

GROWTH = MemoryGrowth(100, 2, 1000, 1.5, (GrownLine("/a.py", 3, "f", 60, 1, (("/a.py", 9, "g"),)),))
PROGRAM = """
import sys, time
def fill(rows):
    print("ready", flush=True)
    while True:
        rows.append(bytearray(1 << 12))
        if len(rows) > 5000: rows.clear()
fill([])
"""


def test_what_was_stored_is_loaded_again():
    fd = os.memfd_create("test")
    assert load(fd) is None
    store(fd, GROWTH)
    store(fd, GROWTH._replace(looks=3))
    assert load(fd) == GROWTH._replace(looks=3)
    os.close(fd)


def test_half_a_record_is_none():
    fd = os.memfd_create("test")
    store(fd, GROWTH)
    size = os.fstat(fd).st_size
    for cut in (1, 8, size - 1):
        os.ftruncate(fd, cut)
        assert load(fd) is None
    os.close(fd)


def test_the_resident_size_of_a_process_that_is_gone_is_unknown():
    assert (resident(os.getpid()) or 0) > 1 << 20
    assert resident(1 << 30) is None


def test_the_line_that_runs_is_named_without_stopping_the_program(tmp_path):
    script = tmp_path / "grows.py"
    script.write_text(PROGRAM)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        watch = GrowthWatch(process.pid, None)
        try:
            for _ in range(10):
                watch.look(1 << 20, 1 << 26, 0.5)
                time.sleep(0.01)
        finally:
            process.kill()
            watch.close()
    growth = watch.growth()
    assert growth.looks == 10 and growth.grown == 10 << 20
    assert growth.lines and growth.lines[0].function == "fill"
    assert growth.lines[0].line in (5, 6, 7)
    assert growth.lines[0].callers[-1][2] == "<module>"
