"""Three benches in a ring: each begins with stones of its own, and passes them on."""

import multiprocessing
import os
import sys

from bench import Bench
from link import ring

NAMES = ("saw", "wheel", "polish")


class Workshop:
    def __init__(self, batch):
        self.links = ring(NAMES)
        self.processes = []
        for place, name in enumerate(NAMES):
            following = NAMES[(place + 1) % len(NAMES)]
            bench = Bench(name, self.links[name], self.links[following], batch)
            process = multiprocessing.Process(target=bench.run, name=name)
            self.processes.append(process)

    def open(self):
        for process in self.processes:
            process.start()
            print("bench", process.name, "is", process.pid, flush=True)

    def close(self):
        for process in self.processes:
            process.join()
        return [process.exitcode for process in self.processes]


def main():
    multiprocessing.set_start_method("fork")
    batch = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print("workshop", os.getpid(), "works at", batch, "stones each", flush=True)
    workshop = Workshop(batch)
    workshop.open()
    print("all done", workshop.close())


if __name__ == "__main__":
    main()
