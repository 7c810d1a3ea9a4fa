"""A lift whose motor runs in a thread."""

import dataclasses
import queue
import threading
import time


@dataclasses.dataclass
class Call:
    floor: int
    arrived: threading.Event = dataclasses.field(default_factory=threading.Event)


class Lift:
    def __init__(self, floors):
        self.doors = dict.fromkeys(range(floors), "closed")
        self.floor = 0
        self.calls = queue.Queue()
        self.motor = threading.Thread(target=self.drive, name="motor", daemon=True)
        self.motor.start()

    def call(self, floor):
        call = Call(floor)
        self.calls.put(call)
        return call

    def drive(self):
        while (call := self.calls.get()) is not None:
            step = 1 if call.floor > self.floor else -1
            while self.floor != call.floor:
                time.sleep(0.05)
                self.floor += step
            self.doors[self.floor] = self.opened(self.floor)
            call.arrived.set()

    def opened(self, floor):
        if self.doors[floor] != "closed":
            raise RuntimeError(f"the door at {floor} is {self.doors[floor]}")
        return "open"

    def stop(self):
        self.calls.put(None)
        self.motor.join()
