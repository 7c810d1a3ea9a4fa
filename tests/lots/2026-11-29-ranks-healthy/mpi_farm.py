"""A farm: rank 0 gives out tasks of different length and waits for whoever is done."""

import time

from mpi4py import MPI

comm = MPI.COMM_WORLD


def task(number):
    end = time.monotonic() + 0.5 + number % 4
    total = 0
    while time.monotonic() < end:
        total += sum(range(1000))
        time.sleep(0.02)
    return total


def master():
    status, number = MPI.Status(), 0
    for worker in range(1, comm.size):
        comm.send(number, dest=worker, tag=1)
    while True:
        comm.recv(source=MPI.ANY_SOURCE, tag=2, status=status)
        number += 1
        comm.send(number, dest=status.Get_source(), tag=1)


def worker():
    while True:
        comm.send(task(comm.recv(source=0, tag=1)), dest=0, tag=2)


master() if comm.rank == 0 else worker()
