"""Shifts of a hall, and a foreman who looks after the machines in a thread."""

import dataclasses
import threading
import time


@dataclasses.dataclass(frozen=True)
class Shift:
    name: str
    parts: tuple

    def of(self, machines):
        return zip(machines, self.parts)


class Foreman(threading.Thread):
    def __init__(self, machines):
        super().__init__(name="foreman", daemon=True)
        self.machines = machines
        self.seen = {}

    def run(self):
        while True:
            self.seen = {machine.name: machine.parts for machine in self.machines}
            time.sleep(0.1)


NIGHT = Shift("the night shift", (3, 5, 8))
