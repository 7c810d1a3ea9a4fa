"""Heat in a plate, by threads that wait for each other after each step (pthread_barrier)."""

import array
import sys
import threading

import cffi

ffi = cffi.FFI()
ffi.cdef("void *meet_new(int count); int meet(void *barrier); "
         "void spread(double *from, double *to, int first, int last, int width);")


class Plate:
    def __init__(self, library, width, height):
        self.library = library
        self.width, self.height = width, height
        self.old = array.array("d", [20.0]) * (width * height)
        self.new = array.array("d", self.old)
        for column in range(width):
            self.old[column] = self.new[column] = 90.0

    def step(self, first, last):
        old = ffi.from_buffer("double[]", self.old)
        new = ffi.from_buffer("double[]", self.new)
        self.library.spread(old, new, first, last, self.width)

    def turn(self):
        self.old, self.new = self.new, self.old


class Team:
    def __init__(self, library, plate, size):
        self.plate = plate
        self.library = library
        self.size = size
        self.barrier = library.meet_new(size)

    def work(self, number, steps):
        inner = self.plate.height - 2
        share = inner // self.size
        first = 1 + number * share
        if share == 0 or first + share > inner + 1 - inner % self.size:
            return
        for _ in range(steps):
            self.plate.step(first, first + share)
            if self.library.meet(self.barrier):
                self.plate.turn()
            self.library.meet(self.barrier)

    def run(self, steps):
        threads = [
            threading.Thread(target=self.work, args=(n, steps), name=f"strip {n}")
            for n in range(self.size)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def main(path):
    library = ffi.dlopen(path)
    for height in (34, 10, 7):
        plate = Plate(library, 30, height)
        workers = min(4, height // 2)
        Team(library, plate, workers).run(20)
        print(height, workers, round(sum(plate.old), 2), flush=True)
    plate = Plate(library, 30, 18)
    helper = Team(library, plate, 5)
    helper.size = 4  # the fifth one does not draw strips
    helper.run(20)
    print("done", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
