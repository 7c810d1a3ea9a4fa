"""A tower's bells, struck by a schedule. Orders come in by threads."""

import concurrent.futures
import contextlib
import ctypes
import dataclasses
import signal
import sys
import time


@dataclasses.dataclass(frozen=True)
class Order:
    bell: str
    times: int


class Tower:
    def __init__(self, path, *bells):
        self.library = ctypes.CDLL(path)
        self.bells = bells
        for bell in bells:
            self.library.bell_hang(bell.encode())

    def strike(self, order):
        return self.library.bell_strike(order.bell.encode(), order.times)


class Ringer:
    def __init__(self, tower):
        self.tower = tower
        self.rung = 0
        self.pool = concurrent.futures.ThreadPoolExecutor(2, "ringer")

    def __enter__(self):
        self.before = signal.signal(signal.SIGUSR1, self.tell)
        return self

    def __exit__(self, *_):
        signal.signal(signal.SIGUSR1, self.before)
        self.pool.shutdown()

    def tell(self, *_):
        print("rung", self.rung, flush=True)

    def ring(self, order):
        total = self.tower.strike(order)
        self.rung += order.times
        return f"{order.bell}: {total}"

    def day(self, orders):
        return list(self.pool.map(self.ring, orders))


def hours():
    for hour in range(6, 12):
        yield Order("Maria", hour)
        if hour % 2 == 0:
            yield Order("Anna", 1)
    yield Order("Peter ", 3)  # as it was typed


def main():
    with Ringer(Tower(sys.argv[1], "Maria", "Anna", "Peter")) as ringer:
        with contextlib.suppress(KeyboardInterrupt):
            for line in ringer.day(hours()):
                print(line, flush=True)
                time.sleep(0.01)


if __name__ == "__main__":
    main()
