# healthy:
"""A client's call waits, in the manager, for what another client brings after a while."""

import multiprocessing
import threading
import time
from multiprocessing.managers import BaseManager


class Gauge:
    def __init__(self):
        self.changed = threading.Condition()
        self.level = 0

    def reach(self, level):
        with self.changed:
            self.changed.wait_for(lambda: self.level >= level)

    def add(self):
        with self.changed:
            self.level += 1
            self.changed.notify_all()


class Gauges(BaseManager):
    pass


Gauges.register("Gauge", Gauge)


def skipper(gauge):
    gauge.reach(1)


def river(gauge):
    time.sleep(120)
    gauge.add()


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with Gauges(ctx=context) as manager:
        gauge = manager.Gauge()
        crew = [context.Process(target=one, args=(gauge,)) for one in (skipper, river)]
        for one in crew:
            one.start()
        print("READY", flush=True)
        for one in crew:
            one.join()
