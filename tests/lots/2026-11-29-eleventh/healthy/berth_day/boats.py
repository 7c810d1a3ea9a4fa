"""Boats that come, lie at a berth for a while, and leave."""

import threading
import time


class Boat(threading.Thread):
    """Lies at a berth for a while, or until its freight has come, which another boat may bring."""

    def __init__(self, name, desk, comes, stays, freight=None, brings=None):
        super().__init__(name=name)
        self.desk = desk
        self.comes = comes
        self.stays = stays
        self.freight = freight
        self.brings = brings
        self.berth = None

    def run(self):
        time.sleep(self.comes)
        self.berth = self.desk.take(self.name)
        print(self.name, "lies at berth", self.berth, flush=True)
        time.sleep(self.stays)
        if self.brings:
            self.brings.set()
        if self.freight:
            self.freight.wait()
        self.desk.leave(self.name, self.berth)
        print(self.name, "has left", flush=True)


class Dredger(threading.Thread):
    """Clears the mud away as soon as nobody lies at the quay."""

    def __init__(self, desk, comes):
        super().__init__(name="dredger")
        self.desk = desk
        self.comes = comes
        self.loads = 0

    def run(self):
        time.sleep(self.comes)
        self.desk.wait_until_empty()
        for _ in range(3):
            time.sleep(0.1)
            self.loads += 1
        print("the dredger has taken", self.loads, "loads", flush=True)
