"""The devices of a network, and when they were last visited."""

import contextlib
import dataclasses
import threading
import time


@dataclasses.dataclass
class Device:
    name: str
    visited: float = 0.0
    lines: list = dataclasses.field(default_factory=list)


class Inventory(threading.Thread):
    """Tells every other second how many devices are still to be visited."""

    def __init__(self):
        super().__init__(name="inventory", daemon=True)
        self.devices = [Device("core-1")]

    def due(self):
        return [device for device in self.devices if time.time() - device.visited > 3600]

    @contextlib.contextmanager
    def visiting(self, device):
        yield device
        device.visited = time.time()

    def run(self):
        while True:
            time.sleep(2)
            print(len(self.due()), "to visit", flush=True)
