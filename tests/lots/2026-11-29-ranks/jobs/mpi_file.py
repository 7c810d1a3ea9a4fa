"""Parameters come in a file, which the second rank waits for."""

import os
import time

from mpi4py import MPI


def wait_for_file(path):
    while not os.path.exists(path):
        time.sleep(0.05)


def parameters(comm):
    found = None
    if comm.rank == 1:
        wait_for_file("parameters.ready")
        found = {"step": 0.1}
    return comm.bcast(found, root=1)


def main():
    comm = MPI.COMM_WORLD
    step = parameters(comm)["step"]
    print(comm.rank, comm.allreduce(step))


main()
