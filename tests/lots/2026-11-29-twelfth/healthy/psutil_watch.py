"""Watches its children with psutil: how much memory they use. They sleep most of the time."""

import sys
import time

import psutil

CHILD = "import time; data = bytearray(5_000_000)\nfor _ in range(8): time.sleep(25)"
children = [psutil.Popen([sys.executable, "-c", CHILD]) for _ in range(2)]


def memory(process):
    try:
        return process.memory_info().rss
    except psutil.NoSuchProcess:
        return 0


gone, alive = psutil.wait_procs(children, timeout=1)
while alive:
    print(sum(memory(process) for process in alive) // 2**20, "MB", flush=True)
    gone, alive = psutil.wait_procs(alive, timeout=14)
