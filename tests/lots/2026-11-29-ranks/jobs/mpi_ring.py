"""Everybody hands a large field to its right neighbour first and takes one from its left then."""

import numpy as np
from mpi4py import MPI

comm = MPI.COMM_WORLD
SIZE = 1_000_000


def shift(field):
    right = (comm.rank + 1) % comm.size
    left = (comm.rank - 1) % comm.size
    incoming = np.empty_like(field)
    comm.Send(field, dest=right, tag=3)
    comm.Recv(incoming, source=left, tag=3)
    return incoming


def main():
    field = np.full(SIZE, comm.rank, dtype="f8")
    for _ in range(comm.size):
        field = shift(field)
    print(comm.rank, field[0])


main()
