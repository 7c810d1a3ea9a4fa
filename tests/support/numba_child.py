"""Imports Numba once and runs programs in forks of itself: "PID PATH" of each to standard output.

argv: a file that lists the programs, a folder for their output.
"""

import atexit
import os
import runpy
import sys

AT_ONCE = 2


def warm_up():
    """What each program would import and compile anew."""
    import numba
    import numba.typed
    import numpy as np
    from numba.experimental import jitclass

    @numba.njit
    def total(values):
        return values.sum() + len(values)

    total(np.ones(3))
    return jitclass


def run(path, folder):
    """In a fork: the program ends as it would by itself, but for taking Numba's code apart."""
    atexit.register(os._exit, 1)
    quiet = os.open(os.path.join(folder, f"{os.getpid()}.txt"), os.O_WRONLY | os.O_CREAT)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    sys.argv[:] = [path]
    runpy.run_path(path, run_name="__main__")


def main():
    warm_up()
    with open(sys.argv[1], encoding="utf-8") as file:
        paths = file.read().splitlines()
    running = 0
    for path in paths:
        if running >= AT_ONCE:
            os.wait()
            running -= 1
        pid = os.fork()
        if not pid:
            return path
        print(pid, path, flush=True)
        running += 1
    while running:
        os.wait()
        running -= 1
    return None


CHOSEN = main()
if CHOSEN is not None:
    run(CHOSEN, sys.argv[2])
