"""Workers send results; one that was restarted sends with the tag of the older protocol."""

from mpi4py import MPI

RESULT, OLD_RESULT = 12, 11


def worker(comm):
    tag = OLD_RESULT if comm.rank == 3 else RESULT
    comm.ssend({"rank": comm.rank, "loss": 0.1 * comm.rank}, dest=0, tag=tag)


def master(comm):
    results = []
    for source in range(1, comm.size):
        results.append(comm.recv(source=source, tag=RESULT))
    return results


def main():
    comm = MPI.COMM_WORLD
    if comm.rank == 0:
        print(master(comm))
    else:
        worker(comm)
    comm.Barrier()


main()
