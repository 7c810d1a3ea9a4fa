"""Ranks take turns: one computes, the others wait for its broadcast."""

import time

from mpi4py import MPI

comm = MPI.COMM_WORLD
turn = 0
while True:
    value = None
    if turn % comm.size == comm.rank:
        end = time.monotonic() + 0.7
        while time.monotonic() < end:
            value = sum(number * number for number in range(2000))
    comm.bcast(value, root=turn % comm.size)
    turn += 1
