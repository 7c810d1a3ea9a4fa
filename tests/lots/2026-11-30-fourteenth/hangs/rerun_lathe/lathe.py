"""The driver of a lathe with one spindle, and a model of the machine for tests."""

import random
import threading
import time


class NotReady(Exception):
    pass


class Machine:
    """The model; the spindle needs a moment until it has its speed."""

    def __init__(self, warm_up=0.4):
        self._random = random.Random(4)
        self._warm_up = warm_up
        self._since = None
        self._target = 0

    def set_speed(self, rpm):
        if rpm != self._target:
            self._since = time.monotonic()
        self._target = rpm

    @property
    def speed(self):
        if self._since is None:
            return 0
        part = min(1.0, (time.monotonic() - self._since) / self._warm_up)
        return int(self._target * part)


class Spindle:
    def __init__(self, machine):
        self.machine = machine
        self.busy = threading.Lock()

    def reserve(self):
        self.busy.acquire()
        return self

    def free(self):
        self.busy.release()

    def turn(self, rpm):
        self.machine.set_speed(rpm)
        speed = self.machine.speed
        if speed < 0.95 * rpm:
            raise NotReady(f"{speed} of {rpm} rpm")
        return speed
