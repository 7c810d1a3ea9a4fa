"""How long a tool stops a process, measured from outside it.

The target is a busy torch program with N threads and a witness: a thread of C code (compiled on
demand) that does nothing but read the clock and keep the largest step that it saw, in a file
mapped by the benchmark. A tool that stops all threads stops the witness. The largest step without
any tool (the scheduler takes the CPU away, too) is measured right before, and the tool's counts as
it is: noise makes it longer, never shorter.
"""

from __future__ import annotations

import mmap
import os
import shutil
import statistics
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench import workloads

WITNESS = """
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <sched.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ull + t.tv_nsec;
}
static void *witness(void *page) {
    volatile uint64_t *largest = page;
    struct sched_param high = {.sched_priority = 2};
    largest[1] = pthread_setschedparam(pthread_self(), SCHED_FIFO, &high) == 0;
    for (uint64_t last = now(), t;; last = t) {
        struct timespec pause = {0, 20000};
        clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, 0);
        t = now();
        if (t - last > largest[0]) largest[0] = t - last;
    }
    return 0;
}
int begin(const char *path) {
    int fd = open(path, O_RDWR);
    void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    pthread_t thread;
    return page == MAP_FAILED ? 1 : pthread_create(&thread, 0, witness, page);
}
"""

TORCH_BUSY = """
    import ctypes, sys
    import torch
    torch.set_num_threads(int(sys.argv[1]))
    a = torch.randn(512, 512)
    def train():
        x = a
        for step in range(10**9):
            x = torch.relu(x @ a).clamp(0, 1)
            if step == 5:
                assert ctypes.CDLL(sys.argv[2]).begin(sys.argv[3].encode()) == 0
                print("ready", flush=True)
    train()
"""


STOPS = """
    import gc, sys
    gc.disable()  # as the command does
    from atfault.analyze import node
    from atfault.analyze.live import look_into
    from atfault.options import Options
    from atfault.snapshot.target import Target
    decoded, pids = node.decoded, [int(one) for one in sys.argv[1:]]

    def told(target, options):
        moment, state = decoded(target, options)
        print(target.pid, moment.pause.seconds)
        return moment, state

    if len(pids) > 1:
        node.decoded = told
        node.look_at_node(node.ranks_below(pids), Options(lines=False), is_watched=False)
    else:
        with Target(pids[0]) as target:
            print(pids[0], look_into(target, Options()).moment.pause.seconds)
"""
RANKS = 8
RANKS_TARGET = 1.5


def compiled(name: str, source: str, *options: str) -> str:
    """Build C code into the cache; the path of the result."""
    path = workloads.script(source)
    target = os.path.join(os.path.dirname(path), name)
    if not os.path.exists(target):
        code = target + ".c"
        shutil.copy(path, code)
        subprocess.run(["cc", "-O2", *options, "-o", target, code, "-lpthread"], check=True)
    return target


def floor_program() -> str:
    with open(os.path.join(os.path.dirname(__file__), "floor.c")) as file:
        return compiled("floor", file.read())


class Busy:
    """The target, with its witness."""

    def __init__(self, pid: int, page: mmap.mmap) -> None:
        self.pid = pid
        self._page = page

    def largest_step(self, argv: list[str]) -> float:
        """Seconds of the largest step that the witness saw while `argv` ran."""
        self._page[:8] = bytes(8)
        subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        nanoseconds: int = struct.unpack_from("<Q", self._page)[0]
        return nanoseconds / 1e9


@contextmanager
def busy(threads: int) -> Iterator[Busy]:
    witness = compiled("witness.so", WITNESS, "-shared", "-fPIC")
    path = os.path.join(os.path.dirname(witness), f"page.{os.getpid()}")
    with open(path, "wb") as file:
        file.truncate(4096)
    with open(path, "r+b") as file:
        page = mmap.mmap(file.fileno(), 4096)
    target = subprocess.Popen(
        [sys.executable, workloads.script(TORCH_BUSY), str(threads), witness, path],
        stdout=subprocess.PIPE,
    )
    try:
        assert target.stdout is not None
        target.stdout.readline()
        time.sleep(0.5)
        yield Busy(target.pid, page)
    finally:
        target.kill()
        target.wait()
        os.unlink(path)


def tools(pid: int, copied: int) -> dict[str, list[str]]:
    """Name → command line of everything that is compared; copied: bytes for the floor."""
    folder = os.path.dirname(sys.executable)
    return {
        "atfault": [os.path.join(folder, "atfault"), "attach", "--now", "--no-lines", str(pid)],
        "floor": [floor_program(), str(pid), str(copied)],
        "py-spy": [os.path.join(folder, "py-spy"), "dump", "--native", "--pid", str(pid)],
        "pystack": [os.path.join(folder, "pystack"), "remote", "--native-all", str(pid)],
    }


def copied_bytes(pid: int) -> int:
    """What atfault copies of that process in its pause."""
    from atfault.analyze.live import Looker
    from atfault.options import Options
    from atfault.snapshot.target import Target

    with Target(pid) as target:
        return Looker(target, Options()).moment().memory.copied_bytes


TARGETS = {
    12: (("py-spy", 1 / 25), ("pystack", 1 / 80)),
    112: (("py-spy", 1 / 4), ("pystack", 1 / 40)),
}
FLOOR_TARGET = 3.0


def measure(threads: int, runs: int) -> list[tuple[str, float, float, float, float | None]]:
    """(name, median in seconds of one tool, of the other, ratio, target) for each comparison: ours
    with each peer, and, without a target, the floor's with each: what no tool can do better."""
    with busy(threads) as target:
        commands = tools(target.pid, copied_bytes(target.pid))
        found: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(runs):
            for name, argv in commands.items():
                found[name].append(target.largest_step(argv))
    pairs: list[tuple[str, str, float | None]] = [
        *[("atfault", peer, goal) for peer, goal in (*TARGETS[threads], ("floor", FLOOR_TARGET))],
        *[("floor", peer, None) for peer, _ in TARGETS[threads]],
    ]
    rows = []
    for one, other, goal in pairs:
        ratio = statistics.median(a / b for a, b in zip(found[one], found[other]))
        name = "pause" if one == "atfault" else f"pause of the {one}"
        medians = statistics.median(found[one]), statistics.median(found[other])
        rows.append((f"{name}, {threads} threads / {other}", *medians, ratio, goal))
    return rows


def stops(pids: list[str]) -> dict[str, float]:
    """How long each process is stopped: ranks of a node that are looked at in one go, or one that
    is attached to alone. Seconds, as the tool itself measures it."""
    argv = [sys.executable, workloads.script(STOPS), *pids]
    lines = subprocess.check_output(argv, text=True).splitlines()
    return {pid: float(seconds) for pid, seconds in map(str.split, lines)}


def measure_ranks(runs: int) -> tuple[float, float, float]:
    """Medians of the rank that is worst off: (seconds together with the others, seconds alone,
    ratio)."""
    pids = workloads.hanging_job(RANKS)
    together: dict[str, list[float]] = {pid: [] for pid in pids}
    alone: dict[str, list[float]] = {pid: [] for pid in pids}
    for _ in range(runs):
        for pid, seconds in stops(pids).items():
            together[pid].append(seconds)
        for pid in pids:
            alone[pid].append(stops([pid])[pid])
    medians = [(statistics.median(together[pid]), statistics.median(alone[pid])) for pid in pids]
    return max([(ours, peer, ours / peer) for ours, peer in medians], key=lambda one: one[2])
