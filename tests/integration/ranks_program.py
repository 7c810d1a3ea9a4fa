"""A rank of a job that communicates by torch (gloo) or MPI: ranks_program.py LIBRARY WAY FOLDER

Leaves a file RANK.PID in the folder, and hangs in its third step as the way says, or goes on.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

ODD, HALT = 1, 3


def save():
    threading.Event().wait()


def stray(step, other):
    if step == HALT:
        other()


class Torch:
    def __init__(self):
        import torch
        import torch.distributed as dist

        self.dist, self.ones = dist, torch.ones(10)
        dist.init_process_group("gloo")
        self.rank = dist.get_rank()

    def meet(self):
        self.dist.all_reduce(self.ones)

    def other(self):
        self.dist.barrier()


class Mpi:
    def __init__(self):
        import numpy as np
        from mpi4py import MPI

        self.comm, self.block = MPI.COMM_WORLD, np.zeros(1 << 18)
        self.rank, self.size = self.comm.Get_rank(), self.comm.Get_size()

    def meet(self):
        self.comm.Barrier()

    def other(self):
        self.comm.Bcast(self.block, root=0)

    def ring(self):
        self.comm.Send(self.block, dest=(self.rank + 1) % self.size, tag=7)


def train(library, way):
    step = 0
    while True:
        step += 1
        is_odd = library.rank == ODD and step >= HALT
        if way == "late" and is_odd:
            save()
        if way == "stopped" and is_odd:
            os.kill(os.getpid(), signal.SIGSTOP)
        if way == "stray" and is_odd:
            stray(step, library.other)
        if way == "ring" and step >= HALT:
            library.ring()
        time.sleep(0.05 * library.rank if way == "healthy" else 0)
        library.meet()


def main():
    name, way, folder = sys.argv[1:]
    library = {"torch": Torch, "mpi": Mpi}[name]()
    open(os.path.join(folder, f"{library.rank}.{os.getpid()}"), "w").close()
    train(library, way)


main()
