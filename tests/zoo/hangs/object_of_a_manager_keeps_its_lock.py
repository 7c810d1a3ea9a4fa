# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 text=grown core=no
"""A client's call waits, in the manager, under the lock that another client's call needs to end
that."""

import multiprocessing
import threading
from multiprocessing.managers import BaseManager


class Silo:
    def __init__(self):
        self.door = threading.Lock()
        self.grown = threading.Semaphore(0)

    def draw(self):
        with self.door:
            self.grown.acquire()  # <-- here

    def fill(self):
        with self.door:
            self.grown.release()


class Silos(BaseManager):
    pass


Silos.register("Silo", Silo)


def mill(silo):
    silo.draw()


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with Silos(ctx=context) as manager:
        silo = manager.Silo()
        worker = context.Process(target=mill, args=(silo,))
        worker.start()
        print("READY", flush=True)
        worker.join()
        silo.fill()
