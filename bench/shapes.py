"""Eleven shapes of a program with very many of one thing: what `attach --now` needs for N of them
and for four times as many, beside pystack.

pystack is asked for what a report of ours has: native and Python frames of every thread, merged,
and the variables (`remote --native-all --locals`). The seconds are those of the processor, of the
command and whatever it starts.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from bench import workloads
from bench.measure import Command, run_once

BEGIN = """
    import asyncio, os, queue, socket, sys, threading, time
    N = int(sys.argv[1])
    threading.stack_size(256 * 1024)
    def start(target, *args):
        threading.Thread(target=target, args=args, daemon=True).start()
    def ready(seconds=1.0):
        time.sleep(seconds)  # until the last one waits
        print("ready", flush=True)
"""
ONE_LOCK = """
    lock = threading.Lock()
    def serve(number):
        with lock:
            handle(number)
    def handle(number):
        time.sleep(10_000)
    lock.acquire()
    for number in range(N):
        start(serve, number)
    ready()
    serve(N)
"""
RING = """
    locks = [threading.Lock() for _ in range(N)]
    all_have = threading.Barrier(N + 1)
    def pay(number):
        with locks[number]:
            all_have.wait()
            with locks[(number + 1) % N]:
                pass
    for number in range(N):
        start(pay, number)
    all_have.wait()
    ready()
    time.sleep(10_000)
"""
JOINS = """
    threads = []
    go = threading.Event()
    def join(number):
        go.wait()
        threads[(number + 1) % N].join()
    threads += [threading.Thread(target=join, args=(n,), daemon=True) for n in range(N)]
    for one in threads:
        one.start()
    go.set()
    ready()
    join(0)
"""
RECV = """
    import resource
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    listening = socket.create_server(("127.0.0.1", 0))
    kept = []
    def read(connection):
        return connection.recv(100)
    for number in range(N):
        kept.append(socket.create_connection(listening.getsockname()))
        kept.append(listening.accept()[0])
        start(read, kept[-1])
    ready()
    time.sleep(10_000)
"""
EVENTS = """
    events = [threading.Event() for _ in range(N)]
    def wait(number):
        events[number].wait()
    for number in range(N):
        start(wait, number)
    ready()
    wait(0)
"""
QUEUES = """
    queues = [queue.Queue() for _ in range(N)]
    def work(number):
        queues[number].get()
    for number in range(N):
        start(work, number)
    ready()
    work(0)
"""
SLEEPS = """
    def nap(number):
        time.sleep(10_000)
    for number in range(N):
        start(nap, number)
    ready()
    nap(0)
"""
TASKS = """
    async def nap(event):
        await event.wait()
    async def main():
        events = [asyncio.Event() for _ in range(N)]
        tasks = [asyncio.create_task(nap(event)) for event in events]
        await asyncio.sleep(0.2)
        ready(0)
        await asyncio.gather(*tasks)
    asyncio.run(main())
"""
FRAMES = """
    sys.setrecursionlimit(10 * N + 1000)
    threading.stack_size(1 << 30)
    def descend(left):
        if left:
            return descend(left - 1)
        ready(0)
        time.sleep(10_000)
    thread = threading.Thread(target=descend, args=(N,))
    thread.start()
    thread.join()
"""
LOCALS = """
    names = [f"value_{n}" for n in range(N)]
    body = "".join(f"    {name} = [{n}, 'text of {name}']\\n" for n, name in enumerate(names))
    scope = {"ready": ready, "time": time}
    exec(f"def compute():\\n{body}    ready(0)\\n    time.sleep(10_000)\\n", scope)
    scope["compute"]()
"""
CHILDREN = """
    import multiprocessing
    def nap(number):
        time.sleep(10_000)
    context = multiprocessing.get_context("fork")
    children = [context.Process(target=nap, args=(n,), daemon=True) for n in range(N)]
    for one in children:
        one.start()
    ready()
    children[0].join()
"""


class Shape(NamedTuple):
    name: str
    source: str
    number: int
    """N; it is measured with four times as many as well."""
    is_shown_by_peer: bool = True
    """pystack tells of no tasks, and of one process alone."""


SHAPES = (
    Shape("threads at one lock", ONE_LOCK, 500),
    Shape("ring of locks", RING, 500),
    Shape("threads that join", JOINS, 500),
    Shape("threads in recv", RECV, 500),
    Shape("threads at events", EVENTS, 500),
    Shape("threads at queues", QUEUES, 500),
    Shape("threads asleep", SLEEPS, 500),
    Shape("tasks of asyncio", TASKS, 5_000, False),
    Shape("frames", FRAMES, 5_000),
    Shape("variables", LOCALS, 500),
    Shape("children", CHILDREN, 12, False),
)
"""Of children, 64 are looked at."""
GROWTH = 5.5
"""Times the processor's time, at most, for four times as much."""
TIMES_PYSTACK = 3.0
MANY, MANY_SECONDS, MANY_MEGABYTES = 10_000, 60.0, 1_000.0
"""Threads at one lock."""


class Row(NamedTuple):
    """One shape at one size."""

    ours: float
    """Seconds of the processor."""
    peer: float
    megabytes: float


@contextmanager
def running(source: str, number: int) -> Iterator[int]:
    """The pid of the program, once it stands still."""
    path = workloads.script(BEGIN + source)
    command = [sys.executable, path, str(number)]
    target = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    try:
        assert target.stdout is not None and target.stdout.readline() == b"ready\n"
        yield target.pid
    finally:
        os.killpg(target.pid, signal.SIGKILL)  # its children as well
        target.wait()


def look(pid: int, store: str) -> Command:
    folder = os.path.dirname(sys.executable)
    state = {"XDG_STATE_HOME": store, "XDG_CACHE_HOME": store}
    return Command("ours", [os.path.join(folder, "atfault"), "attach", "--now", str(pid)], state)


def peer(pid: int) -> Command:
    tool = os.path.join(os.path.dirname(sys.executable), "pystack")
    return Command("pystack", [tool, "remote", "--native-all", "--locals", str(pid)])


def measure(shape: Shape, number: int, runs: int, store: str) -> Row:
    """The best of some runs of each."""
    with running(shape.source, number) as pid:
        mine = [run_once(look(pid, store)) for _ in range(runs)]
        theirs = [run_once(peer(pid)) for _ in range(runs)]
    return Row(
        min(one.cpu for one in mine),
        min(one.cpu for one in theirs),
        max(one.peak for one in mine) / 1e6,
    )


def measure_many(store: str) -> tuple[float, float]:
    """(seconds of the processor, megabytes) for MANY threads at one lock."""
    with running(ONE_LOCK.replace("ready()", "ready(5)"), MANY) as pid:
        done = run_once(look(pid, store))
    return done.cpu, done.peak / 1e6
