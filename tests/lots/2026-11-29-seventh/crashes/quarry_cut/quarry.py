"""Orders of a quarry, worked off by a thread of a queue."""

import ctypes
import dataclasses
import queue
import sys
import threading


@dataclasses.dataclass
class Order:
    name: str
    width: float
    pieces: int


class Quarry:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.block_new.argtypes = [ctypes.c_double]
        self.library.block_cut.argtypes = [ctypes.c_double, ctypes.c_int]
        self.library.block_cut.restype = ctypes.c_double
        self.orders = queue.Queue()

    def work(self):
        self.library.block_new(10)
        for order in iter(self.orders.get, None):
            rest = self.library.block_cut(order.width, order.pieces)
            print(order.name, "leaves", rest, flush=True)


def main():
    quarry = Quarry(sys.argv[1])
    worker = threading.Thread(target=quarry.work, name="saw")
    worker.start()
    for order in [Order("steps", 1.5, 3), Order("sill", 0.5, 4), Order("tomb", 2, 2)]:
        quarry.orders.put(order)
    quarry.orders.put(None)
    worker.join()


if __name__ == "__main__":
    main()
