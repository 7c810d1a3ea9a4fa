"""A master hands out tasks, and in the end tells all to stop, but for the last."""

from mpi4py import MPI

TASK, STOP, RESULT = 1, 2, 3


class Master:
    def __init__(self, comm):
        self.comm = comm

    def run(self, tasks):
        for number, task in enumerate(tasks):
            self.comm.send(task, dest=1 + number % (self.comm.size - 1), tag=TASK)
        results = [self.comm.recv(tag=RESULT) for _ in tasks]
        for worker in range(1, self.comm.size - 1):
            self.comm.send(None, dest=worker, tag=STOP)
        return results


def work(comm):
    status = MPI.Status()
    while True:
        task = comm.recv(source=0, tag=MPI.ANY_TAG, status=status)
        if status.tag == STOP:
            return
        comm.send(task * task, dest=0, tag=RESULT)


def main():
    comm = MPI.COMM_WORLD
    if comm.rank == 0:
        print(Master(comm).run(list(range(12))))
    else:
        work(comm)
    comm.Barrier()


main()
