"""The tides of many harbours, computed in processes that execnet starts."""

import contextlib
import threading
import time

import execnet

import tables


class Progress:
    def __init__(self):
        self.done = 0
        threading.Thread(target=self._run, name="progress", daemon=True).start()

    def _run(self):
        while True:
            time.sleep(2)
            print("so far", self.done, flush=True)


class Station:
    """A process that computes tables."""

    def __init__(self, group):
        self.gateway = group.makegateway("popen//python=" + __import__("sys").executable)
        self.channel = self.gateway.remote_exec(tables)

    def table(self, name, range_, hours):
        self.channel.send((name, range_, hours))
        heights = []
        for height in self.channel:
            heights.append(height)
        return heights


@contextlib.contextmanager
def stations(count):
    group = execnet.Group()
    try:
        yield [Station(group) for _ in range(count)]
    finally:
        group.terminate(timeout=1)


def main():
    progress = Progress()
    harbours = {"Brest": 6.1, "Cuxhaven": 3.0, "Ostend": 4.2, "Malmo": 0.3}
    with stations(2) as (first, second):
        for number, (name, range_) in enumerate(harbours.items()):
            station = (first, second)[number % 2]
            heights = station.table(name, range_, 12)
            progress.done += 1
            print(name, max(heights), flush=True)


if __name__ == "__main__":
    main()
