"""Machines of a drying room; each runs in a thread and knows what must stop with it."""

import threading
import time


class Machine(threading.Thread):
    pause = 0.1

    def __init__(self, name):
        super().__init__(name=name)
        self.needs = []
        self.stopping = threading.Event()
        self.turns = 0

    def together_with(self, other):
        self.needs.append(other)
        other.needs.append(self)

    def turn(self):
        self.turns += 1

    def run(self):
        try:
            while not self.stopping.wait(self.pause):
                self.turn()
        finally:
            self.leave()

    def stop(self):
        self.stopping.set()
        if threading.current_thread() is not self:
            self.join()

    def leave(self):
        for other in self.needs:
            other.stop()


class Pump(Machine):
    pause = 0.2


class Fan(Machine):
    """Gets warm, and switches itself off when it is too warm."""

    def __init__(self, name, limit=60.0):
        super().__init__(name)
        self.limit = limit
        self.warmth = 20.0

    def turn(self):
        super().turn()
        self.warmth += 1.5
        if self.warmth > self.limit:
            self.stop()


class Lamp(Machine):
    def turn(self):
        time.sleep(0.05)
        super().turn()
