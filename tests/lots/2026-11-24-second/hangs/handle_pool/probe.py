import dataclasses
import signal
import sys
import threading
import time

from handles import Handle, Pool


@dataclasses.dataclass
class Reading:
    register: int
    value: int
    handle: Handle


class Reader(threading.Thread):
    """Reads one register after the other, each with a handle of its own."""

    def __init__(self, name, pool, registers):
        super().__init__(name=name)
        self.pool = pool
        self.registers = registers

    def run(self):
        for register in self.registers:
            handle = self.pool.take()
            self.pool.note(Reading(register, handle.read(register), handle))
            del handle
            time.sleep(0.05)


def show(pool):
    while True:
        time.sleep(1)
        print("handles returned", pool.returned, flush=True)


def main():
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    pool = Pool(8)
    threading.Thread(target=show, args=(pool,), name="show", daemon=True).start()
    readers = [Reader(f"reader-{n}", pool, range(n, 100, 2)) for n in range(2)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    print("all read")


if __name__ == "__main__":
    main()
